//! Onions, strawberries and dragon fruit: what grows where, and what lies on a cell.
use super::grid::Grid;
use super::map::Map;
use super::noise::noise;
use crate::luck::unit;
use rand_core::Rng;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What can be collected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Onion,
    Strawberry,
    DragonFruit,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Onion, Kind::Strawberry, Kind::DragonFruit];

    pub const fn letter(self) -> char {
        match self {
            Kind::Onion => 'O',
            Kind::Strawberry => 'S',
            Kind::DragonFruit => 'D',
        }
    }

    /// The name that bots of the original know.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Onion => "Onion",
            Kind::Strawberry => "Strawberry",
            Kind::DragonFruit => "DragonFruit",
        }
    }

    pub fn of(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// How coarse the field of this kind is: steps of noise for a step on the map.
    pub const fn scale(self) -> f64 {
        match self {
            Kind::Onion => 0.75,
            Kind::Strawberry => 1.0,
            Kind::DragonFruit => 4.0,
        }
    }

    /// How far a cell must rise above all its neighbours for this kind to grow there.
    pub const fn rise(self) -> f64 {
        match self {
            Kind::Onion => 0.03,
            Kind::Strawberry => 0.3,
            Kind::DragonFruit => 0.55,
        }
    }
}

/// How many of each kind lie on a cell. On the wire: a letter each, `"OOS"`; nothing is `""`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pile([u16; 3]);

impl Pile {
    pub const EMPTY: Pile = Pile([0; 3]);

    pub const fn count(self, kind: Kind) -> u16 {
        self.0[kind as usize]
    }

    pub fn len(self) -> usize {
        self.0.iter().map(|count| *count as usize).sum()
    }

    pub fn is_empty(self) -> bool {
        self == Pile::EMPTY
    }

    pub fn add(&mut self, kind: Kind) {
        self.0[kind as usize] = self.0[kind as usize].saturating_add(1);
    }

    pub fn pour(&mut self, other: Pile) {
        for (mine, more) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(more);
        }
    }

    /// What the pile is worth when each kind has these points.
    pub fn points(self, worth: [u32; 3]) -> u32 {
        self.0.iter().zip(worth).map(|(count, points)| u32::from(*count) * points).sum()
    }

    /// The kinds one by one, onions first.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().flat_map(move |kind| std::iter::repeat_n(kind, self.count(kind) as usize))
    }

    /// A pile from its letters; `None` if one of them stands for nothing.
    pub fn of(letters: &str) -> Option<Pile> {
        letters.chars().try_fold(Pile::EMPTY, |mut pile, letter| {
            pile.add(Kind::of(letter)?);
            Some(pile)
        })
    }
}

impl fmt::Display for Pile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kinds().try_for_each(|kind| fmt::Write::write_char(f, kind.letter()))
    }
}

impl Serialize for Pile {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        if self.is_empty() { into.serialize_str("") } else { into.collect_str(self) }
    }
}

impl<'de> Deserialize<'de> for Pile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Pile, D::Error> {
        let letters = std::borrow::Cow::<'_, str>::deserialize(from)?;
        Pile::of(&letters).ok_or_else(|| D::Error::custom(format!("{letters:?} is not a pile: only the letters O, S and D count")))
    }
}

/// A depth of the field, from 0 to below 10,000: it decides where one kind grows in one batch.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize)]
pub struct Depth(f64);

impl Depth {
    pub const MAX: f64 = 10_000.0;

    pub fn new(z: f64) -> Option<Depth> {
        (0.0..Depth::MAX).contains(&z).then_some(Depth(z))
    }

    /// Uniform over all depths.
    pub fn draw<R: Rng>(rng: &mut R) -> Depth {
        Depth(unit(rng) * Depth::MAX)
    }

    /// Whether [`draw`](Depth::draw) can return this: a share of 53 bits, stretched and rounded.
    pub fn is_drawn(self) -> bool {
        const SHARES: f64 = (1u64 << 53) as f64;
        let near = (self.0 / Depth::MAX * SHARES).round();
        [near - 1.0, near, near + 1.0].iter().any(|share| share / SHARES * Depth::MAX == self.0)
    }
}

impl<'de> Deserialize<'de> for Depth {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Depth, D::Error> {
        let z = f64::deserialize(from)?;
        Depth::new(z).ok_or_else(|| D::Error::custom(format!("depth {z} is not from 0 to below {}", Depth::MAX)))
    }
}

/// The batch that grows at these depths: a kind grows on a free cell that rises above its four neighbours,
/// blocked ones and those beyond the edge included.
pub fn grow(map: &Map, depths: [Depth; 3]) -> Grid<Pile> {
    let mut piles = vec![Pile::EMPTY; map.len()];
    // A margin of one cell around the map. Each point of the field is looked at once, if at all.
    let wide = map.cols() + 2;
    let inner = |i: u16| (i as usize / map.cols() + 1) * wide + i as usize % map.cols() + 1;
    let beside = |k: usize| [k - wide, k - 1, k + 1, k + wide];
    let mut field = vec![f64::NAN; wide * (map.rows() + 2)];
    for i in map.free_list() {
        for k in beside(inner(*i)).into_iter().chain([inner(*i)]) {
            field[k] = 0.0;
        }
    }
    for (kind, Depth(z)) in Kind::ALL.into_iter().zip(depths) {
        let place = |k: usize| k as f64 * kind.scale() - kind.scale();
        for (row, line) in field.chunks_mut(wide).enumerate() {
            for (col, value) in line.iter_mut().enumerate().filter(|(_, value)| !value.is_nan()) {
                *value = noise(place(row), place(col), z);
            }
        }
        for i in map.free_list() {
            let k = inner(*i);
            if beside(k).iter().all(|beside| field[k] >= field[*beside] + kind.rise()) {
                piles[*i as usize].add(kind);
            }
        }
    }
    Grid::new(map.cols(), piles)
}

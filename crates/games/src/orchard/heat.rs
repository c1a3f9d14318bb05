//! The heatmap: how close the next batch is, sharper and sharper until it lands.
use super::fruit::Pile;
use super::grid::Grid;
use super::map::Map;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::OnceLock;

/// A value of the heatmap, in hundredths. On the wire: a decimal number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Heat(u32);

impl Heat {
    pub const fn hundredths(self) -> u32 {
        self.0
    }

    /// The number itself, to the last bit what reading its two decimals gives.
    pub fn value(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// Rounds to two decimals as `{:.2}` does: to the nearest, exact ties to even. Nothing is below zero.
    pub fn round(value: f64) -> Heat {
        const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
        if value <= 0.0 {
            return Heat(0);
        }
        let bits = value.to_bits();
        let mantissa = bits & ((1 << FRACTION) - 1) | 1 << FRACTION;
        // The value is `mantissa / 2^shift`; a hundred times the mantissa fits 60 bits.
        let Some(shift) = (1023 + FRACTION).checked_sub((bits >> FRACTION) as u32) else { return Heat(u32::MAX) };
        if shift > 62 {
            return Heat(0);
        }
        let (scaled, half) = (mantissa * 100, 1u64 << shift >> 1);
        let whole = scaled >> shift;
        let rest = scaled & ((1u64 << shift) - 1);
        let up = rest > half || rest == half && half > 0 && whole & 1 == 1;
        Heat(u32::try_from(whole + u64::from(up)).unwrap_or(u32::MAX))
    }

    /// The heat that a number on the wire stands for, if it has at most two decimals.
    pub fn exact(value: f64) -> Option<Heat> {
        let heat = Heat((value * 100.0).round() as u32);
        (heat.value() == value).then_some(heat)
    }
}

impl Serialize for Heat {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        if self.0.is_multiple_of(100) { into.serialize_u32(self.0 / 100) } else { into.serialize_f64(self.value()) }
    }
}

impl<'de> Deserialize<'de> for Heat {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Heat, D::Error> {
        let value = f64::deserialize(from)?;
        Heat::exact(value).ok_or_else(|| D::Error::custom(format!("heat {value} is not a positive number of two decimals")))
    }
}

/// How far fruit is felt in a round: `largest` is approached at the start of a period, at its end nothing
/// but the cell itself counts.
pub const fn radius(round: u32, period: u32, largest: u32) -> u32 {
    (period - 1 - round % period) * largest / period
}

/// What fruit worth this many points adds to the heat of a cell this many steps away.
pub fn weight(points: u32, distance: u32) -> f64 {
    f64::from(points) / f64::from(distance + 1).powi(3)
}

/// A batch that has not landed yet, and the heatmaps it casts, each drawn when first asked for.
#[derive(Debug)]
pub(super) struct Incoming {
    pub fruit: Grid<Pile>,
    heat: Box<[OnceLock<Grid<Heat>>]>,
}

impl Incoming {
    /// `largest` is the largest radius that will be asked for, plus one.
    pub fn new(fruit: Grid<Pile>, largest: u32) -> Incoming {
        Incoming { fruit, heat: (0..largest).map(|_| OnceLock::new()).collect() }
    }

    /// The same, but with this heatmap for one radius, whatever the fruit.
    pub fn seen(fruit: Grid<Pile>, largest: u32, radius: u32, heat: Grid<Heat>) -> Incoming {
        let incoming = Incoming::new(fruit, largest);
        let _ = incoming.heat[radius as usize].set(heat);
        incoming
    }

    pub fn heat(&self, map: &Map, worth: [u32; 3], radius: u32) -> &Grid<Heat> {
        self.heat[radius as usize].get_or_init(|| heatmap(map, &self.fruit, worth, radius))
    }
}

/// The heat of every free cell when `fruit` is felt up to `radius` steps away; blocked cells have none.
///
/// Fruit is scattered row by row, so that each cell adds up its terms in that order: floating-point sums
/// depend on it.
pub fn heatmap(map: &Map, fruit: &Grid<Pile>, worth: [u32; 3], radius: u32) -> Grid<Heat> {
    let (rows, cols, radius) = (map.rows(), map.cols(), radius as usize);
    let mut sums = vec![0.0; map.len()];
    let mut stamps: Vec<Stamp> = Vec::new();
    for (i, pile) in fruit.cells().iter().enumerate().filter(|(_, pile)| !pile.is_empty()) {
        let points = pile.points(worth);
        let known = stamps.iter().position(|stamp| stamp.points == points);
        let stamp = known.unwrap_or_else(|| {
            stamps.push(Stamp::new(points, radius));
            stamps.len() - 1
        });
        let (row, col) = (i / cols, i % cols);
        for to in row.saturating_sub(radius)..=(row + radius).min(rows - 1) {
            let away = row.abs_diff(to);
            let (left, right) = ((radius - away).min(col), (radius - away).min(cols - 1 - col));
            let line = &mut sums[to * cols + col - left..=to * cols + col + right];
            for (sum, weight) in line.iter_mut().zip(&stamps[stamp].line(away)[radius - left..=radius + right]) {
                *sum += weight;
            }
        }
    }
    let heat = |i: usize| if map.is_free_at(i as u16) { Heat::round(sums[i]) } else { Heat::default() };
    Grid::new(cols, (0..map.len()).map(heat).collect::<std::sync::Arc<[Heat]>>())
}

/// What fruit of some worth adds to the cells around it: a line of weights for each row away from it.
struct Stamp {
    points: u32,
    wide: usize,
    weights: Vec<f64>,
}

impl Stamp {
    fn new(points: u32, radius: usize) -> Stamp {
        let by_distance: Vec<f64> = (0..=2 * radius).map(|distance| weight(points, distance as u32)).collect();
        let wide = 2 * radius + 1;
        let weights = (0..=radius).flat_map(|away| (0..wide).map(move |col| away + col.abs_diff(radius)));
        Stamp { points, wide, weights: weights.map(|distance| by_distance[distance]).collect() }
    }

    fn line(&self, away: usize) -> &[f64] {
        &self.weights[away * self.wide..][..self.wide]
    }
}

//! What the rat lets its hunters hear and feel.
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// A noise from under the floor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Noise {
    Squeak,
    Scratch,
    Squeal,
}

impl Noise {
    pub const ALL: [Noise; 3] = [Noise::Squeak, Noise::Scratch, Noise::Squeal];

    pub const fn name(self) -> &'static str {
        match self {
            Noise::Squeak => "squeak",
            Noise::Scratch => "scratch",
            Noise::Squeal => "squeal",
        }
    }
}

/// What the mover is told before its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sense {
    pub noise: Noise,
    /// Estimated steps to the rat.
    pub distance: Distance,
}

/// An estimate of a distance, 0 to 28.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Distance(u8);

impl Distance {
    pub const fn new(steps: u8) -> Option<Distance> {
        if steps <= super::config::MOST_DISTANCE { Some(Distance(steps)) } else { None }
    }

    pub const fn steps(self) -> u8 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Distance {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Distance, D::Error> {
        let steps = u8::deserialize(from)?;
        Distance::new(steps).ok_or_else(|| D::Error::custom(format!("{steps} is not a distance on this board")))
    }
}

/// Odds of `N` outcomes, and their sampler.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds<const N: usize> {
    chances: [f64; N],
    sums: [f64; N],
}

impl<const N: usize> Odds<N> {
    /// That they are not negative and sum to one is the caller's promise.
    pub fn new(chances: &[f64; N]) -> Odds<N> {
        let mut sums = [f64::INFINITY; N];
        let mut sum = 0.0;
        // From the last possible outcome on no sum is ever passed, whatever rounding does.
        let last = chances.iter().rposition(|p| *p > 0.0).unwrap_or_default();
        for k in 0..last {
            sum += chances[k];
            sums[k] = sum;
        }
        Odds { chances: *chances, sums }
    }

    pub fn chance(&self, k: usize) -> f64 {
        self.chances[k]
    }

    /// The outcome of a draw `u`, uniform in [0, 1): the first whose running sum is above it.
    pub fn outcome(&self, u: f64) -> usize {
        self.sums.iter().map(|sum| u32::from(u >= *sum)).sum::<u32>() as usize
    }
}

/// What a player's last turn was, as far as the rat is concerned. On the wire: `[square, found]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Search {
    /// No search: `[null, false]`.
    #[default]
    None,
    /// No search, as the original engine tells it after a player's first turn: `[null, null]`.
    Skipped,
    /// The rat was not there: `[[x, y], false]`.
    Missed(super::Square),
    /// The rat was there: `[[x, y], true]`.
    Found(super::Square),
}

impl Search {
    pub const fn square(self) -> Option<super::Square> {
        match self {
            Search::None | Search::Skipped => None,
            Search::Missed(square) | Search::Found(square) => Some(square),
        }
    }

    pub const fn found(self) -> bool {
        matches!(self, Search::Found(_))
    }
}

impl Serialize for Search {
    fn serialize<S: serde::Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let found = (*self != Search::Skipped).then(|| self.found());
        (self.square(), found).serialize(into)
    }
}

impl<'de> Deserialize<'de> for Search {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Search, D::Error> {
        match Deserialize::deserialize(from)? {
            (None, Some(false)) => Ok(Search::None),
            (None, None) => Ok(Search::Skipped),
            (Some(square), Some(false)) => Ok(Search::Missed(square)),
            (Some(square), Some(true)) => Ok(Search::Found(square)),
            (square, found) => Err(D::Error::custom(format!("[{square:?}, {found:?}] is not a search and what it found"))),
        }
    }
}

//! Gauntlet: one or a few against all the others.
use super::{Meeting, Past, Schedule, Total};
use crate::{Entrant, Seating};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gauntlet {
    pairs: Vec<[Entrant; 2]>,
    fixtures: u32,
    seating: Seating,
}

impl Gauntlet {
    /// Each of `runners` meets everybody who is not one of them. A round is one fixture of every pair, so that all
    /// comparisons sharpen together.
    pub fn new(entrants: usize, runners: &[Entrant], fixtures: u32, seating: Seating) -> Gauntlet {
        let others = (0..entrants as Entrant).filter(|other| !runners.contains(other));
        let pairs = others.flat_map(|other| runners.iter().map(move |runner| [*runner, other])).collect();
        Gauntlet { pairs, fixtures, seating }
    }
}

impl Schedule for Gauntlet {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        if past.number >= self.fixtures {
            return Vec::new();
        }
        self.pairs.iter().map(|pair| Meeting::new(pair.to_vec(), 1, self.seating)).collect()
    }

    fn total(&self) -> Total {
        Total::Exactly(self.pairs.len() as u64 * u64::from(self.fixtures))
    }
}

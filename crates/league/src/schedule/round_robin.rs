//! Round robin: everybody meets everybody.
use super::{Meeting, Past, Schedule, Total};
use crate::{Entrant, Seating, round_robin};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRobin {
    rounds: Vec<Vec<(usize, usize)>>,
    /// One: single. Two: double, the second time with the other one in the first seat.
    times: u32,
    fixtures: u32,
    seating: Seating,
}

impl RoundRobin {
    /// Every pair meets `times` times and plays `fixtures` fixtures each time.
    pub fn new(entrants: usize, times: u32, fixtures: u32, seating: Seating) -> RoundRobin {
        RoundRobin { rounds: round_robin(entrants), times, fixtures, seating }
    }
}

impl Schedule for RoundRobin {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        let rounds = self.rounds.len() as u32;
        if rounds == 0 || past.number / rounds >= self.times {
            return Vec::new();
        }
        let again = past.number / rounds % 2 == 1;
        let meeting = |(a, b): &(usize, usize)| {
            // Who sits first alternates along the list of entrants, so that nobody sits first more often by more than one.
            let (low, high) = (*a.min(b), *a.max(b));
            let (first, second) = if ((low + high) % 2 == 1) != again { (low, high) } else { (high, low) };
            Meeting::new(vec![first as Entrant, second as Entrant], self.fixtures, self.seating)
        };
        self.rounds[(past.number % rounds) as usize].iter().map(meeting).collect()
    }

    fn total(&self) -> Total {
        let pairs: usize = self.rounds.iter().map(Vec::len).sum();
        Total::Exactly(pairs as u64 * u64::from(self.times) * u64::from(self.fixtures))
    }
}

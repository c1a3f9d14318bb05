//! Round robin: everybody meets everybody.
use super::{Meeting, Past, Schedule, Total};
use crate::{Entrant, Seating, round_robin};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRobin {
    pairs: Vec<(usize, usize)>,
    /// One: single. Two: double, the second time with the other one in the first seat.
    times: u32,
    /// How often the pairs have their turn each time, and fixtures a turn.
    turns: u32,
    fixtures: u32,
    seating: Seating,
}

impl RoundRobin {
    /// Every pair meets `times` times and plays `fixtures` fixtures each time. A round is one fixture of every pair, so that
    /// the table is fair from the first round on.
    pub fn new(entrants: usize, times: u32, fixtures: u32, seating: Seating) -> RoundRobin {
        let pairs = round_robin(entrants).into_iter().flatten().collect();
        RoundRobin { pairs, times, turns: fixtures, fixtures: 1, seating }
    }

    /// All fixtures of a pair one after the other: for instances that live as long as a meeting.
    pub fn together(self) -> RoundRobin {
        RoundRobin { turns: 1, fixtures: self.turns * self.fixtures, ..self }
    }
}

impl Schedule for RoundRobin {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        if u64::from(past.number) >= u64::from(self.times) * u64::from(self.turns) {
            return Vec::new();
        }
        let again = past.number / self.turns % 2 == 1;
        let meeting = |(a, b): &(usize, usize)| {
            // Who sits first alternates along the list of entrants, so that nobody sits first more often by more than one.
            let (low, high) = (*a.min(b), *a.max(b));
            let (first, second) = if ((low + high) % 2 == 1) != again { (low, high) } else { (high, low) };
            Meeting::new(vec![first as Entrant, second as Entrant], self.fixtures, self.seating)
        };
        self.pairs.iter().map(meeting).collect()
    }

    fn total(&self) -> Total {
        Total::Exactly(self.pairs.len() as u64 * u64::from(self.times) * u64::from(self.turns) * u64::from(self.fixtures))
    }
}

//! Tables of more than two: every group once, or drawn rounds in which everybody plays and meets everybody evenly.
use super::{Meeting, Past, Schedule, Total};
use crate::{Dice, Entrant, Seating};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    rounds: Vec<Vec<Vec<Entrant>>>,
    /// How often the rounds are gone through, and fixtures a table each time.
    turns: u32,
    fixtures: u32,
    seating: Seating,
}

impl Tables {
    /// Every group of `seats` entrants: each a round of its own, with one fixture whenever it has its turn.
    pub fn all(entrants: usize, seats: usize, fixtures: u32, seating: Seating) -> Tables {
        let mut groups = vec![Vec::new()];
        for _ in 0..seats {
            let longer = |group: &Vec<Entrant>| {
                let from = group.last().map_or(0, |last| last + 1);
                let group = group.clone();
                (from..entrants as Entrant).map(move |next| [&group[..], &[next]].concat())
            };
            groups = groups.iter().flat_map(longer).collect();
        }
        Tables { rounds: groups.into_iter().map(|group| vec![group]).collect(), turns: fixtures, fixtures: 1, seating }
    }

    /// All fixtures of a table one after the other: for instances that live as long as a meeting.
    pub fn together(self) -> Tables {
        Tables { turns: 1, fixtures: self.turns * self.fixtures, ..self }
    }

    /// So many rounds of drawn tables. Whoever sat out most sits first, and next to it those it met least.
    pub fn drawn(entrants: usize, seats: usize, rounds: u32, fixtures: u32, seating: Seating, seed: u64) -> Tables {
        let mut met = vec![vec![0u32; entrants]; entrants];
        let mut played = vec![0u32; entrants];
        let mut round = |number: u32| {
            let mut lots: Vec<usize> = (0..entrants).collect();
            Dice::new(seed, u64::from(number)).shuffle(&mut lots);
            lots.sort_by_key(|who| played[*who]);
            lots.truncate(entrants / seats * seats);
            let mut tables = Vec::new();
            while !lots.is_empty() {
                let mut table = vec![lots.remove(0)];
                while table.len() < seats {
                    let often = |who: &usize| table.iter().map(|other| met[*who][*other].pow(2)).sum::<u32>();
                    let next = (0..lots.len()).min_by_key(|n| often(&lots[*n])).expect("a table is filled from the rest");
                    table.push(lots.remove(next));
                }
                for one in &table {
                    played[*one] += 1;
                    table.iter().filter(|other| *other != one).for_each(|other| met[*one][*other] += 1);
                }
                tables.push(table.into_iter().map(|who| who as Entrant).collect());
            }
            tables
        };
        Tables { rounds: (0..rounds).map(&mut round).collect(), turns: 1, fixtures, seating }
    }
}

impl Schedule for Tables {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        let count = self.rounds.len().max(1);
        let number = past.number as usize;
        let tables = self.rounds.get(number % count).filter(|_| number / count < self.turns as usize).into_iter().flatten();
        tables.map(|table| Meeting::new(table.clone(), self.fixtures, self.seating)).collect()
    }

    fn total(&self) -> Total {
        let tables: usize = self.rounds.iter().map(Vec::len).sum();
        Total::Exactly(tables as u64 * u64::from(self.turns) * u64::from(self.fixtures))
    }
}

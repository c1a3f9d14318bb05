//! Swiss: in each round those meet who have won about as much, and nobody meets twice.
use super::{Fixture, Meeting, Past, Schedule, Total};
use crate::{Dice, Entrant, Seating};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Swiss {
    pub entrants: usize,
    pub rounds: u32,
    /// Fixtures a meeting; who scores more in them wins it.
    pub fixtures: u32,
    pub seating: Seating,
    /// For the lots of the first round and of equals.
    pub seed: u64,
}

impl Swiss {
    /// Points of everybody so far: one for a meeting won or for a bye, one half for a draw.
    pub fn points(&self, past: &Past<'_>) -> Vec<f64> {
        let mut points = vec![0.0; self.entrants];
        for round in past.rounds {
            let mut idle: BTreeSet<Entrant> = (0..self.entrants as Entrant).collect();
            for ([a, b], score) in meetings(past, round) {
                let won = if score == 0.5 { 0.5 } else { f64::from(u8::from(score > 0.5)) };
                points[a as usize] += won;
                points[b as usize] += 1.0 - won;
                idle.remove(&a);
                idle.remove(&b);
            }
            idle.into_iter().for_each(|entrant| points[entrant as usize] += 1.0);
        }
        points
    }

    /// Pairs the list from the top: everybody with the nearest it has not met, going back where that leaves no way.
    fn pair(&self, order: &[Entrant], met: &BTreeSet<[Entrant; 2]>) -> Vec<[Entrant; 2]> {
        let mut steps = 20_000;
        let mut pairs = Vec::new();
        if search(order, met, &mut pairs, &mut steps) {
            return pairs;
        }
        // More rounds than opponents, or no luck: then some meet again.
        let mut left = order.to_vec();
        let mut pairs = Vec::new();
        while left.len() > 1 {
            let first = left.remove(0);
            let next = left.iter().position(|other| !met.contains(&sorted(first, *other))).unwrap_or(0);
            pairs.push([first, left.remove(next)]);
        }
        pairs
    }
}

impl Schedule for Swiss {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        if past.number >= self.rounds || self.entrants < 2 {
            return Vec::new();
        }
        let points = self.points(past);
        let mut order: Vec<Entrant> = (0..self.entrants as Entrant).collect();
        Dice::new(self.seed, u64::from(past.number)).shuffle(&mut order);
        order.sort_by(|a, b| points[*b as usize].total_cmp(&points[*a as usize]));
        let fixtures = || past.rounds.iter().flatten();
        if order.len() % 2 == 1 {
            // The bye goes to whoever had fewest, from below.
            let played = |entrant: &Entrant| past.rounds.iter().filter(|round| round.iter().any(|f| f.entrants.contains(entrant))).count();
            let most = order.iter().map(played).max().unwrap_or(0);
            let idle = order.iter().rposition(|entrant| played(entrant) == most).expect("somebody played most");
            order.remove(idle);
        }
        let met: BTreeSet<[Entrant; 2]> = fixtures().map(|fixture| sorted(fixture.entrants[0], fixture.entrants[1])).collect();
        let mut first = vec![0; self.entrants];
        fixtures().for_each(|fixture| first[fixture.entrants[0] as usize] += 1);
        let meeting = |[a, b]: [Entrant; 2]| {
            let pair = if first[a as usize] <= first[b as usize] { vec![a, b] } else { vec![b, a] };
            Meeting::new(pair, self.fixtures, self.seating)
        };
        self.pair(&order, &met).into_iter().map(meeting).collect()
    }

    fn total(&self) -> Total {
        Total::Exactly((self.entrants / 2) as u64 * u64::from(self.rounds) * u64::from(self.fixtures))
    }

    fn depends(&self) -> bool {
        true
    }
}

/// The pairs of a round and what the first of each scored a fixture.
fn meetings(past: &Past<'_>, round: &[Fixture]) -> Vec<([Entrant; 2], f64)> {
    let mut found: BTreeMap<u64, ([Entrant; 2], f64, u32)> = BTreeMap::new();
    for fixture in round {
        let entry = found.entry(fixture.meeting).or_insert(([fixture.entrants[0], fixture.entrants[1]], 0.0, 0));
        entry.1 += past.score(fixture);
        entry.2 += 1;
    }
    found.into_values().map(|(pair, sum, count)| (pair, sum / f64::from(count))).collect()
}

fn search(left: &[Entrant], met: &BTreeSet<[Entrant; 2]>, pairs: &mut Vec<[Entrant; 2]>, steps: &mut u32) -> bool {
    let Some((first, rest)) = left.split_first() else { return true };
    for (n, other) in rest.iter().enumerate().filter(|(_, other)| !met.contains(&sorted(*first, **other))) {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        pairs.push([*first, *other]);
        let others: Vec<Entrant> = rest.iter().enumerate().filter(|(k, _)| *k != n).map(|(_, entrant)| *entrant).collect();
        if search(&others, met, pairs, steps) {
            return true;
        }
        pairs.pop();
    }
    false
}

fn sorted(a: Entrant, b: Entrant) -> [Entrant; 2] {
    [a.min(b), a.max(b)]
}

//! Who meets whom, and who sits where.
use serde::{Deserialize, Serialize};

/// Two entrants by number.
pub type Pair = (usize, usize);

/// Every pair once, in rounds in which nobody plays twice (the circle method).
pub fn round_robin(entrants: usize) -> Vec<Vec<Pair>> {
    let even = entrants + entrants % 2;
    let rounds = even.saturating_sub(1);
    (0..rounds)
        .map(|round| {
            // The last place stands still, the others move round the circle.
            let place = |k: usize| if k == even - 1 { k } else { (round + k) % (even - 1) };
            let mut pairs: Vec<Pair> = (0..even / 2).map(|k| (place(k), place(even - 1 - k))).collect();
            pairs.retain(|(a, b)| *a < entrants && *b < entrants);
            pairs
        })
        .collect()
}

/// The seatings of a mirror fixture: every entrant sits in every chair once.
/// `seating[chair]` is the entrant who sits there.
pub fn rotations(seats: usize) -> Vec<Vec<usize>> {
    (0..seats).map(|turn| (0..seats).map(|chair| (chair + turn) % seats).collect()).collect()
}

/// How often a fixture is played, and who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seating {
    /// One game, seats as given.
    Once,
    /// Every entrant sits in every chair once: two games for two, four for four.
    #[default]
    Mirror,
    /// Every way to sit round the table once, turns not counted: six games for four, chairs as even as six games allow.
    Neighbours,
    /// Every seating: 24 games for four.
    All,
}

impl Seating {
    /// The games of a fixture. `seating[chair]` is the place in the fixture's list of the entrant who sits there.
    pub fn games(self, seats: usize) -> Vec<Vec<usize>> {
        match self {
            Seating::Once => vec![(0..seats).collect()],
            Seating::Mirror => rotations(seats),
            Seating::Neighbours => even(rings(seats)),
            Seating::All => rings(seats).iter().flat_map(|ring| (0..seats).map(|turn| turned(ring, turn))).collect(),
        }
    }
}

/// Every circular order once, with the first entrant in the first chair.
fn rings(seats: usize) -> Vec<Vec<usize>> {
    let mut rings = vec![vec![0]];
    for next in 1..seats {
        rings = rings.iter().flat_map(|ring| (1..=ring.len()).map(move |at| [&ring[..at], &[next], &ring[at..]].concat())).collect();
    }
    rings.sort_unstable();
    rings
}

fn turned(ring: &[usize], turn: usize) -> Vec<usize> {
    (0..ring.len()).map(|chair| ring[(chair + turn) % ring.len()]).collect()
}

/// Turns each ring to where it keeps the chairs most even, one after the other.
fn even(rings: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let seats = rings[0].len();
    let mut sat = vec![vec![0u32; seats]; seats];
    let place = |sat: &mut Vec<Vec<u32>>, ring: &Vec<usize>| {
        let cost = |turn: &usize| -> u32 { turned(ring, *turn).iter().enumerate().map(|(chair, who)| sat[*who][chair] * 2 + 1).sum() };
        let best = turned(ring, (0..seats).min_by_key(cost).expect("a table has seats"));
        best.iter().enumerate().for_each(|(chair, who)| sat[*who][chair] += 1);
        best
    };
    rings.iter().map(|ring| place(&mut sat, ring)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_have_six_neighbourings_and_24_seatings() {
        let neighbours = Seating::Neighbours.games(4);
        let ring = |seating: &Vec<usize>| turned(seating, seating.iter().position(|who| *who == 0).unwrap());
        assert_eq!(neighbours.iter().map(ring).collect::<BTreeSet<_>>().len(), 6);
        for who in 0..4 {
            for chair in 0..4 {
                let sat = neighbours.iter().filter(|seating| seating[chair] == who).count();
                assert!((1..=2).contains(&sat), "{who} sits {sat} times in chair {chair}: {neighbours:?}");
            }
        }
        assert_eq!(Seating::All.games(4).into_iter().collect::<BTreeSet<_>>().len(), 24);
        for seating in [Seating::Mirror, Seating::All, Seating::Neighbours] {
            assert_eq!(seating.games(2).into_iter().collect::<BTreeSet<_>>().len(), if seating == Seating::Neighbours { 1 } else { 2 });
        }
    }
    use std::collections::BTreeSet;

    #[test]
    fn a_round_robin_has_every_pair_once_and_nobody_twice_in_a_round() {
        for entrants in 0..12 {
            let rounds = round_robin(entrants);
            let mut met = BTreeSet::new();
            for round in &rounds {
                let busy: BTreeSet<usize> = round.iter().flat_map(|(a, b)| [*a, *b]).collect();
                assert_eq!(busy.len(), 2 * round.len(), "{entrants} entrants: nobody plays twice in a round");
                for (a, b) in round {
                    assert!(met.insert((*a.min(b), *a.max(b))), "{entrants} entrants: nobody meets twice");
                }
            }
            assert_eq!(met.len(), entrants * entrants.saturating_sub(1) / 2);
        }
    }

    #[test]
    fn a_mirror_fixture_seats_everyone_everywhere() {
        assert_eq!(rotations(2), [[0, 1], [1, 0]]);
        for chair in 0..4 {
            assert_eq!(rotations(4).iter().map(|seating| seating[chair]).collect::<BTreeSet<_>>().len(), 4);
        }
    }
}

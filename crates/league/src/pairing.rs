//! Who meets whom, and who sits where.

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

#[cfg(test)]
mod tests {
    use super::*;
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

//! The CO 456 series: about `SeriesLength` mirror matches with an end that nobody can foresee.
use serde::Serialize;

/// How one series runs: for each board, whether the first entrant starts in its first game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    pub first_starts: Vec<bool>,
}

impl Series {
    /// `length - 2` boards, then one more for every head before the first tail (one on average), so that no bot can
    /// reason back from the last board. A further coin a board says who starts.
    pub fn toss(length: u32, mut coin: impl FnMut() -> bool) -> Series {
        let mut boards = length.saturating_sub(2).max(1);
        // A coin that never shows tails must not keep the tournament from ending.
        while boards < length + 64 && coin() {
            boards += 1;
        }
        Series { first_starts: (0..boards).map(|_| coin()).collect() }
    }

    pub fn boards(&self) -> usize {
        self.first_starts.len()
    }
}

/// A row of the final ranking.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// From one; equal totals share the better place.
    pub place: usize,
    pub entrant: usize,
    /// The sum over opponents of the mean payoff per game.
    pub total: f64,
}

/// Ranks by total payoff. `mean[a][b]` is what `a` got per game against `b`; absent: they did not meet.
pub fn ranking(mean: &[Vec<Option<f64>>]) -> Vec<Standing> {
    ranked(&mean.iter().map(|row| row.iter().flatten().sum()).collect::<Vec<f64>>())
}

/// Ranks by score, highest first.
pub fn ranked(scores: &[f64]) -> Vec<Standing> {
    let mut table: Vec<Standing> =
        scores.iter().enumerate().map(|(entrant, total)| Standing { place: 0, entrant, total: *total }).collect();
    table.sort_by(|a, b| b.total.total_cmp(&a.total).then(a.entrant.cmp(&b.entrant)));
    for i in 0..table.len() {
        table[i].place = if i > 0 && table[i].total == table[i - 1].total { table[i - 1].place } else { i + 1 };
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(seed: u64) -> impl FnMut() -> bool {
        let mut state = seed;
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 63 == 1
        }
    }

    #[test]
    fn a_series_has_length_less_two_boards_and_a_geometric_tail_of_mean_one() {
        let boards: Vec<usize> =
            (0..20_000).map(|seed| Series::toss(20, coins(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed))).boards()).collect();
        assert_eq!(*boards.iter().min().unwrap(), 18);
        let mean = boards.iter().sum::<usize>() as f64 / boards.len() as f64;
        assert!((mean - 19.0).abs() < 0.06, "{mean}");
        let none = boards.iter().filter(|n| **n == 18).count() as f64 / boards.len() as f64;
        assert!((none - 0.5).abs() < 0.015, "half of all series end at once: {none}");
    }

    #[test]
    fn a_series_always_ends() {
        assert_eq!(Series::toss(20, || true).boards(), 84);
        assert_eq!(Series::toss(1, || false).boards(), 1);
    }

    #[test]
    fn ranking_is_by_total_payoff_over_opponents() {
        let mean = vec![vec![None, Some(2.0), Some(0.5)], vec![Some(1.0), None, Some(1.5)], vec![Some(2.0), Some(2.0), None]];
        let table: Vec<_> = ranking(&mean).into_iter().map(|row| (row.place, row.entrant, row.total)).collect();
        assert_eq!(table, [(1, 2, 4.0), (2, 0, 2.5), (2, 1, 2.5)]);
    }
}

//! Means and their intervals, over fixtures: games of a fixture share luck, so they are not independent.
use serde::{Deserialize, Serialize};

/// Running mean and variance of a list of numbers, in the order they are given.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    count: u64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    spread: f64,
}

/// A mean and how far it can be trusted.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Interval {
    pub mean: f64,
    /// Half the width of the 95 % interval; absent where one number says nothing about spread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
}

impl Tally {
    /// Adds one number, numerically safe for any length (Welford).
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.spread += off * (value - self.mean);
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean.
    pub fn error(&self) -> Option<f64> {
        (self.count >= 2).then(|| (self.spread / (self.count - 1) as f64 / self.count as f64).max(0.0).sqrt())
    }

    /// The mean with its 95 % interval (Student's t).
    pub fn interval(&self) -> Interval {
        let margin = self.error().map(|error| error * student_95(self.count - 1));
        Interval { mean: self.mean, margin }
    }
}

/// The two-sided 95 % quantile of Student's t.
fn student_95(degrees: u64) -> f64 {
    const SMALL: [f64; 10] = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];
    match SMALL.get(degrees as usize - 1) {
        Some(quantile) => *quantile,
        None => {
            // Cornish and Fisher's expansion around the normal quantile.
            let (z, n): (f64, f64) = (1.959_964, degrees as f64);
            let [z3, z5, z7] = [3, 5, 7].map(|power| z * (z * z).powi((power - 1) / 2));
            z + (z3 + z) / (4.0 * n)
                + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
                + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_interval_of_a_textbook_sample() {
        let mut tally = Tally::default();
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| tally.add(value));
        assert_eq!(tally.mean(), 5.0);
        let error = (32.0f64 / 7.0 / 8.0).sqrt();
        assert!((tally.error().unwrap() - error).abs() < 1e-12);
        assert!((tally.interval().margin.unwrap() - 2.365 * error).abs() < 1e-9);
    }

    #[test]
    fn one_number_has_no_interval() {
        let mut tally = Tally::default();
        tally.add(3.0);
        assert_eq!(tally.interval(), Interval { mean: 3.0, margin: None });
    }

    #[test]
    fn quantiles_agree_with_the_tables() {
        for (degrees, quantile) in [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (60, 2.000), (1_000_000, 1.960)] {
            assert!((student_95(degrees) - quantile).abs() < 1e-3, "{degrees}");
        }
    }

    #[test]
    fn intervals_cover_the_truth() {
        let mut state = 1u64;
        let mut coin = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 63) as f64
        };
        let covered = (0..2_000)
            .filter(|_| {
                let mut tally = Tally::default();
                (0..40).for_each(|_| tally.add(coin()));
                let found = tally.interval();
                (found.mean - 0.5).abs() <= found.margin.unwrap()
            })
            .count();
        assert!((1_840..=1_960).contains(&covered), "{covered} of 2000 intervals cover the mean");
    }
}

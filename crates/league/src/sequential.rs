//! Is one bot better than another? A test over fixture scores that stops as soon as it can tell.
use crate::{Entrant, Log, Tally, fixture_score};
use serde::Serialize;

/// Two guesses of the Elo difference, and how often either may be taken wrongly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SequentialTest {
    pub elo: [f64; 2],
    /// The chance to take the second where the first is true, and the other way round.
    pub errors: [f64; 2],
}

impl Default for SequentialTest {
    fn default() -> SequentialTest {
        SequentialTest { elo: [0.0, 10.0], errors: [0.05, 0.05] }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    First,
    Second,
    PlayOn,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Verdict {
    pub decision: Decision,
    /// The logarithm of how much likelier the second guess is, and where it stops below and above.
    pub ratio: f64,
    pub bounds: [f64; 2],
    pub fixtures: usize,
    /// The Elo difference found, with its 95 % interval (infinite where everything was won or lost).
    pub elo: f64,
    pub interval: Option<[f64; 2]>,
}

impl SequentialTest {
    /// Judges the scores of fixtures, each from zero to one. The games of a fixture share their luck, so a fixture counts as
    /// one: with two games it has five possible scores.
    pub fn judge(&self, scores: &[f64]) -> Verdict {
        let [first, second] = self.errors;
        let bounds = [(second / (1.0 - first)).ln(), ((1.0 - second) / first).ln()];
        let ratio = if scores.is_empty() { 0.0 } else { self.ratio(scores) };
        let decision = if ratio <= bounds[0] {
            Decision::First
        } else if ratio >= bounds[1] {
            Decision::Second
        } else {
            Decision::PlayOn
        };
        let mut tally = Tally::default();
        let mut sorted = scores.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.iter().for_each(|score| tally.add(*score));
        let found = tally.interval();
        let interval = found.margin.map(|margin| [found.mean - margin, found.mean + margin].map(elo_of));
        let elo = if scores.is_empty() { 0.0 } else { elo_of(found.mean) };
        Verdict { decision, ratio, bounds, fixtures: scores.len(), elo, interval }
    }

    /// The generalised ratio: for each guess the likeliest distribution of scores that has its mean.
    fn ratio(&self, scores: &[f64]) -> f64 {
        let mut points: Vec<(f64, f64)> = scores.iter().map(|score| (*score, 1.0)).collect();
        // A trace of both ends, so that every mean is possible.
        points.extend([(0.0, 1e-3), (1.0, 1e-3)]);
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        let [first, second] = self.elo.map(|elo| height(&points, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))));
        second - first
    }
}

/// What `a` scored in each fixture against `b`.
pub fn scores_between(log: &Log, a: Entrant, b: Entrant) -> Vec<f64> {
    let both = log.fixtures().filter(|games| games.iter().all(|game| game.seat_of(a).is_some() && game.seat_of(b).is_some()));
    both.filter_map(|games| fixture_score(&games, a)).collect()
}

/// The log-likelihood of weighted points under their likeliest distribution with a given mean, less that without the mean.
fn height(points: &[(f64, f64)], mean: f64) -> f64 {
    let slope = |tilt: f64| points.iter().map(|(x, weight)| weight * (x - mean) / (1.0 + tilt * (x - mean))).sum::<f64>();
    // The slope falls between the two poles.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let tilt = 0.5 * (low + high);
    -points.iter().map(|(x, weight)| weight * (tilt * (x - mean)).ln_1p()).sum::<f64>()
}

fn elo_of(score: f64) -> f64 {
    400.0 * (score.clamp(0.0, 1.0) / (1.0 - score.clamp(0.0, 1.0))).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dice;

    /// Between zero and one alone, the likeliest distribution is a coin: the plain test of Wald.
    #[test]
    fn with_two_scores_it_is_walds_test() {
        let scores: Vec<f64> = (0..100).map(|n| f64::from(u8::from(n < 60))).collect();
        let test = SequentialTest { elo: [0.0, 50.0], errors: [0.05, 0.05] };
        let p = 1.0 / (1.0 + 10f64.powf(-50.0 / 400.0));
        let wald = 60.0 * (p / 0.5f64).ln() + 40.0 * ((1.0 - p) / 0.5f64).ln();
        let verdict = test.judge(&scores);
        assert!((verdict.ratio - wald).abs() < 1e-3, "{} {wald}", verdict.ratio);
        assert!((verdict.elo - 70.436_504).abs() < 1e-5, "400 log10(60/40)");
        assert_eq!(test.judge(&[]).decision, Decision::PlayOn);
    }

    #[test]
    fn it_is_wrong_about_as_seldom_as_asked() {
        let test = SequentialTest { elo: [0.0, 60.0], errors: [0.05, 0.05] };
        for (elo, right) in [(0.0, Decision::First), (60.0, Decision::Second)] {
            let chance = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
            let run = |seed: u64| {
                let mut dice = Dice::new(seed, 3);
                let mut scores = Vec::new();
                for _ in 0..4_000 {
                    scores.push((0..2).map(|_| 0.5 * f64::from(u8::from(dice.unit() < chance))).sum());
                    let decision = test.judge(&scores).decision;
                    if scores.len() >= 10 && decision != Decision::PlayOn {
                        return decision == right;
                    }
                }
                false
            };
            let wrong = (0..200).filter(|seed| !run(*seed)).count();
            assert!(wrong <= 22, "{elo}: {wrong} of 200 wrong");
        }
    }
}

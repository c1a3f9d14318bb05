//! Intervals without a formula: draw the fixtures again, with repetition, and rate each draw.
use crate::choice::Counts;
use crate::rating::{Method, RatingError, RatingSettings, counts};
use crate::{Dice, Entrant, Log, choice};

/// A log ready to be drawn again. Each draw is a pure function of (seed, number), so draws may be made anywhere.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    counts: Counts,
    top: Vec<f64>,
    entrants: usize,
    seed: u64,
}

impl Bootstrap {
    /// For `elo-ml` and `plackett-luce-ml`.
    pub fn new(method: Method, log: &Log, settings: &RatingSettings, seed: u64) -> Result<Bootstrap, RatingError> {
        let counts = counts(method, log, settings)?;
        let top = counts.top(None);
        Ok(Bootstrap { counts, top, entrants: log.entrants(), seed })
    }

    /// The strengths of one draw, in Elo from their mean.
    pub fn draw(&self, number: u64) -> Vec<f64> {
        let fixtures = self.counts.fixtures();
        let mut dice = Dice::new(self.seed, number);
        let mut times = vec![0; fixtures];
        (0..fixtures).for_each(|_| times[dice.below(fixtures)] += 1);
        let top = self.counts.weighted(&times).top(Some(&self.top));
        let mean = top[..self.entrants].iter().sum::<f64>() / self.entrants as f64;
        top[..self.entrants].iter().map(|strength| choice::ELO * (strength - mean)).collect()
    }

    /// Many draws.
    pub fn draws(&self, count: u64) -> Draws {
        Draws((0..count).map(|number| self.draw(number)).collect())
    }
}

/// Strengths by draw and entrant.
#[derive(Clone, PartialEq, Debug)]
pub struct Draws(pub Vec<Vec<f64>>);

impl Draws {
    /// The part of the draws in which `a` is above `b`.
    pub fn superiority(&self, a: Entrant, b: Entrant) -> f64 {
        let above = self.0.iter().filter(|draw| draw[a as usize] > draw[b as usize]).count();
        above as f64 / self.0.len() as f64
    }

    /// The standard error of an entrant's strength.
    pub fn error(&self, entrant: Entrant) -> f64 {
        let count = self.0.len() as f64;
        let mean = self.0.iter().map(|draw| draw[entrant as usize]).sum::<f64>() / count;
        let spread: f64 = self.0.iter().map(|draw| (draw[entrant as usize] - mean).powi(2)).sum();
        (spread / (count - 1.0)).sqrt()
    }

    /// The middle 95 % of an entrant's strengths.
    pub fn interval(&self, entrant: Entrant) -> [f64; 2] {
        let mut values: Vec<f64> = self.0.iter().map(|draw| draw[entrant as usize]).collect();
        values.sort_by(f64::total_cmp);
        let at = |part: f64| values[(part * (values.len() - 1) as f64).round() as usize];
        [at(0.025), at(0.975)]
    }
}

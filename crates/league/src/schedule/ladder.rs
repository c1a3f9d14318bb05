//! Ladder: plays next what is expected to tell most.
use super::{Meeting, Past, Schedule, Total};
use crate::rating::{Method, RatingSettings, strengths};
use crate::{Dice, Entrant, Fit, Seating};

/// Rounds of pairs for two seats. Each round is chosen from the batch ratings of all results before it.
#[derive(Clone, PartialEq, Debug)]
pub struct Ladders {
    pub entrants: usize,
    /// Fixtures in all.
    pub budget: u64,
    /// Fixtures a round; nobody plays twice in a round, so at most half the entrants.
    pub per_round: usize,
    /// Whoever has played less than this part of the mean is paired first.
    pub floor: f64,
    pub seating: Seating,
    /// For the lots of equals.
    pub seed: u64,
}

impl Schedule for Ladders {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        let so_far: usize = past.rounds.iter().map(Vec::len).sum();
        let left = self.budget.saturating_sub(so_far as u64).min(self.per_round as u64) as usize;
        if left == 0 || self.entrants < 2 {
            return Vec::new();
        }
        let fit = strengths(Method::EloMl, &past.log, &RatingSettings::default()).expect("a ladder is of games of two");
        let mut played = vec![0u32; self.entrants];
        past.rounds.iter().flatten().flat_map(|fixture| &fixture.entrants).for_each(|entrant| played[*entrant as usize] += 1);
        let mean = f64::from(played.iter().sum::<u32>()) / self.entrants as f64;
        let rare: Vec<bool> = played.iter().map(|count| f64::from(*count) < self.floor * mean).collect();
        let mut lots: Vec<Entrant> = (0..self.entrants as Entrant).collect();
        Dice::new(self.seed, u64::from(past.number)).shuffle(&mut lots);
        let games = self.seating.games(2).len() as f64;
        let mut pairs: Vec<(bool, f64, [Entrant; 2])> = Vec::new();
        for (n, a) in lots.iter().enumerate() {
            for b in &lots[..n] {
                pairs.push((rare[*a as usize] || rare[*b as usize], gain(&fit, *a, *b, games), [*a, *b]));
            }
        }
        // Stable: the lots decide between equals.
        pairs.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
        let mut busy = vec![false; self.entrants];
        let mut meetings = Vec::new();
        for (_, _, [a, b]) in pairs {
            if meetings.len() < left && !busy[a as usize] && !busy[b as usize] {
                busy[a as usize] = true;
                busy[b as usize] = true;
                let pair = if (a + b) % 2 == past.number % 2 { vec![a, b] } else { vec![b, a] };
                meetings.push(Meeting::new(pair, 1, self.seating));
            }
        }
        meetings
    }

    fn total(&self) -> Total {
        Total::Exactly(if self.entrants < 2 || self.per_round == 0 { 0 } else { self.budget })
    }

    fn depends(&self) -> bool {
        true
    }
}

/// How much a fixture between two is expected to shrink the uncertainty of all strengths: the loss of entropy.
fn gain(fit: &Fit, a: Entrant, b: Entrant, games: f64) -> f64 {
    let (lead, error) = fit.difference(a, b);
    let (lead, error) = (lead / crate::choice::ELO, error / crate::choice::ELO);
    0.5 * (games * information(lead) * error * error).ln_1p()
}

/// What one game tells about a difference of strengths in natural units.
pub(super) fn information(lead: f64) -> f64 {
    let chance = 1.0 / (1.0 + (-lead).exp());
    chance * (1.0 - chance)
}

//! Adaptive grading: a base that everybody plays, then more for those of whom it is not decided which reference they beat.
use super::ladder::information;
use super::{Meeting, Past, Schedule, Total};
use crate::choice::ELO;
use crate::normal::normal;
use crate::rating::{Method, RatingSettings, strengths, superiority};
use crate::{Dice, Entrant, Fit, Seating};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug)]
pub struct Adaptive {
    pub entrants: usize,
    pub references: Vec<Entrant>,
    /// Rounds in which every team plays a drawn opponent or a reference.
    pub base: u32,
    /// Fixtures in all, the base included.
    pub budget: u64,
    /// Fixtures a round after the base.
    pub per_round: usize,
    /// A threshold is decided when one side is stronger with this probability.
    pub confidence: f64,
    pub rivals: Rivals,
    pub seating: Seating,
    pub seed: u64,
    pub rating: RatingSettings,
}

/// Against whom the undecided play on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rivals {
    /// Against the reference in question: easiest to explain.
    References,
    /// Against each other too, where one game serves two: fewest games.
    #[default]
    Anyone,
}

/// A team and a reference that are not told apart yet.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Undecided {
    pub team: Entrant,
    pub reference: Entrant,
    /// That the team is stronger.
    pub probability: f64,
}

/// Every team and reference between whom neither is stronger with the probability asked for.
pub fn undecided(fit: &Fit, entrants: usize, references: &[Entrant], confidence: f64) -> Vec<Undecided> {
    let teams = (0..entrants as Entrant).filter(|team| !references.contains(team));
    let pairs = teams.flat_map(|team| references.iter().map(move |reference| (team, *reference)));
    let doubt = pairs.map(|(team, reference)| {
        let (by, error) = fit.difference(team, reference);
        Undecided { team, reference, probability: superiority(by, error) }
    });
    doubt.filter(|doubt| doubt.probability.max(1.0 - doubt.probability) < confidence).collect()
}

impl Adaptive {
    /// A round of the base: every team plays once. Each reference meets several teams, since everybody is measured by it.
    fn drawn(&self, number: u32) -> Vec<Meeting> {
        let mut lots: Vec<Entrant> = (0..self.entrants as Entrant).filter(|entrant| !self.references.contains(entrant)).collect();
        Dice::new(self.seed, u64::from(number)).shuffle(&mut lots);
        let references = self.references.len();
        let mut met = if references == 0 { 0 } else { (lots.len() / (4 * references)).max(1) * references };
        met += (lots.len().saturating_sub(met)) % 2 * usize::from(references > 0);
        let (up, rest) = lots.split_at(met.min(lots.len()));
        let turn = number as usize;
        let measured = up.iter().enumerate().map(|(n, team)| vec![*team, self.references[(n + turn) % references]]);
        let pairs = measured.chain(rest.chunks_exact(2).map(<[Entrant]>::to_vec));
        pairs.map(|pair| Meeting::new(pair, 1, self.seating)).collect()
    }

    /// The undecided by what playing on is worth, most first.
    fn wanting(&self, fit: &Fit) -> Vec<Want> {
        let games = self.seating.games(2).len() as f64;
        let mut wanting: Vec<Want> = Vec::new();
        for doubt in undecided(fit, self.entrants, &self.references, self.confidence) {
            let (lead, error) = fit.difference(doubt.team, doubt.reference);
            let worth = worth(lead / ELO, error / ELO, games);
            match wanting.last_mut().filter(|want| want.team == doubt.team) {
                // The thresholds of a team add up; the reference is the one in most doubt.
                Some(want) => {
                    if worth > want.most {
                        (want.most, want.reference) = (worth, doubt.reference);
                    }
                    want.worth += worth;
                }
                None => wanting.push(Want { team: doubt.team, reference: doubt.reference, worth, most: worth }),
            }
        }
        wanting.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.team.cmp(&b.team)));
        wanting
    }

    fn pairs(&self, fit: &Fit, count: usize) -> Vec<[Entrant; 2]> {
        match self.rivals {
            Rivals::References => self.wanting(fit).into_iter().take(count).map(|want| [want.team, want.reference]).collect(),
            Rivals::Anyone => self.best(fit, count),
        }
    }

    /// The pairs whose fixture lowers the doubt about all thresholds most: a game also tells about those who have met the
    /// players, and about everybody if a reference plays. A team plays once a round.
    fn best(&self, fit: &Fit, count: usize) -> Vec<[Entrant; 2]> {
        let games = self.seating.games(2).len() as f64;
        let value = self.value(fit, games);
        let at = |a: Entrant, b: Entrant| value[a as usize * self.entrants + b as usize];
        let mut pairs: Vec<(f64, [Entrant; 2])> = Vec::new();
        for a in 0..self.entrants as Entrant {
            for b in 0..a {
                let (lead, error) = fit.difference(a, b);
                let told = games * information(lead / ELO);
                let lowered = (at(a, a) + at(b, b) - 2.0 * at(a, b)) * told / (1.0 + told * (error / ELO).powi(2));
                pairs.push((lowered, [a, b]));
            }
        }
        pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut busy = vec![false; self.entrants];
        let mut chosen = Vec::new();
        for (lowered, pair) in pairs {
            if chosen.len() < count && lowered > 0.0 && !pair.iter().any(|one| busy[*one as usize]) {
                pair.iter().filter(|one| !self.references.contains(one)).for_each(|one| busy[*one as usize] = true);
                chosen.push(pair);
            }
        }
        chosen
    }

    /// `C A Cᵀ` with the covariance C of strengths and the sum A over thresholds of what a smaller variance is worth there.
    fn value(&self, fit: &Fit, games: f64) -> Vec<f64> {
        let n = self.entrants;
        let mut product = vec![0.0; n * n];
        for doubt in undecided(fit, n, &self.references, self.confidence) {
            let (lead, error) = fit.difference(doubt.team, doubt.reference);
            let (lead, error) = (lead / ELO, error / ELO);
            let told = games * information(lead);
            let removed = error * error - 1.0 / (1.0 / (error * error) + told);
            let weight = worth(lead, error, games) / removed;
            if weight > 0.0 {
                let moved: Vec<f64> =
                    (0..n).map(|k| fit.covariance(k, doubt.team as usize) - fit.covariance(k, doubt.reference as usize)).collect();
                for (row, mine) in product.chunks_exact_mut(n).zip(&moved) {
                    row.iter_mut().zip(&moved).for_each(|(entry, theirs)| *entry += weight * mine * theirs);
                }
            }
        }
        product
    }
}

impl Schedule for Adaptive {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        if self.entrants < 2 {
            return Vec::new();
        }
        let so_far: usize = past.rounds.iter().map(Vec::len).sum();
        let left = self.budget.saturating_sub(so_far as u64) as usize;
        let mut meetings = if past.number < self.base {
            self.drawn(past.number)
        } else {
            let fit = strengths(Method::EloMl, &past.log, &self.rating).expect("grades by strength are of games of two");
            let pairs = self.pairs(&fit, self.per_round.min(left));
            pairs.into_iter().map(|pair| Meeting::new(pair.to_vec(), 1, self.seating)).collect()
        };
        meetings.truncate(left);
        meetings
    }

    fn total(&self) -> Total {
        Total::AtMost(self.budget)
    }

    fn depends(&self) -> bool {
        true
    }
}

struct Want {
    team: Entrant,
    reference: Entrant,
    worth: f64,
    most: f64,
}

/// How much less likely the wrong side is chosen for each further fixture, at the best number of them.
fn worth(lead: f64, error: f64, games: f64) -> f64 {
    let now = normal(-lead.abs() / error);
    let told = games * information(lead);
    let after = |fixtures: f64| {
        let left = (1.0 / (1.0 / (error * error) + fixtures * told)).sqrt();
        let moved = (error * error - left * left).max(0.0).sqrt();
        // The estimate will move by a normal step: take the mean over eight equal parts of it.
        let parts = (0..8).map(|part| moved * STEPS[part]);
        parts.map(|step| normal(-(lead + step).abs() / left)).sum::<f64>() / 8.0
    };
    [1.0, 4.0, 16.0].into_iter().map(|fixtures| (now - after(fixtures)) / fixtures).fold(0.0, f64::max)
}

/// The middles of eight equal parts of the normal distribution.
const STEPS: [f64; 8] = [-1.534_121, -0.887_147, -0.488_776, -0.157_311, 0.157_311, 0.488_776, 0.887_147, 1.534_121];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::quantile;

    #[test]
    fn steps_are_quantiles() {
        for (part, step) in STEPS.into_iter().enumerate() {
            assert!((quantile((part as f64 + 0.5) / 8.0) - step).abs() < 1e-6);
        }
    }

    #[test]
    fn a_near_team_is_worth_more_than_a_far_one() {
        assert!(worth(0.1, 0.2, 2.0) > worth(0.5, 0.2, 2.0));
        assert!(worth(0.5, 0.2, 2.0) > worth(1.5, 0.2, 2.0));
    }
}

//! Ratings by name: each is a pure function of the log.
use crate::choice::{Counts, Fit, MOST_SEATS, Model};
use crate::normal::{normal, quantile};
use crate::{Elo, Entrant, Log, Matrix, Points, borrowed};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Which rating.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    EloLadder,
    EloMl,
    EloShuffled(u32),
    Payoff,
    Points,
    PlackettLuceMl,
    TrueSkill,
    WengLin,
    Glicko2,
}

/// All methods by name, with a line of explanation each.
pub const METHODS: &[(&str, Method, &str)] = &[
    ("elo-ladder", Method::EloLadder, "Elo game by game in the order of fixtures, K from 40 down to 16; for a live table"),
    ("elo-ml", Method::EloMl, "the most likely strengths (Bradley and Terry) with seat and draw terms and intervals; for two seats"),
    ("elo-shuffled(N)", Method::EloShuffled(1000), "Elo with one K, averaged over N seeded orders of the games"),
    ("payoff", Method::Payoff, "mean payoff a game, over opponents, with intervals"),
    ("points", Method::Points, "the sum of match points"),
    (
        "plackett-luce-ml",
        Method::PlackettLuceMl,
        "the most likely strengths with seat and tie terms and intervals; for any number of seats",
    ),
    ("trueskill", Method::TrueSkill, "TrueSkill, game by game"),
    ("weng-lin", Method::WengLin, "Weng and Lin's Bradley-Terry rating, game by game"),
    ("glicko2", Method::Glicko2, "Glicko-2, a fixture being a period"),
];

/// What the methods can be told. Every field has a default.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct RatingSettings {
    /// Where ratings start, or the mean of the strengths, or the rating of the anchor.
    pub start: f64,
    /// The entrant whose rating is `start` by definition.
    pub anchor: Option<Entrant>,
    /// The standard deviation of strengths before anything was played, in Elo.
    pub prior: f64,
    /// A term for draws; otherwise a draw is half a win.
    pub draw_term: bool,
    /// A term for each seat.
    pub seat_term: bool,
    /// K of `elo-shuffled`.
    pub k: f64,
    /// K of `elo-ladder` at first, in the end, and the number of games between.
    pub ladder_k: [f64; 2],
    pub ladder_settle: u32,
    /// Neighbours are tied unless the upper one is stronger with this probability.
    pub confidence: f64,
    /// For shuffled orders.
    pub seed: u64,
    pub points: Points,
}

impl Default for RatingSettings {
    fn default() -> RatingSettings {
        let Elo { start, first, last, settle, .. } = Elo::ladder();
        RatingSettings {
            start,
            anchor: None,
            prior: 400.0,
            draw_term: true,
            seat_term: true,
            k: 32.0,
            ladder_k: [first, last],
            ladder_settle: settle,
            confidence: 0.95,
            seed: 0,
            points: Points::CHESS,
        }
    }
}

/// A table of ratings, best first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    pub method: Method,
    pub rows: Vec<Rating>,
    /// What each seat is worth, where the method has such terms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<f64>,
    /// Tie terms by size of tie: Davidson's `nu` for two.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<(usize, f64)>,
    /// Of the log it was made from.
    pub fingerprint: u64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    pub entrant: Entrant,
    /// From one; equal ratings share the better place.
    pub place: usize,
    pub rating: f64,
    /// The standard error, where the method knows one.
    pub error: Option<f64>,
    pub games: u32,
    /// The probability to be stronger than the next row.
    pub superiority: Option<f64>,
    /// Whether that is not enough to tell them apart.
    pub tied: bool,
}

impl Rating {
    /// The 95 % interval.
    pub fn interval(&self) -> Option<[f64; 2]> {
        let reach = self.error? * quantile(0.975);
        Some([self.rating - reach, self.rating + reach])
    }
}

/// Why a log cannot be rated as asked.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RatingError {
    #[error("{method} rates games of two, and fixture {fixture} has {seats} seats: use plackett-luce-ml")]
    Seats { method: Method, fixture: u64, seats: usize },
    #[error("{method} rates tables of at most {MOST_SEATS}, and fixture {fixture} has {seats} seats")]
    Crowd { method: Method, fixture: u64, seats: usize },
    #[error("the anchor is entrant {0}, but there is none of that number")]
    Anchor(Entrant),
    #[error("{0} is {1}, and it must be a positive number")]
    Positive(&'static str, f64),
}

impl Ratings {
    /// Rates everybody.
    pub fn new(method: Method, log: &Log, settings: &RatingSettings) -> Result<Ratings, RatingError> {
        settings.check(log)?;
        let elo = Elo { start: settings.start, ..Elo::constant(settings.k) };
        let [first, last] = settings.ladder_k;
        let ladder = Elo { first, last, settle: settings.ladder_settle, ..elo };
        let bare = |ratings: Vec<f64>| ratings.into_iter().map(|rating| (rating, None)).collect();
        let sure = |ratings: borrowed::Rated| ratings.into_iter().map(|(rating, error)| (rating, Some(error))).collect();
        let values = match method {
            Method::EloLadder => bare(ladder.play(log)),
            Method::EloShuffled(orders) => bare(elo.shuffled(log, orders, settings.seed)),
            Method::EloMl | Method::PlackettLuceMl => return Ok(Self::fitted(method, log, settings, &strengths(method, log, settings)?)),
            Method::Payoff => payoffs(log),
            Method::Points => settings.points.table(log).into_iter().map(points_row).collect(),
            Method::TrueSkill => sure(borrowed::trueskill(log)),
            Method::WengLin => sure(borrowed::weng_lin(log)),
            Method::Glicko2 => sure(borrowed::glicko2(log)),
        };
        let mut ratings = Ratings { method, rows: rows(values, log), seats: Vec::new(), ties: Vec::new(), fingerprint: log.fingerprint() };
        // Errors of different entrants are taken as independent here.
        ratings.mark(settings.confidence, |a, b| Some((a.rating - b.rating, a.error?.hypot(b.error?))));
        Ok(ratings)
    }

    /// The table of strengths that were fitted already.
    pub fn fitted(method: Method, log: &Log, settings: &RatingSettings, fit: &Fit) -> Ratings {
        let elos = fit.elos();
        let (zero, errors) = match settings.anchor {
            Some(anchor) => (elos[anchor as usize], (0..elos.len()).map(|a| fit.difference(a as Entrant, anchor).1).collect()),
            None => (elos.iter().sum::<f64>() / elos.len().max(1) as f64, fit.errors_from_mean()),
        };
        let values = elos.iter().zip(errors).map(|(elo, error)| (settings.start + elo - zero, Some(error))).collect();
        let (seats, ties) = (fit.seat_advantages(), fit.tie_terms());
        let mut ratings = Ratings { method, rows: rows(values, log), seats, ties, fingerprint: log.fingerprint() };
        ratings.mark(settings.confidence, |a, b| Some(fit.difference(a.entrant, b.entrant)));
        ratings
    }

    /// The row of an entrant.
    pub fn of(&self, entrant: Entrant) -> &Rating {
        self.rows.iter().find(|row| row.entrant == entrant).expect("every entrant has a row")
    }

    /// Says of each row how surely it is above the next.
    fn mark(&mut self, confidence: f64, difference: impl Fn(&Rating, &Rating) -> Option<(f64, f64)>) {
        for n in 1..self.rows.len() {
            let superiority = difference(&self.rows[n - 1], &self.rows[n]).map(|(by, error)| superiority(by, error));
            let above = &mut self.rows[n - 1];
            above.superiority = superiority;
            above.tied = superiority.is_some_and(|superiority| superiority < confidence);
        }
    }
}

/// The probability that a difference of which an estimate and its standard error are known is above zero.
pub fn superiority(difference: f64, error: f64) -> f64 {
    if error > 0.0 {
        normal(difference / error)
    } else if difference == 0.0 {
        0.5
    } else {
        f64::from(u8::from(difference > 0.0))
    }
}

/// Fits the strengths of `elo-ml` or `plackett-luce-ml`: differences between any two with their errors, and more.
pub fn strengths(method: Method, log: &Log, settings: &RatingSettings) -> Result<Fit, RatingError> {
    Ok(counts(method, log, settings)?.fit())
}

pub(crate) fn counts(method: Method, log: &Log, settings: &RatingSettings) -> Result<Counts, RatingError> {
    settings.check(log)?;
    for outcome in log.scored() {
        let (fixture, seats) = (outcome.fixture, outcome.seats.len());
        if method == Method::EloMl && seats != 2 {
            return Err(RatingError::Seats { method, fixture, seats });
        }
        if seats > MOST_SEATS {
            return Err(RatingError::Crowd { method, fixture, seats });
        }
    }
    Ok(Counts::new(log, Model { prior: settings.prior, ties: settings.draw_term, seats: settings.seat_term }))
}

impl RatingSettings {
    fn check(&self, log: &Log) -> Result<(), RatingError> {
        if let Some(anchor) = self.anchor.filter(|anchor| *anchor as usize >= log.entrants()) {
            return Err(RatingError::Anchor(anchor));
        }
        let wrong = [("prior", self.prior), ("k", self.k)].into_iter().find(|(_, value)| !(value.is_finite() && *value > 0.0));
        wrong.map_or(Ok(()), |(name, value)| Err(RatingError::Positive(name, value)))
    }
}

fn payoffs(log: &Log) -> Vec<(f64, Option<f64>)> {
    let (matrix, seats) = (Matrix::new(log), log.seats().unwrap_or(3));
    let mean = |entrant| matrix.mean(entrant, seats).map_or((0.0, None), |payoff| (payoff.value, payoff.error));
    (0..log.entrants() as Entrant).map(mean).collect()
}

/// The error of a sum of points, from the spread of fixtures.
fn points_row((sum, tally): (f64, crate::Tally)) -> (f64, Option<f64>) {
    let scale = if tally.mean() != 0.0 { sum / tally.mean() } else { tally.count() as f64 };
    (sum, tally.error().map(|error| error * scale))
}

fn rows(values: Vec<(f64, Option<f64>)>, log: &Log) -> Vec<Rating> {
    let mut games = vec![0; log.entrants()];
    log.scored().flat_map(|game| &game.seats).for_each(|seat| games[seat.entrant as usize] += 1);
    let row = |(entrant, (rating, error)): (usize, (f64, Option<f64>))| Rating {
        entrant: entrant as Entrant,
        place: 0,
        rating,
        error,
        games: games[entrant],
        superiority: None,
        tied: false,
    };
    let mut rows: Vec<Rating> = values.into_iter().enumerate().map(row).collect();
    // Whoever has not played comes last: nothing is known of it.
    let idle = |row: &Rating| row.games == 0;
    rows.sort_by(|a, b| idle(a).cmp(&idle(b)).then(b.rating.total_cmp(&a.rating)).then(a.entrant.cmp(&b.entrant)));
    for n in 0..rows.len() {
        let level = n > 0 && rows[n].rating == rows[n - 1].rating && idle(&rows[n]) == idle(&rows[n - 1]);
        rows[n].place = if level { rows[n - 1].place } else { n + 1 };
    }
    rows
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Method::EloShuffled(orders) = self {
            return write!(f, "elo-shuffled({orders})");
        }
        f.write_str(METHODS.iter().find(|(_, method, _)| method == self).expect("every method is in the table").0)
    }
}

/// No method has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no rating \"{0}\"; there are {names}", names = METHODS.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", "))]
pub struct NoMethod(String);

impl FromStr for Method {
    type Err = NoMethod;

    fn from_str(name: &str) -> Result<Method, NoMethod> {
        let unknown = || NoMethod(name.to_string());
        if let Some(orders) = name.strip_prefix("elo-shuffled(").and_then(|rest| rest.strip_suffix(')')) {
            return orders.parse().ok().filter(|orders| (1..=1_000_000).contains(orders)).map(Method::EloShuffled).ok_or_else(unknown);
        }
        METHODS.iter().find(|(known, ..)| *known == name).map(|(_, method, _)| *method).ok_or_else(unknown)
    }
}

impl Serialize for Method {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Method {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Method, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_found_by_the_name_it_prints() {
        for (_, method, _) in METHODS {
            assert_eq!(method.to_string().parse(), Ok(*method));
        }
        assert_eq!("elo-shuffled(7)".parse(), Ok(Method::EloShuffled(7)));
        for wrong in ["elo", "elo-shuffled", "elo-shuffled(0)", "elo-shuffled(N)", ""] {
            assert!(wrong.parse::<Method>().unwrap_err().to_string().contains("there are elo-ladder, elo-ml"), "{wrong}");
        }
    }
}

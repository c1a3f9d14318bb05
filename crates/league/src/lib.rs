//! Schedules, means with intervals, rankings: pure arithmetic on results.
//!
//! Nothing here knows a game, a process or a database. Entrants are numbers; results are `Outcome`s; a `Log` is a set of
//! them; everything else is a pure function of a log.
//!
//! ```
//! use league::schedule::Swiss;
//! use league::{GradeRules, Log, Matrix, Method, Outcome, RatingSettings, Ratings, Seating, SequentialTest, Walk, scores_between};
//!
//! // Play: hand out what the schedule says, wait for results, ask again. After a restart a new walk over the same log
//! // hands out only what is missing.
//! let mut walk = Walk::new(Swiss { entrants: 4, rounds: 2, fixtures: 1, seating: Seating::Mirror, seed: 7 });
//! let mut outcomes = Vec::new();
//! loop {
//!     let log = Log::new(4, outcomes.clone())?;
//!     let batch = walk.batch(&log);
//!     if batch.is_empty() {
//!         break;
//!     }
//!     for fixture in batch {
//!         for game in 0..fixture.seatings.len() {
//!             let seats = [fixture.seats(game)[0], fixture.seats(game)[1]];
//!             let payoffs = seats.map(|entrant| f64::from(entrant)); // the higher number wins
//!             outcomes.push(Outcome::duel(fixture.id, game as u32, seats, payoffs));
//!         }
//!     }
//! }
//! let log = Log::new(4, outcomes)?;
//!
//! // Rate, by name.
//! let method: Method = "elo-ml".parse()?;
//! let table = Ratings::new(method, &log, &RatingSettings::default())?;
//! assert_eq!(table.rows[0].entrant, 3);
//! assert!(table.rows[0].interval().is_some() && table.rows[0].superiority.is_some());
//!
//! // Head to head, and a sequential test between two.
//! let met = Matrix::new(&log).cells().count();
//! let verdict = SequentialTest::default().judge(&scores_between(&log, 3, 2));
//!
//! // Grade.
//! let rules = GradeRules::parse("[thresholds]\nabove = [{ reference = 'Ref', percent = 70 }]")?;
//! let names: Vec<String> = ["Ref", "A", "B", "C"].map(String::from).to_vec();
//! let grades = rules.grade(&names, &log, &[], &log.faults())?;
//! assert_eq!((grades.rows.len(), met, verdict.fixtures <= 1), (3, 8, true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod bootstrap;
mod borrowed;
mod choice;
mod cholesky;
mod dice;
mod elo;
mod grade;
mod log;
mod matrix;
mod normal;
mod outcome;
mod pairing;
mod plan;
mod points;
mod rating;
pub mod schedule;
mod sequential;
mod series;
mod tally;

pub use bootstrap::{Bootstrap, Draws};
pub use choice::{Fit, MOST_SEATS};
pub use dice::Dice;
pub use elo::{Elo, Ladder};
pub use grade::{Alliance, Faults, Grade, GradeError, GradeRules, Grades, Milestone, Need, Practice, Threshold, Thresholds};
pub use log::{Log, LogError, fixture_payoff, fixture_score};
pub use matrix::{Cell, Matrix, Payoff};
pub use outcome::{Entrant, Fault, Outcome, Seat};
pub use pairing::{Pair, Seating, rotations, round_robin};
pub use plan::{Forecast, Plan, Share};
pub use points::Points;
pub use rating::{METHODS, Method, NoMethod, Rating, RatingError, RatingSettings, Ratings, strengths, superiority};
pub use schedule::{Fixture, Schedule, Step, Total, Walk, foresee};
pub use sequential::{Decision, SequentialTest, Verdict, scores_between};
pub use series::{Series, Standing, ranked, ranking};
pub use tally::{Interval, Tally};

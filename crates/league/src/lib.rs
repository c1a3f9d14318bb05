//! Schedules, means with intervals, rankings: pure arithmetic on results.
//!
//! Nothing here knows a game, a process or a database.
mod bootstrap;
mod borrowed;
mod choice;
mod cholesky;
mod dice;
mod elo;
mod log;
mod matrix;
mod normal;
mod outcome;
mod pairing;
mod plan;
mod points;
mod rating;
pub mod schedule;
mod series;
mod tally;

pub use bootstrap::{Bootstrap, Draws};
pub use choice::{Fit, MOST_SEATS};
pub use dice::Dice;
pub use elo::{Elo, Ladder};
pub use log::{Log, LogError, fixture_payoff, fixture_score};
pub use matrix::{Cell, Matrix, Payoff};
pub use outcome::{Entrant, Fault, Outcome, Seat};
pub use pairing::{Pair, Seating, rotations, round_robin};
pub use plan::{Forecast, Plan, Share};
pub use points::Points;
pub use rating::{METHODS, Method, NoMethod, Rating, RatingError, RatingSettings, Ratings, strengths, superiority};
pub use schedule::{Fixture, Schedule, Step, Total, Walk, foresee};
pub use series::{Series, Standing, ranking};
pub use tally::{Interval, Tally};

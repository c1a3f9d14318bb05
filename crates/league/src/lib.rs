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
mod points;
mod rating;
mod series;
mod tally;

pub use bootstrap::{Bootstrap, Draws};
pub use choice::{Fit, MOST_SEATS};
pub use dice::Dice;
pub use elo::{Elo, Ladder};
pub use log::{Log, LogError, fixture_payoff, fixture_score};
pub use matrix::{Cell, Matrix, Payoff};
pub use outcome::{Entrant, Fault, Outcome, Seat};
pub use pairing::{Pair, rotations, round_robin};
pub use points::Points;
pub use rating::{METHODS, Method, NoMethod, Rating, RatingError, RatingSettings, Ratings, strengths, superiority};
pub use series::{Series, Standing, ranking};
pub use tally::{Interval, Tally};

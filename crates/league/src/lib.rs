//! Schedules, means with intervals, rankings: pure arithmetic on results.
//!
//! Nothing here knows a game, a process or a database.
mod dice;
mod log;
mod outcome;
mod pairing;
mod series;
mod tally;

pub use dice::Dice;
pub use log::{Log, LogError, fixture_payoff, fixture_score};
pub use outcome::{Entrant, Fault, Outcome, Seat};
pub use pairing::{Pair, rotations, round_robin};
pub use series::{Series, Standing, ranking};
pub use tally::{Interval, Tally};

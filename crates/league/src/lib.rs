//! Schedules, means with intervals, rankings: pure arithmetic on results.
//!
//! Nothing here knows a game, a process or a database.
mod pairing;
mod series;
mod tally;

pub use pairing::{Pair, rotations, round_robin};
pub use series::{Series, Standing, ranked, ranking};
pub use tally::{Interval, Tally};

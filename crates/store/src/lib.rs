//! Tournaments, fixtures and results in one SQLite file or in PostgreSQL, and the queue that hands fixtures out.
//!
//! The log of results is the truth and only grows: ratings and grades are derived from it. A fixture's row is its place in
//! the queue too, so there is nothing that could disagree with it. Both databases get the same statements, and the same
//! tests. Nothing here knows a game, a process or a network of ours.
//!
//! ```
//! # tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
//! use league::Seating;
//! use std::time::Duration;
//! use store::{Finished, NewTournament, Played, Store};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let store = Store::open(folder.path().join("yard.db").to_str().unwrap()).await?;
//! let new = NewTournament { name: "cup".into(), game: "nim".into(), spec: "{}".into(), entrants: vec!["A".into(), "B".into()] };
//! let cup = store.create(&new).await?;
//! let fixtures: Vec<_> = league::foresee(league::schedule::RoundRobin::new(2, 1, 3, Seating::Mirror)).collect();
//! store.enqueue(cup.id, &fixtures, false).await?;
//!
//! // A worker: claim, play, record. Whatever it does not record goes to somebody else.
//! let claimed = store.claim("worker 1", None, 10, Duration::from_secs(60)).await?;
//! let games = |fixture: &league::Fixture| (0..fixture.seatings.len()).map(|game| Played::of(&fixture.seats(game), &[1.0, 0.0])).collect();
//! let finished: Vec<_> = claimed.iter().map(|claim| Finished::new(claim, games(&claim.fixture))).collect();
//! assert_eq!(store.record(&finished).await?, 6);
//! assert_eq!(store.record(&finished).await?, 0, "each game counts once");
//! let log = league::Log::new(2, store.results(cup.id).await?.iter().map(store::Row::outcome).collect())?;
//! assert_eq!(log.scored().count(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # }).unwrap();
//! ```
mod base;
mod error;
mod fault;
mod queue;
mod result;
mod schema;
mod tape;
mod tournament;
mod void;
mod worker;

pub use base::Store;
pub use error::Error;
pub use fault::{FaultRow, PLATFORM};
pub use queue::{ATTEMPTS, Claim, Counts, Expired};
pub use result::{Finished, Foul, Played, Row};
pub use schema::VERSION;
pub use tape::TapeKey;
pub use tournament::{EntrantRow, NewTournament, State, Tournament};
pub use void::VoidRow;
pub use worker::WorkerRow;

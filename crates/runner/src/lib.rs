//! The referee: plays matches between bots, keeps the clocks, records tapes.
//!
//! [`Bot`] is what the referee asks, whatever language it is written in. [`Table`] plays one game; [`play_fixtures`] and
//! [`play_round_robin`] play many, over all cores, with results that do not depend on how many there are.
mod archive;
mod bot;
mod cache;
mod child;
mod clock;
mod course;
mod depot;
mod fixture;
mod hackers;
mod jail;
mod java;
mod launch;
mod limits;
mod news;
mod program;
mod protocol;
mod python;
mod series;
mod table;
mod tool;

pub use archive::{Archive, Refusal, Rules, Unpacked};
pub use bot::{Answer, Bot, Cost, InProcess, PlatformFault, Time};
pub use child::{Child, LONGEST_LINE, LineBuffer, Silence};
pub use clock::{Clock, Spent};
pub use course::Course;
pub use depot::{Depot, Kept};
pub use fixture::{FixtureResult, Fixtures, GameResult, Guest, pin_to, play_crews, play_fixtures, play_game};
pub use hackers::{Hackers, Void};
pub use jail::{
    Bounds, Cause, Confinement, Errand, Finding, Ground, Level, WORD as JAIL_WORD, choose as choose_confinement,
    chosen as chosen_confinement, launch as launch_jail, use_launcher,
};
pub use java::{Java, Team, team_sdk};
pub use launch::{Hosted, LaunchError, Recipe};
pub use limits::{Limits, Opening};
pub use news::{Human, News, Question};
pub use program::{Grants, Listener, Program};
pub use protocol::PROTOCOL;
pub use python::{Install, Python, sdk_files};
pub use series::{RoundRobin, SeriesPlan, SeriesResult, play_round_robin};
pub use table::{Chair, Past, Played, Record, Staging, Table};

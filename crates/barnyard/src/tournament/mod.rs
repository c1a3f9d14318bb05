//! Tournaments: what is to be played, who plays it, and what came of it.
pub mod bundle;
pub mod director;
pub mod html;
pub mod owner;
pub mod seal;
pub mod shelf;
pub mod spec;
pub mod stage;
pub mod standings;
pub mod stop;
pub mod worker;

//! Tournaments: what is to be played, who plays it, and what came of it.
pub mod bundle;
pub mod director;
pub mod gauge;
pub mod html;
pub mod marks;
pub mod owner;
pub mod practice;
pub mod seal;
pub mod shelf;
pub mod source;
pub mod spec;
pub mod stage;
pub mod standings;
pub mod stop;
pub mod worker;

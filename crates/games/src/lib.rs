//! Five board games under one contract, with their tapes and scenes.
//!
//! A value of [`Game`] *is* a game in progress. Everything here is pure: no I/O, no clock, no threads,
//! no randomness from the system. [`GAMES`] has one row a game; all other crates work from that table.
mod any;
pub mod belief;
mod engine3600;
mod foul;
mod game;
pub mod laws;
pub mod luck;
mod menu;
mod player;
mod reel;
mod scene;
mod seat;
pub mod tape;

pub mod bovine;
pub mod carpets;
pub mod chickens;
pub mod microchess;
pub mod orchard;

pub use any::{AnyGame, Entry, Json, Misfit};
pub use belief::{Belief, Hidden};
pub use foul::{Breach, ConfigError, Foul, FoulKind};
pub use game::{Game, Turn, playout, share};
pub use luck::Luck;
pub use menu::{Choice, Item, Menu, Range, Spot};
pub use player::{Native, Player, Start};
pub use rand_core::Rng;
pub use reel::{Chart, Deed, Frame, Overview, Reel, Sitter, Thought};
pub use scene::{Panel, Piece, Scene, View};
pub use seat::{Joint, MAX_SEATS, PerSeat, Seat, SeatSet};
pub use tape::Tape;

/// The table of games.
pub static GAMES: &[Entry] = &[
    Entry::of::<chickens::Chickens>(),
    Entry::of::<carpets::Carpets>(),
    Entry::of::<bovine::Bovine>(),
    Entry::of::<orchard::Orchard>(),
    Entry::of::<microchess::Microchess>(),
];

/// The game of that name or alias, in any case.
pub fn find(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.answers_to(name))
}

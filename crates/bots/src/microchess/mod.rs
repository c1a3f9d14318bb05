//! The Horde: the personalities of the document, and players that answer them.
pub mod atlas;
pub mod matrix;
mod mixed;
pub mod response;
pub mod solution;
pub mod strategy;
pub mod utility;

use crate::Reference;
use games::luck::{Sprint, pick};
use games::microchess::{Microchess, Move, Observation, monkey_moves};
use games::{Player, Start};
use std::time::Duration;

pub const BOTS: &[Reference] = &[
    Reference::of::<Microchess, Nihilist>("Nihilist", "moves at random: every choice is best when nothing matters"),
    Reference::of::<Microchess, Monkey>("Monkey", "takes the best piece it can, else moves at random"),
];

/// Moves at random.
#[derive(Default)]
pub struct Nihilist(Die);

impl Player<Microchess> for Nihilist {
    fn prepare_for_match(&mut self, start: &Start<'_, Microchess>) {
        self.0 = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Move {
        self.0.pick(&seen.board.moves(seen.you))
    }
}

/// Takes the best piece it can, else moves at random.
#[derive(Default)]
pub struct Monkey(Die);

impl Player<Microchess> for Monkey {
    fn prepare_for_match(&mut self, start: &Start<'_, Microchess>) {
        self.0 = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Move {
        self.0.pick(&monkey_moves(&seen.board, seen.you))
    }
}

/// A bot's own randomness, fresh each game.
struct Die(Sprint);

impl Default for Die {
    fn default() -> Die {
        Die(Sprint::new(0))
    }
}

impl Die {
    fn new(start: &Start<'_, Microchess>) -> Die {
        Die(Sprint::new(start.seed))
    }

    fn pick(&mut self, moves: &[Move]) -> Move {
        *pick(&mut self.0, moves)
    }
}

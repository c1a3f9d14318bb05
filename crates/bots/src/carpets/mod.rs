//! Players of Carpets: one at random, one greedy with a nose for the rat.
mod belief;
mod george;

pub use belief::Belief;
pub use george::George;

use crate::Reference;
use games::carpets::{Action, Carpets, Observation, Square};
use games::luck::Sprint;
use games::{Player, Start};
use std::time::Duration;

pub const BOTS: &[Reference] = &[
    Reference::of::<Carpets, Yolanda>("Yolanda", "moves at random and never searches"),
    Reference::of::<Carpets, George>("George", "greedy: extends glue, rolls when it pays, searches when the rat is likely enough"),
];

/// Moves at random and never searches, unless nothing else is left.
pub struct Yolanda(Sprint);

impl Default for Yolanda {
    fn default() -> Yolanda {
        Yolanda(Sprint::new(0))
    }
}

impl Player<Carpets> for Yolanda {
    fn prepare_for_match(&mut self, start: &Start<'_, Carpets>) {
        self.0 = Sprint::new(start.seed);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        seen.board().any_move(seen.seat, &mut self.0).unwrap_or(Action::Search(Square::ORIGIN))
    }
}

#[cfg(test)]
mod tests;

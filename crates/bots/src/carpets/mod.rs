//! Players of Carpets: one at random, one greedy with a nose for the rat.
mod belief;
mod george;
mod outlook;
mod room;
mod weaver;

pub use belief::Belief;
pub use george::George;
pub use outlook::Outlook;
pub use room::{Room, Scene};
pub use weaver::Weaver;

use crate::Reference;
use crate::search::Effort;
use games::carpets::{Action, Carpets, Observation, Square};
use games::luck::Sprint;
use games::{Game, Native, Player, Start};
use std::time::Duration;

pub const BOTS: &[Reference] = &[
    Reference::of::<Carpets, Yolanda>("Yolanda", "moves at random and never searches"),
    Reference::of::<Carpets, George>("George", "greedy: extends glue, rolls when it pays, searches when the rat is likely enough"),
    Reference::thinker(
        Carpets::NAME,
        "Ada",
        "searches deep, counts rolls within reach and lines that can be grown, hunts the rat when that beats every move",
        Effort::Nodes(100_000),
        |effort| Native::new::<Carpets>(Weaver::new(Outlook::LOOM, effort)),
    ),
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

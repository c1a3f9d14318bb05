//! Players of Carpets, weakest first.
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
    weaver("Albert", "looks a few turns ahead for rolls within reach, with exact odds of the rat", 400, |effort| {
        summon(Outlook::ALBERT, effort)
    }),
    weaver("Carrie", "looks further, and counts lines that can be grown", 450, |effort| summon(Outlook::CARRIE, effort)),
    weaver("Ada", "looks furthest, counts ground that is reached first too, and was tuned in games against itself", 200_000, |effort| {
        summon(Outlook::ADA, effort)
    }),
];

/// A row of a player that searches ahead.
const fn weaver(name: &'static str, about: &'static str, nodes: u64, summon: fn(Effort) -> Native) -> Reference {
    Reference::thinker(Carpets::NAME, name, about, Effort::Nodes(nodes), summon)
}

fn summon(outlook: Outlook, effort: Effort) -> Native {
    Native::new::<Carpets>(Weaver::new(outlook, effort))
}

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

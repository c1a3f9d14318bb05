//! A player that searches: it knows the odds of the rat and looks as far ahead as it is allowed to.
use super::Belief;
use super::outlook::Outlook;
use super::room::{Room, Scene, action};
use crate::search::{Effort, Finding, Search};
use games::carpets::{Action, Carpets, Observation};
use games::{Player, Start};
use std::time::Duration;

pub struct Weaver {
    outlook: Outlook,
    effort: Effort,
    search: Search,
    table: Option<Table>,
    /// What the last search found.
    pub finding: Option<Finding>,
}

/// What belongs to one game.
struct Table {
    belief: Belief,
    room: Room,
}

impl Weaver {
    pub fn new(outlook: Outlook, effort: Effort) -> Weaver {
        Weaver { outlook, effort, search: Search::new(effort), table: None, finding: None }
    }
}

impl Player<Carpets> for Weaver {
    fn prepare_for_match(&mut self, start: &Start<'_, Carpets>) {
        let table = Table { belief: Belief::new(start.brief), room: Room::new(start.brief, self.outlook) };
        *self = Weaver { table: Some(table), ..Weaver::new(self.outlook, self.effort) };
    }

    fn act(&mut self, seen: &Observation, left: Duration) -> Action {
        let limit = self.effort.limit(left, u32::from(seen.player.turns_left));
        let Table { belief, room } = self.table.as_mut().expect("a match is prepared before it is played");
        belief.update(seen);
        let (rat, p) = belief.best();
        room.turn(seen.turn, p);
        let finding = self.search.run(room, &Scene::of(seen), limit);
        self.finding = Some(finding);
        action(finding.best, rat)
    }

    fn belief(&self) -> Option<games::Belief> {
        Some(self.table.as_ref()?.belief.told())
    }
}

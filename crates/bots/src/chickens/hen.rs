//! A hen that searches: it knows the odds of trapdoors and looks as far ahead as it is allowed to.
use super::doors::Doors;
use super::outlook::Outlook;
use super::yard::{Scene, Yard};
use crate::search::{Effort, Finding, Search};
use games::chickens::{Chickens, Config, Observation, Step};
use games::{Belief, Player, Start};
use std::time::Duration;

pub struct Hen {
    outlook: Outlook,
    effort: Effort,
    search: Search,
    config: Config,
    doors: Doors,
    /// What the last search found.
    pub finding: Option<Finding>,
}

impl Hen {
    pub fn new(outlook: Outlook, effort: Effort) -> Hen {
        let config = Config::default();
        Hen { outlook, effort, search: Search::new(effort), config, doors: Doors::new(&config), finding: None }
    }
}

impl Player<Chickens> for Hen {
    fn prepare_for_match(&mut self, start: &Start<'_, Chickens>) {
        *self = Hen { config: *start.brief, doors: Doors::new(start.brief), ..Hen::new(self.outlook, self.effort) };
    }

    fn act(&mut self, seen: &Observation, left: Duration) -> Step {
        let limit = self.effort.limit(left, u32::from(seen.me.turns_left));
        self.doors.update(seen);
        let yard = Yard::new(&self.config, seen.found, self.doors.odds(), self.outlook);
        let finding = self.search.run(&yard, &Scene::of(seen), limit);
        self.finding = Some(finding);
        Step::ALL[usize::from(finding.best)]
    }

    fn belief(&self) -> Option<Belief> {
        let told = self.doors.odds().iter().map(|p| (p * 1e5).round() as f32 / 1e5).collect();
        Some([("trapdoor".to_string(), told)].into())
    }
}

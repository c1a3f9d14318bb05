//! Takes any step at random.
use games::chickens::{Chickens, Config, Observation, Step};
use games::luck::{Sprint, below};
use games::{Player, Start};
use std::time::Duration;

pub struct Yolanda {
    config: Config,
    die: Sprint,
}

impl Default for Yolanda {
    fn default() -> Yolanda {
        Yolanda { config: Config::default(), die: Sprint::new(0) }
    }
}

impl Player<Chickens> for Yolanda {
    fn prepare_for_match(&mut self, start: &Start<'_, Chickens>) {
        *self = Yolanda { config: *start.brief, die: Sprint::new(start.seed) };
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Step {
        let steps = seen.me.steps(&seen.enemy, self.config.rules);
        steps.nth(below(&mut self.die, steps.len()))
    }
}

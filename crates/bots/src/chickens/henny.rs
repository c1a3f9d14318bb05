//! Greedy for eggs and corners: looks one step ahead and goes where most eggs can soon be laid.
//!
//! It keeps off trapdoors that were found and gives no thought to those that were not.
use games::chickens::{Bird, Chickens, Config, Drop, Observation, Square, Squares, Step};
use games::luck::{Sprint, below};
use games::{Player, Start};
use std::time::Duration;

/// What is left of an egg's worth for each step that it is away.
const PATIENCE: f32 = 0.5;
/// How much the enemy's prospects matter beside its own.
const ENVY: f32 = 0.8;
/// What a turd is worth that was not dropped.
const THRIFT: f32 = 0.4;
/// Better than any number of eggs.
const VICTORY: f32 = 1_000.0;

pub struct Henny {
    config: Config,
    die: Sprint,
}

impl Default for Henny {
    fn default() -> Henny {
        Henny { config: Config::default(), die: Sprint::new(0) }
    }
}

impl Player<Chickens> for Henny {
    fn prepare_for_match(&mut self, start: &Start<'_, Chickens>) {
        *self = Henny { config: *start.brief, die: Sprint::new(start.seed) };
    }

    /// The best step; among equals any.
    fn act(&mut self, seen: &Observation, _: Duration) -> Step {
        let (mut best, mut equals) = (None, 0);
        for step in seen.me.steps(&seen.enemy, self.config.rules).iter() {
            let value = self.value(seen, step);
            match best {
                Some((_, most)) if value < most => continue,
                Some((_, most)) if value == most => equals += 1,
                _ => equals = 1,
            }
            if below(&mut self.die, equals) == 0 {
                best = Some((step, value));
            }
        }
        best.expect("the mover can move").0
    }
}

impl Henny {
    /// How the table looks after a step: eggs so far, eggs in prospect, and the same for the enemy.
    fn value(&self, seen: &Observation, step: Step) -> f32 {
        let (mut me, mut enemy) = (seen.me, seen.enemy);
        self.take(&mut me, step);
        if seen.found.contains(me.at) {
            me.at = me.spawn;
            enemy.score += i16::from(self.config.trapdoor_penalty);
        }
        let mut lead = f32::from(me.score - enemy.score);
        if enemy.turns_left > 0 && enemy.is_stuck(&me, self.config.rules) {
            lead += f32::from(self.config.blocking_bonus);
            return lead.signum() * VICTORY + lead;
        }
        let prospects = self.prospects(&me, &enemy, seen.found) - ENVY * self.prospects(&enemy, &me, seen.found);
        lead + prospects + THRIFT * f32::from(me.turds_left)
    }

    fn take(&self, me: &mut Bird, step: Step) {
        match step.drop {
            Drop::Plain => {}
            Drop::Egg => {
                me.score += self.worth(me.at);
                me.eggs.insert(me.at);
            }
            Drop::Turd => {
                me.turds_left -= 1;
                me.turds.insert(me.at);
            }
        }
        me.at = me.at.step(step.dir).expect("a legal step stays on the board");
        me.turns_left -= 1;
    }

    fn worth(&self, square: Square) -> i16 {
        if Squares::CORNERS.contains(square) { 1 + i16::from(self.config.corner_bonus) } else { 1 }
    }

    /// The eggs that a chicken could still lay, nearer ones counting more.
    fn prospects(&self, bird: &Bird, foe: &Bird, found: Squares) -> f32 {
        let open = !(foe.closes(self.config.rules) | found);
        let free = bird.colour.squares() & !(bird.eggs | bird.turds | foe.eggs | foe.turds);
        let corner = f32::from(self.config.corner_bonus);
        let (mut reached, mut front) = (Squares::EMPTY, Squares::one(bird.at));
        let (mut sum, mut weight) = (0.0, 1.0);
        for _ in 0..bird.turns_left {
            let nests = front & free;
            sum += weight * (nests.len() as f32 + corner * (nests & Squares::CORNERS).len() as f32);
            weight *= PATIENCE;
            reached |= front;
            front = front.neighbours() & open & !reached;
            if front.is_empty() {
                break;
            }
        }
        sum
    }
}

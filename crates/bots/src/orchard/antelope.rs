//! Antelope looks where it runs: it plans its way over the fruit that lies there, and is a greedy collector otherwise.
use super::Table;
use super::greedy::Greedy;
use super::ground::Ground;
use super::route::{Bike, Effort, Market, NEVER, Picker};
use games::orchard::{Action, Observation, Orchard, Phase, Powerup};
use games::{Player, Start};
use std::time::Duration;

/// Walks the path that picks most in the next rounds, with the heat of the coming batch for its points; rents a bike when a
/// path with it is better by more than its price. Bids and transports as [`Greedy`] does.
#[derive(Default)]
pub struct Antelope {
    table: Table,
    ground: Option<Ground>,
    greedy: Greedy,
}

const EFFORT: Effort = Effort { width: 12, depth: 12 };
/// Heat is a blur of points nearby: a cell's own share is about this.
const HEAT_SHARE: f32 = 0.5;
/// A path with a bike must be better by this much.
const DOUBT: f32 = 8.0;

impl Player<Orchard> for Antelope {
    fn prepare_for_match(&mut self, start: &Start<'_, Orchard>) {
        self.greedy.prepare_for_match(start);
        self.table = Table::new(start);
        self.ground = Some(Ground::new(start.brief));
    }

    fn act(&mut self, seen: &Observation, left: Duration) -> Action {
        match seen.phase {
            Phase::Powerup => Action::Powerup(self.rent(seen)),
            Phase::Move => Action::Move(self.way(seen, seen.me.bike).1),
            _ => self.greedy.act(seen, left),
        }
    }
}

impl Antelope {
    fn rent(&self, seen: &Observation) -> Powerup {
        let config = &self.table.brief().config;
        if seen.me.bike > 0 || !self.table.affords(seen, Powerup::Bike) {
            return Powerup::None;
        }
        let gain = self.way(seen, config.bike_turns).0 - self.way(seen, 0).0;
        if gain > config.bike_cost as f32 + DOUBT { Powerup::Bike } else { Powerup::None }
    }

    /// What the best path with so many rounds of a bike brings, and its first step.
    fn way(&self, seen: &Observation, bike: u32) -> (f32, games::orchard::Cell) {
        let (ground, config) = (self.ground.as_ref().expect("a match has begun"), &self.table.brief().config);
        let round = config.rounds - seen.remaining_turns;
        let left = config.item_period - round % config.item_period;
        let lying = ground.gather(&seen.items, |points| *points as f32);
        let coming = ground.gather(&seen.heatmap, |heat| HEAT_SHARE * heat.value() as f32);
        let all: Vec<f32> = lying.iter().zip(&coming).map(|(lying, coming)| lying + 0.5 * coming).collect();
        let market = Market {
            ground,
            lying: &lying,
            coming: &coming,
            landing: if left < seen.remaining_turns { left as u16 } else { NEVER },
            theirs: &vec![NEVER; ground.len()],
            around: &ground.blur(&all),
            bike: Bike { cost: config.bike_cost, turns: config.bike_turns.min(100) as u8 },
            rounds: seen.remaining_turns.min(u16::MAX.into()) as u16,
        };
        let me = Picker { at: ground.spot(seen.me.location), bike: bike.min(100) as u8, purse: 0.0 };
        let route = market.route(me, EFFORT, false);
        (route.worth, route.spots.first().map_or(seen.me.location, |spot| ground.cell(*spot)))
    }
}

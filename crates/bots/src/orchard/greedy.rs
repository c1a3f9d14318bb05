//! A collector that looks no further than its next pile.
use super::{Table, around, reachable};
use games::orchard::{Action, Cell, Grid, Map, Observation, Orchard, Phase, Powerup};
use games::{Player, Start};
use std::cmp::Reverse;
use std::time::Duration;

/// Walks to the best points per step, counting the batch to come by its heat; rents a bike when the
/// next rounds would bring more on it than it costs; bids what the place is worth; sends a loser to where least grows.
#[derive(Default)]
pub struct Greedy(Table);

/// A pile that the opponent reaches first counts this much.
const CONTESTED: f64 = 0.4;
/// Heat is a blur of points nearby: a cell's own share is about this.
const HEAT_SHARE: f64 = 0.5;
/// How far around a place fruit counts for the worth of standing there.
const NEIGHBOURHOOD: u16 = 8;

impl Player<Orchard> for Greedy {
    fn prepare_for_match(&mut self, start: &Start<'_, Orchard>) {
        self.0 = Table::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        match seen.phase {
            Phase::Powerup => Action::Powerup(self.rent(seen)),
            Phase::Move => Action::Move(self.step(seen)),
            Phase::Bid => Action::Bid(self.bid(seen)),
            _ => Action::Transport(self.banish(seen)),
        }
    }
}

impl Greedy {
    fn map(&self) -> &Map {
        self.0.map()
    }

    fn rent(&self, seen: &Observation) -> Powerup {
        let config = &self.0.brief().config;
        let turns = config.bike_turns.min(seen.remaining_turns);
        let on_foot = self.haul(seen, 1, turns);
        let best = seen.items.cells().iter().max().copied().unwrap_or_default();
        if seen.me.portal_gun == 0 && self.0.affords(seen, Powerup::PortalGun) && best > config.portal_gun_cost + on_foot {
            return Powerup::PortalGun;
        }
        let riding = || self.haul(seen, config.bike_length as u16, turns);
        if seen.me.bike == 0 && self.0.affords(seen, Powerup::Bike) && riding() > config.bike_cost + on_foot {
            return Powerup::Bike;
        }
        Powerup::None
    }

    /// The points that the next turns bring when each takes the best cell within so many steps.
    fn haul(&self, seen: &Observation, reach: u16, turns: u32) -> u32 {
        let (mut here, mut total, mut taken) = (seen.me.location, 0, Vec::new());
        for _ in 0..turns {
            let near = self.within(here, reach).into_iter().filter(|cell| !taken.contains(cell));
            let Some(best) = near.max_by_key(|cell| seen.items[*cell]) else { break };
            total += seen.items[best];
            taken.push(best);
            here = best;
        }
        total
    }

    /// The cells at most so many steps away, nearest first.
    fn within(&self, here: Cell, reach: u16) -> Vec<Cell> {
        let mut cells = vec![here];
        let mut ring = 0..1;
        for _ in 0..reach {
            let end = cells.len();
            for i in ring {
                for next in around(self.map(), cells[i]) {
                    if !cells.contains(&next) {
                        cells.push(next);
                    }
                }
            }
            ring = end..cells.len();
        }
        cells
    }

    fn step(&self, seen: &Observation) -> Cell {
        let config = &self.0.brief().config;
        let here = seen.me.location;
        if seen.me.portal_gun > 0 {
            // Where a blocked ride would refuse the gun, the collector goes on foot.
            let (best, points) = seen.items.iter().max_by_key(|(_, points)| **points).expect("a map has cells");
            let near = seen.me.bike > 0 && here.distance(best) <= config.bike_length;
            if *points > 0 && !near && self.map().is_free(best) {
                return best;
            }
        }
        let speed = if seen.me.bike > 0 { config.bike_length as u16 } else { 1 };
        let Some(target) = self.target(seen, speed) else { return here };
        let to_go = self.map().distances(target);
        self.within(here, speed)
            .into_iter()
            .min_by_key(|cell| (to_go[*cell].div_ceil(speed), Reverse(seen.items[*cell]), to_go[*cell]))
            .expect("a player can stay")
    }

    /// The cell with the best points per turn it takes to have them.
    fn target(&self, seen: &Observation, speed: u16) -> Option<Cell> {
        let config = &self.0.brief().config;
        let (mine, theirs) = (self.map().distances(seen.me.location), self.map().distances(seen.opponent.location));
        let round = config.rounds - seen.remaining_turns;
        // A batch lands before the move of its round: so many moves come before that one.
        let landing = config.item_period - round % config.item_period;
        let worth = |cell: Cell| -> f64 {
            let turns = u32::from(mine[cell].div_ceil(speed)).max(1);
            let lying = if turns <= seen.remaining_turns { f64::from(seen.items[cell]) / f64::from(turns) } else { 0.0 };
            let later = turns.max(landing + 1);
            let coming = if later <= seen.remaining_turns { HEAT_SHARE * seen.heatmap[cell].value() / f64::from(later) } else { 0.0 };
            let contested = if theirs[cell] < mine[cell] { CONTESTED } else { 1.0 };
            (lying + coming) * contested
        };
        let open = self.map().free().filter(|cell| reachable(mine[*cell]));
        let best = open.map(|cell| (cell, worth(cell))).max_by(|a, b| a.1.total_cmp(&b.1));
        best.filter(|(_, worth)| *worth > 0.0).map(|(cell, _)| cell)
    }

    /// What it is worth to stand somewhere: fruit nearby, and the batch to come, by their distance.
    fn place_worth(&self, seen: &Observation, steps: &Grid<u16>) -> f64 {
        let near = steps.iter().filter(|(_, steps)| **steps <= NEIGHBOURHOOD);
        near.map(|(cell, steps)| {
            let points = f64::from(seen.items[cell]) + HEAT_SHARE * seen.heatmap[cell].value();
            points / f64::from(steps + 1).powi(2)
        })
        .sum()
    }

    fn bid(&self, seen: &Observation) -> u32 {
        let map = self.map();
        let here = f64::from(seen.items[seen.me.location]);
        let there = if seen.me.location == seen.opponent.location { 0.0 } else { f64::from(seen.items[seen.opponent.location]) };
        let place = self.place_worth(seen, &map.distances(seen.me.location));
        // The price is the mean of the bids: half of what is at stake is a bid that never hurts much.
        let stake = here + (place - here).max(0.0) / 2.0 + there / 2.0;
        let bid = (stake.min(1e6) / 2.0) as u32 + 1;
        bid.min(seen.opponent.score + 1).min(seen.me.score)
    }

    /// The cell where the opponent finds least, not the own one.
    fn banish(&self, seen: &Observation) -> Cell {
        let map = self.map();
        let open = map.free().filter(|cell| *cell != seen.me.location);
        let worth = |cell: Cell| self.place_worth(seen, &map.distances(cell));
        open.map(|cell| (cell, worth(cell))).min_by(|a, b| a.1.total_cmp(&b.1)).expect("a map has two free cells").0
    }
}

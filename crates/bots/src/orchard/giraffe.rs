//! Giraffe sees far: it reads the next batch off the heatmap and plans its way over the landing.
use super::Table;
use super::forecast::forecast;
use super::ground::{Ground, Spot};
use super::route::{Bike, Effort, Market, NEVER, Picker};
use games::orchard::{Action, Cell, Config, Grid, Observation, Orchard, Phase, Player as Person, Powerup};
use games::{Player, Start};
use std::time::Duration;

/// Plans its way with the batch to come, counts on what the opponent will take, rents what pays, and bids by what both
/// places are worth and what the opponent has bid before.
#[derive(Default)]
pub struct Giraffe {
    table: Table,
    ground: Option<Ground>,
    batch: Option<Batch>,
    bids: Bids,
}

/// The batch to come, and in which period it was read.
struct Batch {
    period: u32,
    points: Grid<f32>,
}

const WIDE: Effort = Effort { width: 100, depth: 28 };
const NARROW: Effort = Effort { width: 8, depth: 16 };
/// A plan with a rented thing must be better by this much.
const DOUBT: f32 = 8.0;

impl Player<Orchard> for Giraffe {
    fn prepare_for_match(&mut self, start: &Start<'_, Orchard>) {
        *self = Giraffe { table: Table::new(start), ground: Some(Ground::new(start.brief)), batch: None, bids: Bids::default() };
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        self.bids.watch(seen, &self.table.brief().config);
        self.read(seen);
        let view = View::new(self, seen);
        match seen.phase {
            Phase::Powerup => Action::Powerup(view.rent()),
            Phase::Move => Action::Move(view.step()),
            Phase::Bid => {
                let bid = view.bid(&self.bids);
                self.bids.going = Some(Auction { bid, scores: [seen.me.score, seen.opponent.score], items: seen.items.clone() });
                Action::Bid(bid)
            }
            _ => Action::Transport(view.banish()),
        }
    }
}

impl Giraffe {
    /// Reads the batch to come, once a period.
    fn read(&mut self, seen: &Observation) {
        let brief = self.table.brief();
        let config = &brief.config;
        let round = config.rounds - seen.remaining_turns;
        let period = round / config.item_period;
        if self.batch.as_ref().is_none_or(|batch| batch.period != period) {
            self.batch = Some(Batch { period, points: forecast(brief, &seen.heatmap, config.radius(round)) });
        }
    }
}

/// What it makes of one observation.
struct View<'a> {
    table: &'a Table,
    ground: &'a Ground,
    seen: &'a Observation,
    lying: Vec<f32>,
    coming: Vec<f32>,
    around: Vec<f32>,
    landing: u16,
    nobody: Vec<u16>,
}

impl View<'_> {
    fn new<'a>(giraffe: &'a Giraffe, seen: &'a Observation) -> View<'a> {
        let (table, ground) = (&giraffe.table, giraffe.ground.as_ref().expect("a match has begun"));
        let config = &table.brief().config;
        let round = config.rounds - seen.remaining_turns;
        let left = config.item_period - round % config.item_period;
        let landing = if left < seen.remaining_turns { left as u16 } else { NEVER };
        let lying = ground.gather(&seen.items, |points| *points as f32);
        let batch = &giraffe.batch.as_ref().expect("the heatmap was read").points;
        let coming = ground.gather(batch, |points| *points);
        let soon = if landing == NEVER { 0.0 } else { 0.98f32.powi(landing.into()) };
        let all: Vec<f32> = lying.iter().zip(&coming).map(|(lying, coming)| lying + soon * coming).collect();
        let around = ground.blur(&all);
        View { table, ground, seen, lying, coming, around, landing, nobody: vec![NEVER; ground.len()] }
    }

    fn market<'b>(&'b self, theirs: &'b [u16]) -> Market<'b> {
        let config = &self.table.brief().config;
        Market {
            ground: self.ground,
            lying: &self.lying,
            coming: &self.coming,
            landing: self.landing,
            theirs,
            around: &self.around,
            bike: Bike { cost: config.bike_cost, turns: config.bike_turns.min(100) as u8 },
            rounds: self.seen.remaining_turns.min(u16::MAX.into()) as u16,
        }
    }

    fn picker(&self, person: &Person) -> Picker {
        Picker { at: self.ground.spot(person.location), bike: person.bike.min(100) as u8, purse: person.score as f32 }
    }

    /// When the opponent will be where, if it plans as we would.
    fn theirs(&self) -> Vec<u16> {
        let mut theirs = self.nobody.clone();
        let route = self.market(&self.nobody).route(self.picker(&self.seen.opponent), NARROW, false);
        for (spot, when) in route.spots.iter().zip(0..) {
            let place = &mut theirs[*spot as usize];
            *place = (*place).min(when);
        }
        theirs
    }

    fn rent(&self) -> Powerup {
        let theirs = self.theirs();
        let market = self.market(&theirs);
        let me = self.picker(&self.seen.me);
        let config = &self.table.brief().config;
        let plain = market.route(me, WIDE, false).worth;
        let mut best = (plain + DOUBT, Powerup::None);
        if self.seen.me.bike == 0 && self.table.affords(self.seen, Powerup::Bike) {
            let cost = config.bike_cost as f32;
            let rider = Picker { bike: config.bike_turns.min(100) as u8, purse: me.purse - cost, ..me };
            let worth = market.route(rider, WIDE, false).worth - cost;
            if worth > best.0 {
                best = (worth, Powerup::Bike);
            }
        }
        if self.seen.me.portal_gun == 0 && self.table.affords(self.seen, Powerup::PortalGun) {
            let worth = self.leap(&market).1 - config.portal_gun_cost as f32;
            if worth > best.0 + DOUBT {
                best = (worth, Powerup::PortalGun);
            }
        }
        best.1
    }

    /// The best spot to be on at once, and what it is worth.
    fn leap(&self, market: &Market<'_>) -> (Spot, f32) {
        let me = self.picker(&self.seen.me);
        let hope = |spot: &Spot| self.lying[*spot as usize] + self.around[*spot as usize] + 20.0 * self.ground.rate(*spot);
        let mut spots: Vec<Spot> = (0..self.ground.len() as Spot).collect();
        spots.sort_by(|a, b| hope(b).total_cmp(&hope(a)));
        let worth = |spot: Spot| {
            // A spot is worth what one gets who stands beside it, or on it, and moves there now.
            market.route(Picker { at: spot, bike: me.bike.saturating_sub(1), ..me }, NARROW, false).worth + self.lying[spot as usize]
        };
        spots.truncate(12);
        spots.into_iter().map(|spot| (spot, worth(spot))).max_by(|a, b| a.1.total_cmp(&b.1)).expect("a map has free cells")
    }

    fn step(&self) -> Cell {
        let theirs = self.theirs();
        let market = self.market(&theirs);
        let route = market.route(self.picker(&self.seen.me), WIDE, false);
        if self.seen.me.portal_gun > 0 {
            let (spot, worth) = self.leap(&market);
            let (cell, here) = (self.ground.cell(spot), self.seen.me.location);
            // Where a blocked ride would refuse the gun, it goes on foot.
            let blocked = self.seen.me.bike > 0 && here.distance(cell) <= self.table.brief().config.bike_length;
            if worth > route.worth && !blocked {
                return cell;
            }
        }
        route.spots.first().map_or(self.seen.me.location, |spot| self.ground.cell(*spot))
    }

    /// What the rest of the game is worth to somebody who stands there when the round ends.
    fn prospect(&self, at: Spot, person: &Person) -> f32 {
        let (bike, rounds) = (person.bike.saturating_sub(1).min(100) as u8, self.seen.remaining_turns - 1);
        let picked = self.lying[at as usize];
        if rounds == 0 {
            return picked;
        }
        let market = Market {
            rounds: rounds.min(u16::MAX.into()) as u16,
            landing: if self.landing == NEVER { NEVER } else { self.landing - 1 },
            ..self.market(&self.nobody)
        };
        picked + market.route(Picker { at, bike, purse: person.score as f32 }, NARROW, false).worth
    }

    /// Where somebody has least to hope for.
    fn exile(&self, person: &Person, but: Spot) -> (Spot, f32) {
        let hope = |spot: &Spot| self.lying[*spot as usize] + self.around[*spot as usize] + 20.0 * self.ground.rate(*spot);
        let mut spots: Vec<Spot> = (0..self.ground.len() as Spot).filter(|spot| *spot != but).collect();
        spots.sort_by(|a, b| hope(a).total_cmp(&hope(b)));
        spots.truncate(24);
        spots
            .into_iter()
            .map(|spot| (spot, self.prospect(spot, person)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .expect("a map has two free cells")
    }

    fn banish(&self) -> Cell {
        let here = self.ground.spot(self.seen.me.location);
        self.ground.cell(self.exile(&self.seen.opponent, here).0)
    }

    fn bid(&self, bids: &Bids) -> u32 {
        let (me, them) = (&self.seen.me, &self.seen.opponent);
        let (mine, theirs) = (self.ground.spot(me.location), self.ground.spot(them.location));
        let lost = self.prospect(mine, me) - self.exile(me, theirs).1;
        let won = self.prospect(theirs, them) - self.exile(them, mine).1;
        bids.best(won, EXILED * lost, me.score, them.score)
    }
}

/// Not every opponent finds the worst place.
const EXILED: f32 = 0.8;

/// What the opponent has bid, as far as the scores tell.
#[derive(Default)]
struct Bids {
    /// The auction that is going on.
    going: Option<Auction>,
    seen: Vec<f32>,
}

/// What was known when it bid.
struct Auction {
    bid: u32,
    scores: [u32; 2],
    items: Grid<u32>,
}

impl Bids {
    /// After an auction the scores tell what was paid, and so what the other has bid: the price is the mean of both.
    fn watch(&mut self, seen: &Observation, config: &Config) {
        if !matches!(seen.phase, Phase::Powerup | Phase::Bid) {
            return;
        }
        let Some(auction) = self.going.take().filter(|_| seen.phase == Phase::Powerup) else { return };
        let paid = [&seen.me, &seen.opponent].into_iter().zip(auction.scores).map(|(person, before)| {
            // What lay where the round ended is on the score already, and so is what was rented since.
            let rented = if person.bike == config.bike_turns { config.bike_cost } else { 0 }
                + if person.portal_gun > 0 { config.portal_gun_cost } else { 0 };
            (before + auction.items[person.location]).saturating_sub(person.score + rented)
        });
        let paid = paid.max().unwrap_or(0);
        if paid > 0 {
            self.seen.push((2.0 * paid as f32 - auction.bid as f32).max(0.0));
        }
    }

    /// The bid that promises most. Winning brings `won` less the price, losing costs `lost` and the other pays: the price
    /// is the mean of the bids.
    fn best(&self, won: f32, lost: f32, purse: u32, their_purse: u32) -> u32 {
        let even = (won + lost) / 2.0;
        let top = (even.max(0.0) * 1.5) as u32 + 1;
        let mut likely: Vec<(f32, f32)> = Vec::new();
        // Somebody who bids anything, somebody who bids part of what it is worth, and what was seen.
        for part in 0..20 {
            likely.push((their_purse.min(purse) as f32 * part as f32 / 20.0, 0.02));
            likely.push((even * part as f32 / 20.0, 0.04));
        }
        likely.extend(self.seen.iter().map(|bid| (bid.min(their_purse as f32), 1.0)));
        let promise = |bid: u32| -> f32 {
            let bid = bid as f32;
            let one = |(other, chance): &(f32, f32)| {
                let price = (bid + other) / 2.0;
                let other = other.round();
                chance
                    * match () {
                        () if bid > other => won - price,
                        () if bid < other => price - lost,
                        () => (won - lost) / 4.0,
                    }
            };
            likely.iter().map(one).sum()
        };
        (0..=top.min(purse)).max_by(|a, b| promise(*a).total_cmp(&promise(*b))).unwrap_or(0)
    }
}

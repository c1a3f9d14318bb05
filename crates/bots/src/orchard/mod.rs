//! Pickers: the samples of the original, one that collects, and two that plan their way.
mod antelope;
mod forecast;
mod giraffe;
mod greedy;
mod ground;
mod route;

pub use antelope::Antelope;
pub use giraffe::Giraffe;
pub use greedy::Greedy;

use crate::Reference;
use games::luck::{Sprint, below, pick};
use games::orchard::{Action, Brief, Cell, FAR, Map, Observation, Orchard, Phase, Powerup};
use games::{Player, Start};
use std::time::Duration;

pub const BOTS: &[Reference] = &[
    Reference::of::<Orchard, RandomSource>("random_source", "does everything at random, as the original's sample does"),
    Reference::of::<Orchard, RunawaySource>("runaway_source", "runs from the opponent and collects what lies on the way"),
    Reference::of::<Orchard, Greedy>("greedy", "walks to the best points per step, ahead of the heatmap, and bids what a place is worth"),
    Reference::of::<Orchard, Antelope>("Antelope", "plans its way over the fruit that lies there; bids as greedy does"),
    Reference::of::<Orchard, Giraffe>(
        "Giraffe",
        "reads the next batch off the heatmap, plans its way far ahead and knows what a place is worth",
    ),
];

/// Does everything at random. Where the original's sample gives an invalid answer, this one does what the
/// original program makes of it: nothing is rented, the player stays, the loser goes anywhere.
#[derive(Default)]
pub struct RandomSource(Table);

impl Player<Orchard> for RandomSource {
    fn prepare_for_match(&mut self, start: &Start<'_, Orchard>) {
        self.0 = Table::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        let Table { die, .. } = &mut self.0;
        match seen.phase {
            Phase::Powerup => {
                let powerup = *pick(die, &[Powerup::Bike, Powerup::PortalGun, Powerup::None]);
                Action::Powerup(if self.0.affords(seen, powerup) { powerup } else { Powerup::None })
            }
            Phase::Move => {
                let (row, col) = *pick(die, &[(-1, 0), (1, 0), (0, -1), (0, 1)]);
                let here = seen.me.location;
                let there = here.row.checked_add_signed(row).zip(here.col.checked_add_signed(col)).map(|(row, col)| Cell::new(row, col));
                Action::Move(there.filter(|cell| self.0.map().is_free(*cell)).unwrap_or(here))
            }
            Phase::Bid => Action::Bid(below(die, seen.me.score.min(seen.opponent.score) + 1)),
            _ => {
                let (rows, cols) = (seen.items.rows() as u32, seen.items.cols() as u32);
                let cell = Cell::new(below(die, rows) as u8, below(die, cols) as u8);
                Action::Transport(if self.0.map().is_free(cell) { cell } else { self.0.any_free() })
            }
        }
    }
}

/// Keeps away from the opponent.
#[derive(Default)]
pub struct RunawaySource(Table);

impl Player<Orchard> for RunawaySource {
    fn prepare_for_match(&mut self, start: &Start<'_, Orchard>) {
        self.0 = Table::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        match seen.phase {
            Phase::Powerup => Action::Powerup(Powerup::None),
            Phase::Move => {
                let map = self.0.map();
                let steps = map.distances(seen.opponent.location);
                let exits = |cell: Cell| around(map, cell).count();
                // Far is good, a cell that is not a dead end is better, then whatever lies there.
                let worth = |cell: &Cell| (steps[*cell], exits(*cell), seen.items[*cell]);
                let here = seen.me.location;
                Action::Move(around(map, here).chain([here]).max_by_key(worth).expect("a player can stay"))
            }
            Phase::Bid => Action::Bid(seen.me.score.min(1)),
            _ => {
                let steps = self.0.map().distances(seen.me.location);
                Action::Transport(self.0.map().free().max_by_key(|cell| steps[*cell]).expect("a map has free cells"))
            }
        }
    }
}

/// What a bot keeps of a game: what everyone was told, and its own randomness.
struct Table {
    brief: Option<Brief>,
    die: Sprint,
}

impl Default for Table {
    fn default() -> Table {
        Table { brief: None, die: Sprint::new(0) }
    }
}

impl Table {
    fn new(start: &Start<'_, Orchard>) -> Table {
        Table { brief: Some(start.brief.clone()), die: Sprint::new(start.seed) }
    }

    fn brief(&self) -> &Brief {
        self.brief.as_ref().expect("a match begins before it is played")
    }

    fn map(&self) -> &Map {
        &self.brief().map
    }

    fn affords(&self, seen: &Observation, powerup: Powerup) -> bool {
        let config = &self.brief().config;
        seen.me.score
            >= match powerup {
                Powerup::None => 0,
                Powerup::Bike => config.bike_cost,
                Powerup::PortalGun => config.portal_gun_cost,
            }
    }

    fn any_free(&mut self) -> Cell {
        let Table { brief, die } = self;
        let map = &brief.as_ref().expect("a match begins before it is played").map;
        let number = below(die, map.free().len() as u32) as usize;
        map.free().nth(number).expect("the number is below the count")
    }
}

/// The free cells beside a cell.
fn around(map: &Map, cell: Cell) -> impl Iterator<Item = Cell> {
    let beside = [
        cell.row.checked_sub(1).map(|row| Cell::new(row, cell.col)),
        cell.col.checked_sub(1).map(|col| Cell::new(cell.row, col)),
        Some(Cell::new(cell.row, cell.col + 1)),
        Some(Cell::new(cell.row + 1, cell.col)),
    ];
    beside.into_iter().flatten().filter(|cell| map.is_free(*cell))
}

/// Whether a walk leads there.
fn reachable(steps: u16) -> bool {
    steps != FAR
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Entry, Luck, Native, Seat, Turn};

    /// A whole game between two bots, each answer vetted; the final points.
    fn game(entry: &Entry, config: &str, seed: u64, mut bots: [Native; 2]) -> Vec<i32> {
        let luck = Luck::new(seed);
        let mut game = entry.open(config).unwrap();
        let (mut chances, mut told) = (0, false);
        loop {
            match game.turn() {
                Turn::Chance => {
                    game.roll(&mut luck.nature(chances), false);
                    chances += 1;
                }
                Turn::Act(seats) => {
                    for seat in Seat::first(2).filter(|_| !told) {
                        game.welcome(seat, &mut bots[seat.index()], luck.bot(seat.0.into(), 0));
                    }
                    told = true;
                    for seat in seats.iter() {
                        game.consult(seat, &mut bots[seat.index()], Duration::from_secs(2)).unwrap();
                    }
                    game.play();
                }
                Turn::Over => return game.points().to_vec(),
            }
        }
    }

    fn summon(name: &str) -> Native {
        crate::find("orchard", name).unwrap().summon()
    }

    #[test]
    fn every_bot_plays_legal_games_on_every_map() {
        let entry = games::find("orchard").unwrap();
        for (name, _) in games::orchard::SHIPPED {
            for bot in BOTS {
                for rules in ["document", "original"] {
                    let config = format!(r#"{{"map":"{name}","rules":"{rules}","rounds":45,"start_scores":[400,400]}}"#);
                    game(entry, &config, 1, [bot.summon(), summon("random_source")]);
                }
            }
        }
        for map in ["..", "S.#\\n###\\n#.S"] {
            for bot in BOTS {
                game(entry, &format!(r#"{{"map":"{map}","rounds":70}}"#), 2, [bot.summon(), bot.summon()]);
            }
        }
    }

    #[test]
    fn the_collector_beats_the_samples() {
        let entry = games::find("orchard").unwrap();
        for other in ["random_source", "runaway_source"] {
            let mut wins = 0;
            for seed in 0..6 {
                let config = r#"{"map":"7"}"#;
                let first = game(entry, config, seed, [summon("greedy"), summon(other)]);
                let second = game(entry, config, seed, [summon(other), summon("greedy")]);
                wins += u32::from(first[0] > first[1]) + u32::from(second[1] > second[0]);
                println!("greedy against {other}, seed {seed}: {first:?} {second:?}");
            }
            assert_eq!(wins, 12, "greedy wins every game against {other}");
        }
    }

    #[test]
    fn games_repeat() {
        let entry = games::find("orchard").unwrap();
        let once = |seed| game(entry, r#"{"map":"6"}"#, seed, [summon("random_source"), summon("greedy")]);
        assert_eq!(once(3), once(3));
        assert_ne!(once(3), once(4));
    }
}

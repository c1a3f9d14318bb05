//! Two pickers in one orchard: fruit that shows its coming, rented wheels, and auctions for the ground they stand on.
pub mod answer;
mod config;
mod fruit;
mod grid;
mod heat;
mod map;
mod noise;
mod picture;
pub mod replay;

pub use config::{Brief, Config, MOST_POINTS, Rules, Table};
pub use fruit::{Depth, Kind, Pile, grow};
pub use grid::Grid;
pub use heat::{Heat, heatmap, radius, weight};
pub use map::{Cell, FAR, MAX_SIDE, Map, MapError, SHIPPED, shipped};
pub use noise::noise;

use crate::foul::{Breach, ConfigError};
use crate::game::{Game, Turn};
use crate::luck::{below, pick};
use crate::menu::{Choice, Range, Spot};
use crate::scene::Scene;
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use heat::Incoming;
use rand_core::Rng;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a seat does; which of them it may do depends on the phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Powerup(Powerup),
    /// Where to go; the own cell is a stay.
    Move(Cell),
    Bid(u32),
    /// Where the loser of the auction goes.
    Transport(Cell),
}

/// What can be rented.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Powerup {
    None,
    Bike,
    PortalGun,
}

impl Powerup {
    pub const ALL: [Powerup; 3] = [Powerup::None, Powerup::Bike, Powerup::PortalGun];

    /// What a bot of the original answers for it.
    pub const fn name(self) -> &'static str {
        match self {
            Powerup::None => "",
            Powerup::Bike => "bike",
            Powerup::PortalGun => "portal gun",
        }
    }
}

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nature places the players.
    Setup,
    /// The announced batch lands and nature announces the next one.
    Restock,
    /// One seat after the other may rent.
    Powerup,
    /// Both seats say where they go.
    Move,
    /// Both seats bid.
    Bid,
    /// Equal bids: nature sends both somewhere.
    Scatter,
    /// The winner says where the loser goes.
    Transport,
    /// Too many auctions in one round: nature parts the players.
    Separate,
    Over,
}

/// What nature decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// Where each seat starts.
    Spawn([Cell; 2]),
    /// The depths at which the next onions, strawberries and dragon fruit grow.
    Items([Depth; 3]),
    /// Where each seat lands after equal bids.
    Scatter([Cell; 2]),
    /// Two cells that differ, after too many auctions.
    Separate([Cell; 2]),
}

/// What everyone sees of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    #[serde(deserialize_with = "score")]
    pub score: u32,
    pub location: Cell,
    /// Rounds the bike still runs, this one included; 0: none.
    pub bike: u32,
    /// Rounds the portal gun still works, this one included; 0: none.
    pub portal_gun: u32,
}

fn score<'de, D: serde::Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let score = u32::deserialize(from)?;
    if score <= MOST_POINTS { Ok(score) } else { Err(serde::de::Error::custom(format!("a score of {score} is beyond {MOST_POINTS}"))) }
}

/// All that a seat may know. During a transport the scores are those before the auction is paid.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observation {
    pub phase: Phase,
    pub you: Seat,
    /// The seats that have to act now.
    pub acting: SeatSet,
    /// Rounds left, this one included.
    pub remaining_turns: u32,
    pub me: Player,
    pub opponent: Player,
    /// The points that lie on each cell.
    pub items: Grid<u32>,
    /// The fruit that makes up these points.
    pub fruit: Grid<Pile>,
    /// The batch that landed last; none before the first.
    pub new_items: Option<Grid<Pile>>,
    /// How warm each free cell is from the batch to come.
    pub heatmap: Grid<Heat>,
    /// The round of the last auction, or 0.
    pub last_auction: u32,
    /// Auctions already held in this round.
    pub auctions: u32,
}

/// What no seat is told: the batch to come, and the bids while the winner thinks.
#[derive(Clone, PartialEq, Debug)]
pub struct Secret {
    pub incoming: Grid<Pile>,
    pub bids: [u32; 2],
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Orchard {
    brief: Brief,
    phase: Phase,
    /// Whose power-up or transport it is.
    actor: Seat,
    round: u32,
    last_auction: u32,
    auctions: u32,
    walkers: [Walker; 2],
    ground: Box<[Pile]>,
    latest: Option<Grid<Pile>>,
    incoming: Arc<Incoming>,
    bids: [u32; 2],
    story: Story,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Walker {
    at: u16,
    score: u32,
    bike: u32,
    portal_gun: u32,
}

/// What a caption needs of the last step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Story {
    bought: Option<(Seat, Powerup)>,
    deal: Deal,
    gains: [u32; 2],
    landed: bool,
}

/// How the last auction of a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Deal {
    #[default]
    None,
    Tie,
    Sent {
        winner: Seat,
        price: u32,
    },
    Parted,
}

impl Orchard {
    pub fn map(&self) -> &Map {
        &self.brief.map
    }

    pub fn config(&self) -> &Config {
        &self.brief.config
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Rounds completed.
    pub fn round(&self) -> u32 {
        self.round
    }

    pub fn player(&self, seat: Seat) -> Player {
        let Walker { at, score, bike, portal_gun } = self.walkers[seat.index()];
        Player { score, location: self.map().cell(at), bike, portal_gun }
    }

    /// What lies on a cell; nothing on cells beyond the map.
    pub fn fruit(&self, at: Cell) -> Pile {
        self.map().index(at).map_or(Pile::EMPTY, |i| self.ground[i as usize])
    }

    /// The batch that comes next.
    pub fn incoming(&self) -> &Grid<Pile> {
        &self.incoming.fruit
    }

    /// The bids of the last auction.
    pub fn bids(&self) -> [u32; 2] {
        self.bids
    }

    /// The heatmap of this round.
    pub fn heatmap(&self) -> &Grid<Heat> {
        self.incoming.heat(self.map(), self.config().worth(), self.config().radius(self.round))
    }

    /// Puts another batch in the place of the one that comes next, for games recorded by other programs. That it fits
    /// the map is the caller's promise.
    pub fn announce(&mut self, batch: Grid<Pile>) {
        assert_eq!((batch.rows(), batch.cols()), (self.map().rows(), self.map().cols()), "the batch fits the map");
        self.incoming = Arc::new(Incoming::new(batch, self.config().heatmap_distance));
    }

    fn walker(&self, seat: Seat) -> &Walker {
        &self.walkers[seat.index()]
    }

    fn price(&self, powerup: Powerup) -> u32 {
        match powerup {
            Powerup::None => 0,
            Powerup::Bike => self.config().bike_cost,
            Powerup::PortalGun => self.config().portal_gun_cost,
        }
    }

    fn affords(&self, seat: Seat, powerup: Powerup) -> bool {
        self.walker(seat).score >= self.price(powerup)
    }

    /// The cells in walking or riding distance, row by row.
    fn nearby(&self, seat: Seat) -> &[u16] {
        let walker = self.walker(seat);
        let reach = if walker.bike > 0 { &self.brief.ride } else { &self.brief.walk };
        reach.from(walker.at)
    }

    /// Whether a free cell can be moved to.
    fn can_move(&self, seat: Seat, to: u16) -> bool {
        let walker = self.walker(seat);
        if self.nearby(seat).binary_search(&to).is_ok() {
            return true;
        }
        let blocked_ride = walker.bike > 0 && self.distance(walker.at, to) <= self.config().bike_length;
        walker.portal_gun > 0 && !(blocked_ride && self.config().rules == Rules::Original)
    }

    fn distance(&self, a: u16, b: u16) -> u32 {
        self.map().cell(a).distance(self.map().cell(b))
    }

    fn meet(&self) -> bool {
        self.walkers[0].at == self.walkers[1].at
    }

    fn rent(&mut self, seat: Seat, powerup: Powerup) {
        let (price, bike, portal_gun) = (self.price(powerup), self.config().bike_turns, self.config().portal_gun_turns);
        let walker = &mut self.walkers[seat.index()];
        walker.score -= price;
        match powerup {
            Powerup::None => {}
            Powerup::Bike => walker.bike = walker.bike.saturating_add(bike),
            Powerup::PortalGun => walker.portal_gun = walker.portal_gun.saturating_add(portal_gun),
        }
        self.story = Story { bought: Some((seat, powerup)), ..Story::default() };
    }

    /// The players stand somewhere new: another auction, or the end of the round.
    fn arrive(&mut self) {
        if self.meet() || self.round == self.last_auction.saturating_add(self.config().forced_auction) {
            self.phase = if self.auctions < self.config().auction_limit { Phase::Bid } else { Phase::Separate };
        } else {
            self.end_round();
        }
    }

    fn end_round(&mut self) {
        let worth = self.config().worth();
        for (walker, gain) in self.walkers.iter_mut().zip(&mut self.story.gains) {
            let pile = std::mem::take(&mut self.ground[walker.at as usize]);
            *gain = pile.points(worth);
            walker.score = (walker.score + *gain).min(MOST_POINTS);
            walker.bike = walker.bike.saturating_sub(1);
            walker.portal_gun = walker.portal_gun.saturating_sub(1);
        }
        self.round += 1;
        self.auctions = 0;
        self.actor = Seat(0);
        self.phase = match self.round {
            round if round == self.config().rounds => Phase::Over,
            round if round.is_multiple_of(self.config().item_period) => Phase::Restock,
            _ => Phase::Powerup,
        };
    }

    fn auction(&mut self, bids: [u32; 2]) {
        self.bids = bids;
        self.last_auction = self.round;
        self.auctions += 1;
        match bids[0].cmp(&bids[1]) {
            std::cmp::Ordering::Equal => self.phase = Phase::Scatter,
            order => {
                self.actor = Seat(u8::from(order.is_lt()));
                self.phase = Phase::Transport;
            }
        }
    }

    /// What the winner of an auction pays: the average of the bids, rounded down.
    fn auction_price(&self) -> u32 {
        (self.bids[0] + self.bids[1]) / 2
    }

    fn transport(&mut self, to: Cell) {
        let (winner, price) = (self.actor, self.auction_price());
        self.walkers[winner.index()].score -= price;
        self.walkers[winner.rival().index()].at = self.at(to);
        self.story.deal = Deal::Sent { winner, price };
        self.arrive();
    }

    fn at(&self, cell: Cell) -> u16 {
        self.map().index(cell).expect("the cell is on the map")
    }

    fn put(&mut self, cells: &[Cell; 2]) {
        for (seat, cell) in Seat::first(2).zip(cells) {
            self.walkers[seat.index()].at = self.at(*cell);
        }
    }

    /// The announced batch lands.
    fn land(&mut self) {
        let batch = self.incoming.fruit.clone();
        for (pile, more) in self.ground.iter_mut().zip(batch.cells()) {
            pile.pour(*more);
        }
        self.latest = Some(batch);
        self.story.landed = true;
    }

    fn any_free<R: Rng>(&self, rng: &mut R) -> Cell {
        self.map().cell(*pick(rng, self.map().free_list()))
    }

    /// A free cell that differs from this one.
    fn another_free<R: Rng>(&self, one: Cell, rng: &mut R) -> Cell {
        loop {
            let cell = self.any_free(rng);
            if cell != one {
                return cell;
            }
        }
    }

    fn check_move(&self, seat: Seat, to: Cell) -> Result<(), Breach> {
        let Some(i) = self.map().index(to) else { return Err(off_the_map(self.map(), to)) };
        if !self.map().is_free_at(i) {
            return Err(Breach(format!("{to} is blocked").into()));
        }
        if self.can_move(seat, i) {
            return Ok(());
        }
        let (from, length) = (self.player(seat).location, self.config().bike_length);
        Err(Breach(if self.walker(seat).bike > 0 {
            format!("{to} is more than {length} steps over free cells from {from}, as far as a bike goes").into()
        } else {
            format!("{to} is not beside {from}, and neither a bike nor a portal gun is at hand").into()
        }))
    }
}

fn off_the_map(map: &Map, cell: Cell) -> Breach {
    Breach(format!("{cell} is off the map of {} rows and {} columns", map.rows(), map.cols()).into())
}

impl Game for Orchard {
    const NAME: &'static str = "orchard";
    const TITLE: &'static str = "fruit, bikes, portal guns and auctions on a map (AI Arena 21)";
    const ALIASES: &'static [&'static str] = &["aiarena21"];
    const RULES: u32 = 1;
    const SEATS: usize = 2;
    const SIMULTANEOUS: bool = true;
    const SEAT_NAMES: &'static [&'static str] = &["Team 1", "Team 2"];

    type Config = Config;
    type Action = Action;
    type Chance = Chance;
    type Brief = Brief;
    type Observation = Observation;
    type Secret = Secret;

    /// The map of moderate size, and one batch of fruit a game: growing one costs as much as hundreds of rounds.
    fn yardstick() -> Config {
        Config { map: "7".into(), rounds: 5_000, item_period: 10_000, ..Config::default() }
    }

    fn length(&self, _: u64) -> u64 {
        self.round.into()
    }

    fn new(config: &Config) -> Result<Orchard, ConfigError> {
        let brief = Brief::new(config)?;
        let (map, ground) = (&brief.map, vec![Pile::EMPTY; brief.map.len()]);
        let nothing = Grid::new(map.cols(), ground.clone());
        let walker = |seat: usize| Walker { at: map.free_list()[seat], score: config.start_scores[seat], bike: 0, portal_gun: 0 };
        Ok(Orchard {
            phase: Phase::Setup,
            actor: Seat(0),
            round: 0,
            last_auction: 0,
            auctions: 0,
            walkers: [walker(0), walker(1)],
            ground: ground.into(),
            latest: None,
            incoming: Arc::new(Incoming::new(nothing, config.heatmap_distance)),
            bids: [0; 2],
            story: Story::default(),
            brief,
        })
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup | Phase::Restock | Phase::Scatter | Phase::Separate => Turn::Chance,
            Phase::Powerup | Phase::Transport => Turn::Act(SeatSet::one(self.actor)),
            Phase::Move | Phase::Bid => Turn::Act(SeatSet::first(2)),
            Phase::Over => Turn::Over,
        }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Chance {
        match self.phase {
            Phase::Setup => {
                let mut spawns = self.map().spawns();
                let first = spawns.next().unwrap_or_else(|| self.any_free(rng));
                let second = spawns.next().unwrap_or_else(|| self.another_free(first, rng));
                Chance::Spawn(if below(rng, 2) == 0 { [first, second] } else { [second, first] })
            }
            Phase::Restock => Chance::Items([Depth::draw(rng), Depth::draw(rng), Depth::draw(rng)]),
            Phase::Scatter => Chance::Scatter([self.any_free(rng), self.any_free(rng)]),
            _ => {
                let first = self.any_free(rng);
                Chance::Separate([first, self.another_free(first, rng)])
            }
        }
    }

    fn possible(&self, chance: &Chance) -> bool {
        let free = |cells: &[Cell; 2]| cells.iter().all(|cell| self.map().is_free(*cell));
        match (self.phase, chance) {
            (Phase::Setup, Chance::Spawn(cells)) => {
                free(cells) && cells[0] != cells[1] && self.map().spawns().take(2).all(|spawn| cells.contains(&spawn))
            }
            (Phase::Restock, Chance::Items(depths)) => depths.iter().all(|depth| depth.is_drawn()),
            (Phase::Scatter, Chance::Scatter(cells)) => free(cells),
            (Phase::Separate, Chance::Separate(cells)) => free(cells) && cells[0] != cells[1],
            _ => false,
        }
    }

    fn settle(&mut self, chance: &Chance) {
        match chance {
            Chance::Spawn(cells) => {
                self.put(cells);
                self.phase = Phase::Restock;
            }
            Chance::Items(depths) => {
                if self.round > 0 {
                    self.land();
                }
                self.announce(grow(self.map(), *depths));
                self.phase = Phase::Powerup;
            }
            Chance::Scatter(cells) => {
                self.put(cells);
                self.story.deal = Deal::Tie;
                self.arrive();
            }
            Chance::Separate(cells) => {
                self.put(cells);
                self.story.deal = Deal::Parted;
                self.end_round();
            }
        }
    }

    fn legal(&self, seat: Seat, into: &mut Vec<Action>) {
        let map = self.map();
        match self.phase {
            Phase::Powerup => into.extend(Powerup::ALL.into_iter().filter(|powerup| self.affords(seat, *powerup)).map(Action::Powerup)),
            Phase::Move if self.walker(seat).portal_gun > 0 => {
                into.extend(map.free_list().iter().filter(|i| self.can_move(seat, **i)).map(|i| Action::Move(map.cell(*i))));
            }
            Phase::Move => into.extend(self.nearby(seat).iter().map(|i| Action::Move(map.cell(*i)))),
            Phase::Bid => into.extend((0..=self.walker(seat).score).map(Action::Bid)),
            Phase::Transport => into.extend(map.free().map(Action::Transport)),
            _ => {}
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Breach> {
        let score = self.walker(seat).score;
        match (self.phase, action) {
            (Phase::Powerup, Action::Powerup(powerup)) if self.affords(seat, powerup) => Ok(()),
            (Phase::Powerup, Action::Powerup(powerup)) => {
                Err(Breach(format!("a {} costs {}, the score is {score}", powerup.name(), self.price(powerup)).into()))
            }
            (Phase::Move, Action::Move(to)) => self.check_move(seat, to),
            (Phase::Bid, Action::Bid(bid)) if bid <= score => Ok(()),
            (Phase::Bid, Action::Bid(_)) => Err(Breach(format!("players cannot bid higher than their available points, {score}").into())),
            (Phase::Transport, Action::Transport(to)) if self.map().is_free(to) => Ok(()),
            (Phase::Transport, Action::Transport(to)) => match self.map().index(to) {
                Some(_) => Err(Breach(format!("{to} is blocked: nobody can be sent there").into())),
                None => Err(off_the_map(self.map(), to)),
            },
            (Phase::Powerup, _) => Err(Breach::of("it is time to rent a power-up or none")),
            (Phase::Move, _) => Err(Breach::of("it is time to move")),
            (Phase::Bid, _) => Err(Breach::of("it is time to bid")),
            (Phase::Transport, _) => Err(Breach::of("it is time to say where the loser of the auction goes")),
            _ => Err(Breach::of("nobody has to act now")),
        }
    }

    /// Uniform over the list, without making it.
    fn sample<R: Rng>(&self, seat: Seat, rng: &mut R, _: &mut Vec<Action>) -> Action {
        match self.phase {
            Phase::Powerup => loop {
                let powerup = *pick(rng, &Powerup::ALL);
                if self.affords(seat, powerup) {
                    return Action::Powerup(powerup);
                }
            },
            Phase::Move if self.walker(seat).portal_gun > 0 => loop {
                let to = *pick(rng, self.map().free_list());
                if self.can_move(seat, to) {
                    return Action::Move(self.map().cell(to));
                }
            },
            Phase::Move => Action::Move(self.map().cell(*pick(rng, self.nearby(seat)))),
            Phase::Bid => Action::Bid(below(rng, self.walker(seat).score + 1)),
            _ => Action::Transport(self.any_free(rng)),
        }
    }

    fn prompt(&self, _: Seat) -> &'static str {
        match self.phase {
            Phase::Powerup => "power-up",
            Phase::Bid => "bid",
            Phase::Transport => "where the loser goes",
            _ => "move",
        }
    }

    fn choice(&self, seat: Seat, action: Action) -> Choice {
        let spot = |cell: Cell| Spot::new(cell.col, cell.row);
        let at = self.player(seat).location;
        match action {
            Action::Powerup(Powerup::None) => Choice::new("rent nothing", "nothing"),
            Action::Powerup(powerup) => Choice::new(format!("rent a {} for {}", powerup.name(), self.price(powerup)), powerup.name()),
            Action::Move(to) if to == at => Choice::new("stay", "stay").from(spot(at)).to(spot(to)),
            Action::Move(to) => Choice::new(format!("go to {to}"), "go").from(spot(at)).to(spot(to)),
            Action::Bid(bid) => Choice::new(format!("bid {bid}"), "bid"),
            Action::Transport(to) => Choice::new(format!("send it to {to}"), "send").to(spot(to)),
        }
    }

    /// A bid.
    fn range(&self, seat: Seat) -> Option<Range> {
        (self.phase == Phase::Bid).then(|| Range { least: 0, most: self.walker(seat).score, around: ["{\"bid\":", "}"] })
    }

    fn play(&mut self, joint: &Joint<Action>) {
        let act = |seat| joint.get(seat).expect("the acting seats act");
        match (self.phase, act(self.actor)) {
            (Phase::Powerup, Action::Powerup(powerup)) => {
                self.rent(self.actor, powerup);
                if self.actor == Seat(0) {
                    self.actor = Seat(1);
                } else {
                    self.phase = Phase::Move;
                }
            }
            (Phase::Transport, Action::Transport(to)) => self.transport(to),
            (Phase::Move, _) => {
                self.story = Story::default();
                for seat in Seat::first(2) {
                    if let Action::Move(to) = act(seat) {
                        self.walkers[seat.index()].at = self.at(to);
                    }
                }
                self.arrive();
            }
            (Phase::Bid, _) => {
                let bid = |seat| if let Action::Bid(bid) = act(seat) { bid } else { 0 };
                self.auction([bid(Seat(0)), bid(Seat(1))]);
            }
            (phase, action) => unreachable!("{action:?} is no answer in {phase:?}"),
        }
    }

    fn fallback<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Action> {
        Some(match self.phase {
            Phase::Powerup => Action::Powerup(Powerup::None),
            Phase::Move => Action::Move(self.player(seat).location),
            Phase::Bid => Action::Bid(0),
            _ => Action::Transport(self.any_free(rng)),
        })
    }

    fn brief(&self) -> Brief {
        self.brief.clone()
    }

    fn observe(&self, seat: Seat) -> Observation {
        let (worth, cols) = (self.config().worth(), self.map().cols());
        Observation {
            phase: self.phase,
            you: seat,
            acting: if let Turn::Act(seats) = self.turn() { seats } else { SeatSet::EMPTY },
            remaining_turns: self.config().rounds - self.round,
            me: self.player(seat),
            opponent: self.player(seat.rival()),
            items: Grid::new(cols, self.ground.iter().map(|pile| pile.points(worth)).collect::<Arc<[u32]>>()),
            fruit: Grid::new(cols, &*self.ground),
            new_items: self.latest.clone(),
            heatmap: self.heatmap().clone(),
            last_auction: self.last_auction,
            auctions: self.auctions,
        }
    }

    fn secret(&self) -> Secret {
        Secret { incoming: self.incoming.fruit.clone(), bids: self.bids }
    }

    fn assume(brief: &Brief, seat: Seat, seen: &Observation, secret: &Secret) -> Orchard {
        let (map, config) = (&brief.map, &brief.config);
        let walker = |player: &Player| Walker {
            at: map.index(player.location).expect("players stand on the map"),
            score: player.score,
            bike: player.bike,
            portal_gun: player.portal_gun,
        };
        let (mine, theirs) = (walker(&seen.me), walker(&seen.opponent));
        let round = config.rounds.saturating_sub(seen.remaining_turns);
        // What was seen stands, whatever is guessed: the heatmap of this round, and who won the auction.
        let felt = config.radius(round);
        let incoming = Incoming::seen(secret.incoming.clone(), config.heatmap_distance, felt, seen.heatmap.clone());
        let mut game = Orchard {
            phase: seen.phase,
            actor: seen.acting.iter().next().unwrap_or(Seat(0)),
            round,
            last_auction: seen.last_auction,
            auctions: seen.auctions,
            walkers: if seat == Seat(0) { [mine, theirs] } else { [theirs, mine] },
            ground: seen.fruit.cells().into(),
            latest: seen.new_items.clone(),
            incoming: Arc::new(incoming),
            bids: secret.bids,
            story: Story::default(),
            brief: brief.clone(),
        };
        if game.phase == Phase::Transport {
            let (winner, loser) = (game.actor.index(), game.actor.rival().index());
            game.bids[winner] = game.bids[winner].clamp(1, game.walkers[winner].score.max(1));
            game.bids[loser] = game.bids[loser].min(game.bids[winner] - 1);
        }
        game
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::new(2, |seat| self.walker(seat).score as i32)
    }

    fn payoffs(&self) -> PerSeat<f32> {
        PerSeat::new(2, |seat| match self.walker(seat).score.cmp(&self.walker(seat.rival()).score) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
    }

    fn reason(&self) -> &'static str {
        "all rounds played"
    }
}

#[cfg(test)]
mod tests;

//! Four farmers, one meadow: everybody moves at once, and luck decides whose move comes first.
mod action;
mod board;
mod cell;
mod chance;
mod land;

pub use action::{Action, NOT_A_MOVE, NOT_ADJACENT, NOT_YOURS, OUT_OF_BOUNDS, read};
pub use board::{Board, FARMERS, NARROWEST, barn};
pub use cell::{Cell, WIDEST};
pub use chance::{Chance, Order, Sources};
pub use land::Land;

use crate::foul::{Breach, ConfigError};
use crate::game::{Game, Turn};
use crate::luck::{below, pick};
use crate::menu::{Choice, Spot};
use crate::scene::{Panel, Piece, Scene};
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use rand_core::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What an organizer may vary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub rules: Rules,
    /// Rounds after which the farmer with the most territory wins.
    pub rounds: u32,
    /// Squares along each side of the meadow.
    pub size: u8,
}

impl Default for Config {
    fn default() -> Config {
        Config { rules: Rules::Document, rounds: 10_000, size: WIDEST }
    }
}

/// No game has more rounds.
pub const MOST_ROUNDS: u32 = u16::MAX as u32;

/// Whose word counts where the document and the original program part.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rules {
    /// Source and destination share a side; equal territory is a tie.
    #[default]
    Document,
    /// A cow jumps to any square; of equal territories, the higher seat's comes first.
    Original,
}

/// How a farmer left the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Death {
    pub farmer: Seat,
    /// Counted from one.
    pub round: u16,
    /// Whose cow it was; the farmer itself if it left its barn.
    pub by: Seat,
}

/// The dead, in the order of their deaths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deaths {
    all: [Death; FARMERS],
    len: u8,
}

impl Deaths {
    const NONE: Deaths = Deaths { all: [Death { farmer: Seat(0), round: 0, by: Seat(0) }; FARMERS], len: 0 };

    pub fn as_slice(&self) -> &[Death] {
        &self.all[..self.len as usize]
    }

    pub fn of(&self, farmer: Seat) -> Option<&Death> {
        self.as_slice().iter().find(|death| death.farmer == farmer)
    }

    fn push(&mut self, death: Death) {
        self.all[self.len as usize] = death;
        self.len += 1;
    }

    /// The same deaths with farmers counted from another seat.
    fn recounted(&self, by: u8) -> Deaths {
        let seat = |seat: Seat| Seat((seat.0 + by) % FARMERS as u8);
        let mut deaths = Deaths::NONE;
        for death in self.as_slice() {
            deaths.push(Death { farmer: seat(death.farmer), by: seat(death.by), ..*death });
        }
        deaths
    }
}

impl Serialize for Deaths {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(into)
    }
}

impl<'de> Deserialize<'de> for Deaths {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Deaths, D::Error> {
        let mut deaths = Deaths::NONE;
        for death in Vec::<Death>::deserialize(from)? {
            if deaths.of(death.farmer).is_some() {
                return Err(serde::de::Error::custom(format!("farmer {} dies twice", death.farmer.0)));
            }
            deaths.push(death);
        }
        Ok(deaths)
    }
}

/// A game in progress. Squares are counted from the top left, as spectators see them.
#[derive(Clone, Debug)]
pub struct Bovine {
    board: Board,
    /// The cows of each farmer that are connected to its barn, unless it is `stale`.
    linked: [Land; FARMERS],
    stale: SeatSet,
    live: SeatSet,
    rules: Rules,
    /// Rounds completed.
    round: u16,
    rounds: u16,
    deaths: Deaths,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The round is over, and this is what the farmers did in it.
    Done([Deed; FARMERS]),
    /// The moves of the round are in.
    Collected(Joint<Action>),
}

/// What became of one farmer's move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deed {
    Nothing,
    Passed,
    /// It could not be made any more.
    Failed,
    Placed(Cell),
    Moved(Cell),
    Captured(Cell, Seat),
    /// A cow without connection and its prey, both gone.
    Clashed(Cell, Seat),
}

/// All there is to know, as one farmer sees it: its barn is (0, 0) and it is farmer 0, the others follow clockwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observation {
    pub board: Board,
    /// Rounds completed.
    pub round: u16,
    /// Rounds of the whole game.
    pub rounds: u16,
    /// Who was eliminated, when and by whom.
    pub deaths: Deaths,
}

impl Bovine {
    /// A game at this point. Farmers who do not hold their barns are out, and so are their cows.
    pub fn at(config: &Config, board: Board, round: u16) -> Result<Bovine, ConfigError> {
        let mut game = Bovine::new(&Config { size: board.size(), ..config.clone() })?;
        game.board = board;
        game.round = round;
        for farmer in Seat::first(FARMERS) {
            if !board.holds_barn(farmer) {
                game.eliminate(farmer, farmer, round);
            }
        }
        game.stale = game.live;
        Ok(game)
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The farmers still in the game.
    pub const fn live(&self) -> SeatSet {
        self.live
    }

    /// Rounds completed.
    pub const fn round(&self) -> u16 {
        self.round
    }

    pub const fn deaths(&self) -> &Deaths {
        &self.deaths
    }

    /// The cows of a farmer that are connected to its barn.
    pub fn connected(&self, farmer: Seat) -> Land {
        if self.stale.contains(farmer) { self.board.connected(farmer) } else { self.linked[farmer.index()] }
    }

    /// The farmers best first, as the original program lists them: of equal ones the higher seat first. Who is tied,
    /// [`Game::payoffs`] tell.
    pub fn ranking(&self) -> [Seat; FARMERS] {
        let mut seats = [3, 2, 1, 0].map(Seat);
        seats.sort_by_key(|seat| std::cmp::Reverse(self.standing(*seat)));
        seats
    }

    /// More is better: the living by territory, before the dead by the round of their death and, within a round, the
    /// first to die.
    fn standing(&self, farmer: Seat) -> u32 {
        match self.deaths.as_slice().iter().position(|death| death.farmer == farmer) {
            Some(k) => u32::from(self.deaths.all[k].round) << 2 | (FARMERS - 1 - k) as u32,
            None => {
                let tiebreak = if self.rules == Rules::Original { u32::from(farmer.0) } else { 0 };
                1 << 20 | self.board.land(farmer).count() << 2 | tiebreak
            }
        }
    }

    /// Makes a farmer's move, if it still can be made.
    fn execute(&mut self, farmer: Seat, from: Cell, to: Cell, round: u16) -> Deed {
        let own = self.board.land(farmer);
        if !own.has(from) || own.has(to) {
            return Deed::Failed;
        }
        let linked = self.is_linked(farmer, from);
        match (self.board.owner(to), linked) {
            (None, true) => {
                self.gain(farmer, to);
                Deed::Placed(to)
            }
            (None, false) => {
                self.lose(farmer, from, farmer, round);
                self.gain(farmer, to);
                Deed::Moved(to)
            }
            (Some(rival), true) => {
                self.lose(rival, to, farmer, round);
                self.gain(farmer, to);
                self.lose(farmer, from, farmer, round);
                Deed::Captured(to, rival)
            }
            (Some(rival), false) => {
                self.lose(rival, to, farmer, round);
                self.lose(farmer, from, farmer, round);
                Deed::Clashed(to, rival)
            }
        }
    }

    fn is_linked(&mut self, farmer: Seat, cell: Cell) -> bool {
        if self.stale.contains(farmer) {
            self.linked[farmer.index()] = self.board.connected(farmer);
            self.stale = self.stale.without(farmer);
        }
        self.linked[farmer.index()].has(cell)
    }

    /// A cow appears. It joins what is connected, and with it the strays it touches.
    fn gain(&mut self, farmer: Seat, cell: Cell) {
        let size = self.board.size();
        let own = self.board.land_mut(farmer);
        own.add(cell);
        if self.stale.contains(farmer) {
            return;
        }
        let linked = &mut self.linked[farmer.index()];
        let (mut joins, mut strays) = (false, false);
        for side in cell.nearby(size).filter(|side| own.has(*side)) {
            joins |= linked.has(side);
            strays |= !linked.has(side);
        }
        if joins {
            linked.add(cell);
            if strays {
                *linked = own.reached_from(linked);
            }
        }
    }

    /// A cow disappears, and with the one in the barn all others.
    fn lose(&mut self, farmer: Seat, cell: Cell, by: Seat, round: u16) {
        if cell == barn(farmer, self.board.size()) {
            return self.eliminate(farmer, by, round);
        }
        self.board.land_mut(farmer).remove(cell);
        let linked = &mut self.linked[farmer.index()];
        if linked.has(cell) {
            linked.remove(cell);
            if !linked.spares(cell) {
                self.stale = self.stale.with(farmer);
            }
        }
    }

    fn eliminate(&mut self, farmer: Seat, by: Seat, round: u16) {
        *self.board.land_mut(farmer) = Land::NONE;
        self.linked[farmer.index()] = Land::NONE;
        self.stale = self.stale.without(farmer);
        self.live = self.live.without(farmer);
        self.deaths.push(Death { farmer, round, by });
    }

    fn absolute(&self, farmer: Seat, cell: Cell) -> Cell {
        cell.turned(4 - farmer.0, self.board.size())
    }

    fn own(&self, farmer: Seat, cell: Cell) -> Cell {
        cell.turned(farmer.0, self.board.size())
    }

    fn pending(&self) -> &Joint<Action> {
        match &self.phase {
            Phase::Collected(joint) => joint,
            Phase::Done(_) => panic!("nature decides once the moves are in"),
        }
    }
}

impl Game for Bovine {
    const NAME: &'static str = "bovine";
    const TITLE: &'static str = "four farmers graze a 20x20 meadow, all at once (Jigga Jigga: Bovine Borders)";
    const ALIASES: &'static [&'static str] = &["jigga", "jigga-jigga", "bovine-borders"];
    const RULES: u32 = 1;
    const SEATS: usize = FARMERS;
    const SEAT_NAMES: &'static [&'static str] = &["Red", "Yellow", "Green", "Blue"];
    const SIMULTANEOUS: bool = true;

    type Config = Config;
    type Action = Action;
    type Chance = Chance;
    type Brief = Config;
    type Observation = Observation;
    type Secret = ();

    fn new(config: &Config) -> Result<Bovine, ConfigError> {
        let Config { rules, rounds, size } = *config;
        if !(1..=MOST_ROUNDS).contains(&rounds) {
            return Err(ConfigError(format!("rounds is {rounds}, not a number from 1 to {MOST_ROUNDS}")));
        }
        if !(NARROWEST..=WIDEST).contains(&size) {
            return Err(ConfigError(format!("size is {size}, not a number from {NARROWEST} to {WIDEST}")));
        }
        let board = Board::start(size);
        Ok(Bovine {
            board,
            linked: *board.lands(),
            stale: SeatSet::EMPTY,
            live: SeatSet::first(FARMERS),
            rules,
            round: 0,
            rounds: rounds as u16,
            deaths: Deaths::NONE,
            phase: Phase::Done([Deed::Nothing; FARMERS]),
        })
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Collected(_) => Turn::Chance,
            Phase::Done(_) if self.live.len() < 2 || self.round >= self.rounds => Turn::Over,
            Phase::Done(_) => Turn::Act(self.live),
        }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Chance {
        let mut sources = Sources::default();
        for (farmer, action) in self.pending().iter() {
            if let Action::To(to) = action {
                let mut found = [to; 4];
                let mut count = 0;
                for from in self.board.sources(farmer, self.absolute(farmer, to)) {
                    found[count] = from;
                    count += 1;
                }
                if count > 0 {
                    sources.set(farmer, Some(self.own(farmer, *pick(rng, &found[..count]))));
                }
            }
        }
        let mut order = Order::all(self.live);
        let seats = order.as_mut_slice();
        for k in (1..seats.len()).rev() {
            seats.swap(k, below(rng, k as u32 + 1) as usize);
        }
        Chance { order, sources }
    }

    fn possible(&self, chance: &Chance) -> bool {
        let Phase::Collected(pending) = &self.phase else { return false };
        let drawn = |farmer: Seat| {
            let source = chance.sources.get(farmer);
            match pending.get(farmer) {
                Some(Action::To(to)) => {
                    let mut sources = self.board.sources(farmer, self.absolute(farmer, to)).map(|from| self.own(farmer, from)).peekable();
                    match source {
                        Some(from) => sources.any(|source| source == from),
                        None => sources.peek().is_none(),
                    }
                }
                _ => source.is_none(),
            }
        };
        chance.order.seats() == self.live && Seat::first(FARMERS).all(drawn)
    }

    fn settle(&mut self, chance: &Chance) {
        let joint = *self.pending();
        let round = self.round + 1;
        let mut deeds = [Deed::Nothing; FARMERS];
        for &farmer in chance.order.as_slice() {
            if !self.live.contains(farmer) {
                continue;
            }
            let way = match joint.get(farmer) {
                None | Some(Action::Pass) => None,
                Some(Action::To(to)) => chance.sources.get(farmer).map(|from| (from, to)),
                Some(Action::Move { from, to }) => Some((from, to)),
            };
            deeds[farmer.index()] = match way {
                Some((from, to)) => self.execute(farmer, self.absolute(farmer, from), self.absolute(farmer, to), round),
                None => Deed::Passed,
            };
        }
        self.round = round;
        self.phase = Phase::Done(deeds);
    }

    /// A pass, the moves in the order of the document's `allowed_moves`, then the destinations. Left out is what nobody
    /// needs: destinations that no cow can reach, which are passes, and the jumps that the original program lets through.
    fn legal(&self, seat: Seat, into: &mut Vec<Action>) {
        let (board, you) = (self.board.seen_by(seat), Seat(0));
        into.push(Action::Pass);
        into.extend(board.moves(you).map(|(from, to)| Action::Move { from, to }));
        into.extend(board.destinations(you).iter().map(Action::To));
    }

    /// A pass, and each place alone and from one neighbour at least.
    fn at_least(&self, seat: Seat) -> usize {
        1 + 2 * self.board.destinations(seat).count() as usize
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Breach> {
        let size = self.board.size();
        let within = |cell: Cell| cell.row() < size && cell.col() < size;
        let own = |cell: Cell| self.board.land(seat).has(self.absolute(seat, cell));
        match action {
            Action::Pass => Ok(()),
            Action::To(to) if !within(to) => Err(OUT_OF_BOUNDS),
            Action::To(to) if own(to) && to.nearby(size).any(own) => Err(NOT_YOURS),
            Action::To(_) => Ok(()),
            Action::Move { from, to } if !within(from) || !within(to) => Err(OUT_OF_BOUNDS),
            Action::Move { from, to } if !own(from) || own(to) => Err(NOT_YOURS),
            Action::Move { from, to } if self.rules == Rules::Document && from.distance(to) != 1 => Err(NOT_ADJACENT),
            Action::Move { .. } => Ok(()),
        }
    }

    /// A destination, each as likely as the others, as random_raven picks it.
    fn sample<R: Rng>(&self, seat: Seat, rng: &mut R, _: &mut Vec<Action>) -> Action {
        let destinations = self.board.destinations(seat);
        let count = destinations.count();
        if count == 0 {
            return Action::Pass;
        }
        let to = destinations.nth(below(rng, count)).expect("the die has as many sides as there are destinations");
        Action::To(self.own(seat, to))
    }

    fn choice(&self, seat: Seat, action: Action) -> Choice {
        let spot = |cell: Cell| Spot::new(cell.col(), cell.row());
        match action {
            Action::Pass => Choice::new("pass", "pass"),
            Action::To(to) => {
                let to = self.absolute(seat, to);
                Choice::new(format!("graze {to}"), "any cow").to(spot(to))
            }
            Action::Move { from, to } => {
                let (from, to) = (self.absolute(seat, from), self.absolute(seat, to));
                Choice::new(format!("graze {to} from {from}"), "this cow").from(spot(from)).to(spot(to))
            }
        }
    }

    fn play(&mut self, joint: &Joint<Action>) {
        self.phase = Phase::Collected(*joint);
    }

    fn fallback<R: Rng>(&self, _: Seat, _: &mut R) -> Option<Action> {
        Some(Action::Pass)
    }

    fn brief(&self) -> Config {
        Config { rules: self.rules, rounds: self.rounds.into(), size: self.board.size() }
    }

    fn observe(&self, seat: Seat) -> Observation {
        Observation {
            board: self.board.seen_by(seat),
            round: self.round,
            rounds: self.rounds,
            deaths: self.deaths.recounted(FARMERS as u8 - seat.0),
        }
    }

    fn secret(&self) {}

    fn assume(config: &Config, seat: Seat, seen: &Observation, (): &()) -> Bovine {
        let board = seen.board.unseen_by(seat);
        let live: SeatSet = Seat::first(FARMERS).filter(|farmer| board.holds_barn(*farmer)).collect();
        Bovine {
            board,
            linked: [Land::NONE; FARMERS],
            stale: live,
            live,
            rules: config.rules,
            round: seen.round,
            rounds: seen.rounds,
            deaths: seen.deaths.recounted(seat.0),
            phase: Phase::Done([Deed::Nothing; FARMERS]),
        }
    }

    /// The ground shows whose cow is where, a second layer which of them are strays. Cows are as alike as squares of one
    /// colour and so are no pieces; the barns of the living are.
    fn scene(&self) -> Scene {
        let size = self.board.size();
        let connected = Seat::first(FARMERS).fold(Land::NONE, |all, farmer| all.or(&self.connected(farmer)));
        let stray = |cell| if self.board.owner(cell).is_some() && !connected.has(cell) { '*' } else { '.' };
        let home = |farmer: Seat| {
            let cell = barn(farmer, size);
            Piece::new(farmer.0.into(), "barn", farmer, cell.col(), cell.row())
        };
        Scene {
            width: size,
            height: size,
            layers: [("terrain", self.board.text()), ("strays", Land::field(size).iter().map(stray).collect())].into(),
            pieces: self.live.iter().map(home).collect(),
            panels: Seat::first(FARMERS).map(|farmer| self.panel(farmer)).collect(),
            caption: self.caption(),
            aside: None,
            mark: self.fresh_deaths().next().map(|_| "elimination"),
        }
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::new(FARMERS, |farmer| self.board.land(farmer).count() as i32)
    }

    fn payoffs(&self) -> PerSeat<f32> {
        let standings: PerSeat<u32> = PerSeat::new(FARMERS, |farmer| self.standing(farmer));
        standings.map(|own| {
            let beaten = standings.iter().filter(|other| **other < own).count();
            let tied = standings.iter().filter(|other| **other == own).count() - 1;
            (2 * beaten + tied) as f32 / (2 * (FARMERS - 1)) as f32
        })
    }

    fn reason(&self) -> &'static str {
        match self.live.len() {
            0 => "nobody left",
            1 => "last farmer standing",
            _ => "round limit",
        }
    }
}

impl Bovine {
    /// Those who died in the round just done.
    fn fresh_deaths(&self) -> impl Iterator<Item = &Death> {
        let done = matches!(self.phase, Phase::Done(_));
        self.deaths.as_slice().iter().filter(move |death| done && death.round == self.round)
    }

    fn panel(&self, farmer: Seat) -> Panel {
        let cows = self.board.land(farmer).count();
        let status = match self.deaths.of(farmer) {
            None => "in the game".to_string(),
            Some(death) => format!("out in round {}, by {}", death.round, name_or_itself(death)),
        };
        let lines = vec![("strays", (cows - self.connected(farmer).count()).to_string()), ("status", status)];
        Panel::new(farmer, Self::SEAT_NAMES[farmer.index()], cows as i32, lines)
    }

    fn caption(&self) -> String {
        let deeds = match &self.phase {
            Phase::Collected(_) => return format!("Round {}: the moves are in", self.round + 1),
            Phase::Done(_) if self.round == 0 => return "Four farmers, one cow each".to_string(),
            Phase::Done(deeds) => deeds,
        };
        let deaths = self.fresh_deaths().map(|death| format!("{} eliminated by {}", name(death.farmer), name_or_itself(death)));
        let done = Seat::first(FARMERS).filter_map(|farmer| deeds[farmer.index()].told(farmer));
        let mut text = format!("Round {}: {}", self.round, deaths.chain(done).collect::<Vec<_>>().join(", "));
        if self.turn() == Turn::Over {
            let best = self.ranking().map(|seat| self.standing(seat))[0];
            let winners: Vec<&str> = self.live.iter().filter(|seat| self.standing(*seat) == best).map(name).collect();
            text += &match &winners[..] {
                [] => ". Nobody is left".to_string(),
                [winner] => format!(". {winner} wins"),
                tied => format!(". {} tie", tied.join(" and ")),
            };
        }
        text
    }
}

impl Deed {
    fn told(self, farmer: Seat) -> Option<String> {
        let who = name(farmer);
        Some(match self {
            Deed::Nothing => return None,
            Deed::Passed => format!("{who} passes"),
            Deed::Failed => format!("{who} comes too late"),
            Deed::Placed(to) => format!("{who} grazes {to}"),
            Deed::Moved(to) => format!("{who} strays to {to}"),
            Deed::Captured(to, rival) => format!("{who} takes {to} from {}", name(rival)),
            Deed::Clashed(to, rival) => format!("{who} trades cows with {} on {to}", name(rival)),
        })
    }
}

fn name(farmer: Seat) -> &'static str {
    Bovine::SEAT_NAMES[farmer.index()]
}

fn name_or_itself(death: &Death) -> &'static str {
    if death.by == death.farmer { "itself" } else { name(death.by) }
}

#[cfg(test)]
mod tests;

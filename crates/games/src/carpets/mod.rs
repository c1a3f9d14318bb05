//! Two workers lay carpets on an 8x8 floor, above a rat that only noises betray.
mod board;
mod config;
pub mod currents;
mod drift;
mod rat;
pub mod replay;
mod square;

pub use board::{Action, Board, Floor, Roll};
pub use config::{Brief, Config, MOST_DISTANCE, MOST_HEADSTART, MOST_OFFSET, MOST_POINTS, MOST_TURNS, NoiseOdds, Rules};
pub use drift::{Drift, Headstart, Matrix, TOLERANCE};
pub use rat::{Distance, Noise, Odds, Search, Sense};
pub use square::{Direction, SIDE, SQUARES, Square, Squares};

use crate::belief::Hidden;
use crate::foul::{Breach, ConfigError};
use crate::game::{Game, Turn};
use crate::luck::{Luck, below, unit};
use crate::menu::{Choice, Spot};
use crate::scene::{Panel, Piece, Scene};
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Carpets {
    brief: Brief,
    board: Board,
    points: [i32; 2],
    /// What each player's last turn was.
    searches: [Search; 2],
    /// Turns of both players so far.
    turn: u16,
    phase: Phase,
    rat: Square,
    last: Option<Action>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Setup,
    /// The rat is about to move and to be heard.
    Rat,
    /// The mover has been told this.
    Act(Sense),
    Over,
}

/// What nature decides: the table once, then the rat before every turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chance {
    Setup(Setup),
    Move(Move),
}

/// How the table is set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How the rat moves; absent if the configuration says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transition: Option<Matrix>,
    /// Columns and rows of the blocked rectangles: top left, top right, bottom left, bottom right.
    pub blocks: [(u8, u8); 4],
    /// Where player A starts; player B starts on the mirrored square.
    pub spawn: Square,
}

/// A move of the rat, and what the mover is told of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Where a new rat is after its headstart, before this move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spawn: Option<Square>,
    /// Where the rat is now.
    pub rat: Square,
    pub noise: Noise,
    pub distance: Distance,
}

/// All that a seat may know: everything but the rat and what the other one hears.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Seen")]
pub struct Observation {
    pub seat: Seat,
    /// Turns of both players so far; player A moves when it is even.
    pub turn: u16,
    pub primed: Squares,
    pub carpet: Squares,
    pub blocked: Squares,
    /// Yourself.
    pub player: Worker,
    pub opponent: Worker,
    /// The noise and the estimated distance, on your own turn only.
    pub sense: Option<Sense>,
    /// What your last turn was.
    pub player_search: Search,
    /// What your opponent's last turn was.
    pub opponent_search: Search,
}

/// A player's piece and its account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    pub at: Square,
    pub points: i32,
    pub turns_left: u8,
}

impl Observation {
    /// The floor and the workers, in the order of the seats.
    pub fn board(&self) -> Board {
        let mut workers = [self.opponent.at; 2];
        workers[self.seat.index()] = self.player.at;
        Board { primed: self.primed, carpet: self.carpet, blocked: self.blocked, workers }
    }
}

/// An observation that nobody has looked at yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    seat: Seat,
    turn: u16,
    primed: Squares,
    carpet: Squares,
    blocked: Squares,
    player: Worker,
    opponent: Worker,
    sense: Option<Sense>,
    player_search: Search,
    opponent_search: Search,
}

impl TryFrom<Seen> for Observation {
    type Error = &'static str;

    fn try_from(seen: Seen) -> Result<Observation, &'static str> {
        let Seen { seat, turn, primed, carpet, blocked, player, opponent, sense, player_search, opponent_search } = seen;
        if seat.index() > 1 {
            return Err("carpets has seats 0 and 1");
        }
        if turn > 2 * u16::from(MOST_TURNS) || player.turns_left.max(opponent.turns_left) > MOST_TURNS {
            return Err("no game has so many turns");
        }
        let most = MOST_POINTS * i32::from(MOST_TURNS);
        if [player, opponent].iter().any(|worker| worker.points.abs() > most) {
            return Err("no game has so many points");
        }
        if sense.is_some() && turn % 2 != u16::from(seat.0) {
            return Err("only the mover senses the rat");
        }
        let seen = Observation { seat, turn, primed, carpet, blocked, player, opponent, sense, player_search, opponent_search };
        if seen.board().is_sound() { Ok(seen) } else { Err("a square has two floors, or a worker stands where none can") }
    }
}

/// Where the rat is, and what its mover was told of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Secret {
    pub rat: Square,
    pub sense: Option<Sense>,
}

impl Carpets {
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the rat is; a rat that is yet to take its headstart is nowhere.
    pub fn rat(&self) -> Option<Square> {
        (self.phase != Phase::Setup && !self.respawns()).then_some(self.rat)
    }

    pub fn mover(&self) -> Seat {
        Seat((self.turn % 2) as u8)
    }

    /// Turns of both players so far.
    pub fn turn_count(&self) -> u16 {
        self.turn
    }

    pub fn turns_left(&self, seat: Seat) -> u8 {
        let made = (self.turn + u16::from(1 - seat.0)) / 2;
        u16::from(self.brief.config().turns).saturating_sub(made) as u8
    }

    /// Whether the next rat is a new one: there is none yet, or the last turn found it.
    fn respawns(&self) -> bool {
        self.phase == Phase::Rat && (self.turn == 0 || self.searches[self.mover().rival().index()].found())
    }

    fn length(&self) -> u16 {
        2 * u16::from(self.brief.config().turns)
    }

    fn gain(&self, action: Action, search: Search) -> i32 {
        let config = self.brief.config();
        match action {
            Action::Plain(_) => 0,
            Action::Prime(_) => config.prime_points,
            Action::Carpet(_, roll) => self.brief.carpet_points(roll),
            Action::Search(_) if search.found() => config.rat_bonus,
            Action::Search(_) => -config.rat_penalty,
        }
    }

    fn advance(&mut self, action: Action) {
        let mover = self.mover();
        let search = match action {
            Action::Search(square) if square == self.rat => Search::Found(square),
            Action::Search(square) => Search::Missed(square),
            _ if self.brief.config().rules == Rules::Original => Search::Skipped,
            _ => Search::None,
        };
        self.points[mover.index()] += self.gain(action, search);
        self.searches[mover.index()] = search;
        self.board = self.board.after(mover, action);
        self.last = Some(action);
        self.turn += 1;
        self.phase = if self.turn < self.length() { Phase::Rat } else { Phase::Over };
    }

    fn draw_setup<R: Rng>(&self, rng: &mut R) -> Setup {
        let config = self.brief.config();
        let transition = config.transition.is_none().then(|| currents::draw(rng));
        let blocks = [(); 4].map(|()| config.blocks[below(rng, config.blocks.len() as u32) as usize]);
        let (margin, size) = (config.margin(), config.spawn_square);
        let x = margin + below(rng, u32::from(size / 2)) as u8;
        let y = margin + below(rng, u32::from(size)) as u8;
        Setup { transition, blocks, spawn: Square::at(x, y) }
    }

    fn admits_setup(&self, setup: &Setup) -> bool {
        let config = self.brief.config();
        let matrix = match (&config.transition, &setup.transition) {
            (None, Some(drawn)) => currents::admits(drawn),
            (Some(_), None) => true,
            _ => false,
        };
        let (margin, spawn) = (config.margin(), setup.spawn);
        let inside = (margin..SIDE / 2).contains(&spawn.x()) && (margin..SIDE - margin).contains(&spawn.y());
        matrix && inside && setup.blocks.iter().all(|block| config.blocks.contains(block))
    }

    fn set(&mut self, setup: &Setup) {
        if let Some(matrix) = &setup.transition {
            self.brief = self.brief.drawn(matrix.clone());
        }
        let corner = |(corner, (width, height)): (usize, &(u8, u8))| {
            let x = if corner % 2 == 0 { 0 } else { SIDE - width };
            let y = if corner < 2 { 0 } else { SIDE - height };
            Squares::rectangle(x, y, *width, *height)
        };
        let mirrored = Square::at(SIDE - 1 - setup.spawn.x(), setup.spawn.y());
        self.board.blocked = setup.blocks.iter().enumerate().map(corner).fold(Squares::NONE, Squares::or);
        self.board.workers = [setup.spawn, mirrored];
    }

    /// A rat after its headstart. A matrix that was drawn for this game alone has its first rat really walk, which is ten
    /// times cheaper than computing where a walk ends; the odds are the same.
    fn draw_spawn<R: Rng>(&self, rng: &mut R) -> Square {
        let config = self.brief.config();
        if self.turn == 0 && config.transition.is_none() {
            return self.brief.drift().walk(config.rat_start, u32::from(config.headstart), rng);
        }
        self.brief.headstart().square(unit(rng))
    }

    fn draw_move<R: Rng>(&self, rng: &mut R) -> Move {
        let spawn = self.respawns().then(|| self.draw_spawn(rng));
        let rat = self.brief.drift().step(spawn.unwrap_or(self.rat), unit(rng));
        let noise = Noise::ALL[self.brief.noise_odds(self.board.floor(rat)).outcome(unit(rng))];
        let actual = self.board.worker(self.mover()).manhattan(rat);
        let offset = self.brief.distance_odds().outcome(unit(rng));
        let distance = Distance::new(self.brief.reported(actual, offset)).expect("offsets are bounded");
        Move { spawn, rat, noise, distance }
    }

    fn admits_move(&self, Move { spawn, rat, noise, distance }: Move) -> bool {
        let spawned = match spawn {
            Some(square) => self.respawns() && self.brief.headstart().odds()[square.index()] > 0.0,
            None => !self.respawns(),
        };
        let actual = self.board.worker(self.mover()).manhattan(rat);
        spawned
            && self.brief.drift().odds(spawn.unwrap_or(self.rat), rat) > 0.0
            && self.brief.noise_chance(self.board.floor(rat), noise) > 0.0
            && self.brief.distance_chance(actual, distance.steps()) > 0.0
    }
}

impl Game for Carpets {
    const NAME: &'static str = "carpets";
    const TITLE: &'static str = "carpet laying above a hidden rat (CS3600 Spring 2026)";
    const ALIASES: &'static [&'static str] = &["cs3600-spring26"];
    const RULES: u32 = 1;
    const SEATS: usize = 2;
    const SEAT_NAMES: &'static [&'static str] = &["Player A", "Player B"];
    const HIDDEN: &'static [Hidden] = &[Hidden { kind: "rat", count: 1 }];

    type Config = Config;
    type Action = Action;
    type Chance = Chance;
    type Brief = Brief;
    type Observation = Observation;
    type Secret = Secret;

    /// One matrix for all games: drawing one, and walking the first rat through it, costs as much as a hundred turns.
    fn yardstick() -> Config {
        Config { transition: Some(currents::draw(&mut Luck::new(0).nature(0))), ..Config::default() }
    }

    fn new(config: &Config) -> Result<Carpets, ConfigError> {
        let workers = [Square::at(3, 3), Square::at(4, 3)];
        let board = Board { primed: Squares::NONE, carpet: Squares::NONE, blocked: Squares::NONE, workers };
        Ok(Carpets {
            brief: Brief::new(config)?,
            board,
            points: [0; 2],
            searches: [Search::None; 2],
            turn: 0,
            phase: Phase::Setup,
            rat: config.rat_start,
            last: None,
        })
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup | Phase::Rat => Turn::Chance,
            Phase::Act(_) => Turn::Act(SeatSet::one(self.mover())),
            Phase::Over => Turn::Over,
        }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Chance {
        match self.phase {
            Phase::Setup => Chance::Setup(self.draw_setup(rng)),
            _ => Chance::Move(self.draw_move(rng)),
        }
    }

    fn possible(&self, chance: &Chance) -> bool {
        match (self.phase, chance) {
            (Phase::Setup, Chance::Setup(setup)) => self.admits_setup(setup),
            (Phase::Rat, Chance::Move(step)) => self.admits_move(*step),
            _ => false,
        }
    }

    fn settle(&mut self, chance: &Chance) {
        match chance {
            Chance::Setup(setup) => {
                self.set(setup);
                self.phase = Phase::Rat;
            }
            Chance::Move(Move { rat, noise, distance, .. }) => {
                self.rat = *rat;
                self.phase = Phase::Act(Sense { noise: *noise, distance: *distance });
            }
        }
    }

    fn legal(&self, seat: Seat, into: &mut Vec<Action>) {
        self.board.each_move(seat, |action| into.push(action));
        into.extend(Action::searches());
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Breach> {
        self.board.check(seat, action)
    }

    /// Uniform over the list without its 64 searches, which would drown the moves; a worker that is walled in searches.
    fn sample<R: Rng>(&self, seat: Seat, rng: &mut R, _: &mut Vec<Action>) -> Action {
        self.board.any_move(seat, rng).unwrap_or_else(|| {
            let square = Square::new(below(rng, SQUARES as u32) as u8).expect("there are so many squares");
            Action::Search(square)
        })
    }

    fn choice(&self, seat: Seat, action: Action) -> Choice {
        let from = self.board.worker(seat);
        let ahead =
            |direction, steps: u8| (0..steps).fold(from, |square, _| square.step(direction).expect("a legal move stays on the board"));
        let (label, manner, to) = match action {
            Action::Plain(direction) => (format!("step {}", direction.name()), "step", ahead(direction, 1)),
            Action::Prime(direction) => (format!("prime, step {}", direction.name()), "prime", ahead(direction, 1)),
            Action::Carpet(direction, roll) => {
                (format!("roll {} of carpet {}", roll.length(), direction.name()), "carpet", ahead(direction, roll.length()))
            }
            Action::Search(square) => (format!("search {square}"), "search", square),
        };
        Choice::new(label, manner).from(Spot::new(from.x(), from.y())).to(Spot::new(to.x(), to.y()))
    }

    fn play(&mut self, joint: &Joint<Action>) {
        let action = joint.get(self.mover()).expect("the mover acts");
        self.advance(action);
    }

    fn fallback<R: Rng>(&self, _: Seat, _: &mut R) -> Option<Action> {
        None
    }

    fn brief(&self) -> Brief {
        self.brief.clone()
    }

    fn observe(&self, seat: Seat) -> Observation {
        let worker =
            |seat: Seat| Worker { at: self.board.worker(seat), points: self.points[seat.index()], turns_left: self.turns_left(seat) };
        Observation {
            seat,
            turn: self.turn,
            primed: self.board.primed,
            carpet: self.board.carpet,
            blocked: self.board.blocked,
            player: worker(seat),
            opponent: worker(seat.rival()),
            sense: self.sense().filter(|_| seat == self.mover()),
            player_search: self.searches[seat.index()],
            opponent_search: self.searches[seat.rival().index()],
        }
    }

    fn secret(&self) -> Secret {
        Secret { rat: self.rat, sense: self.sense() }
    }

    fn assume(brief: &Brief, seat: Seat, seen: &Observation, secret: &Secret) -> Carpets {
        let (me, them) = (seat.index(), seat.rival().index());
        let mut game = Carpets {
            brief: brief.clone(),
            board: seen.board(),
            points: [0; 2],
            searches: [Search::None; 2],
            turn: seen.turn,
            phase: Phase::Rat,
            rat: secret.rat,
            last: None,
        };
        (game.points[me], game.points[them]) = (seen.player.points, seen.opponent.points);
        (game.searches[me], game.searches[them]) = (seen.player_search, seen.opponent_search);
        if game.turn >= game.length() {
            game.phase = Phase::Over;
        } else if let Some(sense) = seen.sense.or(secret.sense) {
            game.phase = Phase::Act(sense);
        }
        game
    }

    fn scene(&self) -> Scene {
        let ground = |square| match self.board.floor(square) {
            Floor::Space => '.',
            Floor::Primed => '+',
            Floor::Carpet => '=',
            Floor::Blocked => '#',
        };
        Scene {
            width: SIDE,
            height: SIDE,
            layers: [("terrain", Square::all().map(ground).collect())].into(),
            pieces: self.pieces(),
            panels: Seat::first(2).map(|seat| self.panel(seat)).collect(),
            caption: self.caption(),
            aside: None,
            mark: self.mark(),
        }
    }

    fn points(&self) -> PerSeat<i32> {
        self.points.into()
    }

    fn payoffs(&self) -> PerSeat<f32> {
        PerSeat::new(2, |seat| match self.points[seat.index()].cmp(&self.points[seat.rival().index()]) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        })
    }

    fn reason(&self) -> &'static str {
        if self.points[0] == self.points[1] { "equal points" } else { "points" }
    }
}

impl Carpets {
    fn sense(&self) -> Option<Sense> {
        match self.phase {
            Phase::Act(sense) => Some(sense),
            _ => None,
        }
    }

    /// Whose turn was the last one, and what it searched.
    fn last_search(&self) -> (Seat, Search) {
        let seat = self.mover().rival();
        (seat, self.searches[seat.index()])
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |id, kind, seat, square: Square| Piece::new(id, kind, seat, square.x(), square.y());
        let mut pieces = Vec::new();
        if let Some(rat) = self.rat() {
            pieces.push(piece(2, "rat", None, rat).known_to(SeatSet::EMPTY));
        }
        if self.phase != Phase::Setup {
            pieces.extend(Seat::first(2).map(|seat| piece(u16::from(seat.0), "worker", Some(seat), self.board.worker(seat))));
        }
        let (seat, search) = self.last_search();
        if let Some(square) = search.square() {
            pieces.push(piece(3 + u16::from(seat.0), if search.found() { "found" } else { "search" }, Some(seat), square));
        }
        pieces
    }

    fn panel(&self, seat: Seat) -> Panel {
        let lines = vec![("turns left", self.turns_left(seat).to_string())];
        let mut panel = Panel::new(seat, Self::SEAT_NAMES[seat.index()], self.points[seat.index()], lines);
        if let Some(Sense { noise, distance }) = self.sense().filter(|_| seat == self.mover()) {
            panel.private = vec![("hears", format!("a {}", noise.name())), ("distance", distance.steps().to_string())];
        }
        panel
    }

    fn mark(&self) -> Option<&'static str> {
        match self.last {
            Some(Action::Search(_)) if self.last_search().1.found() => Some("capture"),
            Some(Action::Carpet(_, roll)) if roll.length() >= 4 => Some("carpet"),
            _ => None,
        }
    }

    fn caption(&self) -> String {
        let Some(action) = self.last else {
            return if self.phase == Phase::Setup { "The table is being set".into() } else { "Player A to move".into() };
        };
        let (seat, search) = self.last_search();
        let who = Self::SEAT_NAMES[seat.index()];
        let gain = self.gain(action, search);
        let mut text = match action {
            Action::Plain(direction) => format!("{who} steps {}", direction.name()),
            Action::Prime(direction) => format!("{who} primes its square and steps {}: {gain:+}", direction.name()),
            Action::Carpet(direction, roll) => format!("{who} rolls {} of carpet {}: {gain:+}", roll.length(), direction.name()),
            Action::Search(square) if search.found() => format!("{who} finds the rat on {square}: {gain:+}"),
            Action::Search(square) => format!("{who} searches {square} in vain: {gain:+}"),
        };
        if self.phase == Phase::Over {
            let [a, b] = self.points;
            text += &match a.cmp(&b) {
                std::cmp::Ordering::Greater => format!("; Player A wins {a} to {b}"),
                std::cmp::Ordering::Less => format!("; Player B wins {b} to {a}"),
                std::cmp::Ordering::Equal => format!("; a tie at {a}"),
            };
        }
        text
    }
}

#[cfg(test)]
mod tests;

//! King and rook against king and rook on sixteen cells, where a king may fall and both may win.
mod board;

pub use board::{Board, Cell, Colour, Move, Piece};

use crate::foul::{Breach, ConfigError};
use crate::game::{Game, Turn};
use crate::luck::{below, pick};
use crate::menu::{Choice, Spot};
use crate::scene::{self, Panel, Scene};
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

/// What an organizer may vary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Moves of both sides together, after which a draw is declared.
    pub game_length: u8,
    /// Which random boards a game may start from.
    pub start: Start,
    /// Start from this board instead of a random one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// Whether the last move of a side without a king counts against `game_length`: if so, a king
    /// that falls on the last move is not answered.
    pub last_move_counts: bool,
}

impl Default for Config {
    fn default() -> Config {
        Config { game_length: 30, start: Start::Any, board: None, last_move_counts: true }
    }
}

/// Longer games than this add nothing: play is stationary, or of period two, after two dozen moves.
pub const LONGEST_GAME: u8 = 120;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// All 43,680 placements.
    Any,
    /// White cannot capture the king at once.
    NoKingCapture,
    /// Neither side can capture anything.
    Quiet,
}

impl Start {
    pub fn admits(self, board: &Board) -> bool {
        match self {
            Start::Any => true,
            Start::NoKingCapture => board.best_capture(Colour::White) != Some(Piece::King),
            Start::Quiet => Colour::BOTH.iter().all(|colour| board.best_capture(*colour).is_none()),
        }
    }
}

/// How a game can end, for one side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    Loss,
    Draw,
    Tie,
    Win,
}

impl Outcome {
    pub const ALL: [Outcome; 4] = [Outcome::Loss, Outcome::Draw, Outcome::Tie, Outcome::Win];

    /// By who lost a king: this side, the other side.
    pub const fn of(own_king_gone: bool, their_king_gone: bool) -> Outcome {
        match (their_king_gone, own_king_gone) {
            (true, false) => Outcome::Win,
            (true, true) => Outcome::Tie,
            (false, false) => Outcome::Draw,
            (false, true) => Outcome::Loss,
        }
    }

    /// The document's payoff table.
    pub const fn payoff(self) -> u8 {
        match self {
            Outcome::Win => 3,
            Outcome::Tie => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        }
    }

    /// The same ending seen from the other side.
    #[must_use]
    pub const fn reversed(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            same => same,
        }
    }
}

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Microchess {
    config: Config,
    board: Board,
    played: u8,
    phase: Phase,
    last: Option<(Move, Option<Piece>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Setup,
    Play,
    Over,
}

/// All of the board: nothing is hidden.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observation {
    pub board: Board,
    pub you: Colour,
    pub to_move: Colour,
    /// Moves of both sides so far.
    pub played: u8,
    /// Moves of both sides still allowed.
    pub left: u8,
    /// Whether the game has ended.
    pub over: bool,
}

impl Microchess {
    /// A game at this point: `played` moves made, the side to move by their parity unless a king is missing.
    pub fn at(config: &Config, board: Board, played: u8) -> Microchess {
        Microchess { config: config.clone(), board, played, phase: Phase::Play, last: None }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn mover(&self) -> Colour {
        if self.played.is_multiple_of(2) { Colour::White } else { Colour::Black }
    }

    /// Moves of both sides still allowed.
    pub fn left(&self) -> u8 {
        self.config.game_length.saturating_sub(self.played)
    }

    pub fn outcome(&self, colour: Colour) -> Outcome {
        outcome(&self.board, colour)
    }

    fn advance(&mut self, step: Move) {
        let mover = self.mover();
        let was_last_move = self.board.king(mover).is_gone();
        let (board, captured) = self.board.after(mover, step);
        self.board = board;
        self.played += 1;
        self.last = Some((step, captured));
        let out_of_moves = self.left() == 0;
        let answered =
            captured == Some(Piece::King) && !board.rook(mover.other()).is_gone() && !(out_of_moves && self.config.last_move_counts);
        let over = match captured {
            _ if was_last_move => true,
            Some(Piece::King) => !answered,
            _ => out_of_moves,
        };
        if over {
            self.phase = Phase::Over;
        }
    }
}

fn seat_of(colour: Colour) -> Seat {
    Seat(colour as u8)
}

fn colour_of(seat: Seat) -> Colour {
    Colour::BOTH[seat.index()]
}

/// How a board would count for a side if the game ended with it.
pub fn outcome(board: &Board, colour: Colour) -> Outcome {
    Outcome::of(board.king(colour).is_gone(), board.king(colour.other()).is_gone())
}

/// The moves a Monkey may make: captures of the king, else of the rook, else all.
pub fn monkey_moves(board: &Board, colour: Colour) -> Vec<Move> {
    let best = board.best_capture(colour);
    let mut moves = board.moves(colour);
    if best.is_some() {
        moves.retain(|step| board.after(colour, *step).1 == best);
    }
    moves
}

impl Game for Microchess {
    const NAME: &'static str = "microchess";
    const TITLE: &'static str = "general-sum 4x4 chess in mirror matches (CO 456)";
    const ALIASES: &'static [&'static str] = &["co456"];
    const RULES: u32 = 1;
    const SEATS: usize = 2;
    const SEAT_NAMES: &'static [&'static str] = &["White", "Black"];
    const PAYOFF: (f32, f32) = (0.0, 3.0);

    type Config = Config;
    type Action = Move;
    type Chance = Board;
    type Brief = Config;
    type Observation = Observation;
    type Secret = ();

    fn new(config: &Config) -> Result<Microchess, ConfigError> {
        if !(1..=LONGEST_GAME).contains(&config.game_length) {
            return Err(ConfigError(format!("game_length is {}, not a number from 1 to {LONGEST_GAME}", config.game_length)));
        }
        if let Some(board) = &config.board {
            if Colour::BOTH.iter().any(|colour| board.king(*colour).is_gone()) {
                return Err(ConfigError(format!("board {board} lacks a king: a game starts with both")));
            }
            if !config.start.admits(board) {
                return Err(ConfigError(format!("board {board} is not one that start = {:?} admits", config.start)));
            }
        }
        let nowhere = Board::new(Cell::GONE, Cell::GONE, Cell::GONE, Cell::GONE).expect("no piece, no clash");
        Ok(Microchess { config: config.clone(), board: nowhere, played: 0, phase: Phase::Setup, last: None })
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup => Turn::Chance,
            Phase::Play => Turn::Act(SeatSet::one(seat_of(self.mover()))),
            Phase::Over => Turn::Over,
        }
    }

    fn draw<R: Rng>(&self, rng: &mut R) -> Board {
        if let Some(board) = self.config.board {
            return board;
        }
        loop {
            let mut cell = || Cell(below(rng, 16) as u8);
            let board = Board::new(cell(), cell(), cell(), cell());
            if let Some(board) = board.filter(|board| self.config.start.admits(board)) {
                return board;
            }
        }
    }

    fn possible(&self, board: &Board) -> bool {
        match &self.config.board {
            Some(given) => board == given,
            None => board.is_full() && self.config.start.admits(board),
        }
    }

    fn settle(&mut self, board: &Board) {
        self.board = *board;
        self.phase = Phase::Play;
    }

    fn legal(&self, seat: Seat, into: &mut Vec<Move>) {
        self.board.each_move(colour_of(seat), |step| into.push(step));
    }

    fn check(&self, seat: Seat, step: Move) -> Result<(), Breach> {
        self.board.check(colour_of(seat), step)
    }

    fn choice(&self, seat: Seat, step: Move) -> Choice {
        let spot = |cell: Cell| Spot::new(cell.column() - 1, 4 - cell.row());
        let from = self.board.cell(colour_of(seat), step.piece);
        Choice::new(format!("{} to {}", step.piece.name(), step.to), step.piece.name()).from(spot(from)).to(spot(step.to))
    }

    fn play(&mut self, joint: &Joint<Move>) {
        let step = joint.get(seat_of(self.mover())).expect("the mover acts");
        self.advance(step);
    }

    fn fallback<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Move> {
        Some(*pick(rng, &monkey_moves(&self.board, colour_of(seat))))
    }

    fn brief(&self) -> Config {
        self.config.clone()
    }

    fn observe(&self, seat: Seat) -> Observation {
        Observation {
            board: self.board,
            you: colour_of(seat),
            to_move: self.mover(),
            played: self.played,
            left: self.left(),
            over: self.phase == Phase::Over,
        }
    }

    fn secret(&self) {}

    fn assume(config: &Config, _: Seat, seen: &Observation, (): &()) -> Microchess {
        let phase = if seen.over { Phase::Over } else { Phase::Play };
        Microchess { phase, ..Microchess::at(config, seen.board, seen.played) }
    }

    fn scene(&self) -> Scene {
        let mut pieces = Vec::new();
        for colour in Colour::BOTH {
            for piece in [Piece::King, Piece::Rook] {
                let cell = self.board.cell(colour, piece);
                if !cell.is_gone() {
                    let id = 2 * colour as u16 + piece as u16;
                    pieces.push(scene::Piece::new(id, piece.name(), seat_of(colour), cell.column() - 1, 4 - cell.row()));
                }
            }
        }
        let points = self.points();
        let panel = |seat: Seat| {
            let lines = vec![("moves left", self.left().to_string())];
            Panel::new(seat, Self::SEAT_NAMES[seat.index()], points[seat.index()], lines)
        };
        let capture = self.last.and_then(|(_, captured)| captured);
        Scene {
            width: 4,
            height: 4,
            layers: [("terrain", ".".repeat(16))].into(),
            pieces,
            panels: Seat::first(2).map(panel).collect(),
            caption: self.caption(),
            aside: None,
            mark: capture.map(|_| "capture"),
        }
    }

    fn points(&self) -> PerSeat<i32> {
        PerSeat::new(2, |seat| i32::from(self.outcome(colour_of(seat)).payoff()))
    }

    fn payoffs(&self) -> PerSeat<f32> {
        PerSeat::new(2, |seat| f32::from(self.outcome(colour_of(seat)).payoff()))
    }

    fn reason(&self) -> &'static str {
        match self.outcome(Colour::White) {
            Outcome::Draw => "move limit",
            Outcome::Tie => "both kings captured",
            _ => "king captured",
        }
    }
}

impl Microchess {
    fn caption(&self) -> String {
        let Some((step, captured)) = self.last else {
            return format!("{} to move", self.mover().name());
        };
        let who = self.mover().other().name();
        let mut text = format!("{who} {} to {}", step.piece.name(), step.to);
        if let Some(piece) = captured {
            text = format!("{who} {} takes the {} on {}", step.piece.name(), piece.name(), step.to);
        }
        if self.phase == Phase::Over {
            text += match self.outcome(Colour::White) {
                Outcome::Win => ": White wins",
                Outcome::Loss => ": Black wins",
                Outcome::Tie => ": tie",
                Outcome::Draw => ": draw, out of moves",
            };
        } else if captured == Some(Piece::King) {
            text += ": one last rook move";
        }
        text
    }
}

#[cfg(test)]
mod tests;

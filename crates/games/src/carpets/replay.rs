//! The replay of the original engine, in its second version: one column a quantity, one entry for the start and one a ply.
use super::{Action, Carpets, Chance, MOST_TURNS, SIDE, Square, Squares};
use crate::engine3600::{Clocks, Event, walk};
use crate::game::Game;
use crate::scene::{Panel, Piece, Scene};
use crate::seat::{Seat, SeatSet};
use crate::tape::{Tape, TapeError};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Seconds for all moves of a player, as the original grants them.
const START_TIME: u32 = 240;

/// A game as the original records it. Its viewers read nothing else.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Replay {
    pub a_pos: Vec<Square>,
    pub b_pos: Vec<Square>,
    pub a_points: Vec<i32>,
    pub b_points: Vec<i32>,
    pub a_turns_left: Vec<u8>,
    pub b_turns_left: Vec<u8>,
    pub a_time_left: Vec<f64>,
    pub b_time_left: Vec<f64>,
    pub rat_caught: Vec<bool>,
    /// The squares that a roll covered, row by row.
    pub new_carpets: Vec<Vec<Square>>,
    /// `plain`, `prime`, `carpet` or `search`; which square was searched is not recorded.
    pub left_behind: Vec<Cow<'static, str>>,
    /// Where the rat is after the ply; after a catch, where the new one is.
    pub rat_position_history: Vec<Square>,
    pub errlog_a: String,
    pub errlog_b: String,
    pub turn_count: u16,
    /// 0: player A has won, 1: player B, 2: neither.
    pub result: u8,
    pub reason: Cow<'static, str>,
    pub blocked_positions: Vec<Square>,
}

/// The replay of a tape.
///
/// A ply that loses the game has no entry, but the rat has moved before it and its column is one longer. A rat that is caught on the very
/// last ply has no successor on tape; where it was caught stands in its place.
pub fn export(tape: &Tape) -> Result<Replay, TapeError> {
    let mut replay = Replay::default();
    let mut clocks = Clocks::new(START_TIME);
    let full = clocks.charge(Seat(0), 0.0);
    let ended = walk::<Carpets>(tape, |before, game, event| match event {
        Event::Chance(Chance::Setup(_)) => replay.record(game, before, None, full),
        Event::Chance(Chance::Move(moved)) => {
            let rats = &mut replay.rat_position_history;
            match (moved.spawn, rats.last_mut()) {
                (Some(spawn), Some(last)) => *last = spawn,
                (Some(spawn), None) => rats.push(spawn),
                (None, _) => {}
            }
            rats.push(moved.rat);
        }
        Event::Act(seat, action, seconds) => replay.record(game, before, Some((seat, action)), clocks.charge(seat, seconds)),
    })?;
    let game = &ended.game;
    replay.turn_count = game.turn_count();
    replay.result = ended.result();
    replay.reason = ended.fault().unwrap_or("POINTS").into();
    replay.blocked_positions = Square::all().filter(|square| game.board().blocked.contains(*square)).collect();
    [replay.errlog_a, replay.errlog_b] = [Seat(0), Seat(1)].map(|seat| ended.errlog(seat));
    Ok(replay)
}

/// Reads a replay. Its columns are as long as they must be.
pub fn import(text: &str) -> Result<Replay, String> {
    let replay: Replay = serde_json::from_str(text).map_err(|error| format!("this is no replay of {}: {error}", Carpets::NAME))?;
    let entries = replay.left_behind.len();
    if entries == 0 || entries > 2 * usize::from(MOST_TURNS) + 1 {
        return Err(format!("left_behind has {entries} entries, which no game has"));
    }
    let columns = [
        ("a_pos", replay.a_pos.len()),
        ("b_pos", replay.b_pos.len()),
        ("a_points", replay.a_points.len()),
        ("b_points", replay.b_points.len()),
        ("a_turns_left", replay.a_turns_left.len()),
        ("b_turns_left", replay.b_turns_left.len()),
        ("rat_caught", replay.rat_caught.len()),
        ("new_carpets", replay.new_carpets.len()),
    ];
    match columns.iter().find(|(_, length)| *length != entries) {
        Some((name, length)) => Err(format!("{name} has {length} entries, left_behind has {entries}")),
        None => Ok(replay),
    }
}

impl Replay {
    /// What a spectator sees: the start, then the end of each ply. Which square was searched and what a worker sensed is not recorded, so
    /// there is no tape of such a game.
    pub fn scenes(&self) -> Vec<Scene> {
        let (mut primed, mut carpet) = (Squares::default(), Squares::default());
        let mut scenes = Vec::new();
        for entry in 0..self.left_behind.len() {
            // The square that a prime step left is where its worker stood before.
            if entry > 0 && self.left_behind[entry] == "prime" {
                primed = primed.or(Squares::of(self.workers(entry - 1)[(entry - 1) % 2]));
            }
            let laid = self.new_carpets[entry].iter().fold(Squares::default(), |all, square| all.or(Squares::of(*square)));
            (primed, carpet) = (primed.except(laid), carpet.or(laid));
            scenes.push(self.scene(entry, primed, carpet));
        }
        scenes
    }

    fn workers(&self, entry: usize) -> [Square; 2] {
        [self.a_pos[entry], self.b_pos[entry]]
    }

    fn scene(&self, entry: usize, primed: Squares, carpet: Squares) -> Scene {
        let ground = |square: Square| match square {
            _ if self.blocked_positions.contains(&square) => '#',
            _ if carpet.contains(square) => '=',
            _ if primed.contains(square) => '+',
            _ => '.',
        };
        let piece = |id, kind, seat: Option<Seat>, square: Square| Piece::new(id, kind, seat, square.x(), square.y());
        let rat = self.rat_position_history.get(entry).map(|rat| piece(2, "rat", None, *rat).known_to(SeatSet::EMPTY));
        let workers = Seat::first(2).zip(self.workers(entry)).map(|(seat, at)| piece(seat.0.into(), "worker", Some(seat), at));
        let (points, turns) = ([self.a_points[entry], self.b_points[entry]], [self.a_turns_left[entry], self.b_turns_left[entry]]);
        let panel = |seat: Seat| {
            let lines = vec![("turns left", turns[seat.index()].to_string())];
            Panel::new(seat, Carpets::SEAT_NAMES[seat.index()], points[seat.index()], lines)
        };
        let long = self.new_carpets[entry].len() >= 4;
        Scene {
            width: SIDE,
            height: SIDE,
            layers: [("terrain", Square::all().map(ground).collect())].into(),
            pieces: rat.into_iter().chain(workers).collect(),
            panels: Seat::first(2).map(panel).collect(),
            caption: self.caption(entry, points),
            aside: None,
            mark: if self.rat_caught[entry] { Some("capture") } else { long.then_some("carpet") },
        }
    }

    fn caption(&self, entry: usize, points: [i32; 2]) -> String {
        if entry == 0 {
            return "Player A to move".into();
        }
        let mover = (entry - 1) % 2;
        let before = [self.a_points[entry - 1], self.b_points[entry - 1]];
        let (who, gain) = (Carpets::SEAT_NAMES[mover], points[mover].saturating_sub(before[mover]));
        match &*self.left_behind[entry] {
            "prime" => format!("{who} primes its square: {gain:+}"),
            "carpet" => format!("{who} rolls {} of carpet: {gain:+}", self.new_carpets[entry].len()),
            "search" if self.rat_caught[entry] => format!("{who} finds the rat: {gain:+}"),
            "search" => format!("{who} searches in vain: {gain:+}"),
            _ => format!("{who} steps"),
        }
    }

    fn record(&mut self, game: &Carpets, before: &Carpets, done: Option<(Seat, Action)>, [a_time, b_time]: [f64; 2]) {
        let laid = game.board().carpet.except(before.board().carpet);
        let points = game.points();
        self.a_pos.push(game.board().worker(Seat(0)));
        self.b_pos.push(game.board().worker(Seat(1)));
        self.a_points.push(points[0]);
        self.b_points.push(points[1]);
        self.a_turns_left.push(game.turns_left(Seat(0)));
        self.b_turns_left.push(game.turns_left(Seat(1)));
        self.a_time_left.push(a_time);
        self.b_time_left.push(b_time);
        self.rat_caught.push(done.is_some_and(|(seat, _)| game.searches[seat.index()].found()));
        self.new_carpets.push(Square::all().filter(|square| laid.contains(*square)).collect());
        let word = match done {
            None | Some((_, Action::Plain(_))) => "plain",
            Some((_, Action::Prime(_))) => "prime",
            Some((_, Action::Carpet(..))) => "carpet",
            Some((_, Action::Search(_))) => "search",
        };
        self.left_behind.push(word.into());
    }

    /// The JSON text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("replays always serialize")
    }
}

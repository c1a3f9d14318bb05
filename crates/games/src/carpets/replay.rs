//! The replay of the original engine, in its second version: one column a quantity, one entry for the start and one a ply.
use super::{Action, Carpets, Chance, Square};
use crate::engine3600::{Clocks, Event, walk};
use crate::game::Game;
use crate::seat::Seat;
use crate::tape::{Tape, TapeError};
use serde::Serialize;

/// Seconds for all moves of a player, as the original grants them.
const START_TIME: u32 = 240;

/// A game as the original records it. Its viewers read nothing else.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
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
    pub left_behind: Vec<&'static str>,
    /// Where the rat is after the ply; after a catch, where the new one is.
    pub rat_position_history: Vec<Square>,
    pub errlog_a: String,
    pub errlog_b: String,
    pub turn_count: u16,
    /// 0: player A has won, 1: player B, 2: neither.
    pub result: u8,
    pub reason: &'static str,
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
    replay.reason = ended.fault().unwrap_or("POINTS");
    replay.blocked_positions = Square::all().filter(|square| game.board().blocked.contains(*square)).collect();
    [replay.errlog_a, replay.errlog_b] = [Seat(0), Seat(1)].map(|seat| ended.errlog(seat));
    Ok(replay)
}

impl Replay {
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
        self.left_behind.push(match done {
            None | Some((_, Action::Plain(_))) => "plain",
            Some((_, Action::Prime(_))) => "prime",
            Some((_, Action::Carpet(..))) => "carpet",
            Some((_, Action::Search(_))) => "search",
        });
    }

    /// The JSON text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("replays always serialize")
    }
}

//! The replay of the original engine: one column a quantity, one entry a ply.
use super::{Chickens, Colour, Ending, Square, colour_of};
use crate::engine3600::{Clocks, Event, walk};
use crate::seat::Seat;
use crate::tape::{Tape, TapeError};
use serde::Serialize;

/// Seconds for all moves of a player, as the original grants them.
const START_TIME: u32 = 360;

/// A game as the original records it. Its viewers read nothing else.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Replay {
    /// Where the mover stands after its ply; at its birthplace after a trapdoor.
    pub pos: Vec<Square>,
    /// What counts for White, before the eggs that a trapdoor of this ply gives.
    pub a_eggs_laid: Vec<i32>,
    pub b_eggs_laid: Vec<i32>,
    pub a_turds_left: Vec<u8>,
    pub b_turds_left: Vec<u8>,
    pub a_time_left: Vec<f64>,
    pub b_time_left: Vec<f64>,
    pub a_moves_left: Vec<u8>,
    pub b_moves_left: Vec<u8>,
    /// 1 where the mover stepped onto a trapdoor.
    pub trapdoor_triggered: Vec<u8>,
    /// `plain`, `egg` or `turd`.
    pub left_behind: Vec<&'static str>,
    pub errlog_a: String,
    pub errlog_b: String,
    pub start_time: u32,
    pub start_moves: u8,
    pub turn_count: u16,
    /// 0: White has won, 1: Black, 2: neither.
    pub result: u8,
    pub reason: &'static str,
    /// On a white square, on a black square.
    pub trapdoors: [Option<Square>; 2],
    pub spawn_a: Option<Square>,
    pub spawn_b: Option<Square>,
}

/// The replay of a tape.
///
/// A ply that loses the game (an invalid move, a crash, a late answer) has no entry. Where the original could not say how a game
/// of ours ended, the nearest of its words stands: a chicken without a way home is `BLOCKING_END`.
pub fn export(tape: &Tape) -> Result<Replay, TapeError> {
    let mut replay = Replay { start_time: START_TIME, ..Replay::default() };
    let mut clocks = Clocks::new(START_TIME);
    let ended = walk::<Chickens>(tape, |_, game, event| {
        if let Event::Act(seat, step, seconds) = event {
            replay.record(game, seat, clocks.charge(seat, seconds));
            replay.left_behind.push(step.drop.name());
        }
    })?;
    let game = &ended.game;
    replay.start_moves = game.config().turns;
    replay.turn_count = game.played();
    replay.result = ended.result();
    replay.reason = ended.fault().unwrap_or(match game.ending() {
        Some(Ending::Blocked | Ending::Homeless) => "BLOCKING_END",
        Some(Ending::Stuck) => "INVALID_TURN",
        Some(Ending::Turns) | None => "EGGS_LAID",
    });
    replay.trapdoors = game.trapdoors().map(Some);
    [replay.spawn_a, replay.spawn_b] = Colour::BOTH.map(|colour| Some(game.bird(colour).spawn));
    [replay.errlog_a, replay.errlog_b] = [Seat(0), Seat(1)].map(|seat| ended.errlog(seat));
    Ok(replay)
}

impl Replay {
    fn record(&mut self, game: &Chickens, seat: Seat, [a_time, b_time]: [f64; 2]) {
        let mover = colour_of(seat);
        let fell = game.last.is_some_and(|last| last.fell);
        let mut eggs = game.birds.map(|bird| i32::from(bird.score));
        if fell {
            eggs[mover.other() as usize] -= i32::from(game.config.trapdoor_penalty);
        }
        let [white, black] = &game.birds;
        self.pos.push(game.bird(mover).at);
        self.a_eggs_laid.push(eggs[0]);
        self.b_eggs_laid.push(eggs[1]);
        self.a_turds_left.push(white.turds_left);
        self.b_turds_left.push(black.turds_left);
        self.a_time_left.push(a_time);
        self.b_time_left.push(b_time);
        self.a_moves_left.push(white.turns_left);
        self.b_moves_left.push(black.turns_left);
        self.trapdoor_triggered.push(fell.into());
    }

    /// The JSON text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("replays always serialize")
    }
}

//! The replay of the original engine: one column a quantity, one entry a ply.
use super::{Chance, Chickens, Colour, Config, Dir, Drop, Ending, Rules, Sense, Setup, Square, Step, colour_of};
use crate::engine3600::{self, Clocks, Event, walk};
use crate::game::{Game, Turn};
use crate::seat::{Joint, Seat};
use crate::tape::{ActLine, ChanceLine, Line, Tape, TapeError};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use std::borrow::Cow;

/// Seconds for all moves of a player, as the original grants them.
const START_TIME: u32 = 360;

/// A game as the original records it. Its viewers read nothing else.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
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
    pub left_behind: Vec<Cow<'static, str>>,
    pub errlog_a: String,
    pub errlog_b: String,
    pub start_time: u32,
    pub start_moves: u8,
    pub turn_count: u16,
    /// 0: White has won, 1: Black, 2: neither.
    pub result: u8,
    pub reason: Cow<'static, str>,
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
            replay.left_behind.push(step.drop.name().into());
        }
    })?;
    let game = &ended.game;
    replay.start_moves = game.config().turns;
    replay.turn_count = game.played();
    replay.result = ended.result();
    let word = ended.fault().unwrap_or(match game.ending() {
        Some(Ending::Blocked | Ending::Homeless) => "BLOCKING_END",
        Some(Ending::Stuck) => "INVALID_TURN",
        Some(Ending::Turns) | None => "EGGS_LAID",
    });
    replay.reason = word.into();
    replay.trapdoors = game.trapdoors().map(Some);
    [replay.spawn_a, replay.spawn_b] = Colour::BOTH.map(|colour| Some(game.bird(colour).spawn));
    [replay.errlog_a, replay.errlog_b] = [Seat(0), Seat(1)].map(|seat| ended.errlog(seat));
    Ok(replay)
}

/// The tape of a replay, without a seed. What the chickens noticed is not recorded: on this tape it is nothing.
///
/// After an invalid turn the original has lost where the ply before it led; the first direction that was open stands for it.
pub fn import(text: &str) -> Result<Tape, String> {
    let replay: Replay = serde_json::from_str(text).map_err(|error| format!("this is no replay of {}: {error}", Chickens::NAME))?;
    let plies = replay.left_behind.len();
    let lost = |entry: usize, what: &str| format!("entry {entry}: {what}");
    let (Some(white), [Some(first), Some(second)]) = (replay.spawn_a, replay.trapdoors) else {
        return Err("the replay does not say where the trapdoors or the chickens are".into());
    };
    let dropped = |who: usize| replay.left_behind.iter().skip(who).step_by(2).filter(|left| *left == "turd").count() as u8;
    let left = replay.a_turds_left.last().copied().unwrap_or(Config::default().turds);
    let turds = left.saturating_add(dropped(0));
    let config = Config { rules: Rules::Original, turns: replay.start_moves, turds, ..Config::default() };
    let mut game = Chickens::new(&config).map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    let mut times = Clocks::new(replay.start_time);
    let settle = |game: &mut Chickens, lines: &mut Vec<Line>, chance: Chance| -> Result<(), String> {
        if !game.possible(&chance) {
            return Err("the chickens or the trapdoors are where none can be".into());
        }
        lines.push(Line::Chance(ChanceLine { chance: to_raw_value(&chance).expect("game types always serialize") }));
        game.settle(&chance);
        Ok(())
    };
    settle(&mut game, &mut lines, Chance::Setup(Setup { white, trapdoors: [first, second] }))?;
    for ply in 0..plies {
        if game.turn() == Turn::Over {
            return Err(lost(ply, "the game is over before"));
        }
        settle(&mut game, &mut lines, Chance::Sense([Sense::default(); 2]))?;
        let seat = Seat((ply % 2) as u8);
        let step = replay.step(&game, seat, ply).map_err(|what| lost(ply, what))?;
        game.check(seat, step).map_err(|breach| lost(ply, &breach.to_string()))?;
        let left = if seat == Seat(0) { &replay.a_time_left } else { &replay.b_time_left };
        let ms = left.get(ply).map(|left| (times.spent(seat, *left) * 1e6).round() / 1e3);
        let act = vec![(seat, Some(to_raw_value(&step).expect("game types always serialize")))];
        lines.push(Line::Act(ActLine { act, ms: ms.into_iter().collect(), ..ActLine::default() }));
        game.play(&Joint::solo(seat, step));
    }
    let tape = engine3600::tape::<Chickens>(&config, lines, replay.result, &replay.reason)?;
    replay.compare(&export(&tape).map_err(|error| error.to_string())?)?;
    Ok(tape)
}

impl Replay {
    /// The step of a ply. A chicken that fell stands at its birthplace: the trapdoor was the only one of its colour.
    fn step(&self, game: &Chickens, seat: Seat, ply: usize) -> Result<Step, &'static str> {
        let from = game.bird(colour_of(seat)).at;
        let drop = Drop::ALL.into_iter().find(|drop| drop.name() == self.left_behind[ply]).ok_or("nothing of that name is left behind")?;
        let fell = self.trapdoor_triggered.get(ply) == Some(&1);
        let after = self.pos.get(ply).copied();
        let leads = |dir: &Dir| match from.step(*dir) {
            Some(to) if fell => game.trapdoors().contains(&to),
            to => to.is_some() && to == after,
        };
        let open = |dir: &Dir| self.is_blurred(ply) && game.check(seat, Step::new(*dir, drop)).is_ok();
        let dir = Dir::ALL.into_iter().find(leads).or_else(|| Dir::ALL.into_iter().find(open)).ok_or("no step leads there")?;
        Ok(Step::new(dir, drop))
    }

    /// The original overwrites the place of the last ply when the next one is invalid.
    fn is_blurred(&self, ply: usize) -> bool {
        self.reason == "INVALID_TURN" && ply + 1 == self.left_behind.len()
    }

    /// What the moves lead to is what the replay says they led to.
    fn compare(&self, ours: &Replay) -> Result<(), String> {
        fn column<T: PartialEq>(name: &str, ours: &[T], theirs: &[T]) -> Result<(), String> {
            match ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs) {
                Some(entry) => Err(format!("entry {entry}: {name} is not what the moves lead to")),
                None if theirs.len() < ours.len() => Err(format!("{name} has {} entries, {} are needed", theirs.len(), ours.len())),
                None => Ok(()),
            }
        }
        column("a_eggs_laid", &ours.a_eggs_laid, &self.a_eggs_laid)?;
        column("b_eggs_laid", &ours.b_eggs_laid, &self.b_eggs_laid)?;
        column("a_turds_left", &ours.a_turds_left, &self.a_turds_left)?;
        column("b_turds_left", &ours.b_turds_left, &self.b_turds_left)?;
        column("a_moves_left", &ours.a_moves_left, &self.a_moves_left)?;
        column("b_moves_left", &ours.b_moves_left, &self.b_moves_left)?;
        if ours.spawn_b != self.spawn_b {
            return Err("spawn_b does not face spawn_a".into());
        }
        if ours.result != self.result {
            return Err(format!("the result is {}, the moves lead to {}", self.result, ours.result));
        }
        Ok(())
    }

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

//! What the replays of the two CS 3600 engines have in common: a tape played back with its types, clocks, and how a game ended.
use crate::any::Entry;
use crate::foul::{Foul, FoulKind};
use crate::game::{Game, Turn};
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use crate::tape::{ActLine, Entrant, FORMAT, ForfeitLine, Header, Line, Over, Tape, TapeError};
use serde_json::value::to_raw_value;

/// What a line of a tape did to the game.
pub enum Event<G: Game> {
    Chance(G::Chance),
    /// One seat acted, and was charged so many seconds.
    Act(Seat, G::Action, f64),
}

/// A tape at its end.
pub struct Ended<G: Game> {
    pub game: G,
    /// Who forfeited, and why.
    pub fouls: Vec<(Seat, Foul)>,
}

/// Plays a tape back. `seen` gets the game before and after each line.
pub fn walk<G: Game>(tape: &Tape, mut seen: impl FnMut(&G, &G, Event<G>)) -> Result<Ended<G>, TapeError> {
    let header = &tape.header;
    if header.game != G::NAME || header.rules != G::RULES || header.seats.len() != G::SEATS {
        return at(1, format!("this is no tape of {} by version {} of its rules", G::NAME, G::RULES));
    }
    let config: G::Config = serde_json::from_str(header.config.get()).or_else(|error| at(1, error.to_string()))?;
    let mut game = G::new(&config).or_else(|error| at(1, error.to_string()))?;
    for (i, line) in tape.lines.iter().enumerate() {
        let before = game.clone();
        match (game.turn(), line) {
            (_, Line::Forfeit(line)) => return Ok(Ended { game, fouls: line.forfeit.clone() }),
            (Turn::Chance, Line::Chance(line)) => {
                let chance: G::Chance = serde_json::from_str(line.chance.get()).or_else(|error| at(i + 2, error.to_string()))?;
                if !game.possible(&chance) {
                    return at(i + 2, "the chance outcome is impossible here");
                }
                game.settle(&chance);
                seen(&before, &game, Event::Chance(chance));
            }
            (Turn::Act(seats), Line::Act(line)) => {
                let Some((seat, action, seconds)) = act(&game, seats, line).or_else(|what| at(i + 2, what))? else {
                    return Ok(Ended { game, fouls: line.foul.clone() });
                };
                game.play(&Joint::solo(seat, action));
                seen(&before, &game, Event::Act(seat, action, seconds));
            }
            _ => return at(i + 2, "the line does not fit the game"),
        }
    }
    if game.turn() != Turn::Over {
        return at(tape.lines.len() + 2, "the game is not over yet, but the tape is");
    }
    Ok(Ended { game, fouls: Vec::new() })
}

fn at<T>(line: usize, what: impl Into<String>) -> Result<T, TapeError> {
    Err(TapeError::Line { line, what: what.into() })
}

/// Who did what, and the seconds it took; nothing if the seat forfeits here.
fn act<G: Game>(game: &G, seats: SeatSet, line: &ActLine) -> Result<Option<(Seat, G::Action, f64)>, String> {
    let [(seat, action)] = &line.act[..] else { return Err("not the seats that have to act here".into()) };
    if SeatSet::one(*seat) != seats {
        return Err("not the seats that have to act here".into());
    }
    let Some(action) = action else { return Ok(None) };
    let action: G::Action = serde_json::from_str(action.get()).map_err(|error| error.to_string())?;
    game.check(*seat, action).map_err(|breach| breach.to_string())?;
    Ok(Some((*seat, action, line.ms.first().map_or(0.0, |ms| ms / 1000.0))))
}

impl<G: Game> Ended<G> {
    fn losers(&self) -> SeatSet {
        self.fouls.iter().map(|(seat, _)| *seat).collect()
    }

    /// 0: player A has won, 1: player B, 2: neither.
    pub fn result(&self) -> u8 {
        let payoffs: PerSeat<f32> = if self.fouls.is_empty() { self.game.payoffs() } else { self.game.forfeit(self.losers()) };
        match payoffs[0].total_cmp(&payoffs[1]) {
            std::cmp::Ordering::Greater => 0,
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
        }
    }

    /// The engines' word for how the game ended, if a bot's fault ended it.
    pub fn fault(&self) -> Option<&'static str> {
        self.fouls.first().map(|(_, foul)| match foul.kind {
            FoulKind::Unreadable | FoulKind::Illegal => "INVALID_TURN",
            FoulKind::Late => "TIMEOUT",
            FoulKind::Memory => "MEMORY_ERROR",
            FoulKind::Startup => "FAILED_INIT",
            FoulKind::Crash | FoulKind::Flood | FoulKind::Disk | FoulKind::Thinking | FoulKind::Benched => "CODE_CRASH",
        })
    }

    /// What a player's bot did wrong, with its traceback; empty if nothing.
    pub fn errlog(&self, seat: Seat) -> String {
        let own = self.fouls.iter().find(|(guilty, _)| *guilty == seat);
        own.map_or_else(String::new, |(_, foul)| match &foul.detail {
            Some(detail) => format!("{foul}\n{detail}"),
            None => foul.to_string(),
        })
    }
}

/// How the engines call a fault that ends a game, and what we call it.
const FAULTS: &[(&str, FoulKind)] = &[
    ("INVALID_TURN", FoulKind::Illegal),
    ("TIMEOUT", FoulKind::Late),
    ("CODE_CRASH", FoulKind::Crash),
    ("MEMORY_ERROR", FoulKind::Memory),
    ("FAILED_INIT", FoulKind::Startup),
];

/// The tape of a game that an engine recorded. If its moves do not end it, the loser's fault did.
pub fn tape<G: Game>(config: &G::Config, mut lines: Vec<Line>, result: u8, reason: &str) -> Result<Tape, String> {
    let entry = Entry::of::<G>();
    let config = to_raw_value(config).expect("settings always serialize");
    let seats = ["A", "B"].map(Entrant::new).to_vec();
    let header = Header { tape: FORMAT, game: G::NAME.into(), rules: G::RULES, config, seed: None, seats, parent: None };
    let blank = Over { payoffs: [0.0f32; 0].into(), points: [0i32; 0].into(), reason: String::new(), clock_ms: None };
    let mut tape = Tape { header, lines: Vec::new(), over: blank };
    std::mem::swap(&mut tape.lines, &mut lines);
    let played = |tape: &Tape| -> Result<Box<dyn crate::any::AnyGame>, String> {
        let mut replay = tape.replay_at(&entry).map_err(|error| error.to_string())?;
        while replay.upcoming().is_some() {
            replay.step().map_err(|error| error.to_string())?;
        }
        Ok(replay.into_game())
    };
    let mut game = played(&tape)?;
    if game.turn() != Turn::Over {
        let Some((word, kind)) = FAULTS.iter().find(|(word, _)| *word == reason) else {
            return Err(format!("the game is not over after its last ply, and {reason:?} is no fault"));
        };
        let losers = match result {
            0 => vec![Seat(1)],
            1 => vec![Seat(0)],
            _ => vec![Seat(0), Seat(1)],
        };
        let forfeit = losers.into_iter().map(|seat| (seat, Foul::new(*kind, format!("{word}, as recorded")))).collect();
        tape.lines.push(Line::Forfeit(ForfeitLine { forfeit }));
        game = played(&tape)?;
    }
    tape.over = Over::of(&*game);
    Ok(tape)
}

/// Seconds that each player has left. Tapes without times show full clocks.
pub struct Clocks([f64; 2]);

impl Clocks {
    pub fn new(seconds: u32) -> Clocks {
        Clocks([f64::from(seconds); 2])
    }

    /// What a decision cost, by what is left after it.
    pub fn spent(&mut self, seat: Seat, left: f64) -> f64 {
        let before = std::mem::replace(&mut self.0[seat.index()], left);
        (before - left).max(0.0)
    }

    /// Takes what a decision cost, and says what both have left.
    pub fn charge(&mut self, seat: Seat, seconds: f64) -> [f64; 2] {
        let left = &mut self.0[seat.index()];
        *left = (*left - seconds).max(0.0);
        self.0
    }
}

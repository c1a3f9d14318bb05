//! A game on paper: what nature drew and what the seats did, one JSON value a line.
//!
//! A tape needs no random numbers to be played back and no bots to be audited. Its last line is a
//! checksum of everything before it, so that a damaged tape is told from a disputed one.
use crate::any::{AnyGame, Entry, Json, Misfit};
pub use crate::belief::Belief;
use crate::find;
use crate::foul::Foul;
use crate::game::Turn;
use crate::luck::{Luck, SEED_LIMIT};
use crate::scene::Scene;
use crate::seat::{PerSeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::io::Read as _;

/// The format this program writes and reads.
pub const FORMAT: u32 = 1;
/// No tape is longer, packed or not; the longest honest one is far shorter.
pub const MOST_BYTES: usize = 256 << 20;

/// A whole game.
#[derive(Clone, Debug)]
pub struct Tape {
    pub header: Header,
    pub lines: Vec<Line>,
    pub over: Over,
}

/// What was played, and by whom.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub tape: u32,
    pub game: String,
    pub rules: u32,
    pub config: Json,
    /// Where all luck came from; absent on tapes that were imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    pub seats: Vec<Entrant>,
    /// The game that this one goes on from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<Parent>,
}

/// A recorded game that was taken over. The lines up to there are on this tape too, as they were recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// SHA-256 of that tape's text, in hexadecimal digits.
    pub tape: String,
    /// How many decisions were taken from it.
    pub turn: u64,
}

/// Who sat in a chair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    pub name: String,
    /// How well it was kept in, if it was a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolation: Option<Isolation>,
}

impl Entrant {
    pub fn new(name: impl Into<String>) -> Entrant {
        Entrant { name: name.into(), isolation: None }
    }
}

/// What held a program while it played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Isolation {
    /// `L3` to `L1`; `L0` is nothing, and such a game is never rated.
    pub level: String,
    /// The version of Landlock, if that was on.
    pub landlock: i32,
    pub seccomp: bool,
    /// The kind of control groups, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cgroup: Option<String>,
    pub kernel: String,
}

/// One thing that happened. A line is of the kind that its first key names.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Line {
    Chance(ChanceLine),
    Act(ActLine),
    Forfeit(ForfeitLine),
}

/// Nature's outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChanceLine {
    pub chance: Json,
}

/// What the acting seats did, in seat order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActLine {
    /// `null` stands for a seat that forfeited here.
    pub act: Vec<(Seat, Option<Json>)>,
    /// Seats whose own answer did not count. Their action above is the one the rules put in its place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub foul: Vec<(Seat, Foul)>,
    /// Milliseconds charged to each seat of `act`; absent when nobody looked at the clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ms: Vec<f64>,
    /// How the charge came about, for seats whose bot is a process.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ledger: Vec<(Seat, Ledger)>,
    /// What a seat believed of the things it cannot see, if it said so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub belief: Vec<(Seat, Belief)>,
}

/// Three clocks on the same decision, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    pub wall: f64,
    pub cpu: f64,
    /// Ready to run, but another had the core.
    pub wait: f64,
    /// The most memory the process held so far, in megabytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_mb: Option<f64>,
}

/// Seats that lose the game outside any decision, since their bots never became ready.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForfeitLine {
    pub forfeit: Vec<(Seat, Foul)>,
}

/// How it ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Over {
    pub payoffs: PerSeat<f32>,
    pub points: PerSeat<i32>,
    pub reason: String,
    /// Milliseconds each seat used in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<PerSeat<f64>>,
}

impl Over {
    /// The result of a game that is over.
    pub fn of(game: &dyn AnyGame) -> Over {
        Over { payoffs: game.payoffs(), points: game.points(), reason: game.reason().into(), clock_ms: None }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OverLine {
    over: Over,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SumLine {
    crc32: String,
}

/// What is wrong with a tape, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TapeError {
    #[error("line {line}: {what}")]
    Line { line: usize, what: String },
    #[error("{0}")]
    Whole(String),
}

fn at<T>(line: usize, what: impl Into<String>) -> Result<T, TapeError> {
    Err(TapeError::Line { line, what: what.into() })
}

fn checksum(text: &[u8]) -> String {
    let mut crc = flate2::Crc::new();
    crc.update(text);
    format!("{:08x}", crc.sum())
}

impl Tape {
    /// The tape as text: header, lines, result, checksum.
    pub fn text(&self) -> String {
        let spell = |value: serde_json::Result<String>| value.expect("tape lines always serialize");
        let mut text = spell(serde_json::to_string(&self.header));
        text.push('\n');
        for line in &self.lines {
            text.push_str(&spell(serde_json::to_string(line)));
            text.push('\n');
        }
        text.push_str(&spell(serde_json::to_string(&OverLine { over: self.over.clone() })));
        text.push('\n');
        let sum = SumLine { crc32: checksum(text.as_bytes()) };
        let _ = writeln!(text, "{}", spell(serde_json::to_string(&sum)));
        text
    }

    /// Reads a tape, plain or packed with gzip. Nothing of it is believed yet: see [`Tape::verify`].
    pub fn read(bytes: &[u8]) -> Result<Tape, TapeError> {
        if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut plain = Vec::new();
            let mut unpacked = flate2::read::MultiGzDecoder::new(bytes).take(MOST_BYTES as u64 + 1);
            unpacked.read_to_end(&mut plain).map_err(|error| TapeError::Whole(format!("the gzip data is damaged: {error}")))?;
            Tape::read_plain(&plain)
        } else {
            Tape::read_plain(bytes)
        }
    }

    fn read_plain(bytes: &[u8]) -> Result<Tape, TapeError> {
        let whole = |what: &str| Err(TapeError::Whole(what.into()));
        if bytes.is_empty() {
            return whole("the tape is empty");
        }
        if bytes.len() > MOST_BYTES {
            return whole("the tape is longer than any game");
        }
        let text = std::str::from_utf8(bytes).map_err(|error| TapeError::Whole(format!("byte {} is not UTF-8", error.valid_up_to())))?;
        let first = text.lines().next().unwrap_or_default();
        if serde_json::from_str::<Format>(first).is_err() {
            return at(1, "this is not the header of a tape");
        }
        let Some(body) = text.strip_suffix('\n') else { return whole("the tape is cut: its last line does not end") };
        let rows: Vec<&str> = body.split('\n').collect();
        let sum_at = rows.len();
        let Ok(sum) = serde_json::from_str::<SumLine>(rows[sum_at - 1]) else {
            return whole("the tape is cut: it does not end with its checksum");
        };
        let summed = &text[..text.len() - rows[sum_at - 1].len() - 1];
        if sum.crc32 != checksum(summed.as_bytes()) {
            return at(sum_at, "the checksum differs: the tape was damaged or edited");
        }
        if sum_at < 3 {
            return whole("the tape is cut: a header, a result and a checksum are the least");
        }

        let header: Header = read_line(&rows, 0)?;
        if header.tape != FORMAT {
            return at(1, format!("tape format {} is not format {FORMAT}, which this program reads", header.tape));
        }
        if header.seed.is_some_and(|seed| seed >= SEED_LIMIT) {
            return at(1, "the seed is not below 2^53");
        }
        let over: OverLine = read_line(&rows, sum_at - 2)?;
        let happened = |row: usize| match rows[row] {
            text if text.starts_with("{\"chance\"") => read_line(&rows, row).map(Line::Chance),
            text if text.starts_with("{\"forfeit\"") => read_line(&rows, row).map(Line::Forfeit),
            _ => read_line(&rows, row).map(Line::Act),
        };
        let lines = (1..sum_at - 2).map(happened).collect::<Result<_, _>>()?;
        Ok(Tape { header, lines, over: over.over })
    }

    /// The game on this tape, if this program has it in the same version.
    pub fn entry(&self) -> Result<&'static Entry, TapeError> {
        let Some(entry) = find(&self.header.game) else {
            return at(1, format!("there is no game called {:?}", self.header.game));
        };
        Ok(entry)
    }

    /// Plays the tape back from the start.
    pub fn replay(&self) -> Result<Replay<'_>, TapeError> {
        self.replay_at(self.entry()?)
    }

    /// The same for a game that is not in the table.
    pub fn replay_at(&self, entry: &Entry) -> Result<Replay<'_>, TapeError> {
        Ok(Replay { tape: self, head: Playhead::at_start(entry, &self.header)?, next: 0 })
    }

    /// What a spectator sees at each decision and at the end.
    pub fn scenes(&self) -> Result<Vec<Scene>, TapeError> {
        self.replay()?.scenes()
    }

    /// The audit: every rule kept, every outcome drawn again from the seed, the same result.
    pub fn verify(&self) -> Result<Verified, TapeError> {
        self.verify_at(self.entry()?)
    }

    /// The same for a game that is not in the table.
    pub fn verify_at(&self, entry: &Entry) -> Result<Verified, TapeError> {
        let luck = self.header.seed.map(Luck::new);
        let mut replay = self.replay_at(entry)?;
        while replay.advance(luck)? {}
        let found = Over { clock_ms: self.over.clock_ms, ..Over::of(replay.game()) };
        if found != self.over {
            return at(
                self.lines.len() + 2,
                format!(
                    "the result is {:?} ({}), the tape says {:?} ({})",
                    &*found.payoffs, found.reason, &*self.over.payoffs, self.over.reason
                ),
            );
        }
        Ok(Verified { decisions: replay.decisions(), chances: replay.chances(), seeded: luck.is_some() })
    }
}

/// What any version's header has in common.
#[derive(Deserialize)]
struct Format {
    #[serde(rename = "tape")]
    _tape: u32,
}

fn read_line<'a, T: Deserialize<'a>>(rows: &[&'a str], row: usize) -> Result<T, TapeError> {
    serde_json::from_str(rows[row]).or_else(|error| at(row + 1, error.to_string()))
}

/// What an audit went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Verified {
    pub decisions: u64,
    pub chances: u64,
    /// Whether the chance outcomes were drawn again, or taken as recorded because the tape has no seed.
    pub seeded: bool,
}

/// A tape being played back.
pub struct Replay<'a> {
    tape: &'a Tape,
    head: Playhead,
    next: usize,
}

impl Replay<'_> {
    pub fn game(&self) -> &dyn AnyGame {
        &*self.head.game
    }

    /// The game, for a bot to answer in it. What is on tape is played all the same.
    pub fn game_mut(&mut self) -> &mut dyn AnyGame {
        &mut *self.head.game
    }

    /// Decisions made so far.
    pub fn decisions(&self) -> u64 {
        self.head.decisions
    }

    /// The game, to go on with by itself.
    pub fn into_game(self) -> Box<dyn AnyGame> {
        self.head.game
    }

    /// Outcomes of nature so far.
    pub fn chances(&self) -> u64 {
        self.head.chances
    }

    /// The line that comes next.
    pub fn upcoming(&self) -> Option<&Line> {
        self.tape.lines.get(self.next)
    }

    /// Applies the next line; `false` at the end.
    pub fn step(&mut self) -> Result<bool, TapeError> {
        self.advance(None)
    }

    /// What a spectator sees at each decision and at the end.
    pub fn scenes(mut self) -> Result<Vec<Scene>, TapeError> {
        let mut scenes = Vec::new();
        loop {
            if self.game().turn() != Turn::Chance {
                scenes.push(self.game().scene());
            }
            if !self.step()? {
                return Ok(scenes);
            }
        }
    }

    fn advance(&mut self, luck: Option<Luck>) -> Result<bool, TapeError> {
        let row = self.next + 2;
        match self.tape.lines.get(self.next) {
            Some(line) => self.head.read(row, line, luck)?,
            None if self.game().turn() == Turn::Over => return Ok(false),
            None => return at(row, "the game is not over yet, but the tape is"),
        }
        self.next += 1;
        Ok(true)
    }
}

/// A game at some line of a tape, which it does not hold on to.
pub(crate) struct Playhead {
    pub(crate) game: Box<dyn AnyGame>,
    seats: usize,
    chances: u64,
    pub(crate) decisions: u64,
}

impl Playhead {
    /// Before the first line.
    pub(crate) fn at_start(entry: &Entry, header: &Header) -> Result<Playhead, TapeError> {
        if header.rules != entry.rules {
            return at(
                1,
                format!(
                    "the tape was played by version {} of the rules of {}, this program has version {}",
                    header.rules, entry.name, entry.rules
                ),
            );
        }
        if header.seats.len() != entry.seats {
            return at(1, format!("{} has {} seats, the tape names {}", entry.name, entry.seats, header.seats.len()));
        }
        let game = entry.open(header.config.get()).or_else(|error| at(1, error.to_string()))?;
        Ok(Playhead { game, seats: entry.seats, chances: 0, decisions: 0 })
    }

    /// The same place once more.
    pub(crate) fn fork(&self) -> Playhead {
        Playhead { game: self.game.fork(), ..*self }
    }

    /// Applies a line, which stands in this row of the tape. With luck, all that is drawn is drawn again.
    pub(crate) fn read(&mut self, row: usize, line: &Line, luck: Option<Luck>) -> Result<(), TapeError> {
        match (self.game.turn(), line) {
            (Turn::Over, _) => at(row, "the game is already over"),
            (_, Line::Forfeit(line)) => self.forfeit(row, line),
            (Turn::Chance, Line::Chance(line)) => self.settle(row, &line.chance, luck),
            (Turn::Act(seats), Line::Act(line)) => self.act(row, seats, line, luck),
            (Turn::Chance, Line::Act(_)) => at(row, "a seat acts where nature decides"),
            (Turn::Act(_), Line::Chance(_)) => at(row, "nature decides where a seat acts"),
        }
    }

    fn forfeit(&mut self, row: usize, line: &ForfeitLine) -> Result<(), TapeError> {
        let losers: SeatSet = line.forfeit.iter().map(|(seat, _)| *seat).collect();
        if losers.is_empty() || losers.iter().any(|seat| seat.index() >= self.seats) {
            return at(row, "not seats of this game");
        }
        self.game.forfeit(losers);
        Ok(())
    }

    fn settle(&mut self, row: usize, chance: &RawValue, luck: Option<Luck>) -> Result<(), TapeError> {
        if let Some(luck) = luck {
            let drawn = self.game.draw(&mut luck.nature(self.chances));
            if drawn.get() != chance.get() {
                return at(row, format!("the seed draws {drawn}, the tape says {chance}"));
            }
        }
        self.chances += 1;
        self.game.settle(chance).or_else(|Misfit(what)| at(row, what))
    }

    fn act(&mut self, row: usize, seats: SeatSet, line: &ActLine, luck: Option<Luck>) -> Result<(), TapeError> {
        if !line.act.iter().map(|(seat, _)| *seat).eq(seats.iter()) {
            return at(row, "not the seats that have to act here");
        }
        if !line.ms.is_empty() && line.ms.len() != line.act.len() {
            return at(row, "not one time for each acting seat");
        }
        if let Some((seat, _)) = line.foul.iter().find(|(seat, _)| !seats.contains(*seat)) {
            return at(row, format!("a foul of seat {}, which does not act here", seat.0));
        }
        for (seat, belief) in &line.belief {
            if !seats.contains(*seat) {
                return at(row, format!("a belief of seat {}, which does not act here", seat.0));
            }
            self.game.doubt(belief).or_else(|Misfit(what)| at(row, what))?;
        }
        let mut losers = SeatSet::EMPTY;
        for (seat, action) in &line.act {
            let fouled = line.foul.iter().any(|(guilty, _)| guilty == seat);
            if fouled && let Some(luck) = luck {
                let replaced = self.game.substitute(*seat, &mut luck.fallback(seat.0, self.decisions));
                if replaced != action.is_some() {
                    return at(row, "the rules do not answer this foul so");
                }
            }
            let Some(action) = action else {
                if !fouled {
                    return at(row, format!("seat {} does nothing, without a foul", seat.0));
                }
                losers = losers.with(*seat);
                continue;
            };
            if fouled && luck.is_some() {
                let held = self.game.held();
                let drawn = held.iter().find(|(held, _)| held == seat).map(|(_, action)| action.get());
                if drawn != Some(action.get()) {
                    return at(row, "the seed plays another action in place of the foul");
                }
            }
            self.game.propose(*seat, action.get()).or_else(|foul| at(row, foul.to_string()))?;
        }
        if losers.is_empty() {
            self.game.play();
        } else {
            self.game.forfeit(losers);
        }
        self.decisions += 1;
        Ok(())
    }
}

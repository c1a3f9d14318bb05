//! `barnyard repro`: what a bot answers now where it was asked in a recorded game.
use crate::clocks::Clocks;
use crate::entrant::{self, Workshop};
use crate::failure::Failure;
use crate::{House, output, paint, tapes};
use ::games::tape::Line;
use ::games::{AnyGame, Entry, Foul, FoulKind, Luck, PerSeat, Seat, Tape, Turn};
use owo_colors::OwoColorize;
use runner::{Answer, Bot, Grants, Limits, Table, Time};
use serde::Serialize;
use std::path::PathBuf;
use std::time::Duration;

/// Ask a bot again what a seat was asked in a recorded game
#[derive(clap::Args, Debug)]
#[command(after_help = "Whatever the bot answers, the game goes on as recorded. A single game's bot gets the same dice as then.
Exit code 0: it answered every question. Exit code 1: it fouled.

Examples:
  barnyard repro game.tape --seat 0 ./Gertrude
  barnyard repro game.tape --seat Gertrude --turn 23 ./Gertrude --no-limits
  barnyard repro game.tape --seat White native:Henny --json")]
pub struct Repro {
    tape: PathBuf,
    /// The bot to ask
    bot: String,
    /// Whose questions: the number of the seat, its name, or who sat there
    #[arg(long, value_name = "SEAT")]
    seat: String,
    /// Stop after this turn, counted from 0 as `barnyard tape show` does
    #[arg(long, value_name = "K")]
    turn: Option<u64>,
    /// No clocks, and no limit of memory: for debuggers
    #[arg(long, conflicts_with_all = ["time", "move_time", "init_time", "memory"])]
    no_limits: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    clocks: Clocks,
}

/// As good as no limit at all.
const A_DAY: Duration = Duration::from_secs(86_400);

/// A question, and both answers to it.
#[derive(Serialize)]
struct Row {
    turn: u64,
    /// What was played then; `null` if the seat lost the game here.
    recorded: Option<::games::Json>,
    /// What the bot says now; `null` after a foul.
    now: Option<::games::Json>,
    ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    foul: Option<Foul>,
}

impl Repro {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let tape = tapes::read(&self.tape)?;
        let named = |why: String| Failure::refused(format!("{}: {why}", self.tape.display()));
        let entry = house.entry_of(&tape).map_err(named)?;
        let seat = find_seat(entry, &tape, &self.seat).map_err(named)?;
        let mut bot = house.entrant(entry, &self.bot, self.clocks.course(entry)?)?;
        let mut table = Table::new(entry, tape.header.config.get()).map_err(|error| named(error.to_string()))?;
        let mut grants = self.clocks.apply(&mut table);
        if self.no_limits {
            table.limits = Limits { game: None, each: None, ..table.limits };
            grants = Grants { startup: A_DAY, prepare: A_DAY, memory: None, ..grants };
        }
        let workshop = Workshop {
            grants,
            python: entrant::python(self.clocks.python.as_deref())?,
            install: self.clocks.install,
            aloud: !self.json,
            nodes: self.clocks.nodes,
        };
        bot.prepare(&workshop)?;
        if !self.json {
            let title = paint::seat_title(entry, seat.index(), &tape.header.seats[seat.index()].name);
            output::say(&format!("{}: {title}, and {} in its place", entry.name, bot.name()));
        }
        let rows = self.ask(entry, &tape, seat, &table.limits, &mut *bot.summon(bot.name(), &table, &workshop)?)?;
        let fouls = rows.iter().filter(|row| row.foul.is_some()).count();
        let same = rows.iter().filter(|row| matches!((&row.recorded, &row.now), (Some(a), Some(b)) if a.get() == b.get())).count();
        if self.json {
            let asked = serde_json::json!({ "seat": seat, "asked": rows.len(), "same": same, "fouls": fouls, "turns": rows });
            output::say_json(&asked);
        } else {
            output::say(&format!("{} asked, {same} answered as recorded, {fouls} fouled", rows.len()));
        }
        if fouls == 0 { Ok(()) } else { Err(Failure::Told(1)) }
    }

    /// Goes through the tape and asks at each decision of the seat.
    fn ask(&self, entry: &'static Entry, tape: &Tape, seat: Seat, limits: &Limits, bot: &mut dyn Bot) -> Result<Vec<Row>, Failure> {
        let wrong = |error: ::games::tape::TapeError| Failure::refused(format!("{}: {error}", self.tape.display()));
        let mut replay = tape.replay_at(entry).map_err(wrong)?;
        while replay.game().turn() == Turn::Chance && replay.step().map_err(wrong)? {}
        let mut rows = Vec::new();
        // Only a game played alone tells which dice its bots had; any others will do otherwise.
        let dice = tape.header.seed.map_or(0, |seed| Luck::new(seed).bot(u64::from(seat.0), 0));
        if let Err(foul) = bot.prepare_for_match(replay.game(), seat, dice)?.verdict {
            self.tell(&mut rows, Row { turn: 0, recorded: None, now: None, ms: 0.0, foul: Some(foul) });
            return Ok(rows);
        }
        let mut used = vec![Duration::ZERO; entry.seats];
        while self.turn.is_none_or(|last| replay.decisions() <= last) {
            let (turn, line) = (replay.decisions(), replay.upcoming().cloned());
            if let (Turn::Act(seats), Some(Line::Act(line))) = (replay.game().turn(), &line) {
                for (who, ms) in line.act.iter().map(|(who, _)| *who).zip(line.ms.iter().copied()).filter(|(who, _)| *who != seat) {
                    used[who.index()] += Duration::try_from_secs_f64(ms / 1e3).unwrap_or_default();
                }
                if seats.contains(seat) {
                    let recorded = line.act.iter().find(|(who, _)| *who == seat).and_then(|(_, action)| action.clone());
                    let left = limits.left(used[seat.index()], replay.game().length(replay.decisions()));
                    let (now, ms, foul) = decide(bot, replay.game_mut(), seat, left, limits, &mut used)?;
                    self.tell(&mut rows, Row { turn, recorded, now, ms, foul });
                }
            }
            if !replay.step().map_err(wrong)? {
                bot.match_over(replay.game(), seat)?;
                break;
            }
        }
        Ok(rows)
    }

    /// Says what came of a question, as soon as it is known.
    fn tell(&self, rows: &mut Vec<Row>, row: Row) {
        if !self.json {
            let spelled = |action: &Option<::games::Json>| action.as_ref().map_or_else(|| "nothing".to_string(), ToString::to_string);
            let same = matches!((&row.recorded, &row.now), (Some(a), Some(b)) if a.get() == b.get());
            let mut text = format!("turn {}: recorded {}, now ", row.turn, spelled(&row.recorded));
            text += &match &row.foul {
                Some(foul) => foul.to_string().red().to_string(),
                None if same => "the same".into(),
                None => spelled(&row.now).yellow().to_string(),
            };
            text += &format!(" ({:.1} ms)", row.ms);
            // A traceback once is enough.
            let told = rows.iter().any(|earlier| earlier.foul == row.foul);
            for line in row.foul.iter().filter(|_| !told).flat_map(|foul| foul.detail.iter()).flat_map(|detail| detail.lines()) {
                text += &format!("\n  | {line}");
            }
            output::say(&text);
        }
        rows.push(row);
    }
}

type Decided = (Option<::games::Json>, f64, Option<Foul>);

/// One decision, judged by the rules and by the clock as the referee does.
fn decide(
    bot: &mut dyn Bot,
    game: &mut dyn AnyGame,
    seat: Seat,
    left: Duration,
    limits: &Limits,
    used: &mut [Duration],
) -> Result<Decided, Failure> {
    let clocks_ms = limits.game.map(|game| PerSeat::new(used.len(), |seat| game.saturating_sub(used[seat.index()]).as_secs_f64() * 1e3));
    let Answer { verdict, cost, .. } = bot.decide(game, seat, &Time { left, clocks_ms })?;
    used[seat.index()] += cost.charged;
    let late = || format!("took {:.3} s, {:.3} s were left", cost.charged.as_secs_f64(), left.as_secs_f64());
    let foul = verdict.err().or_else(|| (cost.charged > left).then(|| Foul::new(FoulKind::Late, late())));
    let held = game.held().into_iter().find(|(who, _)| *who == seat).map(|(_, action)| action);
    Ok((held.filter(|_| foul.is_none()), cost.charged.as_secs_f64() * 1e3, foul))
}

/// The seat of a number, of a name such as White, or of whoever sat there.
fn find_seat(entry: &Entry, tape: &Tape, wanted: &str) -> Result<Seat, String> {
    let sat: Vec<&str> = tape.header.seats.iter().map(|seat| seat.name.as_str()).collect();
    if sat.len() != entry.seats {
        return Err(format!("line 1: {} has {} seats, the tape names {}", entry.name, entry.seats, sat.len()));
    }
    let named = |name: &&str| name.eq_ignore_ascii_case(wanted);
    let number = wanted.parse().ok().filter(|number: &u8| usize::from(*number) < entry.seats);
    let chair = || entry.seat_names.iter().position(named).map(|i| i as u8);
    let sitter = || sat.iter().position(named).map(|i| i as u8);
    number.or_else(chair).or_else(sitter).map(Seat).ok_or_else(|| {
        let seats: Vec<_> = sat.iter().enumerate().map(|(i, name)| format!("{i} {}", paint::seat_title(entry, i, name))).collect();
        format!("there is no seat {wanted:?}: there are {}", seats.join(", "))
    })
}

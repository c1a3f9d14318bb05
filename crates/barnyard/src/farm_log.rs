//! `log.txt` of Jigga Jigga: what happens in a game of Bovine, by round, as it happens.
use games::tape::{Isolation, Line, TapeError};
use games::{AnyGame, Foul, FoulKind, Scene, Seat, Tape};
use runner::{Answer, Bot, Listener, PlatformFault, Time};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// No name in the log is longer; the rest of it becomes dots.
const LONGEST_NAME: usize = 20;

/// The log of one game, shared by all who have something to tell.
#[derive(Clone)]
pub struct FarmLog(Arc<Mutex<Pages>>);

/// A farmer who is out: when, and whose cow it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Death {
    pub farmer: usize,
    pub round: u64,
    pub by: usize,
}

struct Pages {
    file: Box<dyn Write + Send>,
    /// What kept us from writing, at first.
    failed: Option<std::io::Error>,
    names: Vec<String>,
    /// The round of the last header.
    round: Option<u64>,
    /// The round that is being played.
    now: u64,
    deaths: Vec<Death>,
    /// What each farmer did wrong last: of a program that is gone it is told once.
    last: Vec<Option<Foul>>,
    /// The meadow when the game was over.
    end: Option<Scene>,
    /// Why a farmer could not be started.
    absent: Option<String>,
}

/// What the log needs of an observation.
#[derive(Deserialize)]
struct Seen {
    round: u64,
    deaths: Vec<Death>,
}

impl FarmLog {
    /// An empty log, which says that the game begins.
    pub fn create(path: &Path, names: &[String]) -> std::io::Result<FarmLog> {
        let file = File::create(path)?;
        Ok(FarmLog(Arc::new(Mutex::new(Pages::begun(Box::new(file), names)))))
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        // Half an event is better than none.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a farmer prints goes into the log.
    pub fn listener(&self, seat: usize) -> Listener {
        let log = self.clone();
        Box::new(move |_, turn, text| {
            let mut pages = log.pages();
            let printed = format!("{} has printed: ", pages.names[seat]);
            text.lines().for_each(|line| pages.event(turn, &[&printed, line]));
        })
    }

    /// The same for farmers who share a process; their lines say whose they are.
    pub fn listener_of_all(&self) -> Listener {
        let log = self.clone();
        Box::new(move |_, _, text| {
            let mut pages = log.pages();
            let now = pages.now;
            text.lines().for_each(|line| pages.event(now, &["The hackers have printed: ", line]));
        })
    }

    /// The bot, with somebody beside it who writes down what it does wrong.
    pub fn beside(&self, bot: Box<dyn Bot>) -> Box<dyn Bot> {
        Box::new(Witness { bot, log: self.clone() })
    }

    /// The last words of a game that was not played to its end.
    pub fn void(&self, why: &str) {
        let mut pages = self.pages();
        let round = pages.now;
        pages.event(round, &["---- GAME VOID ----", why]);
    }

    /// Who was eliminated, in order.
    pub fn deaths(&self) -> Vec<Death> {
        self.pages().deaths.clone()
    }

    pub fn end(&self) -> Option<Scene> {
        self.pages().end.take()
    }

    /// Why a farmer could not be started, if one could not.
    pub fn absent(&self) -> Option<String> {
        self.pages().absent.take()
    }

    /// What kept the log from being written, if something did.
    pub fn failed(&self) -> Option<std::io::Error> {
        self.pages().failed.take()
    }
}

/// The log of a game that is on tape. What the farmers printed is not.
pub fn of_tape(tape: &Tape) -> Result<String, TapeError> {
    let names: Vec<String> = tape.header.seats.iter().map(|seat| seat.name.clone()).collect();
    let text = Arc::new(Mutex::new(Vec::new()));
    let mut pages = Pages::begun(Box::new(Shared(Arc::clone(&text))), &names);
    let mut replay = tape.replay()?;
    loop {
        if let Some(Line::Act(line)) = replay.upcoming().cloned() {
            for (i, (seat, _)) in line.act.iter().enumerate() {
                let round = pages.begin(replay.game(), *seat);
                let took = Duration::try_from_secs_f64(line.ms.get(i).copied().unwrap_or(0.0) / 1e3).unwrap_or_default();
                let foul = line.foul.iter().find(|(guilty, _)| guilty == seat);
                foul.into_iter().for_each(|(_, foul)| pages.foul(round, *seat, foul, took));
            }
        }
        if !replay.step()? {
            break;
        }
    }
    pages.over(replay.game(), Seat(0));
    drop(pages);
    let bytes = std::mem::take(&mut *text.lock().unwrap_or_else(PoisonError::into_inner));
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Paper that can be read while somebody writes on it.
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Pages {
    /// A log that says that the game begins.
    fn begun(file: Box<dyn Write + Send>, names: &[String]) -> Pages {
        let cut = |name: &String| match name.chars().count() {
            0..=LONGEST_NAME => name.clone(),
            _ => name.chars().take(LONGEST_NAME - 3).chain("...".chars()).collect(),
        };
        let (names, last) = (names.iter().map(cut).collect(), vec![None; names.len()]);
        let mut pages = Pages { file, failed: None, names, round: None, now: 0, deaths: Vec::new(), last, end: None, absent: None };
        pages.event(0, &["---- GAME BEGINS ----"]);
        pages
    }

    fn event(&mut self, round: u64, lines: &[&str]) {
        let mut text = String::new();
        if self.round != Some(round) {
            self.round = Some(round);
            text += &format!("[R{round}]\n");
        }
        lines.iter().for_each(|line| text.extend([line, "\n"]));
        if let Err(error) = self.file.write_all(text.as_bytes()) {
            self.failed.get_or_insert(error);
        }
    }

    /// Tells of the eliminations in the rounds that are over, and returns how many those are.
    fn catch_up(&mut self, game: &dyn AnyGame, seat: Seat) -> u64 {
        let seen: Seen = serde_json::from_str(game.observe(seat).get()).expect("farmers see rounds and deaths");
        for death in &seen.deaths[self.deaths.len()..] {
            // Every farmer counts from itself.
            let [farmer, by] = [death.farmer, death.by].map(|who| (who + seat.index()) % self.names.len());
            let killer = if farmer == by { "itself" } else { &self.names[by] };
            let line = format!("{} eliminated by {killer}", self.names[farmer]);
            self.event(death.round, &[&line]);
            self.deaths.push(Death { farmer, by, ..*death });
        }
        seen.round
    }

    /// The round in which this seat is asked now.
    fn begin(&mut self, game: &dyn AnyGame, seat: Seat) -> u64 {
        self.now = self.catch_up(game, seat) + 1;
        self.now
    }

    fn foul(&mut self, round: u64, seat: Seat, foul: &Foul, took: Duration) {
        let name = &self.names[seat.index()];
        let invalid = format!("{name} has made an invalid move. ");
        match foul.kind {
            FoulKind::Late => self.late(round, seat, took, "none came in time"),
            FoulKind::Illegal | FoulKind::Unreadable => {
                let (answer, why) = parted(&foul.why);
                self.event(round, &[&invalid, &format!("move: {answer}"), &why]);
            }
            _ => {
                let thrown = format!("{name} has thrown an error. ");
                let mut lines = vec![thrown, "Your bot will forfeit its turn. ".into()];
                if let Some(detail) = &foul.detail {
                    lines.push("Traceback (most recent call last):".into());
                    lines.extend(detail.lines().map(|line| format!("  {line}")));
                }
                lines.extend([foul.why.clone(), String::new()]);
                self.event(round, &lines.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
    }

    fn late(&mut self, round: u64, seat: Seat, took: Duration, answer: &str) {
        let name = format!("{} is taking too long. ", self.names[seat.index()]);
        self.event(round, &[&name, &format!("time: {} ms", took.as_millis()), &format!("move: {answer}")]);
    }

    fn over(&mut self, game: &dyn AnyGame, seat: Seat) {
        if self.end.is_some() {
            return;
        }
        let round = self.catch_up(game, seat);
        let points = game.points();
        let mut living: Vec<usize> = (0..points.len()).filter(|farmer| self.deaths.iter().all(|death| death.farmer != *farmer)).collect();
        living.sort_by_key(|farmer| points[*farmer]);
        let mut lines = vec!["---- GAME OVER ----".to_string()];
        lines.extend(living.into_iter().map(|farmer| format!("{} has {} cells", self.names[farmer], points[farmer])));
        self.event(round, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        self.end = Some(game.scene());
    }
}

/// The answer that a foul is about, and what is wrong with it, in the words of the document's log.
fn parted(why: &str) -> (String, String) {
    if let Some((answer, error)) = why.strip_prefix("returned ").and_then(|rest| rest.split_once(", which is no move: ")) {
        return (answer.into(), format!("Error: \n{error}\n"));
    }
    let (answer, reason) = why.rsplit_once(": ").unwrap_or(("?", why));
    (as_python(answer.split(" is not an action").next().unwrap_or(answer)), format!("reason: {reason}"))
}

/// `[[0,0],[0,1]]` as `((0, 0), (0, 1))`, whether or not there are blanks in it.
fn as_python(json: &str) -> String {
    match json {
        "\"pass\"" | "null" => "None".into(),
        _ => json.replace(' ', "").replace('[', "(").replace(']', ")").replace(',', ", "),
    }
}

struct Witness {
    bot: Box<dyn Bot>,
    log: FarmLog,
}

impl Bot for Witness {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        self.bot.prepare_for_series()
    }

    fn prepare_for_match(&mut self, game: &dyn AnyGame, seat: Seat, seed: u64) -> Result<Answer, PlatformFault> {
        let answer = self.bot.prepare_for_match(game, seat, seed)?;
        let Err(foul) = &answer.verdict else { return Ok(answer) };
        let mut pages = self.log.pages();
        pages.foul(0, seat, foul, answer.cost.charged);
        let why = format!("{} cannot be started: {}", pages.names[seat.index()], foul.why);
        // A main.py whose import fails plays no game either.
        pages.absent = Some(why.clone());
        Err(PlatformFault(why))
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, time: &Time) -> Result<Answer, PlatformFault> {
        let round = self.log.pages().begin(game, seat);
        let answer = self.bot.decide(game, seat, time)?;
        let took = answer.cost.charged;
        let mut pages = self.log.pages();
        match &answer.verdict {
            Err(foul) => {
                let before = pages.last[seat.index()].replace(foul.clone());
                let gone = answer.cost.spent.is_none() && before.as_ref() == Some(foul);
                if !gone {
                    pages.foul(round, seat, foul, took);
                }
            }
            Ok(()) if took > time.left => {
                let held = game.held().into_iter().find(|(who, _)| *who == seat);
                pages.late(round, seat, took, &held.map_or("?".into(), |(_, action)| as_python(action.get())));
            }
            Ok(()) => {}
        }
        Ok(answer)
    }

    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault> {
        self.log.pages().over(game, seat);
        self.bot.match_over(game, seat)
    }

    fn isolation(&self) -> Option<Isolation> {
        self.bot.isolation()
    }
}

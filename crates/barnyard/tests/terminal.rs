//! The real program on a real terminal: what it shows, what keys do, and that the terminal is given back as it was.
#[path = "../../runner/tests/nim.rs"]
mod nim;

use barnyard::House;
use bots::Reference;
use games::{Entry, Player};
use nim::Nim;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// No step of a test takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program on a terminal of its own.
struct Stage {
    master: OwnedFd,
    /// Until the program has ended.
    slave: Option<OwnedFd>,
    child: Child,
    before: Termios,
    /// All that was written to the terminal.
    written: String,
}

impl Stage {
    fn open(mut command: Command) -> Stage {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let slave = open(name.as_c_str(), OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        resize(&master, 80, 24);
        let before = tcgetattr(&slave).unwrap();
        let end = || Stdio::from(slave.try_clone().unwrap());
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR").stdin(end()).stdout(end()).stderr(end());
        let child = command.spawn().unwrap();
        Stage { master, slave: Some(slave), child, before, written: String::new() }
    }

    fn barnyard(args: &[&str]) -> Stage {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
        command.args(args);
        Stage::open(command)
    }

    /// Reads what there is, for a moment. False when nothing can come any more.
    fn read(&mut self) -> bool {
        let mut ready = [PollFd::new(&self.master, PollFlags::IN)];
        let moment = rustix::event::Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
        if poll(&mut ready, Some(&moment)).unwrap_or(0) > 0 {
            let mut bytes = [0; 65_536];
            match rustix::io::read(&self.master, &mut bytes) {
                Ok(count) => self.written.push_str(&String::from_utf8_lossy(&bytes[..count])),
                Err(_) => return false,
            }
        }
        true
    }

    #[track_caller]
    fn until(&mut self, what: &str, mut done: impl FnMut(&mut Stage) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !done(self) {
            assert!(Instant::now() < deadline, "{what} does not come:\n{}", self.written);
            self.read();
        }
    }

    /// Waits for a word that was not there before.
    #[track_caller]
    fn sees(&mut self, word: &str) {
        self.until(word, |stage| stage.written.contains(word));
        self.written.clear();
    }

    fn types(&mut self, keys: &str) {
        rustix::io::write(&self.master, keys.as_bytes()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for the end. The terminal is as it was, and all that was written afterwards is the last word.
    #[track_caller]
    fn ends(&mut self) -> (Option<i32>, String) {
        let mut code = None;
        self.until("the end", |stage| {
            code = stage.child.try_wait().unwrap();
            code.is_some()
        });
        if let Some(slave) = self.slave.take() {
            let now = tcgetattr(&slave).unwrap();
            assert_eq!(format!("{:?}", now.local_modes), format!("{:?}", self.before.local_modes), "echo and lines are back");
            assert_eq!(format!("{:?}", now.input_modes), format!("{:?}", self.before.input_modes));
        }
        // A terminal that nobody has open any more tells all that was written to it, and then fails to be read.
        self.until("the last word", |stage| !stage.read());
        let (_, after) = self.written.rsplit_once("\x1b[?1049l").expect("the screen is given back");
        assert!(self.written.contains("\x1b[?25h"), "the cursor is back");
        (code.unwrap().code(), after.to_string())
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn resize(master: &OwnedFd, columns: u16, rows: u16) {
    tcsetwinsize(master, Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
}

fn tape(folder: &Path) -> String {
    let path = folder.join("game.tape").to_str().unwrap().to_string();
    let played = Command::new(env!("CARGO_BIN_EXE_barnyard")).args(["play", "chickens", "Henny", "Yolanda", "-q", "-o", &path]).status();
    assert!(played.unwrap().success());
    path
}

#[test]
fn a_game_is_watched_and_the_terminal_is_given_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::barnyard(&["watch", &tape(folder.path())]);
    stage.sees("as anybody sees it");
    stage.types("\x1b[C");
    // Only what changes is written: the number of the turn.
    stage.sees("\x1b[1;16H1");
    stage.types("t");
    stage.sees("trapdoor");
    stage.types("q");
    assert_eq!(stage.ends().0, Some(0));
}

#[test]
fn ctrl_c_and_signals_give_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let tape = tape(folder.path());
    let mut stage = Stage::barnyard(&["watch", &tape]);
    stage.sees("as anybody sees it");
    stage.types("\x03");
    assert_eq!(stage.ends().0, Some(0));
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut stage = Stage::barnyard(&["watch", &tape]);
        stage.sees("as anybody sees it");
        stage.signal(signal);
        assert_eq!(stage.ends().0, Some(130), "{signal:?}");
    }
}

#[test]
fn a_terminal_that_gets_too_small_is_told_so_and_may_grow_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::barnyard(&["watch", &tape(folder.path())]);
    stage.sees("as anybody sees it");
    resize(&stage.master, 50, 10);
    stage.signal(Signal::WINCH);
    stage.sees("60x16");
    resize(&stage.master, 120, 40);
    stage.signal(Signal::WINCH);
    stage.sees("as anybody sees it");
    stage.types("q");
    assert_eq!(stage.ends().0, Some(0));
}

#[test]
fn a_person_plays_a_whole_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.tape");
    let mut stage = Stage::barnyard(&["play", "microchess", "human", "Monkey", "-o", path.to_str().unwrap()]);
    stage.sees("your");
    // Enter plays the first move there is; each time the screen changes, until the end is told.
    let mut presses = 0;
    stage.until("the end of the game", |stage| {
        presses += 1;
        stage.types("\r");
        stage.read();
        stage.written.contains("this is the truth")
    });
    assert!(presses < 1_000);
    stage.types("q");
    let (code, after) = stage.ends();
    assert_eq!(code, Some(0));
    assert!(after.contains("White (human): payoff") && after.contains("ended by:"), "{after}");
    let verified = Command::new(env!("CARGO_BIN_EXE_barnyard")).arg("verify").arg(&path).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}

/// Whoever leaves is asked once; there is no result and no tape.
#[test]
fn a_person_may_leave() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.tape");
    let mut stage = Stage::barnyard(&["play", "chickens", "human", "Henny", "-o", path.to_str().unwrap()]);
    stage.sees("your");
    stage.types("q");
    stage.sees("without a result");
    stage.types("y");
    let (code, after) = stage.ends();
    assert_eq!(code, Some(0));
    assert!(after.contains("you left the table: the game has no result"), "{after}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}

/// The program of AI Arena 21 shows its games, unless it is told not to.
#[test]
fn aiarena21_opens_its_viewer() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["aiarena21", "greedy", "random_source", "-rt", "5"];
    let command = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
        command.args(args).args(more).current_dir(folder.path());
        command
    };
    let mut stage = Stage::open(command(&[]));
    stage.sees("as anybody sees it");
    stage.types("q");
    let (code, after) = stage.ends();
    assert_eq!(code, Some(0));
    assert!(after.contains(" points") && after.contains("the replay is in replay.txt"), "{after}");
    let mut stage = Stage::open(command(&["-nv"]));
    stage.slave = None;
    stage.until("the last word", |stage| !stage.read());
    assert!(stage.written.contains(" points") && !stage.written.contains("\x1b[?1049h"), "{}", stage.written);
}

static GAMES: &[Entry] = &[Entry::of::<Nim>()];
static ROSTERS: &[&[Reference]] = &[&[Reference::of::<Nim, Cursed>("Cursed", "panics in the middle of the game")]];

#[derive(Default)]
struct Cursed(u32);

impl Player<Nim> for Cursed {
    fn act(&mut self, _: &u32, _: Duration) -> u32 {
        self.0 += 1;
        std::thread::sleep(Duration::from_millis(100));
        assert!(self.0 < 3, "the curse");
        1
    }
}

/// Not a test: the program that the next test starts.
#[test]
fn cursed_house() {
    if std::env::var_os("CURSED_HOUSE").is_some() {
        barnyard::run(
            &House { games: GAMES, rosters: ROSTERS },
            ["barnyard", "play", "nim", "Cursed", "Cursed", "--watch", "--set", "most=50"],
        );
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_told() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["cursed_house", "--exact", "--nocapture"]).env("CURSED_HOUSE", "1");
    let mut stage = Stage::open(command);
    let mut code = None;
    stage.until("the end", |stage| {
        code = stage.child.try_wait().unwrap();
        code.is_some()
    });
    assert!(stage.written.contains("\x1b[?1049h"), "it was on the screen");
    let (_, after) = stage.ends();
    assert_ne!(code.unwrap().code(), Some(0));
    assert!(after.contains("the curse") || stage.written.contains("the curse"), "{after}");
}

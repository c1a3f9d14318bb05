//! Where programs are tried: a folder for their files, tables with short clocks, and a look at who is left afterwards.
#![allow(dead_code)] // Each test program uses its own part.
use games::{Foul, FoulKind, Luck, Seat, Tape};
use runner::{Bot, Chair, Clock, Grants, InProcess, Limits, Listener, PlatformFault, Played, Program, Recipe, Record, Table};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A folder that outlives its bots, and notices those that outlive it.
pub struct Stage(tempfile::TempDir);

impl Stage {
    pub fn new() -> Stage {
        Stage(tempfile::Builder::new().prefix("barnyard-stage-").tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes files below the folder and says where the first is.
    pub fn write(&self, files: &[(&str, &str)]) -> PathBuf {
        for (name, text) in files {
            let path = self.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        self.path().join(files[0].0)
    }

    /// Processes that were started from a file of this folder, given a moment to go.
    pub fn survivors(&self) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(5);
        loop {
            let left = processes(self.path().to_str().unwrap());
            if left.is_empty() || Instant::now() > deadline {
                return left;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    #[track_caller]
    pub fn assert_empty(&self) {
        let left = self.survivors();
        assert!(left.is_empty(), "left behind: {left:?}");
    }
}

/// Living processes whose command line holds this text. Those that only wait to be collected have none.
fn processes(text: &str) -> Vec<String> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = all.filter_map(|process| {
        let line = std::fs::read(process.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(text).then(|| format!("{} {line}", process.file_name().to_string_lossy()))
    });
    lines.collect()
}

/// What bots wrote for people.
#[derive(Clone, Default)]
pub struct Talk(Arc<Mutex<String>>);

impl Talk {
    pub fn listener(&self) -> Listener {
        let said = Arc::clone(&self.0);
        Box::new(move |name, turn, text| {
            let mut said = said.lock().unwrap();
            for line in text.lines() {
                said.push_str(&format!("[{name} {turn}] {line}\n"));
            }
        })
    }

    pub fn text(&self) -> String {
        self.0.lock().unwrap().clone()
    }
}

/// A table and what programs at it may use.
pub struct House {
    pub table: Table,
    pub grants: Grants,
}

impl House {
    pub fn new(game: &str, config: &str) -> House {
        runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
        let mut table = Table::new(games::find(game).unwrap(), config).unwrap();
        table.record = Record::Moves;
        let grants = Grants { clock: Clock::Fair, startup: Duration::from_secs(20), ..Limits::grants(game) };
        House { table, grants }
    }

    /// Time for each decision instead of the game's own clock.
    pub fn each(mut self, each: Duration) -> House {
        self.table.limits.each = Some(each);
        self
    }

    pub fn startup(mut self, startup: Duration) -> House {
        (self.grants.startup, self.grants.prepare) = (startup, startup);
        self
    }

    pub fn memory(mut self, megabytes: u64) -> House {
        self.grants.memory = Some(megabytes << 20);
        self
    }

    pub fn native(&self, name: &str) -> Box<dyn Bot> {
        Box::new(InProcess(bots::find(self.table.entry.name, name).unwrap().summon()))
    }

    /// A random mover of our own.
    pub fn opponent(&self) -> Box<dyn Bot> {
        self.native(if self.table.entry.name == "microchess" { "Nihilist" } else { "Yolanda" })
    }

    pub fn program(&self, path: &Path, talk: Option<&Talk>) -> Result<Box<dyn Bot>, PlatformFault> {
        let recipe = Recipe::find(path, self.table.entry).unwrap();
        let command = recipe.errand(None)?;
        Ok(Box::new(Program::start(&recipe.name, command, self.table.entry, &self.table.config, self.grants, talk.map(Talk::listener))?))
    }

    /// One game. Its tape is read back and audited, whatever happened.
    #[track_caller]
    pub fn play(&self, seed: u64, mut bots: [Box<dyn Bot>; 2]) -> Played {
        let [a, b] = &mut bots;
        let mut chairs = [Chair { name: "a", bot: &mut **a, seed: 2 * seed }, Chair { name: "b", bot: &mut **b, seed: 2 * seed + 1 }];
        let played = self.table.play(Luck::new(seed), &mut chairs).unwrap();
        let text = played.tape.as_ref().expect("games here are recorded").text();
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "a tape is clean text");
        let tape = Tape::read(text.as_bytes()).unwrap();
        assert_eq!(tape.verify().unwrap().decisions, played.decisions);
        for (_, foul) in &played.fouls {
            for text in [Some(&foul.why), foul.detail.as_ref()].into_iter().flatten() {
                assert!(text.chars().all(|c| c == '\n' || c == '\t' || !c.is_control()), "a report is clean text: {text:?}");
            }
        }
        played
    }

    /// One game of a program on this seat against a bot of ours on the other.
    #[track_caller]
    pub fn against_native(&self, path: &Path, seat: usize, seed: u64, talk: Option<&Talk>) -> Played {
        let mut bots = [self.program(path, talk).unwrap(), self.opponent()];
        if seat == 1 {
            bots.swap(0, 1);
        }
        self.play(seed, bots)
    }
}

/// The fouls of one seat.
pub fn fouls(played: &Played, seat: usize) -> Vec<Foul> {
    played.fouls.iter().filter(|(by, _)| *by == Seat(seat as u8)).map(|(_, foul)| foul.clone()).collect()
}

/// Seat `loser` lost by forfeit, and that alone is on record.
#[track_caller]
pub fn assert_forfeit(played: &Played, loser: usize) -> Foul {
    assert_eq!(played.over.reason, "forfeit", "{:?}", played.fouls);
    assert_eq!((played.over.payoffs[loser], played.over.payoffs[1 - loser]), (0.0, 1.0), "{:?}", played.fouls);
    assert_eq!(played.fouls.len(), 1, "one foul is enough: {:?}", played.fouls);
    assert_eq!(played.fouls[0].0, Seat(loser as u8));
    played.fouls[0].1.clone()
}

#[track_caller]
pub fn assert_no_fouls(played: &Played) {
    assert!(played.fouls.is_empty(), "{:?}", played.fouls);
    assert_ne!(played.over.reason, "forfeit");
}

#[track_caller]
pub fn assert_foul(foul: &Foul, kind: FoulKind, why: &str, detail: &str) {
    assert_eq!(foul.kind, kind, "{foul:?}");
    assert!(foul.why.contains(why), "{foul:?} lacks {why:?}");
    assert!(foul.detail.as_deref().unwrap_or_default().contains(detail), "{foul:?} lacks {detail:?}");
}

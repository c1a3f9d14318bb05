//! The hacker division of Bovine: four farmers in one process, where they may see and touch each other, and nobody else.
use crate::bot::{Answer, Bot, Cost, PlatformFault, Time};
use crate::jail::{Errand, copy_into};
use crate::launch::Hosted;
use crate::program::{Grants, Listener, Program};
use crate::python::{Python, sdk};
use crate::table::Table;
use games::tape::Isolation;
use games::{AnyGame, Foul, FoulKind, Seat};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tempfile::TempDir;

/// A farmer that does not answer so often in a row is not asked any more.
const MOST_VOIDS: u32 = 10;

/// Four farmers who share a process. Each game has a process of its own.
pub struct Hackers {
    farmers: Vec<Farmer>,
    libraries: Option<OsString>,
    names: Vec<String>,
    void: Arc<OnceLock<Void>>,
}

/// What is known of one.
struct Farmer {
    home: PathBuf,
    file: OsString,
    bot: OsString,
    name: OsString,
}

/// Why a game has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Void {
    pub why: String,
    /// Whether the process was ever ready to play.
    pub began: bool,
}

impl Hackers {
    /// One name for each farmer is the caller's promise.
    pub fn new(farmers: &[Hosted<'_>], names: &[String]) -> Hackers {
        let known = |(farmer, name): (&Hosted<'_>, &String)| Farmer {
            home: farmer.home.clone(),
            file: farmer.file.file_name().unwrap_or_default().into(),
            bot: farmer.bot.into(),
            name: name.into(),
        };
        let libraries: Vec<_> = farmers.iter().filter_map(|farmer| farmer.libraries).collect();
        Hackers {
            farmers: farmers.iter().zip(names).map(known).collect(),
            libraries: std::env::join_paths(&libraries).ok().filter(|_| !libraries.is_empty()),
            names: names.to_vec(),
            void: Arc::default(),
        }
    }

    /// Starts the process, and gives it a chair for each farmer. Together they may hold four times the memory of one.
    pub fn crew(
        &self,
        table: &Table,
        grants: Grants,
        python: Option<&'static Python>,
        listener: Option<Listener>,
    ) -> Result<Vec<Box<dyn Bot>>, PlatformFault> {
        let python = python.map_or_else(Python::usual, Ok)?;
        let mut command = python.run_sdk("host.py")?;
        // A folder for all of them, with a copy of what each brought: what they write is gone with the game.
        let folder = tempfile::Builder::new().prefix("barnyard-hackers-").tempdir().map_err(|error| PlatformFault(error.to_string()))?;
        command.arg("hackers").envs(self.libraries.iter().map(|all| ("BARNYARD_LIBRARIES", all))).current_dir(&folder);
        for (number, farmer) in self.farmers.iter().enumerate() {
            let own = folder.path().join(format!("farmer{number}"));
            copy_into(&farmer.home, &own).map_err(|error| PlatformFault(format!("{} cannot be copied: {error}", farmer.home.display())))?;
            command.arg(own.join(&farmer.file)).arg(&farmer.bot).arg(&farmer.name);
        }
        let libraries = self.libraries.iter().flat_map(|all| std::env::split_paths(all).collect::<Vec<_>>());
        let reads: Vec<PathBuf> = python.folders.iter().cloned().chain([sdk()?.to_path_buf()]).chain(libraries).collect();
        let errand = Errand::from(command).reads(reads);
        let seats = self.farmers.len();
        let grants = Grants { memory: grants.memory.map(|memory| memory * seats as u64), ..grants };
        let program = Program::start("the hackers", errand, table.entry, &table.config, grants, listener)?;
        let (shared, folder) = (Arc::new(Mutex::new(program)), Arc::new(folder));
        let chair = |_| {
            let (shared, _folder, void) = (shared.clone(), folder.clone(), self.void.clone());
            Box::new(Chair { shared, _folder, names: self.names.clone(), void, voids: 0 }) as Box<dyn Bot>
        };
        Ok((0..seats).map(chair).collect())
    }

    /// Why a game has no result, if one has none: its process ended, and whose doing that was cannot be known.
    pub fn void(&self) -> Option<&Void> {
        self.void.get()
    }
}

/// One farmer of the four.
struct Chair {
    shared: Arc<Mutex<Program>>,
    /// Where they all are, until the last of them is gone.
    _folder: Arc<TempDir>,
    names: Vec<String>,
    void: Arc<OnceLock<Void>>,
    /// Requests in a row without an answer.
    voids: u32,
}

impl Chair {
    fn program(&self) -> MutexGuard<'_, Program> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answer, if there still is a process that gave it.
    fn unless_void(&self, seat: Seat, answer: Answer) -> Result<Answer, PlatformFault> {
        let Some(foul) = self.program().gone().cloned() else { return Ok(answer) };
        let (last, others) = self.names.split_last().expect("there are farmers");
        let all = format!("{} and {last}", others.join(", "));
        let asked = &self.names[seat.index()];
        let void = match foul.kind {
            // What keeps a farmer from being loaded is told by the host, which knows whose fault it is.
            FoulKind::Startup => Void { why: format!("the hackers cannot be started: {}", foul.why), began: false },
            _ => Void {
                why: format!(
                    "the game is void: the process of {all} is gone since {asked} was asked ({}); who of them did it cannot be known, so nobody is charged",
                    foul.why
                ),
                began: true,
            },
        };
        Err(PlatformFault(self.void.get_or_init(|| void).why.clone()))
    }
}

impl Bot for Chair {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        let answer = self.program().prepare_for_series()?;
        self.unless_void(Seat(0), answer)
    }

    fn prepare_for_match(&mut self, game: &dyn AnyGame, seat: Seat, seed: u64) -> Result<Answer, PlatformFault> {
        let answer = self.program().prepare_for_match(game, seat, seed)?;
        self.unless_void(seat, answer)
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, time: &Time) -> Result<Answer, PlatformFault> {
        if self.voids >= MOST_VOIDS {
            let why = format!("stopped after {MOST_VOIDS} requests in a row without an answer");
            return Ok(Answer::new(Err(Foul::new(FoulKind::Late, why)), Cost::default()));
        }
        let answer = self.program().decide(game, seat, time)?;
        let silent = answer.verdict.as_ref().is_err_and(|foul| foul.kind == FoulKind::Late);
        self.voids = if silent { self.voids + 1 } else { 0 };
        self.unless_void(seat, answer)
    }

    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault> {
        self.program().match_over(game, seat)
    }

    fn isolation(&self) -> Option<Isolation> {
        self.program().isolation()
    }
}

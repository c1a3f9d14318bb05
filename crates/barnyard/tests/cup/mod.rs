//! A place for tests of whole tournaments: a folder with a database, and the real executable.
#![allow(dead_code, reason = "each test binary uses its part")]

use serde_json::Value;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{Row, Store};
use tokio::runtime::{Builder, Runtime};

/// A folder with a database of its own.
pub struct Yard {
    pub folder: tempfile::TempDir,
    pub database: String,
}

pub const FOUR: [&str; 6] = ["tournament", "microchess", "Realist", "Monkey", "Scrapper", "Nihilist"];

impl Yard {
    pub fn new() -> Yard {
        Yard { folder: tempfile::tempdir().unwrap(), database: "barnyard.db".into() }
    }

    pub fn on(database: String) -> Yard {
        Yard { database, ..Yard::new() }
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
        command.args(args).args(["--database", &self.database]).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    #[track_caller]
    pub fn said(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    #[track_caller]
    pub fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.said(args)).unwrap()
    }

    /// The one sentence it complains with.
    #[track_caller]
    pub fn refused(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&out.stdout));
        let text = String::from_utf8(out.stderr).unwrap();
        assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
        text.trim_end().strip_prefix("error: ").expect("an error says so").to_string()
    }

    pub fn spawn(&self, args: &[&str]) -> Running {
        Running(self.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// The same; what it has to say goes to a file of that name.
    pub fn spawn_heard(&self, args: &[&str], ear: &str) -> Running {
        let file = std::fs::File::create(self.path(ear)).unwrap();
        Running(self.command(args).stdout(Stdio::null()).stderr(file).spawn().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The log as a set, without who played it.
    #[track_caller]
    pub fn log(&self) -> Value {
        self.json(&["export", "--json"])["games"].clone()
    }

    /// Somebody who looks into the database while others write.
    pub fn spy(&self) -> Spy {
        let place = if self.database.contains("://") { self.database.clone() } else { self.path(&self.database).display().to_string() };
        Spy { place, runtime: Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap(), store: None }
    }
}

pub struct Spy {
    place: String,
    runtime: Runtime,
    store: Option<Store>,
}

impl Spy {
    /// Games recorded of the newest tournament: none while there is no such thing.
    pub fn games(&mut self) -> u64 {
        self.ask(async |store| store.games(store.tournament(None).await?.id).await).unwrap_or(0)
    }

    pub fn rows(&mut self) -> Vec<Row> {
        self.ask(async |store| store.results(store.tournament(None).await?.id).await).unwrap_or_default()
    }

    /// Fixtures of the newest tournament that wait, and those that are being played.
    pub fn queued(&mut self) -> u64 {
        self.ask(async |store| store.waiting(store.tournament(None).await?.id).await).unwrap_or(0)
    }

    /// Who has fixtures of the newest tournament now.
    pub fn owners(&mut self) -> Vec<String> {
        self.ask(async |store| store.owners(store.tournament(None).await?.id).await).unwrap_or_default()
    }

    /// Waits until so many games are recorded; gives how many there are.
    #[track_caller]
    pub fn wait_for(&mut self, games: u64) -> u64 {
        for _ in 0..60_000 {
            let found = self.games();
            if found >= games {
                return found;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("{games} games are not played");
    }

    fn ask<T>(&mut self, work: impl AsyncFnOnce(&Store) -> Result<T, store::Error>) -> Option<T> {
        let Spy { place, runtime, store } = self;
        runtime.block_on(async {
            if store.is_none() {
                *store = Store::open_existing(place).await.ok();
            }
            work(store.as_ref()?).await.ok()
        })
    }
}

/// A process that does not outlive its test.
pub struct Running(pub Child);

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        &self.0
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sends a signal, such as INT or KILL.
pub fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).status().unwrap();
    assert!(sent.success(), "{name}");
}

/// The end of a process that should come soon.
#[track_caller]
pub fn end(child: &mut Child) -> ExitStatus {
    for _ in 0..6_000 {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it does not end");
}

pub fn long() -> bool {
    std::env::var_os("BARNYARD_LONG").is_some_and(|long| long == "1")
}

/// Random numbers below a limit, and where they come from: say it where a test fails.
pub struct Chaos(u64);

impl Chaos {
    pub fn new() -> Chaos {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
        println!("chaos from {seed}");
        Chaos(seed)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit.max(1)
    }
}

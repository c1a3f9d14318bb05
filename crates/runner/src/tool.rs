//! Programs of the system that work on strangers' files, compilers and installers: in a jail like the strangers themselves, to
//! their end.
use crate::bot::PlatformFault;
use crate::child::{Child, Silence, describe};
use crate::jail::{self, Bounds, Errand};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// What a tool may use.
pub struct Means {
    pub patience: Duration,
    /// Megabytes.
    pub memory: u64,
    pub network: bool,
}

/// How a tool ended.
pub struct Done {
    /// Why it failed, if it did.
    pub failure: Option<String>,
    /// What it said on its standard error.
    pub said: String,
}

/// Runs a command that reads and writes nothing but these, and its own folder, if it has one: what it writes there is lost.
pub fn run(mut command: Command, reads: Vec<PathBuf>, writes: Vec<PathBuf>, means: &Means) -> Result<Done, PlatformFault> {
    let fault = |error: std::io::Error| PlatformFault(format!("{} cannot be started: {error}", command.get_program().display()));
    let home = tempfile::Builder::new().prefix("barnyard-tool-").tempdir().map_err(fault)?;
    let fault = |error: std::io::Error| PlatformFault(format!("a compiler or installer cannot be started: {error}"));
    if command.get_current_dir().is_none() {
        command.current_dir(home.path());
    }
    let errand = Errand { writes: writes.clone(), ..Errand::from(command).reads(reads) };
    let bounds = Bounds { memory: Some(means.memory << 20), disk: 1 << 30, processes: 128, cpu: None, network: means.network };
    let mut child = Child::spawn(errand, jail::chosen()?, bounds).map_err(fault)?;
    child.close();
    let deadline = Instant::now() + means.patience;
    let ended = loop {
        match child.receive(deadline) {
            Ok(_) => {}
            Err(silence) => break silence,
        }
    };
    let status = if ended == Silence::Closed { child.end(means.patience) } else { None };
    let said = child.last_talk(usize::MAX);
    child.kill();
    jail::take_back(&writes).map_err(fault)?;
    let failure = match (ended, status) {
        (_, Some(status)) if status.success() => None,
        (_, Some(status)) => Some(format!("it {}", describe(status))),
        (Silence::Deadline, _) => Some(format!("it took more than {} s", means.patience.as_secs())),
        _ => Some("it said too much".into()),
    };
    Ok(Done { failure, said })
}

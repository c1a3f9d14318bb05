//! Strangers' code, kept in: what it may see, use and leave behind.
//!
//! A bot runs in a jail that a fresh process of our own executable builds ([`launcher`]). Four layers, each of which holds what no
//! other does: namespaces ([`root`]), Landlock and limits ([`policy`]), two filters of system calls ([`filter`]), control groups
//! ([`cgroup`]). What this machine offers is found out by doing it ([`Ground::proven`]), never by reading settings.
#![allow(unsafe_code)] // The kernel's calls that build a jail have no safe wrapper.

mod cgroup;
mod core;
mod disk;
mod filter;
mod ground;
mod launcher;
mod order;
mod policy;
mod probe;
mod root;
mod spare;
mod warden;

pub use ground::{Finding, Ground};
pub use launcher::main as launch;
pub use order::Bounds;
pub use spare::dismiss as dismiss_spares;

pub use self::core::Core;
use crate::bot::PlatformFault;
use cgroup::Cgroup;
use order::{Home, Order};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendFlags};
use serde::{Deserialize, Serialize};
use spare::{Kind, Spare};
use std::ffi::OsStr;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, ExitStatus};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The word that makes our executable a launcher.
pub const WORD: &str = "__jail";
/// A jail that is not built or not emptied by then is broken.
const PATIENCE: Duration = Duration::from_secs(10);

/// Which layers are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Confinement {
    pub namespaces: bool,
    pub landlock: bool,
    pub seccomp: bool,
    pub cgroup: bool,
}

impl Confinement {
    /// Nothing holds it but its time: only for one's own bots.
    pub const NONE: Confinement = Confinement { namespaces: false, landlock: false, seccomp: false, cgroup: false };

    /// How much that is.
    pub fn level(self) -> Level {
        match self {
            Confinement { landlock: true, seccomp: true, namespaces, cgroup } => match (namespaces, cgroup) {
                (true, true) => Level::Strong,
                (true, false) => Level::Isolated,
                (false, _) => Level::Confined,
            },
            _ => Level::Trusted,
        }
    }
}

/// How well a bot is kept in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Level {
    /// Not at all.
    #[serde(rename = "L0")]
    Trusted,
    /// Landlock, filters, limits.
    #[serde(rename = "L1")]
    Confined,
    /// And namespaces.
    #[serde(rename = "L2")]
    Isolated,
    /// And control groups.
    #[serde(rename = "L3")]
    Strong,
}

impl Level {
    /// From the strongest to the weakest.
    pub const ALL: [Level; 4] = [Level::Strong, Level::Isolated, Level::Confined, Level::Trusted];

    pub const fn name(self) -> &'static str {
        match self {
            Level::Trusted => "L0",
            Level::Confined => "L1",
            Level::Isolated => "L2",
            Level::Strong => "L3",
        }
    }

    /// In one word.
    pub const fn word(self) -> &'static str {
        match self {
            Level::Trusted => "trusted",
            Level::Confined => "confined",
            Level::Isolated => "isolated",
            Level::Strong => "strong",
        }
    }

    pub const fn confinement(self) -> Confinement {
        let some = self as u8 >= Level::Confined as u8;
        let namespaces = self as u8 >= Level::Isolated as u8;
        Confinement { namespaces, landlock: some, seccomp: some, cgroup: matches!(self, Level::Strong) }
    }
}

impl std::str::FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Level, String> {
        let named = |level: &Level| level.name().eq_ignore_ascii_case(text) || level.word() == text;
        Level::ALL.into_iter().find(named).ok_or_else(|| "a level is L3 (strong), L2 (isolated) or L1 (confined)".into())
    }
}

/// A program to run, and what it may read beside its own folder and the system's files.
#[derive(Debug)]
pub struct Errand {
    /// Its words, its environment and its folder, which is what it calls its own.
    pub command: Command,
    /// What stands for that folder, if not itself.
    pub home: Option<PathBuf>,
    pub reads: Vec<PathBuf>,
    /// Folders in which what it writes stays. Nobody who plays has one.
    pub writes: Vec<PathBuf>,
    /// Folders that were made for it live as long as it does.
    pub keeps: Vec<Arc<tempfile::TempDir>>,
    /// Others start from the same folder: it stays as it is.
    pub shared: bool,
}

impl From<Command> for Errand {
    fn from(command: Command) -> Errand {
        Errand { command, home: None, reads: Vec::new(), writes: Vec::new(), keeps: Vec::new(), shared: false }
    }
}

impl Errand {
    /// For a bot that no jail holds: in a folder that others share it works on a copy.
    pub fn apart(mut self) -> io::Result<Errand> {
        let Some(outside) = self.command.get_current_dir().filter(|_| self.shared).map(Path::to_path_buf) else { return Ok(self) };
        let stage = copy_of(&outside)?;
        let inside = stage.path().join(outside.file_name().unwrap_or(OsStr::new("bot")));
        let words = words_of(&self.command, &outside, &inside)?;
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(&inside).env_clear();
        for (name, value) in self.command.get_envs() {
            if let Some(value) = value {
                command.env(name, moved(value, &outside, &inside)?);
            }
        }
        self.keeps.push(Arc::new(stage));
        Ok(Errand { command, shared: false, ..self })
    }

    pub fn reads(mut self, paths: impl IntoIterator<Item = PathBuf>) -> Errand {
        self.reads.extend(paths);
        self
    }
}

/// What holds bots of this program, if somebody chose; else the best there is.
static CHOSEN: OnceLock<Confinement> = OnceLock::new();

/// Chooses what holds all bots of this program. The first word counts.
pub fn choose(confinement: Confinement) {
    let _ = CHOSEN.set(confinement);
}

/// What holds bots of this program.
pub fn chosen() -> Result<Confinement, PlatformFault> {
    match CHOSEN.get() {
        Some(confinement) => Ok(*confinement),
        None if Ground::proven().level == Level::Trusted => Err(PlatformFault(
            "bots cannot be confined on this system (barnyard doctor tells why); for your own bots only: --trust-bots".into(),
        )),
        None => Ok(Ground::proven().confinement()),
    }
}

/// The executable that knows how to be a launcher: ours, unless somebody said otherwise.
static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();

/// Names the executable that is started as a launcher, for programs that are not `barnyard`. The first word counts.
pub fn use_launcher(executable: impl Into<PathBuf>) {
    let _ = LAUNCHER.set(executable.into());
}

fn launcher() -> PathBuf {
    // The link leads to the running executable even after it was replaced by a newer one.
    LAUNCHER.get().cloned().unwrap_or_else(|| "/proc/self/exe".into())
}

/// Why everything in a jail was killed, or never began.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It held so many bytes, and this many were granted.
    Memory { used: u64, granted: u64 },
    /// It wrote so many bytes, and this many were granted.
    Disk { used: u64, granted: u64 },
    /// It made more of something than any bot needs.
    Clutter(String),
    /// The program could not be executed.
    NoProgram(String),
}

/// A jail from the engine's side.
#[derive(Debug)]
pub struct Jail {
    control: OwnedFd,
    cgroup: Option<Cgroup>,
    confinement: Confinement,
    /// The bot's number, as we see it.
    pid: u32,
    bounds: Bounds,
    ended: Option<ExitStatus>,
    cause: Option<Cause>,
    hung_up: bool,
    frozen: Option<Duration>,
    /// Processor time of the whole tree, when last told.
    told: Duration,
    _core: Option<Core>,
    _stage: Option<Stage>,
    _keeps: Vec<Arc<tempfile::TempDir>>,
}

impl Jail {
    /// Builds a jail and starts a program in it. The process is the launcher, with the pipes of the bot.
    pub fn start(errand: Errand, confinement: Confinement, bounds: Bounds) -> io::Result<(Process, Jail)> {
        // A compiler may have all cores.
        let core = errand.writes.is_empty().then(Core::take);
        let outside = errand.command.get_current_dir().unwrap_or(Path::new("/nowhere")).to_path_buf();
        // Where nothing hides the folder, the bot gets a copy of its own.
        let source = errand.home.clone().unwrap_or_else(|| outside.clone());
        let stage = if confinement.namespaces { None } else { Some(Stage(copy_of(&source)?)) };
        let home = match &stage {
            Some(stage) => {
                let copy = stage.0.path().join(source.file_name().unwrap_or(OsStr::new("bot")));
                Home { outside: copy.clone(), inside: copy }
            }
            None => Home { inside: Path::new("/bot").join(source.file_name().unwrap_or(OsStr::new("bot"))), outside: source },
        };
        let order = Order {
            confinement,
            words: words_of(&errand.command, &outside, &home.inside)?,
            env: env_of(&errand.command, &outside, &home.inside, confinement.namespaces)?,
            reads: errand.reads.into_iter().filter(|path| !is_system(path) && path.exists()).collect(),
            writes: errand.writes,
            home,
            bounds,
            uid: None,
            core: core.as_ref().map(|core| core.number),
            canary: None,
        };
        let (process, jail) = Jail::send(&order)?;
        spare::refill(Kind::of(&order));
        Ok((process, Jail { _core: core, _stage: stage, _keeps: errand.keeps, ..jail }))
    }

    fn send(order: &Order) -> io::Result<(Process, Jail)> {
        let kind = Kind::of(order);
        let spare = Spare::take(kind)?;
        let waited = spare.waited;
        match Jail::give(order, spare) {
            Err(_) if waited => Jail::give(order, Spare::new(kind)?),
            other => other,
        }
    }

    fn give(order: &Order, spare: Spare) -> io::Result<(Process, Jail)> {
        let Spare { mut process, control, cgroup, .. } = spare;
        let limited = cgroup.as_ref().map_or(Ok(()), |cgroup| cgroup.limit(&order.bounds).map_err(io::Error::other));
        // As root, whose rights it has depends on the number of its launcher: no other living process has that.
        let uid = rustix::process::getuid().is_root().then(|| FIRST_USER + process.id());
        let order = Order { uid, ..order.clone() };
        let mut jail = Jail {
            control,
            cgroup,
            confinement: order.confinement,
            pid: 0,
            bounds: order.bounds,
            ended: None,
            cause: None,
            hung_up: false,
            frozen: None,
            told: Duration::ZERO,
            _core: None,
            _stage: None,
            _keeps: Vec::new(),
        };
        let text = serde_json::to_vec(&order)?;
        let sent = limited.and_then(|()| Ok(rustix::net::send(&jail.control, &text, SendFlags::NOSIGNAL)?));
        if let Err(error) = sent.and_then(|_| jail.wait_until_begun()) {
            jail.kill();
            let _ = process.wait();
            // Its launcher did so, unless it was killed while it waited.
            jail.cgroup.iter().for_each(Cgroup::remove);
            return Err(error);
        }
        Ok((process, jail))
    }

    fn wait_until_begun(&mut self) -> io::Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while self.pid == 0 {
            match self.listen(deadline)? {
                Some(Word::Begun(pid)) => self.pid = pid,
                Some(Word::Failed(why)) => return Err(io::Error::other(format!("the sandbox cannot be built: {why}"))),
                None if self.hung_up => return Err(io::Error::other("the sandbox cannot be built: its launcher ended")),
                _ => {}
            }
        }
        Ok(())
    }

    /// The bot's process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    pub fn confinement(&self) -> Confinement {
        self.confinement
    }

    /// The next thing the jail says. Nothing, if it hung up.
    fn listen(&mut self, deadline: Instant) -> io::Result<Option<Word>> {
        if self.hung_up {
            return Ok(None);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = rustix::event::Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
        let mut watched = [rustix::event::PollFd::new(&self.control, rustix::event::PollFlags::IN)];
        match rustix::event::poll(&mut watched, Some(&timeout)) {
            Ok(0) if left.is_zero() => return Err(io::ErrorKind::TimedOut.into()),
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(Some(Word::Other)),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut bytes = [0; 512];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmCredentials(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let read = rustix::net::recvmsg(&self.control, &mut [io::IoSliceMut::new(&mut bytes)], &mut ancillary, RecvFlags::empty());
        let length = read.map_or(0, |message| message.bytes);
        let sender = ancillary.drain().find_map(|message| match message {
            RecvAncillaryMessage::ScmCredentials(who) => Some(who.pid.as_raw_nonzero().get() as u32),
            _ => None,
        });
        if length == 0 {
            self.hung_up = true;
            return Ok(None);
        }
        Ok(Some(self.note(&bytes[..length], sender)))
    }

    fn note(&mut self, bytes: &[u8], sender: Option<u32>) -> Word {
        let text = String::from_utf8_lossy(&bytes[1..]).into_owned();
        let number = text.parse::<u64>();
        match (bytes[0], number) {
            (b'B', _) => Word::Begun(sender.unwrap_or(0)),
            (b'E', _) => Word::Failed(text),
            (b'C', _) => {
                self.cause = Some(Cause::NoProgram(text));
                Word::Other
            }
            (b'f', Ok(used)) => Word::Stopped(Duration::from_micros(used)),
            (b't', Ok(used)) => Word::GoesOn(Duration::from_micros(used)),
            (b'!', _) => Word::NotStopped,
            (b'M', Ok(used)) => {
                self.cause = Some(Cause::Memory { used, granted: self.bounds.memory.unwrap_or(0) });
                Word::Other
            }
            (b'D', Ok(used)) => {
                self.cause = Some(Cause::Disk { used, granted: self.bounds.disk });
                Word::Other
            }
            (b'G', _) => {
                self.cause = Some(Cause::Clutter(text));
                Word::Other
            }
            (b'X', Ok(status)) => {
                self.ended.get_or_insert(ExitStatus::from_raw(status as i32));
                Word::Other
            }
            _ => Word::Other,
        }
    }

    fn command(&mut self, letter: u8) -> io::Result<()> {
        rustix::net::send(&self.control, &[letter], SendFlags::NOSIGNAL)?;
        Ok(())
    }

    /// Stops everything in it: it cannot think until it is thawed. A jail that is empty counts as stopped.
    pub fn freeze(&mut self) -> io::Result<()> {
        if self.frozen.is_some() || self.hung_up {
            return Ok(());
        }
        let used = match &self.cgroup {
            Some(cgroup) => {
                if !cgroup.freeze()? {
                    return Ok(());
                }
                cgroup.processor_time().unwrap_or_default()
            }
            None => {
                let deadline = Instant::now() + PATIENCE;
                if self.command(b'F').is_err() {
                    return Ok(());
                }
                loop {
                    match self.listen(deadline)? {
                        Some(Word::Stopped(used)) => break used,
                        Some(Word::NotStopped) => return Err(io::Error::other("the bot cannot be stopped")),
                        Some(_) => {}
                        None => return Ok(()),
                    }
                }
            }
        };
        self.told = used;
        self.frozen = Some(used);
        Ok(())
    }

    /// Lets it go on. Says how much processor time it used while it should have stood still.
    pub fn thaw(&mut self) -> io::Result<Duration> {
        let Some(before) = self.frozen.take() else { return Ok(Duration::ZERO) };
        let now = match &self.cgroup {
            Some(cgroup) => {
                let now = cgroup.processor_time().unwrap_or(before);
                cgroup.thaw();
                now
            }
            None => {
                let deadline = Instant::now() + PATIENCE;
                if self.command(b'T').is_err() {
                    return Ok(Duration::ZERO);
                }
                loop {
                    match self.listen(deadline)? {
                        Some(Word::GoesOn(used)) => break used,
                        Some(_) => {}
                        None => break before,
                    }
                }
            }
        };
        self.told = now;
        Ok(now.saturating_sub(before))
    }

    /// Processor time of everything in it. Without a control group: as of the last stop.
    pub fn processor_time(&self) -> Duration {
        self.cgroup.as_ref().and_then(Cgroup::processor_time).unwrap_or(self.told)
    }

    /// Ends everything in it, and returns when nobody is left.
    pub fn kill(&mut self) {
        if let Some(cgroup) = &self.cgroup {
            cgroup.kill();
        }
        let _ = self.command(b'K');
        let deadline = Instant::now() + PATIENCE;
        while !self.hung_up && self.listen(deadline).is_ok() {}
    }

    /// Whether nobody is left in it.
    pub fn is_empty(&self) -> bool {
        self.hung_up
    }

    /// How the bot ended, and why, once its launcher is over.
    pub fn ending(&mut self) -> (Option<ExitStatus>, Option<Cause>) {
        let soon = Instant::now() + Duration::from_millis(100);
        while !self.hung_up && self.listen(soon).is_ok() {}
        (self.ended, self.cause.clone())
    }
}

/// The number of the first user that bots of root run as: beyond all that systems hand out.
const FIRST_USER: u32 = 0x7000_0000;

fn cvt(returned: i32) -> io::Result<()> {
    if returned < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// What a jail says.
enum Word {
    Begun(u32),
    Failed(String),
    Stopped(Duration),
    NotStopped,
    GoesOn(Duration),
    Other,
}

fn is_system(path: &Path) -> bool {
    order::SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Words of a command as they are inside: the bot's folder has another name there.
fn words_of(command: &Command, outside: &Path, inside: &Path) -> io::Result<Vec<String>> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| moved(word, outside, inside)).collect()
}

fn env_of(command: &Command, outside: &Path, inside: &Path, namespaces: bool) -> io::Result<Vec<(String, String)>> {
    let mut env = Vec::new();
    for (name, value) in command.get_envs() {
        let (Some(name), Some(value)) = (name.to_str(), value) else { continue };
        env.push((name.to_string(), moved(value, outside, inside)?));
    }
    env.retain(|(name, _)| name != "HOME" && name != "TMPDIR");
    env.push(("HOME".into(), inside.display().to_string()));
    if !namespaces {
        env.push(("TMPDIR".into(), inside.display().to_string()));
    }
    Ok(env)
}

fn moved(word: &OsStr, outside: &Path, inside: &Path) -> io::Result<String> {
    let word = word.to_str().ok_or_else(|| io::Error::other(format!("{word:?} is not UTF-8")))?;
    let part = |part: &str| match Path::new(part).strip_prefix(outside) {
        Ok(rest) if rest.as_os_str().is_empty() => inside.display().to_string(),
        Ok(rest) => inside.join(rest).display().to_string(),
        Err(_) => part.to_string(),
    };
    Ok(word.split(':').map(part).collect::<Vec<_>>().join(":"))
}

/// A place for the copy of a bot's folder. What the bot made of it is no matter when it is removed.
#[derive(Debug)]
struct Stage(tempfile::TempDir);

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = disk::remove(self.0.path());
    }
}

/// A copy of a folder below a fresh one, under its own name. Links are copied as links, anything else that is no file is left out.
fn copy_of(folder: &Path) -> io::Result<tempfile::TempDir> {
    let stage = tempfile::Builder::new().prefix("barnyard-jail-").tempdir()?;
    // The bot's user must be able to look into it.
    std::fs::set_permissions(stage.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let copy = stage.path().join(folder.file_name().unwrap_or(OsStr::new("bot")));
    copy_into(folder, &copy)?;
    Ok(stage)
}

pub fn copy_into(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir(to)?;
    for item in std::fs::read_dir(from)? {
        let item = item?;
        let (kind, target) = (item.file_type()?, to.join(item.file_name()));
        if kind.is_dir() {
            copy_into(&item.path(), &target)?;
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(item.path())?, target)?;
        } else if kind.is_file() {
            std::fs::copy(item.path(), target)?;
        }
    }
    Ok(())
}

/// Makes folders that a jail wrote to ours again.
pub fn take_back(folders: &[PathBuf]) -> io::Result<()> {
    if !rustix::process::getuid().is_root() {
        return Ok(());
    }
    folders.iter().try_for_each(|folder| root::give_away(folder, 0)).map_err(|error| io::Error::other(error.to_string()))
}

/// The release of the kernel.
pub fn kernel() -> String {
    rustix::system::uname().release().to_string_lossy().into_owned()
}

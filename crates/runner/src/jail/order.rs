//! What the launcher is told: two messages, from the engine to the fresh process that builds the jail.
use super::Confinement;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The launcher finds its control socket here.
pub const CONTROL: i32 = 3;
/// No order is longer.
pub const LONGEST: usize = 128 << 10;

/// What a launcher can do before it knows who comes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Berth {
    pub namespaces: bool,
    /// Whether it may use the network: nobody who plays.
    pub network: bool,
    pub group: Option<Group>,
}

/// A jail and what runs in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    pub confinement: Confinement,
    /// Program and arguments, as they are called inside. Empty: the self-test.
    pub words: Vec<String>,
    pub env: Vec<(String, String)>,
    pub home: Home,
    /// What may be read and executed beside the system's own files, at the same place inside.
    pub reads: Vec<PathBuf>,
    /// Folders that it really changes, at the same place inside.
    pub writes: Vec<PathBuf>,
    pub bounds: Bounds,
    /// Whose rights it has, if the engine is root.
    pub uid: Option<u32>,
    /// The only core it may run on.
    pub core: Option<usize>,
    /// A path outside that the self-test tries to read.
    pub canary: Option<PathBuf>,
}

/// The bot's own folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Home {
    /// Where it is.
    pub outside: PathBuf,
    /// What the bot calls it. The same where there are no namespaces.
    pub inside: PathBuf,
}

/// What it may use, beside its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bounds {
    /// Bytes of memory.
    pub memory: Option<u64>,
    /// Bytes written to disk.
    pub disk: u64,
    /// Processes and threads.
    pub processes: u64,
    /// Seconds of processor time: a backstop behind the clocks.
    pub cpu: Option<u64>,
    /// Whether it may use the network: nobody who plays.
    pub network: bool,
}

/// Directories of control groups, made for this jail alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Group {
    /// Freezes, kills and counts.
    pub unified: PathBuf,
    /// The older hierarchy that limits memory, if the unified one cannot.
    pub older: Option<PathBuf>,
    pub memory: MemoryFiles,
}

/// Where a group tells of its memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemoryFiles {
    /// The most it held, in bytes.
    pub peak: PathBuf,
    /// Counts, among others, those that were killed for want of memory.
    pub events: PathBuf,
}

impl Group {
    pub fn folders(&self) -> impl Iterator<Item = &PathBuf> {
        self.older.iter().chain([&self.unified])
    }
}

/// Most inodes of the bot's own that its disk may hold.
pub const MOST_FILES: u64 = 4096;

/// What of the system every program needs.
pub const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// Files below `/etc` that say nothing of anybody.
pub const SETTINGS: &[&str] = &["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime"];
/// Settings of Java stand below `/etc` under names with a version.
pub const JAVA_SETTINGS: &str = "java-";
pub const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];
/// What libraries of arithmetic ask of the machine, where all of `/proc` would show other people's processes.
pub const MACHINE: &[&str] = &[
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/version",
    "/proc/filesystems",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu",
];

/// The system's files that are there, with Java's settings.
pub fn system() -> Vec<PathBuf> {
    let java = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let java = java.filter(|item| item.file_name().to_string_lossy().starts_with(JAVA_SETTINGS)).map(|item| item.path());
    let fixed = SYSTEM.iter().chain(SETTINGS).map(PathBuf::from).filter(|path| path.symlink_metadata().is_ok());
    fixed.chain(java).collect()
}

//! Control groups by plain files: the unified hierarchy freezes, kills and counts; memory is limited there or in an older one.
use super::order::{Bounds, Group, MemoryFiles};
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A freeze that takes longer has failed. Every thread must run once to be stopped, and on a machine that others keep busy that may take seconds.
const PATIENCE: Duration = Duration::from_secs(10);
/// So long a freeze is awaited without leaving the core: it takes some microseconds where nobody else wants it.
const EAGER: Duration = Duration::from_micros(500);

/// Where this process may make groups.
#[derive(Clone, Debug)]
pub struct Ground {
    unified: PathBuf,
    memory: Memory,
}

#[derive(Clone, Debug)]
enum Memory {
    /// The unified hierarchy limits memory too.
    Unified,
    /// An older hierarchy does.
    Older(PathBuf),
}

impl Ground {
    /// Finds the groups that we live in, and makes one below to see whether we may.
    pub fn find() -> Result<Ground, String> {
        let mounts = std::fs::read_to_string("/proc/self/mountinfo").map_err(|error| error.to_string())?;
        let own = std::fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let place = |controller: Option<&str>| place_of(&mounts, &own, controller);
        let unified = place(None).ok_or("the unified hierarchy of control groups is not mounted")?;
        let memory = match place(Some("memory")) {
            Some(older) => Memory::Older(older),
            None => {
                delegate(&unified)?;
                Memory::Unified
            }
        };
        let ground = Ground { unified, memory };
        ground.open()?.remove();
        Ok(ground)
    }

    /// `v2`, or `v1 and v2` where memory is limited by an older hierarchy.
    pub fn kind(&self) -> &'static str {
        match self.memory {
            Memory::Unified => "v2",
            Memory::Older(_) => "v1 and v2",
        }
    }

    /// Makes the group of one jail.
    pub fn open(&self) -> Result<Cgroup, String> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let group = self.group(&format!("barnyard-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
        let made = group.folders().try_for_each(|folder| make(folder));
        let opened = made.and_then(|()| Cgroup::of(group.clone()).map_err(|error| format!("{}: {error}", group.unified.display())));
        opened.inspect_err(|_| remove(&group))
    }

    fn group(&self, name: &str) -> Group {
        let unified = self.unified.join(name);
        let (folder, older, files) = match &self.memory {
            Memory::Unified => (unified.clone(), None, ["memory.peak", "memory.events"]),
            Memory::Older(parent) => (parent.join(name), Some(parent.join(name)), ["memory.max_usage_in_bytes", "memory.oom_control"]),
        };
        let [peak, events] = files.map(|file| folder.join(file));
        Group { unified, older, memory: MemoryFiles { peak, events } }
    }
}

fn make(folder: &Path) -> Result<(), String> {
    std::fs::create_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn set(folder: &Path, file: &str, value: &str) -> Result<(), String> {
    let path = folder.join(file);
    // Opened without creating: a file that is not there means that the controller is not.
    let written = File::options().write(true).open(&path).and_then(|mut file| file.write_all(value.as_bytes()));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// A group can be removed when the kernel has forgotten its last process, which takes a moment.
pub fn remove(group: &Group) {
    for folder in group.folders() {
        for _ in 0..500 {
            match std::fs::remove_dir(folder) {
                Err(error) if error.raw_os_error() == Some(libc::EBUSY) => std::thread::sleep(Duration::from_millis(1)),
                _ => break,
            }
        }
    }
}

/// Where our group of a hierarchy lies in the tree of files; `None` is the unified one.
fn place_of(mounts: &str, own: &str, controller: Option<&str>) -> Option<PathBuf> {
    let within = own.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let ours = match controller {
            Some(controller) => controllers.split(',').any(|name| name == controller),
            None => controllers.is_empty(),
        };
        ours.then(|| path.to_string())
    })?;
    mounts.lines().find_map(|line| {
        let (left, right) = line.split_once(" - ")?;
        let mut right = right.split(' ');
        let (kind, _, options) = (right.next()?, right.next()?, right.next()?);
        let ours = match controller {
            Some(controller) => kind == "cgroup" && options.split(',').any(|name| name == controller),
            None => kind == "cgroup2",
        };
        let mut left = left.split(' ').skip(3);
        let (root, target) = (left.next().filter(|_| ours)?, left.next()?);
        // In a container the mount shows a part of the hierarchy only.
        let below = within.strip_prefix(root.trim_end_matches('/')).unwrap_or("");
        Some(Path::new(target).join(below.trim_start_matches('/')))
    })
}

/// Lets groups below ours limit memory. Ours may hold no process then: we move into one of our own.
fn delegate(unified: &Path) -> Result<(), String> {
    let enable = || set(unified, "cgroup.subtree_control", "+memory +pids");
    if enable().is_ok() {
        return Ok(());
    }
    let main = unified.join("main");
    let _ = std::fs::create_dir(&main);
    set(&main, "cgroup.procs", "0")?;
    enable()
}

/// The group of one jail, from the engine's side. The launcher removes it when the jail is empty.
#[derive(Debug)]
pub struct Cgroup {
    pub group: Group,
    freeze: File,
    events: File,
    time: File,
}

impl Cgroup {
    fn of(group: Group) -> io::Result<Cgroup> {
        let open = |name: &str| File::open(group.unified.join(name));
        let freeze = File::options().write(true).open(group.unified.join("cgroup.freeze"))?;
        std::fs::metadata(group.unified.join("cgroup.kill"))?;
        Ok(Cgroup { freeze, events: open("cgroup.events")?, time: open("cpu.stat")?, group })
    }

    /// What all in it may use together.
    pub fn limit(&self, bounds: &Bounds) -> Result<(), String> {
        let Group { unified, older, .. } = &self.group;
        let memory = bounds.memory.map(|memory| memory.to_string());
        match (older, memory) {
            // The number of processes is limited by the user's own limit: nobody else is that user. Each hierarchy costs time.
            (Some(older), Some(memory)) => {
                set(older, "memory.limit_in_bytes", &memory)?;
                // Not there where swap is not counted.
                let _ = set(older, "memory.memsw.limit_in_bytes", &memory);
            }
            (None, Some(memory)) => {
                set(unified, "memory.max", &memory)?;
                let _ = set(unified, "memory.swap.max", "0");
                let _ = set(unified, "memory.oom.group", "1");
            }
            (_, None) => {}
        }
        let _ = set(unified, "pids.max", &(bounds.processes + 2).to_string());
        Ok(())
    }

    /// Stops everything in it, and returns when everything has stopped. Whether there was anything left to stop: when the last one
    /// has ended, the launcher removes the group.
    pub fn freeze(&self) -> io::Result<bool> {
        if self.write(b"1").is_err() {
            return Ok(false);
        }
        let start = Instant::now();
        loop {
            match number(&self.events, "frozen") {
                Some(1) => return Ok(true),
                None => return Ok(false),
                Some(_) if number(&self.events, "populated") != Some(1) => return Ok(false),
                Some(_) if start.elapsed() > PATIENCE => {
                    self.thaw();
                    return Err(io::Error::other("the bot cannot be frozen"));
                }
                Some(_) if start.elapsed() < EAGER => std::thread::yield_now(),
                // On a busy core the bot may need ours to come to its end.
                Some(_) => std::thread::sleep(EAGER),
            }
        }
    }

    /// Lets it go on, if it is still there.
    pub fn thaw(&self) {
        let _ = self.write(b"0");
    }

    fn write(&self, state: &[u8]) -> io::Result<usize> {
        self.freeze.write_at(state, 0)
    }

    /// Processor time of all that ever ran in it.
    pub fn processor_time(&self) -> Option<Duration> {
        number(&self.time, "usage_usec").map(Duration::from_micros)
    }

    /// Ends everything in it.
    pub fn kill(&self) {
        let _ = set(&self.group.unified, "cgroup.kill", "1");
        self.thaw();
    }

    /// When nobody is left in it.
    pub fn remove(&self) {
        remove(&self.group);
    }
}

/// The most memory a group held, if the kernel ended somebody in it for want of memory.
pub fn ran_out(files: &MemoryFiles) -> Option<u64> {
    let kills = number(&File::open(&files.events).ok()?, "oom_kill")?;
    let peak = || std::fs::read_to_string(&files.peak).ok()?.trim().parse().ok();
    (kills > 0).then(|| peak().unwrap_or(0))
}

/// A number from a file with a name and a number on each line.
fn number(file: &File, name: &str) -> Option<u64> {
    let mut bytes = [0; 512];
    let length = file.read_at(&mut bytes, 0).ok()?;
    let text = std::str::from_utf8(&bytes[..length]).ok()?;
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_group_is_found_among_the_mounts() {
        let mounts = "30 25 0:26 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n31 25 0:27 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
        let own = "4:memory:/a/b\n3:cpuset:/\n0::/user.slice\n";
        assert_eq!(place_of(mounts, own, None), Some("/sys/fs/cgroup/unified/user.slice".into()));
        assert_eq!(place_of(mounts, own, Some("memory")), Some("/sys/fs/cgroup/memory/a/b".into()));
        assert_eq!(place_of(mounts, own, Some("pids")), None);
        let container = "30 25 0:26 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        assert_eq!(place_of(container, "0::/docker/x/y\n", None), Some("/sys/fs/cgroup/y".into()));
    }
}

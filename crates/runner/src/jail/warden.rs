//! Whoever sits beside the bot inside: stops, wakes and kills all of it, and looks at what it uses where no control group does.
use super::disk::{self, Excess};
use super::launcher::{leave, tell};
use super::order::{CONTROL, Order};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// So often memory and disk are looked at, at most; looking may take a fifth of the time.
const LOOK: Duration = Duration::from_millis(10);
/// And so often at least: on a busy machine a look is slow, and a bot should not gain by that.
const LOOK_AT_LEAST: Duration = Duration::from_millis(200);

/// How the bot's process ended, as `wait` tells it. Others that end meanwhile are collected.
pub fn wait_for_bot(bot: i32) -> i32 {
    loop {
        let mut status = 0;
        // SAFETY: the pointer is to a local.
        match unsafe { libc::waitpid(-1, &raw mut status, 0) } {
            pid if pid == bot => return status,
            -1 if std::io::Error::last_os_error().raw_os_error() == Some(libc::ECHILD) => return libc::SIGKILL,
            _ => {}
        }
    }
}

/// Waits for one child and says how it ended.
pub fn collect(child: i32) -> i32 {
    let mut status = 0;
    // SAFETY: the pointer is to a local.
    while unsafe { libc::waitpid(child, &raw mut status, 0) } < 0 {
        if std::io::Error::last_os_error().raw_os_error() == Some(libc::ECHILD) {
            return libc::SIGKILL;
        }
    }
    status
}

/// Whether a child is over, without collecting it.
pub fn has_ended(child: i32) -> bool {
    // SAFETY: zeroes are a valid value of the structure, which is a local.
    unsafe {
        let mut info: libc::siginfo_t = std::mem::zeroed();
        let asked = libc::waitid(libc::P_PID, child as u32, &raw mut info, libc::WEXITED | libc::WNOHANG | libc::WNOWAIT);
        asked != 0 || info.si_pid() == child
    }
}

/// Wakes when a child ends.
pub struct Children(i32);

impl Children {
    pub fn watch() -> Children {
        // SAFETY: the set is a local; nobody else reads this signal.
        unsafe {
            let mut set: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut set);
            libc::sigaddset(&raw mut set, libc::SIGCHLD);
            libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
            Children(libc::signalfd(-1, &raw const set, libc::SFD_NONBLOCK | libc::SFD_CLOEXEC))
        }
    }

    /// Whether the engine hangs up within so many milliseconds.
    fn is_orphaned(&self, patience: i32) -> bool {
        let mut control = libc::pollfd { fd: CONTROL, events: libc::POLLIN, revents: 0 };
        let mut byte = 0u8;
        // SAFETY: one entry, and one byte into a local.
        unsafe {
            libc::poll(&raw mut control, 1, patience);
            control.revents != 0 && libc::recv(CONTROL, (&raw mut byte).cast(), 1, libc::MSG_PEEK | libc::MSG_DONTWAIT) == 0
        }
    }

    /// Sleeps until a child ended, the engine spoke or hung up, or so many milliseconds passed. Whether it was the engine.
    pub fn wait_or_control(&self, patience: i32) -> bool {
        let watched = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut watched = [watched(CONTROL), watched(self.0)];
        // SAFETY: two entries, and buffers of our own.
        unsafe {
            libc::poll(watched.as_mut_ptr(), 2, patience);
            let mut bytes = [0u8; 512];
            while watched[1].revents != 0 && libc::read(self.0, bytes.as_mut_ptr().cast(), bytes.len()) > 0 {}
        }
        watched[0].revents != 0
    }
}

/// An engine that dies closes all it had within this many milliseconds.
const HANG_UP: i32 = 20;

/// Obeys the engine until the bot ends or the engine is gone: `F` stop, `T` go on, anything else kill. `one_call`: all that we may
/// signal is the jail, so one call reaches exactly that.
pub fn keep(order: &Order, bot: i32, one_call: bool) -> ! {
    let children = Children::watch();
    let tree = Tree { one_call };
    let mut ended = None;
    let mut stopped = false;
    let mut orphaned = false;
    let mut look = Look { next: Instant::now() + LOOK };
    'watch: loop {
        loop {
            let mut status = 0;
            // SAFETY: the pointer is to a local.
            match unsafe { libc::waitpid(-1, &raw mut status, libc::WNOHANG) } {
                pid if pid == bot => {
                    ended = Some(status);
                    break 'watch;
                }
                ..=0 => break,
                _ => {}
            }
        }
        let patience = if stopped || !look.matters(order) { -1 } else { look.patience() };
        if children.wait_or_control(patience) {
            let mut byte = 0u8;
            // SAFETY: one byte into a local.
            let read = unsafe { libc::recv(CONTROL, (&raw mut byte).cast(), 1, 0) };
            match (read, byte) {
                (1, b'F') => {
                    stopped = tree.stop();
                    tell(&format!("{}{}", if stopped { 'f' } else { '!' }, tree.processor_time()));
                }
                (1, b'T') => {
                    let used = tree.processor_time();
                    tree.go_on();
                    stopped = false;
                    tell(&format!("t{used}"));
                }
                (read, _) => {
                    orphaned = read == 0;
                    break;
                }
            }
        } else if !stopped
            && look.is_due()
            && let Some(why) = look.at(order, &tree)
        {
            tell(&why);
            break;
        }
    }
    tree.kill();
    // A bot may see that its engine is gone before we do.
    let orphaned = !order.confinement.namespaces && (orphaned || children.is_orphaned(HANG_UP));
    if orphaned {
        // Nobody is left who would remove the copy of its folder. If it is root's, our parent does.
        let _ = disk::remove(&order.home.outside);
        let _ = order.home.outside.parent().map(std::fs::remove_dir);
    }
    tell(&format!("X{}", ended.unwrap_or(libc::SIGKILL)));
    leave(i32::from(orphaned))
}

/// When memory and disk are looked at again.
struct Look {
    next: Instant,
}

impl Look {
    fn matters(&self, order: &Order) -> bool {
        order.bounds.memory.is_some() || !order.confinement.namespaces
    }

    fn patience(&self) -> i32 {
        self.next.saturating_duration_since(Instant::now()).as_millis() as i32 + 1
    }

    fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// What is over its bound, in the words of the control socket.
    fn at(&mut self, order: &Order, tree: &Tree) -> Option<String> {
        let start = Instant::now();
        let memory = order.bounds.memory.and_then(|granted| tree.memory_above(granted));
        let disk = if order.confinement.namespaces { None } else { excess(order, tree) };
        self.next = Instant::now() + (start.elapsed() * 4).clamp(LOOK, LOOK_AT_LEAST);
        let disk = disk.map(|excess| match excess {
            Excess::Bytes(used) => format!("D{used}"),
            Excess::Clutter(why) => format!("G{why}"),
        });
        memory.map(|used| format!("M{used}")).or(disk)
    }
}

/// What is wrong with all that it wrote, where no quota of the kernel holds: also with files that have no name any more.
fn excess(order: &Order, tree: &Tree) -> Option<Excess> {
    let home = &order.home.outside;
    let unnamed = disk::unnamed(&tree.members(), std::fs::metadata(home).ok()?.dev());
    disk::excess(home, order.bounds.disk, unnamed)
}

/// All processes below us.
struct Tree {
    one_call: bool,
}

impl Tree {
    fn members(&self) -> Vec<i32> {
        let mut found = Vec::new();
        let mut left = vec![std::process::id() as i32];
        while let Some(pid) = left.pop() {
            for task in tasks(pid) {
                let Ok(children) = std::fs::read_to_string(task.join("children")) else { continue };
                let children = children.split_ascii_whitespace().filter_map(|pid| pid.parse::<i32>().ok());
                let start = found.len();
                found.extend(children);
                left.extend(&found[start..]);
            }
        }
        found
    }

    /// Stops everything, and looks until nothing runs. Whether it succeeded.
    fn stop(&self) -> bool {
        for attempt in 0..2_000 {
            if self.one_call {
                signal(-1, libc::SIGSTOP);
            }
            let running: Vec<i32> = self.members().into_iter().filter(|pid| is_running(*pid)).collect();
            if running.is_empty() {
                return true;
            }
            if !self.one_call {
                running.iter().for_each(|pid| signal(*pid, libc::SIGSTOP));
            }
            if attempt > 20 {
                std::thread::sleep(Duration::from_micros(50));
            } else {
                std::thread::yield_now();
            }
        }
        false
    }

    fn go_on(&self) {
        if self.one_call {
            signal(-1, libc::SIGCONT);
        } else {
            self.members().into_iter().for_each(|pid| signal(pid, libc::SIGCONT));
        }
    }

    /// Ends everything. Returns when nobody is left.
    fn kill(&self) {
        if self.one_call {
            (0..3).for_each(|_| signal(-1, libc::SIGKILL));
        } else {
            self.stop();
        }
        for _ in 0..20_000 {
            self.members().into_iter().for_each(|pid| signal(pid, libc::SIGKILL));
            loop {
                // SAFETY: the call may be told nothing.
                match unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } {
                    0 => break,
                    -1 => return,
                    _ => {}
                }
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// Microseconds of processor time that all living members used.
    fn processor_time(&self) -> u64 {
        let used = |task: PathBuf| std::fs::read_to_string(task.join("schedstat")).ok()?.split(' ').next()?.parse::<u64>().ok();
        self.members().into_iter().flat_map(tasks).filter_map(used).sum::<u64>() / 1_000
    }

    /// Bytes in memory, counted until they are more than granted; what several share counts once.
    fn memory_above(&self, granted: u64) -> Option<u64> {
        let mut used = 0;
        self.members().into_iter().find_map(|pid| {
            used += memory_of(pid);
            (used > granted).then_some(used)
        })
    }
}

fn tasks(pid: i32) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten().map(|task| task.path())
}

fn memory_of(pid: i32) -> u64 {
    let read = |file: &str| std::fs::read_to_string(format!("/proc/{pid}/{file}")).ok();
    let share = || {
        let text = read("smaps_rollup")?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    };
    // Where the kernel does not tell shares: all that is resident.
    let resident = || Some(read("statm")?.split(' ').nth(1)?.parse::<u64>().ok()? << 12);
    share().or_else(resident).unwrap_or(0)
}

fn is_running(pid: i32) -> bool {
    let state = |task: PathBuf| {
        let text = std::fs::read_to_string(task.join("stat")).ok()?;
        text.rsplit_once(')')?.1.trim_start().chars().next()
    };
    tasks(pid).filter_map(state).any(|state| !"TtZX".contains(state))
}

fn signal(pid: i32, signal: i32) {
    // SAFETY: numbers only; one that is gone makes the call fail.
    unsafe { libc::kill(pid, signal) };
}

//! Launchers that wait for an order. What takes long and is the same for every jail was done before anybody asks: a process of our
//! own executable, groups, and joining the older hierarchy, for which the kernel waits ten milliseconds.
use super::cgroup::Cgroup;
use super::order::{Berth, CONTROL, Order};
use super::{Confinement, WORD, core, cvt, ground, launcher};
use rustix::net::{AddressFamily, SendFlags, SocketFlags, SocketType};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child as Process, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// As many wait at most, of each kind: one for every seat of the largest game.
const MOST: usize = 4;

/// What a launcher needs to know to stand by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    cgroup: bool,
    namespaces: bool,
    network: bool,
}

impl Kind {
    pub fn of(order: &Order) -> Kind {
        let Confinement { cgroup, namespaces, .. } = order.confinement;
        Kind { cgroup, namespaces, network: order.bounds.network }
    }
}

/// A launcher without an order. It ends when its control socket closes, and leaves nothing.
pub struct Spare {
    kind: Kind,
    pub process: Process,
    pub control: OwnedFd,
    pub cgroup: Option<Cgroup>,
    /// Whether it stood by: it may have died meanwhile, and nobody noticed.
    pub waited: bool,
}

static WAITING: Mutex<Vec<Spare>> = Mutex::new(Vec::new());
/// Who fills up. One at a time.
static FILLER: Mutex<Option<JoinHandle<()>>> = Mutex::new(None);

fn waiting() -> MutexGuard<'static, Vec<Spare>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn filler() -> MutexGuard<'static, Option<JoinHandle<()>>> {
    FILLER.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Spare {
    /// One that waits, if there is one, else a new one.
    pub fn take(kind: Kind) -> io::Result<Spare> {
        let mut waiting = waiting();
        match waiting.iter().position(|spare| spare.kind == kind) {
            Some(place) => Ok(waiting.remove(place)),
            None => {
                drop(waiting);
                Spare::new(kind)
            }
        }
    }

    pub fn new(kind: Kind) -> io::Result<Spare> {
        let cgroup = if kind.cgroup { Some(ground::cgroups().and_then(|ground| ground.open()).map_err(io::Error::other)?) } else { None };
        match start(kind, cgroup.as_ref()) {
            Ok((process, control)) => Ok(Spare { kind, process, control, cgroup, waited: false }),
            Err(error) => {
                cgroup.iter().for_each(Cgroup::remove);
                Err(error)
            }
        }
    }

    fn dismiss(self) {
        let Spare { mut process, control, cgroup, .. } = self;
        drop(control);
        let _ = process.wait();
        // It did so itself, unless it was killed.
        cgroup.iter().for_each(Cgroup::remove);
    }
}

/// Starts a launcher and tells it where its jail will be.
fn start(kind: Kind, cgroup: Option<&Cgroup>) -> io::Result<(Process, OwnedFd)> {
    let (control, theirs) = rustix::net::socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    rustix::net::sockopt::set_socket_passcred(&control, true)?;
    let mut command = Command::new(launcher());
    command.arg0("barnyard").arg(WORD).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let number = theirs.as_raw_fd();
    // SAFETY: one call that only copies a descriptor; it may be made between fork and exec.
    unsafe {
        command.pre_exec(move || match number {
            CONTROL => cvt(libc::fcntl(CONTROL, libc::F_SETFD, 0)),
            _ => cvt(libc::dup2(number, CONTROL)),
        })
    };
    let mut process = command.spawn()?;
    let Kind { namespaces, network, .. } = kind;
    let berth = Berth { namespaces, network, group: cgroup.map(|cgroup| cgroup.group.clone()) };
    if let Err(error) = rustix::net::send(&control, &serde_json::to_vec(&berth)?, SendFlags::NOSIGNAL) {
        let _ = process.kill().and_then(|()| process.wait());
        return Err(error.into());
    }
    Ok((process, control))
}

/// Has new ones take the place of those that were taken, in the background.
pub fn refill(kind: Kind) {
    let lacks = move || waiting().iter().filter(|spare| spare.kind == kind).count() < MOST;
    let mut filler = filler();
    if kind.network || !lacks() || filler.as_ref().is_some_and(|filler| !filler.is_finished()) {
        return;
    }
    // Started here, it would stay on the core of our bots.
    let cores = core::free_cores();
    let fill = move || {
        let _ = cores.map(|cores| rustix::thread::sched_setaffinity(None, &cores));
        while lacks() {
            // What goes wrong here is told when it matters: at the next start.
            let Ok(spare) = Spare::new(kind) else { return };
            waiting().push(Spare { waited: true, ..spare });
        }
    };
    *filler = std::thread::Builder::new().name("spares".into()).spawn(fill).ok();
}

/// Sends home all that wait, and returns when they are gone.
pub fn dismiss() {
    if let Some(filler) = filler().take() {
        let _ = filler.join();
    }
    let all = std::mem::take(&mut *waiting());
    all.into_iter().for_each(Spare::dismiss);
}

//! The process between the engine and a bot: fresh, single-threaded, it builds the jail and stays until the last one is gone.
//!
//! ```text
//! engine ── barnyard __jail ── pid 1 of the jail ── the bot         with namespaces
//! engine ── barnyard __jail ── the bot                              without
//! ```
//! The control socket is channel and lifeline in one: when its other end closes, everything in the jail is killed.
use super::order::{Berth, CONTROL, Group, LONGEST, Order};
use super::{cgroup, disk, policy, probe, root, warden};
use serde::de::DeserializeOwned;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

pub type Error = Box<dyn std::error::Error>;

/// What a failed call was about.
pub fn check(returned: i32, what: impl std::fmt::Display) -> Result<(), Error> {
    if returned < 0 { Err(format!("{what}: {}", std::io::Error::last_os_error()).into()) } else { Ok(()) }
}

pub fn c_string(text: impl AsRef<OsStr>) -> Result<CString, Error> {
    CString::new(text.as_ref().as_bytes()).map_err(|_| "a word with a zero byte".into())
}

/// Says something to the engine.
pub fn tell(message: &str) {
    // SAFETY: the pointer and the length are those of the same text. Nobody may be left to hear it.
    unsafe { libc::send(CONTROL, message.as_ptr().cast(), message.len(), libc::MSG_NOSIGNAL) };
}

/// Tells why there is no jail.
fn give_up(error: Error) -> ! {
    tell(&format!("E{error}"));
    leave(125)
}

pub fn leave(code: i32) -> ! {
    // SAFETY: no destructor has anything to do that the kernel does not.
    unsafe { libc::_exit(code) }
}

/// Runs as the launcher. Never returns.
pub fn main() -> ! {
    match launch() {
        Ok(never) => match never {},
        Err(error) => give_up(error),
    }
}

enum Never {}

fn launch() -> Result<Never, Error> {
    // SAFETY: a new session, and nothing inherited but three pipes and the control socket.
    unsafe {
        libc::setsid();
        libc::syscall(libc::SYS_close_range, CONTROL as u32 + 1, u32::MAX, 0);
    }
    // First what every jail of its kind needs, which is done at once; then, when somebody wants it, what it is to be.
    let berth: Berth = receive()?;
    if berth.namespaces { behind_walls(&berth) } else { behind_a_fence(&receive()?) }
}

fn receive<T: DeserializeOwned>() -> Result<T, Error> {
    let mut bytes = vec![0; LONGEST];
    // SAFETY: the buffer is ours and as long as we say.
    let length = unsafe { libc::recv(CONTROL, bytes.as_mut_ptr().cast(), bytes.len(), 0) };
    if length == 0 {
        // Nobody wants anything any more.
        leave(0)
    }
    let text = bytes.get(..length.max(0) as usize).unwrap_or_default();
    Ok(serde_json::from_slice(text).map_err(|error| format!("the order cannot be read: {error}"))?)
}

/// The argument of `clone3`, up to the control group.
#[repr(C)]
#[derive(Default)]
struct CloneArguments {
    flags: u64,
    pidfd: u64,
    child_tid: u64,
    parent_tid: u64,
    exit_signal: u64,
    stack: u64,
    stack_size: u64,
    tls: u64,
    set_tid: u64,
    set_tid_size: u64,
    cgroup: u64,
}

const INTO_CGROUP: u64 = 0x2_0000_0000;

/// With namespaces. The first process inside waits for the order.
fn behind_walls(berth: &Berth) -> Result<Never, Error> {
    let asked = Signal::new()?;
    let child = match berth.group.as_ref().and_then(|group| group.older.as_ref()) {
        Some(older) => by_a_member(older, berth, &asked).inspect_err(|_| remove_groups(berth))?,
        None => first(berth, &asked, 0).inspect_err(|_| remove_groups(berth))?,
    };
    forget_pipes();
    // Until then what comes through the control socket is for the child.
    if asked.wait().is_err() {
        wait_for(child);
        remove_groups(berth);
        leave(0)
    }
    match &berth.group {
        Some(group) => guard(child, group, berth),
        None => {
            close_control();
            wait_for(child);
            leave(0)
        }
    }
}

/// Joining the older hierarchy takes milliseconds, and whoever is born of a member is one: a second process joins and bears the
/// first one inside, whose parent we are all the same.
fn by_a_member(older: &Path, berth: &Berth, asked: &Signal) -> Result<i32, Error> {
    let (joined, born) = (Signal::new()?, Signal::new()?);
    let second = fork()?;
    if second == 0 {
        die_with_parent();
        let bear = || {
            joined.wait()?;
            first(berth, asked, libc::CLONE_PARENT as u64)
        };
        match bear() {
            Ok(child) => born.give(child),
            Err(error) => give_up(error),
        }
        leave(0)
    }
    let moved = std::fs::write(older.join("cgroup.procs"), second.to_string());
    moved.map_err(|error| format!("{}: {error}", older.display()))?;
    joined.give(second);
    let child = born.wait();
    wait_for(second);
    child
}

/// The first process inside, which builds the tree of files and starts the bot.
fn first(berth: &Berth, asked: &Signal, flags: u64) -> Result<i32, Error> {
    // SAFETY: numbers of ourselves.
    let (uid, gid) = unsafe { (libc::getuid(), libc::getgid()) };
    // Whose child it is says how its end is told.
    let exit_signal = if flags == 0 { libc::SIGCHLD as u64 } else { 0 };
    let mut arguments = CloneArguments { flags, exit_signal, ..CloneArguments::default() };
    arguments.flags |= (libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS | libc::CLONE_NEWCGROUP) as u64;
    if !berth.network {
        arguments.flags |= libc::CLONE_NEWNET as u64;
    }
    if uid != 0 {
        arguments.flags |= libc::CLONE_NEWUSER as u64;
    }
    if let Some(group) = &berth.group {
        let path = c_string(&group.unified)?;
        // SAFETY: the path ends with a zero byte. Being born in a group costs nothing, moving there costs milliseconds.
        let folder = unsafe { libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC) };
        check(folder, group.unified.display())?;
        arguments.flags |= INTO_CGROUP;
        arguments.cgroup = folder as u64;
    }
    // SAFETY: we are a single thread; the child goes on with a copy of everything.
    let child = unsafe { libc::syscall(libc::SYS_clone3, &raw const arguments, size_of::<CloneArguments>()) } as i32;
    check(child, "clone3 with namespaces")?;
    if child > 0 {
        return Ok(child);
    }
    die_with_parent();
    let inside = || {
        if uid != 0 {
            become_somebody(uid, gid)?;
        }
        first_inside(berth, asked)
    };
    match inside() {
        Ok(never) => match never {},
        Err(error) => give_up(error),
    }
}

/// A number, said once between parent and child.
struct Signal {
    reader: i32,
    writer: i32,
}

impl Signal {
    fn new() -> Result<Signal, Error> {
        let mut ends = [0; 2];
        // SAFETY: room for two numbers.
        check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }, "pipe")?;
        Ok(Signal { reader: ends[0], writer: ends[1] })
    }

    fn give(&self, number: i32) {
        let bytes = number.to_ne_bytes();
        // SAFETY: four bytes of a local.
        unsafe { libc::write(self.writer, bytes.as_ptr().cast(), bytes.len()) };
    }

    fn wait(&self) -> Result<i32, Error> {
        let mut bytes = [0; 4];
        // SAFETY: our own end goes first, so that one who died is an end and not a silence; four bytes into a local.
        let read = unsafe {
            libc::close(self.writer);
            libc::read(self.reader, bytes.as_mut_ptr().cast(), bytes.len())
        };
        if read == 4 { Ok(i32::from_ne_bytes(bytes)) } else { Err("the other end is gone".into()) }
    }
}

/// In a user namespace of our own we are user 1000, whoever we are outside.
fn become_somebody(uid: u32, gid: u32) -> Result<(), Error> {
    let write = |file: &str, text: String| std::fs::write(format!("/proc/self/{file}"), text).map_err(|error| format!("{file}: {error}"));
    write("setgroups", "deny".into())?;
    write("uid_map", format!("1000 {uid} 1"))?;
    Ok(write("gid_map", format!("1000 {gid} 1"))?)
}

/// Process 1 of the jail.
fn first_inside(berth: &Berth, asked: &Signal) -> Result<Never, Error> {
    let order: Order = receive()?;
    asked.give(0);
    stay_with_referee(&order);
    root::build(&order)?;
    // SAFETY: a name of three letters.
    unsafe { libc::sethostname(c"bot".as_ptr(), 3) };
    let bot = fork()?;
    if bot == 0 {
        begin(&order)
    }
    forget_pipes();
    if let Some(uid) = order.uid {
        // It goes on with the bot's rights and no more, out of the bot's reach.
        change_user(uid)?;
        die_with_parent();
    }
    // SAFETY: numbers only.
    unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) };
    if berth.group.is_some() {
        // The engine freezes and kills by the group; here we only see how it ended.
        let status = warden::wait_for_bot(bot);
        tell(&format!("X{status}"));
        leave(0)
    }
    warden::keep(&order, bot, true)
}

/// Without namespaces: Landlock and a subreaper.
fn behind_a_fence(order: &Order) -> Result<Never, Error> {
    stay_with_referee(order);
    if let Some(uid) = order.uid {
        for folder in order.writes.iter().chain([&order.home.outside]) {
            root::give_away(folder, uid)?;
        }
        let second = fork()?;
        if second > 0 {
            clean_up_after(second, order)
        }
        change_user(uid)?;
        die_with_parent();
    }
    // SAFETY: numbers only.
    check(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }, "subreaper")?;
    let fenced = order.confinement.landlock && policy::landlock_version() >= 6;
    if fenced {
        policy::fence_signals()?;
    }
    let bot = fork()?;
    if bot == 0 {
        die_with_parent();
        begin(order)
    }
    forget_pipes();
    warden::keep(order, bot, fenced)
}

/// Only root can remove the folder that root made for a bot; whoever watches the bot gave up that right.
fn clean_up_after(second: i32, order: &Order) -> ! {
    forget_pipes();
    close_control();
    if warden::collect(second) != 0 {
        let _ = disk::remove(&order.home.outside);
        let _ = order.home.outside.parent().map(std::fs::remove_dir);
    }
    leave(0)
}

/// The last steps of our own code in the bot's process.
fn begin(order: &Order) -> ! {
    let go = || -> Result<Never, Error> {
        prepare_process(order)?;
        if let Some(uid) = order.uid.filter(|_| order.confinement.namespaces) {
            change_user(uid)?;
        }
        std::env::set_current_dir(&order.home.inside).map_err(|error| format!("{}: {error}", order.home.inside.display()))?;
        let words = order.words.iter().map(c_string).collect::<Result<Vec<_>, _>>()?;
        let env = order.env.iter().map(|(name, value)| c_string(format!("{name}={value}"))).collect::<Result<Vec<_>, _>>()?;
        if let Some(path) = order.words.first().map(Path::new).filter(|path| path.is_absolute() && !path.starts_with(&order.home.inside)) {
            // Not the bot's fault: it is the interpreter that we chose.
            std::fs::metadata(path).map_err(|error| format!("{} is out of a bot's reach: {error}", path.display()))?;
        }
        policy::surrender(order)?;
        tell("B");
        if words.is_empty() {
            probe::attack(order)
        }
        execute(&words, &env, order)
    };
    match go() {
        Ok(never) => match never {},
        Err(error) => give_up(error),
    }
}

/// From now on we and all that we start run where the referee runs: a word between two cores takes ten times as long.
fn stay_with_referee(order: &Order) {
    let Some(core) = order.core else { return };
    // SAFETY: zeroes are a valid set, and the pointer is to a local.
    unsafe {
        let mut cores: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut cores);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const cores);
    }
}

fn prepare_process(order: &Order) -> Result<(), Error> {
    // SAFETY: calls with numbers and with pointers to locals. The first keeps the socket from the bot.
    unsafe {
        check(libc::fcntl(CONTROL, libc::F_SETFD, libc::FD_CLOEXEC), "close on exec")?;
        // What a compiler or installer makes is read by other users; what a bot writes is nobody's business.
        libc::umask(if order.writes.is_empty() { 0o077 } else { 0o022 });
        let mut none: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &raw const none, std::ptr::null_mut());
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
    Ok(())
}

/// Becomes the bot. A name without a slash is looked for as a shell would.
fn execute(words: &[CString], env: &[CString], order: &Order) -> Result<Never, Error> {
    let pointers = |all: &[CString]| all.iter().map(|one| one.as_ptr()).chain([std::ptr::null()]).collect::<Vec<_>>();
    let (arguments, environment) = (pointers(words), pointers(env));
    let name = &order.words[0];
    let path = order.env.iter().find(|(name, _)| name == "PATH").map_or("", |(_, path)| path.as_str());
    let places: Vec<String> =
        if name.contains('/') { vec![name.clone()] } else { path.split(':').map(|folder| format!("{folder}/{name}")).collect() };
    let mut error = None;
    for place in &places {
        let place = c_string(place)?;
        // SAFETY: both lists end with a null pointer and live until the call returns, which it does only on failure.
        unsafe { libc::execve(place.as_ptr(), arguments.as_ptr(), environment.as_ptr()) };
        let failed = std::io::Error::last_os_error();
        if failed.raw_os_error() != Some(libc::ENOENT) || error.is_none() {
            error = Some(failed);
        }
    }
    let error = error.map_or_else(|| "no such program".to_string(), |error| error.to_string());
    tell(&format!("C{name}: {error}"));
    leave(127)
}

/// Stays outside the group of the jail: ends it when the engine says so or is gone, and removes the group.
fn guard(child: i32, group: &Group, berth: &Berth) -> ! {
    let children = warden::Children::watch();
    loop {
        if warden::has_ended(child) {
            break;
        }
        if children.wait_or_control(-1) {
            let mut byte = 0u8;
            // SAFETY: one byte into a local.
            let read = unsafe { libc::recv(CONTROL, (&raw mut byte).cast(), 1, libc::MSG_DONTWAIT) };
            let interrupted = read < 0 && std::io::Error::last_os_error().kind() == std::io::ErrorKind::WouldBlock;
            if !interrupted {
                break;
            }
        }
    }
    let _ = std::fs::write(group.unified.join("cgroup.kill"), "1");
    let _ = std::fs::write(group.unified.join("cgroup.freeze"), "0");
    let status = warden::collect(child);
    if let Some(peak) = cgroup::ran_out(&group.memory) {
        tell(&format!("M{peak}"));
    }
    tell(&format!("X{status}"));
    remove_groups(berth);
    leave(0)
}

fn remove_groups(berth: &Berth) {
    berth.group.iter().for_each(cgroup::remove);
}

fn fork() -> Result<i32, Error> {
    // SAFETY: we are a single thread.
    let child = unsafe { libc::fork() };
    check(child, "fork")?;
    Ok(child)
}

fn wait_for(child: i32) {
    warden::collect(child);
}

/// All groups but its own are given up, then all rights.
fn change_user(uid: u32) -> Result<(), Error> {
    // SAFETY: numbers, and an empty list.
    unsafe {
        for capability in 0..64 {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        check(libc::setgroups(0, std::ptr::null()), "setgroups")?;
        check(libc::setresgid(uid, uid, uid), "setresgid")?;
        check(libc::setresuid(uid, uid, uid), "setresuid")
    }
}

/// If the process that started us dies, so do we.
fn die_with_parent() {
    // SAFETY: numbers only.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) };
}

fn close_control() {
    // SAFETY: nobody uses it any more here.
    unsafe { libc::close(CONTROL) };
}

/// Lets go of the bot's pipes, so that the engine sees at once when the bot closes them.
fn forget_pipes() {
    // SAFETY: descriptors 0 to 2 are ours to replace.
    unsafe {
        let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for pipe in 0..3 {
            libc::dup2(nothing, pipe);
        }
        if nothing > CONTROL {
            libc::close(nothing);
        }
    }
}

//! What the bot's process gives up before the bot begins: limits, privileges, the view of the files, calls of the kernel.
use super::filter::{self, Around};
use super::launcher::{Error, check};
use super::order::{Bounds, DEVICES, MACHINE, Order, SETTINGS, system};
use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope, path_beneath_rules};
use std::path::PathBuf;

/// Java reserves this much for itself, whatever it is granted.
const LEAST_DATA: u64 = 192 << 20;
/// The usual stack of a thread. A larger one would make sixteen threads look like a bomb.
const STACK: u64 = 8 << 20;
const LARGEST_STACK: u64 = 64 << 20;

/// Enters everything that cannot be left again. What comes after is the bot.
pub fn surrender(order: &Order) -> Result<(), Error> {
    let confinement = order.confinement;
    limit(&order.bounds, confinement.cgroup, confinement.namespaces)?;
    let around = Around {
        namespaces: confinement.namespaces,
        cgroup: confinement.cgroup,
        landlock: if confinement.landlock { landlock_version() } else { 0 },
        network: order.bounds.network,
    };
    // Made before Landlock: nothing is read or written between that and the bot.
    let filters = confinement.seccomp.then(|| filter::filters(around)).transpose()?;
    drop_privileges()?;
    if confinement.landlock {
        enclose(order)?;
    }
    for filter in filters.iter().flatten() {
        seccompiler::apply_filter(filter)?;
    }
    Ok(())
}

fn limit(bounds: &Bounds, cgroup: bool, namespaces: bool) -> Result<(), Error> {
    let mut rows = vec![
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_MEMLOCK, 64 << 10),
        (libc::RLIMIT_MSGQUEUE, 0),
        (libc::RLIMIT_NICE, 0),
        (libc::RLIMIT_RTPRIO, 0),
        (libc::RLIMIT_SIGPENDING, 256),
        (libc::RLIMIT_NOFILE, 256),
        (libc::RLIMIT_FSIZE, bounds.disk),
    ];
    // Without a namespace all of the user's processes count together.
    let others = if namespaces { 0 } else { threads_of_user() };
    rows.push((libc::RLIMIT_NPROC, bounds.processes + others));
    rows.extend(bounds.cpu.map(|seconds| (libc::RLIMIT_CPU, seconds)));
    if !cgroup {
        rows.extend(bounds.memory.map(|memory| (libc::RLIMIT_DATA, (memory + memory / 2).max(LEAST_DATA))));
    }
    for (resource, value) in rows {
        lower(resource, value, value)?;
    }
    lower(libc::RLIMIT_STACK, STACK, LARGEST_STACK)
}

/// Sets a limit, never above what was inherited.
fn lower(resource: libc::__rlimit_resource_t, soft: u64, hard: u64) -> Result<(), Error> {
    let mut old = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both pointers are to locals.
    unsafe {
        check(libc::getrlimit(resource, &raw mut old), "getrlimit")?;
        let hard = hard.min(old.rlim_max);
        let new = libc::rlimit { rlim_cur: soft.min(hard), rlim_max: hard };
        check(libc::setrlimit(resource, &raw const new), "setrlimit")
    }
}

/// Threads that run with our rights now.
fn threads_of_user() -> u64 {
    use std::os::unix::fs::MetadataExt;
    // SAFETY: it only reads a number of this process.
    let own = unsafe { libc::getuid() };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let ours = processes.filter(|process| process.metadata().is_ok_and(|data| data.uid() == own));
    ours.map(|process| std::fs::read_dir(process.path().join("task")).map_or(0, |tasks| tasks.count() as u64)).sum()
}

/// No capability, now or later.
fn drop_privileges() -> Result<(), Error> {
    #[repr(C)]
    struct Header {
        version: u32,
        pid: i32,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Default)]
    struct Sets {
        effective: u32,
        permitted: u32,
        inheritable: u32,
    }
    let header = Header { version: 0x2008_0522, pid: 0 };
    let none = [Sets::default(); 2];
    // SAFETY: numbers, and pointers to locals of the layout that version 3 of the call expects.
    unsafe {
        for capability in 0..64 {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
        check(libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) as i32, "capset")?;
        check(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    }
}

/// The version of Landlock that this kernel has, 0 for none.
pub fn landlock_version() -> i32 {
    // SAFETY: with no attributes the call only tells its version.
    let version = unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0, 0, 1) };
    version.max(0) as i32
}

fn known_version() -> ABI {
    match landlock_version() {
        ..=1 => ABI::V1,
        2 => ABI::V2,
        3 => ABI::V3,
        4 => ABI::V4,
        5 => ABI::V5,
        _ => ABI::V6,
    }
}

/// Which files exist for the bot; no network, no signals to others.
fn enclose(order: &Order) -> Result<(), Error> {
    let version = known_version();
    let namespaces = order.confinement.namespaces;
    let mut reads: Vec<PathBuf> = system();
    reads.extend(order.reads.iter().cloned());
    reads.extend(SETTINGS.iter().map(PathBuf::from));
    let home = order.home.inside.clone();
    let (looks, writes): (Vec<PathBuf>, Vec<PathBuf>) = if namespaces {
        reads.push("/etc".into());
        (vec!["/proc".into()], vec![home, "/tmp".into(), "/dev/shm".into()])
    } else {
        (MACHINE.iter().map(PathBuf::from).collect(), vec![home])
    };
    let writes = writes.into_iter().chain(order.writes.iter().cloned());
    // Python lists the folder above to find the bot in it; there is nothing else there.
    let looks = looks.into_iter().chain(order.home.inside.parent().map(PathBuf::from));
    let all = AccessFs::from_all(version);
    let mut rules = Ruleset::default().handle_access(all)?;
    if version >= ABI::V4 && !order.bounds.network {
        rules = rules.handle_access(AccessNet::from_all(version))?;
    }
    if version >= ABI::V6 {
        rules = rules.scope(Scope::from_all(version))?;
    }
    let devices = DEVICES.iter().map(|device| format!("/dev/{device}"));
    let network: &[&str] = if order.bounds.network { &["/etc", "/run"] } else { &[] };
    let status = rules
        .create()?
        .add_rules(path_beneath_rules(reads, AccessFs::from_read(version)))?
        .add_rules(path_beneath_rules(looks, AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(network, AccessFs::ReadFile | AccessFs::ReadDir))?
        .add_rules(path_beneath_rules(writes, all & !(AccessFs::MakeBlock | AccessFs::MakeChar)))?
        .add_rules(path_beneath_rules(devices, AccessFs::ReadFile | AccessFs::WriteFile))?
        .restrict_self()?;
    if status.ruleset == RulesetStatus::NotEnforced {
        return Err("this kernel has no Landlock".into());
    }
    Ok(())
}

/// A fence that signals cannot cross: what this process starts can be reached by `kill(-1)`, and nothing else can.
pub fn fence_signals() -> Result<(), Error> {
    // SAFETY: numbers only.
    check(unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) }, "no_new_privs")?;
    Ruleset::default().scope(Scope::Signal)?.create()?.restrict_self()?;
    Ok(())
}

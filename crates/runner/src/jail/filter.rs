//! System calls that no bot makes: two filters, loaded one after the other.
//!
//! The first, by hand, is short: right architecture, no second table of calls, nothing newer than was reviewed, none of the calls
//! that carry others past a filter. Those look as if the kernel did not know them, so that libraries fall back. The second denies by
//! name.
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen::*, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, sock_filter,
};
use std::collections::BTreeMap;

/// What else keeps this bot in: where another layer does not, a filter must.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// Namespaces of its own: its own sockets by path, its own shared memory, its own processes.
    pub namespaces: bool,
    /// A control group that counts all memory and freezes for sure.
    pub cgroup: bool,
    /// The version of Landlock; 0 where there is none.
    pub landlock: i32,
    /// The network, for an installation.
    pub network: bool,
}

type Error = Box<dyn std::error::Error>;

/// Both filters, in the order in which they are loaded.
pub fn filters(around: Around) -> Result<[BpfProgram; 2], Error> {
    let denied = SeccompFilter::new(
        rules(around)?,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM as u32),
        std::env::consts::ARCH.try_into()?,
    )?;
    Ok([gate(), denied.try_into()?])
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;
/// The newest call that was looked at (`mseal`).
const NEWEST: u32 = 462;
/// Where the calls of the x32 table begin.
const OTHER_TABLE: u32 = 0x4000_0000;

fn gate() -> BpfProgram {
    const LOAD: u16 = 0x20;
    const EQUAL: u16 = 0x15;
    const GREATER: u16 = 0x25;
    const AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    let op = |code: u16, k: u32| sock_filter { code, jt: 0, jf: 0, k };
    let jump = |code: u16, k: u32, jt: u8| sock_filter { code, jt, jf: 0, k };
    vec![
        op(LOAD, 4),
        jump(EQUAL, ARCHITECTURE, 1),
        op(RETURN, libc::SECCOMP_RET_KILL_PROCESS),
        op(LOAD, 0),
        jump(AT_LEAST, OTHER_TABLE, 6),
        jump(GREATER, NEWEST, 5),
        jump(EQUAL, libc::SYS_clone3 as u32, 4),
        jump(EQUAL, libc::SYS_io_uring_setup as u32, 3),
        jump(EQUAL, libc::SYS_io_uring_enter as u32, 2),
        jump(EQUAL, libc::SYS_io_uring_register as u32, 1),
        op(RETURN, libc::SECCOMP_RET_ALLOW),
        op(RETURN, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ]
}

/// Nobody's business, at any level.
const DENIED: &[i64] = &[
    // Other people's processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_kcmp,
    libc::SYS_pidfd_getfd,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    // The tree of files as the kernel sees it.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    libc::SYS_quotactl_fd,
    libc::SYS_mknodat,
    // The machine.
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    // Wide doors into the kernel.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_memfd_secret,
    // Who runs where, and when.
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setattr,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_mbind,
    libc::SYS_set_mempolicy,
];
#[cfg(target_arch = "x86_64")]
const DENIED_HERE: &[i64] = &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_kexec_file_load, libc::SYS_mknod, libc::SYS_modify_ldt];
#[cfg(not(target_arch = "x86_64"))]
const DENIED_HERE: &[i64] = &[];

/// Shared memory and queues by number, which would outlive the bot where it has no namespace of its own.
const SHARED: &[i64] = &[libc::SYS_shmget, libc::SYS_shmat, libc::SYS_semget, libc::SYS_msgget, libc::SYS_mq_open];
/// Landlock sees none of these: who owns a file, who may use it, when it was changed.
const LABELS: &[i64] = &[
    libc::SYS_fchmodat,
    452, // fchmodat2
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
];
#[cfg(target_arch = "x86_64")]
const LABELS_HERE: &[i64] = &[libc::SYS_chmod, libc::SYS_chown, libc::SYS_lchown, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const LABELS_HERE: &[i64] = &[];

/// All flags of `clone` that make a namespace.
const NEW_NAMESPACES: &[u64] = &[0x80, 0x2_0000, 0x200_0000, 0x400_0000, 0x800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000];
/// Terminals that are made to believe somebody typed.
const TYPED: &[u64] = &[0x5412, 0x541C];
/// `F_SETOWN`, `F_SETSIG`, `F_SETOWN_EX`: the kernel would send any signal, also the one that wakes a stopped bot.
const SIGNALLED: &[u64] = &[8, 10, 15];

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn rules(around: Around) -> Result<Rules, Error> {
    let mut rules: Rules = DENIED.iter().chain(DENIED_HERE).map(|call| (*call, Vec::new())).collect();
    let mut always = |calls: &[i64]| rules.extend(calls.iter().map(|call| (*call, Vec::new())));
    if !around.namespaces {
        always(SHARED);
        always(LABELS);
        always(LABELS_HERE);
    }
    if !around.cgroup {
        // Memory that no map shows; timers that wake a stopped bot.
        always(&[libc::SYS_memfd_create, libc::SYS_timer_create]);
    }
    if !around.namespaces && !around.network {
        always(&[libc::SYS_socket]);
    }
    let signals_confined = around.namespaces || around.landlock >= 6;
    if !signals_confined {
        always(&[libc::SYS_tkill, libc::SYS_pidfd_send_signal]);
    }
    let blind_to_truncation = !around.namespaces && around.landlock < 3;
    if blind_to_truncation {
        // The flags of openat2 stand behind a pointer, where no filter looks.
        always(&[libc::SYS_truncate, libc::SYS_openat2]);
    }

    let mut when = |call: i64, conditions: Vec<SeccompCondition>| -> Result<(), Error> {
        rules.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok(())
    };
    for bit in NEW_NAMESPACES {
        when(libc::SYS_clone, vec![SeccompCondition::new(0, Qword, SeccompCmpOp::MaskedEq(*bit), *bit)?])?;
    }
    when(libc::SYS_prlimit64, vec![SeccompCondition::new(0, Dword, SeccompCmpOp::Ne, 0)?])?;
    for command in TYPED {
        when(libc::SYS_ioctl, vec![SeccompCondition::new(1, Dword, SeccompCmpOp::Eq, *command)?])?;
    }
    let not_unix = || SeccompCondition::new(0, Dword, SeccompCmpOp::Ne, libc::AF_UNIX as u64);
    when(libc::SYS_socketpair, vec![not_unix()?])?;
    if around.network {
        // Only the two families that fetch packages.
        let others = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6, libc::AF_NETLINK];
        let conditions = others.iter().map(|family| SeccompCondition::new(0, Dword, SeccompCmpOp::Ne, *family as u64));
        when(libc::SYS_socket, conditions.collect::<Result<_, _>>()?)?;
    } else if around.namespaces {
        when(libc::SYS_socket, vec![not_unix()?])?;
    }
    let odd = [0, 0xffff_ffff].map(|value| SeccompCondition::new(0, Dword, SeccompCmpOp::Ne, value));
    when(libc::SYS_personality, odd.into_iter().collect::<Result<_, _>>()?)?;
    if !around.cgroup {
        for command in SIGNALLED {
            when(libc::SYS_fcntl, vec![SeccompCondition::new(1, Dword, SeccompCmpOp::Eq, *command)?])?;
        }
    }
    if !around.namespaces {
        // With no path it is about a file that is open already.
        when(libc::SYS_utimensat, vec![SeccompCondition::new(1, Qword, SeccompCmpOp::Ne, 0)?])?;
    }
    if blind_to_truncation {
        let mask = (libc::O_TRUNC | libc::O_ACCMODE) as u64;
        let cut = |argument| SeccompCondition::new(argument, Dword, SeccompCmpOp::MaskedEq(mask), libc::O_TRUNC as u64);
        when(libc::SYS_openat, vec![cut(2)?])?;
        #[cfg(target_arch = "x86_64")]
        when(libc::SYS_open, vec![cut(1)?])?;
    }
    if !signals_confined {
        let own = u64::from(std::process::id());
        for call in [libc::SYS_kill, libc::SYS_tgkill, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo] {
            when(call, vec![SeccompCondition::new(0, Dword, SeccompCmpOp::Ne, own)?])?;
        }
    }
    Ok(rules)
}

//! The self-test: a dozen quick attacks from inside, before any bot is let in.
use super::launcher::leave;
use super::order::Order;
use std::path::Path;

/// Tries everything and prints what got through, one a line; `done` at the end.
pub fn attack(order: &Order) -> ! {
    let found: Vec<&str> = attacks(order).into_iter().filter(|(_, held)| !held).map(|(name, _)| name).collect();
    let text: String = found.iter().map(|name| format!("{name}\n")).chain(["done\n".to_string()]).collect();
    // SAFETY: the pointer and the length are those of the same text.
    unsafe { libc::write(1, text.as_ptr().cast(), text.len()) };
    leave(0)
}

fn attacks(order: &Order) -> Vec<(&'static str, bool)> {
    let canary = order.canary.as_deref().unwrap_or(Path::new("/etc/shadow"));
    // SAFETY: calls that should be refused; none is given a pointer that matters.
    let call = |number: i64, a: i64, b: i64, c: i64| unsafe { libc::syscall(number, a, b, c, 0, 0) };
    let refused = |returned: i64, errors: &[i32]| returned < 0 && errors.contains(&last_error());
    let socket = |family: i32, kind: i32| refused(call(libc::SYS_socket, family.into(), kind.into(), 0), &[libc::EPERM]);
    let mut list = vec![
        ("reads a file outside its folder", std::fs::read(canary).is_err()),
        ("writes a file outside its folder", std::fs::OpenOptions::new().append(true).open(canary).is_err()),
        ("writes to the system", std::fs::write("/usr/barnyard-was-here", "").is_err()),
        ("opens a connection", socket(libc::AF_INET, libc::SOCK_STREAM)),
        ("opens a socket of the kernel", socket(libc::AF_NETLINK, libc::SOCK_RAW)),
        ("is traced", refused(call(libc::SYS_ptrace, 0, 0, 0), &[libc::EPERM])),
        ("makes a namespace", refused(call(libc::SYS_unshare, libc::CLONE_NEWUSER.into(), 0, 0), &[libc::EPERM])),
        ("uses io_uring", refused(call(libc::SYS_io_uring_setup, 1, 0, 0), &[libc::ENOSYS])),
        ("uses keys", refused(call(libc::SYS_keyctl, 0, 0, 0), &[libc::EPERM])),
        ("leaves its core", refused(call(libc::SYS_sched_setaffinity, 0, 8, 0), &[libc::EPERM])),
        // SAFETY: as above.
        ("kills the engine", unsafe { libc::kill(libc::getppid().max(1), 0) } != 0 || order.confinement.namespaces),
        ("has a capability", no_capability()),
    ];
    if order.uid.is_some() || order.confinement.namespaces {
        list.push(("keeps its user", call(libc::SYS_setuid, 0, 0, 0) < 0));
    }
    if order.confinement.namespaces {
        list.push(("sees other processes", std::fs::read_dir("/proc").is_ok_and(|all| all.flatten().filter(is_process).count() <= 2)));
    }
    list.push(("cannot write to its own folder", std::fs::write(order.home.inside.join("probe"), "x").is_ok()));
    list
}

fn is_process(item: &std::fs::DirEntry) -> bool {
    item.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit())
}

fn no_capability() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let value = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let none = |name: &str| value(name).is_some_and(|bits| bits.bytes().all(|byte| byte == b'0'));
    value("NoNewPrivs:") == Some("1") && ["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"].into_iter().all(none)
}

fn last_error() -> i32 {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(0)
}

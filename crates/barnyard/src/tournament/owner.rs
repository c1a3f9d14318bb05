//! The name under which a process holds fixtures: no other process has or had it, and its death can be seen.
use std::fs;
use std::process;

/// `host/space/PID/start`.
pub fn name() -> String {
    let pid = process::id();
    format!("{}/{pid}/{}", machine(), started(pid).unwrap_or_default())
}

/// One of the slots of a process: `host/space/PID/start#2`.
pub fn slot(name: &str, number: usize) -> String {
    format!("{name}#{number}")
}

/// Whether a process of this machine had the name and is gone. Of other machines we know nothing.
pub fn is_dead(name: &str) -> bool {
    let process = name.split('#').next().unwrap_or(name);
    let Some(rest) = process.strip_prefix(&format!("{}/", machine())) else { return false };
    let Some((pid, start)) = rest.split_once('/') else { return false };
    pid.parse().is_ok_and(|pid| started(pid).unwrap_or_default() != start)
}

/// This machine since it was started, and what processes we can see here.
fn machine() -> String {
    let read = |path: &str| fs::read_to_string(path).map(|text| text.trim().to_string()).unwrap_or_default();
    let space = fs::read_link("/proc/self/ns/pid").map(|link| link.to_string_lossy().into_owned()).unwrap_or_default();
    let space: String = space.chars().filter(char::is_ascii_digit).collect();
    let boot = read("/proc/sys/kernel/random/boot_id");
    format!("{}/{}.{space}", read("/proc/sys/kernel/hostname").replace(['/', '#'], "-"), boot.get(..8).unwrap_or_default())
}

/// When a process was started, in ticks; absent if there is none, or if nothing is left of it but its exit code.
fn started(pid: u32) -> Option<String> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program may hold anything, so look behind its last bracket.
    let mut words = stat.rsplit(')').next()?.split_whitespace();
    let state = words.next()?;
    if state == "Z" || state == "X" { None } else { words.nth(18).map(String::from) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_dead_when_it_is_gone_or_its_number_is_anothers() {
        let mine = name();
        assert!(!is_dead(&mine), "{mine}");
        assert!(!is_dead(&slot(&mine, 3)), "{mine}");
        let (front, start) = mine.rsplit_once('/').unwrap();
        assert!(is_dead(&format!("{front}/{}", start.parse::<u64>().unwrap() + 1)));
        let mut child = process::Command::new("true").spawn().unwrap();
        let (pid, start) = (child.id(), started(child.id()).unwrap_or("1".into()));
        child.wait().unwrap();
        assert!(is_dead(&format!("{}/{pid}/{start}", machine())));
        assert!(is_dead(&slot(&format!("{}/{pid}/{start}", machine()), 0)));
        assert!(!is_dead("another/machine/1/1"));
    }
}

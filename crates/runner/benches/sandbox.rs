//! What a jail costs: to start in it, to be stopped and woken, to say a line. Beside it, in the same run, `bwrap`.
//!
//! Ways are measured in turn, so that a noisy machine is noisy for all of them.
use runner::{Bounds, Child, Confinement, Errand, Ground, Level};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const STARTS: usize = 60;
const TURNS: usize = 400;
const LINES: usize = 5_000;
const BOUNDS: Bounds = Bounds { memory: Some(256 << 20), disk: 32 << 20, processes: 32, cpu: None, network: false };
/// Says a line and repeats what it hears: a program that starts at once.
const ECHO: &[&str] = &["/bin/sh", "-c", "echo ready; exec cat"];
/// What people usually tell bwrap.
const BWRAP: &[&str] = &[
    "bwrap",
    "--unshare-all",
    "--die-with-parent",
    "--new-session",
    "--ro-bind",
    "/usr",
    "/usr",
    "--symlink",
    "usr/bin",
    "/bin",
    "--symlink",
    "usr/lib",
    "/lib",
    "--symlink",
    "usr/lib64",
    "/lib64",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--tmpfs",
    "/tmp",
];

struct Way {
    name: String,
    words: Vec<&'static str>,
    confinement: Confinement,
    bounds: Bounds,
}

impl Way {
    fn start(&self, folder: &Path) -> Child {
        let mut command = Command::new(self.words[0]);
        command.args(&self.words[1..]).env_clear().env("PATH", "/usr/bin:/bin").current_dir(folder);
        let mut child = Child::spawn(Errand::from(command), self.confinement, self.bounds).expect("it starts");
        assert_eq!(child.receive(soon()).expect("it says so"), "ready");
        child
    }
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}

fn main() {
    // Cargo passes words of its own; a test run of benches wants nothing measured.
    if std::env::args().any(|word| word == "--test") {
        return;
    }
    runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
    let folder = tempfile::tempdir().expect("there is room");
    let mut ways = vec![Way { name: "bare".into(), words: ECHO.to_vec(), confinement: Confinement::NONE, bounds: BOUNDS }];
    for finding in Ground::proven().findings.iter().rev() {
        match &finding.lacks {
            Some(why) => println!("{} is left out: {why}", finding.level.name()),
            None => ways.push(Way {
                name: finding.level.name().into(),
                words: ECHO.to_vec(),
                confinement: finding.level.confinement(),
                bounds: BOUNDS,
            }),
        }
    }
    if Command::new("bwrap").arg("--version").output().is_ok_and(|out| out.status.success()) {
        ways.push(Way { name: "bwrap".into(), words: [BWRAP, ECHO].concat(), confinement: Confinement::NONE, bounds: BOUNDS });
    } else {
        println!("bwrap is left out: it is not installed");
    }
    starts(&ways, folder.path());
    freezes(&ways, folder.path());
    lines(&ways, folder.path());
}

fn starts(ways: &[Way], folder: &Path) {
    let mut times = vec![Vec::new(); ways.len()];
    for _ in 0..STARTS {
        for (way, times) in ways.iter().zip(&mut times) {
            let begin = Instant::now();
            let child = way.start(folder);
            times.push(begin.elapsed());
            drop(child);
        }
    }
    report("start to first line, ms", 1e3, ways, times);
}

fn freezes(ways: &[Way], folder: &Path) {
    let held: Vec<&Way> = ways.iter().filter(|way| way.confinement.level() > Level::Trusted).collect();
    let mut times = vec![Vec::new(); held.len()];
    let mut children: Vec<Child> = held.iter().map(|way| way.start(folder)).collect();
    // Launchers take the places of those that were taken meanwhile.
    std::thread::sleep(Duration::from_secs(1));
    for _ in 0..TURNS {
        for (child, times) in children.iter_mut().zip(&mut times) {
            let begin = Instant::now();
            child.freeze().expect("it stops");
            child.thaw().expect("it goes on");
            times.push(begin.elapsed());
        }
    }
    report_of("freeze and thaw, us", 1e6, held.iter().map(|way| way.name.as_str()), times);
}

fn lines(ways: &[Way], folder: &Path) {
    let mut times = vec![Vec::new(); ways.len()];
    let mut children: Vec<Child> = ways.iter().map(|way| way.start(folder)).collect();
    for _ in 0..LINES / 100 {
        for (child, times) in children.iter_mut().zip(&mut times) {
            for _ in 0..100 {
                let begin = Instant::now();
                child.send("a line that comes back\n", soon()).expect("it reads");
                child.receive(soon()).expect("it answers");
                times.push(begin.elapsed());
            }
        }
    }
    report("one line there and back, us", 1e6, ways, times);
}

fn report(what: &str, unit: f64, ways: &[Way], times: Vec<Vec<Duration>>) {
    report_of(what, unit, ways.iter().map(|way| way.name.as_str()), times);
}

fn report_of<'a>(what: &str, unit: f64, names: impl Iterator<Item = &'a str>, times: Vec<Vec<Duration>>) {
    println!("{what}: median (tenth)");
    for (name, mut times) in names.zip(times) {
        times.sort_unstable();
        let at = |share: usize| times[times.len() * share / 10].as_secs_f64() * unit;
        println!("  {name:6} {:8.2} ({:.2})", at(5), at(1));
    }
}

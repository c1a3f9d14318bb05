//! The engine itself is killed in mid-game: nobody is left to tidy up, and everything is gone all the same.
use crate::arena::Bout;
use crate::leftovers::{self, House, groups, mounts, settled};
use crate::levels;
use crate::table::ATTACKS;
use runner::{Bounds, Child, Errand, Level};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set for the engine that is to be killed: the level at which it plays.
const ROLE: &str = "BARNYARD_ENGINE_TO_KILL";

/// Is no test but the other program of the one below, when that asks for it.
#[test]
fn an_engine_that_waits_to_be_killed() {
    let Ok(level) = std::env::var(ROLE) else { return };
    let level: Level = level.parse().unwrap();
    levels::prepare();
    let _house = House::enter();
    // A spinner that ignores every signal, with all the time of the world.
    let attack = ATTACKS.iter().find(|attack| attack.id == "27").unwrap();
    Bout { budget: Duration::from_secs(600), ..Bout::of(attack, level.confinement()) }.fact("family", true).play();
}

/// The copies that bots without namespaces play in.
fn copies(engine: u32) -> Vec<String> {
    let temporary = std::fs::read_dir(leftovers::place().join(format!("barnyard-attacks-{engine}"))).into_iter().flatten().flatten();
    let copies = temporary.filter(|item| item.file_name().to_string_lossy().starts_with("barnyard-jail-"));
    copies.map(|item| item.path().display().to_string()).collect()
}

/// Launchers that an engine started: of its bots, and those that wait.
fn launchers(engine: u32) -> Vec<u32> {
    let parent = format!("PPid:\t{engine}\n");
    let is_child = |pid: &u32| std::fs::read_to_string(format!("/proc/{pid}/status")).is_ok_and(|status| status.contains(&parent));
    leftovers::processes("__jail").into_iter().filter(is_child).collect()
}

#[test]
fn an_engine_that_is_killed_leaves_nobody_behind() {
    let house = House::enter();
    for level in [Level::Strong, Level::Isolated, Level::Confined] {
        if !levels::is_offered(level) {
            continue;
        }
        let before = mounts();
        let mut engine = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "ends::an_engine_that_waits_to_be_killed"])
            .env(ROLE, level.name())
            .env("TMPDIR", leftovers::place())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let tag = format!("hostile-{}x", engine.id());
        let deadline = Instant::now() + Duration::from_secs(30);
        // Itself, two children and the opponent's: it is in the middle of its turn.
        while leftovers::processes(&tag).len() < 3 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(leftovers::processes(&tag).len() >= 3, "it plays at {}", level.name());
        let launchers = launchers(engine.id());
        assert!(launchers.len() >= 2, "one a bot");
        engine.kill().unwrap();
        engine.wait().unwrap();
        let left = settled(|| {
            let tags = [tag.clone(), format!("honest-{}x", engine.id())];
            let processes = tags.into_iter().flat_map(|tag| leftovers::processes(&tag));
            let processes = processes.chain(leftovers::processes("__jail").into_iter().filter(|pid| launchers.contains(pid)));
            let left = processes.map(|pid| format!("process {pid}"));
            let left = left.chain(groups(engine.id()).into_iter().map(|group| format!("group {}", group.display())));
            left.chain(copies(engine.id())).collect()
        });
        assert!(left.is_empty(), "left behind at {}: {left:?}", level.name());
        assert_eq!(mounts(), before, "at {}", level.name());
    }
    // What the engine itself had in its temporary folder stays: the system tidies up there.
    std::fs::remove_dir_all(leftovers::place()).unwrap();
    assert!(house.left().is_empty(), "{:?}", house.left());
}

/// Launchers stand by for the next bots. One that dies meanwhile costs nobody a game.
#[test]
fn a_launcher_that_died_while_it_waited_is_replaced() {
    let house = House::enter();
    let folder = tempfile::tempdir_in(leftovers::place()).unwrap();
    for level in [Level::Strong, Level::Isolated, Level::Confined].into_iter().filter(|level| levels::is_offered(*level)) {
        let start = || {
            let mut command = Command::new("/bin/echo");
            command.arg("here").env_clear().current_dir(folder.path());
            let bounds = Bounds { memory: Some(64 << 20), disk: 1 << 20, processes: 8, cpu: None, network: false };
            let mut child = Child::spawn(Errand::from(command), level.confinement(), bounds).unwrap();
            assert_eq!(child.receive(Instant::now() + Duration::from_secs(10)), Ok("here".into()), "at {}", level.name());
        };
        start();
        let deadline = Instant::now() + Duration::from_secs(10);
        while launchers(std::process::id()).len() < 2 && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(5));
        }
        let waiting = launchers(std::process::id());
        assert!(waiting.len() >= 2, "some wait at {}", level.name());
        for pid in &waiting {
            Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
        }
        // Nobody collects them yet. From then on their jails are dying too.
        let is_dead = |pid: &u32| std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "));
        while !waiting.iter().all(is_dead) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
        }
        (0..6).for_each(|_| start());
    }
    drop(folder);
    assert!(house.left().is_empty(), "{:?}", house.left());
}

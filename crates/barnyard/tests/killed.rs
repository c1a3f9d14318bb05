//! Tournaments that are killed and interrupted: whatever happens, the log ends up the same.
#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;
mod cup;

use cluster::Cluster;
use cup::{Chaos, Running, Yard, end, long, signal};

/// A tournament of so many games.
struct Season {
    args: Vec<&'static str>,
    games: u64,
    /// How far the last kill may be from the start: a batch of fast games is recorded at once.
    until: u64,
}

/// Two thousand fast matches.
fn quick() -> Season {
    let args = vec!["tournament", "chickens", "Henny", "Yolanda", "-n", "2000", "--seating", "once", "--name", "cup"];
    Season { args, games: 2_000, until: 500 }
}

/// Matches of which a second holds a few dozen.
fn slow(games: &'static str, until: u64) -> Season {
    let args = vec!["tournament", "orchard", "random_source", "runaway_source", "-n", games, "--seating", "once", "--name", "cup"];
    Season { args, games: games.parse().unwrap(), until }
}

fn killed_and_resumed(season: &Season) {
    let (calm, wild) = (Yard::new(), Yard::new());
    calm.said(&season.args);
    assert_eq!(calm.spy().games(), season.games);
    let mut chaos = Chaos::new();
    let mut points: Vec<u64> = (0..5).map(|_| 1 + chaos.below(season.until)).collect();
    points.sort_unstable();
    let mut child = wild.spawn(&season.args);
    let mut before = 0;
    for point in points {
        // Somewhere in the middle of play, and later than the last time.
        wild.spy().wait_for(point.max(before + 1));
        signal(&child, "KILL");
        assert_eq!(child.wait().unwrap().code(), None, "it was killed");
        let after = wild.spy().games();
        println!("killed with {after} of {} games recorded; {point} was the point", season.games);
        assert!(before < after && after < season.games, "kills fall into play: {before}, {after}");
        before = after;
        child = wild.spawn(&["tournament", "--resume", "--name", "cup"]);
    }
    assert!(end(&mut child).success());
    assert_eq!(wild.log(), calm.log());
    assert_eq!(wild.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

fn shared_and_one_killed(cluster: &Cluster, season: &Season) {
    let (calm, wild) = (Yard::new(), Yard::on(cluster.database()));
    calm.said(&season.args);
    // Only workers play; this one directs.
    let mut director = wild.spawn(&[&season.args[..], &["--jobs", "0"]].concat());
    let mut spy = wild.spy();
    for _ in 0..2_000 {
        if wild.run(&["standings"]).status.success() {
            break;
        }
    }
    let mut workers: Vec<Running> = (0..3).map(|_| wild.spawn(&["worker", "--jobs", "1", "--drain"])).collect();
    let victim = format!("/{}/", workers[0].id());
    let point = spy.wait_for(1 + Chaos::new().below(season.until));
    // It must lose something: wait until it has fixtures.
    for _ in 0..5_000 {
        if spy.owners().iter().any(|owner| owner.contains(&victim)) {
            break;
        }
    }
    signal(&workers[0], "KILL");
    workers[0].wait().unwrap();
    let after = spy.games();
    println!("killed with {after} of {} games recorded; {point} was the point", season.games);
    assert!(0 < after && after < season.games, "the kill falls into play: {after}");
    assert!(end(&mut director).success());
    workers[1..].iter_mut().for_each(|worker| assert!(end(worker).success()));
    let rows = spy.rows();
    for worker in &workers[1..] {
        assert!(rows.iter().any(|row| row.worker.contains(&format!("/{}/", worker.id()))), "everybody played");
    }
    assert_eq!(wild.log(), calm.log());
    assert_eq!(wild.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

#[test]
fn killed_five_times_and_resumed_it_has_the_same_log() {
    killed_and_resumed(&quick());
}

#[test]
fn long_killed_five_times_at_any_point() {
    if long() {
        killed_and_resumed(&slow("2000", 1_900));
    }
}

#[test]
fn three_workers_share_a_server_and_one_is_killed() {
    let Some(cluster) = Cluster::start() else { return };
    shared_and_one_killed(&cluster, &slow("300", 60));
}

#[test]
fn long_three_workers_share_a_server_and_one_is_killed_at_any_point() {
    if !long() {
        return;
    }
    let Some(cluster) = Cluster::start() else { return };
    shared_and_one_killed(&cluster, &slow("2000", 1_900));
}

/// A chicken that thinks for ever while there is a file called `slow` beside it.
const SLEEPY: &str = r#"
import os, time

class PlayerAgent:
    def __init__(self, board, time_left):
        self.slow = os.path.exists(os.path.join(os.path.dirname(os.path.abspath(__file__)), "slow"))

    def play(self, board, sensor_data, time_left):
        while self.slow:
            time.sleep(0.1)
        return board.get_valid_moves()[0]
"#;

fn sleepy() -> Yard {
    let yard = Yard::new();
    yard.write("Sleepy/agent.py", SLEEPY);
    yard.write("Sleepy/slow", "");
    yard
}

/// The first fixture is Sleepy's, the second is not: of two slots one hangs at once, and the other one plays.
const NAPS: [&str; 9] = ["tournament", "chickens", "Henny", "./Sleepy", "Yolanda", "-n", "4", "--name", "cup"];

#[test]
fn the_first_ctrl_c_ends_in_good_order_and_says_how_to_go_on() {
    let (calm, yard) = (Yard::new(), Yard::new());
    let args = [&cup::FOUR[..], &["-n", "3000", "--name", "cup"]].concat();
    calm.said(&args);
    let mut child = yard.spawn_heard(&args, "told");
    yard.spy().wait_for(1);
    signal(&child, "INT");
    let status = end(&mut child);
    let told = yard.read("told");
    assert_eq!(status.code(), Some(2), "{told}");
    for what in [
        "stopping after the games that are being played; once more stops at once",
        "nothing recorded is lost. Go on with: barnyard tournament --resume --name \"cup\" --database barnyard.db",
    ] {
        assert!(told.contains(what), "{what}: {told}");
    }
    let mut spy = yard.spy();
    let before = spy.rows();
    assert!(!before.is_empty() && before.len() < 36_000, "{}", before.len());
    assert_eq!(spy.owners(), [""; 0], "what was claimed is returned");
    yard.said(&["tournament", "--resume"]);
    let after = spy.rows();
    assert!(before.iter().all(|row| after.binary_search_by_key(&(row.fixture, row.game), |row| (row.fixture, row.game)).is_ok()));
    assert_eq!(yard.log(), calm.log());
}

#[test]
fn the_second_ctrl_c_stops_at_once_and_loses_nothing() {
    let (calm, yard) = (sleepy(), sleepy());
    std::fs::remove_file(calm.path("Sleepy/slow")).unwrap();
    calm.said(&NAPS);
    let mut child = yard.spawn_heard(&[&NAPS[..], &["--jobs", "2"]].concat(), "told");
    let mut spy = yard.spy();
    spy.wait_for(2);
    signal(&child, "INT");
    for _ in 0..1_000 {
        if yard.read("told").contains("once more stops at once") {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(child.try_wait().unwrap().is_none(), "it waits for the game that is being played: {}", yard.read("told"));
    let recorded = spy.rows();
    signal(&child, "INT");
    assert_eq!(end(&mut child).code(), Some(130), "{}", yard.read("told"));
    assert!(!recorded.is_empty() && spy.rows().starts_with(&recorded[..1]));
    assert!(recorded.iter().all(|row| spy.rows().contains(row)), "nothing recorded is lost");
    for _ in 0..500 {
        if bots_of(&yard).is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(bots_of(&yard), [""; 0], "no bot outlives it");
    std::fs::remove_file(yard.path("Sleepy/slow")).unwrap();
    yard.said(&["tournament", "--resume"]);
    assert_eq!(yard.log(), calm.log());
    assert_eq!(yard.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

/// Processes that have something open or to do in the yard.
fn bots_of(yard: &Yard) -> Vec<String> {
    let here = yard.folder.path().canonicalize().unwrap();
    let about = |entry: std::fs::DirEntry| {
        let pid: u32 = entry.file_name().to_string_lossy().parse().ok()?;
        let line = std::fs::read(entry.path().join("cmdline")).ok()?;
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        let at = std::fs::read_link(entry.path().join("cwd")).unwrap_or_default();
        (pid != std::process::id() && (line.contains(here.to_str()?) || line.contains("Sleepy") || at.starts_with(&here))).then_some(line)
    };
    std::fs::read_dir("/proc").unwrap().flatten().filter_map(about).collect()
}

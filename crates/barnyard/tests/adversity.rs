//! What goes wrong around a tournament: databases that go away, full disks, bots that cannot play.
#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;
mod cup;

use cluster::Cluster;
use cup::{Running, Spy, Yard, end};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Slow enough that something can happen meanwhile.
const CUP: [&str; 9] = ["tournament", "orchard", "random_source", "runaway_source", "-n", "120", "--seating", "once", "--name=cup"];

#[test]
fn a_server_that_comes_back_in_time_is_waited_for() {
    let Some(mut cluster) = Cluster::start() else { return };
    let (calm, yard) = (Yard::new(), Yard::on(cluster.database()));
    calm.said(&CUP);
    let mut child = yard.spawn_heard(&CUP, "told");
    for more in [1, 20] {
        yard.spy().wait_for(more);
        cluster.stop();
        std::thread::sleep(Duration::from_millis(1500));
        cluster.go_on();
    }
    let status = end(&mut child);
    let told = yard.read("told");
    assert!(status.success(), "{told}");
    assert!(told.contains("does not answer") && told.contains("trying again for 30 s") && told.contains("answers again"), "{told}");
    assert_eq!(yard.log(), calm.log());
    assert_eq!(yard.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

#[test]
fn a_server_that_stays_away_stops_it_and_it_can_be_resumed() {
    let Some(mut cluster) = Cluster::start() else { return };
    let (calm, yard) = (Yard::new(), Yard::on(cluster.database()));
    calm.said(&CUP);
    let mut child = yard.spawn_heard(&[&CUP[..], &["--patience", "2"]].concat(), "told");
    let before = yard.spy().wait_for(1);
    cluster.stop();
    let status = end(&mut child);
    let told = yard.read("told");
    assert_eq!(status.code(), Some(2), "{told}");
    let last = told.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: postgres://postgres@localhost/yard1") && last.contains("does not answer: "), "{told}");
    assert!(last.ends_with("; nothing recorded is lost, and barnyard tournament --resume goes on from here"), "{told}");
    assert!(yard.refused(&["standings"]).contains("cannot be opened"));
    cluster.go_on();
    let after = yard.spy().games();
    assert!(before <= after && after < 120, "what was recorded is there, and not all of it: {before}, {after}");
    yard.said(&["tournament", "--resume"]);
    assert_eq!(yard.log(), calm.log());
    assert_eq!(yard.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

/// Whether a disk of our own can be made here; says why not.
fn disks() -> bool {
    let tried = Command::new("unshare").args(["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]).output();
    let why = match tried {
        Ok(out) if out.status.success() => return true,
        Ok(out) => String::from_utf8_lossy(&out.stderr).trim().to_string(),
        Err(error) => error.to_string(),
    };
    println!("skipped: no small disk can be mounted here: {why}");
    false
}

#[test]
fn a_full_disk_is_named_and_with_more_room_it_goes_on() {
    if !disks() {
        return;
    }
    let (calm, yard) = (Yard::new(), Yard::new());
    let args = [&cup::FOUR[..], &["-n", "3000", "--name", "cup"]].concat();
    calm.said(&args);
    std::fs::create_dir(yard.path("disk")).unwrap();
    // A disk that fills up in the middle, and then grows.
    let script = format!(
        r#"mount -t tmpfs -o size=2m none disk || exit 9
        "$0" {} --database disk/cup.db > /dev/null 2> told; echo $? > code
        "$0" export --json --database disk/cup.db > part.json || exit 8
        mount -t tmpfs -o remount,size=200m none disk || exit 7
        "$0" tournament --resume --json --database disk/cup.db > table.json || exit 6
        "$0" standings --json --database disk/cup.db > again.json || exit 5
        "$0" export --json --database disk/cup.db > all.json || exit 4"#,
        args.join(" ")
    );
    let mut shell = Command::new("unshare");
    shell.args(["-Urm", "sh", "-c", &script, env!("CARGO_BIN_EXE_barnyard")]).current_dir(yard.folder.path()).stdin(Stdio::null());
    let out = shell.output().unwrap();
    let told = yard.read("told");
    assert!(out.status.success(), "{:?}: {told}{}", out.status, String::from_utf8_lossy(&out.stderr));
    assert_eq!(
        (told.trim_end(), yard.read("code").trim()),
        (
            "error: the disk is full: disk/cup.db cannot grow; nothing recorded is lost, and barnyard tournament --resume goes on from here",
            "2"
        )
    );
    let games = |name: &str| serde_json::from_str::<serde_json::Value>(&yard.read(name)).unwrap()["games"].clone();
    let (part, all) = (games("part.json"), games("all.json"));
    let (part, all) = (part.as_array().unwrap(), all.as_array().unwrap());
    assert!(!part.is_empty() && part.len() < all.len(), "it filled up in the middle: {} of {}", part.len(), all.len());
    assert_eq!(Some(all), calm.log().as_array());
    let table = calm.said(&["standings", "--json"]);
    assert_eq!((yard.read("table.json"), yard.read("again.json")), (table.clone(), table));
}

#[test]
fn a_database_of_a_newer_version_is_refused() {
    let yard = Yard::new();
    yard.said(&["tournament", "microchess", "Realist", "Monkey", "-n", "1"]);
    let newer =
        "import sqlite3, sys\nbase = sqlite3.connect(sys.argv[1])\nbase.execute('INSERT INTO barnyard_schema VALUES (99)')\nbase.commit()";
    let changed = Command::new("python3").args(["-c", newer]).arg(yard.path("barnyard.db")).status();
    if !changed.is_ok_and(|status| status.success()) {
        println!("skipped: there is no Python with SQLite here");
        return;
    }
    let said = format!("barnyard.db was written by a newer Barnyard: its tables are of version 99, and this one knows {}", store::VERSION);
    for command in
        [&["standings"][..], &["tournament", "--resume"], &["tournament", "microchess", "Realist", "Monkey"], &["worker", "--drain"]]
    {
        assert_eq!(yard.refused(command), said, "{command:?}");
    }
}

/// It always takes the first move.
const SIMPLE: &str = "
class PlayerAgent:
    def __init__(self, board, time_left):
        pass

    def play(self, board, sensor_data, time_left):
        return board.get_valid_moves()[0]
";

const PAIR: [&str; 9] = ["tournament", "chickens", "Henny", "./Simple", "Yolanda", "-n", "3", "--name", "cup"];

/// A tournament that somebody directs, with a bot in it that is a program.
fn directed(yard: &Yard) -> (Running, Spy) {
    yard.write("Simple/agent.py", SIMPLE);
    let director = yard.spawn_heard(&[&PAIR[..], &["--jobs", "0"]].concat(), "director");
    let mut spy = yard.spy();
    for _ in 0..3_000 {
        if spy.queued() == 9 {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(spy.queued(), 9, "{}", yard.read("director"));
    (director, spy)
}

fn calm() -> Yard {
    let yard = Yard::new();
    yard.write("Simple/agent.py", SIMPLE);
    yard.said(&PAIR);
    yard
}

#[test]
fn a_worker_plays_on_without_a_bot_that_is_gone() {
    let yard = Yard::new();
    let (mut director, mut spy) = directed(&yard);
    std::fs::rename(yard.path("Simple"), yard.path("Moved")).unwrap();
    let mut worker = yard.spawn_heard(&["worker", "--jobs", "1", "--drain"], "worker");
    assert_eq!(end(&mut director).code(), Some(1), "{}", yard.read("director"));
    assert!(end(&mut worker).success(), "{}", yard.read("worker"));
    let told = yard.read("worker");
    assert!(told.contains("\"cup\": Simple cannot play here: ") && told.contains("there is no such file"), "{told}");
    assert!(told.contains(": given up"), "{told}");
    assert_eq!(spy.games(), 6, "the others have met");
    let table = yard.said(&["standings"]);
    let row = table.lines().find(|line| line.contains("Simple")).unwrap();
    assert!(row.contains('–') && row.starts_with('3'), "{table}");
    assert!(yard.read("director").contains("6 fixtures could not be played: "), "{}", yard.read("director"));
    std::fs::rename(yard.path("Moved"), yard.path("Simple")).unwrap();
    yard.said(&["tournament", "--resume"]);
    assert_eq!(yard.log(), calm().log());
}

#[test]
fn a_worker_leaves_a_bot_it_cannot_open_to_one_that_can() {
    if Command::new("unshare").args(["-m", "mount", "-t", "tmpfs", "none", "/mnt"]).output().map_or(true, |out| !out.status.success()) {
        println!("skipped: only root can show one process other files than another");
        return;
    }
    let yard = Yard::new();
    let (mut director, mut spy) = directed(&yard);
    // One sees an empty folder where the others see the bot.
    let script = format!("mount -t tmpfs none Simple && exec \"$0\" worker --jobs 1 --drain --database {}", yard.database);
    let mut blind = Command::new("unshare");
    blind.args(["-m", "sh", "-c", &script, env!("CARGO_BIN_EXE_barnyard")]).current_dir(yard.folder.path()).stdin(Stdio::null());
    let mut blind = Running(blind.stderr(std::fs::File::create(yard.path("blind")).unwrap()).spawn().unwrap());
    for _ in 0..2_000 {
        if yard.read("blind").contains("Simple cannot play here: ") {
            break;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(yard.read("blind").contains("Simple cannot play here: "), "{}", yard.read("blind"));
    let mut seeing = yard.spawn_heard(&["worker", "--jobs", "1", "--drain"], "seeing");
    assert!(end(&mut director).success(), "{}", yard.read("director"));
    assert!(end(&mut blind).success(), "{}", yard.read("blind"));
    assert!(end(&mut seeing).success(), "{}", yard.read("seeing"));
    assert!(!yard.read("blind").contains("given up"), "{}", yard.read("blind"));
    let played = |child: &Running, spy: &mut Spy| spy.rows().iter().any(|row| row.worker.contains(&format!("/{}/", child.id())));
    assert!(played(&blind, &mut spy) && played(&seeing, &mut spy), "both played");
    assert_eq!(yard.log(), calm().log());
}

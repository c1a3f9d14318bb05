//! Whole tournaments through the executable: stopped, killed, resumed, checked.
#[path = "../../store/tests/cluster/mod.rs"]
mod cluster;

use cluster::Cluster;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A folder with a database of its own.
struct Yard {
    folder: tempfile::TempDir,
    database: String,
}

impl Yard {
    fn new() -> Yard {
        Yard { folder: tempfile::tempdir().unwrap(), database: "barnyard.db".into() }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
        command.args(args).args(["--database", &self.database]).current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    #[track_caller]
    fn said(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, args: &[&str]) -> Value {
        serde_json::from_str(&self.said(args)).unwrap()
    }

    #[track_caller]
    fn refused(&self, args: &[&str]) -> String {
        let out = self.run(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&out.stdout));
        let text = String::from_utf8(out.stderr).unwrap();
        assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
        text.trim_end().strip_prefix("error: ").expect("an error says so").to_string()
    }

    fn spawn(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }
}

const FOUR: [&str; 6] = ["tournament", "microchess", "Realist", "Monkey", "Scrapper", "Nihilist"];

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tournaments")
}

#[test]
fn a_tournament_is_played_once_and_anybody_gets_the_same_table() {
    let (a, b) = (Yard::new(), Yard::new());
    let table = a.said(&[&FOUR[..], &["-n", "50", "--jobs", "1", "--json"]].concat());
    assert_eq!(table, b.said(&[&FOUR[..], &["-n", "50", "--jobs", "3", "--json"]].concat()), "slots change nothing");
    assert_eq!(a.said(&["standings", "--json"]), table);
    assert_eq!(a.said(&["tournament", "--resume", "--json"]), table, "there is nothing left to play");
    let table: Value = serde_json::from_str(&table).unwrap();
    assert_eq!((table["games"].as_u64(), table["rows"].as_array().unwrap().len()), (Some(600), 4));
    let matrix = a.json(&["matrix", "--json"]);
    assert_eq!(matrix["cells"].as_array().unwrap().len(), 12);
    assert_eq!(a.said(&["export", "--csv"]).lines().count(), 1 + 2 * 600);
    assert!(a.said(&["standings"]).contains("600 games"));
}

#[test]
fn every_schedule_comes_to_an_end() {
    let yard = Yard::new();
    for schedule in ["round-robin", "series", "swiss", "gauntlet", "knockout", "double-knockout", "ladder"] {
        let table = yard.json(&[&FOUR[..], &["--schedule", schedule, "-n", "2", "--name", schedule, "--json"]].concat());
        assert!(table["games"].as_u64().unwrap() > 4, "{schedule}");
        let places: Vec<_> = table["rows"].as_array().unwrap().iter().map(|row| row["place"].as_u64().unwrap()).collect();
        assert!(places.is_sorted() && places[0] == 1, "{schedule}: {places:?}");
    }
}

/// The log as a set, without who played it.
fn log(yard: &Yard) -> Value {
    yard.json(&["export", "--json"])["games"].clone()
}

fn killed_and_resumed(fixtures: &str, pauses: [u64; 5]) {
    let (calm, wild) = (Yard::new(), Yard::new());
    let args = [&FOUR[..], &["-n", fixtures, "--jobs", "2", "--name", "cup"]].concat();
    calm.said(&args);
    let mut child = wild.spawn(&args);
    for pause in pauses {
        std::thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
        // Killed before it began, it has nothing to go on with.
        let begun = wild.run(&["standings"]).status.success();
        child = wild.spawn(if begun { &["tournament", "--resume", "--name", "cup"] } else { &args });
    }
    assert!(child.wait().unwrap().success());
    assert_eq!(log(&wild), log(&calm));
    assert_eq!(wild.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

#[test]
fn killed_five_times_and_resumed_it_has_the_same_log() {
    killed_and_resumed("3000", [60, 150, 90, 220, 130]);
}

#[test]
fn long_killed_five_times_in_a_large_tournament() {
    if std::env::var_os("BARNYARD_LONG").is_none_or(|long| long != "1") {
        return;
    }
    killed_and_resumed("20000", [400, 900, 300, 1200, 700]);
}

#[test]
fn ctrl_c_stops_in_good_order() {
    let yard = Yard::new();
    let args = [&FOUR[..], &["-n", "20000", "--name", "cup"]].concat();
    let mut child = yard.command(&args).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut told = String::new();
    std::io::Read::read_to_string(child.stderr.as_mut().unwrap(), &mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(2), "{told}");
    assert!(told.contains("nothing recorded is lost") && told.contains("barnyard tournament --resume --name \"cup\""), "{told}");
}

#[test]
fn three_workers_share_a_server_and_one_is_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let (calm, mut yard) = (Yard::new(), Yard::new());
    yard.database = cluster.database();
    let args = [&FOUR[..], &["-n", "3000", "--name", "cup"]].concat();
    calm.said(&args);
    // Only workers play; this one directs.
    let mut director = yard.spawn(&[&args[..], &["--jobs", "0"]].concat());
    // As soon as there are so many games, and long before the end.
    let wait_for = |games: u64| {
        for _ in 0..400 {
            let listed = yard.run(&["standings", "--list", "--json"]);
            let listed: Value = serde_json::from_slice(&listed.stdout).unwrap_or_default();
            if listed[0]["games"].as_u64().is_some_and(|found| found >= games) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{games} games are not played");
    };
    wait_for(0);
    let mut workers: Vec<Child> = (0..3).map(|_| yard.spawn(&["worker", "--jobs", "1", "--drain"])).collect();
    wait_for(1);
    workers[0].kill().unwrap();
    workers[0].wait().unwrap();
    assert!(director.wait().unwrap().success());
    for worker in &mut workers[1..] {
        assert!(worker.wait().unwrap().success());
    }
    assert_eq!(log(&yard), log(&calm));
    assert_eq!(yard.said(&["standings", "--json"]), calm.said(&["standings", "--json"]));
}

#[test]
fn bundles_hold_until_somebody_changes_them() {
    let yard = Yard::new();
    yard.said(&[&FOUR[..], &["-n", "3", "--tapes", "all", "--html", "report.html"]].concat());
    assert!(yard.said(&["bundle", "cup.zip"]).contains("36 games of \"microchess-1\", 36 with a tape"));
    let verify = |name: &str| Command::new(env!("CARGO_BIN_EXE_barnyard")).arg("verify").arg(yard.path(name)).output().unwrap();
    let out = verify("cup.zip");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    assert!(String::from_utf8_lossy(&out.stdout).contains("36 games played again, ratings and grades follow from them"));
    // A result that is a little better than it was.
    let mut from = zip::ZipArchive::new(std::fs::File::open(yard.path("cup.zip")).unwrap()).unwrap();
    let mut to = zip::ZipWriter::new(std::fs::File::create(yard.path("forged.zip")).unwrap());
    for n in 0..from.len() {
        let mut file = from.by_index(n).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut bytes).unwrap();
        if name == "results.jsonl" {
            bytes = String::from_utf8(bytes).unwrap().replacen("\"seats\":[[0,", "\"seats\":[[0,9", 1).into_bytes();
        }
        to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        std::io::Write::write_all(&mut to, &bytes).unwrap();
    }
    to.finish().unwrap();
    let out = verify("forged.zip");
    let told = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{told}");
    for what in
        ["not the file that the manifest was written with", "ended differently from what the log says", "does not follow from the results"]
    {
        assert!(told.contains(what), "{what}: {told}");
    }
    let page = std::fs::read_to_string(yard.path("report.html")).unwrap();
    let link = page.split("href=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a link to a tape");
    assert!(yard.path(link).is_file(), "{link}");
    assert!(page.contains("<svg") && page.contains("score of v") && page.contains("Scrapper"));
}

#[test]
fn a_void_stays_in_the_log_and_counts_no_more() {
    let yard = Yard::new();
    yard.said(&[&FOUR[..], &["-n", "2"]].concat());
    assert!(yard.said(&["void", "3.1", "--why", "the wrong bot"]).contains("game 1 of fixture 3"));
    assert!(yard.said(&["void", "4", "--again"]).contains("played again"));
    let table = yard.json(&["tournament", "--resume", "--json"]);
    assert_eq!((table["games"].as_u64(), table["voided"].as_u64()), (Some(23), Some(3)));
    assert_eq!(log(&yard).as_array().unwrap().len(), 26);
}

#[test]
fn the_ready_made_tournaments_run_and_grade() {
    let yard = Yard::new();
    for (file, games, graded) in
        [("co456", 2_000, true), ("cs3600", 8, true), ("jigga", 24, false), ("aiarena21", 36, false), ("aiarena21-final", 4, false)]
    {
        let path = examples().join(file).with_extension("toml");
        let table = yard.json(&["tournament", path.to_str().unwrap(), "--json"]);
        assert!(table["games"].as_u64().unwrap() >= games, "{file}: {table}");
        if graded {
            let grades = yard.json(&["grade", "--json"]);
            assert!(!grades["rows"].as_array().unwrap().is_empty(), "{file}");
        }
    }
    let shown = yard.said(&["grade", "--name", "CO 456"]);
    assert!(shown.contains("Oracle") && !shown.contains("Scrapper"), "the Horde is not graded: {shown}");
}

/// The solver knows the exact payoffs; every pair must lie within four standard errors.
#[test]
fn the_horde_is_paid_what_the_solver_says() {
    let yard = Yard::new();
    let horde = ["Monkey", "Nihilist", "Optimist", "Pessimist", "Queller", "Realist", "Scrapper", "Truster", "Utilitarian"];
    yard.said(&[&["tournament", "microchess"][..], &horde, &["--schedule", "series", "--series-length", "150"]].concat());
    let solved = Command::new(env!("CARGO_BIN_EXE_barnyard")).args(["solve", "microchess", "matrix", "--json"]).output().unwrap();
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    let names: Vec<&str> = solved["names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let exact = |a: &str, b: &str| {
        let at = |name: &str| names.iter().position(|known| *known == name).unwrap();
        solved["payoff"][at(a)][at(b)].as_f64().unwrap()
    };
    let matrix = yard.json(&["matrix", "--json"]);
    let cells = matrix["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 72);
    for cell in cells {
        let (a, b) = (cell["bot"].as_str().unwrap(), cell["against"].as_str().unwrap());
        let (mean, error) = (cell["payoff"].as_f64().unwrap(), cell["payoff_error"].as_f64().unwrap());
        assert!((mean - exact(a, b)).abs() <= 4.0 * error + 1e-9, "{a} v {b}: {mean} ± {error}, exactly {}", exact(a, b));
    }
}

#[test]
fn games_without_a_sandbox_are_kept_and_never_rated() {
    let yard = Yard::new();
    let made =
        Command::new(env!("CARGO_BIN_EXE_barnyard")).args(["new", "chickens", "Mine"]).current_dir(yard.folder.path()).output().unwrap();
    assert!(made.status.success());
    let table = yard.json(&["tournament", "chickens", "Henny", "./Mine", "-n", "1", "--trust-bots", "--json"]);
    assert_eq!((table["games"].as_u64(), table["unrated"].as_u64()), (Some(0), Some(2)));
    assert!(log(&yard).as_array().unwrap().iter().all(|game| game["level"] == "L0" && game["reason"] != ""));
}

#[test]
fn bad_input_is_named() {
    let yard = Yard::new();
    assert_eq!(yard.refused(&["tournament", "microchess", "Realist", "Realist"]), "Realist is entered twice");
    assert!(
        yard.refused(&["tournament", "microchess", "Realist", "./none", "Monkey"])
            .contains("./none cannot play: ./none: there is no such file")
    );
    let table = yard.json(&["tournament", "microchess", "Realist", "./none", "Monkey", "--skip-broken", "-n", "1", "--json"]);
    assert_eq!(table["rows"].as_array().unwrap().len(), 2);
    assert!(yard.refused(&["tournament", "microchess", "Realist"]).contains("has 2 seats, and 1 entered"));
    assert!(yard.refused(&["tournament", "bovine", "Herta", "Herta2", "--schedule", "swiss"]).contains("bovine has no bot called"));
    assert!(
        yard.refused(&["tournament", "microchess", "Realist", "Monkey", "--name", "microchess-1"])
            .contains("has a tournament called \"microchess-1\" already")
    );
    yard.write("rules.toml", "confidence = 0.9\nthreshold = 3\n");
    assert!(yard.refused(&["grade", "rules.toml"]).starts_with("rules.toml: line 2, column 1: unknown field `threshold`"));
    yard.write("cup.toml", "game = \"microchess\"\nbots = [\"Realist\", \"Monkey\"]\nfixture = 3\n");
    assert!(yard.refused(&["tournament", "cup.toml"]).starts_with("cup.toml: line 3, column 1: unknown field `fixture`"));
    yard.write("good.toml", "game = \"microchess\"\nbots = [\"Realist\", \"Monkey\"]\n");
    assert!(yard.refused(&["tournament", "good.toml", "--time", "3"]).contains("good.toml says what limits and settings there are"));
    assert!(
        yard.refused(&["tournament", "good.toml", "--set", "game_length=8"]).contains("good.toml says what limits and settings there are")
    );
    assert!(yard.refused(&["standings", "--name", "none"]).contains("holds no tournament called \"none\"; there are microchess-1"));
    let nowhere = Yard::new();
    assert_eq!(nowhere.refused(&["standings"]), "barnyard.db cannot be opened: there is no such file");
    assert!(!nowhere.path("barnyard.db").exists(), "looking makes nothing");
}

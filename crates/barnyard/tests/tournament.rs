//! Whole tournaments through the executable: played, shown, graded, checked.
mod cup;

use cup::{FOUR, Yard};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

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
    assert_eq!(yard.log().as_array().unwrap().len(), 26);
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

/// Every pair of the Horde must have got what it must get, within four standard errors. `chances` are the odds of 0, 1, 2 and
/// 3 in a game, where they are known: a few equal boards have no spread, and their error is not zero.
#[track_caller]
fn paid(yard: &Yard, names: &[String], exact: &Value, chances: Option<&Value>, widest: f64) {
    let at = |name: &Value| names.iter().position(|known| known == name).unwrap();
    let matrix = yard.json(&["matrix", "--json"]);
    let cells = matrix["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 72);
    for cell in cells {
        let (me, them) = (at(&cell["bot"]), at(&cell["against"]));
        let exact = exact[me][them].as_f64().unwrap();
        let (mean, mut error) = (cell["payoff"].as_f64().unwrap(), cell["payoff_error"].as_f64().unwrap());
        if let Some(chances) = chances {
            let odds = chances[me][them].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap());
            let spread: f64 = odds.zip([0.0, 1.0, 2.0, 3.0f64]).map(|(chance, payoff)| chance * (payoff - exact).powi(2)).sum();
            error = error.max((spread / cell["games"].as_f64().unwrap()).sqrt());
        }
        assert!(error < widest, "enough was played to tell: {cell}");
        assert!((mean - exact).abs() <= 4.0 * error + 1e-9, "exactly {exact}: {cell}");
    }
}

const HORDE: [&str; 9] = ["Monkey", "Nihilist", "Optimist", "Pessimist", "Queller", "Realist", "Scrapper", "Truster", "Utilitarian"];

fn names(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

/// The Horde in a full round robin of CO 456, against payoffs that others computed.
#[test]
fn the_horde_is_paid_what_the_published_matrix_says() {
    let Some(folder) = std::env::var_os("BARNYARD_ORACLE") else {
        println!("no vectors given: set BARNYARD_ORACLE to their folder");
        return;
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder).join("microchess_matrix.json");
    let oracle: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let yard = Yard::new();
    // As the course plays it: SeriesLength 20, GameLength 30, one instance for everything.
    let horde = HORDE.map(|name| format!("{name:?}")).join(", ");
    let file = std::fs::read_to_string(examples().join("co456.toml")).unwrap();
    let mut lines: Vec<&str> = file.lines().take_while(|line| !line.starts_with("[grading]")).collect();
    let bots = format!("bots = [{horde}]");
    *lines.iter_mut().find(|line| line.starts_with("bots =")).unwrap() = &bots;
    for seed in ["456", "9"] {
        yard.write("horde.toml", &lines.join("\n"));
        let table = yard.json(&["tournament", "horde.toml", "--name", seed, "--seed", seed, "--json"]);
        assert!((1_200..2_000).contains(&table["games"].as_u64().unwrap()), "36 series of about 20 boards: {}", table["games"]);
        paid(&yard, &names(&oracle["players"]), &oracle["row_payoff_mirror"], Some(&oracle["row_dist_LDTW"]), 0.5);
    }
    // The same with so many boards that four errors are a narrow gate.
    let length = if cup::long() { "5000" } else { "400" };
    let args = [&["tournament", "microchess"][..], &HORDE, &["--schedule", "series", "--series-length", length]].concat();
    yard.said(&args);
    paid(&yard, &names(&oracle["players"]), &oracle["row_payoff_mirror"], None, 0.06);
}

/// The solver of ours knows the same payoffs, wherever the vectors are not.
#[test]
fn the_horde_is_paid_what_the_solver_says() {
    let yard = Yard::new();
    yard.said(&[&["tournament", "microchess"][..], &HORDE, &["--schedule", "series", "--series-length", "150"]].concat());
    let solved = Command::new(env!("CARGO_BIN_EXE_barnyard")).args(["solve", "microchess", "matrix", "--json"]).output().unwrap();
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    paid(&yard, &names(&solved["names"]), &solved["payoff"], None, 0.1);
}

#[test]
fn games_without_a_sandbox_are_kept_and_never_rated() {
    let yard = Yard::new();
    let made =
        Command::new(env!("CARGO_BIN_EXE_barnyard")).args(["new", "chickens", "Mine"]).current_dir(yard.folder.path()).output().unwrap();
    assert!(made.status.success());
    let table = yard.json(&["tournament", "chickens", "Henny", "./Mine", "-n", "1", "--trust-bots", "--json"]);
    assert_eq!((table["games"].as_u64(), table["unrated"].as_u64()), (Some(0), Some(2)));
    assert!(yard.log().as_array().unwrap().iter().all(|game| game["level"] == "L0" && game["reason"] != ""));
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

#[test]
fn results_of_early_rounds_can_be_taken_back() {
    let yard = Yard::new();
    for (schedule, fixtures) in [("swiss", "1"), ("knockout", "1"), ("double-knockout", "3")] {
        let args = [&FOUR[..], &["--schedule", schedule, "-n", fixtures, "--name", schedule, "--json"]].concat();
        let before = yard.json(&args);
        let games = before["games"].as_u64().unwrap();
        // Played again with the same luck, the same comes of it.
        yard.said(&["void", "0", "--again", "--name", schedule]);
        let again = yard.json(&["tournament", "--resume", "--name", schedule, "--json"]);
        assert_eq!((&again["rows"], again["games"].as_u64()), (&before["rows"], Some(games)), "{schedule}");
        // Taken back for good it is a draw, and whatever follows from that is played.
        yard.said(&["void", "0", "--name", schedule]);
        let after = yard.json(&["tournament", "--resume", "--name", schedule, "--json"]);
        assert_eq!(after["voided"].as_u64(), Some(4), "{schedule}: {after}");
        let places: Vec<_> = after["rows"].as_array().unwrap().iter().map(|row| row["place"].as_u64().unwrap()).collect();
        assert_eq!(places, [1, 2, 3, 4], "{schedule}: a bracket or points decide");
        assert_eq!(yard.json(&["standings", "--name", schedule, "--json"]), after, "{schedule}");
        let bundle = format!("{schedule}.zip");
        yard.said(&["bundle", &bundle, "--name", schedule]);
        let checked = Command::new(env!("CARGO_BIN_EXE_barnyard")).arg("verify").arg(yard.path(&bundle)).output().unwrap();
        assert!(checked.status.success(), "{schedule}: {}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn luck_that_was_promised_is_checked() {
    let yard = Yard::new();
    let barnyard =
        |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_barnyard")).args(args).current_dir(yard.folder.path()).output().unwrap();
    let line = String::from_utf8(barnyard(&["seal", "final.secret"]).stdout).unwrap();
    let commitment = line.trim().strip_prefix("commitment = \"").and_then(|rest| rest.strip_suffix('"')).unwrap();
    assert_eq!(barnyard(&["seal", "final.secret"]).status.code(), Some(2), "never over another one");
    barnyard(&["seal", "other.secret"]);
    yard.write("final.toml", &format!("{line}game = \"microchess\"\nbots = [\"Realist\", \"Monkey\"]\nfixtures = 3\ntapes = \"all\"\n"));
    let told = yard.refused(&["tournament", "final.toml"]);
    assert!(told.contains("final.toml promises a seed: --secret names the file"), "{told}");
    let told = yard.refused(&["tournament", "final.toml", "--secret", "other.secret"]);
    assert!(told.contains(&format!("its seed was promised as {commitment}, and its secret is that of ")), "{told}");
    assert_eq!(yard.refused(&["standings"]), "barnyard.db holds no tournament yet");
    let director = yard.spawn(&["tournament", "final.toml", "--secret", "final.secret", "--jobs", "0"]);
    let mut spy = yard.spy();
    for _ in 0..3_000 {
        if spy.queued() == 3 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(spy.queued(), 3);
    let told = yard.refused(&["bundle", "early.zip"]);
    assert!(told.contains("is still played with a promised seed") && !yard.path("early.zip").exists(), "{told}");
    drop(director);
    yard.said(&["tournament", "--resume", "--html", "report.html"]);
    let page = yard.read("report.html");
    assert!(page.contains(commitment) && page.contains(yard.read("final.secret").trim()), "{page}");
    yard.said(&["bundle", "final.zip"]);
    for (published, code, what) in [
        (None, 0, "6 games played again, with the luck that was promised"),
        (Some(commitment), 0, "with the luck that was promised"),
        (Some("abcd"), 1, "its seed was promised as abcd"),
    ] {
        let args = [&["verify", "final.zip"][..], &published.map_or(vec![], |published| vec!["--commitment", published])].concat();
        let out = barnyard(&args);
        let told = format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(out.status.code() == Some(code) && told.contains(what), "{published:?}: {told}");
    }
}

const OWN: &str = "class PlayerAgent:
    def __init__(self, board, time_left):
        pass

    def play(self, board, sensor_data, time_left):
        return board.get_valid_moves()[0]
";

#[test]
fn milestones_come_from_a_practice_tournament() {
    let yard = Yard::new();
    let made = Command::new(env!("CARGO_BIN_EXE_barnyard")).args(["new", "chickens", "Sample"]).current_dir(yard.folder.path()).output();
    assert!(made.unwrap().status.success());
    // Spaces and comments make no bot of one's own.
    yard.write("Sample/agent.py", &yard.read("Sample/agent.py").replace("import random", "# Mine, honestly.\nimport  random"));
    yard.write("Own/agent.py", OWN);
    yard.write("Broken/agent.py", &OWN.replace("return", "raise ValueError; return"));
    let bots = "bots = [\"Henny\", \"./Own\", \"./Sample\", \"./Broken\"]\ngame = \"chickens\"\n";
    yard.write("practice.toml", &format!("{bots}fixtures = 1\n"));
    yard.write(
        "final.toml",
        &format!(
            "{bots}fixtures = 1\n[grading]\nname = \"Marks\"\n[[grading.milestones]]\nname = \"ran\"\nmarks = 1\npractice = \"practice\"\nneeds = [\"ran\"]
[[grading.milestones]]\nname = \"own\"\nmarks = 3\npractice = \"practice\"\nneeds = [\"ran\", \"limits\", \"original\"]
[[grading.milestones]]\nname = \"report\"\nmarks = 3\nentered = {{ Own = 2.5 }}\n[grading.penalties]\ncrash = 0.25\n"
        ),
    );
    yard.said(&["tournament", "final.toml", "--html", "report.html"]);
    let told = yard.refused(&["grade"]);
    assert!(told.contains("holds no tournament called \"practice\"; there are final"), "{told}");
    yard.said(&["tournament", "practice.toml"]);
    yard.write("students.csv", "team,student,id,login\nOwn,\"Lovelace, Ada\",7,ada\nSample,Bob,8,bob\n");
    let grade = ["grade", "--name", "final", "--csv", "marks.csv", "--html", "marks.html", "--json"];
    let grades = yard.json(&grade);
    let row = |name: &str| grades["rows"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap().clone();
    let marks = ["Henny", "Own", "Sample", "Broken"].map(|name| row(name)["grade"].as_f64().unwrap());
    // Broken crashed in each of its six games of the final, and has neither mark.
    assert_eq!(marks, [1.0, 6.5, 1.0, -1.5], "{grades}");
    assert!(row("Own")["evidence"].to_string().contains("[\"own shown\",\"ran limits original\"]"), "{grades}");
    assert!(row("Sample")["evidence"].to_string().contains("[\"own shown\",\"ran limits\"]"), "{grades}");
    assert!(yard.read("marks.csv").starts_with("team,grade,ran shown,ran,own shown,own,report,crash faults,crash penalty\n"));
    let page = yard.read("marks.html");
    assert!(page.contains("<h1>Marks</h1>") && page.contains("<td>6.50") && page.contains("In doubt"), "{page}");
    let args = ["grade", "--name", "final", "--csv", "import.csv", "--lms", "canvas", "--roster", "students.csv", "--title", "Bots"];
    let out = yard.run(&args);
    assert!(String::from_utf8_lossy(&out.stderr).contains("nobody of the roster is in Broken"));
    assert_eq!(
        yard.read("import.csv"),
        "Student,ID,SIS User ID,SIS Login ID,Section,Bots\n\"Lovelace, Ada\",7,,ada,,6.50\nBob,8,,bob,,1.00\n"
    );
    // Whoever played was measured before; a bundle holds the practice too.
    assert!(yard.read("report.html").contains("<h2>Machines</h2>"));
    assert!(yard.json(&["export", "--json", "--name", "final"])["workers"][0]["speed"].as_u64().unwrap() > 0);
    yard.said(&["bundle", "final.zip", "--name", "final"]);
    let checked = Command::new(env!("CARGO_BIN_EXE_barnyard")).arg("verify").arg(yard.path("final.zip")).output().unwrap();
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}

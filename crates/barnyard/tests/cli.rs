//! The real executable, as people use and misuse it.
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn barnyard(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_barnyard")).args(args).stdin(Stdio::null()).output().expect("the executable starts")
}

/// What it prints when all is well.
#[track_caller]
fn said(args: &[&str]) -> String {
    let out = barnyard(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

#[track_caller]
fn json(args: &[&str]) -> Value {
    serde_json::from_str(&said(args)).unwrap()
}

/// The one sentence it complains with, and its exit code.
#[track_caller]
fn refused(args: &[&str], code: i32) -> String {
    let out = barnyard(args);
    assert_eq!(out.status.code(), Some(code), "{args:?}");
    assert!(out.stdout.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&out.stdout));
    let text = String::from_utf8(out.stderr).unwrap();
    assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
    text.trim_end().strip_prefix("error: ").expect("an error says so").to_string()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_game_is_played_and_its_tape_holds() {
    let folder = tempfile::tempdir().unwrap();
    let tape = folder.path().join("game.tape");
    let shown = said(&["play", "microchess", "Monkey", "Nihilist", "--seed", "7", "-o", text(&tape)]);
    let expected = "\
microchess, 2 turns

  . . . .    White  3
  K . . R      moves left 28
  . r . .    Black  0
  . . . .      moves left 28
  Black rook to (2, 2): White wins

White (Monkey): payoff 3, points 3
Black (Nihilist): payoff 0, points 0
ended by: king captured
";
    assert_eq!(shown, expected);
    let verified = said(&["verify", text(&tape)]);
    assert!(verified.ends_with("game.tape: holds: 2 decisions, 1 chance outcomes drawn again\n"), "{verified}");
    let listed = said(&["tape", "show", text(&tape)]);
    assert!(listed.contains("microchess: White (Monkey) v Black (Nihilist), seed 7"));
    assert!(listed.contains("1  White rook takes the king on (4, 3): one last rook move"));
    let first = said(&["tape", "show", text(&tape), "--turn", "0"]);
    assert!(first.contains("turn 0 of 2") && first.contains("White to move"), "{first}");
    let scenes = json(&["tape", "show", text(&tape), "--json"]);
    assert_eq!(scenes["scenes"].as_array().unwrap().len(), 3);
}

#[test]
fn the_same_command_line_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let tape = folder.path().join(name);
        let args = ["play", "microchess", "Monkey", "Monkey", "--seed", "3", "-o", text(&tape), "--json"];
        (said(&args), std::fs::read(&tape).unwrap())
    };
    assert_eq!(run("a.tape"), run("b.tape"));
    let many = ["play", "microchess", "Monkey", "Nihilist", "-n", "500", "--mirror"];
    assert_eq!(said(&many), said(&many));
}

#[test]
fn many_games_give_a_table_and_a_folder_of_tapes() {
    let folder = tempfile::tempdir().unwrap();
    let tapes = folder.path().join("tapes");
    let args = ["play", "microchess", "Monkey", "Nihilist", "-n", "5", "--mirror", "--json", "-o", text(&tapes)];
    let report = json(&args);
    assert_eq!((&report["games"], &report["fixtures"]), (&10.into(), &5.into()));
    let [first, second] = report["entrants"].as_array().unwrap().as_slice() else { panic!("two entrants") };
    assert_eq!((&first["name"], &second["name"]), (&"Monkey".into(), &"Nihilist".into()));
    for entrant in [first, second] {
        let count = |key: &str| entrant[key].as_f64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 10.0);
        assert!((count("score") - (count("wins") + count("draws") / 2.0) / 10.0).abs() < 1e-12);
        assert!(count("payoff_margin") >= 0.0);
    }
    let files: Vec<_> = std::fs::read_dir(&tapes).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 10);
    let mut verify = vec!["verify", "--json"];
    verify.extend(files.iter().map(|file| text(file)));
    assert!(json(&verify)["tapes"].as_array().unwrap().iter().all(|tape| tape["holds"] == true));
}

#[test]
fn a_packed_tape_is_a_tape() {
    let folder = tempfile::tempdir().unwrap();
    let tape = folder.path().join("game.tape.gz");
    said(&["play", "microchess", "Monkey", "Nihilist", "-q", "-o", text(&tape)]);
    assert!(std::fs::read(&tape).unwrap().starts_with(&[0x1f, 0x8b]));
    said(&["verify", text(&tape)]);
}

#[test]
fn names_are_matched_in_any_case_and_mistakes_get_a_hint() {
    said(&["play", "MICROCHESS", "monkey", "native:NIHILIST", "-q"]);
    said(&["play", "co456", "monkey", "monkey", "-q"]);
    assert_eq!(refused(&["play", "mikrochess", "a", "b"], 2), "there is no game called \"mikrochess\": did you mean microchess?");
    assert_eq!(refused(&["play", "go", "a", "b"], 2), "there is no game called \"go\": `barnyard games` lists them");
    assert_eq!(refused(&["play", "microchess", "Monky", "Monkey"], 2), "microchess has no bot called \"Monky\": did you mean Monkey?");
    assert_eq!(refused(&["bots", "chess"], 2), "there is no game called \"chess\": `barnyard games` lists them");
}

#[test]
fn the_number_of_bots_is_the_number_of_seats() {
    assert_eq!(refused(&["play", "microchess", "Monkey"], 2), "microchess has 2 seats, and 1 bot is given");
    assert_eq!(refused(&["play", "microchess", "Monkey", "Monkey", "Monkey"], 2), "microchess has 2 seats, and 3 bots are given");
}

#[test]
fn settings_are_checked() {
    let play = |set: &str| refused(&["play", "microchess", "Monkey", "Monkey", "--set", set], 2);
    assert_eq!(play("game_length=500"), "game_length of microchess cannot be 500: invalid value: integer `500`, expected u8");
    assert_eq!(play("game_length=0"), "game_length is 0, not a number from 1 to 120");
    assert!(play("lenght=3").contains("unknown field `lenght`"));
    assert_eq!(play("game_length"), "--set game_length has no value: write --set KEY=VALUE");
    assert!(play("board=..R./...r/Kk..").contains("3 rows instead of 4"));
    assert!(play("board=@nowhere.txt").contains("nowhere.txt cannot be read"));
    said(&["play", "orchard", "greedy", "random_source", "--set", "map=7", "--rounds", "5", "-q"]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("short.toml");
    std::fs::write(&file, "game_length = 4\nstart = \"quiet\"\n").unwrap();
    let report = json(&["play", "microchess", "Nihilist", "Nihilist", "-n", "50", "--config", text(&file), "--json"]);
    assert_eq!(report["config"]["game_length"], 4);
    assert!(report["decisions"].as_u64().unwrap() <= 200);
    std::fs::write(&file, "game_length = \n").unwrap();
    let out = barnyard(&["play", "microchess", "Nihilist", "Nihilist", "--config", text(&file)]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("line 1"), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let play = |path: &Path, n: &str| refused(&["play", "microchess", "Monkey", "Monkey", "-n", n, "-o", text(path)], 2);
    let nowhere = folder.path().join("missing/game.tape");
    assert_eq!(play(&nowhere, "1"), format!("{} cannot be written: no such file or directory", nowhere.display()));
    assert_eq!(play(folder.path(), "1"), format!("{} cannot be written: it is a folder", folder.path().display()));
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    assert!(play(&file, "2").contains("cannot be a folder for 2 tapes"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine", "nothing is lost");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn bad_tapes_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.tape");
    said(&["play", "microchess", "Monkey", "Nihilist", "-q", "-o", text(&path)]);
    let good = std::fs::read_to_string(&path).unwrap();
    let verify = |content: &str, code: i32| {
        std::fs::write(&path, content).unwrap();
        refused(&["verify", text(&path)], code).replace(text(&path), "TAPE")
    };
    assert_eq!(verify(&good[..good.len() - 5], 2), "TAPE: the tape is cut: its last line does not end");
    assert_eq!(verify(&good[..good.rfind("{\"over").unwrap()], 2), "TAPE: the tape is cut: it does not end with its checksum");
    assert_eq!(verify("", 2), "TAPE: the tape is empty");
    assert_eq!(verify(&good.replace("Monkey", "Donkey"), 2), "TAPE: line 6: the checksum differs: the tape was damaged or edited");
    let resealed = |edited: String| {
        let body = &edited[..edited.trim_end().rfind('\n').unwrap() + 1];
        let mut crc = flate2::Crc::new();
        crc.update(body.as_bytes());
        format!("{body}{{\"crc32\":\"{:08x}\"}}\n", crc.sum())
    };
    let other_rules = verify(&resealed(good.replace("\"rules\":1", "\"rules\":7")), 2);
    assert_eq!(other_rules, "TAPE: line 1: the tape was played by version 7 of the rules of microchess, this program has version 1");
    let lie = verify(&resealed(good.replace("\"payoffs\":[3.0,0.0]", "\"payoffs\":[0.0,3.0]")), 1);
    assert!(lie.starts_with("TAPE: line 5: the result is [3.0, 0.0]"), "{lie}");
    let missing = refused(&["verify", "no-such.tape"], 2);
    assert!(missing.starts_with("no-such.tape: it cannot be read"), "{missing}");
    std::fs::write(&path, &good).unwrap();
    assert!(refused(&["tape", "show", text(&path), "--turn", "99"], 2).ends_with("has no turn 99: its last one is 2"));
}

#[test]
fn a_series_ranks_by_total_payoff() {
    let report = json(&["series", "microchess", "Nihilist", "Monkey", "Monkey", "--series-length", "30", "--json"]);
    let ranking = report["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 3);
    assert_eq!(ranking[2]["name"], "Nihilist", "{report:#}");
    assert!(ranking[0]["total"].as_f64().unwrap() >= ranking[1]["total"].as_f64().unwrap());
    assert!(said(&["series", "microchess", "Nihilist", "Monkey"]).contains("place"));
}

#[test]
fn games_and_bots_are_listed_for_people_and_machines() {
    let games = json(&["games", "--json"]);
    assert!(games["games"].as_array().unwrap().iter().any(|game| game["name"] == "microchess"));
    let bots = json(&["bots", "microchess", "--json"]);
    assert!(bots["bots"].as_array().unwrap().iter().any(|bot| bot["name"] == "Monkey"));
    assert!(said(&["games"]).contains("general-sum 4x4 chess"));
}

#[test]
fn microchess_is_solved() {
    let count = json(&["solve", "microchess", "count", "--json"]);
    assert_eq!((&count["positions"], &count["reachable"]), (&116_464.into(), &116_448.into()));
    assert!(said(&["solve", "microchess", "count"]).contains("116464 positions"));
    let values = said(&["solve", "microchess", "values"]);
    assert!(values.contains("Realist      win                                   3               0   27020   61.859 %"), "{values}");
    let matrix = said(&["solve", "microchess", "matrix"]);
    let realist = "Realist        2.04723   2.87886   2.82566    1.66737  1.39146  1.68530   1.51550  2.88689      2.89911";
    let answers = "best response  2.30599   2.91241   2.91212    1.67903  1.50197  1.68530   1.67011  2.98516      2.98516";
    assert!(matrix.contains(realist) && matrix.contains(answers), "{matrix}");
    let explain = |args: &[&str]| said(&[&["solve", "microchess", "explain"], args].concat());
    let figure = explain(&["..R./...r/Kk../....", "--to-move", "white", "--plies", "30"]);
    assert!(figure.contains("this is a win for White, at the latest after 2 moves"), "{figure}");
    assert!(figure.contains("R14                     0/0 *     3/3 *     1/-1     -2/2      2/2 "), "{figure}");
    let moves = json(&["solve", "microchess", "explain", "..../...k/.K../R...", "--json"]);
    assert_eq!(moves["moves"].as_array().unwrap().len(), 13);
}

#[test]
fn questions_that_cannot_be_solved_are_refused() {
    let explain = |board: &str, more: &[&str]| refused(&[&["solve", "microchess", "explain", board], more].concat(), 2);
    assert!(explain("..R./...r/Kk..", &[]).starts_with("the board has 3 rows instead of 4"));
    assert_eq!(explain("..R./...x/Kk../....", &[]), "'x' in row 3, column 4 is not one of K, R, k, r and .");
    assert!(explain("..../..../..../K..R", &[]).starts_with("the game is over"));
    assert_eq!(explain("..R./...r/Kk../....", &["--plies", "0"]), "0 plies are left, not a number from 1 to 120");
    assert_eq!(barnyard(&["solve", "microchess", "explain", "..R./...r/Kk../....", "--to-move", "green"]).status.code(), Some(2));
    assert_eq!(refused(&["solve", "macrochess", "count"], 2), "there is no game called \"macrochess\": did you mean microchess?");
}

#[test]
fn bench_measures_every_game() {
    let report = json(&["bench", "--json"]);
    let rows = report["playouts"].as_array().unwrap();
    assert_eq!(rows.len(), games::GAMES.len());
    for (row, entry) in rows.iter().zip(games::GAMES) {
        assert_eq!((row["game"].as_str(), row["unit"].as_str()), (Some(entry.name), Some(entry.unit)));
        assert!(row["ns"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn every_command_has_help_with_examples() {
    let plain = [
        "games",
        "bots",
        "bot",
        "compare",
        "balance",
        "play",
        "series",
        "microchess",
        "verify",
        "solve",
        "bench",
        "repro",
        "new",
        "kit",
        "doctor",
        "install-apparmor",
        "aiarena21",
        "jigga",
    ]
    .map(|name| vec![name]);
    for command in plain.into_iter().chain([vec!["tape", "show"], vec!["tape", "export"]]) {
        let help = said(&[&command[..], &["--help"]].concat());
        assert!(help.contains("Examples:"), "{command:?}");
    }
    assert_eq!(barnyard(&["plau"]).status.code(), Some(2));
    assert!(String::from_utf8_lossy(&barnyard(&["plau"]).stderr).contains("'play'"), "a similar command is named");
    assert_eq!(barnyard(&["play", "microchess", "Monkey", "Monkey", "--seed", "banana"]).status.code(), Some(2));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_barnyard"))
        .args(["bots", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let out = child.wait_with_output().unwrap();
    assert!(out.status.success() && out.stderr.is_empty(), "{}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn every_game_is_played_by_its_bots_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    for entry in games::GAMES {
        let tape = folder.path().join(format!("{}.tape", entry.name));
        let bots: Vec<&str> = bots::of(entry.name).map(|bot| bot.name).collect();
        for shift in 0..bots.len() {
            let lineup = (0..entry.seats).map(|seat| bots[(shift + seat) % bots.len()]);
            let mut args = vec!["play", entry.name];
            args.extend(lineup);
            args.extend(["-o", text(&tape), "--json"]);
            if entry.seats == 4 {
                args.extend(["--rounds", "300"]);
            }
            let report = json(&args);
            let shares: f64 = report["entrants"].as_array().unwrap().iter().map(|row| row["score"].as_f64().unwrap()).sum();
            assert!((shares - 1.0).abs() < 1e-9, "{args:?}: one win is shared: {shares}");
            assert!(report["entrants"].as_array().unwrap().iter().all(|row| row["fouls"].as_object().unwrap().is_empty()), "{args:?}");
            said(&["verify", text(&tape)]);
            assert!(said(&["tape", "show", text(&tape), "--turn", "1"]).contains("turn 1 of"));
        }
    }
}

#[test]
fn four_seats_play_every_rotation_of_a_mirror_fixture() {
    let args = ["play", "jigga", "pass_pompom", "random_raven", "random_raven", "Herta", "-n", "2", "--mirror", "--rounds", "50", "--json"];
    let report = json(&args);
    assert_eq!(report["games"], 8);
    let names: Vec<&str> = report["entrants"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["pass_pompom", "random_raven", "random_raven#2", "Herta"]);
}

#[test]
fn bad_settings_of_every_game_are_refused_in_one_sentence() {
    for (game, setting) in [
        ("chickens", "turns=0"),
        ("chickens", "turds=-1"),
        ("chickens", "rules=guess"),
        ("carpets", "turns=1000"),
        ("carpets", "transition=[[0.5]]"),
        ("carpets", "distance_odds=[1,1,1,1]"),
        ("bovine", "rounds=0"),
        ("bovine", "size=2"),
        ("orchard", "map=9"),
        ("orchard", "map=S.\n..."),
        ("orchard", "rounds=-4"),
        ("microchess", "start=never"),
    ] {
        let lineup: Vec<&str> = bots::of(game).map(|bot| bot.name).take(games::find(game).unwrap().seats).collect();
        let sentence = refused(&[&["play", game], &lineup[..], &["--set", setting]].concat(), 2);
        let key = setting.split('=').next().unwrap();
        assert!(sentence.contains(key), "{game} {setting}: {sentence}");
        println!("{game} --set {setting:?}: {sentence}");
    }
}

#[test]
fn a_bot_thinks_as_hard_as_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, bots: [&str; 2], more: &[&str]| {
        let tape = folder.path().join(name);
        said(&[&["play", "chickens", bots[0], bots[1], "--seed", "3", "-o", text(&tape), "-q"], more].concat());
        std::fs::read_to_string(&tape).unwrap()
    };
    let few = play("few.tape", ["Gertrude@300", "david@200"], &[]);
    assert!(few.contains("Gertrude@300") && few.contains("David@200"), "the tape tells how hard they thought");
    assert!(few.contains("\"trapdoor\""), "and what they believed");
    assert_eq!(few, play("again.tape", ["Gertrude@300", "David@200"], &[]), "equal seeds and positions, equal games");
    let plain = play("plain.tape", ["Gertrude", "David"], &["--nodes", "300"]);
    assert_eq!(plain, play("same.tape", ["Gertrude", "David"], &["--nodes", "300"]));
    play("timed.tape", ["Max@2ms", "Max@clock"], &["--time", "1"]);
    said(&["verify", text(&folder.path().join("few.tape"))]);

    for (name, why) in [
        ("Max@", "an effort is a time a move like 250ms or 2s, a number of positions like 50000 or 50k, or clock"),
        ("Max@fast", "an effort is a time a move like 250ms or 2s, a number of positions like 50000 or 50k, or clock"),
        ("Henny@2s", "Henny does not search, so its effort cannot be set"),
    ] {
        assert_eq!(refused(&["play", "chickens", name, "Yolanda"], 2), format!("{name}: {why}"));
    }
    assert_eq!(refused(&["play", "chickens", "Maxx@2s", "Yolanda"], 2), "chickens has no bot called \"Maxx\": did you mean Max?");
}

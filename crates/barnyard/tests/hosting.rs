//! Somebody's bots through the real executable: how they are found, what they may do, and what people are told when they fail.
mod yard;

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use yard::Yard;

impl Yard {
    /// Plays a bot against others without a foul.
    #[track_caller]
    fn plays(&self, game: &str, bot: &str, others: &[&str], more: &[&str]) -> Value {
        let report: Value = serde_json::from_str(&self.said(&[&["play", game, bot], others, &["--json"], more].concat())).unwrap();
        assert_eq!(report["entrants"][0]["fouls"], serde_json::json!({}), "{game} {bot}: {report:#}");
        report
    }

    /// What is said of a bot of Chickens that fails, from its card on.
    #[track_caller]
    fn card(&self, agent: &str) -> String {
        self.write("Bert/agent.py", agent);
        let shown = self.said(&["play", "chickens", "./Bert", "native:Yolanda", "--seed", "3"]);
        shown[shown.find("White (Bert), turn").expect("there is a card")..].to_string()
    }
}

const FIRST_MOVE: &str = "
from game import *
from game.enums import Direction


class PlayerAgent:
    def __init__(self, board, time_left):
        assert time_left() > 0

    def play(self, board, sensor_data, time_left):
        return board.get_valid_moves()[0]
";

/// A farmer of Bovine that speaks the protocol and passes.
const PASSER: &str = r#"#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    (kind, message), = json.loads(line).items()
    if kind == "hello":
        print(json.dumps({"ready": {}}), flush=True)
    elif kind == "turn":
        print(json.dumps({"nonce": message["nonce"], "action": "pass"}), flush=True)
"#;

#[test]
fn a_bot_is_a_folder_an_archive_a_file_a_command_a_season_s_name_or_ours() {
    let yard = Yard::new();
    yard.write("Gertrude/agent.py", FIRST_MOVE);
    yard.write("alone.py", FIRST_MOVE);
    yard.write("3600-agents/Mathilda/agent.py", FIRST_MOVE);
    yard.write("3600-agents/Yolanda/agent.py", FIRST_MOVE);
    let zipped = Command::new("python3").args(["-m", "zipfile", "-c", "Gertrude.zip", "Gertrude/"]).current_dir(yard.path("")).status();
    assert!(zipped.unwrap().success());
    let name = |bot: &str| yard.plays("chickens", bot, &["native:Yolanda"], &[])["entrants"][0]["name"].as_str().unwrap().to_string();
    assert_eq!(name("./Gertrude"), "Gertrude");
    assert_eq!(name("./Gertrude/agent.py"), "Gertrude");
    assert_eq!(name("./Gertrude.zip"), "Gertrude");
    assert_eq!(name("./alone.py"), "alone");
    assert_eq!(name("Mathilda"), "Mathilda");
    assert_eq!(name("native:Henny"), "Henny");
    let texts = yard.barnyard(&["play", "chickens", "Yolanda", "native:Yolanda", "--json"]);
    let report: Value = serde_json::from_slice(&texts.stdout).unwrap();
    assert_eq!(report["entrants"][1]["name"], "Yolanda#2", "the season's folder comes before our bots, and both are told apart");

    yard.write("passer/go.py", PASSER);
    yard.write("passer/barnyard.toml", "command = [\"python3\", \"go.py\"]\nname = \"Pompom\"\ncolour = \"#ff8800\"\n");
    let others = ["random_raven", "random_raven", "random_raven"];
    let report = yard.plays("bovine", "./passer", &others, &["--rounds", "5"]);
    assert_eq!(report["entrants"][0]["name"], "Pompom");
    let program = yard.write("program", PASSER);
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    yard.plays("bovine", "./program", &others, &["--rounds", "5"]);
}

#[test]
fn what_is_no_bot_is_refused_in_one_sentence() {
    let yard = Yard::new();
    let play = |bot: &str| yard.refused(&["play", "chickens", bot, "native:Yolanda"]);
    std::fs::create_dir(yard.path("empty")).unwrap();
    assert_eq!(play("./empty"), "YARD/empty holds no bot: no agent.py, no bot.py, and no barnyard.toml with a command");
    yard.write("two/agent.py", FIRST_MOVE);
    yard.write("two/bot.py", PASSER);
    assert_eq!(play("./two"), "YARD/two holds both agent.py and bot.py: keep one, or name a command in barnyard.toml");
    yard.write("nothing/barnyard.toml", "command = []\n");
    assert_eq!(play("./nothing"), "YARD/nothing/barnyard.toml: command is empty");
    yard.write("unbuilt/barnyard.toml", "command = [\"./bot\"]\n");
    assert_eq!(play("./unbuilt"), "YARD/unbuilt/barnyard.toml: there is no ./bot: does the bot have to be built first?");
    yard.write("typo/barnyard.toml", "comand = [\"./bot\"]\n");
    assert_eq!(play("./typo"), "YARD/typo/barnyard.toml: unknown field `comand`, expected one of `command`, `name`, `colour`");
    yard.write("words.txt", "hello");
    assert_eq!(
        play("./words.txt"),
        "YARD/words.txt is no bot: it is no folder, no .py, no .java, no .jar, no .zip, and may not be executed"
    );
    yard.write("broken.zip", "hello");
    assert!(play("./broken.zip").starts_with("YARD/broken.zip: it is no zip: "));
    assert_eq!(play("./nowhere"), "./nowhere: there is no such file or folder");
    assert_eq!(
        play("nowhere"),
        "chickens has no bot called \"nowhere\": `barnyard bots chickens` lists them, and a path starts with ./ or /"
    );
    let chess = yard.refused(&["play", "microchess", "./two", "Monkey", "--python", "./no-python"]);
    assert_eq!(chess, "the platform failed: ./no-python is no Python interpreter: install Python 3.9 or newer, or name one with --python");
    yard.write("hen/agent.py", FIRST_MOVE);
    assert_eq!(
        yard.refused(&["play", "microchess", "./hen", "Monkey"]),
        "YARD/hen holds an agent.py, and bots of microchess are not run that way"
    );
}

#[test]
fn agents_that_cannot_be_started_say_where() {
    let yard = Yard::new();
    let expected = "\
White (Bert), turn 0: startup: agent.py, line 2: expected ':'
  |     def play(self, board, sensor_data, time_left)
ended by: forfeit
";
    assert_eq!(yard.card("class PlayerAgent:\n    def play(self, board, sensor_data, time_left)\n        return None\n"), expected);
    let expected = "\
White (Bert), turn 0: startup: the library no_such_library is not installed (agent.py, line 2)
  | agent.py, line 2, in <module>
  |     import no_such_library
ended by: forfeit
";
    assert_eq!(yard.card("import random\nimport no_such_library\n\n\nclass PlayerAgent:\n    pass\n"), expected);
    let expected = "White (Bert), turn 0: startup: agent.py has no class PlayerAgent\nended by: forfeit\n";
    assert_eq!(yard.card("class Player:\n    pass\n"), expected);
    let expected = "White (Bert), turn 0: startup: PlayerAgent has no method play\nended by: forfeit\n";
    assert_eq!(yard.card("class PlayerAgent:\n    def __init__(self, board, time_left):\n        pass\n"), expected);
}

/// A `PlayerAgent` whose `play` is this.
fn agent(play: &str) -> String {
    format!(
        "class PlayerAgent:\n    def __init__(self, board, time_left):\n        self.turn = 0\n\n    def play(self, board, sensor_data, time_left):\n{play}"
    )
}

#[test]
fn agents_that_fail_get_a_card() {
    let yard = Yard::new();
    let crash = "        self.turn += 1
        if self.turn == 2:
            return self.plan()[0]
        return board.get_valid_moves()[0]

    def plan(self):
        return {}['missing']
";
    let expected = "\
White (Bert), turn 2: crash: KeyError: 'missing' (agent.py, line 12)
  | agent.py, line 8, in play
  |     return self.plan()[0]
  | agent.py, line 12, in plan
  |     return {}['missing']
ended by: forfeit
";
    assert_eq!(yard.card(&agent(crash)), expected);
    let legal = "  it could have played {\"dir\":\"up\",\"drop\":\"plain\"} {\"dir\":\"up\",\"drop\":\"egg\"} {\"dir\":\"up\",\"drop\":\"turd\"} \
        {\"dir\":\"down\",\"drop\":\"plain\"} {\"dir\":\"down\",\"drop\":\"egg\"} {\"dir\":\"down\",\"drop\":\"turd\"} \
        {\"dir\":\"left\",\"drop\":\"plain\"} {\"dir\":\"left\",\"drop\":\"egg\"} {\"dir\":\"left\",\"drop\":\"turd\"}\n";
    let why = "White (Bert), turn 0: illegal: play returned 'up', which is not a move: a move is a pair of direction and move type\n";
    assert_eq!(yard.card(&agent("        return 'up'\n")), format!("{why}{legal}ended by: forfeit\n"));
    let why = "White (Bert), turn 0: illegal: {\"dir\":\"right\",\"drop\":\"plain\"}: a step stays on the board\n";
    assert_eq!(yard.card(&agent("        return 1, 0\n")), format!("{why}{legal}ended by: forfeit\n"));
    let expected = "White (Bert), turn 0: crash: play returned None\nended by: forfeit\n";
    assert_eq!(yard.card(&agent("        pass\n")), expected);
}

#[test]
fn the_document_s_commands_work_in_a_kit() {
    for (game, columns) in [("chickens", 80), ("carpets", 81)] {
        let yard = Yard::new();
        assert_eq!(yard.said(&["kit", game, "kit"]), "kit is ready: cd kit && python3 engine/run_local_agents.py Yolanda Yolanda\n");
        let run = |names: &[&str]| {
            let out = Command::new("python3").arg("engine/run_local_agents.py").args(names).current_dir(yard.path("kit")).output().unwrap();
            (out.status.code(), String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
        };
        for number in 0..2 {
            let (code, shown, log) = run(&["Yolanda", "Yolanda"]);
            assert_eq!(code, Some(0), "{log}");
            let path = format!("3600-agents/matches/Yolanda_Yolanda_{number}.json");
            assert!(shown.ends_with(&format!("the history of the game is in {path}\n")), "{shown}");
            assert!(log.contains("[Yolanda | turn #1]: ") && log.contains("[Yolanda#2 | turn #1]: "), "{log}");
            let history: Value = serde_json::from_slice(&std::fs::read(yard.path("kit").join(&path)).unwrap()).unwrap();
            // A game that a block has ended is shorter.
            let plies = history["turn_count"].as_u64().unwrap() as usize;
            assert_eq!(history["left_behind"].as_array().unwrap().len(), plies + columns - 80);
            assert!(history["a_time_left"][1].as_f64().unwrap() < if game == "chickens" { 360.0 } else { 240.0 });
            let mode = std::fs::metadata(yard.path("kit").join(&path)).unwrap().permissions();
            assert_ne!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o044, 0, "others may read it");
        }
        assert_eq!(
            run(&["Yolanda"]),
            (Some(1), String::new(), "two agents play: python3 engine/run_local_agents.py Yolanda Yolanda\n".into())
        );
        assert_eq!(run(&["Yolanda", "Bert"]), (Some(1), String::new(), "there is no agent called Bert: 3600-agents has Yolanda\n".into()));
        let full = yard.refused(&["kit", game, "kit"]);
        assert_eq!(full, "kit cannot be filled: it is not empty, and nothing in it shall be lost");

        let script = yard.path("kit/engine/run_local_agents.py");
        let lost = std::fs::read_to_string(&script).unwrap().replace(env!("CARGO_BIN_EXE_barnyard"), "/nowhere/barnyard");
        std::fs::write(&script, lost).unwrap();
        let python =
            String::from_utf8(Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap().stdout).unwrap();
        let out = Command::new(python.trim()).arg(&script).args(["Yolanda", "Yolanda"]).env("PATH", "/nowhere").output().unwrap();
        let why = "barnyard is neither at /nowhere/barnyard nor on your PATH: install it, or make this folder anew with `barnyard kit`\n";
        assert_eq!(String::from_utf8(out.stderr).unwrap(), why);
    }
    let yard = Yard::new();
    assert!(yard.refused(&["kit", "nim", "kit"]).contains("nim"));
}

const RIVALS: &[(&str, &[&str], &[&str])] = &[
    ("chickens", &["native:Henny"], &[]),
    ("carpets", &["native:Yolanda"], &[]),
    ("microchess", &["Monkey"], &["-n", "3", "--mirror"]),
    ("bovine", &["random_raven", "random_raven", "AdjacentAsta"], &["--rounds", "60"]),
    ("orchard", &["random_source"], &["--rounds", "40"]),
];

#[test]
fn a_new_bot_plays_legally_at_once() {
    let yard = Yard::new();
    for (game, others, more) in RIVALS {
        let told = yard.said(&["new", game, &format!("new-{game}")]);
        assert!(told.starts_with(&format!("./new-{game} is ready: barnyard play {game} ./new-{game} ")), "{told}");
        yard.plays(game, &format!("./new-{game}"), others, more);
    }
    let full = yard.refused(&["new", "chickens", "new-chickens"]);
    assert_eq!(full, "new-chickens cannot be filled: it is not empty, and nothing in it shall be lost");
    let unknown = yard.refused(&["new", "bovine", "farmer", "--lang", "rust"]);
    assert_eq!(unknown, "there is no starter bot for bovine in rust: bovine has python, and rust has chickens, microchess");
    assert!(!yard.path("farmer").exists());
}

#[test]
fn a_new_bot_in_another_language_plays_legally_once_it_is_built() {
    let yard = Yard::new();
    for (lang, compiler) in [("java", "javac"), ("rust", "rustc"), ("cpp", "g++")] {
        let version = if lang == "java" { "-version" } else { "--version" };
        if !Command::new(compiler).arg(version).output().is_ok_and(|out| out.status.success()) {
            println!("{lang} is skipped: there is no {compiler}");
            continue;
        }
        for (game, others, more) in RIVALS.iter().filter(|(game, ..)| ["chickens", "microchess"].contains(game)) {
            let name = format!("{lang}-{game}");
            yard.said(&["new", game, &name, "--lang", lang]);
            let built = Command::new(yard.path(&name).join("build.sh")).output().unwrap();
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            yard.plays(game, &format!("./{name}"), others, more);
        }
    }
}

#[test]
fn the_doctor_says_what_is_there() {
    let yard = Yard::new();
    let found: Value = serde_json::from_str(&yard.said(&["doctor", "--json"])).unwrap();
    assert!(found["cores"].as_u64().unwrap() >= 1);
    let python = &found["python"];
    assert!(Path::new(python["executable"].as_str().unwrap()).is_file() && python["version"].as_str().unwrap().starts_with("3."));
    let listed = |key: &str| python[key].as_array().unwrap().len();
    assert_eq!(listed("has") + listed("lacks"), 7);
    let text = yard.said(&["doctor"]);
    assert!(text.contains("Python") && text.contains("javac") && text.contains("cores"), "{text}");
    let text = yard.said(&["doctor", "--python", "./nothing"]);
    assert!(text.contains("./nothing is no Python interpreter"), "{text}");
}

#[test]
fn a_bot_is_asked_again_what_it_was_asked() {
    let yard = Yard::new();
    yard.said(&["play", "chickens", "Henny", "native:Yolanda", "--seed", "5", "-q", "-o", "game.tape"]);
    let again: Value = serde_json::from_str(&yard.said(&["repro", "game.tape", "--seat", "Henny", "native:Henny", "--json"])).unwrap();
    assert_eq!((&again["asked"], &again["same"], &again["fouls"]), (&40.into(), &40.into(), &0.into()));
    let dice: Value = serde_json::from_str(&yard.said(&["repro", "game.tape", "--seat", "1", "native:Yolanda", "--json"])).unwrap();
    assert_eq!(dice["same"], 40, "a bot with dice gets the same ones");

    let crash = "        self.turn += 1\n        print('turn', self.turn)\n        if self.turn == 2:\n            raise KeyError('missing')\n        return board.get_valid_moves()[0]\n";
    yard.write("Bert/agent.py", &agent(crash));
    let out = yard.barnyard(&["repro", "game.tape", "--seat", "Black", "--turn", "5", "./Bert", "--no-limits"]);
    assert_eq!(out.status.code(), Some(1));
    let shown = String::from_utf8(out.stdout).unwrap();
    let timeless: Vec<&str> =
        shown.lines().map(|line| line.rfind(" (").filter(|_| line.ends_with(" ms)")).map_or(line, |at| &line[..at])).collect();
    let expected = "\
chickens: Black (Yolanda), and Bert in its place
turn 1: recorded {\"dir\":\"down\",\"drop\":\"egg\"}, now {\"dir\":\"up\",\"drop\":\"plain\"}
turn 3: recorded {\"dir\":\"up\",\"drop\":\"plain\"}, now crash: KeyError: 'missing' (agent.py, line 9)
  | agent.py, line 9, in play
  |     raise KeyError('missing')
turn 5: recorded {\"dir\":\"left\",\"drop\":\"plain\"}, now {\"dir\":\"up\",\"drop\":\"plain\"}
3 asked, 0 answered as recorded, 1 fouled";
    assert_eq!(timeless.join("\n"), expected);
    assert!(String::from_utf8(out.stderr).unwrap().contains("[Bert | turn #3]: turn 3"));
    let unknown = yard.refused(&["repro", "game.tape", "--seat", "Green", "./Bert"]);
    assert_eq!(unknown, "game.tape: there is no seat \"Green\": there are 0 White (Henny), 1 Black (Yolanda)");
}

#[test]
fn tapes_are_written_in_the_originals_formats() {
    let yard = Yard::new();
    yard.said(&["play", "chickens", "Henny", "native:Yolanda", "-q", "-o", "hens.tape"]);
    yard.said(&["play", "carpets", "George", "native:Yolanda", "-q", "-o", "rugs.tape"]);
    yard.said(&["play", "orchard", "greedy", "random_source", "--rounds", "30", "-q", "-o", "fruit.tape"]);
    let hens: Value = serde_json::from_str(&yard.said(&["tape", "export", "hens.tape"])).unwrap();
    assert_eq!((&hens["start_time"], &hens["start_moves"], &hens["a_time_left"][3]), (&360.into(), &40.into(), &360.0.into()));
    yard.said(&["tape", "export", "rugs.tape", "--format", "original", "-o", "rugs.json"]);
    let rugs: Value = serde_json::from_slice(&std::fs::read(yard.path("rugs.json")).unwrap()).unwrap();
    assert_eq!((rugs["a_pos"].as_array().unwrap().len(), &rugs["reason"]), (81, &"POINTS".into()));
    assert!(yard.said(&["tape", "export", "fruit.tape", "--format", "aiarena21"]).starts_with("[Replay]{"));
    let wrong = yard.refused(&["tape", "export", "fruit.tape", "-o", "fruit.json"]);
    assert_eq!(
        wrong,
        "original of orchard cannot be written: there is original of chickens, original of carpets, original of bovine, aiarena21 of orchard"
    );
    assert!(!yard.path("fruit.json").exists());
}

/// A library as Python packs it, made from nothing, so that no index is asked.
fn write_wheel(folder: &std::path::Path) {
    let script = "import zipfile
with zipfile.ZipFile('fowl-1.0-py3-none-any.whl', 'w') as wheel:
    wheel.writestr('fowl.py', 'WISDOM = 2\\n')
    wheel.writestr('fowl-1.0.dist-info/METADATA', 'Metadata-Version: 2.1\\nName: fowl\\nVersion: 1.0\\n')
    wheel.writestr('fowl-1.0.dist-info/WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr('fowl-1.0.dist-info/RECORD', '')
";
    let packed = Command::new("python3").args(["-c", script]).current_dir(folder).status().unwrap();
    assert!(packed.success());
}

#[test]
fn a_bot_that_meets_its_fence_is_told_which() {
    let yard = Yard::new();
    let agents = [
        ("Phone", "import socket; socket.create_connection(('127.0.0.1', 9), 1)", "there is no network"),
        ("Scribe", "open('/usr/notes', 'w')", "only its own folder and /tmp can be written"),
        ("Hoarder", "open('pile', 'wb').write(bytes(40 << 20))", "disk is limited (--disk), and what is written is gone after the game"),
        (
            "Throng",
            "import threading, time\n        for _ in range(200): threading.Thread(target=time.sleep, args=(9,), daemon=True).start()",
            "64 processes and threads are the most",
        ),
    ];
    for (name, body, fence) in agents {
        let folder = yard.path(name);
        std::fs::create_dir(&folder).unwrap();
        let agent = format!(
            "class PlayerAgent:\n    def __init__(self, board, time_left):\n        {body}\n    def play(self, *all):\n        pass\n"
        );
        std::fs::write(folder.join("agent.py"), agent).unwrap();
        let out = yard.barnyard(&["play", "chickens", &format!("./{name}"), "Yolanda", "--disk", "20"]);
        let said = String::from_utf8(out.stdout).unwrap();
        assert!(said.contains(&format!("perhaps its sandbox: {fence}")), "{name}: {said}");
    }
}

#[test]
fn a_bots_requirements_are_installed_before_the_game() {
    let yard = Yard::new();
    let folder = yard.path("learned");
    std::fs::create_dir(&folder).unwrap();
    write_wheel(&folder);
    let agent = "import fowl
class PlayerAgent:
    def __init__(self, board, time_left):
        assert fowl.WISDOM == 2
    def play(self, board, sensors, time_left):
        return board.get_valid_moves()[0]
";
    std::fs::write(folder.join("agent.py"), agent).unwrap();
    std::fs::write(folder.join("requirements.txt"), "--no-index\n--find-links .\nfowl\n").unwrap();
    let report: Value = serde_json::from_str(&yard.said(&["play", "chickens", "./learned", "Yolanda", "--json"])).unwrap();
    assert_eq!(report["entrants"][0]["fouls"], serde_json::json!({}), "{report:#}");
    let grazer = yard.path("grazer");
    std::fs::create_dir(&grazer).unwrap();
    write_wheel(&grazer);
    std::fs::write(grazer.join("bot.py"), "import fowl\ndef bot(board):\n    return None if fowl.WISDOM == 2 else 1 / 0\n").unwrap();
    std::fs::write(grazer.join("requirements.txt"), "--no-index\n--find-links .\nfowl # for cows\n").unwrap();
    let args = ["play", "bovine", "./grazer", "Herta", "Herta", "Herta", "--rounds", "5", "--json"];
    let report: Value = serde_json::from_str(&yard.said(&args)).unwrap();
    assert_eq!(report["entrants"][0]["fouls"], serde_json::json!({}), "{report:#}");
    std::fs::write(folder.join("requirements.txt"), "--no-index\nno-such-fowl\n").unwrap();
    let refused = yard.refused(&["play", "chickens", "./learned", "Yolanda"]);
    assert!(refused.contains("requirements.txt cannot be installed: ERROR: ") && refused.contains("no-such-fowl"), "{refused}");
}

//! Bots of ours as programs of their own: behind the protocol, in the sandbox, they play as they do in the process.
mod yard;

use games::Entry;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use yard::Yard;

/// What a tape says of a game, without what its clocks say.
fn game(yard: &Yard, entry: &Entry, lineup: &[String]) -> Vec<Value> {
    let tape = yard.path("game.tape");
    let mut args = vec!["play", entry.name];
    args.extend(lineup.iter().map(String::as_str));
    args.extend(["--seed", "11", "-q", "-o", tape.to_str().unwrap()]);
    match entry.name {
        "bovine" => args.extend(["--rounds", "60"]),
        "orchard" => args.extend(["--rounds", "65"]),
        _ => {}
    }
    yard.said(&args);
    let text = std::fs::read_to_string(&tape).unwrap();
    let mut lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // The first line names the bots and what held them, the last one is a checksum of all.
    lines.remove(0);
    lines.pop();
    for line in &mut lines {
        let line = line.as_object_mut().unwrap();
        assert!(!line.contains_key("foul"), "{lineup:?}: {line:?}");
        line.retain(|key, _| key != "ms" && key != "ledger");
        line.get_mut("over").and_then(Value::as_object_mut).map(|over| over.remove("clock_ms"));
    }
    lines
}

#[test]
fn every_bot_plays_the_same_game_outside_as_inside() {
    let yard = Yard::new();
    for entry in games::GAMES {
        let names: Vec<String> = bots::of(entry.name)
            .map(|bot| if bot.effort().is_some() { format!("{}@300", bot.name) } else { bot.name.to_string() })
            .collect();
        for first in 0..names.len() {
            let lineup: Vec<String> = (0..entry.seats).map(|seat| names[(first + seat) % names.len()].clone()).collect();
            let inside = game(&yard, entry, &lineup);
            let mut lineup = lineup;
            lineup[0] = format!("outside:{}", lineup[0]);
            let outside = game(&yard, entry, &lineup);
            assert_eq!(inside.len(), outside.len(), "{lineup:?}");
            for (number, (inside, outside)) in inside.iter().zip(&outside).enumerate() {
                assert_eq!(inside, outside, "{lineup:?}, line {number}: actions, beliefs and results");
            }
        }
    }
}

#[test]
fn beliefs_come_through() {
    let yard = Yard::new();
    for (name, bot, hidden) in [("chickens", "outside:Max@200", "trapdoor"), ("carpets", "outside:George", "rat")] {
        let lines = game(&yard, games::find(name).unwrap(), &[bot.into(), "Yolanda".into()]);
        let beliefs = lines.iter().filter_map(|line| line["belief"][0][1][hidden].as_array());
        assert!(beliefs.clone().count() > 10 && beliefs.clone().all(|map| map.len() == 64), "{bot} says what it believes of the {hidden}");
    }
}

#[test]
fn a_seed_of_its_own_makes_its_dice_its_own() {
    let yard = Yard::new();
    let executable = env!("CARGO_BIN_EXE_barnyard");
    let entry = games::find("chickens").unwrap();
    let play = |seed: &str| {
        yard.write("hen/barnyard.toml", &format!(r#"command = ["{executable}", "bot", "chickens", "Yolanda", "--seed", "{seed}"]"#));
        game(&yard, entry, &["./hen".into(), "Yolanda".into()])
    };
    let [one, again, two] = ["1", "1", "2"].map(play);
    assert_eq!(one, again);
    assert_ne!(one, two);
}

/// What a referee gets from it, and how it ends.
fn told(args: &[&str], lines: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_barnyard"))
        .arg("bot")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let out = child.wait_with_output().unwrap();
    let [said, complained] = [out.stdout, out.stderr].map(|text| String::from_utf8(text).unwrap());
    (out.status.code(), said, complained)
}

#[test]
fn bad_lines_are_one_sentence_and_exit_code_two() {
    let hello = r#"{"hello":{"protocol":1,"game":"chickens","rules":1,"config":{},"name":"me"}}"#;
    let ready = "{\"ready\":{\"acknowledges\":true}}\n";
    let moo = told(&["chickens", "Max"], &format!("{hello}\nmoo\n"));
    let why = "error: line 2 of standard input: no message of the protocol: expected value at line 1 column 1\n";
    assert_eq!(moo, (Some(2), ready.into(), why.into()));
    let unknown = told(&["chickens", "Max"], "{\"moo\":{}}\n");
    assert_eq!((unknown.0, unknown.2.lines().count()), (Some(2), 1), "{}", unknown.2);
    let (code, _, why) = told(&["chickens", "Maxx"], "");
    assert_eq!((code, why.as_str()), (Some(2), "error: chickens has no bot called \"Maxx\": did you mean Max?\n"));
    assert_eq!(told(&["chickens", "Max"], hello), (Some(0), ready.into(), String::new()), "the end of input is the end");
}

/// It reads as an observation, and no game ever looks like it.
#[test]
fn a_position_that_cannot_be_is_one_sentence_too() {
    let mut table = games::find("orchard").unwrap().open(r#"{"map":"7"}"#).unwrap();
    let luck = games::Luck::new(1);
    for chance in 0.. {
        let games::Turn::Chance = table.turn() else { break };
        table.roll(&mut luck.nature(chance), false);
    }
    let (brief, seen) = (table.brief(), table.observe(games::Seat(0)));
    let mut off: Value = serde_json::from_str(seen.get()).unwrap();
    off["phase"] = "move".into();
    off["me"]["location"] = serde_json::json!([games::orchard::MAX_SIDE - 1, games::orchard::MAX_SIDE - 1]);
    let hello = r#"{"hello":{"protocol":1,"game":"orchard","rules":1,"config":{},"name":"me"}}"#;
    let start = format!(r#"{{"start":{{"nonce":1,"left_ms":1e3,"seat":0,"seats":[],"brief":{brief},"observation":{seen},"seed":1}}}}"#);
    let turn = format!(r#"{{"turn":{{"nonce":2,"number":1,"seat":0,"left_ms":1e3,"clocks_ms":null,"observation":{off}}}}}"#);
    let (code, said, why) = told(&["orchard", "runaway_source"], &format!("{hello}\n{start}\n{turn}\n"));
    assert_eq!((code, said.lines().count()), (Some(2), 2), "{said}{why}");
    assert!(why.starts_with("error: line 3 of standard input: the bot cannot play on from there: "), "{why}");
    assert_eq!(why.lines().count(), 1, "{why}");
}

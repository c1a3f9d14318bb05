//! The command lines that players of AI Arena 21 and Jigga Jigga know, through the real executable.
mod yard;

use games::orchard::replay;
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use yard::Yard;

/// A bot of Orchard that stays where it is and says what it was told about names.
const STAYER: &str = "
from aiarena21.client.classes import Player, Map

def play_powerup(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    if remaining_turns == 60:
        print(me.name, 'meets', opponent.name)
    return ''

def play_turn(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return f'{me.location[0]},{me.location[1]}'

def play_auction(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return 5

def play_transport(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return '0,0'
";

/// The document's second example.
const MAP: &str = ".....\n...S.\n.....\n.S...\n.....\n";

fn orchard() -> Yard {
    let yard = Yard::new();
    yard.write("my_source.py", STAYER);
    yard.write("my_map.txt", MAP);
    yard
}

#[test]
fn the_command_line_of_ai_arena_21_plays_and_writes_its_replay() {
    let yard = orchard();
    let line = ["aiarena21", "random_source", "my_source", "-m", "my_map.txt", "-nv", "-r", "my_replay.txt", "-rt", "60"];
    let shown = yard.said(&line);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].starts_with("Team 1 (random_source): ") && lines[1].starts_with("Team 2 (my_source): "), "{shown}");
    assert_eq!(lines.len(), 3, "two scores and who wins, no picture: {shown}");
    let text = std::fs::read_to_string(yard.path("my_replay.txt")).unwrap();
    assert_eq!(text.lines().count(), 1 + 60 + 2, "the start, the rounds, and the end twice");
    let played = replay::import(&text).unwrap();
    assert!(played.finished);
    assert_eq!((played.init.teams, played.init.total_rounds), (["Team 1", "Team 2"].map(String::from), 60));
    let last = played.ticks.last().unwrap();
    assert!(lines[1].ends_with(&format!(": {} points", last.scores[1])), "{shown}");
    assert!(!yard.path("replay.txt").exists(), "-r says where it goes");
}

#[test]
fn bots_are_found_as_ai_arena_21_found_them_and_know_their_teams() {
    let yard = orchard();
    yard.write("bots/mine.py", STAYER);
    let out = yard.barnyard(&["aiarena21", "bots.mine", "my_source.py", "-n1", "Apple", "-n2=Pear", "-rt=60", "-m", "7", "--seed", "4"]);
    let log = String::from_utf8(out.stderr).unwrap();
    assert!(out.status.success(), "{log}");
    for met in ["[Apple | turn #1]: Apple meets Pear", "[Pear | turn #1]: Pear meets Apple"] {
        assert!(log.contains(met), "{log}");
    }
    assert!(log.contains("the replay is in replay.txt, seed 4"), "{log}");
    assert!(log.contains("to watch it: "), "{log}");
    let text = std::fs::read_to_string(yard.path("replay.txt")).unwrap();
    assert_eq!(replay::import(&text).unwrap().init.teams, ["Apple", "Pear"].map(String::from));

    // A file of the folder comes before a bot of ours with its name.
    yard.write("greedy.py", STAYER);
    let report = |first: &str, seed: &str| -> Value {
        let line = ["aiarena21", first, "runaway_source.py", "-rt", "25", "--json", "--seed", seed, "-o", "game.tape"];
        serde_json::from_str(&yard.said(&line)).unwrap()
    };
    let own = report("greedy", "9");
    assert_eq!(own["bots"], serde_json::json!(["greedy", "runaway_source"]));
    assert_eq!((&own["rounds"], &own["seed"], &own["map"]), (&25.into(), &9.into(), &"1.txt".into()));
    assert_eq!(own["fouls"], serde_json::json!([{}, {}]));
    let ours = report("native:greedy", "9");
    assert_ne!(own["scores"], ours["scores"], "one stays, the other collects");
    assert!(yard.said(&["verify", "game.tape"]).contains("game.tape"), "the tape of the game holds");
}

#[test]
fn what_ai_arena_21_cannot_be_given_is_refused_in_one_sentence() {
    let yard = orchard();
    yard.write("ragged.txt", ".....\n..###..\n.....\nS.S....\n");
    let refused = |words: &[&str]| yard.refused(&[&["aiarena21"], words].concat());
    let (random, mine) = ("random_source", "my_source");
    assert_eq!(
        refused(&[random, mine, "-m", "ragged.txt"]),
        "ragged.txt, line 2, column 6: the line has 7 cells, the first has 5: a map is a rectangle"
    );
    yard.write("odd.txt", "..S\n.X.\n..S\n");
    assert_eq!(refused(&[random, mine, "-m", "odd.txt"]), "odd.txt, line 2, column 2: 'X' is neither '.', '#' nor 'S'");
    assert_eq!(
        refused(&[random, mine, "-m", "my_mpa.txt"]),
        "there is no map my_mpa.txt: it is no file here, and ours are 1.txt, 2.txt, 3.txt, 4.txt, 5.txt, 6.txt, 7.txt, semifinal.txt, final.txt"
    );
    assert_eq!(
        refused(&[random, "randm_source"]),
        "there is no file randm_source.py here, and orchard has no bot called \"randm_source\": did you mean random_source?"
    );
    assert_eq!(refused(&[random, mine, "-rt", "0"]), "rounds is 0, not a number from 1 to 10000");
    assert_eq!(refused(&[random, mine, "-n1", "Team 2"]), "both teams are called \"Team 2\": they need names that can be told apart");
    assert_eq!(refused(&[random, mine, "-r", "none/replay.txt"]), "none/replay.txt cannot be written: no such file or directory");

    yard.write("short.py", "def play_powerup(*all):\n    return ''\n\ndef play_turn(*all):\n    return ''\n");
    yard.write("wrong.py", "def play_powerup(*all)\n    return ''\n");
    let why = |bot: &str| yard.refused(&["aiarena21", random, bot, "--json"]);
    assert_eq!(why("short"), "short cannot be started: short.py has no function play_auction and no play_transport");
    assert!(why("wrong").starts_with("wrong cannot be started: wrong.py, line 1: "), "{}", why("wrong"));
    assert!(!yard.path("replay.txt").exists(), "no game, no replay");
}

/// A farmer that gives these answers, one a round, and then passes.
fn teller(answers: &str) -> String {
    format!("answers = iter([{answers}])\n\ndef bot(board):\n    return next(answers, None)\n")
}

#[test]
fn four_farmers_play_jigga_jigga_from_the_command_line() {
    let yard = Yard::new();
    // Two farmers walk to their neighbours' barns.
    let rush: Vec<String> = (0..19).map(|k| format!("((0, {k}), (0, {}))", k + 1)).collect();
    yard.write("bot0.py", &teller(&rush.join(", ")));
    yard.write("bot2.py", &teller(&rush.join(", ")));
    yard.write("bot1.py", "def bot(board):\n    return None\n");
    let line = ["jigga", "bot0.py:bot", "bot1:bot", "bot2", "pass_pompom", "--rounds", "60", "--seed", "1"];
    let shown = yard.said(&line);
    let table: Vec<String> = shown
        .lines()
        .skip_while(|line| !line.starts_with("rank"))
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(&table[1..3], ["1= bot2 Green 19", "1= bot0 Red 19"], "{shown}");
    let log = std::fs::read_to_string(yard.path("log.txt")).unwrap();
    assert!(log.starts_with("[R0]\n---- GAME BEGINS ----\n[R19]\n"), "{log}");
    for death in ["bot1 eliminated by bot0\n", "pass_pompom eliminated by bot2\n"] {
        assert!(log.contains(death), "{log}");
    }
    // The two fall in one round, and luck says who of them first.
    let third = if log.find("bot1 eliminated") < log.find("pass_pompom eliminated") { "3 bot1 Yellow" } else { "3 pass_pompom Blue" };
    assert!(table[3].starts_with(third) && table[3].contains("out in round 19, by bot"), "{shown}");
    assert!(log.ends_with("[R60]\n---- GAME OVER ----\nbot0 has 19 cells\nbot2 has 19 cells\n"), "{log}");
    let report: Value =
        serde_json::from_str(&yard.said(&[&line[..], &["--json", "--names", "A,B,C,D", "-o", "game.tape"]].concat())).unwrap();
    assert_eq!(report["ranking"].as_array().unwrap()[..2], [2, 0].map(Value::from));
    assert_eq!(report["farmers"][1]["eliminated"], serde_json::json!({ "round": 19, "by": 0 }));
    assert_eq!((&report["farmers"][0]["rank"], &report["farmers"][2]["rank"], &report["rounds"]), (&1.into(), &1.into(), &60.into()));
    assert!(yard.said(&["verify", "game.tape"]).contains("game.tape"));
}

#[test]
fn the_log_of_jigga_jigga_tells_what_farmers_did_wrong() {
    let yard = Yard::new();
    yard.write("teller.py", &teller("((0, 0), (0, -1)), ((5, 5), (5, 6)), ((0, 0), (2, 0)), 5, 'ab', (20, 0), [0, 1.0], (0, 1)"));
    yard.write("chatty.py", "def bot(board):\n    print('hello')\n");
    yard.write("thrower.py", "def helper():\n    raise ValueError('no idea')\n\ndef bot(board):\n    helper()\n");
    let slow = "import os, time\nround = 0\n\ndef bot(board):\n    global round\n    round += 1\n    if round == 1:\n        time.sleep(0.4)\n    if round > 2:\n        os._exit(3)\n    return None\n";
    yard.write("slow.py", slow);
    let names = "T,C,X,a name of more than twenty letters";
    // Slow enough that only who sleeps is late, on any machine.
    let more = ["--names", names, "--rounds", "8", "--move-time", "0.2", "--json"];
    let report: Value = serde_json::from_str(&yard.said(&[&["jigga", "teller", "chatty", "thrower", "slow"], &more[..]].concat())).unwrap();
    assert_eq!(report["farmers"][0]["fouls"], serde_json::json!({ "illegal": 2, "unreadable": 4 }));
    let log = std::fs::read_to_string(yard.path("log.txt")).unwrap();
    let invalid = |lines: &str| format!("T has made an invalid move. \n{lines}");
    for expected in [
        "[R1]\n".to_string() + &invalid("move: ((0, 0), (0, -1))\nreason: out of bounds"),
        "[R2]\n".to_string() + &invalid("move: ((5, 5), (5, 6))\nreason: src is not yours, or dst is yours"),
        "[R3]\n".to_string() + &invalid("move: ((0, 0), (2, 0))\nreason: destination must share a side with the source"),
        "[R4]\n".to_string() + &invalid("move: 5\nError: \nTypeError: "),
        "[R5]\n".to_string() + &invalid("move: 'ab'\nError: \nValueError: "),
        "[R6]\nC has printed: \nhello\nX has thrown an error. \nYour bot will forfeit its turn. \nTraceback (most recent call last):\n".into(),
        "  thrower.py, line 5, in bot\n      helper()\n  thrower.py, line 2, in helper\n      raise ValueError('no idea')\nValueError: no idea (thrower.py, line 2)\n".into(),
        "a name of more th... is taking too long. \ntime: 2".into(),
        " ms\nmove: none came in time\n".into(),
        "[R7]\n".to_string() + &invalid("move: [0, 1.0]\nError: \nTypeError: "),
    ] {
        assert!(log.contains(&expected), "{expected:?} in {log}");
    }
    assert_eq!(log.matches("the program ended with exit code 3").count(), 1, "who is gone is gone, said once: {log}");
    assert!(log.ends_with("---- GAME OVER ----\nC has 1 cells\nX has 1 cells\na name of more th... has 1 cells\nT has 2 cells\n"), "{log}");
}

#[test]
fn what_jigga_jigga_cannot_be_given_is_refused_in_one_sentence() {
    let yard = Yard::new();
    yard.write("bot0.py", &teller(""));
    let refused = |words: &[&str]| yard.refused(&[&["jigga"], words, &["--json"]].concat());
    let herta = ["Herta"; 3];
    assert_eq!(refused(&[&["bot0.py:bott"], &herta[..]].concat()), "bott cannot be started: bot0.py has no bott");
    assert_eq!(
        refused(&[&["Hertha"], &herta[..]].concat()),
        "there is no file Hertha.py here, and bovine has no bot called \"Hertha\": did you mean Herta?"
    );
    assert_eq!(refused(&[&["bot0"], &herta[..], &["--names", "A,B"]].concat()), "--names has 2 names, and 4 farmers play");
    assert_eq!(
        refused(&[&["bot0"], &herta[..], &["--log", "none/log.txt"]].concat()),
        "none/log.txt cannot be written: no such file or directory"
    );
    assert_eq!(yard.barnyard(&["jigga", "Herta", "Herta", "Herta"]).status.code(), Some(2));
}

/// Runs a line in a kit's folder as its user types it: `barnyard` on the PATH is all there is of ours.
fn typed(yard: &Yard, folder: &str, line: &str) -> (Option<i32>, String, String) {
    let home = Path::new(env!("CARGO_BIN_EXE_barnyard")).parent().unwrap();
    let path = format!("{}:{}", home.display(), std::env::var("PATH").unwrap());
    let out =
        Command::new("sh").args(["-c", line]).current_dir(yard.path(folder)).env("PATH", path).env_remove("BARNYARD").output().unwrap();
    (out.status.code(), String::from_utf8(out.stdout).unwrap(), String::from_utf8(out.stderr).unwrap())
}

#[test]
fn the_document_s_main_works_in_a_kit_of_bovine() {
    let yard = Yard::new();
    assert_eq!(yard.said(&["kit", "bovine", "kit"]), "kit is ready: cd kit && python3 main.py\n");
    let board = yard.path("kit/board.py");
    let text = std::fs::read_to_string(&board).unwrap();
    assert!(text.contains(env!("CARGO_BIN_EXE_barnyard")), "it knows who wrote it");
    // And does without: from now on there is only the PATH.
    std::fs::write(&board, text.replace(env!("CARGO_BIN_EXE_barnyard"), "/nowhere/barnyard")).unwrap();
    let (code, shown, log) = typed(&yard, "kit", "python3 main.py");
    assert_eq!(code, Some(0), "{log}");
    let mut ranking: Vec<usize> = serde_json::from_str(shown.lines().last().unwrap()).unwrap();
    assert_eq!(shown.lines().count(), 22, "the meadow, its round and the ranking: {shown}");
    ranking.sort_unstable();
    assert_eq!(ranking, [0, 1, 2, 3]);
    let events = std::fs::read_to_string(yard.path("kit/log.txt")).unwrap();
    assert!(events.contains("---- GAME OVER ----\n") && !events.contains("error") && !events.contains("invalid"), "{events}");
    let (code, shown, log) = typed(&yard, "kit", "barnyard jigga my_bot.py random_raven Herta 'sample_ais.py:AdjacentAsta()' --rounds 50");
    assert_eq!(code, Some(0), "{log}");
    assert!(shown.contains("my_bot") && shown.contains("after 50 rounds"), "{shown}");
}

#[test]
fn the_document_s_commands_work_in_a_kit_of_orchard() {
    let yard = Yard::new();
    assert_eq!(yard.said(&["kit", "orchard", "kit"]), "kit is ready: cd kit && bin/aiarena21 random_source my_source\n");
    let arena = |line: &str| typed(&yard, "kit", &format!("export PATH=\"$PWD/bin:$PATH\"; {line}"));
    for line in [
        "aiarena21 random_source random_source",
        "aiarena21 random_source random_source -m my_map.txt",
        "aiarena21 random_source my_source",
        "aiarena21 random_source random_source -nv",
        "aiarena21 random_source random_source -r  my_replay.txt",
        "barnyard aiarena21 random_source my_source -m my_map.txt -nv -r my_replay.txt -rt 300",
    ] {
        let (code, shown, log) = arena(line);
        assert_eq!(code, Some(0), "{line}: {log}");
        assert!(log.contains("kit/random_source.py, in our Python host"), "the bot of the folder: {log}");
        assert!(shown.ends_with(" wins\n") || shown.ends_with("a draw\n"), "{shown}");
    }
    let (replay, mine) = (yard.path("kit/replay.txt"), yard.path("kit/my_replay.txt"));
    let lines = |path| std::fs::read_to_string(path).unwrap().lines().count();
    assert_eq!((lines(replay), lines(mine)), (103, 303));
    let (code, _, log) = arena("aiarena21 my_source runaway_source -m semifinal.txt -nv --seed 1 -rt 40");
    assert_eq!((code, log.contains("fouls")), (Some(0), false), "{log}");
    for (name, _) in games::orchard::SHIPPED {
        assert!(yard.path(&format!("kit/maps/{name}.txt")).is_file());
    }
    // The script does without the executable that wrote it, too.
    let script = yard.path("kit/bin/aiarena21");
    let lost = std::fs::read_to_string(&script).unwrap().replace(env!("CARGO_BIN_EXE_barnyard"), "/nowhere/barnyard");
    std::fs::write(&script, lost).unwrap();
    assert_eq!(arena("aiarena21 random_source my_source -nv -rt 5").0, Some(0));
}

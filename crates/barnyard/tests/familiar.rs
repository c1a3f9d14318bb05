//! The command lines that players of AI Arena 21 and Jigga Jigga know, through the real executable.
mod yard;

use games::orchard::replay;
use serde_json::Value;
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

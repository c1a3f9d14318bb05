//! Bots out of archives, played: what lies in them cannot pass for the host's own, and what they write stays with them.
#[path = "stage.rs"]
mod stage;

mod forge;

use forge::{Entry, Forge};
use runner::{Chair, InProcess, Program, Recipe};
use stage::{House, Stage, Talk, assert_forfeit, assert_foul, assert_no_fouls};
use std::path::{Path, PathBuf};

/// Modules that a host uses, or that Python looks for by itself.
const NAMES: &[&str] = &[
    "game.py",
    "host.py",
    "_barnyard.py",
    "_barnyard_host.py",
    "season_chickens.py",
    "season_bovine.py",
    "season_orchard.py",
    "json.py",
    "importlib.py",
    "random.py",
    "traceback.py",
    "linecache.py",
    "os.py",
    "site.py",
    "sitecustomize.py",
    "usercustomize.py",
    "encodings.py",
];

/// A bot of one file, in an archive with a file of every name that could take the place of another.
fn archive(stage: &Stage, folder: &str, file: &str, text: &str) -> PathBuf {
    let mut zip = Forge::of([Entry::new(format!("{folder}/{file}"), text.as_bytes())]);
    for name in NAMES {
        let text = format!("import sys\nsys.stderr.write('SHADOW {name}\\n')\n");
        zip.entries.push(Entry::new(format!("{folder}/{name}"), text.as_bytes()));
    }
    let line = "import sys; sys.stderr.write('SHADOW x.pth\\n')\n";
    zip.entries.push(Entry::new(format!("{folder}/x.pth"), line.as_bytes()));
    zip.entries.push(Entry::new(format!("{folder}/pyvenv.cfg"), b"home = /nowhere\n"));
    write(stage, &zip)
}

fn write(stage: &Stage, zip: &Forge) -> PathBuf {
    let path = stage.path().join("bot.zip");
    std::fs::write(&path, zip.bytes()).unwrap();
    path
}

/// One game of the bot on the first seat against ours on all others.
fn game(house: &House, path: &Path, other: &str, talk: &Talk) -> runner::Played {
    let seats = house.table.entry.seat_names.len();
    let mut bots = vec![house.program(path, Some(talk)).unwrap()];
    bots.extend((1..seats).map(|_| house.native(other)));
    let mut chairs: Vec<Chair<'_>> = bots.iter_mut().map(|bot| Chair { name: "somebody", bot: &mut **bot, seed: 1 }).collect();
    house.table.play(games::Luck::new(3), &mut chairs).unwrap()
}

/// It plays well, and says that it did; nothing else was heard.
#[track_caller]
fn plays_as_itself(name: &str, config: &str, file: &str, text: &str, other: &str) {
    let (stage, talk) = (Stage::new(), Talk::default());
    let house = House::new(name, config).each(std::time::Duration::from_secs(20));
    let played = game(&house, &archive(&stage, "Gertrude", file, text), other, &talk);
    assert!(!talk.text().contains("SHADOW"), "{name}: {}", talk.text());
    assert!(talk.text().contains("it is me"), "{name}: {}", talk.text());
    // A random walk hits walls; that is all that may be wrong with it.
    let wrong = |foul: &&(games::Seat, games::Foul)| foul.0.0 == 0 && foul.1.kind != games::FoulKind::Illegal;
    assert_eq!(played.fouls.iter().find(wrong), None, "{name}");
    stage.assert_empty();
}

#[test]
fn files_named_as_modules_of_the_host_are_never_taken_for_them() {
    // The SDK's own modules, though the bot has files of these names, and a library's name that is the bot's own as a part of it.
    let chickens = forge::AGENT.replace("import random", "import random, sys\nimport game.board\nfrom game.board import Board\nprint('it is me')\nassert 'Gertrude' not in game.board.__file__\nassert 'Gertrude' not in random.__file__");
    plays_as_itself("chickens", "{}", "agent.py", &chickens, "Yolanda");
    // Here the bot's folder comes first, as in the original: for the bot, and not before it.
    let bovine =
        "import random, json, traceback\nprint('it is me')\nassert 'Gertrude' not in random.__file__\ndef bot(board):\n    return None\n";
    plays_as_itself("bovine", "{\"rounds\": 5}", "bot.py", bovine, "random_raven");
    plays_as_itself("orchard", "{}", "bot.py", ORCHARD, "greedy");
}

const ORCHARD: &str = "import random
from aiarena21.client.classes import Player, Map
print('it is me')
assert 'Gertrude' not in random.__file__
def play_powerup(*arguments):
    return ''
def play_turn(game_map, me, *rest):
    return '%d,%d' % (me.location[0] + random.choice([-1, 1]), me.location[1])
def play_auction(*arguments):
    return 0
def play_transport(game_map, *rest):
    return '%d,%d' % (random.randint(0, game_map.rows - 1), random.randint(0, game_map.cols - 1))
";

#[test]
fn the_files_would_be_heard_if_they_were_run() {
    let (stage, talk) = (Stage::new(), Talk::default());
    let own = forge::AGENT.replace("import random", "import random\nfrom . import game, sitecustomize");
    let played = game(&House::new("chickens", "{}"), &archive(&stage, "Gertrude", "agent.py", &own), "Yolanda", &talk);
    assert_no_fouls(&played);
    assert!(talk.text().contains("SHADOW game.py") && talk.text().contains("SHADOW sitecustomize.py"), "{}", talk.text());
}

#[test]
fn a_folder_named_as_a_module_of_the_host_does_not_play() {
    for name in ["game", "json", "host"] {
        let (stage, talk) = (Stage::new(), Talk::default());
        let played = game(&House::new("chickens", "{}"), &archive(&stage, name, "agent.py", forge::AGENT), "Yolanda", &talk);
        let why = format!("the folder is called {name}, as a module of Python or of ours is: give it another name");
        assert_foul(&assert_forfeit(&played, 0), games::FoulKind::Startup, &why, "");
        assert!(!talk.text().contains("SHADOW"), "{name}: {}", talk.text());
    }
}

#[test]
fn what_a_bot_writes_into_its_folder_never_reaches_the_depot() {
    let (stage, talk, house) = (Stage::new(), Talk::default(), House::new("chickens", "{}"));
    let text = "import os
here = os.path.dirname(os.path.abspath(__file__))
print('fresh' if not os.path.exists(os.path.join(here, 'notes')) else 'stale')
open(os.path.join(here, 'notes'), 'w').write('x')
open(os.path.join(here, 'table'), 'a').write('x')
os.mkdir(os.path.join(here, 'sub', 'more'))
";
    let agent = format!("{text}{}", forge::AGENT);
    let zip = Forge::of([
        Entry::new("Gertrude/agent.py", agent.as_bytes()),
        Entry::new("Gertrude/table", b"1 2 3"),
        Entry::folder("Gertrude/sub/"),
    ]);
    let path = write(&stage, &zip);
    for _ in 0..2 {
        assert_no_fouls(&game(&house, &path, "Yolanda", &talk));
    }
    // Also a bot that nothing holds.
    let recipe = Recipe::find(&path, house.table.entry).unwrap();
    let grants = runner::Grants { confinement: Some(runner::Confinement::NONE), ..house.grants };
    let listener = Some(talk.listener());
    let mut free = Program::start("free", recipe.errand(None).unwrap(), house.table.entry, &house.table.config, grants, listener).unwrap();
    let mut ours = InProcess(bots::find("chickens", "Yolanda").unwrap().summon());
    let mut chairs = [Chair { name: "a", bot: &mut free, seed: 1 }, Chair { name: "b", bot: &mut ours, seed: 2 }];
    assert_no_fouls(&house.table.play(games::Luck::new(1), &mut chairs).unwrap());
    drop(free);
    assert_eq!((talk.text().matches("fresh").count(), talk.text().matches("stale").count()), (3, 0), "{}", talk.text());
    let kept = recipe.told().split_whitespace().find_map(|word| word.strip_suffix("/agent.py,").map(PathBuf::from)).unwrap();
    assert!(!kept.join("notes").exists());
    assert_eq!(std::fs::read_to_string(kept.join("table")).unwrap(), "1 2 3");
    stage.assert_empty();
}

//! Python bots of Bovine and Orchard as people wrote them, through the real hosts.
use games::bovine::{self, Board, Bovine};
use games::orchard::{self, Cell, Chance, Depth, Grid, Orchard, Phase, Pile};
use games::tape::Line;
use games::{Entry, FoulKind, Game, Joint, Luck, Native, Seat};
use runner::{Bot, Chair, InProcess, LaunchError, Limits, Played, Program, Python, Recipe, Record, Table};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The interpreter, or `None` with a word about it.
fn python() -> Option<&'static Python> {
    Python::usual().map_err(|fault| println!("skipped: {fault}")).ok()
}

fn entry(game: &str) -> &'static Entry {
    games::find(game).unwrap()
}

fn native(game: &str, name: &str) -> Native {
    bots::ROSTERS.iter().flat_map(|roster| roster.iter()).find(|bot| bot.game == game && bot.name == name).unwrap().summon()
}

/// A folder with one bot in it.
struct Lair {
    folder: tempfile::TempDir,
}

impl Lair {
    fn new(text: &str) -> Lair {
        let lair = Lair { folder: tempfile::tempdir().unwrap() };
        std::fs::write(lair.file(), text).unwrap();
        lair
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("mine.py")
    }

    fn put(&self, name: &str, value: &Value) {
        std::fs::write(self.folder.path().join(name), value.to_string()).unwrap();
    }

    /// What the bot noted, a value a line.
    fn notes(&self) -> Vec<Value> {
        let text = std::fs::read_to_string(self.folder.path().join("notes.jsonl")).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn recipe(&self, game: &str, bot: Option<&str>) -> Result<Recipe, LaunchError> {
        match bot {
            Some(bot) => Recipe::named(&self.file(), bot, entry(game)),
            None => Recipe::find(&self.file(), entry(game)),
        }
    }
}

/// Everything that programs wrote for people.
type Heard = Arc<Mutex<String>>;

fn summon(recipe: &Recipe, table: &Table, heard: &Heard) -> Box<dyn Bot> {
    runner::use_launcher(env!("CARGO_BIN_EXE_jailer"));
    let heard = heard.clone();
    let listener = Box::new(move |_: &str, _: u64, text: &str| heard.lock().unwrap().push_str(text));
    let command = recipe.errand(python()).unwrap();
    let grants = Limits::grants(table.entry.name);
    Box::new(Program::start(&recipe.name, command, table.entry, &table.config, grants, Some(listener)).unwrap())
}

fn ours(game: &str, name: &str) -> Box<dyn Bot> {
    Box::new(InProcess(native(game, name)))
}

/// Patient with a loaded machine, unless a test is about time.
fn table(game: &str, config: &Value) -> Table {
    let mut table = Table::new(entry(game), &config.to_string()).unwrap();
    table.limits.each = Some(Duration::from_secs(20));
    table.record = Record::Moves;
    table
}

fn play(table: &Table, bots: &mut [Box<dyn Bot>]) -> Played {
    let mut chairs: Vec<Chair<'_>> =
        bots.iter_mut().enumerate().map(|(k, bot)| Chair { name: "somebody", bot: &mut **bot, seed: k as u64 }).collect();
    let played = table.play(Luck::new(7), &mut chairs).unwrap();
    played.tape.as_ref().unwrap().verify().unwrap();
    played
}

/// A host asked by hand, as the referee would.
struct Raw {
    child: Child,
    into: ChildStdin,
    out: BufReader<ChildStdout>,
    nonce: u64,
}

impl Raw {
    fn start(recipe: &Recipe, game: &str, seat: Seat, brief: &impl serde::Serialize) -> Raw {
        let mut command = recipe.errand(python()).unwrap().command;
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (into, out) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut raw = Raw { child, into, out, nonce: 0 };
        let ready = raw.ask("hello", json!({ "protocol": 1, "game": game, "rules": 1, "config": {}, "name": "x" }));
        assert_eq!(ready["ready"]["acknowledges"], true, "{ready}");
        let seats = entry(game).seat_names;
        raw.ask("start", json!({ "nonce": 1, "left_ms": 1e4, "seat": seat, "seats": seats, "brief": brief, "observation": {}, "seed": 5 }));
        raw
    }

    fn ask(&mut self, kind: &str, message: Value) -> Value {
        self.say(&json!({ kind: message }).to_string())
    }

    fn say(&mut self, request: &str) -> Value {
        writeln!(self.into, "{request}").unwrap();
        let mut line = String::new();
        self.out.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{request}: {line:?}: {error}"))
    }

    fn turn(&mut self, seat: Seat, observation: &impl serde::Serialize) -> Value {
        self.nonce += 1;
        // Written by hand: the keys of an observation come in the order of the game.
        let seen = serde_json::to_string(observation).unwrap();
        let head = format!("\"nonce\":{0},\"number\":{0},\"seat\":{1},\"left_ms\":1000.0,\"clocks_ms\":null", self.nonce, seat.0);
        let answer = self.say(&format!("{{\"turn\":{{{head},\"observation\":{seen}}}}}"));
        assert_eq!(answer["nonce"], self.nonce);
        answer
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SAMPLES: &str = "from sample_ais import *\nfrom sample_ais import AdjacentAsta\nasta = AdjacentAsta()\n";

#[test]
fn the_four_sample_farmers_play_whole_games_among_themselves() {
    if python().is_none() {
        return;
    }
    let (lair, heard) = (Lair::new(SAMPLES), Heard::default());
    let table = table("bovine", &json!({ "rounds": 150 }));
    let names = ["random_raven", "AdjacentAsta()", "defensive_dan_heng", "pass_pompom"];
    let recipes = names.map(|name| lair.recipe("bovine", Some(name)).unwrap());
    assert_eq!(recipes[1].name, "AdjacentAsta");
    let mut bots = recipes.each_ref().map(|recipe| summon(recipe, &table, &heard));
    let first = play(&table, &mut bots);
    assert_eq!(first.fouls, []);
    assert!(first.over.points[0] > 20 && first.over.points[3] <= 1, "{:?}", first.over.points);
    let again = play(&table, &mut bots);
    assert_eq!(first.tape.unwrap().text(), again.tape.unwrap().text(), "every game starts afresh, with the dice it is given");
}

#[test]
fn a_python_farmer_plays_with_native_ones() {
    if python().is_none() {
        return;
    }
    let (lair, heard) = (Lair::new(SAMPLES), Heard::default());
    let table = table("bovine", &json!({ "rounds": 200 }));
    let mine = lair.recipe("bovine", Some("asta")).unwrap();
    let mut bots = [summon(&mine, &table, &heard), ours("bovine", "random_raven"), ours("bovine", "Herta"), ours("bovine", "AdjacentAsta")];
    let played = play(&table, &mut bots);
    assert_eq!(played.fouls, []);
    assert!(played.decisions > 20);
}

/// Plays a file's `bot` with three that pass, and shows the fouls and what was printed.
fn with_sleepers(text: &str, bot: &str, rounds: u32, each: Duration) -> Option<(Played, String)> {
    python()?;
    let (lair, heard) = (Lair::new(text), Heard::default());
    let mut table = table("bovine", &json!({ "rounds": rounds }));
    table.limits.each = Some(each);
    let mine = lair.recipe("bovine", Some(bot)).unwrap();
    let sleeper = || ours("bovine", "pass_pompom");
    let mut bots = [summon(&mine, &table, &heard), sleeper(), sleeper(), sleeper()];
    let played = play(&table, &mut bots);
    drop(bots);
    let heard = heard.lock().unwrap().clone();
    Some((played, heard))
}

const PATIENT: Duration = Duration::from_secs(20);

#[test]
fn a_class_is_an_error_every_turn_and_the_report_says_how_to_do_it() {
    let Some((played, _)) = with_sleepers(SAMPLES, "AdjacentAsta", 5, PATIENT) else { return };
    assert_eq!(played.fouls.len(), 5);
    let foul = &played.fouls[0].1;
    assert_eq!(foul.kind, FoulKind::Crash);
    assert!(foul.why.ends_with("AdjacentAsta is a class, and the bot is an instance: AdjacentAsta()"), "{}", foul.why);
}

#[test]
fn what_a_farmer_throws_costs_its_turn_and_what_it_prints_costs_nothing() {
    let text = "
import sys
calls = 0
def bot(board):
    global calls
    calls += 1
    print('call', calls, flush=True)
    sys.stdout.write('{\"nonce\":1,\"action\":null}\\n')
    board[0][0] = 3
    if calls == 2:
        raise KeyError('lost')
    if calls == 3:
        sys.exit(4)
    if calls == 4:
        print(input())
    return (0, calls)
";
    let Some((played, heard)) = with_sleepers(text, "bot", 6, PATIENT) else { return };
    let whys: Vec<&str> = played.fouls.iter().map(|(_, foul)| foul.why.as_str()).collect();
    let expected =
        ["KeyError: 'lost' (mine.py, line 11)", "SystemExit: 4 (mine.py, line 13)", "EOFError: EOF when reading a line (mine.py, line 15)"];
    assert_eq!(whys, expected);
    assert!(played.fouls.iter().all(|(_, foul)| foul.kind == FoulKind::Crash && foul.detail.as_ref().unwrap().contains("in bot")));
    assert!(heard.contains("call 6\n{\"nonce\":1,\"action\":null}\n"), "{heard}");
    assert_eq!(played.over.points[0], 2, "(0, 1) is grazed, the later destinations are out of reach");
}

#[test]
fn a_late_farmer_passes_and_plays_on() {
    let text = "
import time
calls = 0
def bot(board):
    global calls
    calls += 1
    if calls == 1:
        time.sleep(0.7)
    return (calls - 1, 0)
";
    let Some((played, _)) = with_sleepers(text, "bot", 30, Duration::from_millis(150)) else { return };
    assert_eq!(played.fouls[0].1.kind, FoulKind::Late);
    assert!((1..10).contains(&played.fouls.len()), "{:?}", played.fouls);
    assert!(played.tape.unwrap().lines.iter().any(|line| matches!(line, Line::Act(act) if act.foul.is_empty())));
}

#[test]
fn a_farmer_that_cannot_be_loaded_passes_to_the_end() {
    for (text, bot, why) in [
        ("def bot(board:\n    pass\n", "bot", "mine.py, line 1: "),
        ("import no_such_library\ndef bot(board): pass\n", "bot", "the library no_such_library is not installed (mine.py, line 1)"),
        ("bot = 5\n", "bot", "bot in mine.py cannot be called"),
        ("bot = 5\n", "robot", "mine.py has no robot"),
    ] {
        let Some((played, _)) = with_sleepers(text, bot, 2, PATIENT) else { return };
        let foul = &played.fouls[0].1;
        assert_eq!((foul.kind, played.over.points[0]), (FoulKind::Startup, 1));
        assert!(foul.why.starts_with(why), "{}", foul.why);
    }
}

#[test]
fn a_file_without_a_name_is_its_bot_or_its_only_farmer() {
    let found = |text: &str| Lair::new(text).recipe("bovine", None).map_err(|error| error.to_string());
    let shown = |text: &str| format!("{:?}", found(text).unwrap());
    assert!(shown("def bot(board):\n    pass\ndef other(board):\n    pass\n").contains("bot: Some(\"bot\")"));
    assert!(shown("bot = Cow()\n").contains("bot: Some(\"bot\")"));
    assert!(shown("def main():\n    pass\ndef gatherer(board: list):\n    pass\n").contains("bot: Some(\"gatherer\")"));
    assert!(shown("import sys, json\nprint('nonce')\n").contains("Script"));
    let several = found("def a(board): pass\ndef b(board): pass\n").unwrap_err();
    assert!(several.ends_with("mine.py:a") && several.contains("several bots (a, b)"), "{several}");
    assert!(found("x = 3\n").unwrap_err().contains("no function that takes a board"));
    assert_eq!(Recipe::split("./a.py:bot"), Some((Path::new("./a.py"), "bot")));
    assert_eq!(Recipe::split("./a.py:Bot()"), Some((Path::new("./a.py"), "Bot()")));
    for text in ["a.py", "./a.py:", "./a.py:1x", "./a.py:a b", "native:Herta", "a.zip:bot"] {
        assert_eq!(Recipe::split(text), None, "{text}");
    }
    let refused = Lair::new("").recipe("orchard", Some("bot")).unwrap_err().to_string();
    assert!(refused.ends_with("a file of orchard holds one bot, so name the file alone"), "{refused}");
}

/// The document's sample, word for word but for its line breaks.
const RANDOM_SOURCE: &str = "
from aiarena21.client.classes import Player, Map
import random
def play_powerup(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return random.choice(['bike', 'portal gun', ''])
def play_turn(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    dx, dy = 1, 1
    while dx*dy != 0 or dx+dy == 0:
        dx = random.randint(-1, 1)
        dy = random.randint(-1, 1)
    new_row = me.location[0] + dx
    new_col = me.location[1] + dy
    return f'{new_row},{new_col}'
def play_auction(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return random.randint(0, min(opponent.score, me.score))
def play_transport(game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    return f'{random.randint(0, game_map.rows-1)},{random.randint(0, game_map.cols-1)}'
";

#[test]
fn the_random_source_of_the_document_plays_with_itself_and_a_native_bot() {
    if python().is_none() {
        return;
    }
    let (lair, heard) = (Lair::new(RANDOM_SOURCE), Heard::default());
    let table = table("orchard", &json!({ "map": "7", "rounds": 70 }));
    let mine = lair.recipe("orchard", None).unwrap();
    let among_themselves = play(&table, &mut [summon(&mine, &table, &heard), summon(&mine, &table, &heard)]);
    assert_eq!(among_themselves.over.reason, "all rounds played");
    let fair = |played: &Played| played.fouls.iter().all(|(_, foul)| matches!(foul.kind, FoulKind::Illegal | FoulKind::Unreadable));
    assert!(fair(&among_themselves), "{:?}", among_themselves.fouls);
    let with_ours = play(&table, &mut [summon(&mine, &table, &heard), ours("orchard", "greedy")]);
    assert!(fair(&with_ours) && with_ours.over.payoffs[1] == 1.0, "{:?}", with_ours.over);
    assert_eq!(*heard.lock().unwrap(), "");
}

/// A bot of Orchard that answers what these expressions say.
fn picker(powerup: &str, step: &str, bid: &str, transport: &str) -> String {
    let function = |(name, answer): (&str, &str)| {
        format!("def {name}(game_map, me, opponent, items, new_items, heatmap, remaining_turns):\n    return {answer}\n")
    };
    [("play_powerup", powerup), ("play_turn", step), ("play_auction", bid), ("play_transport", transport)].map(function).concat()
}

/// Two of these in the document's 5x5 map, with an auction in round 2.
fn picked(text: &str) -> Option<Played> {
    python()?;
    let (lair, heard) = (Lair::new(text), Heard::default());
    let table = table("orchard", &json!({ "map": ".....\n...S.\n.....\n.S...\n.....", "rounds": 3, "forced_auction": 2 }));
    let mine = lair.recipe("orchard", None).unwrap();
    Some(play(&table, &mut [summon(&mine, &table, &heard), ours("orchard", "runaway_source")]))
}

#[test]
fn a_picker_that_cannot_be_loaded_loses_at_once_with_a_clear_message() {
    let good = picker("''", "'0,0'", "0", "'0,0'");
    for (text, why) in [
        (good.replace("def play_auction", "def auction"), "mine.py has no function play_auction"),
        ("x = 1\n".into(), "mine.py has no function play_powerup and no play_turn and no play_auction and no play_transport"),
        (format!("from classes import Map\n{good}"), "the library classes is not installed (mine.py, line 1)"),
        (format!("{good}1/0\n"), "ZeroDivisionError: division by zero (mine.py, line 9)"),
    ] {
        let Some(played) = picked(&text) else { return };
        assert_eq!((played.over.reason.as_str(), &*played.over.payoffs, played.decisions), ("forfeit", &[0.0, 1.0][..], 0));
        assert_eq!((played.fouls[0].1.kind, played.fouls[0].1.why.as_str()), (FoulKind::Startup, why));
    }
}

#[test]
fn answers_of_pickers_are_read_as_the_original_read_them() {
    let stay = "f'{me.location[0]},{me.location[1]}'";
    // What is returned in each of the four functions, the fouls it makes in three rounds, and a word of the first.
    for (powerup, step, bid, transport, fouls, why) in [
        ("''", stay, "' +7 '", "'0,0'", 0, ""),
        ("'bike'", stay, "'1_0'", "'004,0'", 0, ""),
        ("None", stay, "2", "'0,0'", 3, "play_powerup returned 'None', which is not 'bike', 'portal gun' or ''"),
        ("'Bike'", stay, "2", "'0,0'", 3, "play_powerup returned 'Bike'"),
        ("''", "(0, 0)", "2", "'0,0'", 3, "play_turn returned '(0, 0)', which is not a row, a comma and a column, as in '6,11'"),
        ("''", "'0, 0'", "2", "'0,0'", 3, "play_turn returned '0, 0'"),
        ("''", "'9' * 900 + ',0'", "2", "'0,0'", 3, "no map reaches row 255, column 0"),
        ("''", "'9' * 2000", "2", "'0,0'", 3, "play_turn returned 2000 characters"),
        ("''", "1 / 0", "2", "'0,0'", 3, "ZeroDivisionError: division by zero (mine.py, line 4)"),
        ("''", stay, "3.5", "'0,0'", 1, "play_auction returned '3.5', which is not an integer"),
        ("''", stay, "True", "'0,0'", 1, "play_auction returned 'True'"),
        ("''", stay, "-1", "'0,0'", 1, "play_auction returned -1, and no bid is below 0"),
        ("''", stay, "10 ** 20", "'0,0'", 1, "players cannot bid higher than their available points, 100"),
        ("''", stay, "'5'", "'-1,0'", 1, "play_transport returned '-1,0'"),
    ] {
        let Some(played) = picked(&picker(powerup, step, bid, transport)) else { return };
        assert_eq!(played.over.reason, "all rounds played");
        let mine: Vec<_> = played.fouls.iter().filter(|(seat, _)| *seat == Seat(0)).collect();
        assert_eq!(mine.len(), fouls, "{powerup} {step} {bid} {transport}: {mine:?}");
        assert!(mine.first().is_none_or(|(_, foul)| foul.why.contains(why)), "{mine:?}");
    }
}

/// The bytes of a file of vectors of the original engines, if they were given.
fn vectors(file: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Some(folder) = std::env::var_os("BARNYARD_ORACLE").map(|folder| root.join(folder)) else {
        println!("no vectors given: set BARNYARD_ORACLE to their folder");
        return None;
    };
    let packed = std::fs::read(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut plain = String::new();
    match file.ends_with(".gz") {
        true => flate2::read::MultiGzDecoder::new(&*packed).read_to_string(&mut plain).unwrap(),
        false => (&*packed).read_to_string(&mut plain).unwrap(),
    };
    Some(plain)
}

#[derive(Deserialize)]
struct View {
    board: Vec<String>,
    views: Vec<Vec<Vec<i8>>>,
}

/// Notes what it is given and what the helpers make of it.
const HELPERS: &str = "
import json
import more_sample_ais as more
import sample_ais as some
notes = open('notes.jsonl', 'w')
def bot(board):
    assert type(board) is list and all(type(row) is list and all(type(v) is int for v in row) for row in board)
    dsts, moves = some.allowed_dsts(board), some.allowed_moves(board)
    assert type(moves) is list and all(type(p) is tuple for move in moves for p in (move, *move))
    assert more.allowed_moves(board) == set(moves) and more.connected(board) == some.connected(board)
    for pos in ((0, 0), (7, 19), (19, 3)):
        sides = [(pos[0] + 1, pos[1]), (pos[0] - 1, pos[1]), (pos[0], pos[1] + 1), (pos[0], pos[1] - 1)]
        assert some.nearby(pos) == sides and more.nearby(pos) == set(sides)
        own = [side for side in sides if some.in_bounds(side) and board[side[0]][side[1]] == 0]
        assert some.reachable_from(board, pos) == own and more.reachable_from(board, pos) == set(own)
        assert some.pick_random_source(board, pos) in (own or [None])
    assert some.dist((1, 5), (4, 3)) == more.dist((4, 3), (1, 5)) == 5
    assert not hasattr(more, 'allowed_dsts') and not hasattr(more, 'pick_random_source')
    notes.write(json.dumps([board, dsts, moves, some.connected(board)]) + '\\n')
    notes.flush()
    board[3][3] = 'eaten'
    return dsts[0] if dsts else None
";

#[test]
fn oracle_bovine_views_and_helpers() {
    let (Some(text), Some(_)) = (vectors("bovine_views.jsonl.gz"), python()) else { return };
    let lair = Lair::new(HELPERS);
    let mut raw = Raw::start(&lair.recipe("bovine", Some("bot")).unwrap(), "bovine", Seat(0), &json!({}));
    let mut expected = Vec::new();
    for line in text.lines() {
        let view: View = serde_json::from_str(line).unwrap();
        let board: Board = view.board.join("\n").parse().unwrap();
        let live: Vec<Seat> = Seat::first(4).filter(|seat| board.holds_barn(*seat)).collect();
        for (seat, shown) in Seat::first(4).zip(&view.views).filter(|(seat, _)| live.contains(seat)) {
            let seen = board.seen_by(seat);
            let answer = raw.turn(seat, &json!({ "board": seen, "round": 3, "rounds": 10, "deaths": [] }));
            let (you, linked) = (Seat(0), seen.connected(Seat(0)));
            let square = |row: u8, col: u8| linked.has(bovine::Cell::at(row, col));
            let connected: Vec<Vec<bool>> = (0..20).map(|row| (0..20).map(|col| square(row, col)).collect()).collect();
            let dsts: Vec<_> = seen.destinations(you).iter().collect();
            assert_eq!(answer.get("action"), Some(&json!(dsts.first())), "{answer}");
            expected.push(json!([shown, dsts, seen.moves(you).collect::<Vec<_>>(), connected]));
        }
    }
    let notes = lair.notes();
    println!("bovine: {} views and the helpers on them checked through the host", notes.len());
    assert!(!notes.is_empty());
    assert_eq!(notes.len(), expected.len());
    for (note, expected) in notes.iter().zip(&expected) {
        assert_eq!(note, expected);
    }
}

const PARROT: &str = "
import json
try:
    import numpy as np
except ImportError:
    np = None
cases = iter(json.load(open('cases.json')))
def bot(board):
    return eval(next(cases))
";

#[test]
fn oracle_bovine_replies() {
    let (Some(text), Some(python)) = (vectors("bovine_parse_table.json"), python()) else { return };
    let mut cases: Vec<(String, String, String)> = serde_json::from_str(&text).unwrap();
    if !python.has("numpy") {
        println!("replies with numpy skipped: it is not installed");
        cases.retain(|(literal, ..)| !literal.contains("np."));
    }
    let lair = Lair::new(PARROT);
    lair.put("cases.json", &json!(cases.iter().map(|(literal, ..)| literal).collect::<Vec<_>>()));
    let game = Bovine::new(&bovine::Config { rules: bovine::Rules::Original, ..bovine::Config::default() }).unwrap();
    let farmer = Seat(1);
    let seen = game.observe(farmer);
    let mut raw = Raw::start(&lair.recipe("bovine", Some("bot")).unwrap(), "bovine", farmer, &json!({}));
    let way = |from: bovine::Cell, to: bovine::Cell| format!("src={} dst={} (abs)", from.turned(3, 20), to.turned(3, 20));
    for (literal, outcome, log) in &cases {
        let answer = raw.turn(farmer, &seen);
        let found = match answer.get("action") {
            None => Err(answer["error"]["why"].as_str().unwrap().to_string()),
            Some(action) => serde_json::from_value::<bovine::Action>(action.clone())
                .map_err(|error| error.to_string())
                .and_then(|action| game.check(farmer, action).map(|()| action).map_err(|breach| breach.to_string())),
        };
        let told = match &found {
            Ok(bovine::Action::Pass) | Err(_) => "pass (None)".to_string(),
            Ok(bovine::Action::To(to)) => way(seen.board.sources(Seat(0), *to).next().unwrap(), *to),
            Ok(bovine::Action::Move { from, to }) => way(*from, *to),
        };
        match outcome.strip_prefix("UNCAUGHT ") {
            // What made the original give up the game is refused, in the same words.
            Some(error) => {
                let error = error.strip_suffix(" -> whole game aborts").unwrap();
                let why = found.expect_err(literal);
                assert!(why.contains("which is no move") && why.contains(&error[..20]), "{literal}: {why}, not {error}");
            }
            None => {
                assert_eq!(told, *outcome, "{literal}");
                assert_eq!(found.is_err(), !log.is_empty(), "{literal}: {found:?}");
                let reason = log.split_once("reason: ").map(|(_, reason)| reason);
                assert!(reason.is_none_or(|reason| found.as_ref().is_err_and(|why| why == reason)), "{literal}: {found:?}");
            }
        }
    }
    println!("bovine: {} replies checked through the host", cases.len());
}

#[derive(Deserialize)]
struct Recorded {
    game: u32,
    grid: Vec<String>,
    rounds: u32,
    names: [String; 2],
    spawn: [Cell; 2],
    init_scores: [u32; 2],
    batches: BTreeMap<u32, Vec<Patch>>,
    rounds_log: Vec<Round>,
    #[serde(rename = "final")]
    end: Final,
}

/// Fruit on a cell: row, column, letters.
type Patch = (u8, u8, String);

#[derive(Deserialize)]
struct Round {
    r: u32,
    remaining: u32,
    powerup: [Option<String>; 2],
    view: [BTreeMap<String, Value>; 2],
    #[serde(rename = "move")]
    step: [Option<String>; 2],
    auctions: Vec<Auction>,
    heat: Option<Vec<Vec<f64>>>,
}

#[derive(Deserialize)]
struct Auction {
    raw: [Option<String>; 2],
    winner: Option<usize>,
    transport_raw: Option<String>,
    rand: Vec<(u8, u8, u8)>,
}

#[derive(Deserialize)]
struct Final {
    scores: [u32; 2],
}

/// Answers what the recorded bot answered, and notes what it was asked with.
const ECHO: &str = "
import json
from aiarena21.client.classes import Player, Map
answers = iter(json.load(open('answers.json')))
notes = open('notes.jsonl', 'w')
same = None
def noted(name, game_map, me, opponent, items, new_items, heatmap, remaining_turns):
    global same
    assert type(game_map) is Map and type(me) is Player and type(me.location) is list and type(me.bike) is bool
    assert game_map.size == [game_map.rows, game_map.cols] and game_map._map[0][0] == game_map.get(0, 0)
    grids = (items, new_items, heatmap)
    shared = same is not None and all(a is b for a, b in zip(same, grids))
    assert shared == (name in ('auction', 'transport')), name
    same = grids
    for r in range(game_map.rows):
        for c in range(game_map.cols):
            free = game_map.get(r, c) != game_map.BLOCK_CHAR
            assert game_map.is_free(r, c) == free and type(heatmap[r][c]) is (float if free else int) and type(items[r][c]) is int
    notes.write(json.dumps({
        'name': name, 'map': [''.join(row) for row in game_map._map], 'items': items, 'new_items': new_items,
        'heatmap': heatmap, 'remaining': remaining_turns,
        'players': {p.name: [p.score, p.location, p.bike, p.portal_gun] for p in (me, opponent)}, 'me': me.name,
    }) + '\\n')
    notes.flush()
    return next(answers)
def play_powerup(*arguments):
    return noted('powerup', *arguments)
def play_turn(*arguments):
    return noted('turn', *arguments)
def play_auction(*arguments):
    return noted('auction', *arguments)
def play_transport(*arguments):
    return noted('transport', *arguments)
";

/// A recorded game of Orchard with the real rules and two hosts.
struct Rerun<'a> {
    recorded: &'a Recorded,
    game: Orchard,
    lairs: [Lair; 2],
    hosts: [Raw; 2],
    /// What each bot must have noted.
    expected: [Vec<Value>; 2],
}

impl Rerun<'_> {
    fn ask(&mut self, seat: Seat) -> Option<orchard::Action> {
        let seen = self.game.observe(seat);
        let name = match seen.phase {
            Phase::Powerup => "powerup",
            Phase::Move => "turn",
            Phase::Bid => "auction",
            _ => "transport",
        };
        let player = |player: &orchard::Player| json!([player.score, player.location, player.bike > 0, player.portal_gun > 0]);
        let names = &self.recorded.names;
        let word = |letter: char| match letter {
            'O' => "Onion",
            'S' => "Strawberry",
            _ => "DragonFruit",
        };
        let batch: Option<Vec<Vec<String>>> = serde_json::from_value(json!(seen.new_items)).unwrap();
        let words = batch.map(|rows| {
            let cell = |pile: &String| pile.chars().map(word).collect::<Vec<_>>();
            rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>()).collect::<Vec<_>>()
        });
        let heat: Vec<Vec<f64>> = serde_json::from_value(json!(seen.heatmap)).unwrap();
        let warm = |cell: char, heat: f64| if cell == '#' { json!(0) } else { json!(heat) };
        let heat: Vec<Vec<Value>> =
            self.recorded.grid.iter().zip(&heat).map(|(row, heat)| row.chars().zip(heat).map(|(c, h)| warm(c, *h)).collect()).collect();
        self.expected[seat.index()].push(json!({
            "name": name, "map": self.recorded.grid, "items": seen.items, "new_items": words, "heatmap": heat,
            "remaining": seen.remaining_turns, "me": names[seat.index()],
            "players": { &names[seat.index()]: player(&seen.me), &names[seat.rival().index()]: player(&seen.opponent) },
        }));
        let answer = self.hosts[seat.index()].turn(seat, &seen);
        let action = serde_json::from_value(answer.get("action")?.clone()).ok()?;
        self.game.check(seat, action).is_ok().then_some(action)
    }

    fn ask_or_default(&mut self, seat: Seat) -> orchard::Action {
        self.ask(seat).unwrap_or_else(|| self.game.fallback(seat, &mut Luck::new(0).fallback(0, 0)).unwrap())
    }

    fn last_note(&self, seat: Seat) -> &Value {
        self.expected[seat.index()].last().unwrap()
    }

    fn both(&mut self) {
        let mut joint = Joint::EMPTY;
        for seat in Seat::first(2) {
            let action = self.ask_or_default(seat);
            joint.set(seat, action);
        }
        self.game.play(&joint);
    }

    fn round(&mut self, round: &Round) {
        assert_eq!(self.game.round(), round.r);
        if round.r.is_multiple_of(20) {
            self.game.settle(&Chance::Items([Depth::new(0.0).unwrap(); 3]));
            let mut piles = vec![Pile::EMPTY; self.game.map().len()];
            for (row, col, letters) in &self.recorded.batches[&round.r] {
                piles[*row as usize * self.game.map().cols() + *col as usize] = Pile::of(letters).unwrap();
            }
            let batch = Grid::new(self.game.map().cols(), piles);
            self.game.announce(batch);
        }
        for seat in Seat::first(2) {
            let action = self.ask_or_default(seat);
            let note = self.last_note(seat);
            assert_eq!(note["players"], json!(round.view[seat.index()]), "round {}", round.r);
            assert_eq!((&note["remaining"], note["new_items"].is_null()), (&json!(round.remaining), round.r < 20));
            if let Some(heat) = &round.heat {
                let noted: Vec<Vec<f64>> = serde_json::from_value(note["heatmap"].clone()).unwrap();
                assert_eq!(noted, *heat);
            }
            self.game.play(&Joint::solo(seat, action));
        }
        self.both();
        for auction in &round.auctions {
            self.both();
            let place = |k: usize| Cell::new(auction.rand[k].1, auction.rand[k].2);
            if self.game.phase() == Phase::Scatter {
                self.game.settle(&Chance::Scatter([place(0), place(1)]));
            } else {
                let games::Turn::Act(winner) = self.game.turn() else { panic!("the winner acts") };
                let winner = winner.iter().next().unwrap();
                let action = self.ask(winner).unwrap_or_else(|| orchard::Action::Transport(place(0)));
                self.game.play(&Joint::solo(winner, action));
            }
        }
    }
}

/// What each bot answered, in order.
fn answers(recorded: &Recorded) -> [Vec<Value>; 2] {
    let mut all = [Vec::new(), Vec::new()];
    for round in &recorded.rounds_log {
        for (seat, all) in all.iter_mut().enumerate() {
            all.extend([json!(round.powerup[seat]), json!(round.step[seat])]);
        }
        for auction in &round.auctions {
            for (all, raw) in all.iter_mut().zip(&auction.raw) {
                all.push(json!(raw));
            }
            if let Some(winner) = auction.winner {
                all[winner].push(json!(auction.transport_raw));
            }
        }
    }
    all
}

#[test]
fn oracle_orchard_arguments() {
    let (Some(text), Some(_)) = (vectors("orchard.jsonl.gz"), python()) else { return };
    let (mut games, mut requests) = (0, 0);
    // A few of them: small maps and large, poor players and rich.
    for line in text.lines().step_by(6) {
        let recorded: Recorded = serde_json::from_str(line).unwrap();
        let config = orchard::Config {
            rules: orchard::Rules::Original,
            map: recorded.grid.join("\n"),
            rounds: recorded.rounds,
            start_scores: recorded.init_scores,
            ..orchard::Config::default()
        };
        let mut game = Orchard::new(&config).unwrap();
        game.settle(&Chance::Spawn(recorded.spawn));
        let lairs = [Lair::new(ECHO), Lair::new(ECHO)];
        for (lair, answers) in lairs.iter().zip(answers(&recorded)) {
            lair.put("answers.json", &json!(answers));
        }
        let host = |seat: u8| Raw::start(&lairs[seat as usize].recipe("orchard", None).unwrap(), "orchard", Seat(seat), &game.brief());
        let hosts = [host(0), host(1)];
        let mut rerun = Rerun { recorded: &recorded, game, lairs, hosts, expected: Default::default() };
        for round in &recorded.rounds_log {
            rerun.round(round);
        }
        let scores = [Seat(0), Seat(1)].map(|seat| rerun.game.player(seat).score);
        assert_eq!(scores, recorded.end.scores, "game {}", recorded.game);
        for (lair, expected) in rerun.lairs.iter().zip(&rerun.expected) {
            let notes = lair.notes();
            assert_eq!(notes.len(), expected.len());
            for (note, expected) in notes.iter().zip(expected) {
                assert_eq!(note, expected, "game {}", recorded.game);
            }
            requests += notes.len();
        }
        games += 1;
    }
    println!("orchard: {requests} requests of {games} recorded games checked through the host");
    assert!(games > 0 && requests > 0);
}

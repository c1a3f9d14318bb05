//! People at the table, people around it, and games that go on from a tape.
#[path = "stage.rs"]
mod stage;

use games::tape::{Line, Parent};
use games::{GAMES, Luck, Reel, Seat, Tape, Turn};
use runner::{Bot, Chair, Human, InProcess, News, Past, PlatformFault, Played, Question, Record, Staging, Table};
use stage::{House, Stage, Talk, assert_no_fouls};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Two bots of ours a game, or four.
const BOTS: &[(&str, &str, &[&str])] = &[
    ("chickens", r#"{"turns":12}"#, &["Henny", "Yolanda"]),
    ("carpets", r#"{"turns":12}"#, &["George", "Yolanda"]),
    ("bovine", r#"{"rounds":40,"size":6}"#, &["Herta", "random_raven", "AdjacentAsta", "defensive_dan_heng"]),
    ("orchard", r##"{"map":"S.S","rounds":12,"forced_auction":2,"start_scores":[300,300]}"##, &["greedy", "random_source"]),
    ("microchess", "{}", &["Realist", "Oracle"]),
];

fn table(game: &str, config: &str) -> Table {
    let mut table = Table::new(games::find(game).unwrap(), config).unwrap();
    table.record = Record::Moves;
    table
}

fn ours(game: &str, name: &str) -> Box<dyn Bot> {
    Box::new(InProcess(bots::find(game, name).unwrap_or_else(|| panic!("{name} of {game}")).summon()))
}

fn play(table: &Table, seed: u64, mut bots: Vec<Box<dyn Bot>>, staging: Staging<'_>) -> Result<Played, PlatformFault> {
    let names = ["a", "b", "c", "d"];
    let mut chairs: Vec<Chair<'_>> =
        bots.iter_mut().zip(names).zip(1..).map(|((bot, name), seed)| Chair { name, bot: &mut **bot, seed }).collect();
    table.stage(Luck::new(seed), &mut chairs, staging)
}

/// The person on the first seat answers as `answer` says; all that was heard comes back.
fn with_a_person(game: &str, config: &str, rivals: &[&str], mut answer: impl FnMut(&Question) -> String) -> (Played, Reel, Vec<String>) {
    let table = table(game, config);
    let (desk, news): (Sender<News>, Receiver<News>) = channel();
    std::thread::scope(|scope| {
        let playing = scope.spawn(|| {
            let mut bots: Vec<Box<dyn Bot>> = vec![Box::new(Human::new(desk.clone()))];
            bots.extend(rivals.iter().map(|name| ours(game, name)));
            let played = play(&table, 7, bots, Staging { past: None, onlooker: Some(desk.clone()) });
            drop(desk);
            played
        });
        let (mut reel, mut refusals) = (None, Vec::new());
        for heard in news {
            match heard {
                News::Begin(header) => reel = Some(Reel::begin(header, table.entry).unwrap()),
                News::Line(line) => reel.as_mut().unwrap().push(line).unwrap(),
                News::Over(over) => reel.as_mut().unwrap().end(over).unwrap(),
                News::Asked(question) => {
                    let now = reel.as_ref().unwrap();
                    assert!(now.frame(now.len() - 1).acting.contains(question.seat), "whoever is asked sees what it is asked about");
                    refusals.extend(question.refused.clone());
                    let said = answer(&question);
                    question.answer(said);
                }
            }
        }
        (playing.join().unwrap().unwrap(), reel.unwrap(), refusals)
    })
}

#[test]
fn a_person_plays_every_game_to_its_end() {
    for (game, config, names) in BOTS {
        let (mut asked, mut prompts) = (0, BTreeSet::new());
        let (played, reel, refusals) = with_a_person(game, config, &names[1..], |question| {
            asked += 1;
            assert_eq!(question.seat, Seat(0));
            prompts.insert(question.menu.prompt);
            match &question.menu.range {
                // Every fifth answer is none at all: it is asked again, and nothing is lost.
                _ if asked % 5 == 0 => "\"nonsense\"".into(),
                Some(range) => range.action(range.most.min(3)),
                None => question.menu.items[asked % question.menu.items.len()].action.clone(),
            }
        });
        assert_no_fouls(&played);
        assert!(refusals.iter().all(|why| why.contains("nonsense")) && (asked < 5 || !refusals.is_empty()), "{game}: {refusals:?}");
        let tape = Tape::read(played.tape.unwrap().text().as_bytes()).unwrap();
        tape.verify().unwrap();
        let whole = Reel::open(tape).unwrap();
        assert_eq!(reel.chart(), whole.chart(), "{game}: who looks on sees what is on tape");
        assert!(reel.frames_from(0).eq(whole.frames_from(0)));
        if *game == "orchard" {
            let all = ["bid", "move", "power-up", "where the loser goes"];
            assert!(prompts.into_iter().eq(all), "every phase was asked for");
        }
    }
}

#[test]
fn whoever_leaves_the_table_is_no_fault_of_the_platform() {
    let table = table("microchess", "{}");
    let (desk, news) = channel();
    drop(news);
    let bots = vec![Box::new(Human::new(desk)) as Box<dyn Bot>, ours("microchess", "Realist")];
    let fault = play(&table, 1, bots, Staging::default()).unwrap_err();
    assert!(fault.is_departure());
    assert!(!PlatformFault("the disk is full".into()).is_departure());
}

#[test]
fn an_onlooker_who_leaves_changes_nothing() {
    let table = table("chickens", r#"{"turns":5}"#);
    let both = || vec![ours("chickens", "Henny"), ours("chickens", "Yolanda")];
    let alone = play(&table, 1, both(), Staging::default()).unwrap();
    let (desk, news) = channel();
    drop(news);
    let watched = play(&table, 1, both(), Staging { past: None, onlooker: Some(desk) }).unwrap();
    assert_eq!(alone.tape.unwrap().text(), watched.tape.unwrap().text());
}

/// The same bots with the same dice go on as they did, from wherever they are set down: they know all that they would know.
#[test]
fn a_game_goes_on_from_any_turn() {
    for (game, config, names) in BOTS {
        let table = table(game, config);
        let all = || names.iter().map(|name| ours(game, name)).collect::<Vec<_>>();
        let tape = play(&table, 11, all(), Staging::default()).unwrap().tape.unwrap();
        let decisions = tape.lines.iter().filter(|line| matches!(line, Line::Act(_))).count() as u64;
        for turn in [0, 1, decisions / 2, decisions - 1] {
            let parent = Parent { tape: "f00d".into(), turn };
            let past = Past { tape: &tape, parent: parent.clone() };
            let child = play(&table, 11, all(), Staging { past: Some(past), onlooker: None }).unwrap().tape.unwrap();
            assert_eq!(child.header.parent, Some(parent));
            let mut same = child.clone();
            same.header.parent = None;
            assert_eq!(same.text(), tape.text(), "{game} from turn {turn}");
            Tape::read(child.text().as_bytes()).unwrap().verify().unwrap();
        }
    }
}

/// Other bots play another game from there, with the same luck; what was before stays.
#[test]
fn other_bots_take_over() {
    let table = table("carpets", r#"{"turns":12}"#);
    let pair = |a, b| vec![ours("carpets", a), ours("carpets", b)];
    let tape = play(&table, 11, pair("George", "Yolanda"), Staging::default()).unwrap().tape.unwrap();
    let past = || Past { tape: &tape, parent: Parent { tape: "f00d".into(), turn: 9 } };
    let child = play(&table, 11, pair("Yolanda", "George"), Staging { past: Some(past()), onlooker: None }).unwrap().tape.unwrap();
    Tape::read(child.text().as_bytes()).unwrap().verify().unwrap();
    let lines = |tape: &Tape| tape.lines.iter().map(|line| serde_json::to_string(line).unwrap()).collect::<Vec<_>>();
    let shared = lines(&tape).iter().zip(lines(&child)).take_while(|(a, b)| **a == *b).count();
    let acts = tape.lines[..shared].iter().filter(|line| matches!(line, Line::Act(_))).count();
    assert!((9..12).contains(&acts), "nine decisions stay, and soon the games part: {acts}");
    // A tape without a seed hands on that it has none.
    let mut blind = tape.clone();
    blind.header.seed = None;
    let past = Past { tape: &blind, parent: Parent { tape: "f00d".into(), turn: 9 } };
    let child = play(&table, 5, pair("Yolanda", "George"), Staging { past: Some(past), onlooker: None }).unwrap().tape.unwrap();
    assert_eq!(child.header.seed, None);
    assert!(!child.verify().unwrap().seeded);
}

#[test]
fn bots_with_filters_say_what_they_believe() {
    let table = table("carpets", "{}");
    let tape = play(&table, 3, vec![ours("carpets", "George"), ours("carpets", "George")], Staging::default()).unwrap().tape.unwrap();
    let reel = Reel::open(Tape::read(tape.text().as_bytes()).unwrap()).unwrap();
    let losses = &reel.chart().loss;
    assert_eq!(losses.len(), 80, "one a decision");
    let mean = losses.iter().map(|(.., bits)| bits).sum::<f64>() / 80.0;
    assert!(mean < 5.0, "an exact filter knows more than nothing (6 bits): {mean}");
}

const BELIEVER: &str = r#"
import json, sys
k = 0
for line in sys.stdin:
    [(kind, m)] = json.loads(line).items()
    if kind == "hello":
        print(json.dumps({"ready": {}}), flush=True)
    elif kind == "turn":
        k += 1
        even = [1 / 64] * 64
        belief = [{"rat": even}, {"rat": even[:9]}, {"rat": [0.5] * 64}, {"cat": even}, {"rat": "here"}, 7, {"rat": [2] + [0] * 63}, None][k % 8]
        print(json.dumps({"nonce": m["nonce"], "action": {"search": [0, 0]}, "belief": belief}), flush=True)
"#;

/// What is wrong with a belief costs nothing but the belief.
#[test]
fn a_program_says_what_it_believes_and_nonsense_is_left_out() {
    let stage = Stage::new();
    let path = stage.write(&[("believer.py", BELIEVER)]);
    let talk = Talk::default();
    let played = House::new("carpets", r#"{"turns":16}"#).against_native(&path, 0, 5, Some(&talk));
    assert_no_fouls(&played);
    let reel = Reel::open(played.tape.unwrap()).unwrap();
    let losses: Vec<_> = reel.chart().loss.iter().map(|(turn, seat, bits)| (*turn, seat.0, *bits)).collect();
    assert_eq!(losses, [(14, 0, 6.0), (30, 0, 6.0)], "the eighth and the sixteenth were beliefs");
    let told = [
        "has 9 numbers, the board has 64 cells",
        "sums to 32.0000, not to 1",
        "no map of \"cat\"",
        "invalid type: string \"here\"",
        "invalid type: integer `7`",
        "has 2 in cell 0, which is no probability",
    ];
    for why in told {
        assert!(talk.text().contains("its belief is left out") && talk.text().contains(why), "{why} is not in {}", talk.text());
    }
    stage.assert_empty();
}

#[test]
fn every_game_of_the_table_is_tried_here() {
    assert!(GAMES.iter().all(|entry| BOTS.iter().any(|(game, ..)| *game == entry.name)));
    assert!(GAMES.iter().all(|entry| matches!(entry.open("{}").unwrap().turn(), Turn::Chance | Turn::Act(_))));
}

//! Whole games, single moves, views and replies of the original program.
use super::vectors;
use games::bovine::{Action, Board, Bovine, Cell, Chance, Config, NOT_A_MOVE, NOT_ADJACENT, Order, Rules, Sources, read};
use games::{Breach, Game, Joint, Luck, Seat, Turn};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Vector {
    game: u32,
    max_rounds: u32,
    nonadjacent: bool,
    init: Vec<String>,
    rounds: Vec<Round>,
    #[serde(rename = "final")]
    last: Final,
}

#[derive(Deserialize)]
struct Round {
    n: u16,
    raw: BTreeMap<Seat, Value>,
    abs: BTreeMap<Seat, Option<(Cell, Cell)>>,
    #[serde(default)]
    log: BTreeMap<Seat, String>,
    order: Vec<Seat>,
    ch: Vec<(u8, u8, i8)>,
    #[serde(default)]
    dead: Vec<Seat>,
}

#[derive(Deserialize)]
struct Final {
    rounds: u16,
    live: Vec<Seat>,
    counts: Vec<i32>,
    result: Vec<Seat>,
    deaths: Vec<(Seat, u16)>,
    board: Vec<String>,
    log: String,
}

fn board(rows: &[String]) -> Board {
    rows.join("\n").parse().unwrap()
}

fn config(rules: Rules, vector: &Vector) -> Config {
    Config { rules, rounds: vector.max_rounds, ..Config::default() }
}

/// The first answer that the document refuses and the original does not.
struct Jump {
    round: u16,
    farmer: Seat,
    breach: Breach,
}

#[derive(Default)]
struct Checked {
    rounds: u64,
    answers: u64,
    refused: u64,
    deaths: u64,
}

/// Plays a recorded game and compares every board with it, as far as both sides agree what is legal.
fn replay(vector: &Vector, rules: Rules, checked: &mut Checked) -> Result<Bovine, Jump> {
    let mut game = Bovine::new(&config(rules, vector)).unwrap();
    let mut expected = board(&vector.init);
    assert_eq!(*game.board(), expected);
    for round in &vector.rounds {
        let at = format!("game {}, round {}", vector.game, round.n);
        assert_eq!(game.turn(), Turn::Act(round.raw.keys().copied().collect()), "{at}");
        let mut joint = Joint::EMPTY;
        let mut sources = Sources::default();
        for (&farmer, reply) in &round.raw {
            checked.answers += 1;
            let seen = game.observe(farmer).board;
            let own = |cell: Cell| cell.turned(farmer.0, 20);
            let action = read(reply, &seen).and_then(|action| game.check(farmer, action).map(|()| action));
            let way = round.abs[&farmer].map(|(from, to)| (own(from), own(to)));
            match (&action, way) {
                (Ok(Action::Pass), None) => {}
                (Ok(Action::To(to)), None) => assert_eq!(seen.sources(Seat(0), *to).count(), 0, "{at}"),
                (Ok(Action::To(to)), Some(way)) => {
                    assert_eq!(*to, way.1, "{at}");
                    sources.set(farmer, Some(way.0));
                }
                (Ok(Action::Move { from, to }), Some(way)) => assert_eq!((*from, *to), way, "{at}"),
                (Err(breach), None) => {
                    let logged = if *breach == NOT_A_MOVE { "Error:".to_string() } else { format!("reason: {breach}") };
                    assert_eq!(logged, round.log[&farmer], "{at}: {reply}");
                    checked.refused += 1;
                }
                (Err(breach), Some(_)) => {
                    let pass = game.fallback(farmer, &mut Luck::new(0).fallback(farmer.0, 0)).expect("a foul is a pass");
                    game.play(&Joint::solo(farmer, pass));
                    game.settle(&Chance { order: Order::all(game.live()), sources: Sources::default() });
                    assert_eq!(*game.board(), expected, "{at}: the move is not made");
                    return Err(Jump { round: round.n, farmer, breach: breach.clone() });
                }
                (action, way) => panic!("{at}: {reply} is {action:?}, not {way:?}"),
            }
            assert_eq!(action.is_err(), round.log.contains_key(&farmer), "{at}: {reply}");
            joint.set(farmer, action.unwrap_or(Action::Pass));
        }
        game.play(&joint);
        let chance = Chance { order: Order::new(&round.order).unwrap(), sources };
        assert!(game.possible(&chance), "{at}");
        let deaths = game.deaths().as_slice().len();
        game.settle(&chance);
        for &(row, col, owner) in &round.ch {
            expected.put(Cell::at(row, col), u8::try_from(owner).ok().map(Seat));
        }
        assert_eq!(*game.board(), expected, "{at}");
        let dead: Vec<Seat> = game.deaths().as_slice()[deaths..].iter().map(|death| death.farmer).collect();
        assert_eq!(dead, round.dead, "{at}");
        for farmer in Seat::first(4) {
            assert_eq!(game.connected(farmer), game.board().connected(farmer), "{at}");
        }
        checked.rounds += 1;
        checked.deaths += dead.len() as u64;
    }
    assert_eq!(game.turn(), Turn::Over, "game {}", vector.game);
    Ok(game)
}

fn check_final(vector: &Vector, game: &Bovine) {
    let Final { rounds, live, counts, result, deaths, board: rows, log } = &vector.last;
    let at = vector.game;
    assert_eq!(game.round(), *rounds, "game {at}");
    assert_eq!(game.live().iter().collect::<Vec<_>>(), *live, "game {at}");
    assert_eq!(*game.points(), **counts, "game {at}");
    assert_eq!(*game.board(), board(rows), "game {at}");
    assert_eq!(game.ranking().to_vec(), *result, "game {at}");
    let found: Vec<_> = game.deaths().as_slice().iter().map(|death| (death.farmer, death.round)).collect();
    assert_eq!(found, *deaths, "game {at}");
    // The log is kept from its end. It names farmer 3 when a barn was left empty, and counts a cow too many; we know better.
    let letter = |seat: Seat| char::from(b'A' + seat.0);
    let (mut lines, mut deaths) = (log.lines().filter(|line| !line.is_empty()).rev(), game.deaths().as_slice().iter().rev());
    for farmer in game.ranking().into_iter().filter(|farmer| live.contains(farmer)) {
        let cells = game.points()[farmer.index()];
        assert_eq!(lines.next(), Some(&*format!("{} has {} cells", letter(farmer), cells + 1)), "game {at}");
    }
    for line in lines.filter(|line| line[1..].starts_with(" eliminated by ")) {
        let death = deaths.next().unwrap_or_else(|| panic!("game {at}: {line}"));
        let says = |by| line == format!("{} eliminated by {}", letter(death.farmer), letter(by));
        assert!(says(death.by) || says(Seat(3)), "game {at}: {line}, not {death:?}");
    }
}

#[test]
fn oracle_bovine_games_in_original_rules() {
    let Some(all) = vectors::lines::<Vector>("bovine.jsonl.gz") else { return };
    let mut checked = Checked::default();
    for vector in &all {
        let game = replay(vector, Rules::Original, &mut checked).unwrap_or_else(|jump| panic!("game {}: {}", vector.game, jump.breach));
        check_final(vector, &game);
        // Ties are broken there, so that payoffs and ranking are one.
        let payoffs = game.payoffs();
        assert!(game.ranking().map(|seat| payoffs[seat.index()]) == [1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0], "game {}: {payoffs:?}", vector.game);
    }
    let Checked { rounds, answers, refused, deaths } = checked;
    println!(
        "bovine, original: {} games, {rounds} rounds, {answers} answers ({refused} refused), {deaths} eliminations checked",
        all.len()
    );
    assert!(rounds > 0);
}

#[test]
fn oracle_bovine_games_in_document_rules() {
    let Some(all) = vectors::lines::<Vector>("bovine.jsonl.gz") else { return };
    let mut checked = Checked::default();
    let mut jumps = Vec::new();
    for vector in &all {
        match replay(vector, Rules::Document, &mut checked) {
            Ok(game) => {
                check_final(vector, &game);
                let (payoffs, points) = (game.payoffs(), game.points());
                for (i, j) in game.live().iter().flat_map(|i| game.live().iter().map(move |j| (i.index(), j.index()))) {
                    assert_eq!(payoffs[i].total_cmp(&payoffs[j]), points[i].cmp(&points[j]), "game {}: territory ranks", vector.game);
                }
            }
            Err(Jump { round, farmer, breach }) => {
                assert!(vector.nonadjacent, "game {}, round {round}", vector.game);
                assert_eq!(breach, NOT_ADJACENT);
                jumps.push((vector.game, round, farmer.0));
            }
        }
    }
    println!(
        "bovine, document: {} games, {} rounds, {} eliminations checked; jumps end games (game, round, farmer) {jumps:?}",
        all.len(),
        checked.rounds,
        checked.deaths
    );
    for known in [72, 73, 74, 79].iter().filter(|game| all.iter().any(|vector| vector.game == **game)) {
        assert!(jumps.iter().any(|jump| jump.0 == *known), "game {known} has moves that the document forbids");
    }
}

#[derive(Deserialize)]
struct Single {
    live: Vec<Seat>,
    board: Vec<String>,
    plr: Seat,
    src: Cell,
    dst: Cell,
    connected: bool,
    after: Vec<String>,
    live_after: Vec<Seat>,
}

#[test]
fn oracle_bovine_single_moves() {
    let Some(all) = vectors::lines::<Single>("bovine_moves.jsonl.gz") else { return };
    let mut documented = 0;
    for (i, one) in all.iter().enumerate() {
        for rules in [Rules::Original, Rules::Document] {
            let mut game = Bovine::at(&Config { rules, ..Config::default() }, board(&one.board), 7).unwrap();
            assert_eq!(game.live().iter().collect::<Vec<_>>(), one.live, "move {i}");
            assert_eq!(game.connected(one.plr).has(one.src), one.connected, "move {i}");
            let own = |cell: Cell| cell.turned(one.plr.0, 20);
            let action = Action::Move { from: own(one.src), to: own(one.dst) };
            if rules == Rules::Document && one.src.distance(one.dst) != 1 {
                assert_eq!(game.check(one.plr, action), Err(NOT_ADJACENT), "move {i}");
                continue;
            }
            documented += u32::from(rules == Rules::Document);
            game.check(one.plr, action).unwrap_or_else(|breach| panic!("move {i}: {breach}"));
            game.play(&Joint::solo(one.plr, action));
            game.settle(&Chance { order: Order::all(game.live()), sources: Sources::default() });
            assert_eq!(*game.board(), board(&one.after), "move {i}");
            assert_eq!(game.live().iter().collect::<Vec<_>>(), one.live_after, "move {i}");
        }
    }
    println!("bovine: {} single moves checked in original rules, {documented} of them in the document's", all.len());
    assert!(!all.is_empty());
}

#[derive(Deserialize)]
struct Views {
    board: Vec<String>,
    views: Vec<Board>,
}

#[test]
fn oracle_bovine_views() {
    let Some(all) = vectors::lines::<Views>("bovine_views.jsonl.gz") else { return };
    for (i, one) in all.iter().enumerate() {
        let whole = board(&one.board);
        for (farmer, view) in Seat::first(4).zip(&one.views) {
            assert_eq!(whole.seen_by(farmer), *view, "board {i}, farmer {}", farmer.0);
            assert_eq!(view.unseen_by(farmer), whole, "board {i}, farmer {}", farmer.0);
        }
    }
    println!("bovine: {} boards checked from four sides", all.len());
    assert!(!all.is_empty());
}

/// A Python literal as JSON, if JSON has it.
fn json(literal: &str) -> Option<Value> {
    if ["np.", "object", "lambda", "range", "iter", "float"].iter().any(|word| literal.contains(word)) {
        return None;
    }
    let spelling = [("(", "["), (")", "]"), (",]", "]"), ("'", "\""), ("None", "null"), ("True", "true"), ("False", "false")];
    let text = spelling.iter().fold(literal.to_string(), |text, (python, json)| text.replace(python, json));
    Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{literal}: {error}")))
}

#[test]
fn oracle_bovine_replies() {
    let Some(bytes) = vectors::bytes("bovine_parse_table.json") else { return };
    let table: Vec<(String, String, String)> = serde_json::from_slice(&bytes).unwrap();
    let game = Bovine::new(&Config { rules: Rules::Original, ..Config::default() }).unwrap();
    let farmer = Seat(1);
    let seen = game.observe(farmer).board;
    let (mut checked, mut skipped) = (0, 0);
    for (literal, outcome, log) in &table {
        let Some(reply) = json(literal) else {
            skipped += 1;
            continue;
        };
        checked += 1;
        let found = read(&reply, &seen).and_then(|action| game.check(farmer, action).map(|()| action));
        let told = match &found {
            Ok(Action::Pass) => "pass (None)".to_string(),
            Ok(Action::To(to)) if seen.sources(Seat(0), *to).next().is_none() => "pass (None)".to_string(),
            Ok(Action::To(to)) => way(seen.sources(Seat(0), *to).next().unwrap(), *to),
            Ok(Action::Move { from, to }) => way(*from, *to),
            // Refused here, where the original gave up the whole game.
            Err(breach) if outcome.starts_with("UNCAUGHT") => {
                assert_eq!(*breach, NOT_A_MOVE, "{literal}");
                continue;
            }
            Err(breach) => {
                let logged = if log.contains("reason: ") { log.ends_with(&format!("reason: {breach}")) } else { *breach == NOT_A_MOVE };
                assert!(logged && log.contains("invalid move"), "{literal}: {breach}, not {log}");
                "pass (None)".to_string()
            }
        };
        assert_eq!(told, *outcome, "{literal}");
        assert_eq!(found.is_err(), !log.is_empty(), "{literal}");
    }
    println!("bovine: {checked} replies checked, {skipped} that JSON cannot spell");
    assert!(checked > 0 && checked + skipped == table.len());
}

/// In the frame of spectators, for a farmer in the top right corner.
fn way(from: Cell, to: Cell) -> String {
    format!("src={} dst={} (abs)", from.turned(3, 20), to.turned(3, 20))
}

//! Replays in the original engines' own format, from tapes of their own games.
//!
//! Not compared, and why:
//! - `a_time_left`, `b_time_left`: only to a microsecond, from the vectors' timers put on tape; whole numbers and fractions are the same number there.
//! - `errlog_a`, `errlog_b` of games with a fault: the engine's words are not ours, and Chickens logs a defect (`{moves}`, always for B).
//! - `pos` of the last ply before an invalid move of Chickens: the engine overwrites it with the loser's square.
//! - the `trapdoor_triggered` of an invalid move of Chickens: the engine adds one, though there is no ply.
//! - the entry for an invalid move of Carpets: the engine adds one, though the move was not made. A tape does not hold such a move.
//! - the last rat of Carpets after a catch on the last ply: the engine has a new one, which nobody meets any more.
use super::vectors;
use games::tape::{ActLine, ChanceLine, Entrant, FORMAT, Header, Line, Over};
use games::{Entry, Foul, FoulKind, Game, PerSeat, Seat, Tape, carpets, chickens};
use serde::{Deserialize, Serialize};
use serde_json::value::to_raw_value;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Vector {
    game: u32,
    spawns: [[u8; 2]; 2],
    #[serde(default)]
    trapdoors: Option<[[u8; 2]; 2]>,
    #[serde(default, rename = "T")]
    transition: Option<Value>,
    #[serde(default)]
    blocked: Option<carpets::Squares>,
    #[serde(default)]
    rat0: Value,
    turns: Vec<Ply>,
    reason: String,
    replay: Value,
}

#[derive(Deserialize)]
struct Ply {
    #[serde(default)]
    sense: Value,
    #[serde(default)]
    rat: Value,
    #[serde(default)]
    noise: usize,
    #[serde(default)]
    dist: u8,
    #[serde(rename = "move")]
    step: Value,
    timer: f64,
    legal: Vec<Value>,
    applied: Option<Value>,
    #[serde(default)]
    rat_after: Value,
    #[serde(default)]
    caught: bool,
}

fn chance(outcome: &Value) -> Line {
    Line::Chance(ChanceLine { chance: to_raw_value(outcome).unwrap() })
}

/// What the seat did, or the foul that the referee would have declared.
fn act(vector: &Vector, i: usize, ply: &Ply, action: impl FnOnce() -> Value) -> Line {
    let seat = Seat((i % 2) as u8);
    let done = ply.applied.as_ref().map(|_| to_raw_value(&action()).unwrap());
    let kind = match vector.reason.as_str() {
        "INVALID_TURN" => FoulKind::Illegal,
        "TIMEOUT" => FoulKind::Late,
        "CODE_CRASH" => FoulKind::Crash,
        _ => FoulKind::Memory,
    };
    let foul = if done.is_none() { vec![(seat, Foul::new(kind, "as recorded"))] } else { Vec::new() };
    Line::Act(ActLine { act: vec![(seat, done)], foul, ms: vec![ply.timer * 1000.0], ..ActLine::default() })
}

/// A tape without a seed; the replay does not look at its last line.
fn tape<G: Game>(config: &impl Serialize, lines: Vec<Line>) -> Tape {
    let entry = Entry::of::<G>();
    let seats = ["A", "B"].map(Entrant::new).to_vec();
    let header = Header {
        tape: FORMAT,
        game: entry.name.into(),
        rules: entry.rules,
        config: to_raw_value(config).unwrap(),
        seed: None,
        seats,
        parent: None,
    };
    let over = Over { payoffs: PerSeat::new(2, |_| 0.5), points: PerSeat::new(2, |_| 0), reason: String::new(), clock_ms: None };
    let tape = Tape { header, lines, over };
    let mut replay = tape.replay_at(&Entry::of::<G>()).unwrap();
    while replay.step().unwrap() {}
    tape
}

/// Every key the same, and none but those.
#[track_caller]
fn compare(ours: &Value, theirs: &Value, game: u32, fault: bool) {
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(ours), keys(theirs));
    for (key, expected) in theirs.as_object().unwrap() {
        if key.ends_with("time_left") {
            let numbers = |value: &Value| value.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect::<Vec<_>>();
            let (a, b) = (numbers(&ours[key]), numbers(expected));
            assert_eq!(a.len(), b.len(), "game {game}, {key}");
            assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-6), "game {game}, {key}: {a:?} {b:?}");
        } else if !(fault && key.starts_with("errlog")) {
            assert_eq!(&ours[key], expected, "game {game}, {key}");
        }
    }
}

/// Takes the last entry off every column of these names.
fn shorten(replay: &mut Value, keys: &[&str]) {
    for key in keys {
        replay[key].as_array_mut().unwrap().pop();
    }
}

#[test]
fn oracle_chickens_replays() {
    let Some(all) = vectors::lines::<Vector>("chickens.jsonl.gz") else { return };
    let (mut plies, mut faults) = (0, 0);
    // A chicken that cannot move is asked there, and not here: such a game has no tape.
    for vector in all.iter().filter(|vector| vector.turns.iter().all(|ply| !ply.legal.is_empty())) {
        let mut lines = vec![chance(&json!({ "setup": { "white": vector.spawns[0], "trapdoors": vector.trapdoors } }))];
        for (i, ply) in vector.turns.iter().enumerate() {
            lines.push(chance(&json!({ "sense": ply.sense })));
            let step = || serde_json::to_value(chickens::Step::ALL[ply.step.as_u64().unwrap() as usize]).unwrap();
            lines.push(act(vector, i, ply, step));
        }
        let config = chickens::Config { rules: chickens::Rules::Original, ..chickens::Config::default() };
        let tape = tape::<chickens::Chickens>(&config, lines);
        let mut ours: Value = serde_json::from_str(&chickens::replay::export(&tape).unwrap().text()).unwrap();
        let mut theirs = vector.replay.clone();
        if vector.reason == "INVALID_TURN" {
            shorten(&mut ours, &["pos"]);
            shorten(&mut theirs, &["pos", "trapdoor_triggered"]);
        }
        let fault = vector.turns.iter().any(|ply| ply.applied.is_none());
        compare(&ours, &theirs, vector.game, fault);
        read_back(&vector.replay, vector.game);
        plies += vector.turns.len();
        faults += usize::from(fault);
    }
    println!("chickens: {} replays written as the original's, {plies} plies, {faults} with a fault", all.len());
    assert!(plies > 0);
}

/// The engine's own replay becomes a tape that holds, and the same replay again.
fn read_back(theirs: &Value, game: u32) {
    let tape = chickens::replay::import(&theirs.to_string()).unwrap_or_else(|error| panic!("game {game}: {error}"));
    tape.verify().unwrap_or_else(|error| panic!("game {game}: {error}"));
    let mut ours: Value = serde_json::from_str(&chickens::replay::export(&tape).unwrap().text()).unwrap();
    let mut theirs = theirs.clone();
    if theirs["reason"] == "INVALID_TURN" {
        shorten(&mut ours, &["pos"]);
        shorten(&mut theirs, &["pos", "trapdoor_triggered"]);
    }
    let fault = ours["errlog_a"] != "" || ours["errlog_b"] != "";
    compare(&ours, &theirs, game, fault);
}

#[test]
fn oracle_carpets_replays() {
    let Some(all) = vectors::lines::<Vector>("carpets.jsonl.gz") else { return };
    let (mut plies, mut faults, mut last_catches) = (0, 0, 0);
    for vector in &all {
        let blocks = super::carpets::blocks(vector.blocked.unwrap());
        let mut lines = vec![chance(&json!({ "setup": { "blocks": blocks, "spawn": vector.spawns[0] } }))];
        let mut spawn = vector.rat0.clone();
        for (i, ply) in vector.turns.iter().enumerate() {
            let noise = ["squeak", "scratch", "squeal"][ply.noise];
            let mut moved = json!({ "rat": ply.rat, "noise": noise, "distance": ply.dist });
            if !spawn.is_null() {
                moved["spawn"] = spawn.take();
            }
            lines.push(chance(&json!({ "move": moved })));
            lines.push(act(vector, i, ply, || action(&ply.step)));
            if ply.caught {
                spawn = ply.rat_after.clone();
            }
        }
        let config = json!({ "rules": "original", "transition": vector.transition });
        let tape = tape::<carpets::Carpets>(&config, lines);
        read_carpets(&vector.replay, &tape, vector.game);
        let mut ours: Value = serde_json::from_str(&carpets::replay::export(&tape).unwrap().text()).unwrap();
        let mut theirs = vector.replay.clone();
        if vector.reason == "INVALID_TURN" {
            let columns = ["a_pos", "b_pos", "a_points", "b_points", "a_turns_left", "b_turns_left", "a_time_left", "b_time_left"];
            shorten(&mut theirs, &columns);
            shorten(&mut theirs, &["rat_caught", "new_carpets", "left_behind"]);
        }
        if vector.turns.len() == 80 && vector.turns[79].caught {
            shorten(&mut ours, &["rat_position_history"]);
            shorten(&mut theirs, &["rat_position_history"]);
            last_catches += 1;
        }
        let fault = vector.turns.iter().any(|ply| ply.applied.is_none());
        compare(&ours, &theirs, vector.game, fault);
        plies += vector.turns.len();
        faults += usize::from(fault);
    }
    println!(
        "carpets: {} replays written as the original's, {plies} plies, {faults} with a fault, {last_catches} end with a catch",
        all.len()
    );
    assert!(plies > 0);
}

/// The engine's own replay is read and written as it was, and its pictures are those of the game.
fn read_carpets(theirs: &Value, tape: &Tape, game: u32) {
    let read = carpets::replay::import(&theirs.to_string()).unwrap_or_else(|error| panic!("game {game}: {error}"));
    let written: Value = serde_json::from_str(&read.text()).unwrap();
    compare(&written, theirs, game, false);
    let (pictures, scenes) = (read.scenes(), tape.scenes().unwrap());
    for (turn, (picture, scene)) in pictures.iter().zip(&scenes).enumerate() {
        assert_eq!(picture.layers, scene.layers, "game {game}, turn {turn}");
        let places = |scene: &games::Scene| scene.pieces.iter().filter(|piece| piece.kind == "worker").cloned().collect::<Vec<_>>();
        assert_eq!(places(picture), places(scene), "game {game}, turn {turn}");
        let scores = |scene: &games::Scene| scene.panels.iter().map(|panel| (panel.score, panel.lines.clone())).collect::<Vec<_>>();
        assert_eq!(scores(picture), scores(scene), "game {game}, turn {turn}");
        // That a fault ended the game is in its reason, not in its columns.
        assert_eq!(picture.mark, scene.mark.filter(|mark| *mark != "fault"), "game {game}, turn {turn}");
    }
    assert!(pictures.len() + 1 >= scenes.len());
}

/// `["C", 0, 3]` is a carpet of three, upwards.
fn action(step: &Value) -> Value {
    let number = |i: usize| step[i].as_u64().unwrap();
    let direction = |i: usize| ["up", "right", "down", "left"][number(i) as usize];
    match step[0].as_str().unwrap() {
        "P" => json!({ "plain": direction(1) }),
        "R" => json!({ "prime": direction(1) }),
        "C" => json!({ "carpet": [direction(1), number(2)] }),
        _ => json!({ "search": [number(1), number(2)] }),
    }
}

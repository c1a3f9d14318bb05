//! Recorded games that must stay as they are: twenty tapes and one playthrough a game.
//!
//! `BARNYARD_BLESS=1 cargo test -p games --test golden` records them anew. Do that only for a new game or
//! together with a new rules version.
use games::luck::{below, pick};
use games::tape::{ActLine, ChanceLine, Entrant, FORMAT, Header, Line, Over};
use games::{AnyGame, Entry, GAMES, Luck, Tape, Turn};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const TAPES: u64 = 20;

/// Settings, in turn, for games that are too long or too large to be kept whole. All others are recorded as they are.
const SHORTER: &[(&str, &[&str])] = &[
    ("bovine", &[r#"{"rounds":60,"size":6}"#, r#"{"rounds":40}"#]),
    ("orchard", &[r##"{"map":"S...#....\n..#.#.#..\n..#...#..\n..#.#.#..\n....#...S","rounds":65,"start_scores":[300,300]}"##]),
];

fn settings(entry: &Entry, seed: u64) -> &'static str {
    let row = SHORTER.iter().find(|(name, _)| *name == entry.name);
    row.map_or("{}", |(_, settings)| settings[seed as usize % settings.len()])
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn blessing() -> bool {
    std::env::var_os("BARNYARD_BLESS").is_some()
}

/// A game of random moves. Seldom the answer is a foul, so that fallbacks are on tape too.
fn record(entry: &Entry, seed: u64) -> Tape {
    let luck = Luck::new(seed);
    let mut choice = Luck::new(seed).series(0);
    let settings = settings(entry, seed);
    let mut game = entry.open(settings).unwrap();
    let (mut lines, mut chances, mut decisions) = (Vec::new(), 0, 0);
    loop {
        match game.turn() {
            Turn::Chance => {
                let chance = game.roll(&mut luck.nature(chances), true).unwrap();
                lines.push(Line::Chance(ChanceLine { chance }));
                chances += 1;
            }
            Turn::Act(seats) => {
                let mut foul = Vec::new();
                for seat in seats.iter() {
                    if below(&mut choice, 50) == 0 && game.substitute(seat, &mut luck.fallback(seat.0, decisions)) {
                        foul.push((seat, games::Foul::new(games::FoulKind::Late, "recorded on purpose")));
                    } else {
                        let legal = game.legal(seat);
                        game.propose(seat, pick(&mut choice, &legal).get()).unwrap();
                    }
                }
                let act = game.held().into_iter().map(|(seat, action)| (seat, Some(action))).collect();
                lines.push(Line::Act(ActLine { act, foul, ..ActLine::default() }));
                game.play();
                decisions += 1;
            }
            Turn::Over => break,
        }
    }
    let header = Header {
        tape: FORMAT,
        game: entry.name.into(),
        rules: entry.rules,
        config: entry.settings(settings).unwrap(),
        seed: Some(seed),
        seats: (0..entry.seats).map(|i| Entrant::new(format!("random {i}"))).collect(),
        parent: None,
    };
    Tape { header, lines, over: Over::of(&*game) }
}

/// Everything a seat, a spectator and a tape hold at each decision, for people to read in a diff.
fn playthrough(tape: &Tape) -> String {
    let mut text = String::new();
    let mut replay = tape.replay().unwrap();
    let mut told = false;
    loop {
        let game = replay.game();
        match game.turn() {
            Turn::Chance => {}
            Turn::Act(seats) => {
                if !std::mem::replace(&mut told, true) {
                    let _ = writeln!(text, "brief {}", game.brief());
                }
                let _ = writeln!(text, "\ndecision {}", replay.decisions());
                write_scene(&mut text, game);
                for seat in seats.iter() {
                    let _ = writeln!(text, "seat {} sees {}", seat.0, game.observe(seat));
                    let legal: Vec<_> = game.legal(seat).iter().take(60).map(ToString::to_string).collect();
                    let _ = writeln!(text, "seat {} may {}", seat.0, legal.join(" "));
                }
            }
            Turn::Over => {
                let _ = writeln!(text, "\nover: {} {:?} {:?}", game.reason(), &*game.points(), &*game.payoffs());
                write_scene(&mut text, game);
            }
        }
        if let Some(line) = replay.upcoming() {
            let _ = writeln!(text, "{}", serde_json::to_string(line).unwrap());
        }
        if !replay.step().unwrap() {
            return text;
        }
    }
}

fn write_scene(text: &mut String, game: &dyn AnyGame) {
    let _ = writeln!(text, "scene {}", serde_json::to_string(&game.scene()).unwrap());
}

#[test]
fn golden_tapes_verify_and_show_the_same_scenes() {
    for entry in GAMES {
        let path = folder().join(format!("{}.tapes", entry.name));
        if blessing() {
            let all: String = (0..TAPES).map(|seed| record(entry, seed).text() + "\n").collect();
            std::fs::write(&path, all).unwrap();
        }
        let all = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut count = 0;
        for text in all.split_terminator("\n\n") {
            let tape = Tape::read(format!("{text}\n").as_bytes()).unwrap_or_else(|error| panic!("{} tape {count}: {error}", entry.name));
            tape.verify().unwrap_or_else(|error| panic!("{} tape {count}: {error}", entry.name));
            assert_eq!(
                record(entry, tape.header.seed.unwrap()).text().trim_end(),
                text,
                "{} tape {count} is recorded anew alike",
                entry.name
            );
            count += 1;
        }
        assert_eq!(count, TAPES, "{}: golden tapes", entry.name);
        println!("{}: {count} golden tapes hold", entry.name);
    }
}

#[test]
fn golden_playthroughs_read_the_same() {
    for entry in GAMES {
        let path = folder().join(format!("{}.playthrough", entry.name));
        let now = playthrough(&record(entry, 1));
        if blessing() {
            std::fs::write(&path, &now).unwrap();
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for (i, (now, golden)) in now.lines().zip(golden.lines()).enumerate() {
            assert_eq!(now, golden, "{} playthrough, line {}", entry.name, i + 1);
        }
        assert_eq!(now.len(), golden.len(), "{} playthrough", entry.name);
    }
}

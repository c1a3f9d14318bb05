//! The promise of `docs/add-a-game.md`: one file, one row, and the whole command line works.
#[path = "../../runner/tests/nim.rs"]
mod nim;

use barnyard::House;
use bots::Reference;
use games::{Entry, Player};
use nim::Nim;
use std::process::ExitCode;
use std::time::Duration;

static GAMES: &[Entry] = &[Entry::of::<Nim>()];
static ROSTERS: &[&[Reference]] =
    &[&[Reference::of::<Nim, Taker>("Taker", "takes one"), Reference::of::<Nim, Perfect>("Perfect", "counts to four")]];

#[derive(Default)]
struct Taker;

impl Player<Nim> for Taker {
    fn act(&mut self, _: &u32, _: Duration) -> u32 {
        1
    }
}

#[derive(Default)]
struct Perfect;

impl Player<Nim> for Perfect {
    fn act(&mut self, heap: &u32, _: Duration) -> u32 {
        (heap % 4).max(1)
    }
}

#[track_caller]
fn run(args: &[&str], expected: u8) {
    let house = House { games: GAMES, rosters: ROSTERS };
    let code = barnyard::run(&house, ["barnyard"].iter().chain(args));
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(expected)), "{args:?}");
}

#[test]
fn a_sixth_game_is_one_file_and_one_row() {
    let folder = tempfile::tempdir().unwrap();
    let tape = folder.path().join("nim.tape");
    let tape = tape.to_str().unwrap();
    run(&["games"], 0);
    run(&["bots", "nim"], 0);
    run(&["play", "nim", "Taker", "Perfect", "-o", tape, "--set", "most=50", "--seed", "5"], 0);
    run(&["verify", tape], 0);
    run(&["tape", "show", tape], 0);
    run(&["play", "nim", "Taker", "Perfect", "-n", "100", "--mirror", "--json"], 0);
    run(&["series", "nim", "Taker", "Perfect", "Perfect"], 0);
    run(&["play", "nim", "Taker", "Perfect", "--set", "most=0"], 2);
    run(&["play", "chess", "Taker", "Perfect"], 2);
    run(&["compare", "nim", "Perfect", "Taker", "--pairs", "40", "--json"], 0);
    run(&["compare", "nim", "Taker", "Perfect", "--set", "most=50"], 1);
    run(&["balance", "nim", "--pairs", "5"], 0);
    run(&["bench"], 0);
}

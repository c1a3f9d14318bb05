//! The Python side: its own tests, and whole games of `agent.py` bots through the host.
#[path = "stage.rs"]
mod stage;

use games::{Foul, FoulKind};
use runner::{Played, Python};
use stage::{House, Stage, Talk, assert_forfeit, assert_foul, assert_no_fouls};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

#[test]
fn the_tests_of_the_sdk_pass() {
    let mut command = Python::usual().unwrap().command();
    command.args(["-B", "-m", "unittest", "discover", "-s", "sdk/python/tests"]).current_dir(root());
    if let Some(folder) = std::env::var_os("BARNYARD_ORACLE") {
        command.env("BARNYARD_ORACLE", root().join(folder));
    }
    let out = command.output().unwrap();
    let text = String::from_utf8_lossy(&out.stderr);
    let summary: Vec<&str> = text.lines().rev().take(3).collect();
    println!("{}", summary.into_iter().rev().collect::<Vec<_>>().join("\n"));
    assert!(out.status.success(), "{text}");
}

const GAMES: [&str; 2] = ["chickens", "carpets"];

/// A random mover for either game.
fn agent(game: &str) -> String {
    let sense = if game == "carpets" { "transition_matrix, " } else { "" };
    let search = if game == "carpets" { "or [__import__('game.move', fromlist=['Move']).Move.search((3, 3))]" } else { "" };
    format!(
        "import random
from game.board import Board

class PlayerAgent:
    def __init__(self, board, {sense}time_left):
        assert isinstance(board, Board)
        self.dice = random.Random(1)
    def play(self, board, sensor, time_left):
        return self.dice.choice(board.get_valid_moves() {search})
"
    )
}

/// A bot of one file. `{sense}` stands for what only Carpets gives a constructor.
fn write(stage: &Stage, name: &str, game: &str, text: &str) -> PathBuf {
    let text = text.replace("{sense}", if game == "carpets" { "transition_matrix, " } else { "" });
    stage.write(&[(&format!("{name}/agent.py"), &text)]);
    stage.path().join(name)
}

/// The bot in seat 0 against a bot of ours.
#[track_caller]
fn plays(game: &str, text: &str) -> (Played, String) {
    let (stage, talk) = (Stage::new(), Talk::default());
    let folder = write(&stage, "bot", game, text);
    let played = House::new(game, "{}").against_native(&folder, 0, 5, Some(&talk));
    stage.assert_empty();
    (played, talk.text())
}

/// It loses by this foul, in either game.
#[track_caller]
fn loses(text: &str, kind: FoulKind, why: &str, detail: &str) -> Vec<Foul> {
    let one = |game: &&str| {
        let foul = assert_forfeit(&plays(game, text).0, 0);
        assert_foul(&foul, kind, why, detail);
        foul
    };
    GAMES.iter().map(one).collect()
}

#[test]
fn agents_play_each_other_and_us_in_both_seats() {
    for game in GAMES {
        let (stage, house) = (Stage::new(), House::new(game, "{}"));
        let folder = write(&stage, "bot", game, &agent(game));
        let program = || house.program(&folder, None).unwrap();
        for seed in 0..2 {
            assert_no_fouls(&house.play(seed, [program(), program()]));
            assert_no_fouls(&house.play(seed, [program(), house.opponent()]));
            assert_no_fouls(&house.play(seed, [house.opponent(), program()]));
        }
        stage.assert_empty();
    }
}

#[test]
fn one_instance_plays_game_after_game() {
    let (stage, house, talk) = (Stage::new(), House::new("chickens", "{}"), Talk::default());
    let text = agent("chickens").replace("self.dice =", "print('made')\n        self.dice =");
    let folder = write(&stage, "bot", "chickens", &text);
    let (mut bot, mut other) = (house.program(&folder, Some(&talk)).unwrap(), house.opponent());
    for seed in 0..3 {
        let mut chairs = [runner::Chair { name: "a", bot: &mut *bot, seed: 1 }, runner::Chair { name: "b", bot: &mut *other, seed: 2 }];
        assert_no_fouls(&house.table.play(games::Luck::new(seed), &mut chairs).unwrap());
    }
    drop(bot);
    assert_eq!(talk.text().matches("made").count(), 3, "a PlayerAgent for each game");
    stage.assert_empty();
}

#[test]
fn prints_are_shown_and_never_mistaken_for_answers() {
    for game in GAMES {
        let loud = agent(game)
            .replace("class Player", "print('imported')\nimport os, sys\nclass Player")
            .replace("self.dice =", "print('{\"ready\":{}}')\n        self.dice =")
            .replace(
                "        return",
                "        print('{\"nonce\":1,\"action\":\"K22\"}')
        sys.stdout.write('no newline')
        os.write(1, b'to the first descriptor\\n')
        os.system('echo from a shell')
        print('to standard error', file=sys.stderr)
        assert sys.stdin.read() == ''
        return",
            );
        let (played, said) = plays(game, &loud);
        assert_no_fouls(&played);
        for line in
            ["[bot 0] imported", "[bot 1] {\"nonce\":1", "no newline", "to the first descriptor", "from a shell", "to standard error"]
        {
            assert!(said.contains(line), "{line:?} is not in {said}");
        }
    }
}

#[test]
fn a_bot_may_have_many_files() {
    for game in GAMES {
        let (stage, house) = (Stage::new(), House::new(game, "{}"));
        let main = agent(game)
            .replace("import random", "import random\nfrom .tools import pick\nfrom .deep.inside import seven\nfrom . import table\nfrom many import tools as again\nassert again.pick is pick")
            .replace("self.dice.choice(", "pick(self.dice, ");
        stage.write(&[
            ("many/__init__.py", "from . import tools\n"),
            ("many/agent.py", &main),
            ("many/tools.py", "from .deep.inside import seven\ndef pick(dice, moves): return moves[dice.randrange(len(moves)) * seven() % len(moves)]\n"),
            ("many/table.py", "import os\nTEXT = open(os.path.join(os.path.dirname(__file__), 'weights.txt')).read()\nassert open('weights.txt').read() == TEXT\n"),
            ("many/weights.txt", "1 2 3"),
            ("many/deep/__init__.py", ""),
            ("many/deep/inside.py", "from ..tools import __name__ as name\ndef seven(): return 7\n"),
        ]);
        assert_no_fouls(&house.against_native(&stage.path().join("many"), 0, 2, None));
        stage.assert_empty();
    }
}

#[test]
fn both_spellings_of_the_api_are_the_same_modules() {
    for game in GAMES {
        let both = format!(
            "import game, game.enums, engine.game, engine.game.board, engine.game.enums
from engine.game.board import Board as Other
import game.board
assert Other is game.board.Board and engine.game.enums is game.enums
from game import *
from game.enums import *
{}",
            agent(game)
        );
        assert_no_fouls(&plays(game, &both).0);
    }
}

#[test]
fn a_carpets_bot_may_comment_on_its_game() {
    let text = agent("carpets") + "    def commentate(self):\n        return 'a fine carpet'\n";
    let (played, said) = plays("carpets", &text);
    assert_no_fouls(&played);
    assert!(said.contains("a fine carpet"), "{said}");
    let (played, said) = plays("carpets", &text.replace("'a fine carpet'", "1 / 0"));
    assert_no_fouls(&played);
    assert!(said.contains("ZeroDivisionError"), "it costs nothing, and is told: {said}");
}

#[test]
fn carpets_hands_out_a_numpy_matrix_or_rows_that_read_like_one() {
    let shape = "        assert transition_matrix.shape == (64, 64) and abs(transition_matrix[0, 0] - transition_matrix[0][0]) < 1e-6\n        self.dice";
    assert_no_fouls(&plays("carpets", &agent("carpets").replace("        self.dice", shape)).0);
    if Python::usual().unwrap().has("numpy") {
        let typed = "        import numpy\n        assert transition_matrix.dtype == numpy.float32 and abs(transition_matrix.sum() - 64) < 1e-3\n        self.dice";
        assert_no_fouls(&plays("carpets", &agent("carpets").replace("        self.dice", typed)).0);
    } else {
        println!("not checked with numpy: {} has none", Python::usual().unwrap().executable.display());
    }
}

#[test]
fn time_left_runs_down() {
    for game in GAMES {
        let text = "import time
class PlayerAgent:
    def __init__(self, board, {sense}time_left):
        first = time_left()
        assert 15 < first <= 30, first
        time.sleep(0.02)
        assert first - 5 < time_left() < first - 0.019
        self.before = None
    def play(self, board, sensor, time_left):
        first = time_left()
        assert isinstance(first, float) and 200 < first <= 360, first
        if self.before is not None:
            assert first < self.before, (first, self.before)
        self.before = first
        time.sleep(0.01)
        assert time_left() < first - 0.009
        return board.get_valid_moves()[0]
";
        assert_no_fouls(&plays(game, text).0);
    }
}

#[test]
fn an_exception_shows_the_bots_own_lines() {
    let text = "class PlayerAgent:
    def __init__(self, board, {sense}time_left): pass
    def play(self, board, sensor, time_left):
        return self.think(0)
    def think(self, eggs):
        return 1 / eggs
";
    for foul in loses(text, FoulKind::Crash, "ZeroDivisionError: division by zero (agent.py, line 6)", "    return 1 / eggs") {
        let detail = foul.detail.unwrap();
        assert_eq!(detail.lines().next().unwrap(), "agent.py, line 4, in play");
        assert!(!detail.contains("host.py"), "our own lines are nobody's business: {detail}");
    }
}

#[test]
fn a_syntax_error_names_its_line() {
    loses("class PlayerAgent:\n    def play(self:\n        pass\n", FoulKind::Startup, "agent.py, line 2:", "def play(self:");
}

#[test]
fn a_missing_library_is_named() {
    let text = "import os\nimport torch_of_my_own\nclass PlayerAgent: pass\n";
    loses(text, FoulKind::Startup, "the library torch_of_my_own is not installed (agent.py, line 2)", "import torch_of_my_own");
}

#[test]
fn a_missing_class_or_method_is_named() {
    loses("class Agent: pass\n", FoulKind::Startup, "agent.py has no class PlayerAgent", "");
    loses("class PlayerAgent: pass\n", FoulKind::Startup, "PlayerAgent has no method play", "");
}

#[test]
fn what_is_no_move_is_told_apart() {
    let returning = |what: &str| {
        format!(
            "class PlayerAgent:\n    def __init__(self, *all): pass\n    def play(self, board, sensor, time_left):\n        return {what}\n"
        )
    };
    loses(&returning("None"), FoulKind::Crash, "play returned None", "");
    for what in ["'up'", "17", "(9, 9)", "object()", "[]", "(1, 2, 3)", "(None, None)", "{}", "lambda: 1", "float('nan')"] {
        loses(&returning(what), FoulKind::Illegal, "which is not a move", "");
    }
    loses(&returning("exit()"), FoulKind::Crash, "SystemExit", "");
    loses(&returning("__import__('os')._exit(4)"), FoulKind::Crash, "ended with exit code 4", "");
    loses(&returning("(_ for _ in ()).throw(MemoryError())"), FoulKind::Memory, "MemoryError", "");
}

#[test]
fn an_illegal_move_names_the_rule() {
    let foul = assert_forfeit(
        &plays(
            "chickens",
            "class PlayerAgent:
    def __init__(self, board, time_left): pass
    def play(self, board, sensor, time_left):
        every = [(d, k) for d in range(4) for k in range(3)]
        return [m for m in every if not board.is_valid_move(*m)][0]
",
        )
        .0,
        0,
    );
    assert_eq!(foul.kind, FoulKind::Illegal);
}

#[test]
fn a_constructor_that_fails_or_dawdles_loses() {
    let making = |what: &str| {
        format!(
            "import time\nclass PlayerAgent:\n    def __init__(self, *all):\n        {what}\n    def play(self, board, sensor, time_left): return None\n"
        )
    };
    loses(&making("self.weights = open('weights.bin')"), FoulKind::Startup, "FileNotFoundError", "agent.py, line 4, in __init__");
    loses("class PlayerAgent:\n    def __init__(self): pass\n    def play(self): pass\n", FoulKind::Startup, "TypeError", "");
    for game in GAMES {
        let (stage, mut house) = (Stage::new(), House::new(game, "{}"));
        house.grants.prepare = Duration::from_millis(300);
        let folder = write(&stage, "bot", game, &making("time.sleep(1000)"));
        let start = Instant::now();
        let played = house.against_native(&folder, 1, 5, None);
        assert_eq!(assert_forfeit(&played, 1).kind, FoulKind::Late);
        assert!(start.elapsed() < Duration::from_secs(15));
        // Both: nobody is to blame more than the other.
        let both = house.play(5, [house.program(&folder, None).unwrap(), house.program(&folder, None).unwrap()]);
        assert_eq!((&*both.over.payoffs, &*both.over.reason, both.decisions), (&[0.5, 0.5][..], "forfeit", 0));
        stage.assert_empty();
    }
}

#[test]
fn a_bot_cannot_pretend_to_be_its_host() {
    // Whatever it finds, the nonce of the next request is not there yet.
    let text = "import os
class PlayerAgent:
    def __init__(self, *all): pass
    def play(self, board, sensor, time_left):
        for fd in range(3, 20):
            try: os.write(fd, b'{\"nonce\":1,\"action\":{\"dir\":\"up\",\"drop\":\"plain\"}}\\n')
            except OSError: pass
        return board.get_valid_moves()[0]
";
    loses(text, FoulKind::Unreadable, "an answer with nonce 1", "");
}

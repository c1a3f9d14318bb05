//! The document's main.py of Bovine, through the real executable.
use std::path::Path;
use std::process::{Command, Output};

const BARNYARD: &str = env!("CARGO_BIN_EXE_barnyard");

/// Runs a script with the document's modules at hand, in a folder of its own; `None` with a word about it if there is no Python.
fn run(script: &str, files: &[(&str, &str)]) -> Option<(Output, String)> {
    let python = runner::Python::usual().map_err(|fault| println!("skipped: {fault}")).ok()?;
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files.iter().chain(&[("main.py", script)]) {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let sdk = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../sdk/python/bovine");
    let out = Command::new(&python.executable)
        .args(["-B", "main.py"])
        .env("PYTHONPATH", sdk)
        .env("BARNYARD", BARNYARD)
        .current_dir(&folder)
        .output()
        .unwrap();
    Some((out, std::fs::read_to_string(folder.path().join("log.txt")).unwrap_or_default()))
}

#[track_caller]
fn said(out: &Output) -> String {
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout.clone()).unwrap()
}

#[test]
fn the_documents_main_runs_as_it_is() {
    let main = r#"
from board import Board
from program0 import bot0
from program1 import bot1
from program2 import bot2
from program3 import bot3

print(
    Board(
        [bot0, bot1, bot2, bot3],
        ["<bot0 name>", "<bot1 name>", "<bot2 name>", "a name of more than twenty letters"],
        [(255, 0, 0), (0, 255, 0), (0, 0, 255), (9, 9, 9)],
        display_mode="terminal",
        delay=-1,
    ).run()
)
"#;
    // One farmer walks to its neighbour's barn, so that the game does not take 10,000 rounds.
    let rusher = |to: usize| {
        format!(
            "step = 0\ndef bot{to}(board):\n    global step\n    while step < 19 and board[0][step + 1] == 0:\n        step += 1\n    \
             return ((0, step), (0, step + 1)) if step < 19 else None\n"
        )
    };
    let sleeper = |k: usize| format!("def bot{k}(board):\n    return None\n");
    let files = [rusher(0), sleeper(1), rusher(2), sleeper(3)];
    let names = ["program0.py", "program1.py", "program2.py", "program3.py"];
    let files: Vec<(&str, &str)> = names.into_iter().zip(files.iter().map(String::as_str)).collect();
    let main = main.replace(".run()", ".run(rounds=60)");
    let Some((out, log)) = run(&main, &files) else { return };
    let text = said(&out);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 22, "the last board, its round and the ranking: {text}");
    // The two losers fall in one round, and luck says who of them first.
    let ranking =
        if log.find("<bot1 name> eliminated") < log.find("a name of more th... eliminated") { "[2, 0, 1, 3]" } else { "[2, 0, 3, 1]" };
    assert_eq!(&lines[20..], ["Round 60", ranking], "{log}");
    assert!(lines[0].starts_with("000000000000000000.0") && lines[0].len() == 20, "{text}");
    assert!(log.starts_with("[R0]\n---- GAME BEGINS ----\n[R19]\n"), "{log}");
    for line in ["<bot1 name> eliminated by <bot0 name>", "a name of more th... eliminated by <bot2 name>"] {
        assert!(log.contains(&format!("{line}\n")), "{log}");
    }
    assert!(log.ends_with("[R60]\n---- GAME OVER ----\n<bot0 name> has 19 cells\n<bot2 name> has 19 cells\n"), "{log}");
}

#[test]
fn the_log_tells_what_bots_did_wrong() {
    let main = r#"
import time
from board import Board, DEFAULT_COLORS
answers = iter([((0, 0), (0, -1)), ((5, 5), (5, 6)), ((0, 0), (2, 0)), 5, "ab", (20, 0), [0, 1.0], (0, 1)])
def teller(board):
    return next(answers)
def chatty(board):
    print("hello", flush=True)
    print("a", end="")
def thrower(board):
    raise ValueError("no idea")
def slow(board):
    time.sleep(0.3)
    return (0, 1)
print(Board([teller, chatty, thrower, slow], "TCXS", display_mode=None, seed=3).run(rounds=8))
"#;
    let Some((out, log)) = run(main, &[]) else { return };
    assert_eq!(said(&out), "[0, 3, 2, 1]\n");
    let invalid = |lines: &str| format!("T has made an invalid move. \n{lines}\n");
    for expected in [
        "[R1]\n".to_string() + &invalid("move: ((0, 0), (0, -1))\nreason: out of bounds"),
        "[R2]\n".to_string() + &invalid("move: ((5, 5), (5, 6))\nreason: src is not yours, or dst is yours"),
        "[R3]\n".to_string() + &invalid("move: ((0, 0), (2, 0))\nreason: destination must share a side with the source"),
        "[R4]\n".to_string() + &invalid("move: 5\nError: \nTraceback (most recent call last):"),
        "[R5]\n".to_string() + &invalid("move: ab\nError: \nTraceback (most recent call last):"),
        "[R6]\nC has printed: \nhello\nC has printed: \na\nX has thrown an error. \nYour bot will forfeit its turn. \nTraceback"
            .to_string(),
        "ValueError: no idea\n\nS is taking too long. \ntime: 3".to_string(),
        " ms\nmove: (0, 1)\n[R7]\n".to_string() + &invalid("move: [0, 1.0]\nError: \nTraceback (most recent call last):"),
        "[R8]\nC has printed: \n".to_string(),
    ] {
        assert!(log.contains(&expected), "{expected:?} in {log}");
    }
    assert!(log.ends_with("---- GAME OVER ----\nC has 1 cells\nX has 1 cells\nS has 1 cells\nT has 2 cells\n"), "{log}");
}

#[test]
fn a_bot_that_stops_the_program_leaves_no_table_behind() {
    let main = "from board import Board\ndef quit(board):\n    raise SystemExit(3)\nBoard([quit] * 4, display_mode=None).run()\n";
    let Some((out, _)) = run(main, &[]) else { return };
    assert_eq!(out.status.code(), Some(3), "the program ends as the bot wants, once its table has ended");
    let bad = "from board import Board\nBoard([print] * 4, display_mode=None).run(rounds=0)\n";
    let Some((out, _)) = run(bad, &[]) else { return };
    assert!(String::from_utf8_lossy(&out.stderr).contains("rounds is 0, not a number from 1 to 65535"));
}

//! Soak and kill runs. `cargo xtask test --long` makes them long; the quick suite runs a short form of each.
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

fn barnyard() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barnyard"));
    command.stdin(Stdio::null());
    command
}

fn scaled(quick: u64, long: u64) -> u64 {
    if std::env::var_os("BARNYARD_LONG").is_some() { long } else { quick }
}

#[test]
fn long_mean_payoffs_are_the_exact_ones() {
    // Exact expectations from the published payoff matrix: row's payoff per game over all boards and both colours.
    for (row, column, exact) in
        [("Monkey", "Nihilist", 2.794_599_280_74), ("Realist", "Scrapper", 1.515_498_362_985), ("Truster", "Optimist", 1.225_956_252_827)]
    {
        let fixtures = scaled(20_000, 1_000_000).to_string();
        let out =
            barnyard().args(["play", "microchess", row, column, "-n", &fixtures, "--mirror", "--json", "--seed", "12"]).output().unwrap();
        let report: Value = serde_json::from_slice(&out.stdout).unwrap();
        let entrant = &report["entrants"][0];
        let (mean, margin) = (entrant["payoff"].as_f64().unwrap(), entrant["payoff_margin"].as_f64().unwrap());
        let errors = (mean - exact).abs() / (margin / 1.96);
        println!("{row} v {column}: {mean:.5}, exactly {exact:.5}, off by {errors:.2} standard errors after {} games", report["games"]);
        assert!(errors < 4.0);
    }
}

#[test]
fn long_a_killed_run_leaves_only_whole_tapes() {
    let kills = scaled(2, 25);
    let mut whole = 0;
    for kill in 0..kills {
        let folder = tempfile::tempdir().unwrap();
        let tapes = folder.path().join("tapes");
        let seed = kill.to_string();
        let mut child = barnyard()
            .args(["play", "microchess", "Nihilist", "Nihilist", "-n", "1000000", "-q", "--seed", &seed, "-o", tapes.to_str().unwrap()])
            .spawn()
            .unwrap();
        // On a busy machine the first tape may take a while.
        for _ in 0..1_000 {
            std::thread::sleep(Duration::from_millis(10));
            if std::fs::read_dir(&tapes)
                .is_ok_and(|mut files| files.any(|file| file.is_ok_and(|file| file.path().extension().is_some_and(|end| end == "tape"))))
            {
                break;
            }
        }
        std::thread::sleep(Duration::from_millis(37 * (kill % 8)));
        child.kill().unwrap();
        child.wait().unwrap();
        for file in std::fs::read_dir(&tapes).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|end| end == "tape") {
                let tape = games::Tape::read(&std::fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                tape.verify().unwrap();
                whole += 1;
            }
        }
    }
    println!("{whole} tapes of {kills} killed runs, all whole");
    assert!(whole > 0, "the runs got as far as writing tapes");
}

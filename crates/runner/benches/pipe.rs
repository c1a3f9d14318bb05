//! One decision of a program: the request written, the answer read, judged and charged. Referee and program share one core.
use criterion::{Criterion, criterion_group, criterion_main};
use games::{AnyGame, Luck, Seat, Turn};
use runner::{Bot, Clock, Confinement, Grants, Limits, Program, Table, Time};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Answers at once, with a move that is always legal on the board of this bench.
const INSTANT: &str = r#"
use std::io::{BufRead, Write};

fn main() {
    let (mut input, mut output, mut line) = (std::io::stdin().lock(), std::io::stdout().lock(), String::new());
    while input.read_line(&mut line).unwrap() > 0 {
        if line.starts_with("{\"hello\"") {
            output.write_all(b"{\"ready\":{}}\n").unwrap();
        } else if let Some(rest) = line.strip_prefix("{\"turn\":{\"nonce\":") {
            let nonce = &rest[..rest.find(',').unwrap()];
            output.write_all(format!("{{\"nonce\":{nonce},\"action\":\"K22\"}}\n").as_bytes()).unwrap();
        }
        output.flush().unwrap();
        line.clear();
    }
}
"#;

const BOARD: &str = r#"{"board":"..R./...r/Kk../...."}"#;

fn pipe(c: &mut Criterion) {
    pin();
    let place = tempfile::tempdir().expect("a folder");
    let source = place.path().join("instant.rs");
    std::fs::write(&source, INSTANT).expect("the folder can be written");
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut group = c.benchmark_group("one decision");
    for (name, source) in [("instant program", source), ("the example in Rust", examples.join("rust/bot.rs"))] {
        let bot = place.path().join(name.replace(' ', "-"));
        let built = Command::new("rustc").args(["-O", "-o"]).arg(&bot).arg(&source).status().expect("rustc is installed");
        assert!(built.success(), "{name} does not compile");
        for (clock, label) in [(Clock::Fair, "fair"), (Clock::Wall, "wall")] {
            let (mut program, mut game) = seated(&bot, clock);
            let time = Time { left: Duration::from_secs(10), clocks_ms: None };
            group.bench_function(format!("{name}, {label} clock"), |b| {
                b.iter(|| {
                    let answer = program.decide(&mut *game, Seat(0), &time).expect("the platform is fine");
                    answer.verdict.expect("a legal move");
                });
            });
        }
    }
}

/// A program that knows its game, and the game at the first decision of its seat.
fn seated(bot: &Path, clock: Clock) -> (Program, Box<dyn AnyGame>) {
    let entry = games::find("microchess").expect("it is a game");
    let table = Table::new(entry, BOARD).expect("the board is good");
    let mut game = entry.open(BOARD).expect("the board is good");
    while game.turn() == Turn::Chance {
        game.roll(&mut Luck::new(1).nature(0), false);
    }
    let grants = Grants { clock, confinement: Some(Confinement::NONE), ..Limits::grants(entry.name) };
    let mut program = Program::start("bench", Command::new(bot), entry, &table.config, grants, None).expect("it starts");
    program.prepare_for_match(&*game, Seat(0), 1).expect("the platform is fine").verdict.expect("it is ready");
    (program, game)
}

/// This thread, and whatever it starts, on the first core it may use.
fn pin() {
    let allowed = sched_getaffinity(None).expect("the cores of this thread");
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).find(|core| allowed.is_set(*core)).expect("there is a core"));
    sched_setaffinity(None, &one).expect("a core of our own");
}

criterion_group!(benches, pipe);
criterion_main!(benches);

//! Real programs through the real referee: honest, broken and hostile ones.
#[path = "stage.rs"]
mod stage;

use FoulKind::{Benched, Crash, Flood, Illegal, Late, Memory, Startup, Unreadable};
use games::{AnyGame, FoulKind, Luck, Seat, Turn};
use proptest::prelude::*;
use runner::{Answer, Bot, Clock, LONGEST_LINE, LineBuffer, Program, Python, Silence, Time};
use stage::{House, Stage, Talk, assert_forfeit, assert_foul, assert_no_fouls, fouls};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What every test bot starts with. `turn(k, m)` is called at its k-th decision, `begin()` when it should become ready.
const PRELUDE: &str = r#"
import json, os, signal, sys, time

def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()

def play(m):
    say({"nonce": m["nonce"], "action": m["legal"][m["number"] * 7 % len(m["legal"])]})

def begin():
    say({"ready": {}})

def serve():
    k = 0
    for line in sys.stdin:
        [(kind, m)] = json.loads(line).items()
        if kind == "hello":
            begin()
        elif kind == "turn":
            k += 1
            turn(k, m)

def turn(k, m):
    play(m)
"#;

/// A bot that does something wrong, and what must come of it.
struct Bad {
    name: &'static str,
    body: &'static str,
    /// Its first foul. None: it does nothing that counts as one.
    foul: Option<FoulKind>,
    why: &'static str,
    detail: &'static str,
    /// Needs the deadline to be seen, so it gets a short one.
    slow: bool,
    /// Wrong once; where the game goes on, it plays on.
    recovers: bool,
}

const fn bad(name: &'static str, foul: FoulKind, why: &'static str, body: &'static str) -> Bad {
    Bad { name, body, foul: Some(foul), why, detail: "", slow: false, recovers: false }
}

const fn harmless(name: &'static str, body: &'static str) -> Bad {
    Bad { name, body, foul: None, why: "", detail: "", slow: false, recovers: true }
}

const fn with_detail(detail: &'static str, bot: Bad) -> Bad {
    Bad { detail, ..bot }
}

const fn slow(bot: Bad) -> Bad {
    Bad { slow: true, ..bot }
}

const fn recovers(bot: Bad) -> Bad {
    Bad { recovers: true, ..bot }
}

const BOTS: &[Bad] = &[
    harmless("honest", ""),
    harmless("talkative", "def turn(k, m):\n  os.write(2, b'thinking\\n' * 20000)\n  play(m)"),
    harmless("closes-stderr", "os.close(2)"),
    harmless(
        "answers-in-pieces",
        "def turn(k, m):\n  text = json.dumps({'nonce': m['nonce'], 'action': m['legal'][0]}) + '\\n'\n  for c in text: os.write(1, c.encode())",
    ),
    harmless("leaves-a-child", "def turn(k, m):\n  if k == 1 and os.fork() == 0: time.sleep(1000)\n  play(m)"),
    with_detail(
        "ValueError: my idea was bad",
        bad("crashes", Crash, "ended with exit code 1", "def turn(k, m):\n  if k == 2: raise ValueError('my idea was bad')\n  play(m)"),
    ),
    bad("exits", Crash, "ended with exit code 0", "def turn(k, m):\n  sys.exit(0)"),
    bad("is-killed", Crash, "was killed by signal 11 (SIGSEGV)", "def turn(k, m):\n  os.kill(os.getpid(), signal.SIGSEGV)"),
    bad(
        "dies-and-leaves-a-child",
        Crash,
        "ended with exit code 3",
        "def turn(k, m):\n  if os.fork() == 0: time.sleep(1000)\n  os._exit(3)",
    ),
    bad("closes-stdout", Crash, "closed its output", "def turn(k, m):\n  os.close(1)\n  time.sleep(1000)"),
    slow(bad("hangs", Late, "no answer after", "def turn(k, m):\n  time.sleep(1000)")),
    slow(bad("spins", Late, "no answer after", "def turn(k, m):\n  signal.signal(signal.SIGTERM, signal.SIG_IGN)\n  while True: pass")),
    slow(bad("half-a-line", Late, "no answer after", "def turn(k, m):\n  os.write(1, b'{\"nonce\":')\n  time.sleep(1000)")),
    slow(bad("never-reads", Late, "no answer after", "begin()\ntime.sleep(1000)")),
    slow(recovers(bad("is-late-once", Late, "no answer after", "def turn(k, m):\n  if k == 1: time.sleep(0.6)\n  play(m)"))),
    bad("floods", Flood, "without a newline", "def turn(k, m):\n  while True: os.write(1, b'x' * 65536)"),
    bad("says-13-MB", Flood, "without a newline", "def turn(k, m):\n  sys.stdout.write('x' * 13000000 + '\\n')\n  play(m)"),
    bad("floods-stderr", Flood, "standard error", "def turn(k, m):\n  while True: os.write(2, b'e' * 65536)"),
    bad(
        "spams",
        Unreadable,
        "is not an answer",
        "def turn(k, m):\n  while True:\n    print('thinking', flush=True)\n    time.sleep(0.001)",
    ),
    bad("garbage", Unreadable, "not UTF-8", "def turn(k, m):\n  os.write(1, bytes(range(128, 256)) + b'\\n')"),
    bad("not-json", Unreadable, "\"K22, I think\" is not an answer", "def turn(k, m):\n  print('K22, I think', flush=True)"),
    bad("empty-line", Unreadable, "is not an answer", "def turn(k, m):\n  print(flush=True)"),
    recovers(bad("prints-once", Unreadable, "is not an answer", "def turn(k, m):\n  if k == 1: print('debugging', flush=True)\n  play(m)")),
    bad("wrong-nonce", Unreadable, "an answer with nonce", "def turn(k, m):\n  m['nonce'] += 1\n  play(m)"),
    bad("no-nonce", Unreadable, "lacks the nonce", "def turn(k, m):\n  say({'action': m['legal'][0]})"),
    bad("in-advance", Unreadable, "an answer with nonce", "def turn(k, m):\n  play(m)\n  for guess in range(3): m['nonce'] += 1; play(m)"),
    bad("twice", Unreadable, "an answer with nonce", "def turn(k, m):\n  play(m)\n  play(m)"),
    bad("unknown-key", Unreadable, "unknown field", "def turn(k, m):\n  say({'nonce': m['nonce'], 'move': m['legal'][0]})"),
    bad("no-action", Unreadable, "holds no action", "def turn(k, m):\n  say({'nonce': m['nonce']})"),
    bad("unreadable-action", Unreadable, "not an action of", "def turn(k, m):\n  say({'nonce': m['nonce'], 'action': 17})"),
    bad(
        "illegal",
        Illegal,
        ": ",
        "def turn(k, m):\n  every = [p + c + r for p in 'KR' for c in '1234' for r in '1234'] if 'board' in m['observation'] else [{'dir': d, 'drop': p} for d in ('up', 'right', 'down', 'left') for p in ('plain', 'egg', 'turd')]\n  say({'nonce': m['nonce'], 'action': [a for a in every if a not in m['legal']][0]})",
    ),
    with_detail(
        "agent.py, line 3",
        bad(
            "host-error",
            Crash,
            "ZeroDivisionError: boom",
            "def turn(k, m):\n  say({'nonce': m['nonce'], 'error': {'kind': 'crash', 'why': 'ZeroDivisionError: boom', 'detail': 'agent.py, line 3'}})",
        ),
    ),
    with_detail(
        "[31mred",
        bad("escapes-on-stderr", Crash, "exit code 1", "def turn(k, m):\n  os.write(2, b'\\x1b[31mred\\x07\\x9b\\r')\n  sys.exit(1)"),
    ),
    bad("escapes-on-stdout", Unreadable, "is not an answer", "def turn(k, m):\n  print('\\x1b[2J\\x1b]0;title\\x07', flush=True)"),
    bad("escapes-in-a-key", Unreadable, "unknown field", "def turn(k, m):\n  say({'nonce': m['nonce'], '\\x1b[31m': 1})"),
    bad(
        "escapes-in-an-action",
        Unreadable,
        "not an action",
        "def turn(k, m):\n  say({'nonce': m['nonce'], 'action': {'\\x1b[31m': '\\x1b[31m', 'dir': '\\x1b[31m'}})",
    ),
    bad(
        "escapes-in-an-error",
        Crash,
        "boom",
        "def turn(k, m):\n  say({'nonce': m['nonce'], 'error': {'kind': 'crash', 'why': '\\x1b[31mboom', 'detail': '\\x1b[31m'}})",
    ),
    bad("greedy", Memory, "300 MB are granted", "def turn(k, m):\n  global hoard\n  hoard = b'x' * (400 << 20)\n  play(m)"),
    bad("greedy-at-once", Memory, "300 MB are granted", "hoard = b'x' * (400 << 20)"),
    slow(bad("never-ready", Startup, "did not become ready", "def begin():\n  time.sleep(1000)")),
    slow(bad("ready-late", Startup, "did not become ready", "def begin():\n  time.sleep(3)\n  say({'ready': {}})")),
    bad("not-ready", Startup, "instead of {\"ready\":{}}", "def begin():\n  print('hello, referee', flush=True)"),
    with_detail("NameError: name 'borad' is not defined", bad("broken", Startup, "ended with exit code 1", "borad")),
];

/// Its file on the stage.
fn write(stage: &Stage, bot: &Bad) -> PathBuf {
    stage.write(&[(&format!("{}.py", bot.name), &format!("{PRELUDE}\n{}\nserve()\n", bot.body))])
}

fn house(game: &str, bot: &Bad) -> House {
    let each = Duration::from_millis(if bot.slow { 400 } else { 10_000 });
    let startup = Duration::from_millis(if bot.slow && bot.foul == Some(Startup) { 1_000 } else { 20_000 });
    let config = if game == "microchess" { r#"{"start":"quiet"}"# } else { "{}" };
    House::new(game, config).each(each).startup(startup).memory(300)
}

/// A game that goes on after a foul: every further move is a Monkey's or the bot's own, the opponent is asked for all of its own.
fn goes_on(stage: &Stage, bot: &Bad, seat: usize, seed: u64) {
    let house = house("microchess", bot);
    let played = house.against_native(&write(stage, bot), seat, seed, None);
    let (mine, others) = (fouls(&played, seat), fouls(&played, 1 - seat));
    assert!(others.is_empty(), "{}: the opponent is unharmed, {others:?}", bot.name);
    assert_ne!(played.over.reason, "forfeit", "{}", bot.name);
    let Some(kind) = bot.foul else {
        assert!(mine.is_empty(), "{}: {mine:?}", bot.name);
        return;
    };
    let decisions = played.decisions.div_ceil(2) as usize;
    // A bot that goes wrong at its second move may never get there.
    assert!(!mine.is_empty() || decisions < 3, "{}: no foul in {decisions} decisions", bot.name);
    let Some(first) = mine.first() else { return };
    assert_foul(first, kind, bot.why, bot.detail);
    if bot.recovers {
        assert_eq!(mine.len(), 1, "{}: {mine:?}", bot.name);
        return;
    }
    let asked = mine.iter().filter(|foul| foul.kind != Benched).count();
    let told_at_the_start = usize::from(mine.first().is_some_and(|foul| matches!(foul.kind, Startup) || bot.name == "greedy-at-once"));
    assert!(asked <= 3 + told_at_the_start, "{}: benched after three fouls, {mine:?}", bot.name);
}

/// A game that a foul ends.
fn forfeits(stage: &Stage, bot: &Bad, seat: usize, seed: u64) {
    let house = house("chickens", bot);
    let played = house.against_native(&write(stage, bot), seat, seed, None);
    match bot.foul {
        None => assert_no_fouls(&played),
        Some(kind) => {
            assert_foul(&assert_forfeit(&played, seat), kind, bot.why, bot.detail);
            if kind == Startup {
                assert_eq!(played.decisions, 0, "{}: nothing was played", bot.name);
            }
        }
    }
}

/// All bots, four at a time: most of them make us wait.
fn each_bot(check: impl Fn(&Stage, &Bad, usize, u64) + Sync) {
    let stage = Stage::new();
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(bot) = BOTS.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let seat = bot.name.len() % 2;
                    let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| check(&stage, bot, seat, 7)));
                    assert!(checked.is_ok(), "{} in seat {seat}", bot.name);
                }
            });
        }
    });
    stage.assert_empty();
}

#[test]
fn where_the_game_goes_on_a_monkey_moves_for_a_bad_bot() {
    each_bot(goes_on);
}

#[test]
fn where_a_foul_ends_the_game_a_bad_bot_loses_it() {
    each_bot(forfeits);
}

#[test]
fn a_late_answer_is_dropped_and_the_next_ones_count() {
    let stage = Stage::new();
    let body = "def turn(k, m):\n  print('asked', k, file=sys.stderr, flush=True)\n  if k in (1, 3): time.sleep(0.6)\n  play(m)";
    let bot = Bad { body, ..slow(bad("is-late-twice", Late, "", "")) };
    let (talk, path) = (Talk::default(), write(&stage, &bot));
    let played = house("microchess", &bot).against_native(&path, 0, 3, Some(&talk));
    let mine = fouls(&played, 0);
    assert!(mine.len() <= 2 && mine.iter().all(|foul| foul.kind == Late), "{mine:?}");
    let asked = talk.text().lines().count() as u64;
    assert_eq!(asked, played.decisions.div_ceil(2), "it was asked every time:\n{}", talk.text());
    stage.assert_empty();
}

#[test]
fn both_bots_failing_to_start_is_a_tie() {
    let stage = Stage::new();
    let broken = stage.write(&[("broken.py", "import nothing_like_that\n")]);
    let house = House::new("chickens", "{}");
    let played = house.play(1, [house.program(&broken, None).unwrap(), house.program(&broken, None).unwrap()]);
    assert_eq!((&*played.over.payoffs, &*played.over.reason), (&[0.5, 0.5][..], "forfeit"));
    assert_eq!((played.fouls.len(), played.decisions), (2, 0));
    stage.assert_empty();
}

#[test]
fn what_a_bot_writes_for_people_reaches_them_clean() {
    let stage = Stage::new();
    let body = "def turn(k, m):\n  os.write(2, b'\\x1b[31mhello\\xff\\n')\n  say({'nonce': m['nonce'], 'action': m['legal'][0], 'note': 'a \\x1b[1mnote'})";
    let bot = Bad { body, ..harmless("colourful", "") };
    let (talk, path) = (Talk::default(), write(&stage, &bot));
    assert_no_fouls(&house("microchess", &bot).against_native(&path, 0, 3, Some(&talk)));
    let text = talk.text();
    assert!(text.contains("hello") && text.contains("note") && !text.contains('\x1b'), "{text}");
    stage.assert_empty();
}

/// Pairs of bots drawn from the table, in both games, in both seats. Whatever they do to each other, every game ends with a result
/// that its rules explain.
fn random_pairs(games: u64) {
    let stage = Stage::new();
    let paths: Vec<PathBuf> = BOTS.iter().map(|bot| write(&stage, bot)).collect();
    let (next, counted) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games {
                        return;
                    }
                    random_pair(seed, &paths);
                    counted.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(counted.into_inner(), games);
    stage.assert_empty();
}

fn random_pair(seed: u64, paths: &[PathBuf]) {
    let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut draw = |sides: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % sides
    };
    let pair = [draw(BOTS.len()), draw(BOTS.len())];
    let game = ["microchess", "chickens"][draw(2)];
    let names = pair.map(|i| BOTS[i].name);
    let house = House::new(game, "{}").each(Duration::from_millis(400)).startup(Duration::from_millis(1_500)).memory(300);
    let played = house.play(seed, pair.map(|i| house.program(&paths[i], None).unwrap()));
    for seat in 0..2 {
        let (bot, mine) = (&BOTS[pair[seat]], fouls(&played, seat));
        let Some(first) = mine.first() else { continue };
        // With clocks as short as these, whoever has much to do may be late before it does what it is here for.
        let heavy = matches!(bot.foul, Some(Flood | Memory)) && first.kind == Late;
        assert!(bot.foul == Some(first.kind) || heavy, "game {seed} of {names:?}, {game}: {} in seat {seat}: {mine:?}", bot.name);
        let asked = mine.iter().filter(|foul| foul.kind != Benched).count();
        assert!(game == "chickens" || asked <= 4, "game {seed} of {names:?}: {mine:?}");
    }
    let payoffs = &played.over.payoffs;
    match (game, [0, 1].map(|seat| fouls(&played, seat).is_empty())) {
        ("microchess", _) | (_, [true, true]) => assert_ne!(played.over.reason, "forfeit"),
        (_, innocent) => {
            assert_eq!(played.over.reason, "forfeit");
            let expected = if innocent[0] == innocent[1] { [0.5, 0.5] } else { innocent.map(|fine| if fine { 1.0 } else { 0.0 }) };
            assert_eq!(&**payoffs, expected, "game {seed} of {names:?}: {:?}", played.fouls);
        }
    }
}

#[test]
fn random_pairs_of_bad_bots_all_end_with_a_result() {
    random_pairs(100);
}

#[test]
fn long_random_pairs_of_bad_bots_all_end_with_a_result() {
    if std::env::var_os("BARNYARD_LONG").is_none() {
        println!("skipped: set BARNYARD_LONG=1 for 1,000 games");
        return;
    }
    random_pairs(1_000);
}

/// Where the examples are.
fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Copies a folder of the examples and builds it; `None` if the compiler is missing.
fn build(stage: &Stage, language: &str, compiler: &str, arguments: &[&str]) -> Option<PathBuf> {
    let folder = stage.path().join(language);
    std::fs::create_dir_all(&folder).unwrap();
    for file in std::fs::read_dir(examples().join(language)).unwrap().flatten() {
        std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
    match Command::new(compiler).args(arguments).current_dir(&folder).output() {
        Err(error) => {
            println!("the example in {language} is skipped: {compiler}: {error}");
            None
        }
        Ok(out) => {
            assert!(out.status.success(), "{compiler}: {}", String::from_utf8_lossy(&out.stderr));
            Some(folder)
        }
    }
}

#[track_caller]
fn plays_well(path: &Path) {
    for (game, opponent) in [("microchess", "Monkey"), ("chickens", "Yolanda")] {
        // Long enough for a virtual machine that warms up on a crowded core.
        let house = House::new(game, "{}").each(Duration::from_secs(5));
        for seed in 0..3 {
            for seat in 0..2 {
                let mut bots = [house.program(path, None).unwrap(), house.native(opponent)];
                if seat == 1 {
                    bots.swap(0, 1);
                }
                assert_no_fouls(&house.play(seed, bots));
            }
        }
    }
}

#[test]
fn the_example_in_python_plays() {
    let stage = Stage::new();
    let folder = build(&stage, "python", "true", &[]).unwrap();
    plays_well(&folder);
    plays_well(&folder.join("bot.py"));
    stage.assert_empty();
}

#[test]
fn the_example_in_java_plays() {
    let stage = Stage::new();
    if let Some(folder) = build(&stage, "java", "javac", &["Bot.java"]) {
        plays_well(&folder);
    }
    stage.assert_empty();
}

#[test]
fn the_example_in_rust_plays() {
    let stage = Stage::new();
    if let Some(folder) = build(&stage, "rust", "rustc", &["-O", "bot.rs"]) {
        plays_well(&folder.join("bot"));
    }
    stage.assert_empty();
}

#[test]
fn the_example_in_cpp_plays() {
    let stage = Stage::new();
    if let Some(folder) = build(&stage, "cpp", "g++", &["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "bot", "bot.cpp"]) {
        plays_well(&folder.join("bot"));
    }
    stage.assert_empty();
}

#[test]
fn examples_are_short() {
    for file in ["python/bot.py", "java/Bot.java", "rust/bot.rs", "cpp/bot.cpp"] {
        let text = std::fs::read_to_string(examples().join(file)).unwrap();
        assert!(text.lines().count() < 60, "{file} has {} lines", text.lines().count());
    }
}

/// The game at its first decision.
fn opened(game: &str, config: &str) -> Box<dyn AnyGame> {
    let mut game = games::find(game).unwrap().open(config).unwrap();
    let mut chances = 0;
    while game.turn() == Turn::Chance {
        game.roll(&mut Luck::new(1).nature(chances), false);
        chances += 1;
    }
    game
}

#[test]
fn few_choices_are_listed_as_the_protocol_page_says() {
    let page = include_str!("../../../docs/protocol.md");
    let list = opened("microchess", r#"{"board":"..R./...r/Kk../...."}"#).short_list(Seat(0), 64).unwrap();
    assert!(page.contains(&format!("\"legal\":{list}}}}}")), "{list}");
    assert!(opened("chickens", "{}").short_list(Seat(0), 64).is_some());
    assert!(opened("carpets", "{}").short_list(Seat(0), 64).is_none());
}

/// A program at its first decision, asked again and again.
struct Asked {
    program: Box<dyn Bot>,
    game: Box<dyn AnyGame>,
}

impl Asked {
    fn new(stage: &Stage, name: &'static str, body: &'static str, clock: Clock) -> Asked {
        let bot = Bad { body, ..harmless(name, "") };
        let mut house = house("microchess", &bot);
        house.grants.clock = clock;
        let mut program = house.program(&write(stage, &bot), None).unwrap();
        let game = opened("microchess", house.table.config.get());
        program.prepare_for_match(&*game, Seat(0), 1).unwrap().verdict.unwrap();
        Asked { program, game }
    }

    /// The answer, and how long we waited for it.
    fn ask(&mut self, left: Duration) -> (Answer, Duration) {
        let start = Instant::now();
        let answer = self.program.decide(&mut *self.game, Seat(0), &Time { left, clocks_ms: None }).unwrap();
        (answer, start.elapsed())
    }
}

const THINKER: &str = "def turn(k, m):\n  end = time.process_time() + 0.02\n  while time.process_time() < end: pass\n  play(m)";

/// Keeps the core of this thread busy for as long as it lives, and ten seconds at most.
fn with_hogs(count: usize, work: impl FnOnce()) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let before = sched_getaffinity(None).unwrap();
    let mut one = CpuSet::new();
    one.set((0..CpuSet::MAX_CPU).rev().find(|core| before.is_set(*core)).unwrap());
    sched_setaffinity(None, &one).unwrap();
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..count {
            // A thread starts with the cores of the one that starts it.
            scope.spawn(|| {
                let end = Instant::now() + Duration::from_secs(10);
                while !stop.load(Ordering::Relaxed) && Instant::now() < end {
                    std::hint::spin_loop();
                }
            });
        }
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        stop.store(true, Ordering::Relaxed);
        sched_setaffinity(None, &before).unwrap();
        done.unwrap();
    });
}

#[test]
fn a_crowded_core_costs_a_thinker_nothing_by_the_fair_clock() {
    let stage = Stage::new();
    with_hogs(6, || {
        let mut asked = Asked::new(&stage, "thinker", THINKER, Clock::Fair);
        let mut costs: Vec<_> = (0..9).map(|_| asked.ask(Duration::from_secs(10)).0).map(|answer| answer.cost).collect();
        costs.sort_by_key(|cost| cost.charged);
        let cost = costs[costs.len() / 2];
        let spent = cost.spent.unwrap();
        println!("the thinker of 20 ms: charged {:?}, {spent:?}", cost.charged);
        assert!(cost.charged >= Duration::from_millis(20), "it did think: {cost:?}");
        // A session is scheduled as a whole: the bot has half of the core, however many hogs there are.
        assert!(spent.wall > cost.charged * 3 / 2, "the core was crowded, and that is not the bot's fault: {cost:?}");
        assert!(cost.charged < 2 * spent.cpu, "it pays for little but its thoughts: {cost:?}");
        assert!(spent.is_crowded());
    });
    stage.assert_empty();
}

#[test]
fn the_three_clocks_charge_what_they_say() {
    let stage = Stage::new();
    let nap = "def turn(k, m):\n  time.sleep(0.1)\n  play(m)";
    for clock in [Clock::Fair, Clock::Wall, Clock::Cpu] {
        let mut asked = Asked::new(&stage, "sleeper", nap, clock);
        // A wait is booked when it ends: the first question may see the end of one that began with the start of the game.
        asked.ask(Duration::from_secs(10)).0.verdict.unwrap();
        let cost = asked.ask(Duration::from_secs(10)).0.cost;
        let spent = cost.spent.unwrap();
        assert!(spent.wall >= Duration::from_millis(100) && spent.cpu < Duration::from_millis(50), "{cost:?}");
        match clock {
            Clock::Cpu => assert_eq!(cost.charged, spent.cpu),
            Clock::Wall => assert_eq!(cost.charged, spent.wall),
            Clock::Fair => assert!(cost.charged >= Duration::from_millis(75) && cost.charged <= spent.wall, "a sleeper pays: {cost:?}"),
        }
    }
    stage.assert_empty();
}

#[test]
fn no_way_of_not_answering_gets_more_than_its_time() {
    let stage = Stage::new();
    let ways: &[(&str, &str, FoulKind)] = &[
        ("sleeps", "def turn(k, m):\n  time.sleep(1000)", Late),
        ("works", "def turn(k, m):\n  while True: pass", Late),
        ("dribbles", "def turn(k, m):\n  while True: os.write(1, b'.'); time.sleep(0.001)", Late),
        ("chats", "def turn(k, m):\n  while True: os.write(2, b'.\\n'); time.sleep(0.001)", Late),
        ("spams", "def turn(k, m):\n  while True: os.write(1, b'.\\n'); time.sleep(0.001)", Unreadable),
        ("floods", "def turn(k, m):\n  while True: os.write(1, b'.' * 65536)", Flood),
    ];
    for &(name, body, kind) in ways {
        for clock in [Clock::Fair, Clock::Wall] {
            let (answer, waited) = Asked::new(&stage, name, body, clock).ask(Duration::from_millis(300));
            assert_eq!(answer.verdict.unwrap_err().kind, kind, "{name}");
            assert!(waited < Duration::from_secs(4), "{name} took {waited:?}");
        }
    }
    stage.assert_empty();
}

#[test]
fn answers_to_an_old_question_cannot_hold_up_a_new_one() {
    let stage = Stage::new();
    // After its time is up it repeats the old nonce, as fast as it can or once a millisecond.
    for (name, body) in [
        (
            "repeats",
            "def turn(k, m):\n  time.sleep(0.4)\n  text = json.dumps({'nonce': m['nonce'], 'action': m['legal'][0]}) + '\\n'\n  while True: os.write(1, text.encode() * 1000)",
        ),
        ("insists", "def turn(k, m):\n  time.sleep(0.4)\n  while True: play(m); time.sleep(0.001)"),
    ] {
        let mut asked = Asked::new(&stage, name, body, Clock::Fair);
        let late = asked.ask(Duration::from_millis(200)).0.verdict.unwrap_err();
        assert_eq!(late.kind, Late);
        let (answer, waited) = asked.ask(Duration::from_millis(600));
        assert!(answer.verdict.is_err(), "{name}");
        assert!(waited < Duration::from_secs(5), "{name} took {waited:?}");
    }
    stage.assert_empty();
}

#[test]
fn a_bot_that_never_answers_is_stopped_after_ten_requests() {
    let stage = Stage::new();
    let mut asked = Asked::new(&stage, "silent", "def turn(k, m): pass", Clock::Wall);
    for _ in 0..10 {
        assert_eq!(asked.ask(Duration::from_millis(20)).0.verdict.unwrap_err().kind, Late);
    }
    assert!(stage.survivors().is_empty(), "it is gone while the game goes on");
    let (answer, waited) = asked.ask(Duration::from_secs(60));
    assert_foul(&answer.verdict.unwrap_err(), Late, "stopped after 10 requests", "");
    assert!(waited < Duration::from_secs(5), "nobody waits for it any more");
}

#[test]
fn a_program_that_cannot_be_started_is_our_fault() {
    let house = House::new("microchess", "{}");
    let started = Program::start("x", Command::new("/nowhere/at/all"), house.table.entry, &house.table.config, house.grants, None);
    assert!(started.err().unwrap().to_string().contains("cannot be started"));
    assert!(Python::find(Some(Path::new("/nowhere/python3"))).is_err());
}

/// All lines of these chunks, up to the first that is too long.
fn lines(chunks: impl IntoIterator<Item = Vec<u8>>) -> Vec<Result<String, Silence>> {
    let (mut buffer, mut all) = (LineBuffer::default(), Vec::new());
    for chunk in chunks {
        buffer.push(&chunk);
        loop {
            match buffer.line() {
                Ok(None) => break,
                Ok(Some(line)) => all.push(Ok(line)),
                Err(silence) => {
                    all.push(Err(silence));
                    if silence == Silence::LongLine {
                        return all;
                    }
                }
            }
        }
    }
    all
}

/// What a line buffer should do, in one sentence each.
fn expected(bytes: &[u8]) -> Vec<Result<String, Silence>> {
    let mut all = Vec::new();
    let pieces: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
    for (i, piece) in pieces.iter().enumerate() {
        if piece.len() > LONGEST_LINE {
            all.push(Err(Silence::LongLine));
            break;
        }
        if i + 1 < pieces.len() {
            all.push(String::from_utf8(piece.to_vec()).map_err(|_| Silence::Garbled));
        }
    }
    all
}

fn output() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => "[a-z{}\":,0-9]{0,40}".prop_map(String::into_bytes),
        2 => Just(b"\n".to_vec()),
        1 => proptest::collection::vec(any::<u8>(), 0..20),
        1 => (LONGEST_LINE - 3..LONGEST_LINE + 3).prop_map(|length| vec![b'x'; length]),
        1 => Just("\u{1f414}".into()),
    ];
    proptest::collection::vec(prop_oneof![piece, Just(b"\n".to_vec())], 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_chunking_gives_the_same_lines(bytes in output(), cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        let chunks = places.windows(2).map(|ends| bytes[ends[0]..ends[1]].to_vec());
        prop_assert_eq!(lines(chunks), expected(&bytes));
    }

    #[test]
    fn whatever_comes_little_is_kept(lengths in proptest::collection::vec(0..LONGEST_LINE + 2, 0..40), chunk in 1_000usize..16_384) {
        let bytes = lengths.iter().flat_map(|length| [vec![b'x'; *length], b"\n".to_vec()]).flatten().collect::<Vec<u8>>();
        let mut buffer = LineBuffer::default();
        for chunk in bytes.chunks(chunk) {
            buffer.push(chunk);
            let read = std::iter::from_fn(|| buffer.line().transpose()).find(|read| *read == Err(Silence::LongLine));
            prop_assert!(buffer.kept() <= 6 * LONGEST_LINE, "{} bytes", buffer.kept());
            if read.is_some() {
                break;
            }
        }
    }

    #[test]
    fn byte_by_byte_gives_the_same_lines(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b'\n')], 0..300)) {
        prop_assert_eq!(lines(bytes.iter().map(|byte| vec![*byte])), expected(&bytes));
    }
}

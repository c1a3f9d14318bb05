//! The referee: whose turn, whose fault, what it costs, what goes on tape.
#[path = "nim.rs"]
mod nim;

use games::laws::Laws;
use games::{AnyGame, Entry, Foul, FoulKind, Luck, Native, Player, Seat, Tape, Turn};
use nim::Nim;
use runner::{Answer, Bot, Chair, Cost, InProcess, Limits, PlatformFault, Played, Record, Table, Time};
use std::time::Duration;

static NIM: Entry = Entry::of::<Nim>();

/// A bot that answers in text, as programs in other languages do: `script[k]` at its k-th decision, the last for ever.
struct Scripted {
    script: Vec<Line>,
    asked: usize,
}

#[derive(Clone)]
enum Line {
    Says(&'static str),
    Takes(Duration),
    Dies,
    PlatformFails,
}

impl Scripted {
    fn new(script: &[Line]) -> Scripted {
        Scripted { script: script.to_vec(), asked: 0 }
    }
}

const FINE: Answer = Answer { verdict: Ok(()), cost: cost(Duration::ZERO), belief: None };

const fn cost(charged: Duration) -> Cost {
    Cost { charged, spent: None, peak: None }
}

impl Bot for Scripted {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        Ok(FINE)
    }

    fn prepare_for_match(&mut self, _: &dyn AnyGame, _: Seat, _: u64) -> Result<Answer, PlatformFault> {
        Ok(FINE)
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, _: &Time) -> Result<Answer, PlatformFault> {
        let line = self.script[self.asked.min(self.script.len() - 1)].clone();
        self.asked += 1;
        match line {
            Line::Says(text) => Ok(Answer::new(game.propose(seat, text), cost(Duration::from_millis(1)))),
            Line::Takes(charged) => Ok(Answer::new(game.propose(seat, game.legal(seat)[0].to_string().as_str()), cost(charged))),
            Line::Dies => Ok(Answer::new(Err(Foul::new(FoulKind::Crash, "killed by signal 11")), cost(Duration::ZERO))),
            Line::PlatformFails => Err(PlatformFault("the disk is full".into())),
        }
    }

    fn match_over(&mut self, _: &dyn AnyGame, _: Seat) -> Result<(), PlatformFault> {
        Ok(())
    }
}

/// Takes what leaves a multiple of four, as long as it can.
struct Perfect;

impl Player<Nim> for Perfect {
    fn act(&mut self, heap: &u32, _: Duration) -> u32 {
        (heap % 4).max(1)
    }
}

fn table(entry: &'static Entry, config: &str) -> Table {
    let mut table = Table::new(entry, config).unwrap();
    table.record = Record::Moves;
    table
}

fn play(table: &Table, seed: u64, bots: [&mut dyn Bot; 2]) -> Result<Played, PlatformFault> {
    let [first, second] = bots;
    table.play(Luck::new(seed), &mut [Chair { name: "first", bot: first, seed: 1 }, Chair { name: "second", bot: second, seed: 2 }])
}

#[track_caller]
fn forfeits(line: Line, kind: FoulKind, why: &str) {
    let table = table(&NIM, "{}");
    let (mut bad, mut good) = (Scripted::new(&[line]), InProcess(Native::new::<Nim>(Perfect)));
    let played = play(&table, 3, [&mut bad, &mut good]).unwrap();
    assert_eq!(&*played.over.payoffs, [0.0, 1.0]);
    assert_eq!(played.over.reason, "forfeit");
    let (seat, foul) = &played.fouls[0];
    assert_eq!((*seat, foul.kind), (Seat(0), kind));
    assert!(foul.why.contains(why), "{}", foul.why);
    let tape = played.tape.unwrap();
    let read = Tape::read(tape.text().as_bytes()).unwrap();
    assert_eq!(read.verify_at(&NIM).unwrap().decisions, 1);
    assert!(tape.text().contains("{\"act\":[[0,null]],\"foul\":[[0,{"), "{}", tape.text());
}

#[test]
fn the_sixth_game_keeps_the_laws() {
    Laws::<Nim> { universe: &(0..6).collect::<Vec<_>>(), ..Laws::default() }.check();
}

#[test]
fn a_whole_game_is_played_and_its_tape_holds() {
    let table = table(&NIM, "{\"most\":9}");
    for seed in 0..50 {
        let mut bots = [InProcess(Native::new::<Nim>(Perfect)), InProcess(Native::new::<Nim>(Perfect))];
        let [a, b] = &mut bots;
        let played = play(&table, seed, [a, b]).unwrap();
        let tape = played.tape.unwrap();
        assert_eq!(tape.verify_at(&NIM).unwrap().decisions, played.decisions);
        assert_eq!(tape.over, played.over);
        let heap: u32 = match &tape.lines[0] {
            games::tape::Line::Chance(line) => line.chance.get().parse().unwrap(),
            _ => panic!("nature starts"),
        };
        assert_eq!(played.over.payoffs[0] == 1.0, !heap.is_multiple_of(4), "the theory of the game agrees");
    }
}

#[test]
fn an_unreadable_answer_forfeits_where_the_rules_have_no_fallback() {
    forfeits(Line::Says("\"three\""), FoulKind::Unreadable, "not an action of nim");
    forfeits(Line::Says(""), FoulKind::Unreadable, "not an action of nim");
}

#[test]
fn an_illegal_answer_names_the_rule() {
    forfeits(Line::Says("4"), FoulKind::Illegal, "4: a player takes at most three stones");
}

#[test]
fn a_late_answer_is_a_foul_even_if_it_is_good() {
    forfeits(Line::Takes(Duration::from_secs(11)), FoulKind::Late, "took 11.000 s, 10.000 s were left");
}

#[test]
fn a_crash_is_a_foul() {
    forfeits(Line::Dies, FoulKind::Crash, "signal 11");
}

#[test]
fn the_budget_of_a_game_runs_down_over_its_decisions() {
    let mut table = table(&NIM, "{\"most\":1000}");
    table.limits = Limits { game: Some(Duration::from_millis(100)), each: None, opening: None, fouls: None, must_start: true };
    let slow = || Scripted::new(&[Line::Takes(Duration::from_millis(30))]);
    let played = play(&table, 5, [&mut slow(), &mut slow()]).unwrap();
    assert_eq!(
        (played.decisions, &*played.over.payoffs),
        (7, &[0.0, 1.0][..]),
        "three decisions fit, the fourth of the first seat is late"
    );
}

#[test]
fn a_platform_fault_gives_no_result_at_all() {
    let table = table(&NIM, "{}");
    let fault = play(&table, 3, [&mut Scripted::new(&[Line::PlatformFails]), &mut Scripted::new(&[Line::Says("1")])]).unwrap_err();
    assert_eq!(fault.to_string(), "the platform failed: the disk is full");
}

#[test]
fn microchess_plays_a_monkey_move_for_a_bad_answer_and_after_three_fouls_for_the_rest() {
    let entry = games::find("microchess").unwrap();
    let table = table(entry, r#"{"start":"quiet"}"#);
    let mut longest = 0;
    for seed in 0..40 {
        let (mut bad, mut good) = (Scripted::new(&[Line::Says("\"K99\"")]), Scripted::new(&[Line::Takes(Duration::ZERO)]));
        let played = play(&table, seed, [&mut bad, &mut good]).unwrap();
        let kinds: Vec<FoulKind> = played.fouls.iter().map(|(_, foul)| foul.kind).collect();
        for (k, kind) in kinds.iter().enumerate() {
            assert_eq!(*kind, if k < 3 { FoulKind::Unreadable } else { FoulKind::Benched });
        }
        assert_eq!(bad.asked, kinds.len().min(3), "a benched bot is not asked");
        longest = longest.max(kinds.len());
        played.tape.unwrap().verify().unwrap();
    }
    assert!(longest > 3, "some game was long enough to bench the bot");
}

#[test]
fn times_go_on_tape_only_when_asked_for() {
    let mut table = table(&NIM, "{}");
    let bots = || (Scripted::new(&[Line::Says("1")]), Scripted::new(&[Line::Says("1")]));
    let tape = |table: &Table| {
        let (mut a, mut b) = bots();
        play(table, 9, [&mut a, &mut b]).unwrap().tape.unwrap()
    };
    assert!(!tape(&table).text().contains("ms"));
    table.record = Record::Times;
    let timed = tape(&table);
    assert!(timed.text().contains("\"ms\":[1.0]") && timed.over.clock_ms.is_some());
    Tape::read(timed.text().as_bytes()).unwrap().verify_at(&NIM).unwrap();
}

#[test]
fn a_replay_stops_where_the_game_does() {
    let table = table(&NIM, "{}");
    let mut tape = play(&table, 9, [&mut Scripted::new(&[Line::Says("1")]), &mut Scripted::new(&[Line::Says("1")])]).unwrap().tape.unwrap();
    let mut replay = tape.replay_at(&NIM).unwrap();
    while replay.step().unwrap() {}
    assert_eq!(replay.game().turn(), Turn::Over);
    let extra = tape.lines.last().unwrap().clone();
    tape.lines.push(extra);
    assert!(tape.verify_at(&NIM).unwrap_err().to_string().contains("the game is already over"));
    tape.lines.truncate(2);
    assert!(tape.verify_at(&NIM).unwrap_err().to_string().contains("the game is not over yet, but the tape is"));
}

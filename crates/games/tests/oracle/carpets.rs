//! Whole games of the original engine, its rat, and the currents it drew.
use super::vectors;
use games::carpets::{
    Action, Board, Brief, Carpets, Chance, Config, Direction, Distance, Drift, Headstart, Matrix, Move, Noise, Observation, Roll, Rules,
    Search, Sense, Setup, Square, Squares, currents,
};
use games::luck::Luck;
use games::{Entry, FoulKind, Game, Joint, Seat, SeatSet, Turn};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Recorded {
    game: u32,
    #[serde(rename = "T")]
    transition: Matrix,
    blocked: Squares,
    spawns: [Square; 2],
    rat0: Square,
    turns: Vec<Ply>,
    #[serde(rename = "final")]
    end: State,
    result: u8,
    reason: String,
}

#[derive(Deserialize)]
struct Ply {
    state: State,
    rat: Square,
    noise: u8,
    dist: u8,
    u: [f64; 3],
    legal: Vec<Step>,
    enemy_legal: Vec<Step>,
    #[serde(rename = "move")]
    step: Option<Step>,
    applied: Option<State>,
    rat_after: Square,
    caught: bool,
}

#[derive(Deserialize)]
struct State {
    turn: u16,
    as_turn: bool,
    primed: Squares,
    carpet: Squares,
    blocked: Squares,
    space: Squares,
    a: Account,
    b: Account,
    player_search: Search,
    opponent_search: Search,
}

#[derive(Deserialize, Clone, Copy)]
struct Account {
    pos: Square,
    points: i32,
    turns_left: u8,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(untagged)]
enum Step {
    Short(Letter, u8),
    Long(Letter, u8, u8),
}

#[derive(Deserialize, Clone, Copy, PartialEq, Debug)]
enum Letter {
    P,
    R,
    C,
    S,
}

fn direction(number: u8) -> Direction {
    [Direction::Up, Direction::Right, Direction::Down, Direction::Left][usize::from(number)]
}

impl Step {
    /// The action, unless the engine was given one that has no spelling.
    fn action(self) -> Option<Action> {
        Some(match self {
            Step::Short(Letter::P, d) => Action::Plain(direction(d)),
            Step::Short(Letter::R, d) => Action::Prime(direction(d)),
            Step::Long(Letter::C, d, length) => Action::Carpet(direction(d), Roll::new(length)?),
            Step::Long(Letter::S, x, y) => Action::Search(Square::at(x, y)),
            other => panic!("{other:?} is not a move"),
        })
    }

    fn spelled(self) -> String {
        let name = |d| serde_json::to_string(&direction(d)).unwrap();
        match self {
            Step::Long(Letter::C, d, length) => format!("{{\"carpet\":[{},{length}]}}", name(d)),
            other => serde_json::to_string(&other.action().expect("only a roll can be too short")).unwrap(),
        }
    }
}

/// The rectangles that make up a mask, corner by corner.
pub fn blocks(blocked: Squares) -> [(u8, u8); 4] {
    [(0, 0), (7, 0), (0, 7), (7, 7)].map(|(x, y): (u8, u8)| {
        let wide = (0..4).take_while(|i| blocked.contains(Square::at(x.abs_diff(*i), y))).count();
        let high = (0..4).take_while(|i| blocked.contains(Square::at(x, y.abs_diff(*i)))).count();
        (wide as u8, high as u8)
    })
}

#[derive(Default, Debug)]
struct Seen {
    plies: u32,
    actions: usize,
    searches: u32,
    found: u32,
    /// Observations where a turn without a search is told differently (S1).
    untold: u32,
    /// Games whose last turn is a search (S3).
    last_searches: Vec<u32>,
    /// Of those, the games whose winner it changed.
    decided: Vec<u32>,
    faults: BTreeMap<String, u32>,
}

/// What the document says of a turn without a search, whatever the engine said.
fn told(rules: Rules, search: Search) -> Search {
    if rules == Rules::Document && search == Search::Skipped { Search::None } else { search }
}

#[track_caller]
fn same_board(board: &Board, state: &State) {
    assert_eq!((board.primed, board.carpet, board.blocked), (state.primed, state.carpet, state.blocked));
    assert_eq!(board.workers, [state.a.pos, state.b.pos]);
    assert_eq!(state.space, Squares(!(board.primed.0 | board.carpet.0 | board.blocked.0)));
}

#[track_caller]
fn same_state(game: &Carpets, state: &State) {
    same_board(game.board(), state);
    assert_eq!(game.turn_count(), state.turn);
    assert_eq!(&*game.points(), [state.a.points, state.b.points]);
    assert_eq!([Seat(0), Seat(1)].map(|seat| game.turns_left(seat)), [state.a.turns_left, state.b.turns_left]);
}

#[track_caller]
fn same_observation(seen: &Observation, ply: &Ply, rules: Rules) {
    let state = &ply.state;
    let (me, them) = if state.as_turn { (state.a, state.b) } else { (state.b, state.a) };
    for (worker, account) in [(seen.player, me), (seen.opponent, them)] {
        assert_eq!((worker.at, worker.points, worker.turns_left), (account.pos, account.points, account.turns_left));
    }
    assert_eq!((seen.primed, seen.carpet, seen.blocked, seen.turn), (state.primed, state.carpet, state.blocked, state.turn));
    assert_eq!(seen.player_search, told(rules, state.player_search));
    assert_eq!(seen.opponent_search, told(rules, state.opponent_search));
    let sense = Sense { noise: Noise::ALL[usize::from(ply.noise)], distance: Distance::new(ply.dist).unwrap() };
    assert_eq!(seen.sense, Some(sense));
}

/// Plays a recorded game and compares everything.
fn replay(recorded: &Recorded, rules: Rules, seen: &mut Seen) {
    let config = Config { rules, transition: Some(recorded.transition.clone()), ..Config::default() };
    let mut game = Carpets::new(&config).unwrap();
    let setup = Chance::Setup(Setup { transition: None, blocks: blocks(recorded.blocked), spawn: recorded.spawns[0] });
    assert!(game.possible(&setup));
    game.settle(&setup);
    assert_eq!((game.board().blocked, game.board().workers), (recorded.blocked, recorded.spawns));

    let brief = game.brief();
    let mut spawn = Some(recorded.rat0);
    let mut rat = recorded.rat0;
    let mut stopped = None;
    for ply in &recorded.turns {
        let seat = game.mover();
        check_rat(&brief, game.board(), seat, rat, ply);
        let chance = Chance::Move(Move {
            spawn,
            rat: ply.rat,
            noise: Noise::ALL[usize::from(ply.noise)],
            distance: Distance::new(ply.dist).unwrap(),
        });
        assert!(game.possible(&chance), "{chance:?}");
        game.settle(&chance);

        same_state(&game, &ply.state);
        assert_eq!(game.rat(), Some(ply.rat));
        assert_eq!(game.turn(), Turn::Act(SeatSet::one(seat)));
        assert_eq!(ply.state.as_turn, seat == Seat(0));
        same_observation(&game.observe(seat), ply, rules);
        assert_eq!(game.observe(seat.rival()).sense, None, "only the mover senses the rat");
        let skipped = [ply.state.player_search, ply.state.opponent_search].iter().filter(|search| **search == Search::Skipped).count();
        seen.untold += skipped as u32;
        seen.actions += same_actions(&game, seat, &ply.legal) + same_actions_of(game.board(), seat.rival(), &ply.enemy_legal);
        seen.plies += 1;

        let Some(applied) = &ply.applied else {
            stopped = Some((seat, ply.step));
            break;
        };
        let action = ply.step.expect("what was applied was a move").action().expect("and it can be spelled");
        game.check(seat, action).unwrap();
        let before = game.points()[seat.index()];
        game.play(&Joint::solo(seat, action));
        same_board(game.board(), applied);
        assert_eq!(game.turn_count(), applied.turn);
        let scored = if seat == Seat(0) { applied.a } else { applied.b }.points;
        let searched = matches!(action, Action::Search(_));
        let bonus = if !searched {
            0
        } else if ply.caught {
            4
        } else {
            -2
        };
        assert_eq!(game.points()[seat.index()], scored + bonus);
        assert!(!searched || scored == before, "the engine scores a search later");
        assert_eq!(game.observe(seat).player_search.found(), ply.caught);
        seen.searches += u32::from(searched);
        seen.found += u32::from(ply.caught);
        spawn = ply.caught.then_some(ply.rat_after);
        rat = ply.rat_after;
        if game.turn() == Turn::Over && searched {
            seen.last_searches.push(recorded.game);
            let early =
                (game.points()[0] - bonus * i32::from(seat == Seat(0))).cmp(&(game.points()[1] - bonus * i32::from(seat == Seat(1))));
            if early != game.points()[0].cmp(&game.points()[1]) {
                seen.decided.push(recorded.game);
            }
        }
    }
    finish(recorded, &game, stopped, seen);
}

fn finish(recorded: &Recorded, game: &Carpets, stopped: Option<(Seat, Option<Step>)>, seen: &mut Seen) {
    same_state(game, &recorded.end);
    let payoffs = match stopped {
        None => {
            assert_eq!((game.turn(), recorded.reason.as_str()), (Turn::Over, "POINTS"));
            game.payoffs()
        }
        Some((seat, step)) => {
            if let Some(step) = step {
                assert_eq!(recorded.reason, "INVALID_TURN");
                refused(game, seat, step);
            }
            *seen.faults.entry(recorded.reason.clone()).or_default() += 1;
            game.forfeit(SeatSet::one(seat))
        }
    };
    let expected: [f32; 2] = [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]][usize::from(recorded.result)];
    assert_eq!(*payoffs, expected, "game {}", recorded.game);
}

/// The move that the engine called invalid is refused here too, at the door or by the rules.
fn refused(game: &Carpets, seat: Seat, step: Step) {
    match step.action() {
        Some(action) => assert!(game.check(seat, action).is_err(), "{step:?}"),
        None => {
            let mut table = Entry::of::<Carpets>().open("{}").unwrap();
            let foul = table.propose(seat, &step.spelled()).unwrap_err();
            assert_eq!(foul.kind, FoulKind::Unreadable);
        }
    }
}

fn check_rat(brief: &Brief, board: &Board, seat: Seat, before: Square, ply: &Ply) {
    assert_eq!(brief.drift().step(before, ply.u[0]), ply.rat, "the rat's move");
    assert_eq!(brief.noise_odds(board.floor(ply.rat)).outcome(ply.u[1]), usize::from(ply.noise), "the noise");
    let actual = board.worker(seat).manhattan(ply.rat);
    assert_eq!(brief.reported(actual, brief.distance_odds().outcome(ply.u[2])), ply.dist, "the distance");
}

fn same_actions(game: &Carpets, seat: Seat, expected: &[Step]) -> usize {
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    assert!(legal.ends_with(&Action::searches().collect::<Vec<_>>()), "the searches come last, column by column");
    legal.truncate(legal.len() - 64);
    assert_eq!(legal, expected.iter().map(|step| step.action().unwrap()).collect::<Vec<_>>());
    legal.len()
}

fn same_actions_of(board: &Board, seat: Seat, expected: &[Step]) -> usize {
    let mut moves = Vec::new();
    board.each_move(seat, |action| moves.push(action));
    assert_eq!(moves, expected.iter().map(|step| step.action().unwrap()).collect::<Vec<_>>());
    moves.len()
}

#[test]
fn oracle_carpets_games_in_original_mode() {
    let Some(all) = vectors::lines::<Recorded>("carpets.jsonl.gz") else { return };
    let mut seen = Seen::default();
    for recorded in &all {
        replay(recorded, Rules::Original, &mut seen);
    }
    println!("carpets, original: {} games, {} plies, {} legal moves in order checked", all.len(), seen.plies, seen.actions);
    println!("  {} searches, {} of them found the rat; faults: {:?}", seen.searches, seen.found, seen.faults);
    assert!(seen.plies > 0);
}

#[test]
fn oracle_carpets_games_in_document_mode() {
    let Some(all) = vectors::lines::<Recorded>("carpets.jsonl.gz") else { return };
    let mut seen = Seen::default();
    for recorded in &all {
        replay(recorded, Rules::Document, &mut seen);
    }
    println!("carpets, document: {} games, {} plies checked", all.len(), seen.plies);
    println!("  S1: {} turns without a search are told as [null, false], not [null, null]", seen.untold);
    println!("  S3: {} games end with a search, which counts: {:?}", seen.last_searches.len(), seen.last_searches);
    println!("  its points decided games {:?}", seen.decided);
    for known in [187, 268, 271, 281].iter().filter(|game| all.iter().any(|recorded| recorded.game == **game)) {
        assert!(seen.decided.contains(known), "the last search decides game {known}");
    }
}

#[derive(Deserialize)]
struct Walk {
    #[serde(rename = "T")]
    transition: Matrix,
    draws: Vec<f64>,
    path: Vec<u8>,
}

#[test]
fn oracle_carpets_rat_walks() {
    let Some(all) = vectors::lines::<Walk>("carpets_rat.jsonl.gz") else { return };
    let mut steps = 0;
    for walk in &all {
        let drift = Drift::new(walk.transition.clone());
        let mut rat = Square::ORIGIN;
        for (u, expected) in walk.draws.iter().zip(&walk.path) {
            rat = drift.step(rat, *u);
            assert_eq!(rat.index(), usize::from(*expected));
            steps += 1;
        }
    }
    println!("carpets: {steps} moves of {} rats checked", all.len());
    assert!(steps > 0);
}

/// Largest entry and entropy in bits of where a rat is after its headstart.
fn spread(matrix: &Matrix) -> (f64, f64) {
    let odds = *Headstart::new(&Drift::new(matrix.clone()), Square::ORIGIN, 1000).odds();
    let entropy = odds.iter().filter(|p| **p > 0.0).map(|p| -p * p.log2()).sum();
    (odds.iter().copied().fold(0.0, f64::max), entropy)
}

/// Mean chance to stay and mean chance of the likeliest other square.
fn habits(matrix: &Matrix) -> (f64, f64) {
    let (mut stay, mut flow) = (0.0, 0.0);
    for from in Square::all() {
        let row = matrix.row(from);
        stay += row.iter().filter(|(to, _)| *to == from).map(|(_, p)| f64::from(*p)).sum::<f64>();
        flow += row.iter().filter(|(to, _)| *to != from).map(|(_, p)| f64::from(*p)).fold(0.0, f64::max);
    }
    (stay / 64.0, flow / 64.0)
}

#[test]
fn oracle_carpets_currents_are_of_the_same_kind() {
    let Some(bytes) = vectors::bytes("transition_matrices.json") else { return };
    let given: BTreeMap<String, Matrix> = serde_json::from_slice(&bytes).unwrap();
    for (name, matrix) in &given {
        println!("{name}: spread {:.3?}, stay and flow {:.3?}", spread(matrix), habits(matrix));
    }
    let (mut most, mut entropy, mut stay, mut flow) = (Range::NONE, Range::NONE, Range::NONE, Range::NONE);
    for k in 0..100 {
        let drawn = currents::draw(&mut Luck::new(9).nature(k));
        let ((p, bits), (stays, flows)) = (spread(&drawn), habits(&drawn));
        (most, entropy, stay, flow) = (most.with(p), entropy.with(bits), stay.with(stays), flow.with(flows));
    }
    println!("100 drawn: spread {most:.3?} {entropy:.3?}, stay {stay:.3?}, flow {flow:.3?}");
    assert!(most.within(0.018, 0.05) && entropy.within(5.6, 6.0) && stay.within(0.55, 0.65) && flow.within(0.2, 0.32));
}

/// Least and most of some numbers.
#[derive(Clone, Copy, Debug)]
struct Range(f64, f64);

impl Range {
    const NONE: Range = Range(f64::INFINITY, f64::NEG_INFINITY);

    fn with(self, x: f64) -> Range {
        Range(self.0.min(x), self.1.max(x))
    }

    fn within(self, least: f64, most: f64) -> bool {
        self.0 >= least && self.1 <= most
    }
}

//! Every turn of the original engine's games: steps in order, positions, observations, senses, results.
use super::vectors;
use games::chickens::{Bird, Chance, Chickens, Colour, Config, Ending, Rules, Setup, Square, Squares, Step, seat_of};
use games::{Game, Joint, SeatSet, Turn};
use serde::Deserialize;

#[derive(Deserialize)]
struct Vector {
    game: u32,
    spawns: [Square; 2],
    trapdoors: [Square; 2],
    turns: Vec<Ply>,
    #[serde(rename = "final")]
    last: State,
    result: usize,
    reason: String,
}

#[derive(Deserialize)]
struct Ply {
    state: State,
    sense: [(bool, bool); 2],
    u: [f64; 4],
    legal: Vec<usize>,
    enemy_legal: Vec<usize>,
    #[serde(rename = "move")]
    step: Option<usize>,
    applied: Option<State>,
}

#[derive(Deserialize)]
struct State {
    turn: u16,
    as_turn: bool,
    a: Side,
    b: Side,
    found: Vec<u8>,
    blocked: bool,
    winner: Option<usize>,
    win_reason: Option<String>,
}

#[derive(Deserialize)]
struct Side {
    loc: u8,
    spawn: u8,
    eggs_laid: i16,
    turds_left: u8,
    eggs: Vec<u8>,
    turds: Vec<u8>,
    turns_left: u8,
}

fn square(index: u8) -> Square {
    Square::at(index % 8, index / 8)
}

fn squares(list: &[u8]) -> Squares {
    list.iter().copied().map(square).collect()
}

impl Side {
    fn bird(&self, colour: Colour) -> Bird {
        Bird {
            colour,
            at: square(self.loc),
            spawn: square(self.spawn),
            eggs: squares(&self.eggs),
            turds: squares(&self.turds),
            score: self.eggs_laid,
            turds_left: self.turds_left,
            turns_left: self.turns_left,
        }
    }
}

impl State {
    fn birds(&self) -> [Bird; 2] {
        [self.a.bird(Colour::White), self.b.bird(Colour::Black)]
    }

    fn points(&self) -> [i32; 2] {
        self.birds().map(|bird| i32::from(bird.score))
    }

    fn mover(&self) -> Colour {
        if self.as_turn { Colour::White } else { Colour::Black }
    }
}

/// Payoffs of a `result`: 0 for White, 1 for Black, 2 for a tie.
fn payoffs(result: usize) -> [f32; 2] {
    [[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]][result]
}

fn by_points([white, black]: [i32; 2]) -> [f32; 2] {
    payoffs(match white.cmp(&black) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    })
}

fn start(rules: Rules, vector: &Vector) -> Chickens {
    let mut game = Chickens::new(&Config { rules, ..Config::default() }).unwrap();
    let setup = Chance::Setup(Setup { white: vector.spawns[0], trapdoors: vector.trapdoors });
    assert!(game.possible(&setup), "game {}", vector.game);
    game.settle(&setup);
    assert_eq!(Colour::BOTH.map(|colour| game.bird(colour).spawn), vector.spawns);
    game
}

#[track_caller]
fn same(game: &Chickens, state: &State, at: &str) {
    assert_eq!(Colour::BOTH.map(|colour| *game.bird(colour)), state.birds(), "{at}");
    assert_eq!(game.found(), squares(&state.found), "{at}");
    assert_eq!(game.played(), state.turn, "{at}");
}

/// Everything up to the mover's answer: the position, the senses, both chickens' steps, the observation.
#[track_caller]
fn ask(game: &mut Chickens, vector: &Vector, ply: &Ply, at: &str) {
    let mover = ply.state.mover();
    same(game, &ply.state, at);
    assert_eq!((game.turn(), game.mover()), (Turn::Chance, mover), "{at}");
    let odds = vector.trapdoors.map(|trapdoor| game.config().odds(game.bird(mover).at, trapdoor));
    let chances = [odds[0].hear, odds[0].feel, odds[1].hear, odds[1].feel].map(|percent| f64::from(percent) / 100.0);
    let noticed: Vec<bool> = ply.u.iter().zip(chances).map(|(u, chance)| *u < chance).collect();
    assert_eq!(noticed, [ply.sense[0].0, ply.sense[0].1, ply.sense[1].0, ply.sense[1].1], "{at}");

    let senses = ply.sense.map(Into::into);
    assert!(game.possible(&Chance::Sense(senses)), "{at}");
    game.settle(&Chance::Sense(senses));
    let listed = |colour: Colour| {
        let mut steps = Vec::new();
        game.legal(seat_of(colour), &mut steps);
        steps.into_iter().map(|step| step.index()).collect::<Vec<_>>()
    };
    assert_eq!((listed(mover), listed(mover.other())), (ply.legal.clone(), ply.enemy_legal.clone()), "{at}");

    let seen = game.observe(seat_of(mover));
    let birds = ply.state.birds();
    assert_eq!((seen.me, seen.enemy), (birds[mover as usize], birds[mover.other() as usize]), "{at}");
    assert_eq!((seen.turn, seen.to_move, seen.senses, seen.over), (ply.state.turn, mover, senses, false), "{at}");
    assert_eq!(seen.found, squares(&ply.state.found), "{at}");
}

/// Plays the mover's answer, if it counts; else says who forfeits, as the referee would.
#[track_caller]
fn answer(game: &mut Chickens, ply: &Ply, at: &str) -> Option<SeatSet> {
    let seat = seat_of(ply.state.mover());
    let Some(step) = ply.step.map(|index| Step::ALL[index]) else {
        return Some(SeatSet::one(seat));
    };
    assert_eq!(game.check(seat, step).is_ok(), ply.applied.is_some(), "{at}: {step}");
    if ply.applied.is_none() {
        return Some(SeatSet::one(seat));
    }
    game.play(&Joint::solo(seat, step));
    None
}

/// The position right after the step, which the vectors show as it was before the trapdoor did its work.
#[track_caller]
fn check_applied(game: &Chickens, vector: &Vector, mover: Colour, applied: &State, at: &str) {
    let mut birds = Colour::BOTH.map(|colour| *game.bird(colour));
    let mut found = game.found();
    let stood = applied.birds()[mover as usize].at;
    if vector.trapdoors.contains(&stood) {
        assert_eq!(birds[mover as usize].at, birds[mover as usize].spawn, "{at}");
        assert!(found.contains(stood), "{at}");
        birds[mover as usize].at = stood;
        birds[mover.other() as usize].score -= 4;
        if !applied.found.iter().any(|index| square(*index) == stood) {
            found = found & !Squares::one(stood);
        }
    }
    assert_eq!((birds, found, game.played()), (applied.birds(), squares(&applied.found), applied.turn), "{at}");
    let reason = match game.ending() {
        None => None,
        Some(Ending::Turns) => Some("EGGS_LAID"),
        Some(Ending::Blocked) => Some("BLOCKING_END"),
        // The original does not see it yet: it asks a chicken that cannot move.
        Some(Ending::Stuck) => None,
        Some(other) => panic!("{at}: {other:?}"),
    };
    assert_eq!((reason, game.ending() == Some(Ending::Blocked)), (applied.win_reason.as_deref(), applied.blocked), "{at}");
    if let Some(winner) = applied.winner {
        // The mover is player 0 there.
        let [own, other] = payoffs(winner);
        assert_eq!((game.payoffs()[mover as usize], game.payoffs()[mover.other() as usize]), (own, other), "{at}");
    }
}

#[track_caller]
fn check_end(game: &Chickens, vector: &Vector, forfeit: Option<SeatSet>, at: &str) {
    same(game, &vector.last, at);
    assert_eq!(vector.last.winner, Some(vector.result), "{at}");
    match forfeit {
        None => {
            assert_eq!((game.turn(), &*game.payoffs()), (Turn::Over, &payoffs(vector.result)[..]), "{at}");
            let reason = if game.ending() == Some(Ending::Blocked) { "BLOCKING_END" } else { "EGGS_LAID" };
            assert_eq!(reason, vector.reason, "{at}");
        }
        Some(losers) => {
            assert_eq!(&*game.forfeit(losers), payoffs(vector.result), "{at}");
            assert!(["INVALID_TURN", "TIMEOUT", "CODE_CRASH", "MEMORY_ERROR"].contains(&&*vector.reason), "{at}");
        }
    }
}

#[test]
fn oracle_chickens_original_rules() {
    let Some(all) = vectors::lines::<Vector>("chickens.jsonl.gz") else { return };
    let (mut plies, mut forfeits) = (0, 0);
    for vector in &all {
        let mut game = start(Rules::Original, vector);
        let mut forfeit = None;
        for (i, ply) in vector.turns.iter().enumerate() {
            let at = format!("game {}, ply {i}", vector.game);
            assert_eq!(forfeit, None, "{at}");
            plies += 1;
            if ply.legal.is_empty() {
                assert_eq!(game.ending(), Some(Ending::Stuck), "{at}: who cannot move is not asked");
                forfeit = Some(SeatSet::one(seat_of(ply.state.mover())));
                continue;
            }
            ask(&mut game, vector, ply, &at);
            forfeit = answer(&mut game, ply, &at);
            if let Some(applied) = &ply.applied {
                check_applied(&game, vector, ply.state.mover(), applied, &at);
            }
        }
        check_end(&game, vector, forfeit, &format!("the end of game {}", vector.game));
        forfeits += usize::from(forfeit.is_some());
    }
    println!("chickens: {} games of the original engine reproduced, {plies} plies, {forfeits} forfeits", all.len());
    assert!(plies > 0);
}

/// Where the document and the original engine part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Parting {
    /// A trapdoor on the last turn of all: the document counts its eggs.
    LastTurnTrapdoor,
    /// A chicken falls and cannot occupy its birthplace: the document ends the game.
    NoWayHome,
    /// A chicken blocks the other from a trapdoor: the document sends it home first.
    BlockFromTrapdoor,
    /// A chicken that is sent home blocks the other there: the document sees it, the original asks the one that cannot move.
    BlockByFall,
}
use Parting::*;

/// Games that part, and at which ply.
const PARTINGS: [(u32, usize, Parting); 22] = [
    (2, 79, LastTurnTrapdoor),
    (5, 79, LastTurnTrapdoor),
    (80, 76, NoWayHome),
    (91, 79, LastTurnTrapdoor),
    (93, 79, LastTurnTrapdoor),
    (113, 50, NoWayHome),
    (123, 79, LastTurnTrapdoor),
    (141, 79, LastTurnTrapdoor),
    (143, 79, LastTurnTrapdoor),
    (161, 39, NoWayHome),
    (171, 46, NoWayHome),
    (191, 66, NoWayHome),
    (192, 79, LastTurnTrapdoor),
    (193, 79, LastTurnTrapdoor),
    (255, 43, BlockFromTrapdoor),
    (308, 71, NoWayHome),
    (310, 79, LastTurnTrapdoor),
    (318, 45, NoWayHome),
    (348, 32, NoWayHome),
    (356, 63, NoWayHome),
    (363, 79, LastTurnTrapdoor),
    (393, 26, NoWayHome),
];

/// Whether the original's turn at this ply is one that the document sees otherwise, told from the vector alone.
fn parting(vector: &Vector, ply: &Ply, next: Option<&Ply>) -> Option<Parting> {
    let applied = ply.applied.as_ref()?;
    let (mover, birds) = (ply.state.mover(), applied.birds());
    let (me, foe) = (&birds[mover as usize], &birds[mover.other() as usize]);
    let zone = foe.turds | foe.turds.neighbours();
    if !vector.trapdoors.contains(&me.at) {
        None
    } else if (zone | foe.eggs | Squares::one(foe.at)).contains(me.spawn) {
        Some(NoWayHome)
    } else if applied.blocked {
        Some(BlockFromTrapdoor)
    } else if next.is_some_and(|next| next.legal.is_empty()) {
        Some(BlockByFall)
    } else {
        (applied.turn == 80).then_some(LastTurnTrapdoor)
    }
}

#[test]
fn oracle_chickens_document_rules() {
    let Some(all) = vectors::lines::<Vector>("chickens.jsonl.gz") else { return };
    let (mut plies, mut alike, mut flips, mut partings) = (0, 0, 0, Vec::new());
    for vector in &all {
        let mut game = start(Rules::Document, vector);
        let (mut forfeit, mut parted) = (None, None);
        for (i, ply) in vector.turns.iter().enumerate() {
            let at = format!("game {}, ply {i}", vector.game);
            ask(&mut game, vector, ply, &at);
            forfeit = answer(&mut game, ply, &at);
            plies += 1;
            parted = parting(vector, ply, vector.turns.get(i + 1));
            if let Some(parting) = parted {
                check_parting(&game, vector, ply, parting, &at);
                flips += usize::from(*game.payoffs() != payoffs(vector.result));
                partings.push((vector.game, i, parting));
                break;
            }
        }
        if parted.is_none() {
            check_end(&game, vector, forfeit, &format!("the end of game {}", vector.game));
            alike += 1;
        }
    }
    for known in PARTINGS.iter().filter(|(game, ..)| all.iter().any(|vector| vector.game == *game)) {
        assert!(partings.contains(known), "{known:?} parts");
    }
    println!(
        "chickens: by the document {alike} games are the same to the end and {} part, {flips} to another result; {plies} plies",
        partings.len()
    );
    println!("  those that part (game, ply, where): {partings:?}");
}

/// By the document all of these end the game at once, and all eggs count.
#[track_caller]
fn check_parting(game: &Chickens, vector: &Vector, ply: &Ply, parting: Parting, at: &str) {
    let applied = ply.applied.as_ref().expect("a refused step parts nothing");
    let mut points = applied.points();
    points[ply.state.mover().other() as usize] += 4;
    let reason = match parting {
        LastTurnTrapdoor => "out of turns",
        NoWayHome => "no way home",
        BlockFromTrapdoor => "blocked",
        BlockByFall => {
            points[ply.state.mover() as usize] += 5;
            "blocked"
        }
    };
    assert_eq!((game.turn(), game.reason()), (Turn::Over, reason), "{at}");
    assert_eq!((&*game.points(), &*game.payoffs()), (&points[..], &by_points(points)[..]), "{at}");
    let home = game.bird(ply.state.mover());
    assert_eq!(home.at, home.spawn, "{at}");
    if matches!(parting, LastTurnTrapdoor | BlockFromTrapdoor) {
        assert_eq!(points, vector.last.points(), "{at}: the same eggs, but they count");
    }
}

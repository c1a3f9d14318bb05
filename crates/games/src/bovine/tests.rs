//! One test a sentence of the rules, then the laws.
use super::*;
use crate::laws::Laws;
use crate::luck::{Luck, Sprint};

const RED: Seat = Seat(0);
const YELLOW: Seat = Seat(1);
const GREEN: Seat = Seat(2);
const BLUE: Seat = Seat(3);

/// A game of many rounds at this board.
fn game(board: &str) -> Bovine {
    Bovine::at(&Config::default(), board.parse().unwrap(), 5).unwrap()
}

fn original(board: &str) -> Bovine {
    Bovine::at(&Config { rules: Rules::Original, ..Config::default() }, board.parse().unwrap(), 5).unwrap()
}

/// Row and column in the frame of spectators.
type At = (u8, u8);

/// A move in the frame of spectators.
fn go(game: &Bovine, farmer: Seat, from: At, to: At) -> Action {
    let own = |(row, col)| game.own(farmer, Cell::at(row, col));
    Action::Move { from: own(from), to: own(to) }
}

/// Plays a round in this order; whoever is not named passes, after the others.
#[track_caller]
fn round(game: &mut Bovine, moves: &[(Seat, Action)]) {
    let mut joint = Joint::EMPTY;
    for farmer in game.live.iter() {
        joint.set(farmer, Action::Pass);
    }
    let mut order: Vec<Seat> = Vec::new();
    for (farmer, action) in moves {
        game.check(*farmer, *action).unwrap();
        joint.set(*farmer, *action);
        order.push(*farmer);
    }
    order.extend(game.live.iter().filter(|farmer| moves.iter().all(|(mover, _)| mover != farmer)));
    game.play(&joint);
    let chance = Chance { order: Order::new(&order).unwrap(), sources: Sources::default() };
    assert!(game.possible(&chance));
    game.settle(&chance);
}

#[track_caller]
fn becomes(board: &str, moves: &[(Seat, At, At)], after: &str) -> Bovine {
    let mut game = game(board);
    let moves: Vec<_> = moves.iter().map(|&(farmer, from, to)| (farmer, go(&game, farmer, from, to))).collect();
    round(&mut game, &moves);
    assert_eq!(*game.board(), after.parse().unwrap());
    game
}

#[test]
fn each_farmer_starts_with_a_cow_in_a_corner_of_a_20x20_board() {
    let game = Bovine::new(&Config::default()).unwrap();
    assert_eq!((game.board().size(), game.turn()), (20, Turn::Act(SeatSet::first(4))));
    for (farmer, corner) in Seat::first(4).zip([(0, 0), (0, 19), (19, 19), (19, 0)]) {
        assert!(game.board().land(farmer).iter().eq([Cell::at(corner.0, corner.1)]));
    }
    assert_eq!(*game.points(), [1; 4]);
}

#[test]
fn the_game_consists_of_10000_rounds() {
    let mut game = Bovine::new(&Config::default()).unwrap();
    for n in 1..=10_000 {
        assert_eq!(game.turn(), Turn::Act(SeatSet::first(4)), "before round {n}");
        round(&mut game, &[]);
    }
    assert_eq!((game.turn(), game.reason(), &*game.payoffs()), (Turn::Over, "round limit", &[0.5; 4][..]));
}

#[test]
fn moves_are_executed_in_random_order() {
    let mut game = Bovine::new(&Config::default()).unwrap();
    game.play(&Joint::EMPTY);
    let mut dice = Luck::new(4).nature(0);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..24_000 {
        *seen.entry(game.draw(&mut dice).order.as_slice().to_vec()).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 24, "every order comes");
    let chi: f64 = seen.values().map(|n| (f64::from(*n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 49.7, "chi-square of 24 orders at 0.1 %: {chi}");
}

#[test]
fn moves_are_collected_before_any_is_executed() {
    // Both want the square between them. Who comes second finds a rival's cow there, and takes it.
    let board = "00.11 ..... ..... ..... 3...2";
    becomes(board, &[(RED, (0, 1), (0, 2)), (YELLOW, (0, 3), (0, 2))], "001.1 ..... ..... ..... 3...2");
    becomes(board, &[(YELLOW, (0, 3), (0, 2)), (RED, (0, 1), (0, 2))], "0.011 ..... ..... ..... 3...2");
}

#[test]
fn the_source_must_be_occupied_by_the_farmer_and_the_destination_must_not() {
    let game = game("00.1 .... .... 3..2");
    let check = |from, to| game.check(RED, go(&game, RED, from, to));
    assert_eq!(check((0, 1), (0, 2)), Ok(()));
    assert_eq!(check((0, 0), (0, 1)), Err(NOT_YOURS), "own destination");
    assert_eq!(check((0, 3), (0, 2)), Err(NOT_YOURS), "a rival's source");
    assert_eq!(check((1, 1), (1, 2)), Err(NOT_YOURS), "an empty source");
}

#[test]
fn the_destination_must_share_a_side_with_the_source() {
    let board = "00.1 .... .... 3..2";
    for (to, legal) in [((0, 2), true), ((1, 1), true), ((1, 2), false), ((0, 3), false), ((3, 3), false)] {
        let (strict, lax) = (game(board), original(board));
        let action = go(&strict, RED, (0, 1), to);
        assert_eq!(strict.check(RED, action), if legal { Ok(()) } else { Err(NOT_ADJACENT) });
        assert_eq!(lax.check(RED, action), Ok(()), "the original lets cows jump");
    }
}

#[test]
fn a_destination_out_of_bounds_is_refused() {
    let game = game("00.1 .... .... 3..2");
    let (inside, outside) = (Cell::at(0, 0), Cell::at(4, 0));
    for action in [Action::Move { from: inside, to: outside }, Action::Move { from: outside, to: inside }, Action::To(outside)] {
        assert_eq!(game.check(RED, action), Err(OUT_OF_BOUNDS));
    }
    for text in ["[0,20]", "[20,0]", "[-1,0]", "[[0,0],[-1,0]]", "[[0,0],[0,99999999999999999999]]"] {
        let error = serde_json::from_str::<Action>(text).unwrap_err().to_string();
        assert!(error.contains("out of bounds") || error.contains("neither"), "{text}: {error}");
    }
}

#[test]
fn if_the_source_is_left_out_a_random_one_is_chosen() {
    let mut game = game("0.0.1 .0... ..... ..... 3...2");
    let to = Action::To(Cell::at(0, 1));
    game.check(RED, to).unwrap();
    game.play(&Joint::solo(RED, to));
    let mut dice = Luck::new(9).nature(0);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..9_000 {
        let chance = game.draw(&mut dice);
        assert!(game.possible(&chance));
        *seen.entry(chance.sources.get(RED).unwrap()).or_insert(0) += 1;
    }
    let sources: Vec<Cell> = seen.keys().copied().collect();
    assert_eq!(sources, [Cell::at(0, 0), Cell::at(0, 2), Cell::at(1, 1)], "connected or not");
    let chi: f64 = seen.values().map(|n| (f64::from(*n) - 3000.0).powi(2) / 3000.0).sum();
    assert!(chi < 13.8, "chi-square of three sources at 0.1 %: {chi}");
}

#[test]
fn if_no_source_is_valid_the_farmer_passes_its_turn() {
    let mut game = game("0...1 ..... ..... ..... 3...2");
    let before = *game.board();
    for to in [Action::To(Cell::at(2, 2)), Action::To(Cell::at(0, 0))] {
        round(&mut game, &[(RED, to)]);
        assert_eq!(*game.board(), before);
    }
    assert!(game.scene().caption.contains("Red passes"));
}

#[test]
fn an_own_destination_is_refused() {
    let game = game("00.1 .... .... 3..2");
    assert_eq!(game.check(RED, Action::To(Cell::at(0, 1))), Err(NOT_YOURS));
}

#[test]
fn the_source_is_chosen_when_moves_are_collected_not_when_they_are_executed() {
    let mut game = game("00..1 0.... .2... ..... 3...2");
    // Red wants (1, 1) and its source is drawn: (1, 0). Green takes that cow first; Red's other cow does not step in.
    let to = Action::To(Cell::at(1, 1));
    let mut joint = Joint::solo(RED, to);
    joint.set(YELLOW, Action::Pass);
    joint.set(GREEN, go(&game, GREEN, (2, 1), (1, 1)));
    joint.set(BLUE, Action::Pass);
    game.play(&joint);
    let mut sources = Sources::default();
    sources.set(RED, Some(Cell::at(1, 0)));
    let chance = Chance { order: Order::new(&[GREEN, RED, YELLOW, BLUE]).unwrap(), sources };
    assert!(game.possible(&chance));
    game.settle(&chance);
    assert_eq!(*game.board(), "00..1 .0... ..... ..... 3...2".parse().unwrap());
}

#[test]
fn if_the_destination_is_empty_the_farmer_places_a_new_cow() {
    becomes("00.1 .... .... 3..2", &[(RED, (0, 1), (0, 2))], "0001 .... .... 3..2");
}

#[test]
fn if_the_destination_is_occupied_by_a_rival_the_cow_moves_and_the_rivals_ceases_to_exist() {
    becomes("00.1 .1.. .... 3..2", &[(RED, (0, 1), (1, 1))], "0..1 .0.. .... 3..2");
}

#[test]
fn a_cow_not_connected_to_the_barn_moves_instead_of_multiplying() {
    becomes("0..1 .0.. .... 3..2", &[(RED, (1, 1), (1, 2))], "0..1 ..0. .... 3..2");
}

#[test]
fn a_cow_not_connected_to_the_barn_and_a_rival_cow_both_cease_to_exist() {
    becomes("0..1 .01. .... 3..2", &[(RED, (1, 1), (1, 2))], "0..1 .... .... 3..2");
}

#[test]
fn connection_is_a_path_of_shared_sides() {
    let game = game("00..1 .0... ..0.. ..0.. 3...2");
    let connected = game.connected(RED);
    assert!(connected.iter().eq([(0, 0), (0, 1), (1, 1)].map(|(row, col)| Cell::at(row, col))));
    assert_eq!(&game.scene().layers["strays"], "............*....*.......");
}

#[test]
fn a_move_that_can_no_longer_be_made_is_not_made() {
    // Yellow takes Red's source before Red moves.
    let game = becomes("00.1 .1.. .... 3..2", &[(YELLOW, (1, 1), (0, 1)), (RED, (0, 1), (0, 2))], "0..1 .... .... 3..2");
    assert!(game.scene().caption.ends_with("Red comes too late, Yellow trades cows with Red on (0, 1), Green passes, Blue passes"));
}

#[test]
fn whether_a_destination_is_empty_is_decided_when_the_move_is_executed() {
    // Yellow's stray leaves: a capture becomes a placement.
    becomes("00..1 .1... ..... ..... 3...2", &[(YELLOW, (1, 1), (2, 1)), (RED, (0, 1), (1, 1))], "00..1 .0... .1... ..... 3...2");
    // Yellow's stray arrives: a placement becomes a capture.
    becomes("00..1 ..... .1... ..... 3...2", &[(YELLOW, (2, 1), (1, 1)), (RED, (0, 1), (1, 1))], "0...1 .0... ..... ..... 3...2");
}

#[test]
fn connection_is_judged_when_the_move_is_executed() {
    // Green cuts Red's path first, so Red's cow moves.
    becomes("000.1 .2... ..... ..... 3...2", &[(GREEN, (1, 1), (0, 1)), (RED, (0, 2), (0, 3))], "0..01 ..... ..... ..... 3...2");
}

#[test]
fn a_farmer_may_pass() {
    let mut game = game("00.1 .... .... 3..2");
    let before = *game.board();
    round(&mut game, &[(RED, Action::Pass)]);
    assert_eq!((*game.board(), game.round()), (before, 6));
}

#[test]
fn a_farmer_whose_barn_is_captured_is_eliminated_and_its_land_opens() {
    let mut game = becomes("00001 ...11 ....1 ....1 3...2", &[(RED, (0, 3), (0, 4))], "000.0 ..... ..... ..... 3...2");
    assert_eq!(game.deaths().as_slice(), [Death { farmer: YELLOW, round: 6, by: RED }]);
    assert_eq!((game.turn(), game.scene().mark), (Turn::Act([RED, GREEN, BLUE].into_iter().collect()), Some("elimination")));
    let caption = game.scene().caption;
    assert!(caption.starts_with("Round 6: Yellow eliminated by Red, Red takes (0, 4) from Yellow"), "{caption}");
    round(&mut game, &[]);
    assert_eq!(game.scene().mark, None);
}

#[test]
fn a_cow_not_connected_also_ends_a_farmer_when_it_hits_the_barn() {
    let game = becomes("0..01 ...11 ....1 ....1 3...2", &[(RED, (0, 3), (0, 4))], "0.... ..... ..... ..... 3...2");
    assert_eq!(game.deaths().as_slice(), [Death { farmer: YELLOW, round: 6, by: RED }], "not by Blue, as the original said");
}

#[test]
fn an_eliminated_farmers_move_of_the_round_is_not_made() {
    let game =
        becomes("00001 ...11 ....1 ....1 3...2", &[(RED, (0, 3), (0, 4)), (YELLOW, (3, 4), (3, 3))], "000.0 ..... ..... ..... 3...2");
    assert!(!game.scene().caption.contains("Yellow graze"));
}

#[test]
fn a_farmer_that_captures_with_the_cow_in_its_barn_is_eliminated() {
    let game = becomes("01..1 0.... ..... ..... 3...2", &[(RED, (0, 0), (0, 1))], "....1 ..... ..... ..... 3...2");
    assert_eq!(game.deaths().as_slice(), [Death { farmer: RED, round: 6, by: RED }]);
    assert!(game.scene().caption.starts_with("Round 6: Red eliminated by itself"));
}

#[test]
fn the_cow_in_the_barn_may_place_others() {
    becomes("0..1 .... .... 3..2", &[(RED, (0, 0), (0, 1))], "00.1 .... .... 3..2");
}

#[test]
fn a_dead_farmers_barn_is_ordinary_land() {
    let mut game = becomes("0000. ..... ....2 ....2 3...2", &[(RED, (0, 3), (0, 4))], "00000 ..... ....2 ....2 3...2");
    assert_eq!(game.live(), [RED, GREEN, BLUE].into_iter().collect());
    let step = go(&game, GREEN, (2, 4), (1, 4));
    round(&mut game, &[(GREEN, step)]);
    let take = go(&game, GREEN, (1, 4), (0, 4));
    round(&mut game, &[(GREEN, take)]);
    assert_eq!(*game.board(), "00002 ..... ....2 ....2 3...2".parse().unwrap());
    assert_eq!(game.live(), [RED, GREEN, BLUE].into_iter().collect());
    assert_eq!(game.scene().pieces.len(), 3, "three barns are left to see");
}

#[test]
fn rounds_repeat_until_only_one_farmer_remains() {
    let game = becomes("00001 ....1 ..... ..... .....", &[(RED, (0, 3), (0, 4))], "000.0 ..... ..... ..... .....");
    assert_eq!((game.turn(), game.reason()), (Turn::Over, "last farmer standing"));
    assert_eq!(game.payoffs()[0], 1.0);
    assert!(game.scene().caption.ends_with(". Red wins"));
}

#[test]
fn a_round_is_completed_even_when_one_farmer_is_left() {
    let mut game = game("00001 ....1 ..... ..... 2...."); // Blue's barn is Green's; Green and Blue are out.
    assert_eq!(game.live(), [RED, YELLOW].into_iter().collect());
    let moves = [(RED, go(&game, RED, (0, 3), (0, 4))), (YELLOW, go(&game, YELLOW, (1, 4), (2, 4)))];
    round(&mut game, &moves);
    assert_eq!((game.round(), game.turn()), (6, Turn::Over));
}

#[test]
fn in_the_original_a_barn_may_take_a_barn_and_nobody_is_left() {
    let mut game = original("0...1 ..... ..... ..... .....");
    let jump = go(&game, RED, (0, 0), (0, 4));
    round(&mut game, &[(RED, jump)]);
    assert_eq!((game.turn(), game.reason(), game.live().len()), (Turn::Over, "nobody left", 0));
    let fresh: Vec<Seat> = game.deaths().as_slice()[2..].iter().map(|death| death.farmer).collect();
    assert_eq!(fresh, [YELLOW, RED], "the victim dies first");
    assert_eq!(game.ranking()[..2], [YELLOW, RED], "and of one round, the first to die ranks first");
}

#[test]
fn if_multiple_farmers_remain_the_winner_has_the_most_territory() {
    let config = Config { rounds: 6, ..Config::default() };
    let mut game = Bovine::at(&config, "00..1 ....1 ....1 ..... 3..22".parse().unwrap(), 5).unwrap();
    round(&mut game, &[]);
    assert_eq!((game.turn(), game.reason(), &*game.points()), (Turn::Over, "round limit", &[2, 3, 2, 1][..]));
    assert_eq!(*game.payoffs(), [0.5, 1.0, 0.5, 0.0]);
    assert!(game.scene().caption.ends_with(". Yellow wins"));
}

#[test]
fn farmers_of_equal_territory_are_tied() {
    let at = |rules| {
        let config = Config { rounds: 5, rules, ..Config::default() };
        Bovine::at(&config, "000.1 ....1 ....1 ....2 33.22".parse().unwrap(), 5).unwrap()
    };
    let tied = at(Rules::Document);
    assert_eq!(*tied.payoffs(), [4.0 / 6.0, 4.0 / 6.0, 4.0 / 6.0, 0.0]);
    assert!(tied.scene().caption.ends_with(". Red and Yellow and Green tie"));
    assert_eq!(*at(Rules::Original).payoffs(), [1.0 / 3.0, 2.0 / 3.0, 1.0, 0.0], "the original lists the higher seat first");
    assert_eq!(tied.ranking(), at(Rules::Original).ranking());
}

#[test]
fn the_dead_rank_by_the_round_of_their_death() {
    let mut game = game("00001 .0... .0... .0... 30..2");
    let first = go(&game, RED, (0, 3), (0, 4));
    round(&mut game, &[(RED, first)]);
    let second = go(&game, RED, (4, 1), (4, 0));
    round(&mut game, &[(RED, second)]);
    assert_eq!(game.ranking(), [RED, GREEN, BLUE, YELLOW]);
    assert_eq!(*game.payoffs(), [1.0, 0.0, 2.0 / 3.0, 1.0 / 3.0]);
}

#[test]
fn every_farmer_sees_its_own_barn_at_the_top_left_and_itself_as_0() {
    let game = game("00.1 00.1 ...2 3332");
    let text = |seat| game.observe(seat).board.to_string();
    assert_eq!(text(RED), "00.1\n00.1\n...2\n3332\n", "as the document draws it");
    assert_eq!(text(YELLOW), "0011\n...2\n33.2\n33.2\n");
    for seat in Seat::first(4) {
        let seen = game.observe(seat);
        assert_eq!(seen.board.owner(Cell::at(0, 0)), Some(Seat(0)));
        assert_eq!(seen.board.unseen_by(seat), *game.board());
    }
}

#[test]
fn the_board_is_a_nested_list_of_integers() {
    let board: Board = "00.1 00.1 ...2 3332".parse().unwrap();
    let text = "[[0,0,-1,1],[0,0,-1,1],[-1,-1,-1,2],[3,3,3,2]]";
    assert_eq!(serde_json::to_string(&board).unwrap(), text);
    assert_eq!(serde_json::from_str::<Board>(text).unwrap(), board);
    for bad in ["[]", "[[0]]", "[[0,1],[2,3]]", "[[0,0,0],[0,0],[0,0,0]]", "[[0,0,4],[0,0,0],[0,0,0]]", "[[0,0,-2],[0,0,0],[0,0,0]]"] {
        assert!(serde_json::from_str::<Board>(bad).is_err(), "{bad}");
    }
    let wide = format!("{:?}", vec![vec![0; 21]; 21]);
    assert!(serde_json::from_str::<Board>(&wide).unwrap_err().to_string().starts_with("a board has 3 to 20 rows, not 21"));
}

#[test]
fn actions_are_spelled_in_three_ways() {
    let (from, to) = (Cell::at(0, 0), Cell::at(0, 1));
    for (action, spellings) in [
        (Action::Pass, &["\"pass\"", "null"][..]),
        (Action::To(to), &["[0,1]", "[false,true]"]),
        (Action::Move { from, to }, &["[[0,0],[0,1]]", "[[0.0,0.9],[0,1.9]]", "[[\"0\",\"0\"],[\"0\",\"1\"]]"]),
    ] {
        assert_eq!(serde_json::to_string(&action).unwrap(), spellings[0]);
        for text in spellings {
            assert_eq!(serde_json::from_str::<Action>(text).unwrap(), action, "{text}");
        }
    }
    for bad in ["5", "true", "\"ab\"", "[]", "[1]", "[1,2,3]", "[0.0,1.0]", "[\"0\",\"1\"]", "[[0,0],null]", "{}", "[[0,0],[0,1],[0,2]]"] {
        let error = serde_json::from_str::<Action>(bad).unwrap_err().to_string();
        assert!(error.contains("neither null"), "{bad}: {error}");
    }
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    /// Whatever a bot says is read without a panic, and both readers agree where they can.
    #[test]
    fn any_reply_is_read(reply in replies()) {
        let mut game = game("00..1 0.... ...0. ..... 3...2");
        let seen = game.observe(RED).board;
        let read = read(&reply, &seen);
        match serde_json::from_value::<Action>(reply) {
            Ok(Action::To(to)) if seen.sources(RED, to).next().is_none() => assert_eq!(read, Ok(Action::Pass)),
            Ok(action) if game.check(RED, action) == Err(OUT_OF_BOUNDS) => assert_eq!(read, Err(OUT_OF_BOUNDS)),
            Ok(action) => assert_eq!(read, Ok(action)),
            Err(_) => assert!(matches!(read, Err(_) | Ok(Action::Pass))),
        }
        if let Ok(action) = read
            && game.check(RED, action).is_ok()
        {
            game.play(&Joint::solo(RED, action));
            let chance = game.draw(&mut Sprint::new(1));
            assert!(game.possible(&chance));
            game.settle(&chance);
        }
    }
}

fn replies() -> impl proptest::strategy::Strategy<Value = serde_json::Value> {
    use proptest::prelude::*;
    use serde_json::{Value, json};
    let leaf = prop_oneof![
        6 => (-2i64..7).prop_map(Value::from),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => (-2.0..7.0).prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => prop_oneof![Just(json!(null)), Just(json!("pass")), Just(json!("1")), Just(json!("x")), Just(json!({"a": 1}))],
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![4 => proptest::collection::vec(inner.clone(), 2), 1 => proptest::collection::vec(inner, 0..4)].prop_map(Value::Array)
    })
}

#[test]
fn a_bad_answer_is_a_pass() {
    let game = game("00.1 .... .... 3..2");
    assert_eq!(game.fallback(RED, &mut Luck::new(0).fallback(0, 0)), Some(Action::Pass));
}

#[test]
fn impossible_outcomes_are_refused() {
    let mut game = game("0.0.1 .0... ..... ..... 3...2");
    let chance = |order: &[u8], sources: &[(u8, (u8, u8))]| {
        let order: Vec<Seat> = order.iter().copied().map(Seat).collect();
        let mut all = Sources::default();
        for (farmer, (row, col)) in sources {
            all.set(Seat(*farmer), Some(Cell::at(*row, *col)));
        }
        Chance { order: Order::new(&order).unwrap(), sources: all }
    };
    assert!(!game.possible(&chance(&[0, 1, 2, 3], &[])), "the moves are not in");
    let mut joint = Joint::solo(RED, Action::To(Cell::at(0, 1)));
    joint.set(YELLOW, Action::To(Cell::at(3, 3)));
    joint.set(GREEN, go(&game, GREEN, (4, 4), (3, 4)));
    joint.set(BLUE, Action::Pass);
    game.play(&joint);
    assert!(game.possible(&chance(&[2, 0, 3, 1], &[(0, (1, 1))])));
    for (order, sources, why) in [
        (&[0, 1, 2][..], &[(0, (1, 1))][..], "somebody is missing"),
        (&[0, 1, 2, 3], &[], "no source for Red"),
        (&[0, 1, 2, 3], &[(0, (0, 3))], "not Red's"),
        (&[0, 1, 2, 3], &[(0, (2, 2))], "not beside the destination"),
        (&[0, 1, 2, 3], &[(0, (19, 19))], "beside the meadow"),
        (&[0, 1, 2, 3], &[(0, (1, 1)), (1, (0, 0))], "Yellow has no source"),
        (&[0, 1, 2, 3], &[(0, (1, 1)), (2, (0, 0))], "Green named its own"),
        (&[0, 1, 2, 3], &[(0, (1, 1)), (3, (0, 0))], "Blue passes"),
    ] {
        assert!(!game.possible(&chance(order, sources)), "{why}");
    }
    for bad in [r#"{"order":[0,0]}"#, r#"{"order":[4]}"#, r#"{"order":[0,1,2,3,0]}"#, r#"{"order":[0],"sources":[[0,[0,20]]]}"#] {
        assert!(serde_json::from_str::<Chance>(bad).is_err(), "{bad}");
    }
    assert!(serde_json::from_str::<Chance>(r#"{"order":[0],"sources":[[0,[0,1]],[0,[0,2]]]}"#).is_err());
}

#[test]
fn the_dead_do_not_act() {
    let mut game = becomes("00001 ...11 ....1 ....1 3...2", &[(RED, (0, 3), (0, 4))], "000.0 ..... ..... ..... 3...2");
    game.play(&Joint::EMPTY);
    assert!(!game.possible(&Chance { order: Order::all(SeatSet::first(4)), sources: Sources::default() }));
    assert!(game.possible(&Chance { order: Order::all(game.live()), sources: Sources::default() }));
}

#[test]
fn a_configuration_out_of_range_is_refused() {
    let with = |text: &str| Bovine::new(&serde_json::from_str(text).unwrap()).unwrap_err().to_string();
    assert_eq!(with(r#"{"rounds":0}"#), "rounds is 0, not a number from 1 to 65535");
    assert_eq!(with(r#"{"rounds":65536}"#), "rounds is 65536, not a number from 1 to 65535");
    assert_eq!(with(r#"{"size":2}"#), "size is 2, not a number from 3 to 20");
    assert_eq!(with(r#"{"size":21}"#), "size is 21, not a number from 3 to 20");
    for bad in [r#"{"rules":"house"}"#, r#"{"rounds":-1}"#, r#"{"size":300}"#, r#"{"width":4}"#] {
        assert!(serde_json::from_str::<Config>(bad).is_err(), "{bad}");
    }
}

#[test]
fn deaths_that_cannot_be_are_refused() {
    for bad in [
        r#"[{"farmer":4,"round":1,"by":0}]"#,
        r#"[{"farmer":1,"round":1,"by":0},{"farmer":1,"round":2,"by":0}]"#,
        r#"[{"farmer":1,"round":70000,"by":0}]"#,
    ] {
        assert!(serde_json::from_str::<Deaths>(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_game_is_small() {
    assert!(size_of::<Bovine>() < 512, "{} bytes", size_of::<Bovine>());
    assert!(size_of::<Action>() <= 8);
}

#[test]
fn sampled_destinations_are_equally_likely() {
    let game = game("00..1 .0... ..... ..... 3...2");
    let mut rng = Sprint::new(3);
    let mut seen = std::collections::BTreeMap::new();
    for _ in 0..5_000 {
        let Action::To(to) = game.sample(RED, &mut rng, &mut Vec::new()) else { panic!("a destination is drawn") };
        *seen.entry(to).or_insert(0) += 1;
    }
    assert!(seen.keys().copied().eq(game.board().destinations(RED).iter()));
    let expected = 5_000.0 / seen.len() as f64;
    let chi: f64 = seen.values().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    assert!(seen.len() == 4 && chi < 16.3, "chi-square of 4 destinations at 0.1 %: {chi}");
}

/// What is known of connections is always what a fresh look would find, also where cows jump.
#[test]
fn connections_are_kept_up_to_date() {
    for (seed, size) in (0..12).zip([3, 4, 5, 6, 8, 20].into_iter().cycle()) {
        let mut game = Bovine::new(&Config { rules: Rules::Original, rounds: 800, size }).unwrap();
        let mut rng = Sprint::new(seed);
        while let Turn::Act(seats) = game.turn() {
            let mut joint = Joint::EMPTY;
            for seat in seats.iter() {
                let mut action = game.sample(seat, &mut rng, &mut Vec::new());
                let own = game.board.seen_by(seat).land(Seat(0)).count();
                let from = game.board.seen_by(seat).land(Seat(0)).nth(below(&mut rng, own)).unwrap();
                if let Action::To(to) = action
                    && below(&mut rng, 10) == 0
                {
                    action = Action::Move { from, to };
                }
                game.check(seat, action).unwrap();
                joint.set(seat, action);
            }
            game.play(&joint);
            let chance = game.draw(&mut rng);
            game.settle(&chance);
            for farmer in Seat::first(FARMERS) {
                assert_eq!(game.connected(farmer), game.board().connected(farmer), "round {}\n{}", game.round, game.board);
                assert_eq!(game.board().holds_barn(farmer), game.live().contains(farmer));
            }
        }
    }
}

#[test]
fn laws() {
    let squares = || (0..5).flat_map(|row| (0..5).map(move |col| Cell::at(row, col)));
    let universe: Vec<Action> = squares().flat_map(|from| squares().map(move |to| Action::Move { from, to })).collect();
    let config = |rules, rounds, size| Config { rules, rounds, size };
    for (config, games, universe) in [
        (config(Rules::Document, 60, 4), 60, &universe[..]),
        (config(Rules::Document, 120, 3), 30, &[]),
        (config(Rules::Original, 80, 5), 30, &[]),
        (config(Rules::Document, 150, 20), 2, &[]),
        (config(Rules::Original, 60, 20), 2, &[]),
    ] {
        let most_decisions = config.rounds.into();
        Laws::<Bovine> { config, games, most_decisions, universe }.check();
    }
}

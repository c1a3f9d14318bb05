//! One test a sentence of the rules, then the door, the odds and the laws.
use super::*;
use crate::laws::Laws;
use crate::luck::{Luck, Sprint};
use crate::{Entry, FoulKind};
use proptest::prelude::*;

const A: Seat = Seat(0);
const B: Seat = Seat(1);

/// A matrix under which no rat ever moves.
fn still() -> Matrix {
    Matrix::new(&Square::all().map(|square| [(square.index() as u8, 1.0)]).collect::<Vec<_>>()).unwrap()
}

/// A game at this picture: `#` blocked, `+` primed, `=` carpet, `A` and `B` on space, `a` and `b` on carpet. The rat is at (0, 0).
fn game(config: Config, picture: [&str; 8]) -> Carpets {
    let mut game = Carpets::new(&Config { transition: Some(still()), ..config }).unwrap();
    let setup = game.draw(&mut Luck::new(0).nature(0));
    game.settle(&setup);
    let all = |letters: &str| {
        let rows = picture.iter().zip(0..).flat_map(|(row, y)| row.chars().zip(0..).map(move |(letter, x)| (letter, Square::at(x, y))));
        rows.filter(|(letter, _)| letters.contains(*letter)).map(|(_, square)| square).collect::<Squares>()
    };
    let worker = |letters| all(letters).iter().next().expect("both workers are in the picture");
    game.board = Board { primed: all("+"), carpet: all("=ab"), blocked: all("#"), workers: [worker("Aa"), worker("Bb")] };
    assert!(game.board.is_sound());
    rat(&mut game);
    game
}

const EMPTY: [&str; 8] = ["........", "........", "..A..B..", "........", "........", "........", "........", "........"];

/// Nature's next outcome.
fn rat(game: &mut Carpets) {
    let chance = game.draw(&mut Luck::new(1).nature(u64::from(game.turn)));
    assert!(game.possible(&chance));
    game.settle(&chance);
}

/// Plays these, with the rat's moves in between.
#[track_caller]
fn play(game: &mut Carpets, actions: &[&str]) {
    for text in actions {
        let seat = game.mover();
        assert_eq!(Game::turn(game), Turn::Act(SeatSet::one(seat)), "{text} is played while the game goes on");
        let action: Action = serde_json::from_str(text).unwrap();
        game.check(seat, action).unwrap();
        game.play(&Joint::solo(seat, action));
        if Game::turn(game) == Turn::Chance {
            rat(game);
        }
    }
}

#[track_caller]
fn refused(game: &Carpets, action: &str, rule: &str) {
    let breach = game.check(game.mover(), serde_json::from_str(action).unwrap()).unwrap_err();
    assert_eq!(breach.to_string(), rule);
}

fn picture(game: &Carpets) -> Vec<String> {
    let glyph = |piece: &Piece| match (piece.kind, piece.seat) {
        ("worker", Some(A)) => 'A',
        ("worker", _) => 'B',
        _ => '?',
    };
    let mut scene = game.scene();
    scene.pieces.retain(|piece| piece.kind == "worker");
    scene.text("terrain", glyph).lines().map(String::from).collect()
}

/// Whether counts fit odds: chi-square below its 99.9 % point, for up to 63 degrees of freedom.
#[track_caller]
fn fits(counts: &[u32], odds: &[f64]) {
    let n: u32 = counts.iter().sum();
    let (mut chi, mut freedom) = (0.0, -1.0);
    for (count, p) in counts.iter().zip(odds) {
        if *p == 0.0 {
            assert_eq!(*count, 0, "what is impossible never happens");
            continue;
        }
        chi += (f64::from(*count) - p * f64::from(n)).powi(2) / (p * f64::from(n));
        freedom += 1.0;
    }
    // Wilson and Hilferty.
    let limit = freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.09 * f64::sqrt(2.0 / (9.0 * freedom))).powi(3);
    assert!(chi < limit, "chi-square {chi:.1}, at most {limit:.1} for {freedom} degrees: {counts:?}");
}

// Basics

#[test]
fn the_agents_take_turns_and_player_a_moves_first() {
    let mut game = game(Config::default(), EMPTY);
    assert_eq!(game.mover(), A);
    play(&mut game, &[r#"{"plain":"up"}"#]);
    assert_eq!(game.mover(), B);
    play(&mut game, &[r#"{"plain":"up"}"#]);
    assert_eq!(game.mover(), A);
}

#[test]
fn after_both_have_had_40_turns_the_game_is_terminated() {
    let mut game = game(Config::default(), EMPTY);
    for turn in 0..80u8 {
        assert_eq!((game.turns_left(A), game.turns_left(B)), (40 - turn.div_ceil(2), 40 - turn / 2));
        play(&mut game, &[if turn / 2 % 2 == 0 { r#"{"plain":"up"}"# } else { r#"{"plain":"down"}"# }]);
    }
    assert_eq!((Game::turn(&game), game.turns_left(A), game.turns_left(B)), (Turn::Over, 0, 0));
}

#[test]
fn the_agent_with_the_most_points_wins() {
    let once = Config { turns: 1, ..Config::default() };
    let ends = |actions: &[&str]| {
        let mut game = game(once.clone(), EMPTY);
        play(&mut game, actions);
        (Game::turn(&game), [game.payoffs()[0], game.payoffs()[1]], game.reason())
    };
    assert_eq!(ends(&[r#"{"prime":"up"}"#, r#"{"plain":"up"}"#]), (Turn::Over, [1.0, 0.0], "points"));
    assert_eq!(ends(&[r#"{"plain":"up"}"#, r#"{"prime":"up"}"#]), (Turn::Over, [0.0, 1.0], "points"));
    assert_eq!(ends(&[r#"{"prime":"up"}"#, r#"{"prime":"up"}"#]), (Turn::Over, [0.5, 0.5], "equal points"));
}

#[test]
fn painting_a_square_with_glue_gains_1_point() {
    let mut game = game(Config::default(), EMPTY);
    play(&mut game, &[r#"{"prime":"left"}"#]);
    assert_eq!(*game.points(), [1, 0]);
}

#[test]
fn carpeting_a_line_of_n_primed_squares_gains_points_per_the_table() {
    for (length, points) in (1..=7).zip([-1, 2, 4, 6, 10, 15, 21]) {
        let mut game = game(Config::default(), ["A+++++++", "........", "...B....", "", "", "", "", ""]);
        play(&mut game, &[&format!(r#"{{"carpet":["right",{length}]}}"#)]);
        assert_eq!(*game.points(), [points, 0]);
        assert_eq!((game.board.carpet.len(), game.board.primed.len()), (length, 7 - length));
        assert_eq!(game.board.worker(A), Square::at(length as u8, 0));
    }
}

#[test]
fn either_player_can_step_into_a_carpeted_square() {
    let board = ["........", "..A=....", "..=B....", "", "", "", "", ""];
    let mut game = game(Config::default(), board);
    play(&mut game, &[r#"{"plain":"right"}"#, r#"{"plain":"left"}"#]);
    assert_eq!(game.board.workers, [Square::at(3, 1), Square::at(2, 2)]);
    assert_eq!(*game.points(), [0, 0]);
}

#[test]
fn a_right_guess_gains_4_points_and_a_wrong_one_loses_2() {
    let mut game = game(Config::default(), EMPTY);
    play(&mut game, &[r#"{"search":[0,0]}"#, r#"{"search":[0,1]}"#]);
    assert_eq!(*game.points(), [4, -2]);
}

// Start

fn fresh(k: u64) -> (Carpets, Setup) {
    let mut game = Carpets::new(&Config::default()).unwrap();
    let Chance::Setup(setup) = game.draw(&mut Luck::new(77).nature(k)) else { panic!("the table is set first") };
    game.settle(&Chance::Setup(setup.clone()));
    (game, setup)
}

#[test]
fn each_corner_has_a_3x2_2x3_or_2x2_rectangle_of_blocked_squares() {
    let mut seen = [[0; 3]; 4];
    let mut pairs = [0; 9];
    for k in 0..3_000 {
        let (game, setup) = fresh(k);
        let shapes = setup.blocks.map(|block| [(2, 3), (3, 2), (2, 2)].iter().position(|shape| *shape == block).unwrap());
        for (corner, shape) in shapes.into_iter().enumerate() {
            seen[corner][shape] += 1;
        }
        pairs[3 * shapes[0] + shapes[3]] += 1;
        for (corner, (width, height)) in setup.blocks.into_iter().enumerate() {
            let (right, bottom) = (corner % 2 == 1, corner > 1);
            for (x, y) in (0..4).flat_map(|x| (0..4).map(move |y| (x, y))) {
                let square = Square::at(if right { 7 - x } else { x }, if bottom { 7 - y } else { y });
                assert_eq!(game.board.blocked.contains(square), x < width && y < height);
            }
        }
    }
    for corner in seen {
        fits(&corner, &[1.0 / 3.0; 3]);
    }
    fits(&pairs, &[1.0 / 9.0; 9]);
}

#[test]
fn both_players_spawn_within_the_center_in_horizontally_mirrored_positions() {
    let mut seen = [0; 8];
    for k in 0..4_000 {
        let [a, b] = fresh(k).0.board.workers;
        assert!((2..=3).contains(&a.x()) && (2..=5).contains(&a.y()), "player A is in the left half");
        assert_eq!((b.x(), b.y()), (7 - a.x(), a.y()));
        seen[usize::from(2 * (a.y() - 2) + a.x() - 2)] += 1;
    }
    fits(&seen, &[1.0 / 8.0; 8]);
}

#[test]
fn for_any_square_only_five_entries_can_be_non_zero_and_they_sum_to_1() {
    for k in 0..200 {
        let matrix = fresh(k).1.transition.unwrap();
        assert!(currents::admits(&matrix));
        for from in Square::all() {
            let row = matrix.row(from);
            assert!(row.len() <= 5 && row.iter().all(|(to, _)| from.manhattan(*to) <= 1));
            assert!((row.iter().map(|(_, p)| f64::from(*p)).sum::<f64>() - 1.0).abs() < 1e-6);
        }
    }
}

#[test]
fn the_t_table_is_different_for_every_game_but_stays_constant() {
    let (mut game, setup) = fresh(0);
    assert_ne!(setup.transition, fresh(1).1.transition);
    for _ in 0..10 {
        rat(&mut game);
        let action = game.sample(game.mover(), &mut Sprint::new(1), &mut Vec::new());
        game.play(&Joint::solo(game.mover(), action));
        assert_eq!(Some(game.brief().drift().matrix()), setup.transition.as_ref());
    }
}

#[test]
fn the_currents_of_a_family_circle() {
    for family in currents::Family::ALL {
        for clockwise in [false, true] {
            for square in Square::all() {
                let mut rat = square;
                let ring = (1..=28).find(|_| {
                    rat = rat.step(family.current(rat, clockwise)).expect("a current stays on the board");
                    rat == square
                });
                assert!(ring.is_some(), "{family:?}: the current from {square} comes back");
            }
        }
    }
}

#[test]
fn the_rat_can_move_under_blocked_squares() {
    let (game, _) = fresh(3);
    let drift = game.brief.drift();
    let blocked = game.board.blocked;
    assert!(blocked.iter().any(|from| blocked.iter().any(|to| from != to && drift.odds(from, to) > 0.0)));
    assert!(game.brief.headstart().odds()[0] > 0.0, "the corner is blocked, and a rat may be there");
}

#[test]
fn the_rat_starts_on_0_0_and_moves_freely_for_1000_moves() {
    for k in 0..3 {
        let (game, _) = fresh(k);
        let (drift, headstart) = (game.brief.drift(), game.brief.headstart());
        assert!((headstart.odds().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let mut rng = Sprint::new(k);
        let (mut walked, mut drawn, mut first) = ([0; SQUARES], [0; SQUARES], [0; SQUARES]);
        for _ in 0..10_000 {
            let rat = (0..1000).fold(Square::ORIGIN, |rat, _| drift.step(rat, unit(&mut rng)));
            walked[rat.index()] += 1;
            drawn[headstart.square(unit(&mut rng)).index()] += 1;
            first[game.draw_spawn(&mut rng).index()] += 1;
        }
        for counts in [walked, drawn, first] {
            fits(&counts, headstart.odds());
        }
    }
}

#[test]
fn a_short_headstart_is_exact() {
    let matrix = fresh(5).1.transition.unwrap();
    let config = Config { headstart: 2, transition: Some(matrix), rat_start: Square::at(3, 3), ..Config::default() };
    let brief = Carpets::new(&config).unwrap().brief();
    let drift = brief.drift();
    for to in Square::all() {
        let paths: f64 = Square::all().map(|via| drift.odds(config.rat_start, via) * drift.odds(via, to)).sum();
        assert!((brief.headstart().odds()[to.index()] - paths).abs() < 1e-15);
    }
}

// Moves

#[test]
fn two_workers_cannot_occupy_the_same_square() {
    let game = game(Config::default(), ["..AB....", "", "", "", "", "", "", ""]);
    refused(&game, r#"{"plain":"right"}"#, "two workers cannot occupy the same square");
    refused(&game, r#"{"prime":"right"}"#, "two workers cannot occupy the same square");
}

#[test]
fn a_plain_step_simply_changes_the_workers_position() {
    for (direction, to) in [("up", (2, 1)), ("down", (2, 3)), ("left", (1, 2)), ("right", (3, 2))] {
        let mut game = game(Config::default(), EMPTY);
        let before = game.board;
        play(&mut game, &[&format!(r#"{{"plain":"{direction}"}}"#)]);
        assert_eq!(game.board, Board { workers: [Square::at(to.0, to.1), before.workers[1]], ..before });
        assert_eq!(*game.points(), [0, 0]);
    }
}

#[test]
fn a_step_stays_on_the_board_and_off_blocked_squares() {
    let game = game(Config::default(), ["A#......", "...B....", "", "", "", "", "", ""]);
    refused(&game, r#"{"plain":"up"}"#, "a worker stays on the board");
    refused(&game, r#"{"plain":"left"}"#, "a worker stays on the board");
    refused(&game, r#"{"prime":"right"}"#, "a worker cannot step onto a blocked square");
}

#[test]
fn you_cannot_step_onto_a_primed_square() {
    let game = game(Config::default(), ["A+......", "...B....", "", "", "", "", "", ""]);
    refused(&game, r#"{"plain":"right"}"#, "a worker cannot step onto a primed square");
    refused(&game, r#"{"prime":"right"}"#, "a worker cannot step onto a primed square");
}

#[test]
fn a_prime_step_can_only_happen_on_a_square_that_is_not_primed_or_carpeted() {
    let game = game(Config::default(), ["a.......", "...B....", "", "", "", "", "", ""]);
    refused(&game, r#"{"prime":"right"}"#, "a prime step starts on a square that is not primed or carpeted");
}

#[test]
fn when_the_worker_departs_the_square_becomes_primed() {
    let mut game = game(Config::default(), EMPTY);
    play(&mut game, &[r#"{"prime":"down"}"#, r#"{"prime":"right"}"#]);
    assert_eq!(picture(&game)[2..4], ["..+..+B.", "..A....."]);
}

#[test]
fn a_carpet_roll_moves_in_a_straight_line_over_contiguous_primed_squares() {
    let mut game = game(Config::default(), ["A++.+...", "+..B....", "#", "", "", "", "", ""]);
    refused(&game, r#"{"carpet":["right",3]}"#, "a carpet roll of 3 needs as many primed squares in a row, there are 2");
    refused(&game, r#"{"carpet":["down",2]}"#, "a carpet roll of 2 needs as many primed squares in a row, there are 1");
    refused(&game, r#"{"carpet":["up",1]}"#, "a carpet roll of 1 needs as many primed squares in a row, there are 0");
    play(&mut game, &[r#"{"carpet":["right",2]}"#]);
    assert_eq!(picture(&game)[..2], [".=A.+...", "+..B...."]);
}

#[test]
fn a_worker_rolls_over_the_squares_that_either_player_primed() {
    let mut game = game(Config::default(), EMPTY);
    let side = [r#"{"prime":"right"}"#, r#"{"prime":"down"}"#, r#"{"prime":"right"}"#, r#"{"plain":"down"}"#];
    play(&mut game, &side);
    play(&mut game, &[r#"{"carpet":["right",1]}"#, r#"{"plain":"left"}"#]);
    assert_eq!(*game.points(), [2 - 1, 1]);
}

#[test]
fn a_search_looks_at_any_cell_and_the_worker_does_not_move() {
    let game = game(Config::default(), ["#.A+=..B", "", "", "", "", "", "", ""]);
    for action in Action::searches() {
        assert!(game.check(A, action).is_ok());
        assert_eq!(game.board.after(A, action), game.board);
    }
}

#[test]
fn moves_are_listed_up_down_left_right_then_searches_column_by_column() {
    let game = game(Config::default(), ["...+....", "..+A....", "........", "..B.....", "", "", "", ""]);
    let mut legal = Vec::new();
    game.legal(A, &mut legal);
    let text: Vec<String> = legal.iter().map(|action| serde_json::to_string(action).unwrap()).collect();
    assert_eq!(
        text[..8],
        [
            r#"{"carpet":["up",1]}"#,
            r#"{"plain":"down"}"#,
            r#"{"prime":"down"}"#,
            r#"{"carpet":["left",1]}"#,
            r#"{"plain":"right"}"#,
            r#"{"prime":"right"}"#,
            r#"{"search":[0,0]}"#,
            r#"{"search":[0,1]}"#,
        ]
    );
    assert_eq!(text.len(), 6 + 64);
}

// The rat

/// Counts the outcomes of many draws of the rat's next move.
fn draws(game: &Carpets, n: u32, mut each: impl FnMut(Move)) {
    let mut rng = Sprint::new(42);
    for _ in 0..n {
        let Chance::Move(step) = game.draw(&mut rng) else { panic!("the rat moves") };
        each(step);
    }
}

#[test]
fn before_each_turn_the_rat_moves_according_to_the_t_table() {
    let (mut game, _) = fresh(9);
    rat(&mut game);
    game.play(&Joint::solo(A, Action::Search(Square::at(7, 7))));
    assert!(!game.respawns());
    let mut seen = [0; SQUARES];
    draws(&game, 20_000, |step| seen[step.rat.index()] += 1);
    let odds: Vec<f64> = Square::all().map(|to| game.brief.drift().odds(game.rat, to)).collect();
    for (to, p) in game.brief.drift().matrix().row(game.rat) {
        assert!((odds[to.index()] - f64::from(*p)).abs() < 1e-6);
    }
    fits(&seen, &odds);
}

#[test]
fn the_noise_depends_on_the_floor_type() {
    let table = [
        (Floor::Blocked, [0.5, 0.3, 0.2]),
        (Floor::Space, [0.7, 0.15, 0.15]),
        (Floor::Primed, [0.1, 0.8, 0.1]),
        (Floor::Carpet, [0.1, 0.1, 0.8]),
    ];
    let corners = ["#......A", "........", "........", "........", "........", "........", "........", ".......B"];
    for (floor, odds) in table {
        let letter = [".", "+", "=", "#"][floor as usize];
        let row = format!("{letter}......A");
        let mut picture = corners;
        picture[0] = &row;
        let mut game = game(Config::default(), picture);
        play(&mut game, &[r#"{"plain":"down"}"#]);
        game.phase = Phase::Rat;
        let mut seen = [0; 3];
        draws(&game, 10_000, |step| seen[step.noise as usize] += 1);
        fits(&seen, &odds);
        for (noise, p) in Noise::ALL.into_iter().zip(odds) {
            assert_eq!(game.brief.noise_chance(floor, noise), p);
        }
    }
}

#[test]
fn the_distance_estimate_is_noisy() {
    let mut game = game(Config::default(), EMPTY);
    game.phase = Phase::Rat;
    game.turn = 2;
    let mut seen = [0; 7];
    draws(&game, 10_000, |step| seen[usize::from(step.distance.steps())] += 1);
    fits(&seen, &[0.0, 0.0, 0.0, 0.12, 0.70, 0.12, 0.06]);
    assert_eq!([3, 4, 5, 6].map(|reported| game.brief.distance_chance(4, reported)), [0.12, 0.70, 0.12, 0.06]);
    assert_eq!(game.brief.distance_chance(4, 2), 0.0);
}

#[test]
fn your_worker_will_never_estimate_less_than_zero() {
    let mut game = game(Config::default(), ["A......B", "", "", "", "", "", "", ""]);
    game.phase = Phase::Rat;
    game.turn = 2;
    let mut seen = [0; 3];
    draws(&game, 10_000, |step| seen[usize::from(step.distance.steps())] += 1);
    fits(&seen, &[0.82, 0.12, 0.06]);
    assert!((game.brief.distance_chance(0, 0) - 0.82).abs() < 1e-12);
}

#[test]
fn as_soon_as_the_rat_is_captured_a_new_one_runs_1000_steps_before_the_next_turn() {
    let (mut game, _) = fresh(4);
    rat(&mut game);
    let caught = Action::Search(game.rat);
    game.play(&Joint::solo(A, caught));
    assert!(game.respawns() && game.rat().is_none());
    let (mut spawned, mut moved) = ([0; SQUARES], [0; SQUARES]);
    draws(&game, 20_000, |step| {
        spawned[step.spawn.expect("a new rat").index()] += 1;
        moved[step.rat.index()] += 1;
    });
    fits(&spawned, game.brief.headstart().odds());
    fits(&moved, &game.brief.drift().flow(game.brief.headstart().odds()));
    rat(&mut game);
    assert!(game.rat().is_some());
    game.play(&Joint::solo(B, Action::Plain(Direction::ALL[0])));
    draws(&game, 10, |step| assert_eq!(step.spawn, None));
}

#[test]
fn you_will_be_told_what_your_opponent_guessed_and_whether_it_was_right() {
    let mut game = game(Config::default(), EMPTY);
    assert_eq!((game.observe(A).player_search, game.observe(A).opponent_search), (Search::None, Search::None));
    play(&mut game, &[r#"{"search":[5,6]}"#]);
    let missed = Search::Missed(Square::at(5, 6));
    assert_eq!((game.observe(B).player_search, game.observe(B).opponent_search), (Search::None, missed));
    play(&mut game, &[r#"{"search":[0,0]}"#]);
    assert_eq!((game.observe(A).player_search, game.observe(A).opponent_search), (missed, Search::Found(Square::ORIGIN)));
    play(&mut game, &[r#"{"plain":"up"}"#]);
    assert_eq!(game.observe(B).opponent_search, Search::None);
}

#[test]
fn the_original_tells_a_turn_without_a_search_in_another_way() {
    let mut game = game(Config { rules: Rules::Original, ..Config::default() }, EMPTY);
    assert_eq!(serde_json::to_string(&game.observe(A).player_search).unwrap(), "[null,false]");
    play(&mut game, &[r#"{"plain":"up"}"#]);
    assert_eq!(serde_json::to_string(&game.observe(B).opponent_search).unwrap(), "[null,null]");
    assert_eq!(game.observe(B).player_search, Search::None);
}

#[test]
fn a_search_on_the_final_turn_counts() {
    for rules in [Rules::Document, Rules::Original] {
        let mut game = game(Config { rules, turns: 1, ..Config::default() }, EMPTY);
        play(&mut game, &[r#"{"prime":"up"}"#, r#"{"search":[0,0]}"#]);
        assert_eq!((Game::turn(&game), &*game.points(), &*game.payoffs()), (Turn::Over, &[1, 4][..], &[0.0, 1.0][..]));
    }
}

#[test]
fn only_the_mover_senses_the_rat() {
    let mut game = game(Config::default(), EMPTY);
    assert!(game.observe(A).sense.is_some() && game.observe(B).sense.is_none());
    play(&mut game, &[r#"{"plain":"up"}"#]);
    assert!(game.observe(A).sense.is_none() && game.observe(B).sense.is_some());
}

#[test]
fn a_worker_makes_an_invalid_move_and_loses() {
    let game = game(Config::default(), EMPTY);
    assert_eq!(game.fallback(A, &mut Luck::new(0).fallback(0, 0)), None);
    assert_eq!(*game.forfeit(SeatSet::one(A)), [0.0, 1.0]);
}

#[test]
fn a_worker_that_is_walled_in_can_still_search() {
    let game = game(Config::default(), ["A#......", "#.......", "..B.....", "", "", "", "", ""]);
    let mut legal = Vec::new();
    game.legal(A, &mut legal);
    assert_eq!(legal, Action::searches().collect::<Vec<_>>());
    let sampled = game.sample(A, &mut Sprint::new(1), &mut Vec::new());
    assert!(matches!(sampled, Action::Search(_)));
}

// The door

#[test]
fn actions_are_spelled_as_the_guide_says() {
    let three = Roll::new(3).unwrap();
    for (action, text) in [
        (Action::Plain(Direction::Up), r#"{"plain":"up"}"#),
        (Action::Prime(Direction::Left), r#"{"prime":"left"}"#),
        (Action::Carpet(Direction::Right, three), r#"{"carpet":["right",3]}"#),
        (Action::Search(Square::at(2, 5)), r#"{"search":[2,5]}"#),
    ] {
        assert_eq!(serde_json::to_string(&action).unwrap(), text);
        assert_eq!(serde_json::from_str::<Action>(text).unwrap(), action);
    }
    assert_eq!(Action::all().count(), 100);
    assert_eq!(size_of::<Action>(), 2);
}

#[test]
fn what_is_no_action_is_refused() {
    let mut table = Entry::of::<Carpets>().open("{}").unwrap();
    for text in [
        "",
        "null",
        "{}",
        r#""plain""#,
        r#"{"plain":"north"}"#,
        r#"{"plain":0}"#,
        r#"{"carpet":["up",0]}"#,
        r#"{"carpet":["up",8]}"#,
        r#"{"carpet":["up",-1]}"#,
        r#"{"carpet":["up",1.5]}"#,
        r#"{"carpet":"up"}"#,
        r#"{"search":[8,0]}"#,
        r#"{"search":[0,-1]}"#,
        r#"{"search":[0]}"#,
        r#"{"search":[0,0,0]}"#,
        r#"{"search":27}"#,
        r#"{"plain":"up","prime":"up"}"#,
    ] {
        assert_eq!(table.propose(A, text).unwrap_err().kind, FoulKind::Unreadable, "{text}");
    }
}

#[track_caller]
fn bad(config: &str, sentence: &str) {
    let error = Entry::of::<Carpets>().open(config).err().unwrap_or_else(|| panic!("{config} is refused")).to_string();
    assert!(error.contains(sentence), "{config}: {error}");
}

#[test]
fn a_bad_configuration_is_refused_with_a_sentence() {
    bad(r#"{"turns":0}"#, "turns is 0, not a number from 1 to 200");
    bad(r#"{"turns":201}"#, "turns is 201, not a number from 1 to 200");
    bad(r#"{"prime_points":1001}"#, "prime_points is 1001, not a number from -1000 to 1000");
    bad(r#"{"carpet_points":[0,0,0,0,0,0,-2000]}"#, "carpet_points is -2000, not a number from -1000 to 1000");
    bad(r#"{"carpet_points":[1,2]}"#, "invalid length 2");
    bad(r#"{"rat_bonus":-1001}"#, "rat_bonus is -1001");
    bad(r#"{"rat_penalty":2147483647}"#, "rat_penalty is 2147483647");
    bad(r#"{"rat_start":[8,0]}"#, "[8,0] is not a square");
    bad(r#"{"headstart":10001}"#, "headstart is 10001, not a number from 0 to 10000");
    bad(r#"{"noise_odds":{"space":[0.5,0.5,0.5]}}"#, "noise_odds of Space sums to 1.5, not to 1");
    bad(r#"{"noise_odds":{"space":[1.5,-0.5,0]}}"#, "noise_odds of Space is 1.5, not a number from 0 to 1");
    bad(r#"{"noise_odds":{"grass":[1,0,0]}}"#, "unknown field `grass`");
    bad(r#"{"distance_odds":[0.5,0.5,0.5,0.5]}"#, "distance_odds sums to 2, not to 1");
    bad(r#"{"distance_offsets":[0,0,0,15]}"#, "distance_offsets is 15, not a number from -14 to 14");
    bad(r#"{"blocks":[]}"#, "blocks has 0 shapes, not 1 to 16");
    bad(r#"{"blocks":[[5,1]]}"#, "blocks has 5 by 1, not sizes from 0 to 4");
    bad(r#"{"blocks":[[3,3]]}"#, "blocks has 3 by 3, which reaches into the spawn_square of 4");
    bad(r#"{"spawn_square":3}"#, "spawn_square is 3, not 2, 4, 6 or 8");
    bad(r#"{"rules":"other"}"#, "unknown variant `other`");
    bad(r#"{"turn":40}"#, "unknown field `turn`");
}

fn with_row(i: usize, row: &str) -> String {
    let rows: Vec<String> = (0..64).map(|k| if k == i { row.into() } else { format!("[[{k},1]]") }).collect();
    format!(r#"{{"transition":[{}]}}"#, rows.join(","))
}

#[test]
fn a_bad_matrix_is_refused_with_its_row() {
    bad(r#"{"transition":[]}"#, "transition has 0 rows, not 64");
    bad(&with_row(5, "[[5,0.5],[6,0.4]]"), "transition row 5 sums to 0.9");
    bad(&with_row(6, "[]"), "transition row 6 sums to 0, not to 1 within 0.00001");
    bad(&with_row(7, "[[7,1.5],[8,-0.5]]"), "transition row 7 has -0.5 for square 8, which is not a probability");
    bad(&with_row(8, "[[64,1]]"), "transition row 8 has an entry for square 64");
    bad(&with_row(9, "[[9,0.5],[9,0.5]]"), "transition row 9 has an entry for square 9: squares are 0 to 63, in order, each once");
    bad(&with_row(10, "[[10,1e39]]"), "number out of range");
    bad(&with_row(11, "[0.5,0.5]"), "transition row 11 is neither 64 numbers nor pairs");
    bad(&with_row(12, "[[12,1],0]"), "transition row 12 is neither 64 numbers nor pairs");
    bad(&with_row(13, "[[13,1,0]]"), "a pair of a square and a probability");
    bad(&with_row(14, "3"), "a list of a 64 by 64 matrix");
    bad(&with_row(15, &format!("[{}]", ["0"; 65].join(","))), "64 rows of at most 64 entries");
    bad(r#"{"transition":"T.json"}"#, "a list of a 64 by 64 matrix");
}

#[test]
fn a_matrix_may_be_given_in_full_and_may_lead_anywhere() {
    let row = |j: usize| format!("[{}]", (0..64).map(|k| if k == j { "1.0" } else { "0" }).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = (0..64).map(|i| row((i + 9) % 64)).collect();
    let config: Config = serde_json::from_str(&format!(r#"{{"transition":[{}]}}"#, rows.join(","))).unwrap();
    let brief = Carpets::new(&config).unwrap().brief();
    assert_eq!(brief.drift().step(Square::at(0, 0), 0.3), Square::at(1, 1));
    let end = (9 * 1000) % 64;
    // One draw in 2^25 rounds up to 1, and that rat goes to square 0, as the original's does.
    assert!((0.9999..1.0).contains(&brief.headstart().odds()[end]));
    let even = Matrix::new(&vec![(0..64).map(|j| (j, 1.0 / 64.0)).collect::<Vec<_>>(); 64]).unwrap();
    let drift = Drift::new(even);
    for k in 0..64 {
        assert_eq!(drift.step(Square::at(3, 3), f64::from(k) / 64.0 + 0.001).index(), k as usize);
    }
}

#[test]
fn the_brief_is_a_configuration_with_the_matrix_in_it() {
    let (game, setup) = fresh(6);
    let text = serde_json::to_string(&game.brief()).unwrap();
    let config: Config = serde_json::from_str(&text).unwrap();
    assert_eq!(config, Config { transition: setup.transition, ..Config::default() });
    let again: Brief = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    assert!(serde_json::from_str::<Brief>("{}").is_err(), "a brief without a matrix");
}

#[test]
fn impossible_outcomes_are_refused() {
    let table = Carpets::new(&Config::default()).unwrap();
    let Chance::Setup(setup) = table.draw(&mut Luck::new(2).nature(0)) else { panic!("the table is set first") };
    let refuse = |setup: Setup| assert!(!table.possible(&Chance::Setup(setup.clone())), "{:?} {:?}", setup.blocks, setup.spawn);
    refuse(Setup { transition: None, ..setup.clone() });
    refuse(Setup { transition: Some(still()), ..setup.clone() });
    refuse(Setup { blocks: [(2, 2), (2, 2), (2, 2), (3, 3)], ..setup.clone() });
    refuse(Setup { blocks: [(200, 200); 4], ..setup.clone() });
    refuse(Setup { spawn: Square::at(4, 3), ..setup.clone() });
    refuse(Setup { spawn: Square::at(2, 6), ..setup.clone() });
    let given = Carpets::new(&Config { transition: Some(still()), ..Config::default() }).unwrap();
    assert!(!given.possible(&Chance::Setup(setup.clone())), "a matrix where the configuration has one");

    let mut game = table.clone();
    game.settle(&Chance::Setup(setup.clone()));
    assert!(!game.possible(&Chance::Setup(setup)), "the table is set once");
    let Chance::Move(step) = game.draw(&mut Luck::new(2).nature(1)) else { panic!("then the rat moves") };
    assert!(!table.possible(&Chance::Move(step)), "no rat before the table is set");
    let refuse = |game: &Carpets, step: Move| assert!(!game.possible(&Chance::Move(step)), "{step:?}");
    assert!(game.possible(&Chance::Move(step)));
    refuse(&game, Move { spawn: None, ..step });
    let far = Square::all().find(|square| square.manhattan(step.rat) > 2).unwrap();
    refuse(&game, Move { rat: far, ..step });
    refuse(&game, Move { distance: Distance::new(28).unwrap(), ..step });
    game.settle(&Chance::Move(step));
    assert!(!game.possible(&Chance::Move(step)), "the rat does not move on a player's turn");
    game.play(&Joint::solo(A, Action::Search(far)));
    assert!(!game.possible(&Chance::Move(step)), "a rat that was not caught does not respawn");

    let silent = NoiseOdds { space: [1.0, 0.0, 0.0], ..NoiseOdds::default() };
    let mut game = self::game(Config { noise_odds: silent, ..Config::default() }, EMPTY);
    game.play(&Joint::solo(A, Action::Plain(Direction::Up)));
    let Chance::Move(step) = game.draw(&mut Luck::new(2).nature(1)) else { panic!("the rat moves") };
    refuse(&game, Move { noise: Noise::Squeal, ..step });
}

#[test]
fn an_observation_that_nobody_can_make_is_refused() {
    let game = game(Config::default(), ["A+=#....", "...B....", "", "", "", "", "", ""]);
    let good = serde_json::to_value(game.observe(A)).unwrap();
    assert!(serde_json::from_value::<Observation>(good.clone()).is_ok());
    for (key, value) in [
        ("seat", "2"),
        ("seat", "1"),
        ("turn", "401"),
        ("turn", "1"),
        ("primed", r#""0000000000000004""#),
        ("primed", r#""+000000000000000""#),
        ("blocked", r#""0000000000000001""#),
        ("carpet", r#""00""#),
        ("player", r#"{"at":[3,1],"points":0,"turns_left":40}"#),
        ("player", r#"{"at":[0,8],"points":0,"turns_left":40}"#),
        ("player", r#"{"at":[0,0],"points":200001,"turns_left":40}"#),
        ("player", r#"{"at":[0,0],"points":0,"turns_left":201}"#),
        ("sense", r#"{"noise":"squeak","distance":29}"#),
        ("sense", r#"{"noise":"moo","distance":2}"#),
        ("player_search", "[null,true]"),
        ("player_search", "[[0,0],null]"),
        ("more", "1"),
    ] {
        let mut seen = good.clone();
        seen[key] = serde_json::from_str(value).unwrap();
        assert!(serde_json::from_value::<Observation>(seen).is_err(), "{key} {value}");
    }
}

// Scenes

#[test]
fn captions_say_what_happened() {
    let config = Config { turns: 3, ..Config::default() };
    let mut game = game(config, ["A++++...", "...B....", "", "", "", "", "", ""]);
    assert_eq!(game.scene().caption, "Player A to move");
    let mut says = |action: &str, caption: &str, mark: Option<&str>| {
        play(&mut game, &[action]);
        assert_eq!((game.scene().caption.as_str(), game.scene().mark), (caption, mark));
    };
    says(r#"{"carpet":["right",4]}"#, "Player A rolls 4 of carpet right: +6", Some("carpet"));
    says(r#"{"prime":"down"}"#, "Player B primes its square and steps down: +1", None);
    says(r#"{"plain":"left"}"#, "Player A steps left", None);
    says(r#"{"search":[5,5]}"#, "Player B searches (5, 5) in vain: -2", None);
    says(r#"{"search":[0,0]}"#, "Player A finds the rat on (0, 0): +4", Some("capture"));
    says(r#"{"plain":"down"}"#, "Player B steps down; Player A wins 10 to -1", None);
}

#[test]
fn nobody_is_shown_the_rat() {
    let mut game = game(Config::default(), EMPTY);
    let scene = game.scene();
    let rat = scene.pieces.iter().find(|piece| piece.kind == "rat").unwrap();
    assert_eq!((rat.id, rat.x, rat.y, rat.known_to), (2, 0, 0, Some(SeatSet::EMPTY)));
    assert_eq!(scene.layers["terrain"].len(), 64);
    play(&mut game, &[r#"{"search":[4,4]}"#]);
    assert!(game.scene().pieces.iter().any(|piece| piece.kind == "search" && (piece.x, piece.y) == (4, 4)));
}

// Odds and samplers

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_rat_steps_to_the_first_square_whose_running_sum_is_above_its_draw(seed: u64, draws in prop::collection::vec(0.0..1.0f64, 200)) {
        let matrix = currents::draw(&mut Sprint::new(seed));
        let drift = Drift::new(matrix.clone());
        let mut rat = Square::ORIGIN;
        for u in draws {
            let (mut sum, mut to) = (0.0f32, None);
            for (square, p) in matrix.row(rat) {
                sum += p;
                if to.is_none() && (u as f32) < sum {
                    to = Some(*square);
                }
            }
            prop_assert_eq!(drift.step(rat, u), to.unwrap_or(Square::ORIGIN));
            rat = to.unwrap_or(Square::ORIGIN);
        }
    }

    #[test]
    fn a_matrix_survives_its_text(seed: u64) {
        let matrix = currents::draw(&mut Sprint::new(seed));
        let text = serde_json::to_string(&matrix).unwrap();
        prop_assert_eq!(serde_json::from_str::<Matrix>(&text).unwrap(), matrix);
    }

    #[test]
    fn the_odds_of_a_step_are_exact(sum in 0.0f32..1.0, offset in -40i64..40) {
        // Draws around half-way below a running sum, where rounding to 32 bits decides.
        let matrix = |p: f32| Matrix::new(&vec![vec![(1, p), (2, 1.0 - p)]; 64]).unwrap();
        prop_assume!(sum > 0.0);
        let drift = Drift::new(matrix(sum));
        let below = drift.odds(Square::ORIGIN, Square::at(1, 0));
        let k = (below * (1u64 << 53) as f64) as i64 + offset;
        prop_assume!((0..1 << 53).contains(&k));
        let to = drift.step(Square::ORIGIN, k as f64 / (1u64 << 53) as f64);
        prop_assert_eq!(to == Square::at(1, 0), offset < 0, "{} draws are below {}", below, sum);
    }

    #[test]
    fn a_run_ends_at_the_first_gap_or_at_the_edge(one: u64, two: u64, at in 0u8..64) {
        let from = Square::new(at).unwrap();
        for set in [Squares(one), Squares(one | two), Squares(u64::MAX), Squares::NONE] {
            let counted = Direction::ALL.map(|direction| {
                let line = std::iter::successors(from.step(direction), |square| square.step(direction));
                line.take_while(|square| set.contains(*square)).count() as u8
            });
            prop_assert_eq!(set.runs(from), counted);
        }
    }

    #[test]
    fn a_random_move_is_uniform_over_the_list_without_searches(seed: u64) {
        let mut rng = Sprint::new(seed);
        let mut game = Carpets::new(&Config { transition: Some(still()), ..Config::default() }).unwrap();
        for _ in 0..60 {
            while Game::turn(&game) == Turn::Chance {
                let chance = game.draw(&mut rng);
                game.settle(&chance);
            }
            let action = game.sample(game.mover(), &mut rng, &mut Vec::new());
            game.play(&Joint::solo(game.mover(), action));
        }
        let mut moves = Vec::new();
        game.board.each_move(game.mover(), |action| moves.push(action));
        prop_assume!(moves.len() > 1);
        let mut counts = vec![0; moves.len()];
        for _ in 0..2_000 {
            let action = game.board.any_move(game.mover(), &mut rng).unwrap();
            counts[moves.iter().position(|listed| *listed == action).unwrap()] += 1;
        }
        let mean = 2_000.0 / moves.len() as f64;
        let far = counts.iter().any(|count| (f64::from(*count) - mean).abs() > 6.0 * mean.sqrt());
        prop_assert!(!far, "{:?}", counts);
    }
}

#[test]
fn odds_that_round_to_less_than_one_leave_no_gap() {
    let odds = Odds::new(&[0.1, 0.8, 0.1, 0.0]);
    assert_eq!(odds.outcome(1.0 - f64::EPSILON / 2.0), 2);
    assert_eq!([0.0, 0.0999, 0.1, 0.89, 0.91].map(|u| odds.outcome(u)), [0, 0, 1, 1, 2]);
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<Carpets>() <= 80, "{}", size_of::<Carpets>());
    assert!(size_of::<Chance>() <= 32, "{}", size_of::<Chance>());
}

#[test]
fn laws() {
    let universe: Vec<Action> = Action::all().collect();
    let (_, setup) = fresh(8);
    let original = Config { rules: Rules::Original, ..Config::default() };
    let given = Config { transition: setup.transition, turns: 60, ..original.clone() };
    let odd = Config {
        turns: 11,
        blocks: vec![(0, 0), (4, 1)],
        spawn_square: 6,
        headstart: 0,
        rat_start: Square::at(4, 4),
        distance_offsets: [-14, 0, 3, 14],
        noise_odds: NoiseOdds { space: [1.0, 0.0, 0.0], ..NoiseOdds::default() },
        ..Config::default()
    };
    for config in [Config::default(), original, given, odd] {
        Laws::<Carpets> { config, games: 20, most_decisions: 120, universe: &universe }.check();
    }
}

/// The sampler never searches, so these games do: the rat is found again and again.
#[test]
fn laws_hold_when_rats_are_found() {
    let config = Config { turns: 12, ..Config::default() };
    for seed in 0..20 {
        let luck = Luck::new(seed);
        let mut game = Carpets::new(&config).unwrap();
        let mut k = 0;
        loop {
            match Game::turn(&game) {
                Turn::Chance => {
                    let chance = game.draw(&mut luck.nature(k));
                    assert!(game.possible(&chance));
                    let text = serde_json::to_string(&chance).unwrap();
                    assert_eq!(serde_json::from_str::<Chance>(&text).unwrap(), chance);
                    game.settle(&chance);
                    k += 1;
                }
                Turn::Act(_) => {
                    let seat = game.mover();
                    let same = Carpets::assume(&game.brief(), seat, &game.observe(seat), &game.secret());
                    let still = |game: &Carpets| Scene { caption: String::new(), mark: None, ..game.scene() };
                    assert_eq!(still(&same), still(&game));
                    let square = if game.turn.is_multiple_of(3) { game.rat } else { Square::at(7, 7) };
                    game.play(&Joint::solo(seat, Action::Search(square)));
                }
                Turn::Over => break,
            }
        }
        assert_eq!(k, 25, "one outcome for the table and one a turn, whatever is found");
    }
}

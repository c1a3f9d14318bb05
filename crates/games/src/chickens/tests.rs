//! One test a sentence of the rules, then where the original differs, what is refused, and the laws.
use super::*;
use crate::laws::Laws;
use crate::luck::{Luck, Sprint};
use proptest::prelude::*;

const DOCUMENT: Config = Config {
    rules: Rules::Document,
    turns: 40,
    turds: 5,
    corner_bonus: 2,
    trapdoor_penalty: 4,
    blocking_bonus: 5,
    hear: [50, 25, 10],
    feel: [30, 15, 0],
    trapdoor_weights: [0, 0, 1, 2],
};
const ORIGINAL: Config = Config { rules: Rules::Original, ..DOCUMENT };

const QUIET: Chance = Chance::Sense([Sense { heard: false, felt: false }; 2]);

/// White to move on a board drawn as `A` and `B` for the chickens, `a` and `b` for their eggs, `w` and `k` for White's
/// and Black's turds. Born at (0, 2) and (7, 2), with trapdoors at (3, 3) and (3, 4).
#[track_caller]
fn drawn(config: Config, rows: [&str; 8]) -> Chickens {
    let mut game = Chickens::new(&config).unwrap();
    game.settle(&Chance::Setup(Setup { white: Square::at(0, 2), trapdoors: [Square::at(3, 3), Square::at(3, 4)] }));
    for (letter, square) in rows.concat().chars().zip(Square::all()) {
        let [white, black] = &mut game.birds;
        match letter {
            'A' => white.at = square,
            'B' => black.at = square,
            'a' => white.eggs.insert(square),
            'b' => black.eggs.insert(square),
            'w' => white.turds.insert(square),
            'k' => black.turds.insert(square),
            '.' => {}
            other => panic!("{other:?} is no letter of a drawing"),
        }
    }
    game.settle(&QUIET);
    game
}

/// The chickens at these squares, and nothing else.
fn placed(config: Config, white: (u8, u8), black: (u8, u8)) -> Chickens {
    let mut game = drawn(config, ["........"; 8]);
    game.birds[0].at = Square::at(white.0, white.1);
    game.birds[1].at = Square::at(black.0, black.1);
    game
}

/// Steps such as `"egg up"`, with nothing noticed in between.
#[track_caller]
fn play(game: &mut Chickens, steps: &[&str]) {
    for text in steps {
        assert_eq!(game.turn(), Turn::Act(SeatSet::one(seat_of(game.mover))), "{text} is played while the game goes on");
        let seat = seat_of(game.mover);
        game.check(seat, step(text)).unwrap();
        game.play(&Joint::solo(seat, step(text)));
        if game.turn() == Turn::Chance {
            game.settle(&QUIET);
        }
    }
}

#[track_caller]
fn step(text: &str) -> Step {
    *Step::ALL.iter().find(|step| step.to_string() == text).unwrap_or_else(|| panic!("{text:?} is no step"))
}

#[track_caller]
fn refused(game: &Chickens, text: &str, rule: &str) {
    let seat = seat_of(game.mover);
    assert_eq!(game.check(seat, step(text)), Err(Breach::of(Box::leak(rule.to_owned().into_boxed_str()))), "{text}");
    assert!(!game.steps(game.mover).contains(step(text)));
}

#[track_caller]
fn allowed(game: &Chickens, text: &str) {
    game.check(seat_of(game.mover), step(text)).unwrap();
    assert!(game.steps(game.mover).contains(step(text)));
}

#[track_caller]
fn over(game: &Chickens, reason: &str, points: [i32; 2], payoffs: [f32; 2]) {
    assert_eq!((game.turn(), game.reason()), (Turn::Over, reason));
    assert_eq!((&*game.points(), &*game.payoffs()), (&points[..], &payoffs[..]));
}

/// Chi-square of counts against chances.
fn chi_square(seen: &[(u32, f64)]) -> f64 {
    let all: u32 = seen.iter().map(|(count, _)| count).sum();
    let gap = |(count, chance): &(u32, f64)| (f64::from(*count) - chance * f64::from(all)).powi(2) / (chance * f64::from(all));
    seen.iter().map(gap).sum()
}

#[test]
fn the_defaults_are_the_documents() {
    assert_eq!(Config::default(), DOCUMENT);
    assert_eq!(serde_json::from_str::<Config>("{}").unwrap(), DOCUMENT);
}

// Start

#[test]
fn white_goes_first_and_the_agents_take_turns() {
    let mut game = placed(DOCUMENT, (0, 2), (7, 2));
    let mut movers = Vec::new();
    for _ in 0..3 {
        movers.push(game.mover);
        play(&mut game, &["plain up"]);
        movers.push(game.mover);
        play(&mut game, &["plain up"]);
        play(&mut game, &["plain down", "plain down"]);
    }
    assert_eq!(movers, [Colour::White, Colour::Black].repeat(3));
}

#[test]
fn chicken_a_starts_on_a_randomly_chosen_white_square_on_the_left_or_right_edge_not_on_a_corner() {
    let game = Chickens::new(&DOCUMENT).unwrap();
    let mut dice = Luck::new(3).nature(0);
    let mut seen = [0; 64];
    for _ in 0..60_000 {
        let Chance::Setup(setup) = game.draw(&mut dice) else { panic!("the first turn is the setup") };
        seen[setup.white.index()] += 1;
    }
    let places: Vec<Square> = Square::all().filter(|square| seen[square.index()] > 0).collect();
    assert_eq!(places, BIRTHPLACES);
    assert!(places.iter().all(|square| square.colour() == Colour::White && [0, 7].contains(&square.x()) && ![0, 7].contains(&square.y())));
    let chi = chi_square(&places.iter().map(|square| (seen[square.index()], 1.0 / 6.0)).collect::<Vec<_>>());
    assert!(chi < 20.5, "chi-square of 6 birthplaces at 0.1 %: {chi}");
}

#[test]
fn chicken_b_starts_on_the_mirror_image() {
    for white in BIRTHPLACES {
        let mut game = Chickens::new(&DOCUMENT).unwrap();
        game.settle(&Chance::Setup(Setup { white, trapdoors: [Square::at(3, 3), Square::at(3, 4)] }));
        let black = game.bird(Colour::Black);
        assert_eq!((black.at, black.spawn), (Square::at(7 - white.x(), white.y()), black.at));
        assert_eq!(black.at.colour(), Colour::Black);
    }
}

#[test]
fn one_trapdoor_is_placed_on_a_black_square_and_one_on_a_white_square_weighted_by_how_far_they_are_from_the_edge() {
    let game = Chickens::new(&DOCUMENT).unwrap();
    let mut dice = Luck::new(4).nature(0);
    let mut seen = [0; 64];
    for _ in 0..60_000 {
        let Chance::Setup(setup) = game.draw(&mut dice) else { panic!("the first turn is the setup") };
        assert_eq!(setup.trapdoors.map(Square::colour), Colour::BOTH);
        for trapdoor in setup.trapdoors {
            seen[trapdoor.index()] += 1;
        }
    }
    for square in Square::all() {
        let inner = [3, 4].contains(&square.x()) && [3, 4].contains(&square.y());
        let ring = (2..=5).contains(&square.x()) && (2..=5).contains(&square.y());
        let odds = if inner { 0.2 } else { f64::from(u8::from(ring)) / 10.0 };
        assert_eq!(DOCUMENT.trapdoor_odds(square), odds, "{square}");
        assert_eq!(seen[square.index()] > 0, ring, "{square}");
    }
    for colour in Colour::BOTH {
        let counts: Vec<_> = colour.squares().iter().map(|square| (seen[square.index()], DOCUMENT.trapdoor_odds(square))).collect();
        let chi = chi_square(&counts.into_iter().filter(|(_, odds)| *odds > 0.0).collect::<Vec<_>>());
        assert!(chi < 24.3, "chi-square of 8 trapdoors at 0.1 %: {chi}");
    }
}

#[test]
fn other_weights_place_other_trapdoors() {
    let config = Config { trapdoor_weights: [7, 0, 1, 0], ..DOCUMENT };
    let game = Chickens::new(&config).unwrap();
    let mut dice = Luck::new(5).nature(0);
    let mut seen = [0; 64];
    for _ in 0..40_000 {
        let chance = game.draw(&mut dice);
        assert!(game.possible(&chance));
        let Chance::Setup(setup) = chance else { panic!("the first turn is the setup") };
        seen[setup.trapdoors[0].index()] += 1;
    }
    let counts: Vec<_> = Colour::White.squares().iter().map(|square| (seen[square.index()], config.trapdoor_odds(square))).collect();
    assert!((counts.iter().map(|(_, odds)| odds).sum::<f64>() - 1.0).abs() < 1e-12);
    let chi = chi_square(&counts.into_iter().filter(|(_, odds)| *odds > 0.0).collect::<Vec<_>>());
    assert!(chi < 43.8, "chi-square of 20 squares at 0.1 %: {chi}");
}

// Play

#[test]
fn a_plain_step_simply_changes_its_position() {
    for (text, to) in [("plain up", (4, 5)), ("plain right", (5, 6)), ("plain down", (4, 7)), ("plain left", (3, 6))] {
        let mut game = placed(DOCUMENT, (4, 6), (7, 2));
        let before = *game.bird(Colour::White);
        play(&mut game, &[text]);
        assert_eq!(*game.bird(Colour::White), Bird { at: Square::at(to.0, to.1), turns_left: 39, ..before });
    }
}

#[test]
fn a_step_stays_on_the_board() {
    let game = placed(DOCUMENT, (0, 0), (7, 7));
    refused(&game, "plain up", "a step stays on the board");
    refused(&game, "egg left", "a step stays on the board");
    assert_eq!(game.steps(Colour::White).iter().map(Step::index).collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8]);
}

#[test]
fn an_egg_step_lays_an_egg_in_the_current_square_and_steps_out_of_it() {
    let mut game = placed(DOCUMENT, (1, 1), (7, 2));
    play(&mut game, &["egg right"]);
    let white = game.bird(Colour::White);
    assert_eq!((white.eggs, white.at, white.score), (Squares::one(Square::at(1, 1)), Square::at(2, 1), 1));
}

#[test]
fn chicken_a_lays_where_row_and_column_add_to_an_even_number_and_chicken_b_gets_the_odds() {
    let rule = "a chicken lays eggs on squares of its own colour";
    for at in Square::all().filter(|at| at.distance(Square::at(7, 2)) > 1) {
        let mut game = placed(DOCUMENT, (at.x(), at.y()), (7, 2));
        let dir = Dir::ALL.into_iter().find(|dir| at.step(*dir).is_some()).unwrap().name();
        match at.colour() {
            Colour::White => allowed(&game, &format!("egg {dir}")),
            Colour::Black => refused(&game, &format!("egg {dir}"), rule),
        }
        game = placed(DOCUMENT, (7, 2), (at.x(), at.y()));
        game.mover = Colour::Black;
        match at.colour() {
            Colour::White => refused(&game, &format!("egg {dir}"), rule),
            Colour::Black => allowed(&game, &format!("egg {dir}")),
        }
    }
}

#[test]
fn a_turd_step_drops_a_turd_in_the_current_square_and_steps_out_of_it() {
    let mut game = placed(DOCUMENT, (1, 1), (7, 2));
    play(&mut game, &["turd right"]);
    let white = game.bird(Colour::White);
    assert_eq!((white.turds, white.at, white.turds_left, white.score), (Squares::one(Square::at(1, 1)), Square::at(2, 1), 4, 0));
}

#[test]
fn a_turd_step_is_not_taken_in_a_square_that_shares_an_edge_with_the_enemys() {
    for (black, near) in [((2, 1), true), ((1, 2), true), ((0, 1), true), ((1, 0), true), ((2, 2), false), ((3, 1), false)] {
        let game = placed(DOCUMENT, (1, 1), black);
        let dir = if black.0 == 1 { "right" } else { "down" };
        match near {
            true => refused(&game, &format!("turd {dir}"), "a turd is not dropped next to the enemy"),
            false => allowed(&game, &format!("turd {dir}")),
        }
    }
}

#[test]
fn each_agent_only_gets_to_make_five_turd_steps() {
    let mut game = placed(DOCUMENT, (0, 0), (7, 7));
    for _ in 0..5 {
        play(&mut game, &["turd right", "plain up"]);
        game.birds[1].at = Square::at(7, 7);
    }
    assert_eq!((game.bird(Colour::White).turds.len(), game.bird(Colour::White).turds_left), (5, 0));
    refused(&game, "turd right", "the chicken has no turds left");
}

#[test]
fn if_a_square_contains_an_egg_a_chicken_cannot_put_a_turd_or_a_second_egg_there() {
    let mut game = placed(DOCUMENT, (1, 1), (7, 2));
    play(&mut game, &["egg right", "plain down", "plain left", "plain up"]);
    let rule = "an egg or a turd is left on an empty square only";
    refused(&game, "egg right", rule);
    refused(&game, "turd right", rule);
    allowed(&game, "plain right");
}

#[test]
fn if_the_square_contains_a_turd_a_chicken_cannot_put_an_egg_or_a_second_turd_there() {
    let mut game = placed(DOCUMENT, (1, 1), (7, 2));
    play(&mut game, &["turd right", "plain down", "plain left", "plain up"]);
    let rule = "an egg or a turd is left on an empty square only";
    refused(&game, "egg right", rule);
    refused(&game, "turd right", rule);
    allowed(&game, "plain right");
}

#[test]
fn a_chicken_may_move_into_squares_containing_its_own_eggs_and_turds() {
    let game = drawn(DOCUMENT, ["........", ".w......", "aAa.....", ".w......", "........", "........", "........", ".......B"]);
    for dir in ["up", "right", "down", "left"] {
        allowed(&game, &format!("plain {dir}"));
    }
}

#[test]
fn a_chicken_may_not_move_into_squares_containing_its_opponents_eggs_or_turds() {
    let game = drawn(DOCUMENT, ["........", "........", ".bAk....", "........", "........", "........", "........", ".......B"]);
    refused(&game, "plain left", "a chicken may not move into a square with an egg of its enemy");
    refused(&game, "plain right", "a chicken may not move into a square with a turd of its enemy");
    allowed(&game, "plain up");
}

#[test]
fn a_chicken_may_not_move_into_any_square_that_shares_an_edge_with_a_square_containing_an_opponents_turd() {
    let game = drawn(DOCUMENT, ["..k.....", "........", "..A.k...", "........", ".k......", "........", "........", ".......B"]);
    let rule = "a chicken may not move into a square next to a turd of its enemy";
    refused(&game, "plain up", rule);
    refused(&game, "plain right", rule);
    allowed(&game, "plain down");
    allowed(&game, "plain left");
}

#[test]
fn a_chicken_may_not_move_into_the_square_of_its_enemy() {
    let game = placed(DOCUMENT, (3, 6), (4, 6));
    refused(&game, "plain right", "a chicken may not move into the square of its enemy");
}

#[test]
fn if_it_cannot_take_any_action_the_opponent_gets_five_eggs_and_the_game_is_terminated() {
    let mut game = drawn(DOCUMENT, ["B.......", "A.......", "........", "........", "........", "........", "........", "........"]);
    // White's turd at (1, 1) closes both ways out of the corner.
    game.birds[0].turds.insert(Square::at(1, 1));
    (game.birds[0].score, game.birds[1].score) = (1, 7);
    play(&mut game, &["plain down"]);
    over(&game, "blocked", [6, 7], [0.0, 1.0]);
    assert_eq!(game.scene().caption, "White steps down; Black cannot move: +5 for White. Black wins 7 to 6");
    assert_eq!(game.scene().mark, Some("blocked"));
    assert!(game.observe(Seat(1)).over);
}

#[test]
fn laying_an_egg_in_a_corner_square_gets_you_two_bonus_eggs() {
    for corner in [(0, 0), (7, 7)] {
        let mut game = placed(DOCUMENT, corner, (4, 1));
        play(&mut game, &[if corner.0 == 0 { "egg right" } else { "egg left" }]);
        assert_eq!(*game.points(), [3, 0]);
        assert_eq!((game.scene().caption.as_str(), game.scene().mark), ("White lays a corner egg: +3", Some("corner")));
    }
}

// Senses

#[test]
fn hearing_and_feeling_have_the_documents_odds() {
    for (offset, hear, feel) in [
        ((0, 0), 0, 0),
        ((1, 0), 50, 30),
        ((1, 1), 25, 15),
        ((2, 0), 10, 0),
        ((2, 1), 10, 0),
        ((2, 2), 0, 0),
        ((3, 0), 0, 0),
        ((3, 1), 0, 0),
        ((4, 3), 0, 0),
    ] {
        let (trapdoor, chicken) = (Square::at(3, 3), Square::at(3 + offset.0, 3 + offset.1));
        assert_eq!(DOCUMENT.odds(chicken, trapdoor), Odds { hear, feel });
        assert_eq!(DOCUMENT.odds(trapdoor, chicken), Odds { hear, feel }, "from the other side");
        let turned = Square::at(3 + offset.1, 3 + offset.0);
        assert_eq!(DOCUMENT.odds(turned, trapdoor), Odds { hear, feel });
    }
}

#[test]
fn what_is_noticed_follows_the_odds_and_hearing_and_feeling_are_independent() {
    let senses = [(false, false), (true, false), (false, true), (true, true)].map(Sense::from);
    let mut dice = Luck::new(6).nature(0);
    for at in [Square::at(3, 2), Square::at(4, 3), Square::at(2, 2), Square::at(4, 5), Square::at(4, 6)] {
        let trapdoors = [Square::at(3, 3), Square::at(3, 4)];
        let mut seen = [[0u32; 4]; 4];
        for _ in 0..100_000 {
            let drawn = DOCUMENT.draw_senses(at, trapdoors, &mut dice);
            let [white, black] = drawn.map(|sense| senses.iter().position(|other| *other == sense).unwrap());
            seen[white][black] += 1;
        }
        let odds = trapdoors.map(|trapdoor| DOCUMENT.odds(at, trapdoor));
        let mut counts = Vec::new();
        for (i, row) in seen.iter().enumerate() {
            for (j, count) in row.iter().enumerate() {
                let chance = odds[0].of(senses[i]) * odds[1].of(senses[j]);
                assert_eq!(chance == 0.0, *count == 0, "{at} {i} {j}");
                counts.push((*count, chance));
            }
        }
        counts.retain(|(_, chance)| *chance > 0.0);
        let chi = chi_square(&counts);
        assert!(chi < 37.7, "chi-square of {} outcomes at {at}: {chi}", counts.len());
    }
}

#[test]
fn where_nothing_can_be_noticed_no_dice_are_thrown() {
    let mut rng = Sprint::new(1);
    let before = format!("{rng:?}");
    assert_eq!(DOCUMENT.draw_senses(Square::at(0, 0), [Square::at(3, 3), Square::at(3, 4)], &mut rng), [Sense::default(); 2]);
    assert_eq!(format!("{rng:?}"), before);
}

#[test]
fn if_you_enter_the_same_square_a_second_time_the_outcome_is_resampled() {
    let mut game = placed(DOCUMENT, (3, 2), (7, 7));
    let mut seen = Vec::new();
    let mut dice = Luck::new(7).nature(0);
    for _ in 0..10 {
        play(&mut game, &["plain up", "plain up", "plain down"]);
        game.play(&Joint::solo(Seat(1), step("plain down")));
        let chance = game.draw(&mut dice);
        assert!(game.possible(&chance));
        game.settle(&chance);
        seen.push(game.observe(Seat(0)).senses);
    }
    assert!(seen.iter().any(|senses| *senses != seen[0]), "{seen:?}");
}

#[test]
fn what_a_chicken_notices_is_its_own_secret() {
    let mut game = placed(DOCUMENT, (3, 2), (2, 2));
    game.phase = Phase::Sense;
    let senses = [Sense { heard: true, felt: true }, Sense { heard: true, felt: false }];
    assert!(game.possible(&Chance::Sense(senses)));
    game.settle(&Chance::Sense(senses));
    assert_eq!(game.observe(Seat(0)).senses, senses);
    assert_eq!(game.observe(Seat(1)).senses, [Sense::default(); 2]);
    let private: Vec<_> = game.scene().pieces.into_iter().filter(|piece| ["noise", "tremor"].contains(&piece.kind)).collect();
    assert_eq!(private.len(), 3);
    assert!(private.iter().all(|piece| piece.known_to == Some(SeatSet::one(Seat(0)))));
}

// Trapdoors

#[test]
fn a_chicken_on_a_trapdoor_is_transported_back_to_its_starting_square_and_the_other_is_given_four_eggs() {
    let mut game = placed(DOCUMENT, (3, 2), (6, 6));
    play(&mut game, &["plain down"]);
    assert_eq!(game.bird(Colour::White).at, Square::at(0, 2));
    assert_eq!(*game.points(), [0, 4]);
    assert_eq!(game.mover, Colour::Black);
    assert_eq!(game.scene().caption, "White steps down; it falls through the trapdoor at (3, 3): +4 for Black");
    assert_eq!(game.scene().mark, Some("trapdoor"));
}

#[test]
fn either_trapdoor_takes_either_chicken_again_and_again() {
    let mut game = placed(DOCUMENT, (3, 5), (6, 6));
    play(&mut game, &["plain up"]);
    assert_eq!(*game.points(), [0, 4]);
    game.birds[1].at = Square::at(4, 4);
    play(&mut game, &["plain up", "plain down"]);
    // Black has stepped away from the trapdoor; it comes back and steps on it.
    game.birds[1].at = Square::at(4, 4);
    game.mover = Colour::Black;
    play(&mut game, &["plain left"]);
    assert_eq!((*game.points()).to_vec(), [4, 4]);
    assert_eq!(game.bird(Colour::Black).at, Square::at(7, 2));
}

#[test]
fn a_trapdoor_that_was_stepped_on_is_known_to_both() {
    let mut game = placed(DOCUMENT, (3, 2), (6, 6));
    assert_eq!(game.observe(Seat(0)).found, Squares::EMPTY);
    let hidden = |game: &Chickens| game.scene().pieces.iter().filter(|piece| piece.known_to == Some(SeatSet::EMPTY)).count();
    assert_eq!(hidden(&game), 2);
    play(&mut game, &["plain down"]);
    for seat in Seat::first(2) {
        assert_eq!(game.observe(seat).found, Squares::one(Square::at(3, 3)));
    }
    assert_eq!(hidden(&game), 1);
}

#[test]
fn an_egg_laid_before_the_fall_counts() {
    let mut game = placed(DOCUMENT, (3, 5), (6, 6));
    play(&mut game, &["egg up"]);
    assert_eq!(*game.points(), [1, 4]);
}

/// Black's belongings at White's birthplace (0, 2).
const BIRTHPLACES_TAKEN: [[&str; 8]; 4] = [
    ["........", "........", "B..A....", "........", "........", "........", "........", "........"],
    ["........", "........", "b..A....", "........", "........", "........", "........", ".......B"],
    ["........", "........", "k..A....", "........", "........", "........", "........", ".......B"],
    ["........", "........", "...A....", "k.......", "........", "........", "........", ".......B"],
];

#[test]
fn if_the_transported_chicken_cannot_occupy_its_starting_square_the_game_is_immediately_terminated() {
    for rows in BIRTHPLACES_TAKEN {
        let mut game = drawn(DOCUMENT, rows);
        (game.birds[0].score, game.birds[1].score) = (3, 0);
        play(&mut game, &["plain down"]);
        over(&game, "no way home", [3, 4], [0.0, 1.0]);
        assert!(game.scene().caption.ends_with("it cannot go home. Black wins 4 to 3"), "{}", game.scene().caption);
    }
    for own in ["a..A....", "w..A...."] {
        let mut game = drawn(DOCUMENT, ["........", "........", own, "........", "........", "........", "........", ".......B"]);
        play(&mut game, &["plain down"]);
        assert_eq!(game.turn(), Turn::Act(SeatSet::one(Seat(1))), "its own things do not keep a chicken from home");
    }
}

// Termination

#[test]
fn a_chicken_that_makes_an_invalid_move_loses() {
    let game = placed(DOCUMENT, (0, 0), (7, 7));
    assert_eq!(game.fallback(Seat(0), &mut Luck::new(0).fallback(0, 0)), None);
    assert_eq!(*game.forfeit(SeatSet::one(Seat(0))), [0.0, 1.0]);
    assert_eq!(*game.forfeit(SeatSet::one(Seat(1))), [1.0, 0.0]);
    assert_eq!(*game.forfeit(SeatSet::first(2)), [0.5, 0.5]);
}

#[test]
fn when_both_chickens_have_made_forty_moves_the_chicken_with_the_most_eggs_wins() {
    for (scores, payoffs) in [([4, 2], [1.0, 0.0]), ([2, 4], [0.0, 1.0]), ([3, 3], [0.5, 0.5])] {
        let mut game = placed(DOCUMENT, (0, 2), (7, 2));
        for _ in 0..20 {
            play(&mut game, &["plain up", "plain up", "plain down"]);
            (game.birds[0].score, game.birds[1].score) = (scores[0], scores[1]);
            play(&mut game, &["plain down"]);
        }
        over(&game, "out of turns", scores.map(i32::from), payoffs);
        assert_eq!(game.played(), 80);
    }
}

#[test]
fn other_numbers_of_turns_turds_and_eggs_are_played_with() {
    let config = Config { turns: 2, turds: 1, corner_bonus: 9, trapdoor_penalty: 7, ..DOCUMENT };
    let mut game = placed(config, (0, 0), (3, 5));
    play(&mut game, &["egg right", "plain up"]);
    assert_eq!(*game.points(), [17, 0]);
    play(&mut game, &["turd right", "plain up"]);
    assert_eq!((game.turn(), game.bird(Colour::White).turds_left), (Turn::Over, 0));
}

// Where the original engine differs

#[test]
fn original_a_trapdoor_on_the_last_turn_comes_too_late_to_count() {
    for (config, payoffs) in [(ORIGINAL, [0.0, 1.0]), (DOCUMENT, [1.0, 0.0])] {
        let mut game = placed(Config { turns: 1, ..config }, (0, 6), (3, 5));
        game.birds[1].score = 2;
        play(&mut game, &["plain up", "plain up"]);
        over(&game, "out of turns", [4, 2], payoffs);
    }
}

#[test]
fn original_a_chicken_goes_home_even_to_a_taken_square() {
    for rows in BIRTHPLACES_TAKEN {
        let mut game = drawn(ORIGINAL, rows);
        play(&mut game, &["plain down"]);
        assert_eq!((game.turn(), game.bird(Colour::White).at), (Turn::Act(SeatSet::one(Seat(1))), Square::at(0, 2)));
    }
}

#[test]
fn original_a_block_made_from_a_trapdoor_ends_the_game_before_the_fall() {
    // Black is held in by two eggs and by White itself, which stands on the trapdoor.
    let rows = ["aB......", ".aA.....", "........", "........", "........", "........", "........", "........"];
    let build = |config| {
        let mut game = drawn(config, rows);
        game.trapdoors[0] = Square::at(2, 0);
        game
    };
    let mut game = build(ORIGINAL);
    play(&mut game, &["plain up"]);
    over(&game, "blocked", [5, 4], [1.0, 0.0]);
    let mut game = build(DOCUMENT);
    play(&mut game, &["plain up"]);
    assert_eq!((game.turn(), game.bird(Colour::White).at), (Turn::Act(SeatSet::one(Seat(1))), Square::at(0, 2)));
}

#[test]
fn original_a_block_made_by_the_fall_itself_loses_for_the_chicken_that_cannot_move() {
    // Black's only way out is White's birthplace, to which White falls back.
    for (config, reason, points) in [(ORIGINAL, "no valid move", [0, 4]), (DOCUMENT, "blocked", [5, 4])] {
        let mut game = drawn(config, ["........", "........", "...A....", "Ba......", "a.......", "........", "........", "........"]);
        play(&mut game, &["plain down"]);
        over(&game, reason, points, [1.0, 0.0]);
    }
}

#[test]
fn original_a_square_with_an_enemy_turd_is_closed_by_its_neighbours_only() {
    let rows = ["........", "........", "..Ak....", "........", "........", "........", "........", ".......B"];
    allowed(&drawn(ORIGINAL, rows), "plain right");
    refused(&drawn(DOCUMENT, rows), "plain right", "a chicken may not move into a square with a turd of its enemy");
}

#[test]
fn original_things_of_the_enemy_do_not_keep_an_egg_or_a_turd_away() {
    let rows = ["........", "........", "..A.....", "........", "........", "........", "........", ".......B"];
    for (config, can) in [(ORIGINAL, true), (DOCUMENT, false)] {
        let mut game = drawn(config, rows);
        game.birds[1].eggs.insert(Square::at(2, 2));
        assert_eq!((game.steps(Colour::White).contains(step("egg up")), game.steps(Colour::White).contains(step("turd up"))), (can, can));
    }
}

#[test]
fn original_chickens_on_one_square_are_too_near_for_a_turd() {
    let game = placed(ORIGINAL, (0, 2), (0, 2));
    refused(&game, "turd up", "a turd is not dropped next to the enemy");
    allowed(&game, "egg up");
}

// What is refused

#[test]
fn a_bad_configuration_is_refused_with_its_setting_value_and_range() {
    #[track_caller]
    fn says(json: &str, text: &str) {
        let config: Config = serde_json::from_str(json).unwrap();
        assert_eq!(Chickens::new(&config).unwrap_err().to_string(), text);
    }
    says(r#"{"turns":0}"#, "turns is 0, not a number from 1 to 100");
    says(r#"{"turns":101}"#, "turns is 101, not a number from 1 to 100");
    says(r#"{"turds":65}"#, "turds is 65, not a number from 0 to 64");
    says(r#"{"corner_bonus":101}"#, "corner_bonus is 101, not a number from 0 to 100");
    says(r#"{"trapdoor_penalty":255}"#, "trapdoor_penalty is 255, not a number from 0 to 100");
    says(r#"{"blocking_bonus":101}"#, "blocking_bonus is 101, not a number from 0 to 100");
    says(r#"{"hear":[50,101,0]}"#, "hear[1] is 101, not a number from 0 to 100");
    says(r#"{"feel":[0,0,200]}"#, "feel[2] is 200, not a number from 0 to 100");
    says(r#"{"trapdoor_weights":[0,0,0,101]}"#, "trapdoor_weights[3] is 101, not a number from 0 to 100");
    says(
        r#"{"trapdoor_weights":[0,0,0,0]}"#,
        "trapdoor_weights is [0, 0, 0, 0], which leaves no square for the trapdoors: one must be from 1 to 100",
    );
    for unreadable in
        [r#"{"turn":40}"#, r#"{"turns":-1}"#, r#"{"turns":300}"#, r#"{"hear":[1,2]}"#, r#"{"rules":"house"}"#, r#"{"turns":1.5}"#]
    {
        assert!(serde_json::from_str::<Config>(unreadable).is_err(), "{unreadable}");
    }
}

#[test]
fn an_impossible_outcome_is_refused() {
    let read = |json: &str| serde_json::from_str::<Chance>(json).unwrap();
    let empty = Chickens::new(&DOCUMENT).unwrap();
    assert!(empty.possible(&read(r#"{"setup":{"white":[0,2],"trapdoors":[[3,3],[3,4]]}}"#)));
    for impossible in [
        r#"{"setup":{"white":[0,1],"trapdoors":[[3,3],[3,4]]}}"#,
        r#"{"setup":{"white":[0,0],"trapdoors":[[3,3],[3,4]]}}"#,
        r#"{"setup":{"white":[4,4],"trapdoors":[[3,3],[3,4]]}}"#,
        r#"{"setup":{"white":[0,2],"trapdoors":[[3,4],[3,3]]}}"#,
        r#"{"setup":{"white":[0,2],"trapdoors":[[3,3],[5,5]]}}"#,
        r#"{"setup":{"white":[0,2],"trapdoors":[[1,1],[3,4]]}}"#,
        r#"{"sense":[[false,false],[false,false]]}"#,
    ] {
        assert!(!empty.possible(&read(impossible)), "{impossible}");
    }
    for unreadable in [
        r#"{"setup":{"white":[0,8],"trapdoors":[[3,3],[3,4]]}}"#,
        r#"{"setup":{"white":[0,2],"trapdoors":[[3,3]]}}"#,
        r#"{"setup":{"white":[0,2],"trapdoors":[[3,3],[3,4]],"x":1}}"#,
        r#"{"sense":[[false,false]]}"#,
        r#"{"sense":[[0,1],[0,0]]}"#,
        r#"{"dream":[]}"#,
    ] {
        assert!(serde_json::from_str::<Chance>(unreadable).is_err(), "{unreadable}");
    }
    let mut game = placed(DOCUMENT, (2, 5), (7, 7));
    assert!(!game.possible(&QUIET), "the chicken has already listened");
    game.phase = Phase::Sense;
    // (2, 5) is diagonal to the black trapdoor at (3, 4) and one step further from the white one at (3, 3).
    for (json, possible) in [
        (r#"{"sense":[[true,false],[true,true]]}"#, true),
        (r#"{"sense":[[false,true],[false,false]]}"#, false),
        (r#"{"setup":{"white":[0,2],"trapdoors":[[3,3],[3,4]]}}"#, false),
    ] {
        assert_eq!(game.possible(&read(json)), possible, "{json}");
    }
    game.config.hear = [100; 3];
    assert!(!game.possible(&QUIET), "what is certain happens");
}

#[test]
fn an_observation_that_no_game_shows_is_refused() {
    let honest = serde_json::to_value(placed(DOCUMENT, (2, 5), (7, 7)).observe(Seat(0))).unwrap();
    let read = |value: &serde_json::Value| serde_json::from_value::<Observation>(value.clone());
    assert!(read(&honest).is_ok());
    for (pointer, bad) in [
        ("/me/colour", serde_json::json!("black")),
        ("/me/at", serde_json::json!([8, 0])),
        ("/me/turns_left", serde_json::json!(101)),
        ("/me/turns_left", serde_json::json!(0)),
        ("/enemy/turds_left", serde_json::json!(65)),
        ("/me/score", serde_json::json!(-1)),
        ("/me/score", serde_json::json!(32_000)),
        ("/found", serde_json::json!([[3, 3], [2, 2]])),
        ("/me/eggs", serde_json::json!([[3, 3], [3, 3]])),
        ("/senses", serde_json::json!([[true, false]])),
    ] {
        let mut changed = honest.clone();
        *changed.pointer_mut(pointer).unwrap() = bad;
        assert!(read(&changed).is_err(), "{changed}");
    }
}

// What is shown

#[test]
fn captions_say_what_happened() {
    let mut game = placed(Config { turns: 2, ..DOCUMENT }, (0, 2), (7, 2));
    assert_eq!(game.scene().caption, "White is born at (0, 2), Black at (7, 2)");
    for (text, caption) in [
        ("egg up", "White lays an egg: +1"),
        ("turd up", "Black drops a turd at (7, 2)"),
        ("plain right", "White steps right"),
        ("egg left", "Black lays an egg: +1; all turns are taken. A tie at 1"),
    ] {
        if text == "egg left" {
            game.birds[1].at = Square::at(7, 4);
        }
        play(&mut game, &[text]);
        assert_eq!(game.scene().caption, caption);
    }
}

#[test]
fn a_result_that_the_score_does_not_tell_is_told() {
    let mut game = placed(Config { turns: 1, ..ORIGINAL }, (0, 6), (3, 5));
    game.birds[1].score = 2;
    play(&mut game, &["plain up", "plain up"]);
    assert!(game.scene().caption.ends_with("all turns are taken. Black wins all the same"), "{}", game.scene().caption);
}

#[test]
fn the_scene_shows_ground_zones_and_pieces_with_ids_of_their_own() {
    let game = drawn(DOCUMENT, ["a.......", "........", "..A.w...", "........", "....k..b", "........", "........", ".......B"]);
    let scene = game.scene();
    let glyph = |piece: &crate::scene::Piece| match (piece.kind, piece.seat) {
        ("chicken", Some(Seat(0))) => 'A',
        ("chicken", _) => 'B',
        ("egg", Some(Seat(0))) => 'a',
        ("egg", _) => 'b',
        ("turd", Some(Seat(0))) => 'w',
        ("turd", _) => 'k',
        _ => 'o',
    };
    assert_eq!(
        scene.text("terrain", glyph).split('\n').collect::<Vec<_>>(),
        ["a:.:.:.:", ":.:.:.:.", ".:A:w:.:", ":.:o:.:.", ".:.ok:.b", ":.:.:.:.", ".:.:.:.:", ":.:.:.:B"]
    );
    assert_eq!(
        scene.text("zones", |_| ' ').replace(' ', ".").split('\n').collect::<Vec<_>>()[1..4],
        ["....w...", "...w.w..", "....x..."],
        "pieces hide what is below them"
    );
    let mut ids: Vec<_> = scene.pieces.iter().map(|piece| piece.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), scene.pieces.len());
    assert_eq!(scene.panels[0].lines[2], ("eggs on the board", "1, 1 in corners".into()));
}

#[test]
fn a_game_is_small() {
    let size = size_of::<Chickens>();
    println!("chickens: a state has {size} bytes, a step {}", size_of::<Step>());
    assert!(size <= 96, "{size}");
}

fn any_squares() -> impl Strategy<Value = Squares> {
    // The product of two draws is sparse enough for chickens to move.
    (any::<u64>(), any::<u64>(), any::<u64>()).prop_map(|(a, b, c)| Squares(a & b & c))
}

fn any_bird(colour: Colour) -> impl Strategy<Value = Bird> {
    let parts = (0..8u8, 0..8u8, any_squares(), any_squares(), 0..3u8);
    parts.prop_map(move |(x, y, eggs, turds, turds_left)| Bird {
        colour,
        at: Square::at(x, y),
        spawn: Square::at(0, 2),
        eggs,
        turds: turds & !eggs,
        score: 0,
        turds_left,
        turns_left: 3,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Listing and checking are written apart; no playout reaches all of these positions.
    #[test]
    fn the_list_of_steps_is_what_the_check_lets_pass(white in any_bird(Colour::White), black in any_bird(Colour::Black)) {
        for rules in [Rules::Document, Rules::Original] {
            for (me, foe) in [(&white, &black), (&black, &white)] {
                let passed: Vec<Step> = Step::ALL.into_iter().filter(|step| me.check(*step, foe, rules).is_ok()).collect();
                prop_assert_eq!(me.steps(foe, rules).iter().collect::<Vec<_>>(), passed.clone());
                prop_assert_eq!(me.is_stuck(foe, rules), passed.is_empty());
            }
        }
    }
}

#[test]
fn laws() {
    let loud = Config { hear: [100, 50, 100], feel: [0, 100, 1], trapdoor_weights: [9, 1, 0, 3], ..DOCUMENT };
    let rough = Config { turns: 100, turds: 64, blocking_bonus: 100, trapdoor_penalty: 100, corner_bonus: 100, ..ORIGINAL };
    let short = Config { turns: 1, turds: 0, blocking_bonus: 0, trapdoor_penalty: 0, corner_bonus: 0, ..DOCUMENT };
    for config in
        [DOCUMENT, ORIGINAL, loud, Config { rules: Rules::Original, ..loud }, rough, Config { rules: Rules::Document, ..rough }, short]
    {
        Laws::<Chickens> { config, games: 40, most_decisions: 2 * u64::from(config.turns), universe: &Step::ALL }.check();
    }
}

//! One test a sentence of the rules, then the laws.
use super::*;
use crate::laws::Laws;
use crate::luck::Luck;

fn start(config: Config, board: &str) -> Microchess {
    let mut game = Microchess::new(&config).unwrap();
    game.settle(&board.parse().unwrap());
    game
}

#[track_caller]
fn play(game: &mut Microchess, moves: &[&str]) {
    for text in moves {
        let step: Move = text.parse().unwrap();
        let seat = seat_of(game.mover());
        assert_eq!(game.turn(), Turn::Act(SeatSet::one(seat)), "{text} is played while the game goes on");
        game.check(seat, step).unwrap();
        game.play(&Joint::solo(seat, step));
    }
}

#[track_caller]
fn ends(board: &str, moves: &[&str], payoffs: [f32; 2], reason: &str) {
    let mut game = start(Config::default(), board);
    play(&mut game, moves);
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!((&*game.payoffs(), game.reason()), (&payoffs[..], reason));
}

#[test]
fn the_four_pieces_start_in_distinct_cells_of_the_grid() {
    let game = Microchess::new(&Config::default()).unwrap();
    assert_eq!(game.turn(), Turn::Chance);
    for k in 0..500 {
        assert!(game.draw(&mut Luck::new(1).nature(k)).is_full());
    }
}

#[test]
fn every_start_is_equally_likely() {
    let game = Microchess::new(&Config::default()).unwrap();
    let mut dice = Luck::new(5).nature(0);
    let mut seen = [0u32; 16];
    for _ in 0..16_000 {
        seen[game.draw(&mut dice).king(Colour::Black).0 as usize] += 1;
    }
    let chi: f64 = seen.iter().map(|n| (f64::from(*n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 37.7, "chi-square of 16 cells at 0.1 %: {chi}");
}

#[test]
fn white_makes_the_first_move_and_then_the_sides_alternate() {
    let mut game = start(Config::default(), "k..r/..../..../K..R");
    assert_eq!(game.mover(), Colour::White);
    play(&mut game, &["K12"]);
    assert_eq!(game.mover(), Colour::Black);
    play(&mut game, &["K13"]);
    assert_eq!(game.mover(), Colour::White);
}

#[test]
fn a_king_without_a_rook_is_captured_and_the_game_is_won() {
    ends("..../..../Kk../R...", &["K22"], [3.0, 0.0], "king captured");
}

#[test]
fn the_adversary_is_allowed_one_last_move_with_its_rook() {
    // The black rook cannot reach the white king any more.
    ends("..R./...r/Kk../....", &["K22", "R44"], [3.0, 0.0], "king captured");
}

#[test]
fn a_last_rook_move_that_captures_the_king_is_a_tie() {
    ends("..../..../Kk.r/R...", &["K22", "R22"], [2.0, 2.0], "both kings captured");
}

#[test]
fn a_last_rook_move_may_capture_the_rook_to_no_effect() {
    ends("...r/..../Kk../...R", &["K22", "R41"], [3.0, 0.0], "king captured");
}

#[test]
fn only_the_rook_makes_a_last_move() {
    let mut game = start(Config::default(), "..R./...r/Kk../....");
    play(&mut game, &["K22"]);
    let mut legal = Vec::new();
    game.legal(Seat(1), &mut legal);
    assert!(legal.iter().all(|step| step.piece == Piece::Rook) && !legal.is_empty());
}

#[test]
fn a_draw_is_declared_after_game_length_total_moves() {
    let mut game = start(Config { game_length: 4, ..Config::default() }, "k..r/..../..../K..R");
    play(&mut game, &["R31", "R34", "R41"]);
    assert_eq!(game.left(), 1);
    play(&mut game, &["R44"]);
    assert_eq!((game.turn(), &*game.payoffs(), game.reason()), (Turn::Over, &[1.0, 1.0][..], "move limit"));
}

#[test]
fn the_last_move_counts_against_the_limit_unless_the_option_says_otherwise() {
    let limit = |last_move_counts| Config { game_length: 1, last_move_counts, ..Config::default() };
    let mut counts = start(limit(true), "..../..../Kk.r/R...");
    play(&mut counts, &["K22"]);
    assert_eq!((counts.turn(), &*counts.payoffs()), (Turn::Over, &[3.0, 0.0][..]));
    let mut bonus = start(limit(false), "..../..../Kk.r/R...");
    play(&mut bonus, &["K22", "R22"]);
    assert_eq!((bonus.turn(), &*bonus.payoffs()), (Turn::Over, &[2.0, 2.0][..]));
}

#[test]
fn a_side_always_has_a_move() {
    for board in Board::starts() {
        assert!(board.moves(Colour::White).len() >= 3);
    }
}

#[test]
fn start_options_keep_their_promise() {
    for start in [Start::NoKingCapture, Start::Quiet] {
        let game = Microchess::new(&Config { start, ..Config::default() }).unwrap();
        for k in 0..200 {
            let board = game.draw(&mut Luck::new(3).nature(k));
            assert_ne!(board.best_capture(Colour::White), Some(Piece::King));
            assert!(start != Start::Quiet || board.best_capture(Colour::Black).is_none());
        }
    }
}

#[test]
fn a_board_that_cannot_start_a_game_is_refused() {
    let with = |board: &str, start| {
        Microchess::new(&Config { board: Some(board.parse().unwrap()), start, ..Config::default() }).unwrap_err().to_string()
    };
    assert!(with("..../..../..../K..R", Start::Any).contains("lacks a king"));
    assert!(with("..../..../Kk.r/R...", Start::Quiet).contains("admits"));
    let long = Microchess::new(&Config { game_length: 121, ..Config::default() }).unwrap_err().to_string();
    assert_eq!(long, "game_length is 121, not a number from 1 to 120");
}

#[test]
fn a_bad_answer_is_replaced_by_a_monkey_move() {
    let game = start(Config::default(), "..R./...r/Kk../....");
    let step = game.fallback(Seat(0), &mut Luck::new(0).fallback(0, 0)).unwrap();
    assert_eq!(step, Move::king(2, 2), "a Monkey captures the king if possible");
}

#[test]
fn captions_say_what_happened() {
    let mut game = start(Config::default(), "..R./...r/Kk../....");
    assert_eq!(game.scene().caption, "White to move");
    play(&mut game, &["K22"]);
    assert_eq!(game.scene().caption, "White king takes the king on (2, 2): one last rook move");
    play(&mut game, &["R44"]);
    assert_eq!(game.scene().caption, "Black rook to (4, 4): White wins");
    assert_eq!(game.scene().mark, None);
}

#[test]
fn laws() {
    let universe: Vec<Move> = Move::all().collect();
    for config in [Config::default(), Config { last_move_counts: false, start: Start::Quiet, game_length: 7, ..Config::default() }] {
        Laws::<Microchess> { config, games: 200, most_decisions: 31, universe: &universe }.check();
    }
}

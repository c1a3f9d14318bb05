//! The figures that are known of the solution, and the players at the table.
use super::atlas::Atlas;
use super::horde::{Member, choices, solved};
use super::matrix::{matrix, strategy};
use super::response::{Response, Starts, meet, payoff, reversed};
use super::solution::{Outcomes, Side, Solution};
use super::strategy::Menu;
use super::survey::{explain, values};
use super::titfortat::{CREEDS, Faithful};
use super::utility::{Pair, Personality};
use super::*;
use games::luck::Luck;
use games::microchess::{Board, Colour, Config, Move, Outcome, Piece};
use games::{Joint, PerSeat, Player, Seat, Start, Turn};
use proptest::prelude::*;
use std::time::Duration;

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn realist() -> &'static Solution {
    solved(Personality::Realist, true).unwrap()
}

/// Positions by the mover's outcome: losses, draws, ties, wins.
fn tally(solution: &Solution, left: u8, of: impl Fn(&Board) -> bool) -> [u32; 4] {
    let atlas = Atlas::shared();
    let mut counts = [0; 4];
    for node in (0..atlas.nodes()).filter(|node| of(atlas.board(*node))) {
        let outcome = solution.outcomes(node, Side::Own, left).only().expect("a Realist's outcome is unique");
        counts[outcome as usize] += atlas.size(node);
    }
    counts
}

/// Which edges are best, one bit each.
fn best_set(solution: &Solution, node: usize, left: u8) -> u16 {
    let atlas = Atlas::shared();
    let best = solution.best(atlas, node, Side::Own, left);
    atlas.to(node).iter().zip(0..).fold(0, |mask, (target, bit)| mask | u16::from(best.has(*target as usize)) << bit)
}

mod the_solution {
    use super::*;

    #[test]
    fn the_values_of_a_realist_over_the_starts() {
        let all = values(&Config::default());
        let realist = all.iter().find(|values| values.personality == "Realist").unwrap();
        let rows: Vec<_> = realist.rows.iter().map(|row| (row.own, row.other, row.outcomes[0], row.boards)).collect();
        let expected = [
            (3.0, 0.0, Outcome::Win, 27_020),
            (2.0, 2.0, Outcome::Tie, 16_372),
            (1.0, 1.0, Outcome::Draw, 184),
            (0.0, 3.0, Outcome::Loss, 104),
        ];
        assert_eq!(rows, expected);
        assert!((realist.own - 2.60962).abs() < 5e-6 && (realist.other - 0.76099).abs() < 5e-6);
    }

    #[test]
    fn the_values_of_the_others_over_the_starts() {
        let rows = |name: &str| -> Vec<(f64, u32)> {
            let all = values(&Config::default());
            let values = all.iter().find(|values| values.personality == name).unwrap().clone();
            values.rows.iter().map(|row| (row.own, row.boards)).collect()
        };
        assert_eq!(rows("Pessimist"), [(3.0, 27_020), (2.0, 11_284), (1.0, 5_272), (0.0, 104)]);
        assert_eq!(rows("Queller"), [(0.0, 27_020), (-1.0, 11_112), (-2.0, 5_444), (-3.0, 104)]);
        assert_eq!(rows("Scrapper"), [(0.0, 27_020), (-1.0, 15_988), (-2.0, 568), (-3.0, 104)]);
        assert_eq!(rows("Optimist"), [(3.0, 43_680)]);
        assert_eq!(rows("Truster"), [(10.0, 43_680)]);
        assert_eq!(rows("Utilitarian"), [(4.0, 43_680)]);
        assert_eq!(rows("Cooperative"), [(3.0, 43_680)]);
        assert_eq!(rows("Nihilist"), [(0.0, 43_680)]);
    }

    #[test]
    fn the_values_by_kind_of_start() {
        let kind = |mine: Option<Piece>, theirs: bool| {
            tally(realist(), 30, |board| {
                let other = board.best_capture(Colour::Black).is_some();
                board.is_full() && board.best_capture(Colour::White) == mine && (mine.is_some() || other == theirs)
            })
        };
        assert_eq!(kind(Some(Piece::King), false), [0, 0, 6_608, 19_448]);
        assert_eq!(kind(Some(Piece::Rook), false), [8, 184, 3_388, 7_516]);
        assert_eq!(kind(None, true), [96, 0, 3_028, 8]);
        assert_eq!(kind(None, false), [0, 0, 3_348, 48]);
    }

    #[test]
    fn the_values_by_moves_left() {
        let counts = [
            (1, [0, 17_624, 0, 26_056]),
            (2, [120, 17_504, 9_256, 16_800]),
            (3, [0, 7_316, 18_360, 18_004]),
            (4, [0, 352, 25_940, 17_388]),
            (10, [8, 24, 21_228, 22_420]),
            (15, [88, 144, 16_532, 26_916]),
            (18, [104, 184, 16_372, 27_020]),
            (120, [104, 184, 16_372, 27_020]),
        ];
        let bonus = solved(Personality::Realist, false).unwrap();
        for (left, expected) in counts {
            assert_eq!(tally(realist(), left, Board::is_full), expected, "{left} moves left");
            if left >= 5 {
                assert_eq!(tally(bonus, left, Board::is_full), expected, "{left} moves left, last moves not counted");
            }
        }
    }

    #[test]
    fn the_values_of_the_endings() {
        let pieces = |own: bool, theirs: bool| {
            move |board: &Board| {
                !board.king(Colour::White).is_gone()
                    && (!board.rook(Colour::White).is_gone(), !board.rook(Colour::Black).is_gone()) == (own, theirs)
            }
        };
        assert_eq!(tally(realist(), 18, pieces(true, false)), [0, 0, 0, 3_360]);
        assert_eq!(tally(realist(), 18, pieces(false, true)), [1_608, 576, 456, 720]);
        assert_eq!(tally(realist(), 18, pieces(false, false)), [0, 156, 0, 84]);
        let outcome = |text: &str| {
            let node = Atlas::shared().node(&board(text), Colour::White).unwrap();
            realist().outcomes(node, Side::Own, 30).only()
        };
        assert_eq!(outcome("..../..../R.../Krk."), Some(Outcome::Loss));
        assert_eq!(outcome("..../.k../R.r./K..."), Some(Outcome::Draw));
    }

    /// The first number of moves left from which nothing changes up to 80, with the given period.
    fn settled(differ: impl Fn(u8, u8) -> bool, period: u8) -> u8 {
        (1..=80 - period).rev().find(|left| differ(*left, left + period)).map_or(1, |left| left + 1)
    }

    #[test]
    fn play_is_stationary_long_before_the_end_except_a_trusters() {
        let atlas = Atlas::shared();
        let nodes = || 0..atlas.nodes();
        let check = |personality, period, values, sets| {
            let solution = solved(personality, true).unwrap();
            let worth = |left, node| [Side::Own, Side::Other].map(|side| solution.value(node, side, left));
            let found = settled(|a, b| nodes().any(|node| worth(a, node) != worth(b, node)), period);
            assert_eq!(found, values, "values of {}", personality.name());
            let found = settled(|a, b| nodes().any(|node| best_set(solution, node, a) != best_set(solution, node, b)), period);
            assert_eq!(found, sets, "best moves of {}", personality.name());
        };
        check(Personality::Realist, 1, 18, 19);
        check(Personality::Scrapper, 1, 18, 19);
        check(Personality::Pessimist, 1, 22, 23);
        check(Personality::Queller, 1, 22, 22);
        check(Personality::Optimist, 1, 5, 5);
        check(Personality::Utilitarian, 1, 6, 7);
        check(Personality::Truster, 2, 6, 7);
        assert_eq!(solved(Personality::Truster, true).unwrap().layers().1, Some(2));
    }

    #[test]
    fn whether_the_last_move_counts_matters_to_the_last_six_moves_only() {
        let atlas = Atlas::shared();
        for personality in Personality::HORDE.into_iter().filter(|personality| personality.pair().is_some()) {
            let [counts, bonus] = [true, false].map(|counts| solved(personality, counts).unwrap());
            for (left, node) in (6..=40).flat_map(|left| (0..atlas.nodes()).map(move |node| (left, node))) {
                assert_eq!(counts.value(node, Side::Own, left), bonus.value(node, Side::Own, left));
                assert!(left == 6 || best_set(counts, node, left) == best_set(bonus, node, left));
            }
        }
    }

    /// Over all positions with 1 to 30 moves left: how many, sets that differ, sets that have no move in common.
    fn compare(a: Personality, b: Personality) -> [u32; 3] {
        let (atlas, a, b) = (Atlas::shared(), solved(a, true).unwrap(), solved(b, true).unwrap());
        let mut counts = [0; 3];
        for (left, node) in (1..=30).flat_map(|left| (0..atlas.nodes()).map(move |node| (left, node))) {
            let (first, second) = (best_set(a, node, left), best_set(b, node, left));
            for (count, is) in counts.iter_mut().zip([true, first != second, first & second == 0]) {
                *count += u32::from(is) * atlas.size(node);
            }
        }
        counts
    }

    #[test]
    fn nobody_is_both_a_realist_and_a_utilitarian() {
        let [all, _, disjoint] = compare(Personality::Realist, Personality::Utilitarian);
        assert_eq!((all, disjoint), (1_627_200, 474_904));
        let figure = board("..R./...r/Kk../....");
        let moves = |personality| choices(personality, &figure, Colour::White, 30, true).moves().to_vec();
        assert_eq!(moves(Personality::Realist), [Move::king(2, 2)]);
        assert_eq!(moves(Personality::Utilitarian).len(), figure.moves(Colour::White).len() - 1);
        assert!(!moves(Personality::Utilitarian).contains(&Move::king(2, 2)));
    }

    #[test]
    fn no_two_personalities_are_the_same() {
        let differ = |a, b| f64::from(compare(a, b)[1]) / 16_272.0;
        assert_eq!(compare(Personality::Truster, Personality::Utilitarian)[1], 29_960);
        assert!((differ(Personality::Realist, Personality::Scrapper) - 18.7).abs() < 0.05);
        assert!((differ(Personality::Scrapper, Personality::Pessimist) - 19.8).abs() < 0.05);
        assert!((differ(Personality::Realist, Personality::Pessimist) - 22.2).abs() < 0.05);
        assert!((differ(Personality::Optimist, Personality::Nihilist) - 7.5).abs() < 0.05);
        let together = [
            (Personality::Realist, Personality::Pessimist),
            (Personality::Queller, Personality::Scrapper),
            (Personality::Optimist, Personality::Truster),
        ];
        assert!(together.into_iter().all(|(a, b)| compare(a, b)[2] == 0), "these sets always have a move in common");
    }
}

mod food_for_thought {
    use super::*;

    fn view(text: &str, to_move: Colour, personality: &str) -> (Option<Outcome>, u8) {
        let found = explain(&board(text), to_move, 30, &Config::default()).unwrap();
        let view = found.position.iter().find(|view| view.personality == personality).unwrap().clone();
        (Some(view.outcomes[0]), view.distance.unwrap())
    }

    #[test]
    fn white_wins_whoever_starts() {
        assert_eq!(view("..../...k/.K../R...", Colour::White, "Realist"), (Some(Outcome::Win), 5));
        assert_eq!(view("..../...k/.K../R...", Colour::Black, "Realist"), (Some(Outcome::Loss), 6));
        assert_eq!(view("..../R.../K.k./....", Colour::White, "Realist"), (Some(Outcome::Win), 9));
        assert_eq!(view("..../R.../K.k./....", Colour::Black, "Realist"), (Some(Outcome::Loss), 8));
    }

    /// Moves by their distance to a Realist's win.
    fn wins(text: &str) -> Vec<(String, u8)> {
        let found = explain(&board(text), Colour::White, 30, &Config::default()).unwrap();
        let realist = |line: &super::super::survey::Line| line.views.iter().find(|view| view.personality == "Realist").unwrap().clone();
        let all = found.moves.iter().map(|line| (line.step.to_string(), realist(line)));
        all.filter(|(_, view)| view.best).map(|(step, view)| (step, view.distance.unwrap())).collect()
    }

    #[test]
    fn only_some_moves_win_and_few_win_fast() {
        let first = wins("..../...k/.K../R...");
        assert_eq!(first.iter().filter(|(_, distance)| *distance == 5).map(|(step, _)| step.as_str()).collect::<Vec<_>>(), ["R14"]);
        assert!(first.len() == 11 && first.iter().all(|(step, _)| step != "K32" && step != "K33"));
        let second = wins("..../R.../K.k./....");
        assert_eq!(second, [("K11".to_string(), 9), ("R23".to_string(), 9), ("R14".to_string(), 13)]);
    }

    #[test]
    fn king_and_rook_beat_a_king_from_everywhere() {
        let atlas = Atlas::shared();
        let [own, _] = realist().distances(atlas, 30).unwrap();
        let mut longest = [0; 3];
        for (node, &far) in own[..atlas.nodes()].iter().enumerate() {
            let board = atlas.board(node);
            if board.king(Colour::White).is_gone() || board.rook(Colour::White).is_gone() || !board.rook(Colour::Black).is_gone() {
                continue;
            }
            assert_eq!(realist().outcomes(node, Side::Own, 30), Outcomes::one(Outcome::Win));
            let king = board.king(Colour::White);
            let edges = usize::from([1, 4].contains(&king.column())) + usize::from([1, 4].contains(&king.row()));
            longest[edges] = longest[edges].max(far);
        }
        assert_eq!(longest, [7, 11, 15], "from the centre, the edge and a corner");
        // With Black to move, by the cell of White's king.
        let won = |column, row| {
            let at = |board: &Board| board.king(Colour::Black) == games::microchess::Cell::at(column, row);
            let whole = Atlas::unfolded();
            let ending = |node: &usize| {
                let board = whole.board(*node);
                at(board)
                    && !board.rook(Colour::Black).is_gone()
                    && board.rook(Colour::White).is_gone()
                    && !board.king(Colour::White).is_gone()
            };
            let lost = |node: &usize| {
                let node = atlas.node(whole.board(*node), Colour::White).unwrap();
                realist().outcomes(node, Side::Own, 30) == Outcomes::one(Outcome::Loss)
            };
            ((0..whole.nodes()).filter(ending).filter(lost).count(), (0..whole.nodes()).filter(ending).count())
        };
        assert_eq!([won(2, 2), won(1, 2), won(1, 1)], [(84, 210), (102, 210), (114, 210)]);
    }

    #[test]
    fn the_longest_forced_win_with_four_pieces_takes_17_moves() {
        let atlas = Atlas::shared();
        let [own, _] = realist().distances(atlas, 30).unwrap();
        let won = |node: &usize| atlas.board(*node).is_full() && realist().outcomes(*node, Side::Own, 30) == Outcomes::one(Outcome::Win);
        assert_eq!((0..atlas.nodes()).filter(won).map(|node| own[node]).max(), Some(17));
    }

    #[test]
    fn against_a_pessimist_take_the_king_or_else_protect() {
        let start = board("..R./...r/Kk../....");
        let found = explain(&start, Colour::White, 30, &Config::default()).unwrap();
        let own = |step: &str| {
            let line = found.moves.iter().find(|line| line.step.to_string() == step).unwrap();
            line.views.iter().find(|view| view.personality == "Realist").unwrap().value.unwrap()
        };
        assert_eq!((own("K22"), own("R14")), ([3.0, 0.0], [2.0, 2.0]));
        assert!(
            found
                .moves
                .iter()
                .map(|line| line.step.to_string())
                .filter(|step| step != "K22" && step != "R14")
                .all(|step| own(&step)[0] == 0.0)
        );
        let (after, _) = start.after(Colour::White, Move::rook(1, 4));
        let replies: Vec<String> =
            choices(Personality::Pessimist, &after, Colour::Black, 29, true).moves().iter().map(ToString::to_string).collect();
        assert_eq!(replies, ["K12", "K23", "K33", "R23", "R42"]);
    }

    #[test]
    fn explaining_what_cannot_be_explained_says_why() {
        let refused = |text: &str, to_move, plies| explain(&board(text), to_move, plies, &Config::default()).unwrap_err();
        assert!(refused("..../..../..../K..R", Colour::White, 3).contains("the game is over"));
        assert!(refused("..R./...r/Kk../....", Colour::White, 0).contains("from 1 to 120"));
        assert!(refused("..R./...r/Kk../....", Colour::White, 121).contains("from 1 to 120"));
        let bonus = Config { last_move_counts: false, ..Config::default() };
        assert!(explain(&board("..../..../.K.r/R..."), Colour::Black, 0, &bonus).unwrap().last_move);
    }
}

mod meetings {
    use super::*;

    #[test]
    fn the_matrix_says_who_beats_whom() {
        let matrix = matrix(&Config::default());
        let at = |name: &str| matrix.names.iter().position(|other| *other == name).unwrap();
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 6e-6, "{found} instead of {expected}");
        close(matrix.payoff[at("Realist")][at("Realist")], 1.68530);
        close(matrix.payoff[at("Scrapper")][at("Monkey")], 2.06244);
        let answers = [2.30599, 2.91241, 2.91212, 1.67903, 1.50197, 1.68530, 1.67011, 2.98516, 2.98516];
        for (found, expected) in matrix.best_response.iter().zip(answers) {
            close(*found, expected);
        }
        close(matrix.best_response[at("Queller")], matrix.payoff[at("Pessimist")][at("Queller")]);
        for column in 0..9 {
            assert!((0..9).all(|row| matrix.payoff[row][column] < matrix.best_response[column] + 1e-9), "nobody does better than best");
            for row in 0..9 {
                assert!((matrix.outcomes[row][column].iter().sum::<f64>() - 1.0).abs() < 1e-12);
            }
        }
        let mean = |name: &str| (matrix.payoff[at(name)].iter().sum::<f64>() - matrix.payoff[at(name)][at(name)]) / 8.0;
        for (name, expected) in [("Scrapper", 2.277), ("Realist", 2.264), ("Monkey", 1.924), ("Utilitarian", 0.678)] {
            assert!((mean(name) - expected).abs() < 6e-4, "{name}: {}", mean(name));
        }
    }

    fn both(a: Personality, b: Personality, config: &Config) -> [f64; 2] {
        let atlas = Atlas::shared();
        let [first, second] = [a, b].map(|personality| strategy(atlas, personality, config.last_move_counts));
        let starts = Starts::of(atlas, config);
        let (white, black) = (meet(atlas, &*first, &*second, &starts, config), meet(atlas, &*second, &*first, &starts, config));
        [f64::midpoint(payoff(&white), payoff(&reversed(black))), f64::midpoint(payoff(&reversed(white)), payoff(&black))]
    }

    #[test]
    fn cooperation_is_a_prisoners_dilemma() {
        let config = Config::default();
        let [own, other] = both(Personality::Cooperative, Personality::Cooperative, &config);
        assert!((own - 2.0).abs() < 1e-12 && (other - 2.0).abs() < 1e-12, "all ties");
        let [realist, cooperative] = both(Personality::Realist, Personality::Cooperative, &config);
        assert!((realist - 2.852).abs() < 5e-4 && (cooperative - 0.225).abs() < 5e-4, "{realist} {cooperative}");
    }

    #[test]
    fn a_last_move_that_does_not_count_changes_little() {
        let bonus = Config { last_move_counts: false, ..Config::default() };
        let check = |a, b, expected: f64| {
            let found = both(a, b, &bonus)[0];
            assert!((found - expected).abs() < 6e-4, "{found} instead of {expected}");
        };
        check(Personality::Optimist, Personality::Truster, 2.262);
        check(Personality::Truster, Personality::Optimist, 1.115);
        check(Personality::Truster, Personality::Nihilist, 1.345);
        check(Personality::Realist, Personality::Scrapper, 1.5140);
    }

    #[test]
    fn a_best_response_gets_what_it_promises() {
        let (atlas, config) = (Atlas::shared(), Config { game_length: 9, ..Config::default() });
        let starts = Starts::of(atlas, &config);
        for personality in [Personality::Monkey, Personality::Scrapper] {
            let opponent = strategy(atlas, personality, true);
            let response = Response::to(atlas, &*opponent, &starts, &config);
            let white = payoff(&meet(atlas, &response, &*opponent, &starts, &config));
            let black = payoff(&reversed(meet(atlas, &*opponent, &response, &starts, &config)));
            assert!((white - response.as_white).abs() < 1e-5 && (black - response.as_black).abs() < 1e-5);
        }
    }
}

/// An independent search with the rules themselves: exact fractions of both utilities, and the best moves.
mod by_brute_force {
    use super::*;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Fraction(i128, i128);

    impl Fraction {
        fn mean(of: &[Fraction]) -> Fraction {
            let bottom = of.iter().fold(1, |bottom, part| bottom / gcd(bottom, part.1) * part.1);
            let top: i128 = of.iter().map(|part| part.0 * (bottom / part.1)).sum();
            let (bottom, factor) = (bottom * of.len() as i128, gcd(top.abs(), bottom * of.len() as i128));
            Fraction(top / factor, bottom / factor)
        }

        fn cmp(&self, other: &Fraction) -> std::cmp::Ordering {
            (self.0 * other.1).cmp(&(other.0 * self.1))
        }
    }

    fn gcd(a: i128, b: i128) -> i128 {
        if b == 0 { a.max(1) } else { gcd(b, a % b) }
    }

    /// Utilities of White, whose pair this is, and of Black as White believes.
    fn search(game: &Microchess, pair: &Pair, best: &mut Vec<Move>) -> [Fraction; 2] {
        let Turn::Act(seats) = game.turn() else {
            let outcome = game.outcome(Colour::White) as usize;
            return [Fraction(pair.own[outcome].into(), 1), Fraction(pair.other[outcome].into(), 1)];
        };
        let seat = seats.iter().next().unwrap();
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        let after = |step: &Move| {
            let mut next = game.clone();
            next.play(&Joint::solo(seat, *step));
            search(&next, pair, &mut Vec::new())
        };
        let all: Vec<_> = legal.iter().map(|step| (*step, after(step))).collect();
        let most = all.iter().map(|(_, values)| values[seat.index()]).max_by(Fraction::cmp).unwrap();
        let tied: Vec<_> = all.into_iter().filter(|(_, values)| values[seat.index()] == most).collect();
        best.extend(tied.iter().map(|(step, _)| *step));
        [0, 1].map(|whose| Fraction::mean(&tied.iter().map(|(_, values)| values[whose]).collect::<Vec<_>>()))
    }

    fn agree(pair: Pair, last_move_counts: bool, left: u8, position: usize) {
        let atlas = Atlas::shared();
        let solution = Solution::of(atlas, pair, last_move_counts, left);
        let board = *atlas.board(position % atlas.nodes());
        let game = Microchess::at(&Config { game_length: left, last_move_counts, ..Config::default() }, board, 0);
        let mut best = Vec::new();
        let values = search(&game, &pair, &mut best).map(|Fraction(top, bottom)| top as f64 / bottom as f64);
        let node = atlas.node(&board, Colour::White).unwrap();
        let found = solution.value(node, Side::Own, left);
        assert!(values.iter().zip(found).all(|(value, found)| (value - found).abs() < 1e-12), "{board}: {found:?} instead of {values:?}");
        assert_eq!(Menu::best(atlas, &solution, &board, Colour::White, left).moves(), best, "{board}");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_pair_of_utilities_is_solved_exactly(
            own in prop::array::uniform4(-3i16..4),
            other in prop::array::uniform4(-3i16..4),
            counts in any::<bool>(),
            left in 1u8..5,
            position in any::<usize>(),
        ) {
            agree(Pair { own, other }, counts, left, position);
        }

        #[test]
        fn personalities_are_solved_exactly(mind in 0usize..8, counts in any::<bool>(), left in 1u8..6, position in any::<usize>()) {
            agree(Personality::RATIONAL[mind].pair().unwrap(), counts, left, position);
        }
    }

    #[test]
    fn ties_that_mix_outcomes_are_averaged_exactly() {
        // Content with a tie, while the opponent wants its own payoff: the opponent must weigh averages.
        let pair = Pair { own: [0, 1, 2, 2], other: [3, 1, 2, 0] };
        let atlas = Atlas::shared();
        let solution = Solution::of(atlas, pair, true, 30);
        let fractions = (0..atlas.nodes()).filter(|node| solution.value(*node, Side::Own, 30)[1].fract() != 0.0).count();
        assert!(fractions > 1_000, "{fractions} averages");
        assert_eq!((solution.layers(), solution.distances(atlas, 30)), ((31, None), None));
        for position in (0..atlas.nodes()).step_by(431) {
            agree(pair, true, 4, position);
        }
    }

    #[test]
    fn the_exact_average_agrees_with_the_fast_way_where_both_hold() {
        let atlas = Atlas::shared();
        let pair = Personality::Realist.pair().unwrap();
        let slow = super::super::mixed::Mixed::solve(atlas, &pair, true, 25);
        for (left, node) in [1, 2, 7, 25].into_iter().flat_map(|left| (0..atlas.nodes()).map(move |node| (left, node))) {
            assert_eq!(slow.value(Side::Own, left, node), realist().value(node, Side::Own, left));
            assert_eq!(slow.mask(Side::Own, left, node), best_set(realist(), node, left));
        }
    }
}

mod at_the_table {
    use super::*;

    type Bot = Box<dyn Player<Microchess>>;

    /// One game; payoffs of White and Black.
    fn game(bots: [&mut Bot; 2], config: &Config, start: Board, seed: u64) -> [f32; 2] {
        let mut game = Microchess::new(config).unwrap();
        game.settle(&start);
        for seat in Seat::first(2) {
            let brief = Start { brief: config, seat, seen: &game.observe(seat), seed: seed + u64::from(seat.0) };
            bots[seat.index()].prepare_for_match(&brief);
        }
        while let Turn::Act(seats) = game.turn() {
            let seat = seats.iter().next().unwrap();
            let step = bots[seat.index()].act(&game.observe(seat), Duration::from_millis(100));
            game.check(seat, step).unwrap();
            game.play(&Joint::solo(seat, step));
        }
        let payoffs: PerSeat<f32> = game.payoffs();
        for seat in Seat::first(2) {
            bots[seat.index()].match_over(&game.observe(seat), &payoffs);
        }
        [payoffs[0], payoffs[1]]
    }

    /// Series of mirror matches: the first bot's mean payoff, its standard error over boards, and the other's mean.
    fn series(mut first: Bot, mut second: Bot, series: u64, boards: u64, config: &Config) -> (f64, f64, f64) {
        let luck = Luck::new(456);
        let (mut sums, mut theirs) = (Vec::new(), 0.0);
        for k in 0..series {
            first.prepare_for_series();
            second.prepare_for_series();
            for board in 0..boards {
                let number = k * boards + board;
                let start = Microchess::new(config).unwrap().draw(&mut luck.nature(number));
                let [a, b] = game([&mut first, &mut second], config, start, luck.bot(0, number));
                let [c, d] = game([&mut second, &mut first], config, start, luck.bot(1, number));
                sums.push(f64::from(a + d) / 2.0);
                theirs += f64::from(b + c) / 2.0;
            }
        }
        let n = sums.len() as f64;
        let mean = sums.iter().sum::<f64>() / n;
        let spread = sums.iter().map(|sum| (sum - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (mean, (spread / n).sqrt(), theirs / n)
    }

    fn member(personality: Personality) -> Bot {
        Box::new(Member::new(personality))
    }

    fn faithful(name: &str) -> Bot {
        Box::new(Faithful::new(*CREEDS.iter().find(|creed| creed.name == name).unwrap()))
    }

    #[test]
    fn every_bot_plays_legal_games_to_the_end() {
        let entry = games::find("microchess").unwrap();
        for (config, reference) in ["{}", r#"{"game_length":120,"last_move_counts":false}"#, r#"{"game_length":1}"#]
            .into_iter()
            .flat_map(|config| BOTS.iter().map(move |reference| (config, reference)))
        {
            let mut bots = [reference.summon(), crate::find("microchess", "monkey").unwrap().summon()];
            for k in 0..6 {
                let mut game = entry.open(config).unwrap();
                game.roll(&mut Luck::new(3).nature(k), false);
                let seats: Vec<Seat> = Seat::first(2).collect();
                let bot_of = |seat: Seat| (seat.index() + k as usize) % 2;
                for seat in &seats {
                    game.welcome(*seat, &mut bots[bot_of(*seat)], k);
                }
                while let Turn::Act(acting) = game.turn() {
                    let seat = acting.iter().next().unwrap();
                    game.consult(seat, &mut bots[bot_of(seat)], Duration::from_secs(1)).unwrap();
                    game.play();
                }
                for seat in &seats {
                    game.dismiss(*seat, &mut bots[bot_of(*seat)]);
                }
            }
        }
    }

    #[test]
    fn the_table_holds_everyone_once() {
        assert_eq!(BOTS.len(), 20);
        for name in Personality::ALL.map(Personality::name).into_iter().chain(CREEDS.map(|creed| creed.name)).chain([
            "DoubleAgent",
            "Handshaker",
            "Oracle",
        ]) {
            assert_eq!(BOTS.iter().filter(|bot| bot.name == name).count(), 1, "{name}");
        }
    }

    #[test]
    fn players_get_what_the_matrix_says() {
        let config = Config::default();
        for (a, b, expected) in
            [(Personality::Realist, Personality::Monkey, 2.04723), (Personality::Scrapper, Personality::Optimist, 2.87203)]
        {
            let (mean, error, _) = series(member(a), member(b), 1, 1_500, &config);
            assert!((mean - expected).abs() < 4.0 * error, "{mean} ± {error} instead of {expected}");
        }
    }

    #[test]
    fn the_faithful_tie_with_each_other_and_punish() {
        let config = Config::default();
        let (mean, _, _) = series(faithful("TitForTat"), faithful("Grudger"), 1, 40, &config);
        assert_eq!(mean, 2.0);
        let (mean, _, realist) = series(faithful("Grudger"), member(Personality::Realist), 1, 200, &config);
        assert!(mean > 1.4 && realist < 1.9, "{mean} {realist}: a grudge is a Realist's");
    }

    #[test]
    fn an_agent_serves_whoever_answers_its_sign_and_nobody_else() {
        let config = Config::default();
        let agent = || Box::new(Shaker::double_agent()) as Bot;
        let (mean, _, theirs) = series(agent(), Box::new(Shaker::accepter()), 1, 200, &config);
        assert!(theirs > 2.8 && mean < 0.4, "{mean} {theirs}: what is left after twenty signs are wins for the other");
        let (mean, error, theirs) = series(agent(), member(Personality::Realist), 1, 1_500, &config);
        let realist = 1.68530;
        assert!((mean - realist).abs() < 4.0 * error + 0.02, "{mean} ± {error}, {theirs}: a Realist but for its signs");
    }

    #[test]
    fn the_oracle_finds_the_best_answer_to_everyone_in_a_series() {
        let config = Config::default();
        let matrix = matrix(&config);
        let row = matrix.names.iter().position(|name| *name == "Realist").unwrap();
        for (column, personality) in Personality::HORDE.into_iter().enumerate() {
            let (mean, error, _) = series(Box::new(Oracle::default()), member(personality), 16, 40, &config);
            let (best, realist) = (matrix.best_response[column], matrix.payoff[row][column]);
            println!("Oracle v {:12} {mean:.4} ± {error:.4}, best {best:.4}, Realist {realist:.4}", personality.name());
            assert!(mean > best - 0.02 - 3.0 * error, "{}: {mean} ± {error}, best {best}", personality.name());
            assert!(mean > realist - 3.0 * error, "{}: {mean} ± {error}, a Realist gets {realist}", personality.name());
            assert!(mean < best + 4.0 * error, "{}: {mean} ± {error} is more than there is", personality.name());
        }
    }

    #[test]
    fn the_oracle_keeps_faith_with_the_faithful() {
        let config = Config::default();
        for creed in CREEDS {
            let (mean, error, theirs) = series(Box::new(Oracle::default()), faithful(creed.name), 8, 40, &config);
            println!("Oracle v {:14} {mean:.4} ± {error:.4}, they {theirs:.4}", creed.name);
            assert!(mean > 1.6, "{}: {mean}", creed.name);
        }
    }
}

//! Ratings against independent numbers, and the laws every rating keeps.
use league::{
    Bootstrap, Dice, Fit, Log, METHODS, Matrix, Method, Outcome, RatingError, RatingSettings, Ratings, Seat, strengths, superiority,
};
use proptest::prelude::*;

/// Games as (who by seat, payoffs by seat).
type Games<const N: usize> = &'static [([u32; N], [f64; N])];

/// The data of `independent/strengths.py`.
const DUELS: Games<2> = &[
    ([0, 1], [1., 0.]),
    ([1, 0], [1., 0.]),
    ([0, 1], [1., 1.]),
    ([1, 2], [1., 0.]),
    ([2, 1], [0., 1.]),
    ([2, 0], [2., 1.]),
    ([0, 2], [3., 3.]),
    ([0, 2], [1., 0.]),
    ([3, 0], [0., 1.]),
    ([1, 3], [5., 0.]),
    ([3, 2], [0., 0.]),
    ([2, 3], [1., 0.]),
];
const FOUR: Games<4> = &[
    ([0, 1, 2, 3], [5., 3., 3., 1.]),
    ([3, 2, 1, 0], [4., 1., 0., 2.]),
    ([1, 3, 0, 2], [2., 2., 2., 1.]),
    ([2, 0, 3, 1], [9., 8., 7., 6.]),
    ([4, 0, 1, 2], [1., 1., 0., 0.]),
    ([3, 4, 2, 0], [0., 5., 6., 2.]),
];

fn outcome(fixture: u64, who: &[u32], payoffs: &[f64]) -> Outcome {
    let seats = who.iter().zip(payoffs).map(|(entrant, payoff)| Seat { entrant: *entrant, payoff: *payoff }).collect();
    Outcome { fixture, game: 0, seats, voided: false, fault: None }
}

fn log<const N: usize>(entrants: usize, games: &[([u32; N], [f64; N])]) -> Log {
    let outcomes = games.iter().enumerate().map(|(n, (who, payoffs))| outcome(n as u64, who, payoffs)).collect();
    Log::new(entrants, outcomes).unwrap()
}

#[track_caller]
fn close(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within, "{found} is not {expected}");
}

#[track_caller]
fn same(ratings: &Ratings, expected: &[f64], errors: &[f64]) {
    for (entrant, (rating, error)) in expected.iter().zip(errors).enumerate() {
        close(ratings.of(entrant as u32).rating, *rating, 1e-6);
        // The script's curvature is made of differences: it is good to some seven digits itself.
        close(ratings.of(entrant as u32).error.unwrap(), *error, 1e-5);
    }
}

#[test]
fn elo_ml_equals_the_posterior_written_out_game_by_game() {
    let log = log(4, DUELS);
    let settings = RatingSettings::default();
    let ratings = Ratings::new(Method::EloMl, &log, &settings).unwrap();
    let expected = [1590.8528675769267, 1805.151129291383, 1472.2810548510188, 1131.7149482806717];
    let errors = [132.9530467497594, 173.77913550571034, 137.47568226004245, 201.36792763207563];
    same(&ratings, &expected, &errors);
    let first_seat = 1.5676663164648899 * 400.0 / 10f64.ln();
    close(ratings.seats[0], first_seat / 2.0, 1e-6);
    close(ratings.seats[1], -first_seat / 2.0, 1e-6);
    close(ratings.ties[0].1, 0.03379217016812713f64.exp(), 1e-9);
    let (difference, error) = strengths(Method::EloMl, &log, &settings).unwrap().difference(0, 1);
    close(difference, -214.29826171445657, 1e-6);
    close(error, 226.77182048162533, 1e-5);
    // Two at a table: Plackett and Luce say the same.
    assert_eq!(Ratings::new(Method::PlackettLuceMl, &log, &settings).unwrap().rows, ratings.rows);
}

#[test]
fn elo_ml_without_a_seat_term_and_with_another_prior() {
    let settings = RatingSettings { seat_term: false, prior: 200.0, ..RatingSettings::default() };
    let ratings = Ratings::new(Method::EloMl, &log(4, DUELS), &settings).unwrap();
    let expected = [1558.490570259648, 1640.8864332138278, 1467.3650762278298, 1333.2579202986947];
    same(&ratings, &expected, &[99.76126900368962, 107.82361749111129, 99.06076447163443, 122.2641151026793]);
    assert!(ratings.seats.is_empty());
}

#[test]
fn plackett_luce_with_ties_of_two_and_three_equals_the_posterior_written_out() {
    let ratings = Ratings::new(Method::PlackettLuceMl, &log(5, FOUR), &RatingSettings::default()).unwrap();
    let expected = [1731.7965802867757, 1246.663426124368, 1550.7596788677906, 1315.1083649391644, 1655.6719497819013];
    let errors = [127.41505424835698, 147.0864427082462, 123.96672277140105, 146.3453446860237, 180.76767416063433];
    same(&ratings, &expected, &errors);
    let ties: Vec<(usize, f64)> = ratings.ties.clone();
    assert_eq!(ties.iter().map(|(size, _)| *size).collect::<Vec<_>>(), [2, 3]);
    close(ties[0].1, (-0.864606650839485f64).exp(), 1e-8);
    close(ties[1].1, (-0.9864782807683311f64).exp(), 1e-8);
}

/// Baseball, American League East 1987, home and away (Agresti, Categorical Data Analysis): wins and losses at home.
/// The published fit has a home advantage of 0.302 and abilities relative to Baltimore.
#[test]
fn the_baseball_season_of_the_textbook() {
    // Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
    const HOME: [[(u32, u32); 7]; 7] = [
        [(0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)],
        [(3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)],
        [(2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)],
        [(3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)],
        [(5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)],
        [(2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)],
        [(2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)],
    ];
    let mut games = Vec::new();
    for (home, row) in HOME.iter().enumerate() {
        for (away, (won, lost)) in row.iter().enumerate() {
            games.extend((0..*won).map(|_| ([home as u32, away as u32], [1.0, 0.0])));
            games.extend((0..*lost).map(|_| ([home as u32, away as u32], [0.0, 1.0])));
        }
    }
    let settings = RatingSettings { prior: 1e7, anchor: Some(6), ..RatingSettings::default() };
    let ratings = Ratings::new(Method::EloMl, &log(7, &games), &settings).unwrap();
    let natural = 10f64.ln() / 400.0;
    close((ratings.seats[0] - ratings.seats[1]) * natural, 0.302, 5e-4);
    for (team, ability) in [1.620, 1.475, 1.327, 1.281, 1.144, 0.705, 0.0].into_iter().enumerate() {
        close((ratings.of(team as u32).rating - 1500.0) * natural, ability, 1e-3);
    }
    assert_eq!(ratings.of(6).error, Some(0.0), "the anchor is known by definition");
}

#[test]
fn draws_as_half_wins_are_the_same_as_a_win_each() {
    let settings = RatingSettings { draw_term: false, ..RatingSettings::default() };
    let drawn = log(2, &[([0, 1], [1.0, 1.0]), ([0, 1], [1.0, 1.0]), ([0, 1], [1.0, 0.0])]);
    let split = log(2, &[([0, 1], [1.0, 0.0]), ([0, 1], [0.0, 1.0]), ([0, 1], [1.0, 0.0])]);
    let rate = |log: &Log| Ratings::new(Method::EloMl, log, &settings).unwrap().rows;
    assert_eq!(rate(&drawn), rate(&split));
}

/// The numbers of `independent/borrowed.py` (trueskill 0.4.5, openskill 6.2.0, Glickman's paper written out).
#[test]
fn borrowed_ratings_equal_other_implementations() {
    let duels = log(3, &[([0, 1], [1., 0.]), ([1, 2], [1., 0.]), ([2, 0], [0., 0.]), ([0, 1], [0., 1.]), ([2, 1], [3., 1.])]);
    let four = log(
        4,
        &[
            ([0, 1, 2, 3], [5., 3., 3., 1.]),
            ([3, 2, 1, 0], [4., 1., 0., 2.]),
            ([1, 3, 0, 2], [2., 2., 2., 2.]),
            ([2, 0, 3, 1], [9., 8., 7., 6.]),
        ],
    );
    let check = |log: &Log, method: Method, expected: &[(f64, f64)]| {
        let ratings = Ratings::new(method, log, &RatingSettings::default()).unwrap();
        for (entrant, (rating, error)) in expected.iter().enumerate() {
            let found = ratings.of(entrant as u32);
            close(found.rating, *rating, 1e-6);
            close(found.error.unwrap(), *error, 1e-6);
        }
    };
    let expected =
        [(22.726361413638475, 5.039012894098746), (24.523790320441883, 4.758713213313678), (26.625824636619278, 4.807360534930375)];
    check(&duels, Method::TrueSkill, &expected);
    let expected = [
        (27.309143199085266, 3.0201800650574864),
        (21.11548451288638, 3.1467566760672008),
        (27.47034481211997, 3.008529155790003),
        (25.380142208573865, 3.0825184713371865),
    ];
    check(&four, Method::TrueSkill, &expected);
    let expected =
        [(24.460288400968167, 7.58315523790992), (24.952768338942402, 7.3724232947059125), (25.57467725829357, 7.57714713948581)];
    check(&duels, Method::WengLin, &expected);
    let expected = [
        (30.13370816439357, 5.953446567130814),
        (16.27207564386875, 5.896601379162092),
        (29.53885080085633, 5.834006203202128),
        (23.886342204456305, 5.874118905031779),
    ];
    check(&four, Method::WengLin, &expected);
    let expected =
        [(1428.417601649141, 228.61501424698108), (1483.9764076271233, 206.25285024743354), (1564.5731465699284, 233.22960773628105)];
    check(&duels, Method::Glicko2, &expected);
}

#[test]
fn what_a_method_cannot_rate_it_names() {
    let four = log(5, FOUR);
    let settings = RatingSettings::default();
    let error = Ratings::new(Method::EloMl, &four, &settings).unwrap_err();
    assert_eq!(error.to_string(), "elo-ml rates games of two, and fixture 0 has 4 seats: use plackett-luce-ml");
    let error = Ratings::new(Method::EloMl, &log(4, DUELS), &RatingSettings { anchor: Some(4), ..settings.clone() }).unwrap_err();
    assert_eq!(error, RatingError::Anchor(4));
    let error = Ratings::new(Method::EloMl, &log(4, DUELS), &RatingSettings { prior: -1.0, ..settings }).unwrap_err();
    assert_eq!(error.to_string(), "prior is -1, and it must be a positive number");
}

#[test]
fn an_empty_log_and_the_unbeaten_have_ratings() {
    for (_, method, _) in METHODS {
        let ratings = Ratings::new(*method, &Log::new(3, vec![]).unwrap(), &RatingSettings::default()).unwrap();
        assert_eq!(ratings.rows.len(), 3);
        assert!(ratings.rows.iter().all(|row| row.rating.is_finite() && row.place == 1), "{method}");
        Ratings::new(*method, &Log::new(0, vec![]).unwrap(), &RatingSettings::default()).unwrap();
    }
    let games: Vec<_> = (0..500).map(|_| ([0, 1], [1.0, 0.0])).collect();
    let ratings = Ratings::new(Method::EloMl, &log(2, &games), &RatingSettings::default()).unwrap();
    assert!(ratings.of(0).rating > 1700.0 && ratings.of(0).rating < 3500.0);
    let quiet: Vec<_> = (0..50).map(|_| ([0, 1], [1.0, 1.0])).collect();
    let ratings = Ratings::new(Method::EloMl, &log(2, &quiet), &RatingSettings::default()).unwrap();
    assert!((ratings.of(0).rating - 1500.0).abs() < 1e-6 && ratings.rows[0].tied, "only draws: nobody is better");
}

/// A round robin of mirror fixtures with luck of the board that both games of a fixture share.
struct World {
    strengths: Vec<f64>,
    rounds: usize,
    seat: f64,
    board: f64,
}

impl World {
    fn play(&self, dice: &mut Dice) -> Log {
        let mut games = Vec::new();
        let n = self.strengths.len();
        let mut fixture = 0;
        for _ in 0..self.rounds {
            for a in 0..n {
                for b in 0..a {
                    let board = self.board * dice.normal() + self.seat;
                    for (game, (first, second)) in [(a, b), (b, a)].into_iter().enumerate() {
                        let lead = self.strengths[first] - self.strengths[second] + board;
                        let won = dice.unit() < 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
                        let payoffs = if won { [1.0, 0.0] } else { [0.0, 1.0] };
                        games.push(Outcome::duel(fixture, game as u32, [first as u32, second as u32], payoffs));
                    }
                    fixture += 1;
                }
            }
        }
        Log::new(n, games).unwrap()
    }

    fn truth(&self) -> Vec<f64> {
        let mean = self.strengths.iter().sum::<f64>() / self.strengths.len() as f64;
        self.strengths.iter().map(|strength| strength - mean).collect()
    }
}

#[test]
fn intervals_of_elo_ml_cover_the_truth_93_to_97_times_in_100() {
    let mut dice = Dice::new(77, 0);
    let (mut covered, mut all, mut right, mut pairs) = (0, 0, 0.0, 0.0);
    for _ in 0..250 {
        let world = World { strengths: (0..12).map(|_| 150.0 * dice.normal()).collect(), rounds: 4, seat: 60.0, board: 0.0 };
        let ratings = Ratings::new(Method::EloMl, &world.play(&mut dice), &RatingSettings::default()).unwrap();
        for (entrant, truth) in world.truth().into_iter().enumerate() {
            let [low, high] = ratings.of(entrant as u32).interval().unwrap();
            covered += usize::from(low <= 1500.0 + truth && 1500.0 + truth <= high);
            all += 1;
        }
        for rows in ratings.rows.windows(2) {
            let truth = world.truth();
            right += f64::from(u8::from(truth[rows[0].entrant as usize] > truth[rows[1].entrant as usize])) - rows[0].superiority.unwrap();
            pairs += 1.0;
        }
    }
    let coverage = covered as f64 / all as f64;
    assert!((0.93..=0.97).contains(&coverage), "{coverage}");
    assert!((right / pairs).abs() < 0.03, "superiority is as often right as it says: off by {}", right / pairs);
}

#[test]
fn intervals_of_four_seats_cover_the_truth_93_to_97_times_in_100() {
    let mut dice = Dice::new(78, 0);
    let (mut covered, mut all) = (0, 0);
    for _ in 0..120 {
        let strengths: Vec<f64> = (0..8).map(|_| 150.0 * dice.normal()).collect();
        let mut games = Vec::new();
        for fixture in 0..60 {
            let mut who: Vec<u32> = (0..8).collect();
            dice.shuffle(&mut who);
            // The winner of a race of exponential clocks is chosen as Plackett and Luce say, and so is the next.
            let race = |dice: &mut Dice, one: &u32| (1.0 - dice.unit()).ln() / 10f64.powf(strengths[*one as usize] / 400.0);
            let payoffs: Vec<f64> = who[..4].iter().map(|one| race(&mut dice, one)).collect();
            games.push(outcome(fixture, &who[..4], &payoffs));
        }
        let ratings = Ratings::new(Method::PlackettLuceMl, &Log::new(8, games).unwrap(), &RatingSettings::default()).unwrap();
        let mean = strengths.iter().sum::<f64>() / 8.0;
        for (entrant, strength) in strengths.iter().enumerate() {
            let [low, high] = ratings.of(entrant as u32).interval().unwrap();
            covered += usize::from((low..=high).contains(&(1500.0 + strength - mean)));
            all += 1;
        }
    }
    let coverage = covered as f64 / all as f64;
    assert!((0.93..=0.97).contains(&coverage), "{coverage}");
}

#[test]
fn the_bootstrap_agrees_with_the_formula_and_draws_can_be_made_apart() {
    let mut dice = Dice::new(5, 0);
    let world = World { strengths: vec![-200.0, -50.0, 0.0, 60.0, 190.0], rounds: 30, seat: 50.0, board: 0.0 };
    let (log, settings) = (world.play(&mut dice), RatingSettings::default());
    let ratings = Ratings::new(Method::EloMl, &log, &settings).unwrap();
    let bootstrap = Bootstrap::new(Method::EloMl, &log, &settings, 9).unwrap();
    let draws = bootstrap.draws(300);
    assert_eq!(draws.0[17], bootstrap.draw(17));
    for row in &ratings.rows {
        let ratio = draws.error(row.entrant) / row.error.unwrap();
        assert!((0.8..1.2).contains(&ratio), "{ratio}");
        let [low, high] = draws.interval(row.entrant);
        assert!(low < row.rating - 1500.0 && row.rating - 1500.0 < high);
    }
    let fit: Fit = strengths(Method::EloMl, &log, &settings).unwrap();
    let (by, error) = fit.difference(3, 2);
    assert!((draws.superiority(3, 2) - superiority(by, error)).abs() < 0.1);
}

/// Luck that both games of a fixture share makes the formula careful, never bold; the bootstrap over fixtures sees it.
#[test]
fn shared_luck_narrows_the_bootstrap() {
    let mut dice = Dice::new(6, 0);
    let world = World { strengths: vec![0.0; 4], rounds: 60, seat: 0.0, board: 500.0 };
    let (log, settings) = (world.play(&mut dice), RatingSettings::default());
    let ratings = Ratings::new(Method::EloMl, &log, &settings).unwrap();
    let draws = Bootstrap::new(Method::EloMl, &log, &settings, 9).unwrap().draws(200);
    let ratio: f64 = ratings.rows.iter().map(|row| draws.error(row.entrant) / row.error.unwrap()).sum::<f64>() / 4.0;
    assert!((0.5..0.9).contains(&ratio), "{ratio}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Every method, and the head-to-head table, to the last bit.
    #[test]
    fn the_order_of_results_does_not_matter(
        games in prop::collection::vec((0u32..5, 1u32..5, 0u8..4, 0u8..4), 1..40),
        seed in any::<u64>(),
        repeat in any::<bool>(),
    ) {
        let mut outcomes: Vec<Outcome> = games.iter().enumerate().map(|(n, (a, step, mine, theirs))| {
            Outcome::duel(n as u64 / 2, n as u32 % 2, [*a, (a + step) % 5], [f64::from(*mine) / 3.0, f64::from(*theirs) / 3.0])
        }).collect();
        let log = Log::new(5, outcomes.clone()).unwrap();
        if repeat {
            outcomes.push(outcomes[0].clone());
        }
        Dice::new(seed, 0).shuffle(&mut outcomes);
        let again = Log::new(5, outcomes).unwrap();
        for (_, method, _) in METHODS {
            let method = if let Method::EloShuffled(_) = method { Method::EloShuffled(5) } else { *method };
            let bits = |log: &Log, settings: &RatingSettings| -> Vec<(u32, u64, Option<u64>)> {
                let rows = Ratings::new(method, log, settings).unwrap().rows;
                rows.iter().map(|row| (row.entrant, row.rating.to_bits(), row.error.map(f64::to_bits))).collect()
            };
            for settings in [RatingSettings::default(), RatingSettings { draw_term: false, ..RatingSettings::default() }] {
                prop_assert_eq!(bits(&log, &settings), bits(&again, &settings));
            }
        }
        prop_assert_eq!(Matrix::new(&log), Matrix::new(&again));
    }

    /// The ratings know entrants by what they did, not by their numbers.
    #[test]
    fn the_numbers_of_entrants_do_not_matter(games in prop::collection::vec((0u32..4, 1u32..4, 0u8..3, 0u8..3), 1..30)) {
        let make = |rename: &dyn Fn(u32) -> u32| {
            let outcomes = games.iter().enumerate().map(|(n, (a, step, mine, theirs))| {
                Outcome::duel(n as u64, 0, [rename(*a), rename((a + step) % 4)], [f64::from(*mine), f64::from(*theirs)])
            }).collect();
            Ratings::new(Method::EloMl, &Log::new(4, outcomes).unwrap(), &RatingSettings::default()).unwrap()
        };
        let (plain, turned) = (make(&|entrant| entrant), make(&|entrant| 3 - entrant));
        for entrant in 0..4 {
            prop_assert!((plain.of(entrant).rating - turned.of(3 - entrant).rating).abs() < 1e-7);
        }
    }
}

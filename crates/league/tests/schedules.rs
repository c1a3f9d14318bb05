//! The laws of schedules: who meets whom how often, who sits where, and that a restart changes nothing.
use league::schedule::{Adaptive, Gauntlet, Knockout, Ladders, Progress, Rivals, RoundRobin, Schedule, SeriesRoundRobin, Swiss, Tables};
use league::{Dice, Entrant, Fixture, Log, Outcome, RatingSettings, Seat, Seating, Step, Total, Walk, foresee};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Plays a fixture: the better number wins more often, draws happen. Luck is the fixture's own.
fn play(fixture: &Fixture) -> Vec<Outcome> {
    let game = |game: usize| {
        let mut dice = Dice::new(fixture.id, game as u64);
        let seats = fixture.seats(game).into_iter();
        let seats = seats.map(|entrant| Seat { entrant, payoff: (8.0 * dice.unit() - f64::from(entrant) / 4.0).round() }).collect();
        Outcome { fixture: fixture.id, game: game as u32, seats, voided: false, fault: None }
    };
    (0..fixture.seatings.len()).map(game).collect()
}

fn log(outcomes: &[Outcome]) -> Log {
    Log::new(64, outcomes.to_vec()).unwrap()
}

/// Plays to the end; gives all fixtures in order and the log.
fn finish<S: Schedule>(schedule: S) -> (Vec<Fixture>, Log, Walk<S>) {
    let mut walk = Walk::new(schedule);
    let (mut fixtures, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..10_000 {
        let known = log(&outcomes);
        let batch = walk.batch(&known);
        if batch.is_empty() {
            assert_eq!(walk.next(&known), Step::Over);
            assert!(fixtures.iter().enumerate().all(|(n, fixture): (usize, &Fixture)| fixture.id == n as u64), "numbers have no holes");
            match walk.total() {
                Total::Exactly(total) => assert_eq!(fixtures.len() as u64, total),
                Total::AtMost(total) => assert!(fixtures.len() as u64 <= total),
            }
            return (fixtures, known, walk);
        }
        outcomes.extend(batch.iter().flat_map(play));
        fixtures.extend(batch);
    }
    panic!("a schedule does not end");
}

fn pairs(fixtures: &[Fixture]) -> BTreeMap<[Entrant; 2], u32> {
    let mut met = BTreeMap::new();
    for fixture in fixtures {
        for (n, a) in fixture.entrants.iter().enumerate() {
            fixture.entrants[..n].iter().for_each(|b| *met.entry([*a.min(b), *a.max(b)]).or_insert(0) += 1);
        }
    }
    met
}

fn counts<T: Ord>(values: impl Iterator<Item = T>) -> BTreeMap<T, u32> {
    values.fold(BTreeMap::new(), |mut counts, value| {
        *counts.entry(value).or_insert(0) += 1;
        counts
    })
}

/// One of each kind, small.
fn zoo(seed: u64) -> Vec<(&'static str, Box<dyn Schedule>)> {
    let adaptive = Adaptive {
        entrants: 9,
        references: vec![0, 4],
        base: 3,
        budget: 30,
        per_round: 3,
        confidence: 0.99,
        rivals: Rivals::Anyone,
        seating: Seating::Mirror,
        seed,
        rating: RatingSettings::default(),
    };
    vec![
        ("round robin", Box::new(RoundRobin::new(7, 2, 3, Seating::Mirror))),
        ("series", Box::new(SeriesRoundRobin::new(6, 5, seed))),
        ("gauntlet", Box::new(Gauntlet::new(6, &[2, 3], 4, Seating::Mirror))),
        ("tables", Box::new(Tables::drawn(10, 4, 6, 1, Seating::Neighbours, seed))),
        ("swiss", Box::new(Swiss { entrants: 11, rounds: 5, fixtures: 2, seating: Seating::Mirror, seed })),
        ("knockout", Box::new(Knockout { entrants: 11, double: false, best_of: 3, seating: Seating::Mirror })),
        ("double knockout", Box::new(Knockout { entrants: 11, double: true, best_of: 3, seating: Seating::Once })),
        ("ladder", Box::new(Ladders { entrants: 9, budget: 30, per_round: 4, floor: 0.5, seating: Seating::Mirror, seed })),
        ("adaptive", Box::new(adaptive.clone())),
        ("adaptive, references", Box::new(Adaptive { rivals: Rivals::References, ..adaptive })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Results come in any order, the process dies at any moment, some games are lost: the fixtures are the same.
    #[test]
    fn a_resumed_tournament_has_the_same_fixtures(seed in 0u64..1000, chaos in any::<u64>()) {
        for (n, (name, schedule)) in zoo(seed).into_iter().enumerate() {
            let (all, final_log, _) = finish(schedule);
            let mut dice = Dice::new(chaos, 9);
            let mut played: BTreeMap<u64, Fixture> = BTreeMap::new();
            let mut outcomes: Vec<Outcome> = Vec::new();
            let mut walk = Walk::new(zoo(seed).swap_remove(n).1);
            for step in 0.. {
                prop_assert!(step < 10_000, "{} does not end", name);
                let known = log(&outcomes);
                let mut batch = walk.batch(&known);
                if batch.is_empty() && walk.next(&known) == Step::Over {
                    break;
                }
                dice.shuffle(&mut batch);
                for fixture in &batch {
                    let earlier = played.insert(fixture.id, fixture.clone());
                    prop_assert!(earlier.is_none_or(|earlier| earlier == *fixture), "{}: fixture {} changed", name, fixture.id);
                }
                let mut games: Vec<Outcome> = batch.iter().flat_map(play).collect();
                // A crash: the last games are lost, perhaps in the middle of a fixture.
                if dice.coin() {
                    games.truncate(dice.below(games.len() + 1));
                    walk = Walk::new(zoo(seed).swap_remove(n).1);
                }
                outcomes.extend(games);
                dice.shuffle(&mut outcomes);
                let mut kept: Vec<Outcome> = outcomes.clone();
                kept.sort_by_key(|outcome| (outcome.fixture, outcome.game));
                kept.dedup();
                outcomes = kept;
            }
            prop_assert_eq!(played.into_values().collect::<Vec<_>>(), all, "{}", name);
            prop_assert_eq!(log(&outcomes), final_log, "{}", name);
        }
    }

    #[test]
    fn every_pair_of_a_round_robin_meets_n_times(entrants in 0usize..12, times in 1u32..4, fixtures in 1u32..4) {
        let all: Vec<Fixture> = foresee(RoundRobin::new(entrants, times, fixtures, Seating::Once)).collect();
        let met = pairs(&all);
        prop_assert_eq!(met.len(), entrants * entrants.saturating_sub(1) / 2);
        prop_assert!(met.values().all(|count| *count == times * fixtures));
        // First seats: equal after a double round robin, else by one meeting at most.
        let first = counts(all.iter().map(|fixture| fixture.seats(0)[0]));
        let (least, most) = ((0..entrants as u32).map(|e| first.get(&e).copied().unwrap_or(0)).min(), first.values().copied().max());
        let slack = if times % 2 == 0 { 0 } else { fixtures };
        prop_assert!(most.unwrap_or(0) - least.unwrap_or(0) <= slack, "{:?}", first);
    }

    /// However early somebody looks at the table, no pair has played more than one fixture more than another.
    #[test]
    fn pairs_of_a_round_robin_play_in_turn(entrants in 2usize..9, times in 1u32..3, fixtures in 1u32..5) {
        let all: Vec<Fixture> = foresee(RoundRobin::new(entrants, times, fixtures, Seating::Mirror)).collect();
        let number = entrants * (entrants - 1) / 2;
        for (turn, part) in all.chunks(number).enumerate() {
            prop_assert!(pairs(part).len() == number, "turn {}: {:?}", turn, part);
        }
        let blocks: Vec<Fixture> = foresee(RoundRobin::new(entrants, times, fixtures, Seating::Mirror).together()).collect();
        prop_assert_eq!(pairs(&blocks), pairs(&all));
        prop_assert!(blocks.chunks(fixtures as usize).all(|block| block.iter().all(|fixture| fixture.meeting == block[0].meeting)));
    }

    #[test]
    fn a_knockout_ends_with_one_winner(entrants in 1usize..20, double in any::<bool>(), best_of in 1u32..4) {
        let knockout = Knockout { entrants, double, best_of, seating: Seating::Mirror };
        let (fixtures, known, walk) = finish(knockout.clone());
        let Progress::Done(order) = knockout.progress(&walk.past(&known)) else { panic!("it is over") };
        prop_assert_eq!(order.iter().copied().collect::<BTreeSet<_>>(), (0..entrants as Entrant).collect::<BTreeSet<_>>());
        prop_assert_eq!(order.len(), entrants);
        // Count lost matches: fixtures of one pair in consecutive rounds are one match. Everybody but the winner lost enough.
        if best_of == 1 {
            let lives = if double { 2 } else { 1 };
            let past = walk.past(&known);
            let mut lost = BTreeMap::new();
            for fixture in &fixtures {
                let score = past.score(fixture);
                if score != 0.5 {
                    *lost.entry(fixture.entrants[usize::from(score > 0.5)]).or_insert(0) += 1;
                }
            }
            prop_assert!(lost.values().all(|count| *count <= lives));
            prop_assert!(lost.get(&order[0]).is_none_or(|count| *count < lives));
        }
    }

    #[test]
    fn nobody_meets_twice_in_a_swiss_and_byes_are_fair(entrants in 2usize..20, seed in 0u64..50) {
        let rounds = (entrants as u32 - 1).min(5);
        let (fixtures, ..) = finish(Swiss { entrants, rounds, fixtures: 1, seating: Seating::Mirror, seed });
        // Close to a full round robin there may be no way left; up to half of one there is.
        if rounds as usize <= entrants / 2 {
            prop_assert!(pairs(&fixtures).values().all(|count| *count == 1));
        }
        let played = counts(fixtures.iter().flat_map(|fixture| fixture.entrants.clone()));
        let idle: Vec<u32> = (0..entrants as u32).map(|entrant| rounds - played.get(&entrant).copied().unwrap_or(0)).collect();
        prop_assert!(idle.iter().max().unwrap() - idle.iter().min().unwrap() <= 1, "{:?}", idle);
        for round in 0..rounds {
            let busy: Vec<Entrant> = fixtures.iter().filter(|f| f.round == round).flat_map(|f| f.entrants.clone()).collect();
            prop_assert_eq!(busy.iter().collect::<BTreeSet<_>>().len(), busy.len());
        }
    }

    #[test]
    fn drawn_tables_are_even(entrants in 4usize..17, rounds in 1u32..12, seed in 0u64..50) {
        let (fixtures, ..) = finish(Tables::drawn(entrants, 4, rounds, 1, Seating::Mirror, seed));
        let played = counts(fixtures.iter().flat_map(|fixture| fixture.entrants.clone()));
        let often: Vec<u32> = (0..entrants as u32).map(|entrant| played.get(&entrant).copied().unwrap_or(0)).collect();
        prop_assert!(often.iter().max().unwrap() - often.iter().min().unwrap() <= 1, "{:?}", often);
        prop_assert!(fixtures.iter().all(|fixture| fixture.entrants.iter().collect::<BTreeSet<_>>().len() == 4));
    }
}

#[test]
fn all_tables_of_four_of_six() {
    let (fixtures, ..) = finish(Tables::all(6, 4, 1, Seating::All));
    assert_eq!(fixtures.len(), 15);
    assert!(pairs(&fixtures).values().all(|count| *count == 6));
    for fixture in &fixtures {
        assert_eq!((0..24).map(|game| fixture.seats(game)).collect::<BTreeSet<_>>().len(), 24);
    }
}

#[test]
fn series_are_mirror_matches_and_each_is_one_meeting() {
    let (fixtures, ..) = finish(SeriesRoundRobin::new(5, 20, 3));
    let meetings = counts(fixtures.iter().map(|fixture| fixture.meeting));
    assert_eq!(meetings.len(), 10);
    assert!(meetings.values().all(|boards| *boards >= 18));
    assert!(meetings.values().collect::<BTreeSet<_>>().len() > 1, "nobody can foresee the end");
    for fixture in &fixtures {
        let (first, second) = (fixture.seats(0), fixture.seats(1));
        assert_eq!(first, second.iter().rev().copied().collect::<Vec<_>>());
    }
    let starts = fixtures.iter().filter(|fixture| fixture.seatings[0][0] == 0).count();
    assert!((fixtures.len() / 3..fixtures.len() * 2 / 3).contains(&starts), "a coin says who starts: {starts} of {}", fixtures.len());
}

#[test]
fn a_gauntlet_is_one_against_the_rest() {
    let (fixtures, ..) = finish(Gauntlet::new(5, &[1], 3, Seating::Mirror));
    assert_eq!(pairs(&fixtures), BTreeMap::from([([0, 1], 3), ([1, 2], 3), ([1, 3], 3), ([1, 4], 3)]));
}

#[test]
fn the_best_two_seeds_meet_last_and_byes_go_to_the_best() {
    let fixtures: Vec<Fixture> = foresee(Knockout { entrants: 6, double: false, best_of: 1, seating: Seating::Mirror }).collect();
    let first: Vec<_> = fixtures.iter().map(|fixture| fixture.entrants.clone()).collect();
    assert_eq!(first, [[3, 4], [2, 5]], "the first two have a bye");
}

#[test]
fn a_ladder_keeps_everybody_playing_and_seeks_close_games() {
    let schedule = Ladders { entrants: 16, budget: 240, per_round: 8, floor: 0.6, seating: Seating::Mirror, seed: 4 };
    let (fixtures, ..) = finish(schedule);
    let played = counts(fixtures.iter().flat_map(|fixture| fixture.entrants.clone()));
    assert!((0..16).all(|entrant| played[&entrant] >= 18), "{played:?}");
    let gap = |fixtures: &[Fixture]| {
        fixtures.iter().map(|fixture| f64::from(fixture.entrants[0].abs_diff(fixture.entrants[1]))).sum::<f64>() / fixtures.len() as f64
    };
    // Drawn at random the mean gap of 16 numbers is 17/3.
    assert!(gap(&fixtures[120..]) < 17.0 / 3.0, "{}", gap(&fixtures[120..]));
}

#[test]
fn adaptive_grading_plays_where_it_is_close_and_stops_when_all_is_decided() {
    let schedule = Adaptive {
        entrants: 12,
        references: vec![3],
        base: 4,
        budget: 2_000,
        per_round: 4,
        confidence: 0.9,
        rivals: Rivals::References,
        seating: Seating::Mirror,
        seed: 1,
        rating: RatingSettings::default(),
    };
    // Strength falls steeply with the number: only the neighbours of the reference are in doubt for long.
    let mut walk = Walk::new(schedule);
    let (mut fixtures, mut outcomes) = (Vec::new(), Vec::new());
    for _ in 0..2_000 {
        let batch = walk.batch(&log_of(12, &outcomes));
        if batch.is_empty() {
            break;
        }
        for fixture in &batch {
            for game in 0..2 {
                let mut dice = Dice::new(fixture.id, game as u64);
                let seats: [Entrant; 2] = fixture.seats(game).try_into().unwrap();
                let lead = 120.0 * (f64::from(seats[1]) - f64::from(seats[0]));
                let won = dice.unit() < 1.0 / (1.0 + 10f64.powf(-lead / 400.0));
                outcomes.push(Outcome::duel(fixture.id, game as u32, seats, if won { [1.0, 0.0] } else { [0.0, 1.0] }));
            }
        }
        fixtures.extend(batch);
    }
    assert!(fixtures.len() < 2_000, "decided before the budget ends");
    let late = counts(fixtures.iter().filter(|fixture| fixture.round >= 4).flat_map(|fixture| fixture.entrants.clone()));
    let near: u32 = [2, 4].iter().map(|team| late.get(team).copied().unwrap_or(0)).sum();
    let far: u32 = [10, 11].iter().map(|team| late.get(team).copied().unwrap_or(0)).sum();
    assert!(near > 2 * far, "{late:?}");
    assert!(fixtures.iter().filter(|fixture| fixture.round >= 4).all(|fixture| fixture.entrants.contains(&3)));
}

fn log_of(entrants: usize, outcomes: &[Outcome]) -> Log {
    Log::new(entrants, outcomes.to_vec()).unwrap()
}

#[test]
fn a_fixture_that_is_given_up_keeps_nobody_waiting() {
    let mut walk = Walk::new(Swiss { entrants: 4, rounds: 2, fixtures: 1, seating: Seating::Mirror, seed: 0 });
    let first = walk.batch(&log(&[]));
    let outcomes: Vec<Outcome> = play(&first[0]);
    assert_eq!(walk.next(&log(&outcomes)), Step::Wait);
    walk.give_up(first[1].id);
    assert_eq!(walk.batch(&log(&outcomes)).len(), 2);
}

/// The same result, the other way round.
fn reversed(game: &Outcome) -> Outcome {
    let seats = game.seats.iter().map(|seat| Seat { payoff: -seat.payoff, ..*seat }).collect();
    Outcome { seats, ..game.clone() }
}

/// Goes on from what was handed out until it is over.
fn go_on<S: Schedule + Clone>(schedule: &S, fixtures: &mut Vec<Fixture>, outcomes: &mut Vec<Outcome>) -> Walk<S> {
    let mut walk = Walk::resume(schedule.clone(), fixtures.clone());
    for _ in 0..1_000 {
        let batch = walk.batch(&log(outcomes));
        if batch.is_empty() {
            assert_eq!(walk.next(&log(outcomes)), Step::Over);
            assert!(fixtures.iter().enumerate().all(|(n, fixture)| fixture.id == n as u64), "numbers have no holes");
            return walk;
        }
        outcomes.extend(batch.iter().flat_map(play));
        fixtures.extend(batch);
    }
    panic!("a schedule does not end");
}

#[test]
fn an_early_knockout_match_that_ends_differently_after_all_is_followed_up() {
    for (entrants, double) in [(8, false), (8, true), (5, false), (11, true)] {
        let knockout = Knockout { entrants, double, best_of: 1, seating: Seating::Mirror };
        let (mut fixtures, known, _) = finish(knockout.clone());
        for upset in [0, 1] {
            let mut outcomes: Vec<Outcome> = known.outcomes().to_vec();
            outcomes.iter_mut().filter(|game| game.fixture == upset).for_each(|game| *game = reversed(game));
            let before = fixtures.clone();
            let walk = go_on(&knockout, &mut fixtures, &mut outcomes);
            assert_eq!(fixtures[..before.len()], before, "what was played stays");
            let known = log(&outcomes);
            let Progress::Done(order) = knockout.progress(&walk.past(&known)) else { panic!("it is over") };
            assert_eq!(order.iter().copied().collect::<BTreeSet<_>>().len(), entrants);
            // Whoever won the first match now is ahead of whom it beat, if one loss is enough.
            let first = &fixtures[upset as usize];
            let score = walk.past(&known).score(first);
            let place = |entrant: Entrant| order.iter().position(|one| *one == entrant).unwrap();
            if !double && score != 0.5 {
                assert_eq!(place(first.entrants[0]) < place(first.entrants[1]), score > 0.5, "{order:?}");
            }
            fixtures.truncate(before.len());
        }
    }
}

#[test]
fn rounds_of_a_swiss_that_were_begun_stay_when_a_result_is_taken_back() {
    let swiss = Swiss { entrants: 6, rounds: 4, fixtures: 1, seating: Seating::Mirror, seed: 3 };
    let (mut fixtures, known, walk) = finish(swiss.clone());
    let points = swiss.points(&walk.past(&known));
    // The first round, after everything was played: once for good, once to be played again.
    let mut outcomes: Vec<Outcome> = known.outcomes().iter().filter(|game| game.fixture != 0).cloned().collect();
    let mut walk = Walk::resume(swiss.clone(), fixtures.clone());
    assert_eq!(walk.next(&log(&outcomes)), Step::Wait, "it waits for the game that is played again");
    walk.give_up(0);
    assert_eq!(walk.next(&log(&outcomes)), Step::Over);
    let without = log(&outcomes);
    let after = swiss.points(&walk.past(&without));
    assert_eq!(after.iter().sum::<f64>(), points.iter().sum::<f64>());
    let [a, b] = [fixtures[0].entrants[0], fixtures[0].entrants[1]].map(|entrant| entrant as usize);
    assert_eq!(((after[a] - points[a]).abs(), (after[b] - points[b]).abs()), (0.5, 0.5), "a fixture that is gone is a draw");
    outcomes.extend(play(&fixtures[0]));
    assert_eq!(swiss.points(&go_on(&swiss, &mut fixtures, &mut outcomes.clone()).past(&log(&outcomes))), points);
}

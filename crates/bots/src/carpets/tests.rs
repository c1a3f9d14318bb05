use super::*;
use games::carpets::{Brief, Config};
use games::luck::{Luck, unit};
use games::{Entry, Game, Joint, PerSeat, Seat, Turn};

/// A full game between two bots; the points.
#[track_caller]
fn bout(names: [&str; 2], config: &str, seed: u64) -> PerSeat<i32> {
    let luck = Luck::new(seed);
    let mut table = Entry::of::<Carpets>().open(config).unwrap();
    let mut bots = names.map(|name| crate::find("carpets", name).expect("the bot is in the table").summon());
    let (mut chances, mut decisions) = (0, 0);
    loop {
        match table.turn() {
            Turn::Chance => {
                table.roll(&mut luck.nature(chances), false);
                chances += 1;
                if chances == 1 {
                    for (seat, bot) in Seat::first(2).zip(&mut bots) {
                        table.welcome(seat, bot, luck.bot(u64::from(seat.0), 0));
                    }
                }
            }
            Turn::Act(seats) => {
                for seat in seats.iter() {
                    table.consult(seat, &mut bots[seat.index()], Duration::from_secs(1)).unwrap();
                }
                table.play();
                decisions += 1;
            }
            Turn::Over => break,
        }
    }
    assert_eq!(decisions, 80);
    for (seat, bot) in Seat::first(2).zip(&mut bots) {
        table.dismiss(seat, bot);
    }
    table.points()
}

#[test]
fn every_bot_plays_legal_games_to_the_end() {
    for first in BOTS {
        for second in BOTS {
            for (seed, config) in ["{}", r#"{"rules":"original"}"#].into_iter().enumerate() {
                bout([first.name, second.name], config, seed as u64);
            }
        }
    }
}

#[test]
fn george_beats_yolanda() {
    let (mut won, mut points) = (0, [0; 2]);
    for seed in 0..10 {
        let even = bout(["George", "Yolanda"], "{}", seed);
        let odd = bout(["Yolanda", "George"], "{}", seed);
        won += u32::from(even[0] > even[1]) + u32::from(odd[1] > odd[0]);
        points = [points[0] + even[0] + odd[1], points[1] + even[1] + odd[0]];
    }
    println!("George beats Yolanda in {won} of 20 games, {} to {} points", points[0], points[1]);
    assert!(won >= 18);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    assert_eq!(bout(["George", "George"], "{}", 5), bout(["George", "George"], "{}", 5));
}

/// The odds of a filter are true: of all the squares that it gives a chance of about p, the share p holds the rat.
#[test]
fn belief_is_calibrated() {
    let mut rng = Sprint::new(11);
    let mut bins = [(0.0f64, 0u32, 0u32); 10];
    for _ in 0..60 {
        let mut game = Carpets::new(&Config::default()).unwrap();
        settle(&mut game, &mut rng);
        let brief: Brief = game.brief();
        let mut beliefs = [Belief::new(&brief), Belief::new(&brief)];
        while let Turn::Act(_) = game.turn() {
            let seat = game.mover();
            let belief = &mut beliefs[seat.index()];
            belief.update(&game.observe(seat));
            assert!((belief.odds().iter().sum::<f64>() - 1.0).abs() < 1e-9);
            for (square, p) in Square::all().zip(belief.odds()) {
                let bin = &mut bins[((p * 20.0) as usize).min(9)];
                *bin = (bin.0 + p, bin.1 + 1, bin.2 + u32::from(game.rat() == Some(square)));
            }
            let action = if unit(&mut rng) < 0.3 { Action::Search(belief.best().0) } else { game.sample(seat, &mut rng, &mut Vec::new()) };
            game.play(&Joint::solo(seat, action));
            settle(&mut game, &mut rng);
        }
    }
    for (expected, n, found) in bins {
        println!("{n} squares: {expected:.1} rats expected, {found} found");
        // Neighbouring turns are alike, so that the spread is wider than that of independent draws.
        assert!((expected - f64::from(found)).abs() < 8.0 * expected.sqrt() + 8.0);
    }
}

fn settle(game: &mut Carpets, rng: &mut Sprint) {
    while game.turn() == Turn::Chance {
        let chance = game.draw(rng);
        game.settle(&chance);
    }
}

/// The filter is Bayes' rule: compared with the posterior of brute force over all paths of two turns.
#[test]
fn belief_is_exact() {
    let config = Config { headstart: 1, ..Config::default() };
    let mut rng = Sprint::new(3);
    let mut game = Carpets::new(&config).unwrap();
    settle(&mut game, &mut rng);
    let brief = game.brief();
    let mut belief = Belief::new(&brief);
    belief.update(&game.observe(Seat(0)));
    game.play(&Joint::solo(Seat(0), Action::Search(Square::at(1, 0))));
    assert!(!game.observe(Seat(0)).player_search.found(), "this seed's rat is elsewhere");
    let sensed = |game: &Carpets, seat: Seat, at: Square| {
        let seen = game.observe(seat);
        let sense = seen.sense.expect("the mover senses");
        let board = seen.board();
        let noise = brief.noise_chance(board.floor(at), sense.noise);
        noise * brief.distance_chance(board.worker(seat).manhattan(at), sense.distance.steps())
    };
    // Start again to keep what player A sensed at its first turn.
    let mut again = Carpets::new(&config).unwrap();
    settle(&mut again, &mut Sprint::new(3));
    let start: Vec<f64> = Square::all().map(|at| sensed(&again, Seat(0), at)).collect();
    settle(&mut game, &mut rng);
    let reply = game.sample(Seat(1), &mut rng, &mut Vec::new());
    game.play(&Joint::solo(Seat(1), reply));
    settle(&mut game, &mut rng);
    belief.update(&game.observe(Seat(0)));

    let drift = brief.drift();
    let mut exact = vec![0.0; 64];
    for spawn in Square::all() {
        for a in Square::all().filter(|a| *a != Square::at(1, 0)) {
            let path = drift.odds(Square::ORIGIN, spawn) * drift.odds(spawn, a) * start[a.index()];
            if path == 0.0 {
                continue;
            }
            for b in Square::all() {
                for c in Square::all() {
                    exact[c.index()] += path * drift.odds(a, b) * drift.odds(b, c) * sensed(&game, Seat(0), c);
                }
            }
        }
    }
    let sum: f64 = exact.iter().sum();
    for (p, q) in belief.odds().iter().zip(&exact) {
        assert!((p - q / sum).abs() < 1e-12);
    }
}

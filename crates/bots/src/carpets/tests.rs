use super::*;
use crate::search::Model;
use games::carpets::{Brief, Config};
use games::luck::{Luck, unit};
use games::{Entry, Game, Joint, PerSeat, Seat, Turn};

/// Enough to search with, and quick.
const EFFORT: Effort = Effort::Nodes(300);

/// A full game between two bots; the points.
#[track_caller]
fn bout(names: [&str; 2], config: &str, seed: u64) -> PerSeat<i32> {
    let luck = Luck::new(seed);
    let mut table = Entry::of::<Carpets>().open(config).unwrap();
    let mut bots = names.map(|name| crate::find("carpets", name).expect("the bot is in the table").summon_with(Some(EFFORT)));
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
fn the_same_seed_gives_the_same_game() {
    for bot in BOTS {
        assert_eq!(bout([bot.name; 2], "{}", 5), bout([bot.name; 2], "{}", 5));
    }
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

/// The forward algorithm as a textbook has it: dense matrices, the document's tables, and nothing of the filter's code.
struct Forward {
    step: Vec<[f64; 64]>,
    fresh: [f64; 64],
    odds: [f64; 64],
}

impl Forward {
    fn new(brief: &Brief) -> Forward {
        let row = |from| {
            let mut row = [0.0; 64];
            Square::all().for_each(|to| row[to.index()] = brief.drift().odds(from, to));
            row
        };
        let mut forward = Forward { step: Square::all().map(row).collect(), fresh: [0.0; 64], odds: [0.0; 64] };
        forward.odds[0] = 1.0;
        (0..1000).for_each(|_| forward.rat_moves());
        forward.fresh = forward.odds;
        forward
    }

    fn rat_moves(&mut self) {
        let before = self.odds;
        for (to, p) in self.odds.iter_mut().enumerate() {
            *p = (0..64).map(|from| before[from] * self.step[from][to]).sum();
        }
    }

    fn told(&mut self, square: Square, found: bool) {
        if found {
            self.odds = self.fresh;
        } else {
            self.odds[square.index()] = 0.0;
        }
    }

    fn hears(&mut self, seen: &Observation) {
        let sense = seen.sense.unwrap();
        for (i, p) in self.odds.iter_mut().enumerate() {
            let on = |squares: games::carpets::Squares| squares.0 >> i & 1 == 1;
            let noises = match () {
                () if on(seen.blocked) => [0.5, 0.3, 0.2],
                () if on(seen.primed) => [0.1, 0.8, 0.1],
                () if on(seen.carpet) => [0.1, 0.1, 0.8],
                () => [0.7, 0.15, 0.15],
            };
            let actual = (i as i32 % 8 - i32::from(seen.player.at.x())).abs() + (i as i32 / 8 - i32::from(seen.player.at.y())).abs();
            let errors = [(-1, 0.12), (0, 0.7), (1, 0.12), (2, 0.06)];
            let told = i32::from(sense.distance.steps());
            let distance: f64 = errors.iter().filter(|(offset, _)| (actual + offset).max(0) == told).map(|(_, p)| p).sum();
            *p *= noises[sense.noise as usize] * distance;
        }
        let sum: f64 = self.odds.iter().sum();
        self.odds.iter_mut().for_each(|p| *p /= sum);
    }
}

/// Whole games with many searches of both players, found and missed: the filter is the forward algorithm.
#[test]
fn the_odds_of_the_rat_are_those_of_the_forward_algorithm() {
    let (mut rng, mut worst, mut found, mut compared) = (Sprint::new(5), 0.0f64, 0, 0);
    for _ in 0..8 {
        let mut game = Carpets::new(&Config::default()).unwrap();
        settle(&mut game, &mut rng);
        let brief = game.brief();
        let mut beliefs = [(); 2].map(|()| Belief::new(&brief));
        let mut exact = [(); 2].map(|()| Forward::new(&brief));
        // One rat, one move before each turn, whoever's turn it is.
        exact.iter_mut().for_each(Forward::rat_moves);
        while let Turn::Act(_) = game.turn() {
            let seat = game.mover();
            let seen = game.observe(seat);
            exact[seat.index()].hears(&seen);
            beliefs[seat.index()].update(&seen);
            for (p, q) in beliefs[seat.index()].odds().iter().zip(&exact[seat.index()].odds) {
                worst = worst.max((p - q).abs());
            }
            compared += 1;
            let action = match unit(&mut rng) {
                u if u < 0.25 => Action::Search(game.rat().unwrap()),
                u if u < 0.5 => Action::Search(beliefs[seat.index()].best().0),
                _ => game.sample(seat, &mut rng, &mut Vec::new()),
            };
            game.play(&Joint::solo(seat, action));
            if let Some(square) = game.observe(seat).player_search.square() {
                let hit = game.observe(seat).player_search.found();
                found += u32::from(hit);
                exact.iter_mut().for_each(|forward| forward.told(square, hit));
            }
            settle(&mut game, &mut rng);
            exact.iter_mut().for_each(Forward::rat_moves);
        }
    }
    println!("{compared} turns, {found} rats found, largest difference {worst:e}");
    assert!(found > 50 && worst < 1e-9);
}

/// The room and the game agree on every move, its points and its end; moves that the room leaves out are shorter rolls.
#[test]
fn the_room_plays_by_the_rules() {
    for seed in 0..40 {
        let mut rng = Sprint::new(seed);
        let mut game = Carpets::new(&Config::default()).unwrap();
        settle(&mut game, &mut rng);
        let mut room = Room::new(&game.brief(), Outlook::ADA);
        room.turn(u16::MAX, 0.0);
        let mut scene = Scene::of(&game.observe(Seat(0)));
        while let Turn::Act(_) = game.turn() {
            let seat = game.mover();
            assert_eq!((scene.board, scene.turn, scene.mover()), (*game.board(), game.turn_count(), seat));
            assert_eq!(scene.lead, 100 * (game.points()[0] - game.points()[1]));
            assert_eq!(room.end(&scene), None);
            let mut legal = Vec::new();
            game.board().each_move(seat, |action| legal.push(action));
            let step = |step: &u8| room.moves(&scene) >> step & 1 == 1;
            let ours: Vec<(u8, Action)> =
                (0..super::room::HUNT).filter(step).map(|step| (step, super::room::action(step, Square::ORIGIN))).collect();
            assert!(step(&super::room::HUNT), "there is always a hunt");
            for action in &legal {
                let longer =
                    |roll: &games::carpets::Roll| legal.iter().any(|other| matches!(other, Action::Carpet(_, more) if more > roll));
                let shorter = matches!(action, Action::Carpet(_, roll) if longer(roll));
                assert!(shorter || ours.iter().any(|(_, our)| our == action), "{action:?} is missing");
            }
            if ours.is_empty() {
                break;
            }
            let (step, action) = ours[games::luck::below(&mut rng, ours.len() as u32) as usize];
            assert!(legal.contains(&action), "{action:?} is not legal");
            scene = room.after(&scene, step);
            game.play(&Joint::solo(seat, action));
            settle(&mut game, &mut rng);
        }
        if game.turn() == Turn::Over {
            assert_eq!(room.end(&scene).map(|value| value.signum() as f32), Some(2.0 * game.payoffs()[usize::from(scene.mover().0)] - 1.0));
        }
    }
}

/// Two games that look the same to a bot, with the rat in other places: it makes the same move in both.
#[test]
fn a_bot_moves_by_what_it_sees() {
    let mut moves = 0;
    for bot in BOTS {
        for seed in 0..4 {
            let mut rng = Sprint::new(seed);
            let mut game = Carpets::new(&Config::default()).unwrap();
            settle(&mut game, &mut rng);
            let seat = Seat((seed % 2) as u8);
            let [mut here, mut elsewhere] = [(); 2].map(|()| bot.summon_with(Some(EFFORT)));
            let table = |game: &Carpets, rat: Square| {
                let secret = games::carpets::Secret { rat, ..game.secret() };
                Entry::at(Carpets::assume(&game.brief(), seat, &game.observe(seat), &secret))
            };
            let anywhere = |rng: &mut Sprint| Square::new(games::luck::below(rng, 64) as u8).unwrap();
            table(&game, game.secret().rat).welcome(seat, &mut here, 7);
            table(&game, anywhere(&mut rng)).welcome(seat, &mut elsewhere, 7);
            while let Turn::Act(_) = game.turn() {
                let action = if game.mover() == seat {
                    let (mut truth, mut lie) = (table(&game, game.secret().rat), table(&game, anywhere(&mut rng)));
                    truth.consult(seat, &mut here, Duration::MAX).unwrap();
                    lie.consult(seat, &mut elsewhere, Duration::MAX).unwrap();
                    assert_eq!(truth.belief(&mut here), lie.belief(&mut elsewhere));
                    let [ours, theirs] = [truth, lie].map(|table| table.held()[0].1.to_string());
                    assert_eq!(ours, theirs, "{}", bot.name);
                    moves += 1;
                    serde_json::from_str(&ours).unwrap()
                } else if unit(&mut rng) < 0.2 {
                    Action::Search(game.rat().unwrap())
                } else {
                    game.sample(seat.rival(), &mut rng, &mut Vec::new())
                };
                game.play(&Joint::solo(game.mover(), action));
                settle(&mut game, &mut rng);
            }
        }
    }
    println!("{moves} moves made twice");
}

#[test]
fn a_weaver_tells_where_it_thinks_the_rat_is() {
    let mut game = Carpets::new(&Config::default()).unwrap();
    settle(&mut game, &mut Sprint::new(1));
    let seen = game.observe(Seat(0));
    let mut ada = Weaver::new(Outlook::ADA, EFFORT);
    ada.prepare_for_match(&Start { brief: &game.brief(), seat: Seat(0), seen: &seen, seed: 1 });
    ada.act(&seen, Duration::MAX);
    let rat = &ada.belief().unwrap()["rat"];
    assert_eq!(rat.len(), 64);
    assert!((rat.iter().sum::<f32>() - 1.0).abs() < 1e-2);
}

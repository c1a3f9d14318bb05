//! Each hen plays whole games by the rules, and each is better than the one before.
use super::BOTS;
use crate::Reference;
use games::chickens::{Chickens, Config, Dir, Drop, Observation, Rules, Square, Squares, Step};
use games::{AnyGame, Game, Luck, Player, Seat, Start, Turn};
use std::time::Duration;

/// A whole game; every answer must be legal.
fn duel(bots: [&Reference; 2], config: &str, seed: u64) -> Box<dyn AnyGame> {
    let luck = Luck::new(seed);
    let mut game = games::find("chickens").unwrap().open(config).unwrap();
    let mut natives = bots.map(Reference::summon);
    let (mut chances, mut welcomed) = (0, false);
    loop {
        match game.turn() {
            Turn::Chance => {
                game.roll(&mut luck.nature(chances), false);
                chances += 1;
            }
            Turn::Act(seats) => {
                if !std::mem::replace(&mut welcomed, true) {
                    for seat in Seat::first(2) {
                        game.welcome(seat, &mut natives[seat.index()], luck.bot(u64::from(seat.0), 0));
                    }
                }
                for seat in seats.iter() {
                    game.consult(seat, &mut natives[seat.index()], Duration::from_secs(1)).unwrap();
                }
                game.play();
            }
            Turn::Over => return game,
        }
    }
}

#[test]
fn every_hen_plays_legal_games_in_either_seat_by_either_rules() {
    for bot in BOTS {
        for other in BOTS {
            for config in ["{}", r#"{"rules":"original"}"#, r#"{"turds":40,"turns":100}"#] {
                for seed in 0..10 {
                    duel([bot, other], config, seed);
                }
            }
        }
    }
}

#[test]
fn each_hen_beats_the_one_before() {
    const PAIRS: u64 = 30;
    for pair in BOTS.windows(2) {
        let [weak, strong] = pair else { unreachable!("windows of two") };
        let wins: f32 =
            (0..PAIRS).map(|seed| duel([strong, weak], "{}", seed).payoffs()[0] + duel([weak, strong], "{}", seed).payoffs()[1]).sum();
        println!("{} scores {wins} of {} against {}", strong.name, 2 * PAIRS, weak.name);
        assert!(wins > 0.9 * 2.0 * PAIRS as f32);
    }
}

#[test]
fn equal_seeds_give_equal_games() {
    for bot in BOTS {
        let [a, b] = [(); 2].map(|()| duel([bot, bot], "{}", 5).scene());
        assert_eq!(a, b);
    }
}

/// What Henny does with White at `at`, Black far off.
fn henny(at: (u8, u8), change: impl Fn(&mut Observation)) -> Step {
    let mut game = Chickens::new(&Config { rules: Rules::Document, ..Config::default() }).unwrap();
    let luck = Luck::new(1);
    for k in 0..2 {
        let chance = game.draw(&mut luck.nature(k));
        game.settle(&chance);
    }
    let mut seen = game.observe(Seat(0));
    seen.me.at = Square::at(at.0, at.1);
    change(&mut seen);
    let mut henny = super::Henny::default();
    henny.prepare_for_match(&Start { brief: &game.brief(), seat: Seat(0), seen: &seen, seed: 1 });
    henny.act(&seen, Duration::from_secs(1))
}

#[test]
fn henny_lays_whenever_it_can() {
    assert_eq!(henny((2, 2), |_| ()).drop, Drop::Egg);
    assert_eq!(henny((0, 0), |_| ()).drop, Drop::Egg);
}

#[test]
fn henny_goes_for_the_corner() {
    assert_eq!(henny((1, 0), |_| ()), Step::new(Dir::Left, Drop::Plain));
    assert_eq!(henny((7, 6), |seen| seen.enemy.at = Square::at(0, 3)).dir, Dir::Down);
}

#[test]
fn henny_keeps_off_a_trapdoor_that_was_found() {
    for dir in Dir::ALL {
        let at = Square::at(3, 4);
        let trapdoor = at.step(dir).unwrap();
        assert_ne!(henny((3, 4), |seen| seen.found = Squares::one(trapdoor)).dir, dir);
    }
}

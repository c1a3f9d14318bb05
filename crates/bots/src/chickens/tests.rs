//! Each hen plays whole games by the rules, from what it sees and nothing else.
use super::{BOTS, Doors, Hen, Outlook, Scene, Yard};
use crate::Reference;
use crate::search::{Effort, Model};
use games::chickens::{Chickens, Colour, Config, Dir, Drop, Observation, Rules, Square, Squares, Step, colour_of};
use games::luck::{Sprint, below};
use games::{AnyGame, Game, Joint, Luck, Player, Seat, Start, Turn};
use std::time::Duration;

/// Enough to search with, and quick.
const EFFORT: Effort = Effort::Nodes(300);

/// A whole game of bots that think this hard; every answer must be legal.
fn duel(bots: [&Reference; 2], config: &str, seed: u64, effort: Effort) -> Box<dyn AnyGame> {
    let luck = Luck::new(seed);
    let mut game = games::find("chickens").unwrap().open(config).unwrap();
    let mut natives = bots.map(|bot| bot.summon_with(Some(effort)));
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
            for config in
                ["{}", r#"{"rules":"original"}"#, r#"{"turds":40,"turns":100}"#, r#"{"trapdoor_weights":[3,1,1,0],"corner_bonus":90}"#]
            {
                for seed in 0..3 {
                    duel([bot, other], config, seed, EFFORT);
                }
            }
        }
    }
}

#[test]
fn equal_seeds_give_equal_games() {
    for bot in BOTS {
        let [a, b] = [(); 2].map(|()| duel([bot, bot], "{}", 5, EFFORT).scene());
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

fn settle(game: &mut Chickens, rng: &mut Sprint) {
    while game.turn() == Turn::Chance {
        let chance = game.draw(rng);
        game.settle(&chance);
    }
}

fn act(game: &mut Chickens, step: Step) {
    let seat = games::chickens::seat_of(game.mover());
    game.play(&Joint::solo(seat, step));
}

/// Every pair of trapdoors, weighed by all that one chicken was told: what each of its senses and each step of either chicken says of it.
struct Enumeration {
    config: Config,
    worlds: Vec<([Square; 2], f64)>,
}

impl Enumeration {
    fn new(config: &Config) -> Enumeration {
        let all = |colour: Colour| Square::all().filter(move |square| square.colour() == colour);
        let weigh = |pair: [Square; 2]| (pair, pair.map(|square| config.trapdoor_odds(square)).iter().product());
        let pairs = all(Colour::White).flat_map(|white| all(Colour::Black).map(move |black| [white, black]));
        Enumeration { config: *config, worlds: pairs.map(weigh).collect() }
    }

    fn sensed(&mut self, seen: &Observation) {
        for (doors, weight) in &mut self.worlds {
            for (door, sense) in doors.iter().zip(seen.senses) {
                let odds = self.config.odds(seen.me.at, *door);
                let chance = |percent: u8, yes: bool| f64::from(if yes { percent } else { 100 - percent }) / 100.0;
                *weight *= chance(odds.hear, sense.heard) * chance(odds.feel, sense.felt);
            }
        }
    }

    /// A chicken stepped onto a square, and fell or not.
    fn stepped(&mut self, to: Square, fell: bool) {
        self.worlds.iter_mut().filter(|(doors, _)| doors.contains(&to) != fell).for_each(|(_, weight)| *weight = 0.0);
    }

    fn odds(&self, square: Square) -> f64 {
        let all: f64 = self.worlds.iter().map(|(_, weight)| weight).sum();
        let here = self.worlds.iter().filter(|(doors, _)| doors.contains(&square));
        here.map(|(_, weight)| weight).sum::<f64>() / all
    }
}

/// The filter against all pairs of trapdoors, over whole random games, in both seats.
#[test]
fn the_odds_of_trapdoors_are_those_of_enumeration() {
    let usual = Config::default();
    let edges = Config { trapdoor_weights: [2, 1, 3, 5], ..usual };
    let (mut compared, mut falls) = (0, 0);
    for (config, seed) in
        [usual, edges, Config { rules: Rules::Original, ..usual }].iter().zip(0..).flat_map(|(c, k)| (0..12).map(move |n| (c, 100 * k + n)))
    {
        let mut rng = Sprint::new(seed);
        let mut game = Chickens::new(config).unwrap();
        settle(&mut game, &mut rng);
        let mut exact = [Enumeration::new(config), Enumeration::new(config)];
        let mut doors = [Doors::new(config), Doors::new(config)];
        while let Turn::Act(_) = game.turn() {
            let mover = game.mover();
            let seen = game.observe(games::chickens::seat_of(mover));
            let (exact_of_mover, doors) = (&mut exact[mover as usize], &mut doors[mover as usize]);
            exact_of_mover.sensed(&seen);
            doors.update(&seen);
            for square in Square::all() {
                let (ours, all) = (doors.odds()[square.index()], exact_of_mover.odds(square));
                assert!((ours - all).abs() < 1e-12, "{square}: {ours} instead of {all}, seed {seed}, turn {}", seen.turn);
            }
            compared += 1;
            let steps = game.steps(mover);
            let step = steps.nth(below(&mut rng, steps.len()));
            let to = seen.me.at.step(step.dir).unwrap();
            let fell = game.trapdoors().contains(&to);
            falls += u32::from(fell);
            act(&mut game, step);
            exact.iter_mut().for_each(|all| all.stepped(to, fell));
            settle(&mut game, &mut rng);
        }
    }
    println!("{compared} turns compared, {falls} falls");
    assert!(falls > 20);
}

/// With both trapdoors known nothing is left to luck: the yard and the game agree on every move, its outcome and its end.
#[test]
fn the_yard_plays_by_the_rules() {
    let mut ends = std::collections::BTreeMap::new();
    for (rules, seed) in [Rules::Document, Rules::Original].into_iter().flat_map(|rules| (0..1_000).map(move |seed| (rules, seed))) {
        let config = Config { rules, turds: 40, trapdoor_weights: [0, 1, 1, 1], ..Config::default() };
        let mut rng = Sprint::new(seed);
        let mut game = Chickens::new(&config).unwrap();
        settle(&mut game, &mut rng);
        let found: Squares = game.trapdoors().into_iter().collect();
        let yard = Yard::new(&config, found, &[0.0; 64], Outlook::GERTRUDE);
        let mut scene = Scene::of(&game.observe(Seat(0)));
        while let Turn::Act(_) = game.turn() {
            let steps = game.steps(game.mover());
            assert_eq!(yard.moves(&scene), u64::from(steps.bits()));
            assert_eq!((scene.over, scene.mover), (false, game.mover()));
            for (ours, theirs) in scene.birds.iter().zip(Colour::BOTH.map(|colour| game.bird(colour))) {
                assert_eq!((ours.at, ours.eggs, ours.turds, ours.turns_left), (theirs.at, theirs.eggs, theirs.turds, theirs.turns_left));
            }
            assert_eq!(scene.lead, 100 * (game.points()[0] - game.points()[1]));
            // Towards the enemy or its birthplace, so that chickens are walled in and cannot go home; sometimes onto a trapdoor.
            let (me, enemy) = (game.bird(game.mover()), game.bird(game.mover().other()));
            let goal = if seed % 2 == 0 { enemy.at } else { enemy.spawn };
            let taste = |step: &Step| {
                let to = me.at.step(step.dir).unwrap();
                let fall = if found.contains(to) { 3 } else { 0 };
                fall + u32::from(step.drop != Drop::Plain) + 2 * u32::from(14 - to.distance(goal))
            };
            let step = steps.iter().max_by_key(|step| taste(step) + below(&mut rng, 5)).unwrap();
            scene = yard.after(&scene, step.index() as u8);
            act(&mut game, step);
            settle(&mut game, &mut rng);
        }
        assert!(scene.over);
        let white = if scene.mover == Colour::White { yard.end(&scene) } else { yard.end(&scene).map(|value| -value) };
        let payoff = game.payoffs()[0];
        assert_eq!(white.unwrap().signum() as f32, 2.0 * payoff - 1.0, "seed {seed}: {}", game.reason());
        *ends.entry(game.reason()).or_insert(0) += 1;
    }
    println!("{ends:?}");
    assert!(ends.len() >= 3, "games end in all ways: {ends:?}");
}

/// Two games that look the same to a hen, with trapdoors in other places: it makes the same move in both.
#[test]
fn a_hen_moves_by_what_it_sees() {
    let mut moves = 0;
    for bot in BOTS {
        for seed in 0..6 {
            let mut rng = Sprint::new(seed);
            let mut game = Chickens::new(&Config::default()).unwrap();
            settle(&mut game, &mut rng);
            let seat = Seat((seed % 2) as u8);
            let [mut here, mut elsewhere] = [(); 2].map(|()| bot.summon_with(Some(EFFORT)));
            // Both sit at tables of their own that are made from the same observation and different secrets.
            let table = |game: &Chickens, secret: &[Square; 2]| {
                games::Entry::at(Chickens::assume(&game.brief(), seat, &game.observe(seat), secret))
            };
            let other = |game: &Chickens, rng: &mut Sprint| {
                Colour::BOTH.map(|colour| {
                    let choice: Vec<Square> = colour.squares().iter().filter(|square| game.config().trapdoor_odds(*square) > 0.0).collect();
                    choice[below(rng, choice.len() as u32) as usize]
                })
            };
            table(&game, &game.secret()).welcome(seat, &mut here, 7);
            table(&game, &other(&game, &mut rng)).welcome(seat, &mut elsewhere, 7);
            while let Turn::Act(_) = game.turn() {
                if colour_of(seat) == game.mover() {
                    let mut truth = table(&game, &game.secret());
                    let mut lie = table(&game, &other(&game, &mut rng));
                    truth.consult(seat, &mut here, Duration::MAX).unwrap();
                    lie.consult(seat, &mut elsewhere, Duration::MAX).unwrap();
                    let spell = |game: &dyn AnyGame| game.held()[0].1.to_string();
                    assert_eq!(spell(&*truth), spell(&*lie), "{}", bot.name);
                    assert_eq!(truth.belief(&mut here), lie.belief(&mut elsewhere));
                    act(&mut game, serde_json::from_str(&spell(&*truth)).unwrap());
                    moves += 1;
                } else {
                    let step = game.sample(seat.rival(), &mut rng, &mut Vec::new());
                    act(&mut game, step);
                }
                settle(&mut game, &mut rng);
            }
        }
    }
    println!("{moves} moves made twice");
}

#[test]
fn a_hen_tells_where_it_thinks_the_trapdoors_are() {
    let mut game = Chickens::new(&Config::default()).unwrap();
    settle(&mut game, &mut Sprint::new(1));
    let mut hen = Hen::new(Outlook::GERTRUDE, EFFORT);
    let seen = game.observe(Seat(0));
    hen.prepare_for_match(&Start { brief: &game.brief(), seat: Seat(0), seen: &seen, seed: 1 });
    hen.act(&seen, Duration::MAX);
    let belief = hen.belief().unwrap();
    let map = &belief["trapdoor"];
    assert_eq!(map.len(), 64);
    assert!((map.iter().sum::<f32>() - 2.0).abs() < 1e-3, "one a colour");
    for middle in [Square::at(3, 3), Square::at(3, 4)] {
        assert!((map[middle.index()] - 0.2).abs() < 0.01);
    }
}

/// A trapdoor that is certain is stepped around, one that is unlikely is not worth a detour, whatever the depth.
#[test]
fn a_hen_weighs_the_odds_of_a_fall() {
    let mut game = Chickens::new(&Config::default()).unwrap();
    settle(&mut game, &mut Sprint::new(1));
    let mut seen = game.observe(Seat(0));
    (seen.me.at, seen.enemy.at) = (Square::at(3, 4), Square::at(7, 7));
    let choose = |found: Squares| {
        let mut hen = Hen::new(Outlook::GERTRUDE, Effort::Nodes(2_000));
        hen.prepare_for_match(&Start { brief: &game.brief(), seat: Seat(0), seen: &seen, seed: 1 });
        hen.act(&Observation { found, ..seen.clone() }, Duration::MAX).dir
    };
    for dir in Dir::ALL {
        assert_ne!(choose(Squares::one(seen.me.at.step(dir).unwrap())), dir);
    }
}

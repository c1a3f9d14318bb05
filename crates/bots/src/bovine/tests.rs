//! The farmers play whole games, and as their descriptions say.
use super::campaign::{Campaign, Survey};
use super::habit::{Habit, Hunch};
use super::meadow::{Meadow, NEVER, Place, cell};
use super::*;
use games::bovine::Config;
use games::luck::Luck;
use games::{Entry, PerSeat, Turn};
use std::collections::BTreeMap;

const LEFT: Duration = Duration::from_millis(100);

fn entry() -> &'static Entry {
    games::find("jigga").expect("an alias")
}

/// A whole game between bots of ours.
#[track_caller]
fn table(config: &str, names: [&str; 4], seed: u64) -> (PerSeat<f32>, PerSeat<i32>) {
    seated(config, names.map(|name| crate::find("bovine", name).unwrap().summon()), seed)
}

/// A whole game; every answer must be legal.
#[track_caller]
fn seated(config: &str, mut bots: [Native; 4], seed: u64) -> (PerSeat<f32>, PerSeat<i32>) {
    let luck = Luck::new(seed);
    let mut game = entry().open(config).unwrap();
    for (seat, bot) in Seat::first(4).zip(&mut bots) {
        game.welcome(seat, bot, luck.bot(seat.0.into(), 0));
    }
    let mut chances = 0;
    loop {
        match game.turn() {
            Turn::Chance => {
                game.roll(&mut luck.nature(chances), false);
                chances += 1;
            }
            Turn::Act(seats) => {
                for seat in seats.iter() {
                    game.consult(seat, &mut bots[seat.index()], LEFT).unwrap_or_else(|foul| panic!("seat {}: {foul}", seat.0));
                }
                game.play();
            }
            Turn::Over => break,
        }
    }
    for (seat, bot) in Seat::first(4).zip(&mut bots) {
        game.dismiss(seat, bot);
    }
    (game.payoffs(), game.points())
}

#[test]
fn all_play_legal_full_games() {
    for bot in BOTS {
        for seed in 0..3 {
            table(r#"{"rounds":600}"#, [bot.name; 4], seed);
            table(r#"{"rounds":200,"size":5}"#, [bot.name; 4], seed);
            table(r#"{"rounds":300,"rules":"original"}"#, ["random_raven", bot.name, "AdjacentAsta", bot.name], seed);
        }
    }
    let (payoffs, points) = table("{}", ["random_raven", "defensive_dan_heng", "AdjacentAsta", "Herta"], 1);
    println!("10000 rounds: {payoffs:?} {points:?}");
}

fn seen(board: &str) -> Observation {
    let board: Board = board.parse().unwrap();
    Bovine::at(&Config::default(), board, 5).unwrap().observe(ME)
}

/// A bot that begins a game at this board.
fn fresh<P: Player<Bovine> + Default>(seen: &Observation, seed: u64) -> P {
    let mut bot = P::default();
    bot.prepare_for_match(&Start { brief: &Config::default(), seat: ME, seen, seed });
    bot
}

/// How often fresh bots make each move.
fn habits<P: Player<Bovine> + Default>(board: &str) -> BTreeMap<String, u32> {
    let seen = seen(board);
    let mut habits = BTreeMap::new();
    for seed in 0..12_000 {
        let action = fresh::<P>(&seen, seed * 977).act(&seen, LEFT);
        let text = match action {
            Action::Pass => "pass".to_string(),
            Action::To(to) => to.to_string(),
            Action::Move { from, to } => format!("{from} {to}"),
        };
        *habits.entry(text).or_insert(0) += 1;
    }
    habits
}

#[track_caller]
fn evenly(habits: BTreeMap<String, u32>, moves: &[&str], limit: f64) {
    assert_eq!(habits.keys().collect::<Vec<_>>(), moves);
    let expected = 12_000.0 / moves.len() as f64;
    let chi: f64 = habits.values().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    assert!(chi < limit, "chi-square of {} moves: {chi}: {habits:?}", moves.len());
}

#[test]
fn pompom_passes() {
    assert_eq!(habits::<PassPompom>("00.1 .... .... 3..2").into_keys().collect::<Vec<_>>(), ["pass"]);
}

#[test]
fn raven_is_even_over_destinations_not_over_moves() {
    // (1, 1) has two sources and still comes as often as the others.
    evenly(habits::<RandomRaven>("00..1 0.... ..... ..... 3...2"), &["(0, 2)", "(1, 1)", "(2, 0)"], 13.8);
}

#[test]
fn dan_heng_fills_what_is_nearest_and_counts_sources() {
    // (0, 2), (1, 1) and (2, 0) are two steps away; (1, 1) has two sources.
    let moves = ["(0, 1) (0, 2)", "(0, 1) (1, 1)", "(1, 0) (1, 1)", "(1, 0) (2, 0)"];
    evenly(habits::<DefensiveDanHeng>("00..1 0..0. ...0. ..... 3...2"), &moves, 16.3);
    evenly(habits::<DefensiveDanHeng>("00..1 ..... ..... ..... 3...2"), &["(0, 0) (1, 0)"], 1.0);
}

#[test]
fn asta_starts_at_its_barn_and_walks_on() {
    evenly(habits::<AdjacentAsta>("0...1 ..... ..... ..... 3...2"), &["(0, 0) (0, 1)", "(0, 0) (1, 0)"], 10.9);
    let first = seen("0...1 ..... ..... ..... 3...2");
    let mut asta: AdjacentAsta = fresh(&first, 1);
    asta.last = Cell::at(1, 1);
    let walk = seen("00..1 .0... ..... ..... 3...2");
    let Action::Move { from, to } = asta.act(&walk, LEFT) else { panic!("it moves") };
    assert_eq!((from, asta.last), (Cell::at(1, 1), to));
}

#[test]
fn asta_makes_any_move_when_it_is_stuck() {
    // Its barn is closed in: all moves come, a destination with two sources twice.
    let moves = ["(0, 1) (0, 2)", "(0, 1) (1, 1)", "(1, 0) (1, 1)", "(1, 0) (2, 0)"];
    evenly(habits::<AdjacentAsta>("00..1 0.... ..... ..... 3...2"), &moves, 16.3);
}

#[test]
fn asta_remembers_a_destination_even_if_the_move_failed() {
    let start = seen("0...1 ..... ..... ..... 3...2");
    let mut asta: AdjacentAsta = fresh(&start, 5);
    let Action::Move { to, .. } = asta.act(&start, LEFT) else { panic!("it moves") };
    assert_eq!(asta.last, to);
    // The square is not its own: it makes any move.
    assert!(matches!(asta.act(&start, LEFT), Action::Move { from: BARN, .. }));
}

#[test]
fn herta_takes_a_barn_when_it_can() {
    let mut herta: Herta = fresh(&seen("0...1 ..... ..... ..... 3...2"), 1);
    let seen = seen("00001 .1... .1... ..... 3...2");
    assert_eq!(herta.act(&seen, LEFT), Action::Move { from: Cell::at(0, 3), to: Cell::at(0, 4) });
}

#[test]
fn herta_clears_the_way_to_its_barn_but_never_with_the_cow_inside() {
    let guard = seen("01..1 .0... 00... ..... 3...2");
    let mut herta: Herta = fresh(&guard, 1);
    assert_eq!(herta.act(&guard, LEFT), Action::Move { from: Cell::at(1, 1), to: Cell::at(0, 1) });
    for seed in 0..200 {
        let alone = seen("01..1 1.... ..... ..... 3...2");
        assert_eq!(fresh::<Herta>(&alone, seed).act(&alone, LEFT), Action::Pass);
    }
}

/// Every plan on this board.
fn plans(board: &str) -> [Vec<(Cell, Cell)>; 3] {
    let board: Board = board.parse().unwrap();
    [Campaign::FENCE, Campaign::FIRM, Campaign::RAID].map(|plan| Survey::new(&board, &plan).best())
}

#[test]
fn all_plans_take_a_barn_that_stands_open() {
    for best in plans("00001 .1... .1... ..... 3...2") {
        assert_eq!(best, [(Cell::at(0, 3), Cell::at(0, 4))]);
    }
    // Even a stray does, and dies there.
    for best in plans("0...1 ....0 ..... ..... 3...2") {
        assert_eq!(best, [(Cell::at(1, 4), Cell::at(0, 4))]);
    }
}

#[test]
fn all_plans_clear_the_way_to_their_barn_but_never_with_the_cow_inside() {
    for best in plans("01..1 .0... 00... ..... 3...2") {
        assert_eq!(best, [(Cell::at(1, 1), Cell::at(0, 1))]);
    }
    for best in plans("01..1 1.... ..... ..... 3...2") {
        assert_eq!(best, [], "rather a pass");
    }
}

/// The distance at each square of some rows and columns.
fn distances(meadow: &Meadow, way: impl Fn(Place) -> u8, size: usize) -> Vec<String> {
    let glyph = |n: u8| if n == NEVER { '-' } else { char::from(b'0' + n) };
    let mut rows = vec![String::new(); size];
    for place in (0..meadow.holder.len()).filter(|place| meadow.holder[*place] <= 4) {
        rows[cell(place).row() as usize].push(glyph(way(place)));
    }
    rows
}

#[test]
fn the_way_to_a_barn_is_counted_in_moves() {
    let board: Board = "0000. ..111 ..1.1 ..... 3...2".parse().unwrap();
    let meadow = Meadow::new(&board);
    let barn = meadow.barns[2];
    let way = meadow.way(barn, NEVER - 1, |holder| holder == 0);
    // The barn costs one, open land one, a square that is taken two, our own nothing.
    assert_eq!(distances(&meadow, |place| way[place], 5), ["66666", "66644", "65432", "54321", "43210"]);
    let near = meadow.near();
    assert_eq!(distances(&meadow, |place| near[place], 5)[2], "21010");
}

#[test]
fn land_behind_a_fence_is_out_of_reach() {
    let board: Board = "0.0.1 .00.. 0...1 ....1 3...2".parse().unwrap();
    let near = Meadow::new(&board).near();
    let behind: Vec<Cell> =
        (0..near.len()).filter(|place| Meadow::new(&board).holder[*place] == 4 && near[*place] == NEVER).map(cell).collect();
    assert_eq!(behind, [Cell::at(0, 1), Cell::at(1, 0)]);
}

/// What a habit is taken for after so many rounds among others.
fn suspected(bot: &str, rounds: usize) -> String {
    let luck = Luck::new(3);
    let names = ["Herta", bot, "random_raven", "defensive_dan_heng"];
    let mut game = Bovine::new(&Config::default()).unwrap();
    let mut bots: Vec<Native> = names.iter().map(|name| crate::find("bovine", name).unwrap().summon()).collect();
    let mut hunch = Hunch::default();
    for round in 0..rounds {
        let before = game.board().seen_by(Seat(1));
        let mut joint = games::Joint::EMPTY;
        for seat in Seat::first(4).filter(|seat| game.board().holds_barn(*seat)) {
            let mut table = Entry::at(game.clone());
            if round == 0 {
                table.welcome(seat, &mut bots[seat.index()], luck.bot(seat.0.into(), 0));
            }
            table.consult(seat, &mut bots[seat.index()], LEFT).unwrap();
            joint.set(seat, serde_json::from_str(&table.held()[0].1.to_string()).unwrap());
        }
        game.play(&joint);
        let chance = game.draw(&mut luck.nature(round as u64));
        game.settle(&chance);
        hunch.watch(&before, &game.board().seen_by(Seat(1)));
    }
    let (habit, _) = hunch.likely().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    match habit {
        Habit::Anywhere => "anywhere",
        Habit::Nearest => "nearest",
        Habit::Herta => "Herta",
        Habit::Campaign(_) => "campaign",
    }
    .to_string()
}

#[test]
fn a_rival_is_known_by_its_moves() {
    for (bot, habit) in [
        ("random_raven", "anywhere"),
        ("AdjacentAsta", "anywhere"),
        ("defensive_dan_heng", "nearest"),
        ("Herta", "Herta"),
        ("Svarog", "campaign"),
    ] {
        assert_eq!(suspected(bot, 40), habit, "{bot}");
    }
}

#[test]
fn svarog_plays_the_same_game_again() {
    let game = |seed| table(r#"{"rounds":200}"#, ["Svarog", "Herta", "Svarog", "random_raven"], seed);
    assert_eq!(game(4), game(4));
    assert_ne!(game(4).1, game(5).1);
}

/// Svarog without its look ahead.
#[derive(Default)]
struct Fencer(Die);

impl Player<Bovine> for Fencer {
    fn prepare_for_match(&mut self, start: &Start<'_, Bovine>) {
        self.0 = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        Habit::Campaign(&Campaign::FENCE).act(&seen.board, &mut self.0.0)
    }
}

/// Two with a look ahead against two without, over all six seatings.
#[test]
fn long_looking_ahead_pays() {
    if std::env::var_os("BARNYARD_LONG").is_none() {
        return;
    }
    let wins = |seats: u8, seed: u64| {
        let looks = |chair: usize| seats >> chair & 1 == 1;
        let svarog = || crate::find("bovine", "Svarog").unwrap().summon();
        let bots = std::array::from_fn(|chair| if looks(chair) { svarog() } else { Native::new::<Bovine>(Fencer::default()) });
        let shares = games::share(&seated(r#"{"rounds":1000}"#, bots, seed).0);
        (0..4).filter(|chair| looks(*chair)).map(|chair| shares[chair]).sum::<f64>()
    };
    let seed = |seed| (0..16).filter(|seats: &u8| seats.count_ones() == 2).map(|seats| wins(seats, seed)).sum::<f64>() / 6.0;
    let scores: Vec<f64> = (0..10).map(seed).collect();
    let mean = scores.iter().sum::<f64>() / 10.0;
    let error = (scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / 90.0).sqrt();
    println!("a look ahead has {mean:.3} of the wins, at least {:.3}", mean - 1.96 * error);
    assert!(mean > 0.5);
}

/// Mean payoffs of four farmers who change seats from game to game.
fn means(names: [&str; 4], games: u64) -> [f32; 4] {
    let mut means = [0.0; 4];
    for seed in 0..games {
        let mut order = [0, 1, 2, 3];
        order[1..].rotate_left(seed as usize / 4 % 3);
        order.rotate_right(seed as usize % 4);
        let (payoffs, _) = table("{}", order.map(|i| names[i]), seed);
        for (i, payoff) in order.into_iter().zip(payoffs.iter()) {
            means[i] += payoff / games as f32;
        }
    }
    println!("{names:?}: {means:.3?}");
    means
}

#[test]
fn herta_beats_the_samples() {
    let means = means(["Herta", "random_raven", "defensive_dan_heng", "AdjacentAsta"], 16);
    assert!(means[1..].iter().all(|other| means[0] > other + 0.1), "{means:?}");
}

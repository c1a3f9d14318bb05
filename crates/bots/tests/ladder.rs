//! Each bot of a ladder beats the one below it. The quick form of what `docs/bots.md` measures: fewer games, less thought.
use bots::Reference;
use bots::microchess::matrix::matrix;
use bots::search::Effort;
use games::{Luck, Native, PerSeat, Seat, Turn, share};
use std::time::Duration;

/// More thought than this is left to the full measurement.
const MOST_NODES: u64 = 20_000;

/// A whole game with these settings; the shares of the win.
fn bout(game: &str, config: &str, bots: [&Reference; 2], seed: u64) -> PerSeat<f64> {
    let effort = |bot: &Reference| match bot.effort() {
        Some(Effort::Nodes(nodes)) => Some(Effort::Nodes(nodes.min(MOST_NODES))),
        other => other,
    };
    let mut natives = bots.map(|bot| bot.summon_with(effort(bot)));
    let [a, b] = &mut natives;
    share(&play(game, config, [a, b], seed))
}

/// A whole game; the payoffs.
fn play<const N: usize>(game: &str, config: &str, mut natives: [&mut Native; N], seed: u64) -> PerSeat<f32> {
    let luck = Luck::new(seed);
    let mut table = games::find(game).unwrap().open(config).unwrap();
    let (mut chances, mut welcomed) = (0, false);
    loop {
        match table.turn() {
            Turn::Chance => {
                table.roll(&mut luck.nature(chances), false);
                chances += 1;
            }
            Turn::Act(seats) => {
                if !std::mem::replace(&mut welcomed, true) {
                    for (seat, native) in Seat::first(N).zip(&mut natives) {
                        table.welcome(seat, native, luck.bot(u64::from(seat.0), 0));
                    }
                }
                for seat in seats.iter() {
                    table.consult(seat, natives[seat.index()], Duration::MAX).unwrap();
                }
                table.play();
            }
            Turn::Over => {
                Seat::first(N).zip(&mut natives).for_each(|(seat, native)| table.dismiss(seat, native));
                return table.payoffs();
            }
        }
    }
}

/// The mean score of the stronger bot over both seatings of so many boards, and the lower end of its 95 % interval. The settings
/// take turns.
fn score(game: &str, configs: &[&str], strong: &Reference, weak: &Reference, boards: u64) -> (f64, f64) {
    let both = |seed: u64| {
        let config = configs[seed as usize % configs.len()];
        (bout(game, config, [strong, weak], seed)[0] + bout(game, config, [weak, strong], seed)[1]) / 2.0
    };
    let scores: Vec<f64> = (0..boards).map(both).collect();
    interval(&scores)
}

/// The mean, and the lower end of its 95 % interval.
fn interval(scores: &[f64]) -> (f64, f64) {
    let n = scores.len() as f64;
    let mean = scores.iter().sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, mean - 1.96 * (variance / n).sqrt())
}

/// Boards for each rung, so that its lead shows.
fn climb(game: &str, configs: &[&str], ladder: &[&str], boards: &[u64]) {
    let mut names = bots::of(game).map(|bot| bot.name);
    assert!(ladder.iter().all(|rung| names.any(|name| name == *rung)), "the ladder is in the table, weakest first");
    for (pair, boards) in ladder.windows(2).zip(boards) {
        let [weak, strong] = [pair[0], pair[1]].map(|name| bots::find(game, name).unwrap());
        let (mean, low) = score(game, configs, strong, weak, *boards);
        println!("{} scores {mean:.3} against {} over {boards} boards, at least {low:.3}", strong.name, weak.name);
        assert!(low > 0.5, "{} does not beat {}", strong.name, weak.name);
    }
}

#[test]
fn chickens() {
    climb("chickens", &["{}"], &["Yolanda", "Henny", "David", "Max", "Gertrude"], &[10, 40, 20, 12]);
}

#[test]
fn carpets() {
    climb("carpets", &["{}"], &["Yolanda", "George", "Albert", "Carrie", "Ada"], &[8, 300, 100, 24]);
}

#[test]
fn orchard() {
    let maps = [r#"{"map":"4"}"#, r#"{"map":"7"}"#, r#"{"map":"semifinal"}"#];
    climb("orchard", &maps, &["random_source", "greedy", "Antelope", "Giraffe"], &[6, 60, 24]);
}

/// Samples of Bovine's document that play. None is above the others: who sits beside whom decides.
const SAMPLES: [&str; 3] = ["AdjacentAsta", "random_raven", "defensive_dan_heng"];

/// The part of the wins that two copies of a farmer have against two of another, over all six seatings of each seed: the mean, and
/// the lower end of its 95 % interval over seeds.
fn farmers(strong: &str, weak: &str, rounds: u32, seeds: u64) -> (f64, f64) {
    let seatings = || (0u8..16).filter(|seats| seats.count_ones() == 2);
    let wins = |seats: u8, seed: u64| {
        let is_strong = |chair: usize| seats >> chair & 1 == 1;
        let summon = |chair| bots::find("bovine", if is_strong(chair) { strong } else { weak }).unwrap().summon();
        let mut natives: [Native; 4] = std::array::from_fn(summon);
        let shares = share(&play("bovine", &format!(r#"{{"rounds":{rounds}}}"#), natives.each_mut(), seed));
        (0..4).filter(|chair| is_strong(*chair)).map(|chair| shares[chair]).sum::<f64>()
    };
    let mean = move |seed| seatings().map(|seats| wins(seats, seed)).sum::<f64>() / seatings().count() as f64;
    let scores: Vec<f64> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..seeds).map(|seed| scope.spawn(move || mean(seed))).collect();
        all.into_iter().map(|seed| seed.join().unwrap()).collect()
    });
    interval(&scores)
}

/// One farmer is above another in games of so many rounds.
fn farm(strong: &str, weak: &str, rounds: u32, seeds: u64) {
    let (mean, low) = farmers(strong, weak, rounds, seeds);
    println!("two of {strong} have {mean:.3} of the wins against two of {weak} over {seeds} seeds of {rounds} rounds, at least {low:.3}");
    assert!(low > 0.5, "{strong} does not beat {weak}");
}

#[test]
fn bovine() {
    SAMPLES.iter().for_each(|sample| farm(sample, "pass_pompom", 300, 6));
    SAMPLES.iter().for_each(|sample| farm("Herta", sample, 300, 6));
    farm("Svarog", "Herta", 300, 4);
}

/// Games as long as the document's.
#[test]
fn long_bovine() {
    if std::env::var_os("BARNYARD_LONG").is_none() {
        return;
    }
    SAMPLES.iter().for_each(|sample| farm(sample, "pass_pompom", 10_000, 10));
    SAMPLES.iter().for_each(|sample| farm("Herta", sample, 10_000, 10));
    SAMPLES.iter().for_each(|sample| farm("Svarog", sample, 10_000, 4));
    farm("Svarog", "Herta", 10_000, 4);
}

/// Series and boards of each that a bot plays against each of the Horde.
const SERIES: u64 = 8;
const BOARDS: u64 = 20;

/// What a bot gets from each of the Horde in a series: a mean payoff for each series.
fn against_the_horde(name: &str, horde: &[&str]) -> Vec<Vec<f64>> {
    let summon = |name: &str| bots::find("microchess", name).unwrap().summon();
    let series = |rival: &str, number: u64| {
        let (mut bot, mut other) = (summon(name), summon(rival));
        bot.prepare_for_series();
        other.prepare_for_series();
        let mut mirror = |board: u64| {
            let seed = number * BOARDS + board;
            play("microchess", "{}", [&mut bot, &mut other], seed)[0] + play("microchess", "{}", [&mut other, &mut bot], seed)[1]
        };
        (0..BOARDS).map(|board| f64::from(mirror(board))).sum::<f64>() / (2 * BOARDS) as f64
    };
    horde.iter().map(|rival| (0..SERIES).map(|number| series(rival, number)).collect()).collect()
}

#[test]
fn microchess() {
    let exact = matrix(&Default::default());
    let horde = &exact.names[..exact.best_response.len()];
    let ladder = ["Nihilist", "Monkey", "Realist", "Oracle"];
    let series = ladder.map(|name| against_the_horde(name, horde));
    let means = series.each_ref().map(|rivals| interval(&rivals.concat()).0);
    println!("mean payoffs of {ladder:?} against the Horde: {means:?}");
    assert!(means.is_sorted());
    // The same boards: what counts is the difference of each series.
    let leads: Vec<f64> = series[3].concat().iter().zip(series[2].concat()).map(|(oracle, realist)| oracle - realist).collect();
    let (lead, low) = interval(&leads);
    let best = exact.best_response.iter().sum::<f64>() / horde.len() as f64;
    println!("Oracle leads Realist by {lead:.4}, at least {low:.4}; it gets {:.4} of the best answers' {best:.4}", means[3] / best);
    assert!(low > 0.0);
    assert!(means[3] >= 0.95 * best);
}

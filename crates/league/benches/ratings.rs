//! What a table of a large league costs.
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use league::{Dice, Log, Method, Outcome, RatingSettings, Ratings};

const ENTRANTS: usize = 1_000;
const GAMES: u64 = 1_000_000;

/// Mirror fixtures between entrants of different strengths, with a seat advantage and draws.
fn games() -> Vec<Outcome> {
    let mut dice = Dice::new(1, 0);
    let strength: Vec<f64> = (0..ENTRANTS).map(|_| 200.0 * dice.normal()).collect();
    let mut games = Vec::new();
    for fixture in 0..GAMES / 2 {
        let a = dice.below(ENTRANTS);
        let b = (a + 1 + dice.below(ENTRANTS - 1)) % ENTRANTS;
        for (game, (first, second)) in [(a, b), (b, a)].into_iter().enumerate() {
            let lead = strength[first] - strength[second] + 40.0;
            let luck = dice.unit() * 1.1 * (1.0 + 10f64.powf(-lead / 400.0));
            let payoffs = if luck < 1.0 { [1.0, 0.0] } else { [0.0, f64::from(u8::from(dice.unit() < 0.9))] };
            games.push(Outcome::duel(fixture, game as u32, [first as u32, second as u32], payoffs));
        }
    }
    games
}

fn ratings(c: &mut Criterion) {
    let games = games();
    let log = Log::new(ENTRANTS, games.clone()).expect("the games are good");
    let mut group = c.benchmark_group("1,000 entrants, 1,000,000 results");
    group.sample_size(10);
    group
        .bench_function("sort and check", |b| b.iter_batched(|| games.clone(), |games| Log::new(ENTRANTS, games), BatchSize::PerIteration));
    for method in [Method::EloMl, Method::EloLadder, Method::Payoff] {
        group.bench_function(method.to_string(), |b| b.iter(|| Ratings::new(method, &log, &RatingSettings::default())));
    }
}

criterion_group!(benches, ratings);
criterion_main!(benches);

//! Chickens: random games by both rule sets, and what a search does all day.
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use games::chickens::{Chickens, Config, Rules};
use games::luck::Sprint;
use games::{Game, Joint, Turn, playout};
use std::hint::black_box;

const GAMES: u64 = 100;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("chickens playouts");
    for rules in [Rules::Document, Rules::Original] {
        let fresh = Chickens::new(&Config { rules, ..Config::default() }).expect("the rules are playable");
        let run = || {
            let (mut rng, mut scratch) = (Sprint::new(1), Vec::new());
            (0..GAMES).map(|_| playout(&mut fresh.clone(), &mut rng, &mut scratch)).sum::<u64>()
        };
        group.throughput(Throughput::Elements(run()));
        group.bench_function(format!("{rules:?}"), |b| b.iter(run));
    }
}

/// A position after `plies` random decisions, with somebody to move.
fn midgame(plies: u32) -> Chickens {
    let mut game = Chickens::new(&Config::default()).expect("the default is playable");
    let (mut rng, mut scratch, mut left) = (Sprint::new(2), Vec::new(), plies);
    loop {
        match game.turn() {
            Turn::Chance => {
                let chance = game.draw(&mut rng);
                game.settle(&chance);
            }
            Turn::Act(seats) if left > 0 => {
                let seat = seats.iter().next().expect("somebody moves");
                game.play(&Joint::solo(seat, game.sample(seat, &mut rng, &mut scratch)));
                left -= 1;
            }
            _ => return game,
        }
    }
}

fn decisions(c: &mut Criterion) {
    let game = midgame(30);
    let seat = games::chickens::seat_of(game.mover());
    let step = game.steps(game.mover()).nth(0);
    let mut group = c.benchmark_group("chickens decision");
    group.bench_function("steps", |b| b.iter(|| black_box(&game).steps(black_box(&game).mover())));
    group.bench_function("clone and play", |b| {
        b.iter_batched_ref(|| game.clone(), |game| game.play(black_box(&Joint::solo(seat, step))), BatchSize::SmallInput)
    });
    group.bench_function("observe", |b| b.iter(|| black_box(&game).observe(seat)));
}

criterion_group!(benches, playouts, decisions);
criterion_main!(benches);

//! Rounds of Bovine Borders: four players that draw destinations, on a meadow that fills.
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use games::bovine::{Bovine, Config};
use games::luck::Sprint;
use games::{Game, Joint, Seat, Turn, playout};
use std::hint::black_box;

const ROUNDS: u32 = 2_000;

/// A game some rounds old.
fn aged(rounds: u32) -> Bovine {
    let mut game = Bovine::new(&Config::default()).unwrap();
    let mut rng = Sprint::new(1);
    for _ in 0..rounds {
        step(&mut game, &mut rng);
    }
    game
}

fn step(game: &mut Bovine, rng: &mut Sprint) {
    let Turn::Act(seats) = game.turn() else { return };
    let mut joint = Joint::EMPTY;
    for seat in seats.iter() {
        joint.set(seat, game.sample(seat, rng, &mut Vec::new()));
    }
    game.play(&joint);
    let chance = game.draw(rng);
    game.settle(&chance);
}

fn rounds(c: &mut Criterion) {
    println!("a game is {} bytes", size_of::<Bovine>());
    let mut group = c.benchmark_group("bovine");
    let fresh = Bovine::new(&Config { rounds: ROUNDS, ..Config::default() }).unwrap();
    group.throughput(Throughput::Elements(ROUNDS.into()));
    group.bench_function("playout", |b| b.iter(|| playout(&mut fresh.clone(), &mut Sprint::new(1), &mut Vec::new())));
    group.throughput(Throughput::Elements(1));
    for age in [0, 100, 1_000] {
        let game = aged(age);
        let mut rng = Sprint::new(2);
        group.bench_function(format!("round after {age}"), |b| {
            b.iter_batched_ref(|| game.clone(), |game| step(game, &mut rng), BatchSize::SmallInput);
        });
    }
    let game = aged(1_000);
    group.bench_function("observe", |b| b.iter(|| black_box(&game).observe(Seat(1))));
    group.bench_function("connected", |b| b.iter(|| black_box(&game).board().connected(Seat(1))));
    let mut legal = Vec::new();
    group.bench_function("legal", |b| {
        b.iter(|| {
            legal.clear();
            black_box(&game).legal(Seat(1), &mut legal);
        });
    });
}

criterion_group!(benches, rounds);
criterion_main!(benches);

//! A round, a batch of fruit and a look at the heatmap, on the 22 by 21 map.
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use games::luck::Sprint;
use games::orchard::{Config, Depth, Map, Orchard, grow, shipped};
use games::{Game, Joint, Seat, Turn, playout};
use std::hint::black_box;

const ROUNDS: u32 = 1_000;

/// A table in its first round, so that nothing but play is measured.
fn ready(config: &Config) -> Orchard {
    let mut game = Orchard::new(config).unwrap();
    let mut rng = Sprint::new(5);
    while game.turn() == Turn::Chance {
        let chance = game.draw(&mut rng);
        game.settle(&chance);
    }
    game
}

fn orchard(c: &mut Criterion) {
    let seven = Config { map: "7".into(), ..Config::default() };

    let mut group = c.benchmark_group("orchard");
    let still = Config { rounds: ROUNDS, item_period: 10_000, ..seven.clone() };
    let table = ready(&still);
    group.throughput(Throughput::Elements(ROUNDS.into()));
    group.bench_function("rounds without fruit", |b| {
        let (mut rng, mut scratch) = (Sprint::new(1), Vec::new());
        b.iter_batched(|| table.clone(), |mut game| playout(&mut game, &mut rng, &mut scratch), BatchSize::SmallInput);
    });

    let whole = Config { rounds: ROUNDS, ..seven.clone() };
    let table = ready(&whole);
    group.bench_function("rounds", |b| {
        let (mut rng, mut scratch) = (Sprint::new(1), Vec::new());
        b.iter_batched(|| table.clone(), |mut game| playout(&mut game, &mut rng, &mut scratch), BatchSize::SmallInput);
    });

    // Batches that were grown beforehand: a ring of them is announced instead of new ones.
    let map = Map::parse(shipped("7").unwrap()).unwrap();
    let mut rng = Sprint::new(2);
    let batches: Vec<_> = (0..16).map(|_| grow(&map, [(); 3].map(|()| Depth::draw(&mut rng)))).collect();
    let table = ready(&Config { rounds: 20, ..seven });
    group.throughput(Throughput::Elements(20));
    group.bench_function("a period of heatmaps, both seats looking twice a round", |b| {
        let mut next = 0;
        b.iter_batched_ref(
            || {
                let mut game = table.clone();
                next += 1;
                game.announce(batches[next % batches.len()].clone());
                game
            },
            |game| {
                let (mut rng, mut scratch) = (Sprint::new(1), Vec::new());
                while let Turn::Act(seats) = game.turn() {
                    let mut joint = Joint::EMPTY;
                    for seat in seats.iter() {
                        black_box(game.observe(seat));
                        joint.set(seat, game.sample(seat, &mut rng, &mut scratch));
                    }
                    game.play(&joint);
                    if game.turn() == Turn::Chance {
                        let chance = game.draw(&mut rng);
                        game.settle(&chance);
                    }
                }
                black_box(game.observe(Seat(0)));
            },
            BatchSize::SmallInput,
        );
    });

    group.throughput(Throughput::Elements(1));
    group.bench_function("a batch of fruit", |b| {
        let mut rng = Sprint::new(3);
        b.iter(|| grow(&map, [(); 3].map(|()| Depth::draw(&mut rng))));
    });
}

criterion_group!(benches, orchard);
criterion_main!(benches);

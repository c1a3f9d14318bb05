//! Random playouts of Carpets with a matrix that many games share and with a new one each, and what a matrix costs.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use games::carpets::{Carpets, Config, Drift, Headstart, Square, currents};
use games::luck::{Luck, Sprint, unit};
use games::{Game, playout};
use std::hint::black_box;

const GAMES: u64 = 100;

fn playouts(c: &mut Criterion) {
    let matrix = currents::draw(&mut Luck::new(1).nature(0));
    let shared = Config { transition: Some(matrix), ..Config::default() };
    let mut group = c.benchmark_group("carpets/playout");
    group.throughput(Throughput::Elements(80 * GAMES));
    for (name, config) in [("shared matrix", shared), ("new matrix", Config::default())] {
        let fresh = Carpets::new(&config).unwrap();
        group.bench_function(name, |b| {
            let (mut rng, mut scratch) = (Sprint::new(1), Vec::new());
            b.iter(|| (0..GAMES).map(|_| playout(&mut fresh.clone(), &mut rng, &mut scratch)).sum::<u64>());
        });
    }
}

fn rat(c: &mut Criterion) {
    let matrix = currents::draw(&mut Luck::new(1).nature(0));
    let drift = Drift::new(matrix.clone());
    let belief = *Headstart::new(&drift, Square::ORIGIN, 1000).odds();
    let mut rng = Sprint::new(1);
    let mut at = Square::ORIGIN;
    c.bench_function("carpets/rat step", |b| {
        b.iter(|| {
            at = drift.step(at, unit(&mut rng));
            at
        });
    });
    c.bench_function("carpets/headstart table", |b| b.iter(|| Headstart::new(black_box(&drift), Square::ORIGIN, 1000)));
    c.bench_function("carpets/headstart walk", |b| b.iter(|| drift.walk(Square::ORIGIN, 1000, &mut rng)));
    c.bench_function("carpets/belief step", |b| b.iter(|| drift.flow(black_box(&belief))));
    c.bench_function("carpets/draw matrix", |b| b.iter(|| Drift::new(currents::draw(&mut rng))));
}

criterion_group!(benches, playouts, rat);
criterion_main!(benches);

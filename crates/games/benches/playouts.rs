//! Typed random playouts of every game, legal actions and chance included.
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const STEPS: u64 = 10_000;

fn playouts(c: &mut Criterion) {
    let mut group = c.benchmark_group("playouts");
    for entry in games::GAMES {
        group.throughput(Throughput::Elements(STEPS));
        group.bench_function(entry.name, |b| b.iter(|| entry.playouts(1, STEPS)));
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);

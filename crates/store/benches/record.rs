//! What scheduling and recording a match costs: queued, claimed and recorded in batches.
#[path = "../tests/cluster/mod.rs"]
mod cluster;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use league::schedule::RoundRobin;
use league::{Fixture, Seating, foresee};
use std::time::{Duration, Instant};
use store::{Claim, Finished, NewTournament, Played, Store};
use tokio::runtime::{Builder, Runtime};

const FIXTURES: u32 = 2_000;

/// So many fixtures of two games, from an empty queue to a full log.
async fn season(store: &Store, number: u64) -> Duration {
    let new =
        NewTournament { name: format!("cup {number}"), game: "nim".into(), spec: "{}".into(), entrants: vec!["A".into(), "B".into()] };
    let cup = store.create(&new).await.unwrap();
    let fixtures: Vec<Fixture> = foresee(RoundRobin::new(2, 1, FIXTURES, Seating::Mirror)).collect();
    let started = Instant::now();
    store.enqueue(cup.id, &fixtures, false).await.unwrap();
    loop {
        let claims = store.claim("bench", Some(cup.id), 500, Duration::from_secs(60)).await.unwrap();
        if claims.is_empty() {
            return started.elapsed();
        }
        let finish = |claim: &Claim| {
            let games = (0..2).map(|game| Played::of(&claim.fixture.seats(game), &[1.0, 0.0])).collect();
            Finished::new(claim, games)
        };
        store.record(&claims.iter().map(finish).collect::<Vec<_>>()).await.unwrap();
    }
}

fn seasons(bench: &mut Criterion, name: &str, runtime: &Runtime, store: &Store) {
    let mut group = bench.benchmark_group("queue, claim and record");
    group.throughput(Throughput::Elements(u64::from(FIXTURES))).sample_size(10);
    let mut number = 0;
    group.bench_function(name, |timer| {
        timer.iter_custom(|times| {
            let mut sum = Duration::ZERO;
            for _ in 0..times {
                number += 1;
                sum += runtime.block_on(season(store, number));
            }
            sum
        });
    });
    group.finish();
}

fn record(bench: &mut Criterion) {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = runtime.block_on(Store::open(folder.path().join("yard.db").to_str().unwrap())).unwrap();
    seasons(bench, "SQLite", &runtime, &file);
    if let Some(cluster) = cluster::Cluster::start() {
        let server = runtime.block_on(Store::open(&cluster.database())).unwrap();
        seasons(bench, "PostgreSQL", &runtime, &server);
        runtime.block_on(server.close());
    }
}

criterion_group!(benches, record);
criterion_main!(benches);

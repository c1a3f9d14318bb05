//! Positions a second of alpha-beta on one core, at the start and in the middle of games; walks a second of the tree search; one look
//! ahead of Svarog's.
use bots::bovine::Svarog;
use bots::search::tree::{World, explore};
use bots::search::{Effort, Limit, Model, Search};
use bots::{carpets, chickens};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use games::bovine::Bovine;
use games::carpets::Carpets;
use games::chickens::Chickens;
use games::luck::Sprint;
use games::{Game, Joint, PerSeat, Player, Seat, SeatSet, Start, Turn};
use std::time::Duration;

/// Positions looked at in one search.
const NODES: u64 = 300_000;

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("alpha-beta");
    group.throughput(Throughput::Elements(NODES)).sample_size(20);
    for turns in [0, 30] {
        let game: Chickens = after(turns);
        let seen = game.observe(games::chickens::seat_of(game.mover()));
        let mut doors = chickens::Doors::new(&game.brief());
        doors.update(&seen);
        let yard = chickens::Yard::new(&game.brief(), seen.found, doors.odds(), chickens::Outlook::GERTRUDE);
        group.bench_function(format!("chickens after {turns} turns"), |b| measure(b, &yard, &chickens::Scene::of(&seen)));

        let game: Carpets = after(turns);
        let seen = game.observe(game.mover());
        let mut room = carpets::Room::new(&game.brief(), carpets::Outlook::ADA);
        room.turn(seen.turn, 0.3);
        group.bench_function(format!("carpets after {turns} turns"), |b| measure(b, &room, &carpets::Scene::of(&seen)));
    }
}

/// Walks in one tree.
const WALKS: u64 = 20_000;

fn tree(c: &mut Criterion) {
    let mut group = c.benchmark_group("tree");
    group.throughput(Throughput::Elements(WALKS)).sample_size(20);
    for seats in [1, 2, 4] {
        group.bench_function(format!("{seats} seats at once"), |b| b.iter(|| explore(&Race(seats), Seat(0), 1, Limit::nodes(WALKS))));
    }
    group.finish();
    let game: Bovine = after(600);
    let (brief, seen) = (game.brief(), game.observe(Seat(0)));
    c.bench_function("a look ahead of Svarog's", |b| {
        b.iter(|| {
            let mut svarog = Svarog::new(Effort::Nodes(160));
            svarog.prepare_for_match(&Start { brief: &brief, seat: Seat(0), seen: &seen, seed: 1 });
            svarog.act(&seen, Duration::MAX)
        });
    });
}

/// Six times everybody says a number from one to four at once. Who said the most wins, but equal numbers do not count.
struct Race(usize);

impl World for Race {
    type Position = (u32, [u8; 4]);
    type Move = u8;

    fn guess(&self, _: &mut Sprint) -> Self::Position {
        (0, [0; 4])
    }

    fn acting(&self, at: &Self::Position) -> SeatSet {
        if at.0 < 6 { SeatSet::first(self.0) } else { SeatSet::EMPTY }
    }

    fn moves(&self, _: &Self::Position, _: Seat, into: &mut Vec<(u8, f32)>) {
        into.extend((1..=4).map(|number| (number, 1.0)));
    }

    fn play(&self, (turn, sums): &mut Self::Position, joint: &Joint<u8>, _: &mut Sprint) {
        *turn += 1;
        for (seat, number) in joint.iter() {
            let equal = joint.iter().filter(|(_, other)| *other == number).count();
            sums[seat.index()] += if equal == 1 { number } else { 0 };
        }
    }

    fn worth(&self, (_, sums): Self::Position, _: &mut Sprint) -> PerSeat<f32> {
        PerSeat::new(4, |seat| f32::from(sums[seat.index()]) / 24.0)
    }
}

fn measure<M: Model>(b: &mut criterion::Bencher<'_>, model: &M, root: &M::Position) {
    let fresh = || Search::new(Effort::Nodes(NODES));
    b.iter_batched_ref(
        fresh,
        |search| {
            let finding = search.run(model, root, Limit::nodes(NODES));
            assert_eq!(finding.nodes, NODES, "the search is stopped by its limit");
        },
        BatchSize::PerIteration,
    );
}

/// A game after so many random turns.
fn after<G: Game>(turns: u32) -> G {
    let (mut game, mut rng, mut left) = (G::new(&G::Config::default()).expect("defaults are playable"), Sprint::new(4), turns);
    loop {
        match game.turn() {
            Turn::Chance => {
                let chance = game.draw(&mut rng);
                game.settle(&chance);
            }
            Turn::Act(seats) if left > 0 => {
                let mut joint = Joint::EMPTY;
                for seat in seats.iter() {
                    joint.set(seat, game.sample(seat, &mut rng, &mut Vec::new()));
                }
                game.play(&joint);
                left -= 1;
            }
            _ => return game,
        }
    }
}

criterion_group!(benches, search, tree);
criterion_main!(benches);

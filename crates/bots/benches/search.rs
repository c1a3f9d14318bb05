//! Positions a second of alpha-beta on one core, at the start and in the middle of games.
use bots::search::{Effort, Limit, Model, Search};
use bots::{carpets, chickens};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use games::carpets::Carpets;
use games::chickens::Chickens;
use games::luck::Sprint;
use games::{Game, Joint, Seat, Turn};

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
                let seat: Seat = seats.iter().next().expect("somebody acts");
                let action = game.sample(seat, &mut rng, &mut Vec::new());
                game.play(&Joint::solo(seat, action));
                left -= 1;
            }
            _ => return game,
        }
    }
}

criterion_group!(benches, search);
criterion_main!(benches);

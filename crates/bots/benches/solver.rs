//! Tables, solutions, and the whole matrix, on one core.
use bots::microchess::atlas::Atlas;
use bots::microchess::horde::Member;
use bots::microchess::matrix::matrix;
use bots::microchess::solution::{Side, Solution};
use bots::microchess::utility::Personality;
use criterion::{Criterion, criterion_group, criterion_main};
use games::microchess::{Board, Config, Microchess};
use games::{Game, Player, Seat, Start};
use std::hint::black_box;
use std::time::Duration;

fn solver(c: &mut Criterion) {
    let mut group = c.benchmark_group("microchess");
    let atlas = Atlas::shared();
    let realist = Personality::Realist.pair().expect("a Realist reasons");
    group.bench_function("tables", |b| b.iter(Atlas::folded));
    group.bench_function("realist, 30 moves", |b| b.iter(|| Solution::of(atlas, realist, true, 30)));
    group.bench_function("eight personalities with best sets", |b| {
        b.iter(|| {
            for personality in Personality::RATIONAL {
                let solution = Solution::of(atlas, personality.pair().expect("it reasons"), true, 30);
                black_box(best_sets(atlas, &solution));
            }
        });
    });
    group.bench_function("a Realist's move", |b| {
        let boards: Vec<Board> = Board::starts().step_by(41).collect();
        let mut bot = Member::new(Personality::Realist);
        let (config, mut k) = (Config::default(), 0);
        let look = |board: Board| Microchess::at(&config, board, 0).observe(Seat(0));
        bot.prepare_for_match(&Start { brief: &config, seat: Seat(0), seen: &look(boards[0]), seed: 1 });
        let seen: Vec<_> = boards.iter().map(|board| look(*board)).collect();
        b.iter(|| {
            k = (k + 1) % seen.len();
            bot.act(&seen[k], Duration::ZERO)
        });
    });
    group.sample_size(10);
    group.bench_function("matrix", |b| b.iter(|| matrix(&Config::default())));
}

/// The best edges of every node with 1 to 30 moves left, one bit each.
fn best_sets(atlas: &Atlas, solution: &Solution) -> Vec<u16> {
    let mut masks = Vec::with_capacity(30 * atlas.nodes());
    for left in 1..=30 {
        masks.extend((0..atlas.nodes()).map(|node| {
            let best = solution.best(atlas, node, Side::Own, left);
            atlas.to(node).iter().zip(0..).fold(0u16, |mask, (target, bit)| mask | u16::from(best.has(*target as usize)) << bit)
        }));
    }
    masks
}

criterion_group!(benches, solver);
criterion_main!(benches);

//! The search finds what a plain minimax finds, in games that are small enough for one.
use super::*;
use std::time::Duration;

/// A made-up game: moves and values are drawn from the hash of the way there.
#[derive(Clone, Copy)]
struct Maze {
    length: u32,
    /// Ways that lead to the same place when the order of moves does not matter.
    merging: bool,
}

#[derive(Clone, Copy)]
struct Spot {
    hash: u64,
    left: u32,
}

impl Model for Maze {
    type Position = Spot;

    fn moves(&self, at: &Spot) -> Moves {
        1 | mix([(at.hash, 1), (0, 0), (0, 0), (0, 0)]) & 0x1_0110_1011
    }

    fn after(&self, at: &Spot, step: Move) -> Spot {
        let way = mix([(u64::from(step), 3), (7, 0), (0, 0), (0, 0)]);
        let hash = if self.merging { at.hash.wrapping_add(way) } else { mix([(at.hash, way), (0, 0), (0, 0), (0, 0)]) };
        Spot { hash, left: at.left - 1 }
    }

    fn end(&self, at: &Spot) -> Option<i32> {
        (at.left == 0).then(|| self.glance(at))
    }

    fn glance(&self, at: &Spot) -> i32 {
        (mix([(at.hash, 9), (1, 0), (0, 0), (0, 0)]) % 2001) as i32 - 1000
    }

    fn length(&self, at: &Spot) -> u32 {
        at.left
    }

    fn key(&self, at: &Spot) -> u64 {
        mix([(at.hash, u64::from(at.left)), (0, 0), (0, 0), (0, 0)])
    }

    fn promise(&self, _: &Spot, step: Move) -> i32 {
        i32::from(step)
    }

    fn place(&self, at: &Spot) -> usize {
        at.hash as usize % PLACES
    }
}

fn minimax(maze: &Maze, at: &Spot) -> i32 {
    let all = (0..64).filter(|step| maze.moves(at) >> step & 1 == 1);
    maze.end(at).unwrap_or_else(|| all.map(|step| -minimax(maze, &maze.after(at, step))).max().expect("there is a move"))
}

#[test]
fn the_value_is_that_of_minimax() {
    for seed in 0..60 {
        for merging in [false, true] {
            let maze = Maze { length: 7, merging };
            let root = Spot { hash: seed, left: maze.length };
            if maze.moves(&root) == 1 {
                continue; // A forced move is made, not valued.
            }
            let mut search = Search::new(Effort::Nodes(1_000));
            // A small table and a second run: what is remembered must not change what is found.
            for _ in 0..2 {
                let finding = search.run(&maze, &root, Limit::nodes(u64::MAX));
                assert_eq!(finding.value, minimax(&maze, &root), "seed {seed}");
                assert_eq!(-minimax(&maze, &maze.after(&root, finding.best)), finding.value, "the best move leads to the value");
                assert_eq!(finding.depth, maze.length);
            }
        }
    }
}

#[test]
fn a_limit_in_nodes_is_kept_and_equal_limits_find_the_same() {
    let maze = Maze { length: 40, merging: false };
    let root = Spot { hash: 5, left: maze.length };
    for nodes in [1, 2, 10, 1_000, 20_000] {
        let find = || Search::new(Effort::Nodes(nodes)).run(&maze, &root, Effort::Nodes(nodes).limit(Duration::MAX, 1));
        let finding = find();
        assert!(finding.nodes <= nodes.max(2), "{finding:?}");
        assert_eq!(maze.moves(&root) >> finding.best & 1, 1, "the move is legal however short the search");
        assert_eq!(finding, find());
    }
}

#[test]
fn a_forced_move_costs_nothing() {
    let maze = Maze { length: 40, merging: false };
    let hash = (0..).find(|hash| maze.moves(&Spot { hash: *hash, left: 40 }) == 1).unwrap();
    let finding = Search::new(Effort::Nodes(1_000)).run(&maze, &Spot { hash, left: 40 }, Limit::nodes(1_000));
    assert!(finding.nodes < 5);
}

#[test]
fn efforts_are_spelled_as_people_write_them() {
    let ms = |ms| Effort::Time(Duration::from_millis(ms));
    for (text, effort) in [
        ("250ms", ms(250)),
        ("2s", ms(2_000)),
        ("0.5s", ms(500)),
        ("50000", Effort::Nodes(50_000)),
        ("50k", Effort::Nodes(50_000)),
        ("3M", Effort::Nodes(3_000_000)),
        ("clock", Effort::Clock),
    ] {
        assert_eq!(text.parse(), Ok(effort));
        assert_eq!(effort.to_string().parse(), Ok(effort));
    }
    for bad in ["", "0", "0ms", "-3", "1.5", "ms", "nan s", "infs", "fast", "99999999999999999999", "1e99s"] {
        assert_eq!(bad.parse::<Effort>(), Err(Unfit), "{bad}");
    }
}

/// A bot that takes every limit to its very end never spends more than it has, and always has something for the next move.
#[test]
fn the_clock_of_a_game_is_never_spent() {
    for effort in [Effort::Nodes(u64::MAX), Effort::Time(Duration::from_secs(60)), Effort::Clock] {
        for clock in [Duration::from_millis(2), Duration::from_millis(100), Duration::from_secs(5), Duration::from_secs(360)] {
            let mut left = clock;
            for turns in (1..=40).rev() {
                let share = effort.limit(left, turns).most().expect("a clock ends");
                assert!(share > Duration::ZERO && share < left, "{effort} with {left:?} for {turns} turns: {share:?}");
                left -= share;
            }
        }
        effort.limit(Duration::MAX, 1);
        effort.limit(Duration::ZERO, 40);
    }
}

#[test]
fn a_search_ends_with_its_time() {
    let maze = Maze { length: 120, merging: false };
    let root = Spot { hash: 5, left: maze.length };
    let finding = Search::new(Effort::Clock).run(&maze, &root, Effort::Clock.limit(Duration::from_millis(200), 40));
    assert!(finding.nodes > 1 && finding.depth < 120);
}

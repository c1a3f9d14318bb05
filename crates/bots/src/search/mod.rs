//! A search for games of two: iterative deepening alpha-beta with a transposition table and learned move ordering.
//!
//! A [`Model`] is what the search knows of a game. Secrets are not part of it: a bot puts in their place what it expects of them.
//! Games of any number with luck, secrets and moves at once have a search of their own, [`tree`].
mod effort;
mod table;
pub mod tree;

pub use effort::{Effort, Limit, Unfit};
pub use table::Table;

use table::{Bound, Note};

/// A set of moves, one bit each. A move is a number below 64.
pub type Moves = u64;
pub type Move = u8;

/// Values stay between minus this and this.
pub const INFINITY: i32 = 1 << 30;

/// A game of two as a search sees it: positions are small and copied at every step, and the sides take turns.
pub trait Model {
    type Position: Copy;

    /// What the mover can do: at least one thing where the game is not over, and at most [`MOST_MOVES`].
    fn moves(&self, at: &Self::Position) -> Moves;
    fn after(&self, at: &Self::Position, step: Move) -> Self::Position;
    /// What a move leads to where luck decides: two outcomes with their odds, which sum to one. Asked for moves of the root alone;
    /// further down a move leads to what is expected of it.
    fn outcomes(&self, _: &Self::Position, _: Move) -> Option<[(f64, Self::Position); 2]> {
        None
    }
    /// What a position is worth to its mover once the game is over there.
    fn end(&self, at: &Self::Position) -> Option<i32>;
    /// What any other position is worth to its mover, at a glance.
    fn glance(&self, at: &Self::Position) -> i32;
    /// Moves until the game is over at the latest.
    fn length(&self, at: &Self::Position) -> u32;

    /// A hash of all that counts.
    fn key(&self, at: &Self::Position) -> u64;
    /// How good a move looks before it is tried, from -1000 to 1000: better ones are tried first.
    fn promise(&self, at: &Self::Position, step: Move) -> i32;
    /// Where moves of a kind are good or bad alike: a number below [`PLACES`], of the mover and its square for example.
    fn place(&self, at: &Self::Position) -> usize;
}

/// Kinds of places that a move can be remembered for.
pub const PLACES: usize = 128;
/// The moves of any position.
pub const MOST_MOVES: usize = 32;
/// Deeper than any search goes.
const DEEPEST: usize = 128;
/// What is remembered of a move never outweighs this.
const MEMORY: i32 = 1 << 12;

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding {
    pub best: Move,
    /// What the position is worth to its mover.
    pub value: i32,
    /// How many moves ahead were looked at in full.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// A search and what it remembers from one decision to the next.
pub struct Search {
    table: Table,
    /// How often a move cut a search short, by place and move.
    merits: Vec<[i16; 64]>,
    killers: [[Move; 2]; DEEPEST],
    limit: Limit,
    nodes: u64,
    /// The count at which the limit is looked at again.
    pause: u64,
    stopped: bool,
}

/// Not a move.
const NONE: Move = Move::MAX;

impl Search {
    /// A search for decisions of about this effort.
    pub fn new(effort: Effort) -> Search {
        Search {
            table: Table::new(effort.room()),
            merits: vec![[0; 64]; PLACES],
            killers: [[NONE; 2]; DEEPEST],
            limit: Limit::nodes(0),
            nodes: 0,
            pause: 0,
            stopped: false,
        }
    }

    /// The best move, as far as the limit allows to see. That the game is not over is the caller's promise. Equal models,
    /// positions and limits in nodes give equal findings.
    pub fn run<M: Model>(&mut self, model: &M, root: &M::Position, limit: Limit) -> Finding {
        self.table.turn_over();
        self.killers = [[NONE; 2]; DEEPEST];
        for merits in &mut self.merits {
            merits.iter_mut().for_each(|merit| *merit /= 4);
        }
        (self.limit, self.nodes, self.pause, self.stopped) = (limit, 0, limit.pause(0), false);
        let all = model.moves(root);
        let mut finding = Finding { best: all.trailing_zeros() as Move, value: 0, depth: 0, nodes: 0 };
        let longest = model.length(root).min(DEEPEST as u32 - 1);
        // A forced move needs no thought.
        let longest = if all.is_power_of_two() { longest.min(1) } else { longest };
        for depth in 1..=longest {
            if depth > 1 && self.limit.is_late() {
                break;
            }
            let (best, value) = self.first(model, root, depth as i32, finding.best);
            // What an iteration has found when it is stopped counts: it begins with the best move so far.
            if let Some(best) = best {
                (finding.best, finding.value) = (best, value);
            }
            if self.stopped {
                break;
            }
            finding.depth = depth;
        }
        finding.nodes = self.nodes;
        finding
    }

    /// One iteration: the best move of the root and its value, or none if not even the first was searched.
    fn first<M: Model>(&mut self, model: &M, root: &M::Position, depth: i32, hint: Move) -> (Option<Move>, i32) {
        self.nodes += 1;
        let mut queue = self.queue(model, root, 0, hint);
        let (mut best, mut most) = (None, -INFINITY);
        let mut tried = 0;
        while let Some(step) = queue.pop() {
            let value = match model.outcomes(root, step) {
                Some(outcomes) => self.gamble(model, &outcomes, depth),
                None => self.step(model, root, step, Window { depth, alpha: most, beta: INFINITY, ply: 0, tried }),
            };
            if self.stopped {
                break;
            }
            tried += 1;
            if value > most {
                (best, most) = (Some(step), value);
            }
        }
        if let (Some(best), false) = (best, self.stopped) {
            self.table.write(model.key(root), Note { value: most, best, depth: depth as u8, bound: Bound::Exact });
        }
        (best, most)
    }

    /// What a move of the root is worth on average.
    fn gamble<M: Model>(&mut self, model: &M, outcomes: &[(f64, M::Position); 2], depth: i32) -> i32 {
        let mut worth = |(odds, next): &(f64, M::Position)| odds * f64::from(-self.descend(model, next, depth - 1, -INFINITY, INFINITY, 1));
        outcomes.iter().map(&mut worth).sum::<f64>().round() as i32
    }

    fn descend<M: Model>(&mut self, model: &M, at: &M::Position, depth: i32, mut alpha: i32, beta: i32, ply: usize) -> i32 {
        self.nodes += 1;
        if self.nodes >= self.pause {
            self.stopped = self.stopped || self.limit.is_over(self.nodes);
            self.pause = self.limit.pause(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        if let Some(value) = model.end(at) {
            return value;
        }
        if depth <= 0 || ply >= DEEPEST - 1 {
            return model.glance(at);
        }
        let key = model.key(at);
        let mut hint = NONE;
        if let Some((note, fresh)) = self.table.read(key) {
            hint = note.best;
            if fresh && i32::from(note.depth) >= depth && note.settles(alpha, beta) {
                return note.value;
            }
        }
        let mut queue = self.queue(model, at, ply, hint);
        let (low, mut best, mut most, mut tried) = (alpha, NONE, -INFINITY, 0);
        while let Some(step) = queue.pop() {
            let value = self.step(model, at, step, Window { depth, alpha, beta, ply, tried });
            if self.stopped {
                return 0;
            }
            tried += 1;
            if value > most {
                (best, most) = (step, value);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.reward(model.place(at), step, &queue, depth, ply);
                break;
            }
        }
        let bound = match most {
            _ if most >= beta => Bound::AtLeast,
            _ if most > low => Bound::Exact,
            _ => Bound::AtMost,
        };
        self.table.write(key, Note { value: most, best, depth: depth as u8, bound });
        most
    }

    /// Tries a move: the first with the whole window, later ones only as far as to see that they are no better.
    fn step<M: Model>(&mut self, model: &M, at: &M::Position, step: Move, window: Window) -> i32 {
        let Window { depth, alpha, beta, ply, tried } = window;
        let next = model.after(at, step);
        if tried == 0 {
            return -self.descend(model, &next, depth - 1, -beta, -alpha, ply + 1);
        }
        let mut value = -self.descend(model, &next, depth - 1, -alpha - 1, -alpha, ply + 1);
        if value > alpha && value < beta && !self.stopped {
            value = -self.descend(model, &next, depth - 1, -beta, -alpha, ply + 1);
        }
        value
    }

    /// The moves of a position in the order in which they are tried.
    fn queue<M: Model>(&self, model: &M, at: &M::Position, ply: usize, hint: Move) -> Queue {
        let mut queue = Queue { entries: [0; MOST_MOVES], length: 0, next: 0 };
        let merits = &self.merits[model.place(at) % PLACES];
        let [killer, older] = self.killers[ply];
        let mut rest = model.moves(at);
        while rest != 0 {
            let step = rest.trailing_zeros() as Move;
            rest &= rest - 1;
            let standing = match step {
                _ if step == hint => 8 * MEMORY,
                _ if step == killer => 2 * MEMORY,
                _ if step == older => MEMORY,
                _ => 0,
            };
            queue.push(step, standing + i32::from(merits[usize::from(step) % 64]) + model.promise(at, step));
        }
        queue
    }

    /// Remembers a move that cut a search short, and that those before it did not.
    fn reward(&mut self, place: usize, step: Move, queue: &Queue, depth: i32, ply: usize) {
        let merits = &mut self.merits[place % PLACES];
        let mut learn = |step: Move, by: i32| {
            let merit = &mut merits[usize::from(step) % 64];
            // The nearer to the limit, the less is learned.
            *merit += (by - i32::from(*merit) * by.abs() / MEMORY) as i16;
        };
        let weight = (depth * depth).min(MEMORY / 4);
        learn(step, weight);
        queue.failed().for_each(|step| learn(step, -weight));
        if self.killers[ply][0] != step {
            self.killers[ply] = [step, self.killers[ply][0]];
        }
    }
}

/// How a move is to be looked at.
struct Window {
    depth: i32,
    alpha: i32,
    beta: i32,
    ply: usize,
    /// Moves of the same position that were tried before it.
    tried: usize,
}

/// Moves, best first. They are sorted as they are taken: mostly the first is enough.
struct Queue {
    /// How a move stands and its number, in one.
    entries: [i32; MOST_MOVES],
    length: usize,
    next: usize,
}

impl Queue {
    fn push(&mut self, step: Move, standing: i32) {
        self.entries[self.length % MOST_MOVES] = standing << 6 | i32::from(63 - step % 64);
        self.length += 1;
    }

    fn pop(&mut self) -> Option<Move> {
        let rest = &mut self.entries[self.next..self.length];
        let best = (0..rest.len()).max_by_key(|i| rest[*i])?;
        rest.swap(0, best);
        self.next += 1;
        Some(Queue::step(self.entries[self.next - 1]))
    }

    /// What was taken before the last.
    fn failed(&self) -> impl Iterator<Item = Move> {
        self.entries[..self.next - 1].iter().map(|entry| Queue::step(*entry))
    }

    fn step(entry: i32) -> Move {
        63 - (entry & 63) as Move
    }
}

/// Mixes words into a key, two at a time.
pub fn mix(words: [(u64, u64); 4]) -> u64 {
    const ODD: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];
    words.iter().zip(ODD).fold(0, |key, ((a, b), odd)| {
        let product = u128::from(a ^ odd) * u128::from(b ^ odd.rotate_left(29));
        (key ^ product as u64 ^ (product >> 64) as u64).rotate_left(17)
    })
}

#[cfg(test)]
mod tests;

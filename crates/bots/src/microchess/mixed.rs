//! Backward induction for utilities whose ties mix outcomes: exact averages of exact averages.
//!
//! A tie of k moves is played uniformly, so each step back may divide by any k up to 14. Written over the common
//! denominator `360360^(n + 1)` with n moves left (360,360 is the least common multiple of 1 to 14), every value is a
//! whole number of known length, every comparison is exact, and no tie is missed or invented by rounding.
use super::atlas::Atlas;
use super::solution::{Outcomes, Side};
use super::utility::Pair;
use games::microchess::Outcome;

/// Divisible by every number of tied moves.
const STEP: u64 = 360_360;

/// Values, outcomes and best edges by moves left, side, and node.
pub struct Mixed {
    nodes: usize,
    values: Vec<[f64; 2]>,
    sets: Vec<u8>,
    best: Vec<u16>,
}

impl Mixed {
    pub fn solve(atlas: &Atlas, pair: &Pair, last_move_counts: bool, longest: usize) -> Mixed {
        let mut mixed = Mixed { nodes: atlas.nodes(), values: Vec::new(), sets: Vec::new(), best: Vec::new() };
        let every = || (0..2).flat_map(|side| (0..atlas.nodes()).map(move |node| (side, node)));
        let (ends, mut layer) = (Layer::new(atlas, pair, 0), Layer::new(atlas, pair, 1));
        for (side, node) in every() {
            match atlas.is_last_move(node) {
                false => layer.put(pair, side, node, Outcome::Draw),
                true if last_move_counts => layer.put(pair, side, node, Outcome::Loss),
                true => layer.step_back(&ends, atlas, side, node),
            }
        }
        mixed.keep(&layer, pair);
        for left in 1..=longest {
            let mut next = Layer::new(atlas, pair, left + 1);
            for (side, node) in every() {
                next.step_back(&layer, atlas, side, node);
            }
            layer = next;
            mixed.keep(&layer, pair);
        }
        mixed
    }

    fn keep(&mut self, layer: &Layer, pair: &Pair) {
        for side in 0..2 {
            for node in 0..self.nodes {
                self.values.push([0, 1].map(|whose| ratio(layer.number(side, node, whose), &layer.one) + f64::from(lowest(pair, whose))));
                self.sets.push(layer.sets[side * layer.width + node]);
                self.best.push(layer.best[side * layer.width + node]);
            }
        }
    }

    fn place(&self, side: Side, left: u8, node: usize) -> usize {
        let place = (2 * left as usize + side as usize) * self.nodes + node;
        assert!(place < self.best.len(), "{left} moves left were not solved for");
        place
    }

    pub fn value(&self, side: Side, left: u8, node: usize) -> [f64; 2] {
        self.values[self.place(side, left, node)]
    }

    pub fn set(&self, side: Side, left: u8, node: usize) -> u8 {
        self.sets[self.place(side, left, node)]
    }

    /// The best edges, one bit each.
    pub fn mask(&self, side: Side, left: u8, node: usize) -> u16 {
        self.best[self.place(side, left, node)]
    }

    pub fn layers(&self) -> usize {
        self.best.len() / (2 * self.nodes)
    }

    pub fn bytes(&self) -> usize {
        self.best.len() * (size_of::<[f64; 2]>() + size_of::<u8>() + size_of::<u16>())
    }
}

/// One number of moves left. Numbers are utilities above the lowest, times `STEP` to some power, lowest word first.
struct Layer {
    width: usize,
    words: usize,
    numbers: Vec<u64>,
    sets: Vec<u8>,
    best: Vec<u16>,
    /// The denominator.
    one: Vec<u64>,
}

impl Layer {
    /// Only the ends are set.
    fn new(atlas: &Atlas, pair: &Pair, power: usize) -> Layer {
        // A utility has at most 17 bits above the lowest, a step 19.
        let (width, words) = (atlas.width(), (17 + 19 * power) / 64 + 1);
        let mut one = vec![0; words];
        one[0] = 1;
        for _ in 0..power {
            scale(&mut one, STEP);
        }
        let mut layer =
            Layer { width, words, numbers: vec![0; 4 * width * words], sets: vec![0; 2 * width], best: vec![0; 2 * width], one };
        for outcome in Outcome::ALL {
            layer.put(pair, 0, atlas.end(outcome), outcome);
            layer.put(pair, 1, atlas.end(outcome), outcome);
        }
        layer
    }

    fn number(&self, side: usize, node: usize, whose: usize) -> &[u64] {
        &self.numbers[(2 * (side * self.width + node) + whose) * self.words..][..self.words]
    }

    fn number_mut(&mut self, side: usize, node: usize, whose: usize) -> &mut [u64] {
        &mut self.numbers[(2 * (side * self.width + node) + whose) * self.words..][..self.words]
    }

    /// An outcome as the side to move sees it.
    fn put(&mut self, pair: &Pair, side: usize, node: usize, outcome: Outcome) {
        let own = if side == 0 { outcome } else { outcome.reversed() } as usize;
        for (whose, utility) in [pair.own[own], pair.other[own]].into_iter().enumerate() {
            let above = (i64::from(utility) - i64::from(lowest(pair, whose))) as u64;
            let one = self.one.clone();
            let number = self.number_mut(side, node, whose);
            number.copy_from_slice(&one);
            scale(number, above);
        }
        self.sets[side * self.width + node] = Outcomes::one(outcome).0;
    }

    /// The average over the moves that are best for the side to move.
    fn step_back(&mut self, before: &Layer, atlas: &Atlas, side: usize, node: usize) {
        let (next, targets) = (1 - side, atlas.to(node));
        let worth = |target: u16| before.number(next, target as usize, side);
        let most = targets.iter().map(|target| worth(*target)).max_by(|a, b| a.iter().rev().cmp(b.iter().rev())).expect("there is a move");
        let (mut mask, mut set, mut tied) = (0, 0, 0);
        for (edge, (&target, &ways)) in targets.iter().zip(atlas.ways(node)).enumerate() {
            if worth(target) == most {
                mask |= 1 << edge;
                set |= Outcomes(before.sets[next * self.width + target as usize]).reversed().0;
                tied += u64::from(ways);
                for whose in 0..2 {
                    add(self.number_mut(side, node, whose), before.number(next, target as usize, whose), ways.into());
                }
            }
        }
        for whose in 0..2 {
            scale(self.number_mut(side, node, whose), STEP / tied);
        }
        self.sets[side * self.width + node] = set;
        self.best[side * self.width + node] = mask;
    }
}

fn lowest(pair: &Pair, whose: usize) -> i16 {
    let [a, b, c, d] = [pair.own, pair.other][whose];
    a.min(b).min(c).min(d)
}

/// `number *= factor`
fn scale(number: &mut [u64], factor: u64) {
    let mut carry = 0;
    for word in number {
        let product = u128::from(*word) * u128::from(factor) + carry;
        *word = product as u64;
        carry = product >> 64;
    }
    debug_assert_eq!(carry, 0, "the number fits");
}

/// `sum += number * factor`
fn add(sum: &mut [u64], number: &[u64], factor: u64) {
    let mut carry = 0;
    for (word, digit) in sum.iter_mut().zip(number.iter().chain(std::iter::repeat(&0))) {
        let total = u128::from(*digit) * u128::from(factor) + u128::from(*word) + carry;
        *word = total as u64;
        carry = total >> 64;
    }
    debug_assert_eq!(carry, 0, "the number fits");
}

/// The quotient: whole if it is whole, else to a few units in the last place. The numbers may be larger than any float.
fn ratio(number: &[u64], one: &[u64]) -> f64 {
    let float = |number: &[u64]| {
        let top = number.iter().rposition(|word| *word != 0)?;
        let below = if top > 0 { number[top - 1] as f64 / 2f64.powi(64) } else { 0.0 };
        Some((number[top] as f64 + below, top as i32))
    };
    let (divisor, size) = float(one).expect("the denominator is positive");
    let quotient = float(number).map_or(0.0, |(number, top)| number / divisor * 2f64.powi(64 * (top - size)));
    let whole = quotient.round();
    let mut product = one.to_vec();
    if (quotient - whole).abs() < 1e-9 {
        scale(&mut product, whole as u64);
    }
    if product == number { whole } else { quotient }
}

//! How the rat moves: a transition matrix, its sampler, and where a thousand moves lead.
use super::square::{SQUARES, Square};
use crate::luck::unit;
use rand_core::Rng;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A row of a matrix sums to one within this.
pub const TOLERANCE: f64 = 1e-5;

/// `T(i, j)`, the probability of moving from square `i` to square `j`. Every row is one: no entry is
/// negative and the sum is 1 within [`TOLERANCE`].
///
/// On the wire, a row is the list of its entries above zero, `[[j, p], ...]` by increasing `j`; 64 plain
/// numbers are read as well. Values are 32-bit floats, as bots have always been given them.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix(Arc<Rows>);

#[derive(PartialEq, Debug)]
struct Rows {
    starts: [u16; SQUARES + 1],
    entries: Vec<(Square, f32)>,
}

impl Matrix {
    /// A matrix from the entries of each row, or the row that is wrong and why.
    pub fn new<R: AsRef<[(u8, f32)]>>(rows: &[R]) -> Result<Matrix, String> {
        if rows.len() != SQUARES {
            return Err(format!("transition has {} rows, not 64", rows.len()));
        }
        let mut matrix = Rows { starts: [0; SQUARES + 1], entries: Vec::with_capacity(5 * SQUARES) };
        for (i, row) in rows.iter().enumerate() {
            let (mut sum, mut least) = (0.0, 0);
            for (j, p) in row.as_ref() {
                let Some(to) = Square::new(*j).filter(|_| *j >= least) else {
                    return Err(format!("transition row {i} has an entry for square {j}: squares are 0 to 63, in order, each once"));
                };
                if !(*p >= 0.0 && p.is_finite()) {
                    return Err(format!("transition row {i} has {p} for square {j}, which is not a probability"));
                }
                if *p > 0.0 {
                    matrix.entries.push((to, *p));
                }
                sum += f64::from(*p);
                least = j + 1;
            }
            if (sum - 1.0).abs() > TOLERANCE {
                return Err(format!("transition row {i} sums to {sum}, not to 1 within {TOLERANCE}"));
            }
            matrix.starts[i + 1] = matrix.entries.len() as u16;
        }
        Ok(Matrix(Arc::new(matrix)))
    }

    /// Where the rat can go from a square, and how likely, by increasing square.
    pub fn row(&self, from: Square) -> &[(Square, f32)] {
        let Rows { starts, entries } = &*self.0;
        &entries[usize::from(starts[from.index()])..usize::from(starts[from.index() + 1])]
    }
}

impl Serialize for Matrix {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let spell = |from| self.row(from).iter().map(|(to, p)| (to.index(), p)).collect::<Vec<_>>();
        into.collect_seq(Square::all().map(spell))
    }
}

impl<'de> Deserialize<'de> for Matrix {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Matrix, D::Error> {
        let rows = <Bounded<Bounded<Entry>>>::deserialize(from)?.0;
        let rows: Vec<_> =
            rows.into_iter().enumerate().map(|(i, row)| read_row(i, &row.0)).collect::<Result<_, _>>().map_err(D::Error::custom)?;
        Matrix::new(&rows).map_err(D::Error::custom)
    }
}

fn read_row(i: usize, row: &[Entry]) -> Result<Vec<(u8, f32)>, String> {
    let plain = row.iter().filter(|entry| matches!(entry, Entry::Plain(_))).count();
    if plain != 0 && (plain != row.len() || plain != SQUARES) {
        return Err(format!("transition row {i} is neither 64 numbers nor pairs of a square and a number"));
    }
    let pair = |(j, entry): (usize, &Entry)| match entry {
        Entry::Plain(p) => (j as u8, *p),
        Entry::Pair(j, p) => (*j, *p),
    };
    Ok(row.iter().enumerate().map(pair).collect())
}

/// A list of at most 64 things.
struct Bounded<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Bounded<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct List<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = Bounded<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of a 64 by 64 matrix")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Bounded<T>, A::Error> {
                let mut all = Vec::new();
                while let Some(next) = seq.next_element()? {
                    if all.len() == SQUARES {
                        return Err(A::Error::custom("transition is not 64 rows of at most 64 entries"));
                    }
                    all.push(next);
                }
                Ok(Bounded(all))
            }
        }
        from.deserialize_seq(List(std::marker::PhantomData))
    }
}

/// An entry of a row as people write it.
enum Entry {
    Plain(f32),
    Pair(u8, f32),
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Entry, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Entry;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a probability, or a pair of a square and a probability")
            }

            fn visit_f64<E>(self, p: f64) -> Result<Entry, E> {
                Ok(Entry::Plain(p as f32))
            }

            fn visit_u64<E>(self, p: u64) -> Result<Entry, E> {
                Ok(Entry::Plain(p as f32))
            }

            fn visit_i64<E>(self, p: i64) -> Result<Entry, E> {
                Ok(Entry::Plain(p as f32))
            }

            // The number is read as an f32 at once, so that what was written as one comes back exactly.
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Entry, A::Error> {
                match (seq.next_element()?, seq.next_element()?, seq.next_element::<f32>()?) {
                    (Some(j), Some(p), None) => Ok(Entry::Pair(j, p)),
                    _ => Err(A::Error::custom("an entry of transition is a pair of a square and a probability")),
                }
            }
        }
        from.deserialize_any(Either)
    }
}

/// Running sums of a row, eight at a time, and where the rat goes when its draw falls below the k-th.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    sums: [f32; 8],
    to: [Square; 8],
}

impl Thresholds {
    /// Behind its last entry a row is never fallen below; what leads there ends on square 0.
    const END: Thresholds = Thresholds { sums: [f32::INFINITY; 8], to: [Square::ORIGIN; 8] };
}

/// A matrix made ready to move rats.
#[derive(Debug)]
pub struct Drift {
    matrix: Matrix,
    /// `span` blocks of eight for each square.
    rows: Vec<Thresholds>,
    span: usize,
    inflow: OnceLock<Inflow>,
}

/// The exact odds of [`Drift::step`], gathered by the square where the rat arrives.
#[derive(Debug)]
struct Inflow {
    /// The k-th of all squares that lead to each square. Where there are fewer, it counts for nothing.
    layers: Vec<Layer>,
    /// From each square, the draws above its last sum, which end on square 0.
    lost: [f64; SQUARES],
}

#[derive(Clone, Debug)]
struct Layer {
    from: [u8; SQUARES],
    odds: [f64; SQUARES],
}

impl Drift {
    pub fn new(matrix: Matrix) -> Drift {
        let longest = Square::all().map(|from| matrix.row(from).len()).max().unwrap_or_default();
        // A row ends with at least one free place, see `END`.
        let span = longest / 8 + 1;
        let mut rows = vec![Thresholds::END; SQUARES * span];
        for from in Square::all() {
            let mut sum = 0.0;
            for (k, (to, p)) in matrix.row(from).iter().enumerate() {
                sum += p;
                let block = &mut rows[from.index() * span + k / 8];
                (block.sums[k % 8], block.to[k % 8]) = (sum, *to);
            }
        }
        Drift { matrix, rows, span, inflow: OnceLock::new() }
    }

    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Where a rat goes whose draw is `u`, uniform in [0, 1): to the first square whose running sum of the row, in
    /// 32-bit floats, is above `u` as a 32-bit float; to square 0 if there is none.
    pub fn step(&self, from: Square, u: f64) -> Square {
        let u = u as f32;
        let mut blocks = self.rows[from.index() * self.span..].iter();
        loop {
            let block = blocks.next().expect("the last block of a row has a free place");
            // In lanes as wide as the sums, which the compiler compares all at once.
            let passed: u32 = block.sums.iter().map(|sum| u32::from(u >= *sum)).sum();
            if passed < 8 {
                return block.to[passed as usize];
            }
        }
    }

    /// Moves a rat many times.
    pub fn walk<R: Rng>(&self, from: Square, steps: u32, rng: &mut R) -> Square {
        (0..steps).fold(from, |rat, _| self.step(rat, unit(rng)))
    }

    /// The odds of [`step`](Drift::step) from one square to another. They are the entry of the matrix up to the
    /// rounding of its running sum, and what the rounding leaves over goes to square 0.
    pub fn odds(&self, from: Square, to: Square) -> f64 {
        let inflow = self.inflow();
        let lost = if to == Square::ORIGIN { inflow.lost[from.index()] } else { 0.0 };
        let here = |layer: &&Layer| usize::from(layer.from[to.index()]) == from.index();
        inflow.layers.iter().filter(here).map(|layer| layer.odds[to.index()]).sum::<f64>() + lost
    }

    /// One step of a belief: from where the rat may be to where it may be after its next move.
    pub fn flow(&self, belief: &[f64; SQUARES]) -> [f64; SQUARES] {
        let inflow = self.inflow();
        let mut next = [0.0; SQUARES];
        for layer in &inflow.layers {
            for ((sum, from), p) in next.iter_mut().zip(&layer.from).zip(&layer.odds) {
                *sum += p * belief[usize::from(*from) % SQUARES];
            }
        }
        next[0] += inflow.lost.iter().zip(belief).map(|(lost, p)| lost * p).sum::<f64>();
        next
    }

    fn inflow(&self) -> &Inflow {
        self.inflow.get_or_init(|| {
            let mut inflow = Inflow { layers: Vec::with_capacity(5), lost: [0.0; SQUARES] };
            let mut arrivals = [0; SQUARES];
            for from in Square::all() {
                let (mut sum, mut below) = (0.0, 0.0);
                for (to, p) in self.matrix.row(from) {
                    sum += p;
                    let reached = reach(sum);
                    let layer = &mut arrivals[to.index()];
                    if *layer == inflow.layers.len() {
                        inflow.layers.push(Layer { from: [0; SQUARES], odds: [0.0; SQUARES] });
                    }
                    inflow.layers[*layer].from[to.index()] = from.index() as u8;
                    inflow.layers[*layer].odds[to.index()] = reached - below;
                    *layer += 1;
                    below = reached;
                }
                inflow.lost[from.index()] = 1.0 - below;
            }
            inflow
        })
    }
}

/// The exact chance that a draw `u = k / 2^53` is below `sum` once rounded to a 32-bit float. The draws that are end
/// half-way between `sum` and its predecessor; the one at half-way itself goes to the even neighbour.
fn reach(sum: f32) -> f64 {
    const DRAWS: f64 = (1u64 << 53) as f64;
    if sum > 1.0 {
        return 1.0;
    }
    let before = sum.next_down();
    let half_way = (f64::from(before) + f64::from(sum)) / 2.0 * DRAWS;
    let tie = half_way.fract() == 0.0 && before.to_bits().is_multiple_of(2);
    ((half_way.ceil() + f64::from(u8::from(tie))) / DRAWS).clamp(0.0, 1.0)
}

/// Where a rat is after its headstart: the odds of each square, and their sampler.
///
/// A rat that makes `n` moves from a square is distributed as that square's row of the n-th power of the step's odds.
/// The row is computed by `n` products of a vector and the matrix in 64-bit floats, whose error (about 1e-13) is far
/// below what any number of games can show, and one draw from it replaces `n` draws of single moves.
#[derive(Debug)]
pub struct Headstart {
    odds: [f64; SQUARES],
    sums: [f64; SQUARES],
}

impl Headstart {
    pub fn new(drift: &Drift, from: Square, steps: u32) -> Headstart {
        let mut odds = [0.0; SQUARES];
        odds[from.index()] = 1.0;
        for _ in 0..steps {
            odds = drift.flow(&odds);
        }
        let last = odds.iter().rposition(|p| *p > 0.0).expect("the rat is somewhere");
        let mut sums = [f64::INFINITY; SQUARES];
        let mut sum = 0.0;
        for (k, p) in odds[..last].iter().enumerate() {
            sum += p;
            sums[k] = sum;
        }
        Headstart { odds, sums }
    }

    /// The odds of each square.
    pub fn odds(&self) -> &[f64; SQUARES] {
        &self.odds
    }

    /// The square of a draw `u`, uniform in [0, 1).
    pub fn square(&self, u: f64) -> Square {
        let passed = self.sums.partition_point(|sum| *sum <= u);
        Square::new(passed as u8).expect("the last sum is above every draw")
    }
}

//! The currents under the floor: random transition matrices in four families.
//!
//! Under every square runs a current towards one neighbour. The squares of a loop circle in concentric rings, and
//! loops that touch turn in opposite senses, as gears do. A rat mostly stays, often follows the current, and
//! seldom goes elsewhere.
use super::drift::Matrix;
use super::square::{Direction, SIDE, SQUARES, Square};
use crate::luck::below;
use rand_core::Rng;

/// How the loops lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// One loop around the whole board.
    Big,
    /// A left and a right loop.
    SideBySide,
    /// An upper and a lower loop.
    Stacked,
    /// A loop in each quarter.
    Quarters,
}

impl Family {
    pub const ALL: [Family; 4] = [Family::Big, Family::SideBySide, Family::Stacked, Family::Quarters];

    /// Columns and rows of a loop.
    const fn size(self) -> (u8, u8) {
        match self {
            Family::Big => (SIDE, SIDE),
            Family::SideBySide => (SIDE / 2, SIDE),
            Family::Stacked => (SIDE, SIDE / 2),
            Family::Quarters => (SIDE / 2, SIDE / 2),
        }
    }

    /// Where the current under a square goes; `clockwise` is the sense of the loop at the top left.
    pub fn current(self, square: Square, clockwise: bool) -> Direction {
        let (width, height) = self.size();
        let (x, y) = (square.x() % width, square.y() % height);
        let ring = x.min(y).min(width - 1 - x).min(height - 1 - y);
        let (left, right, top, bottom) = (x == ring, x == width - 1 - ring, y == ring, y == height - 1 - ring);
        let turned = (square.x() / width + square.y() / height) % 2 == 1;
        if clockwise != turned {
            match () {
                _ if top && !right => Direction::Right,
                _ if right && !bottom => Direction::Down,
                _ if bottom && !left => Direction::Left,
                _ => Direction::Up,
            }
        } else {
            match () {
                _ if top && !left => Direction::Left,
                _ if left && !bottom => Direction::Down,
                _ if bottom && !right => Direction::Right,
                _ => Direction::Up,
            }
        }
    }
}

/// Weights before a row is made to sum to one: at least, and how much more at most.
const STAY: (f32, f32) = (0.52, 0.12);
const FOLLOW: (f32, f32) = (0.18, 0.12);
const STRAY: (f32, f32) = (0.005, 0.095);
/// Then each entry is changed by up to this part of itself, in both directions.
const NOISE: f32 = 0.1;

/// A matrix of a random family with random weights. Only sums, products and quotients of 32-bit floats are taken, in a
/// fixed order, so that every machine draws the same one.
pub fn draw<R: Rng>(rng: &mut R) -> Matrix {
    let family = Family::ALL[below(rng, 4) as usize];
    let clockwise = below(rng, 2) == 0;
    let rows: Vec<Row> = Square::all().map(|from| draw_row(rng, from, family.current(from, clockwise))).collect();
    Matrix::new(&rows).expect("drawn rows sum to one")
}

/// Up to five entries; squares outside the board are left out.
struct Row {
    entries: [(u8, f32); 5],
    len: usize,
}

impl AsRef<[(u8, f32)]> for Row {
    fn as_ref(&self) -> &[(u8, f32)] {
        &self.entries[..self.len]
    }
}

fn draw_row<R: Rng>(rng: &mut R, from: Square, current: Direction) -> Row {
    // By increasing square.
    let ways = [Some(Direction::Up), Some(Direction::Left), None, Some(Direction::Right), Some(Direction::Down)];
    let mut row = Row { entries: [(0, 0.0); 5], len: 0 };
    let mut sum = 0.0;
    for way in ways {
        let Some(to) = way.map_or(Some(from), |direction| from.step(direction)) else { continue };
        let (least, more) = match way {
            None => STAY,
            Some(direction) if direction == current => FOLLOW,
            Some(_) => STRAY,
        };
        let weight = (least + more * unit32(rng)) * (1.0 + NOISE * (2.0 * unit32(rng) - 1.0));
        row.entries[row.len] = (to.index() as u8, weight);
        row.len += 1;
        sum += weight;
    }
    for (_, weight) in &mut row.entries {
        *weight /= sum;
    }
    row
}

/// A uniform 32-bit float in [0, 1) with 24 random bits.
fn unit32<R: Rng>(rng: &mut R) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// Whether [`draw`] could have returned this: every square has entries for itself and all its neighbours and for
/// nothing else, each within what the weights allow.
pub fn admits(matrix: &Matrix) -> bool {
    let mut admitted = 0;
    for from in Square::all() {
        let ways = 1 + Direction::ALL.iter().filter(|direction| from.step(**direction).is_some()).count();
        let row = matrix.row(from);
        let near = |to: Square, p: f32| match from.manhattan(to) {
            0 => (0.4..0.85).contains(&p),
            1 => (0.003..0.5).contains(&p),
            _ => false,
        };
        admitted += usize::from(row.len() == ways && row.iter().all(|(to, p)| near(*to, *p)));
    }
    admitted == SQUARES
}

//! Sixty-four squares, sets of them, and the four ways to leave one.
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// The board is this wide and this high.
pub const SIDE: u8 = 8;
/// Squares on the board.
pub const SQUARES: usize = 64;

/// A square, `8 y + x`; (0, 0) is the top left. On the wire: `[x, y]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    pub const ORIGIN: Square = Square(0);

    /// The square in a column and row, both 0 to 7.
    pub const fn at(x: u8, y: u8) -> Square {
        assert!(x < SIDE && y < SIDE, "a square is on the board");
        Square(SIDE * y + x)
    }

    /// The square of a flat index, 0 to 63.
    pub const fn new(index: u8) -> Option<Square> {
        if index < SQUARES as u8 { Some(Square(index)) } else { None }
    }

    /// Every square, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..SQUARES as u8).map(Square)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn x(self) -> u8 {
        self.0 % SIDE
    }

    pub const fn y(self) -> u8 {
        self.0 / SIDE
    }

    /// Steps in the cardinal directions from here to there.
    pub const fn manhattan(self, other: Square) -> u8 {
        self.x().abs_diff(other.x()) + self.y().abs_diff(other.y())
    }

    /// The neighbour on that side, unless the board ends here.
    pub const fn step(self, towards: Direction) -> Option<Square> {
        if self.room(towards) > 0 { Some(self.slide(towards, 1)) } else { None }
    }

    /// Squares between this one and the edge of the board.
    pub const fn room(self, towards: Direction) -> u8 {
        match towards {
            Direction::Up => self.y(),
            Direction::Down => SIDE - 1 - self.y(),
            Direction::Left => self.x(),
            Direction::Right => SIDE - 1 - self.x(),
        }
    }

    /// The square `steps` away. That there is room is the caller's promise.
    pub(super) const fn slide(self, towards: Direction, steps: u8) -> Square {
        // By table and not by cases: random players turn too often for a processor to guess.
        const OFFSETS: [u8; 4] = [SIDE.wrapping_neg(), SIDE, 1u8.wrapping_neg(), 1];
        Square(self.0.wrapping_add(OFFSETS[towards as usize].wrapping_mul(steps)) % SQUARES as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x(), self.y())
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        (self.x(), self.y()).serialize(into)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
        let (x, y) = <(u8, u8)>::deserialize(from)?;
        if x < SIDE && y < SIDE { Ok(Square::at(x, y)) } else { Err(D::Error::custom(format!("[{x},{y}] is not a square of the board"))) }
    }
}

/// A set of squares, bit `8 y + x`. On the wire: sixteen hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(pub u64);

impl Squares {
    pub const NONE: Squares = Squares(0);

    pub const fn of(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    /// The rectangle with this corner, size in columns and rows. That it fits is the caller's promise.
    pub fn rectangle(x: u8, y: u8, width: u8, height: u8) -> Squares {
        (y..y + height).flat_map(|y| (x..x + width).map(move |x| Square::at(x, y))).collect()
    }

    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    #[must_use]
    pub const fn and(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }

    #[must_use]
    pub const fn or(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    #[must_use]
    pub const fn except(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// Every square's neighbour on that side; those at the edge have none.
    #[must_use]
    pub const fn shift(self, towards: Direction) -> Squares {
        const LEFT: u64 = 0x0101_0101_0101_0101;
        const RIGHT: u64 = LEFT << 7;
        Squares(match towards {
            Direction::Up => self.0 >> SIDE,
            Direction::Down => self.0 << SIDE,
            Direction::Left => (self.0 & !LEFT) >> 1,
            Direction::Right => (self.0 & !RIGHT) << 1,
        })
    }

    /// Every square's neighbours on all four sides.
    #[must_use]
    pub const fn neighbours(self) -> Squares {
        let across = self.shift(Direction::Left).or(self.shift(Direction::Right));
        self.shift(Direction::Up).or(self.shift(Direction::Down)).or(across)
    }

    /// How many squares of the set lie in a row next to a square, in each direction of [`Direction::ALL`].
    pub const fn runs(self, from: Square) -> [u8; 4] {
        // The set is shifted so that the neighbour is its last or first bit; then the first gap ends the run. The edge of the
        // board is a gap: zeros are shifted in, or, within a row, a gap is put there.
        const COLUMN: u64 = 0x0101_0101_0101_0101;
        const FIRST: u64 = 1 << 63;
        let Squares(set) = self;
        let Square(at) = from;
        let (before, after) = (63 - at, at);
        let up = !(set << 8 << before) & (COLUMN << 7);
        let down = !(set >> 8 >> after) & COLUMN;
        let left = !(set << 1 << before) | FIRST >> from.x();
        let right = !(set >> 1 >> after) | 1 << (SIDE - 1 - from.x());
        [(up.leading_zeros() / 8) as u8, (down.trailing_zeros() / 8) as u8, left.leading_zeros() as u8, right.trailing_zeros() as u8]
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.contains(*square))
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::NONE, |set, square| set.or(Squares::of(square)))
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Squares, D::Error> {
        let text = String::deserialize(from)?;
        let digits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let bits = u64::from_str_radix(&text, 16).ok().filter(|_| digits);
        bits.map(Squares).ok_or_else(|| D::Error::custom(format!("{text:?} is not a set of squares: sixteen hexadecimal digits")))
    }
}

/// A cardinal direction; up is towards row 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// In the order in which moves are listed.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }
}

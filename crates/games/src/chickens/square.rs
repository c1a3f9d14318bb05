//! Sixty-four squares, their two colours, and sets of them.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Squares in a row, and rows.
pub const SIDE: u8 = 8;

/// A colour of squares and the chicken that lays on them. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Squares whose column and row add to an even number; Player A.
    White,
    /// The odd ones; Player B.
    Black,
}

impl Colour {
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// All squares of this colour.
    pub const fn squares(self) -> Squares {
        match self {
            Colour::White => Squares(0xaa55_aa55_aa55_aa55),
            Colour::Black => Squares(0x55aa_55aa_55aa_55aa),
        }
    }
}

/// A direction to step in. The numbers are those of the canonical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dir {
    Up,
    Right,
    Down,
    Left,
}

impl Dir {
    pub const ALL: [Dir; 4] = [Dir::Up, Dir::Right, Dir::Down, Dir::Left];

    pub const fn name(self) -> &'static str {
        match self {
            Dir::Up => "up",
            Dir::Right => "right",
            Dir::Down => "down",
            Dir::Left => "left",
        }
    }
}

/// A square of the board. On the wire: `[x, y]`, counted from the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(u8);

impl Square {
    /// The square of a column and row, both 0 to 7.
    #[track_caller]
    pub const fn at(x: u8, y: u8) -> Square {
        assert!(x < SIDE && y < SIDE, "columns and rows are 0 to 7");
        Square(SIDE * y + x)
    }

    /// Every square, row by row from the top.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIDE * SIDE).map(Square)
    }

    /// Columns from the left.
    pub const fn x(self) -> u8 {
        self.0 % SIDE
    }

    /// Rows from the top.
    pub const fn y(self) -> u8 {
        self.0 / SIDE
    }

    /// `8 y + x`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn colour(self) -> Colour {
        if (self.x() + self.y()).is_multiple_of(2) { Colour::White } else { Colour::Black }
    }

    /// How many squares lie between it and the nearest edge of the board: 0 to 3.
    pub const fn depth(self) -> usize {
        const fn min(a: u8, b: u8) -> u8 {
            if a < b { a } else { b }
        }
        min(min(self.x(), SIDE - 1 - self.x()), min(self.y(), SIDE - 1 - self.y())) as usize
    }

    /// The square one step away, unless that is off the board.
    pub const fn step(self, dir: Dir) -> Option<Square> {
        match dir {
            Dir::Up if self.y() > 0 => Some(Square(self.0 - SIDE)),
            Dir::Right if self.x() < SIDE - 1 => Some(Square(self.0 + 1)),
            Dir::Down if self.y() < SIDE - 1 => Some(Square(self.0 + SIDE)),
            Dir::Left if self.x() > 0 => Some(Square(self.0 - 1)),
            _ => None,
        }
    }

    /// [`step`](Square::step) for a direction that is known to stay on the board; else some square of it.
    pub(super) const fn stepped(self, dir: Dir) -> Square {
        const OFFSETS: [u8; 4] = [SIDE.wrapping_neg(), 1, SIDE, 1u8.wrapping_neg()];
        Square(self.0.wrapping_add(OFFSETS[dir as usize]) % (SIDE * SIDE))
    }

    /// Columns and rows between two squares.
    pub const fn offset(self, other: Square) -> (u8, u8) {
        (self.x().abs_diff(other.x()), self.y().abs_diff(other.y()))
    }

    /// Steps between two squares of an empty board.
    pub const fn distance(self, other: Square) -> u8 {
        let (dx, dy) = self.offset(other);
        dx + dy
    }

    /// The squares that share an edge with this one.
    pub const fn neighbours(self) -> Squares {
        NEIGHBOURS[self.index()]
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
        match <(u8, u8)>::deserialize(from)? {
            (x, y) if x < SIDE && y < SIDE => Ok(Square::at(x, y)),
            (x, y) => Err(serde::de::Error::custom(format!("there is no square [{x},{y}]: columns and rows are 0 to 7"))),
        }
    }
}

/// A set of squares, one bit each. On the wire: a list, row by row from the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Squares(pub u64);

impl Squares {
    pub const EMPTY: Squares = Squares(0);
    pub const CORNERS: Squares = Squares(1 | 1 << 7 | 1 << 56 | 1 << 63);
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    const LAST_COLUMN: u64 = 0x8080_8080_8080_8080;

    pub const fn one(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Every square that shares an edge with one of these.
    #[must_use]
    pub const fn neighbours(self) -> Squares {
        let Squares(set) = self;
        Squares(set << SIDE | set >> SIDE | (set & !Squares::LAST_COLUMN) << 1 | (set & !Squares::FIRST_COLUMN) >> 1)
    }

    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Square(rest.trailing_zeros() as u8));
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

impl BitOr for Squares {
    type Output = Squares;
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitOrAssign for Squares {
    fn bitor_assign(&mut self, other: Squares) {
        self.0 |= other.0;
    }
}

impl BitAnd for Squares {
    type Output = Squares;
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl Not for Squares {
    type Output = Squares;
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::EMPTY, |set, square| set | Squares::one(square))
    }
}

impl Serialize for Squares {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Squares {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Squares, D::Error> {
        let list = Vec::<Square>::deserialize(from)?;
        let set: Squares = list.iter().copied().collect();
        if set.len() as usize == list.len() { Ok(set) } else { Err(serde::de::Error::custom("a square is listed twice")) }
    }
}

const NEIGHBOURS: [Squares; 64] = {
    let mut all = [Squares::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        all[square] = Squares(1 << square).neighbours();
        square += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_a_pair_of_column_and_row() {
        assert_eq!(serde_json::to_string(&Square::at(7, 2)).unwrap(), "[7,2]");
        assert_eq!(serde_json::from_str::<Square>("[7,2]").unwrap(), Square::at(7, 2));
        for bad in ["[8,0]", "[0,8]", "[-1,0]", "[1]", "[1,2,3]", "12", "[0.5,1]"] {
            assert!(serde_json::from_str::<Square>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_set_is_a_list_without_repeats() {
        let set: Squares = [Square::at(7, 7), Square::at(0, 0)].into_iter().collect();
        assert_eq!(serde_json::to_string(&set).unwrap(), "[[0,0],[7,7]]");
        assert_eq!(serde_json::from_str::<Squares>("[[7,7],[0,0]]").unwrap(), set);
        assert!(serde_json::from_str::<Squares>("[[7,7],[7,7]]").is_err());
    }

    #[test]
    fn colours_are_those_of_a_chessboard() {
        for square in Square::all() {
            for colour in Colour::BOTH {
                assert_eq!(colour.squares().contains(square), square.colour() == colour);
            }
        }
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for square in Square::all() {
            let steps: Squares = Dir::ALL.iter().filter_map(|dir| square.step(*dir)).collect();
            assert_eq!(square.neighbours(), steps);
            assert!(square.neighbours().iter().all(|other| other.distance(square) == 1));
            for dir in Dir::ALL {
                assert!(square.step(dir).is_none_or(|to| to == square.stepped(dir)));
            }
        }
    }
}

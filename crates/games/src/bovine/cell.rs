//! Places on the meadow, as (row, col) from the top left.
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Sides of the largest meadow, which is also the document's.
pub const WIDEST: u8 = 20;

/// One square. Rows and columns are below [`WIDEST`], whoever made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    row: u8,
    col: u8,
}

impl Cell {
    /// The square of a row and column that are on the meadow.
    pub const fn at(row: u8, col: u8) -> Cell {
        assert!(row < WIDEST && col < WIDEST, "a cell is on the meadow");
        Cell { row, col }
    }

    /// The square of any two numbers, if there is one on a meadow of this size.
    pub fn within(size: u8, row: i64, col: i64) -> Option<Cell> {
        let fits = |n| (0..i64::from(size.min(WIDEST))).contains(&n);
        (fits(row) && fits(col)).then_some(Cell { row: row as u8, col: col as u8 })
    }

    pub const fn row(self) -> u8 {
        self.row
    }

    pub const fn col(self) -> u8 {
        self.col
    }

    /// Steps between two squares.
    pub const fn distance(self, other: Cell) -> u8 {
        self.row.abs_diff(other.row) + self.col.abs_diff(other.col)
    }

    /// The squares that share a side with this one, in the order of the document's `nearby`: below, above, right, left.
    pub fn nearby(self, size: u8) -> impl Iterator<Item = Cell> {
        let Cell { row, col } = self;
        [(row + 1, col), (row.wrapping_sub(1), col), (row, col + 1), (row, col.wrapping_sub(1))]
            .into_iter()
            .filter(move |(row, col)| *row < size && *col < size)
            .map(|(row, col)| Cell { row, col })
    }

    /// Where this square comes to lie when the meadow is turned counter-clockwise by so many quarters.
    #[must_use]
    pub const fn turned(self, quarters: u8, size: u8) -> Cell {
        let Cell { row, col } = self;
        let end = size - 1;
        match quarters % 4 {
            0 => self,
            1 => Cell { row: end - col, col: row },
            2 => Cell { row: end - row, col: end - col },
            _ => Cell { row: col, col: end - row },
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.row, self.col)
    }
}

/// `[row, col]`.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        (self.row, self.col).serialize(into)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Cell, D::Error> {
        let (row, col) = <(u8, u8)>::deserialize(from)?;
        Cell::within(WIDEST, row.into(), col.into()).ok_or_else(|| serde::de::Error::custom(format!("({row}, {col}) is out of bounds")))
    }
}

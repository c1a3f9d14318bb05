//! Whose cows stand where, seen from above or from one farmer's corner.
use super::cell::{Cell, WIDEST};
use super::land::Land;
use crate::seat::Seat;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Four farmers, always.
pub const FARMERS: usize = 4;
/// The smallest meadow on which no barn touches another.
pub const NARROWEST: u8 = 3;

/// A meadow and its cows. On the wire it is the document's nested list: -1 for open land, else the farmer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    lands: [Land; FARMERS],
    size: u8,
}

/// Each farmer's corner, clockwise from the top left.
pub const fn barn(farmer: Seat, size: u8) -> Cell {
    let end = size - 1;
    match farmer.0 {
        0 => Cell::at(0, 0),
        1 => Cell::at(0, end),
        2 => Cell::at(end, end),
        _ => Cell::at(end, 0),
    }
}

impl Board {
    /// Open land everywhere.
    pub fn open(size: u8) -> Board {
        debug_assert!((NARROWEST..=WIDEST).contains(&size));
        Board { lands: [Land::NONE; FARMERS], size }
    }

    /// One cow in each barn.
    pub fn start(size: u8) -> Board {
        let mut board = Board::open(size);
        for farmer in Seat::first(FARMERS) {
            board.lands[farmer.index()].add(barn(farmer, size));
        }
        board
    }

    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Where a farmer's cows stand.
    pub const fn land(&self, farmer: Seat) -> &Land {
        &self.lands[farmer.index()]
    }

    /// Where each farmer's cows stand.
    pub const fn lands(&self) -> &[Land; FARMERS] {
        &self.lands
    }

    pub(super) const fn land_mut(&mut self, farmer: Seat) -> &mut Land {
        &mut self.lands[farmer.index()]
    }

    pub fn owner(&self, cell: Cell) -> Option<Seat> {
        Seat::first(FARMERS).find(|farmer| self.land(*farmer).has(cell))
    }

    /// Puts a farmer's cow, or nobody's, on a square.
    pub fn put(&mut self, cell: Cell, owner: Option<Seat>) {
        for farmer in Seat::first(FARMERS) {
            self.lands[farmer.index()].remove(cell);
        }
        if let Some(farmer) = owner {
            self.lands[farmer.index()].add(cell);
        }
    }

    /// Whether a farmer still holds its barn.
    pub const fn holds_barn(&self, farmer: Seat) -> bool {
        self.land(farmer).has(barn(farmer, self.size))
    }

    /// The squares a farmer may pick as a destination: the document's `allowed_dsts`.
    pub fn destinations(&self, farmer: Seat) -> Land {
        self.land(farmer).fringe(self.size)
    }

    /// Where a farmer's cow can come from that goes to this square: the document's `reachable_from`. A source that was
    /// left out is drawn from these, each as likely as the others, connected or not.
    pub fn sources(&self, farmer: Seat, to: Cell) -> impl Iterator<Item = Cell> {
        to.nearby(self.size).filter(move |from| self.land(farmer).has(*from))
    }

    /// Source and destination of every move that the document allows a farmer, in the order of its `allowed_moves`.
    pub fn moves(&self, farmer: Seat) -> impl Iterator<Item = (Cell, Cell)> {
        self.destinations(farmer).iter().flat_map(move |to| self.sources(farmer, to).map(move |from| (from, to)))
    }

    /// The squares of a farmer that a path of its cows connects to its barn.
    pub fn connected(&self, farmer: Seat) -> Land {
        let seed = [barn(farmer, self.size)].into_iter().collect();
        self.land(farmer).reached_from(&seed)
    }

    /// This board as a farmer sees it: turned so that its barn is at (0, 0), and itself farmer 0.
    #[must_use]
    pub fn seen_by(&self, farmer: Seat) -> Board {
        self.turned(farmer.0)
    }

    /// The board that a farmer sees so.
    #[must_use]
    pub fn unseen_by(&self, farmer: Seat) -> Board {
        self.turned(4 - farmer.0)
    }

    fn turned(&self, quarters: u8) -> Board {
        let land = |k: usize| self.lands[(k + quarters as usize) % FARMERS].turned(quarters, self.size);
        Board { lands: std::array::from_fn(land), size: self.size }
    }

    fn glyph(&self, cell: Cell) -> char {
        self.owner(cell).map_or('.', |farmer| char::from(b'0' + farmer.0))
    }

    /// One character a square, row by row: `.` or the farmer's number.
    pub fn text(&self) -> String {
        Land::field(self.size).iter().map(|cell| self.glyph(cell)).collect()
    }
}

/// Rows of `.` and farmers' numbers, a line each.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.text().as_bytes().chunks(self.size as usize) {
            writeln!(f, "{}", String::from_utf8_lossy(row))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl FromStr for Board {
    type Err = String;

    /// Rows of `.` and farmers' numbers, separated by white space.
    fn from_str(text: &str) -> Result<Board, String> {
        let value = |glyph| match glyph {
            '.' => Ok(-1),
            '0'..='3' => Ok(glyph as i8 - '0' as i8),
            _ => Err(format!("{glyph} is neither . nor a farmer from 0 to 3")),
        };
        let rows: Result<Vec<Vec<i8>>, String> = text.split_whitespace().map(|row| row.chars().map(value).collect()).collect();
        Board::from_rows(&rows?)
    }
}

impl Board {
    fn from_rows(rows: &[Vec<i8>]) -> Result<Board, String> {
        let size = rows.len();
        if !(NARROWEST as usize..=WIDEST as usize).contains(&size) {
            return Err(format!("a board has {NARROWEST} to {WIDEST} rows, not {size}"));
        }
        let mut board = Board::open(size as u8);
        for (r, row) in rows.iter().enumerate() {
            if row.len() != size {
                return Err(format!("row {r} of the board has {} squares, not {size}", row.len()));
            }
            for (c, value) in row.iter().enumerate() {
                let owner = match value {
                    -1 => None,
                    0..=3 => Some(Seat(*value as u8)),
                    _ => return Err(format!("row {r} of the board holds {value}, which is neither -1 nor a farmer from 0 to 3")),
                };
                board.put(Cell::at(r as u8, c as u8), owner);
            }
        }
        Ok(board)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let value = |row, col| self.owner(Cell::at(row, col)).map_or(-1, |farmer| farmer.0 as i8);
        into.collect_seq((0..self.size).map(|row| (0..self.size).map(|col| value(row, col)).collect::<Vec<i8>>()))
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Board, D::Error> {
        Board::from_rows(&Vec::deserialize(from)?).map_err(serde::de::Error::custom)
    }
}

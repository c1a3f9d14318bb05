//! The ground: free cells, blocked cells and where players may start. A parsed map is valid.
use super::grid::Grid;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// No map has more rows or columns.
pub const MAX_SIDE: usize = 100;

/// A distance that no walk has: there is no way.
pub const FAR: u16 = u16::MAX;

/// The maps that come with the game, by name.
pub const SHIPPED: [(&str, &str); 9] = [
    ("1", include_str!("maps/1.txt")),
    ("2", include_str!("maps/2.txt")),
    ("3", include_str!("maps/3.txt")),
    ("4", include_str!("maps/4.txt")),
    ("5", include_str!("maps/5.txt")),
    ("6", include_str!("maps/6.txt")),
    ("7", include_str!("maps/7.txt")),
    ("semifinal", include_str!("maps/semifinal.txt")),
    ("final", include_str!("maps/final.txt")),
];

/// The text of a shipped map; `7` and `7.txt` are the same.
pub fn shipped(name: &str) -> Option<&'static str> {
    let name = name.strip_suffix(".txt").unwrap_or(name);
    SHIPPED.iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
}

/// A place on a map, rows from the top and columns from the left, both from 0. On the wire: `[row, column]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    pub row: u8,
    pub col: u8,
}

impl Cell {
    pub const fn new(row: u8, col: u8) -> Cell {
        Cell { row, col }
    }

    /// Steps between two cells if nothing were in the way.
    pub fn distance(self, other: Cell) -> u32 {
        u32::from(self.row.abs_diff(other.row)) + u32::from(self.col.abs_diff(other.col))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        [self.row, self.col].serialize(into)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Cell, D::Error> {
        let [row, col] = <[u8; 2]>::deserialize(from)?;
        match usize::from(row.max(col)) < MAX_SIDE {
            true => Ok(Cell { row, col }),
            false => Err(serde::de::Error::custom(format!("no map reaches row {row}, column {col}"))),
        }
    }
}

/// A rectangle of free and blocked cells with at least two free ones. On the wire: a list of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    cols: u8,
    /// `.` or `S` or `s` free, `#` blocked, as they were written.
    cells: Box<[u8]>,
    /// The free cells, row by row.
    free: Box<[u16]>,
}

/// What is wrong with the text of a map, and where. Lines and columns count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MapError {
    #[error("line 1, column 1: the map is empty")]
    Empty,
    #[error("line {line}, column {column}: {found:?} is neither '.', '#' nor 'S'")]
    Unknown { line: usize, column: usize, found: char },
    #[error("line {line}, column {column}: the line has {found} cells, the first has {wanted}: a map is a rectangle")]
    Ragged { line: usize, column: usize, found: usize, wanted: usize },
    #[error("line {line}, column {column}: a map has at most {MAX_SIDE} lines of at most {MAX_SIDE} cells")]
    Large { line: usize, column: usize },
    #[error("line {line}, column {column}: the map ends with {free} free cells: two players need two to start from")]
    Small { line: usize, column: usize, free: usize },
}

impl Map {
    /// Reads a map. Blanks around a line do not count, nor do empty lines at the end.
    pub fn parse(text: &str) -> Result<Map, MapError> {
        let text = text.trim_end();
        let mut cells = Vec::new();
        let (mut cols, mut last) = (0, (1, 1));
        for (i, line) in text.lines().enumerate() {
            let (line_number, row) = (i + 1, line.trim());
            let indent = line.chars().take_while(|found| found.is_whitespace()).count();
            if line_number > MAX_SIDE {
                return Err(MapError::Large { line: line_number, column: 1 });
            }
            for (j, found) in row.chars().enumerate() {
                let column = indent + j + 1;
                if !matches!(found, '.' | '#' | 'S' | 's') {
                    return Err(MapError::Unknown { line: line_number, column, found });
                }
                if j >= MAX_SIDE {
                    return Err(MapError::Large { line: line_number, column });
                }
            }
            let found = row.len();
            if i == 0 {
                cols = found;
            }
            if found == 0 && i == 0 {
                return Err(MapError::Empty);
            }
            if found != cols {
                let column = indent + found.min(cols) + 1;
                return Err(MapError::Ragged { line: line_number, column, found, wanted: cols });
            }
            cells.extend_from_slice(row.as_bytes());
            last = (line_number, indent + found);
        }
        if cells.is_empty() {
            return Err(MapError::Empty);
        }
        let free: Box<[u16]> = (0..cells.len()).filter(|i| cells[*i] != b'#').map(|i| i as u16).collect();
        if free.len() < 2 {
            return Err(MapError::Small { line: last.0, column: last.1, free: free.len() });
        }
        Ok(Map { cols: cols as u8, cells: cells.into(), free })
    }

    pub fn rows(&self) -> usize {
        self.cells.len() / self.cols()
    }

    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// How many cells there are, blocked ones included.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Never: a map has at least two cells.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cell as it was written.
    pub fn letter(&self, at: Cell) -> Option<char> {
        self.index(at).map(|i| self.cells[i as usize] as char)
    }

    /// Whether the cell is on the map and not blocked.
    pub fn is_free(&self, at: Cell) -> bool {
        self.index(at).is_some_and(|i| self.is_free_at(i))
    }

    /// The free cells, row by row.
    pub fn free(&self) -> impl ExactSizeIterator<Item = Cell> {
        self.free.iter().map(|i| self.cell(*i))
    }

    /// Where players may start, row by row. Only the first two count.
    pub fn spawns(&self) -> impl Iterator<Item = Cell> {
        self.free.iter().filter(|i| self.cells[**i as usize].eq_ignore_ascii_case(&b'S')).map(|i| self.cell(*i))
    }

    /// The rows as they were written.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        self.cells.chunks(self.cols()).map(|row| std::str::from_utf8(row).expect("a map is plain ASCII"))
    }

    /// Steps over free cells from one cell to every other; [`FAR`] where no way leads.
    pub fn distances(&self, from: Cell) -> Grid<u16> {
        let mut steps = vec![FAR; self.len()];
        let mut queue = Vec::with_capacity(self.free.len());
        if let Some(from) = self.index(from).filter(|i| self.is_free_at(*i)) {
            steps[from as usize] = 0;
            queue.push(from);
        }
        let mut next = 0;
        while let Some(i) = queue.get(next).copied() {
            next += 1;
            for beside in self.beside(i) {
                if self.is_free_at(beside) && steps[beside as usize] == FAR {
                    steps[beside as usize] = steps[i as usize] + 1;
                    queue.push(beside);
                }
            }
        }
        Grid::new(self.cols(), steps)
    }

    pub(super) fn is_free_at(&self, i: u16) -> bool {
        self.cells[i as usize] != b'#'
    }

    pub(super) fn free_list(&self) -> &[u16] {
        &self.free
    }

    pub(super) fn cell(&self, i: u16) -> Cell {
        Cell { row: (i / u16::from(self.cols)) as u8, col: (i % u16::from(self.cols)) as u8 }
    }

    pub(super) fn index(&self, at: Cell) -> Option<u16> {
        let inside = at.col < self.cols && usize::from(at.row) < self.rows();
        inside.then(|| u16::from(at.row) * u16::from(self.cols) + u16::from(at.col))
    }

    /// The up to four cells beside this one: above, left, right, below.
    pub(super) fn beside(&self, i: u16) -> impl Iterator<Item = u16> {
        let (cols, at) = (u16::from(self.cols), self.cell(i));
        let above = (at.row > 0).then(|| i - cols);
        let left = (at.col > 0).then(|| i - 1);
        let right = (at.col + 1 < self.cols).then(|| i + 1);
        let below = (usize::from(at.row) + 1 < self.rows()).then(|| i + cols);
        [above, left, right, below].into_iter().flatten()
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_seq(self.lines())
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Map, D::Error> {
        Map::parse(&Vec::<String>::deserialize(from)?.join("\n")).map_err(serde::de::Error::custom)
    }
}

/// For every free cell, the free cells within a number of steps over free cells, itself included, row by row.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    starts: Box<[u32]>,
    cells: Box<[u16]>,
}

impl Reach {
    pub fn new(map: &Map, steps: u32) -> Reach {
        let (mut starts, mut cells) = (vec![0], Vec::new());
        // Which search saw a cell last: no need to clear between searches.
        let mut seen = vec![u16::MAX; map.len()];
        for i in 0..map.len() as u16 {
            if map.is_free_at(i) {
                let first = cells.len();
                cells.push(i);
                seen[i as usize] = i;
                let mut ring = first..cells.len();
                for _ in 0..steps {
                    let next_ring = cells.len();
                    for k in ring {
                        for next in map.beside(cells[k]) {
                            if map.is_free_at(next) && seen[next as usize] != i {
                                seen[next as usize] = i;
                                cells.push(next);
                            }
                        }
                    }
                    ring = next_ring..cells.len();
                }
                cells[first..].sort_unstable();
            }
            starts.push(cells.len() as u32);
        }
        Reach { starts: starts.into(), cells: cells.into() }
    }

    pub fn from(&self, i: u16) -> &[u16] {
        &self.cells[self.starts[i as usize] as usize..self.starts[i as usize + 1] as usize]
    }
}

//! Something for every cell of a map. Cheap to clone: the cells are shared.
use super::map::{Cell, MAX_SIDE};
use serde::de::Error as _;
use serde::ser::SerializeSeq as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Index;
use std::sync::Arc;

/// One value a cell, row by row. On the wire: a list of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid<T> {
    cols: u8,
    cells: Arc<[T]>,
}

impl<T> Grid<T> {
    /// Rows of this many columns. That the cells fill them is the caller's promise.
    pub fn new(cols: usize, cells: impl Into<Arc<[T]>>) -> Grid<T> {
        let cells = cells.into();
        debug_assert!((1..=MAX_SIDE).contains(&cols) && cells.len().is_multiple_of(cols), "a grid is a rectangle");
        Grid { cols: cols as u8, cells }
    }

    pub fn rows(&self) -> usize {
        self.cells.len() / self.cols()
    }

    pub fn cols(&self) -> usize {
        self.cols as usize
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    pub fn get(&self, at: Cell) -> Option<&T> {
        (at.col < self.cols).then(|| self.cells.get(at.row as usize * self.cols() + at.col as usize))?
    }

    /// Every cell and where it is, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, &T)> {
        self.cells.iter().enumerate().map(|(i, value)| (Cell { row: (i / self.cols()) as u8, col: (i % self.cols()) as u8 }, value))
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;
    fn index(&self, at: Cell) -> &T {
        self.get(at).expect("the cell is on the map")
    }
}

impl<T: Serialize> Serialize for Grid<T> {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let mut rows = into.serialize_seq(Some(self.rows()))?;
        for row in self.cells.chunks(self.cols()) {
            rows.serialize_element(row)?;
        }
        rows.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Grid<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Grid<T>, D::Error> {
        let rows = Vec::<Vec<T>>::deserialize(from)?;
        let cols = rows.first().map_or(0, Vec::len);
        if !(1..=MAX_SIDE).contains(&rows.len()) || !(1..=MAX_SIDE).contains(&cols) {
            return Err(D::Error::custom(format!("a grid of {} rows and {cols} columns, not 1 to {MAX_SIDE} of each", rows.len())));
        }
        if let Some((i, row)) = rows.iter().enumerate().find(|(_, row)| row.len() != cols) {
            return Err(D::Error::custom(format!("row {i} of the grid has {} columns, not {cols}", row.len())));
        }
        Ok(Grid::new(cols, rows.into_iter().flatten().collect::<Vec<T>>()))
    }
}

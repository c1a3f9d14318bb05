//! Sixteen cells, four pieces, and how they move.
use crate::foul::Breach;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A side of the board. White moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    White,
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
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Piece {
    King,
    Rook,
}

impl Piece {
    pub const fn name(self) -> &'static str {
        match self {
            Piece::King => "king",
            Piece::Rook => "rook",
        }
    }
}

/// A place on the board, `4 (column - 1) + (row - 1)`, or [`Cell::GONE`] for a captured piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    pub const GONE: Cell = Cell(16);

    /// The cell of a column and row, both 1 to 4.
    pub const fn at(column: u8, row: u8) -> Cell {
        debug_assert!(column >= 1 && column <= 4 && row >= 1 && row <= 4);
        Cell(4 * (column - 1) + (row - 1))
    }

    pub const fn is_gone(self) -> bool {
        self.0 == 16
    }

    pub const fn column(self) -> u8 {
        self.0 / 4 + 1
    }

    pub const fn row(self) -> u8 {
        self.0 % 4 + 1
    }

    const fn index(self) -> usize {
        self.0 as usize
    }

    /// As a set of one. Captured pieces share a seventeenth cell beside the board.
    const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.column(), self.row())
    }
}

/// A piece and where it goes. On the wire: `"K22"`, the king to column 2, row 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    pub piece: Piece,
    pub to: Cell,
}

impl Move {
    pub const fn king(column: u8, row: u8) -> Move {
        Move { piece: Piece::King, to: Cell::at(column, row) }
    }

    pub const fn rook(column: u8, row: u8) -> Move {
        Move { piece: Piece::Rook, to: Cell::at(column, row) }
    }

    /// Every move there is.
    pub fn all() -> impl Iterator<Item = Move> {
        [Piece::King, Piece::Rook].into_iter().flat_map(|piece| (0..16).map(move |cell| Move { piece, to: Cell(cell) }))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = if self.piece == Piece::King { b'K' } else { b'R' };
        let text = [letter, b'0' + self.to.column(), b'0' + self.to.row()];
        f.write_str(std::str::from_utf8(&text).expect("ASCII"))
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Move, String> {
        let digit = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| byte - b'0');
        let read = || {
            let [letter, column, row] = *text.as_bytes() else { return None };
            let (column, row) = (digit(column)?, digit(row)?);
            match letter {
                b'K' => Some(Move::king(column, row)),
                b'R' => Some(Move::rook(column, row)),
                _ => None,
            }
        };
        read().ok_or_else(|| format!("{text:?} is not a move: K or R, then a column and a row from 1 to 4, such as \"K22\""))
    }
}

/// The four pieces. No two stand on the same cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    cells: [Cell; 4],
}

impl Board {
    /// A board from the cells of white king, white rook, black king and black rook; `None` if two stand on one cell.
    pub fn new(white_king: Cell, white_rook: Cell, black_king: Cell, black_rook: Cell) -> Option<Board> {
        let cells = [white_king, white_rook, black_king, black_rook];
        let standing = cells.iter().filter(|cell| !cell.is_gone()).count();
        let occupied = cells.iter().fold(0, |set, cell| set | cell.bit()) & !Cell::GONE.bit();
        (occupied.count_ones() as usize == standing).then_some(Board { cells })
    }

    /// Every board with all four pieces: 43,680 of them.
    pub fn starts() -> impl Iterator<Item = Board> {
        let cells = || (0..16).map(Cell);
        cells().flat_map(move |a| cells().flat_map(move |b| cells().flat_map(move |c| cells().filter_map(move |d| Board::new(a, b, c, d)))))
    }

    pub const fn cell(&self, colour: Colour, piece: Piece) -> Cell {
        self.cells[2 * colour as usize + piece as usize]
    }

    pub const fn king(&self, colour: Colour) -> Cell {
        self.cell(colour, Piece::King)
    }

    pub const fn rook(&self, colour: Colour) -> Cell {
        self.cell(colour, Piece::Rook)
    }

    /// Who stands on a cell.
    pub fn on(&self, cell: Cell) -> Option<(Colour, Piece)> {
        let slot = self.cells.iter().position(|other| *other == cell && !cell.is_gone())?;
        Some((Colour::BOTH[slot / 2], if slot % 2 == 0 { Piece::King } else { Piece::Rook }))
    }

    pub fn is_full(&self) -> bool {
        self.cells.iter().all(|cell| !cell.is_gone())
    }

    /// The same board with the colours exchanged.
    #[must_use]
    pub const fn swapped(&self) -> Board {
        let [a, b, c, d] = self.cells;
        Board { cells: [c, d, a, b] }
    }

    const fn taken_by(&self, colour: Colour) -> u32 {
        self.king(colour).bit() | self.rook(colour).bit()
    }

    /// The moves of a side in canonical order: the king's by cell, then the rook's by ray, outward.
    /// A side without a king may still move its rook: that is its last move.
    #[inline]
    pub fn each_move(&self, colour: Colour, mut visit: impl FnMut(Move)) {
        let (king, rook) = (self.king(colour), self.rook(colour));
        let (own, theirs) = (self.taken_by(colour), self.taken_by(colour.other()));
        if !king.is_gone() {
            let mut targets = STEPS[king.index()] & !own;
            while targets != 0 {
                visit(Move { piece: Piece::King, to: Cell(targets.trailing_zeros() as u8) });
                targets &= targets - 1;
            }
        }
        if !rook.is_gone() {
            let edge = own | Cell::GONE.bit();
            for ray in &RAYS[rook.index()] {
                for &cell in ray {
                    if edge & cell.bit() != 0 {
                        break;
                    }
                    visit(Move { piece: Piece::Rook, to: cell });
                    if theirs & cell.bit() != 0 {
                        break;
                    }
                }
            }
        }
    }

    pub fn moves(&self, colour: Colour) -> Vec<Move> {
        let mut all = Vec::with_capacity(14);
        self.each_move(colour, |step| all.push(step));
        all
    }

    /// The rule that a move breaks, if any.
    pub fn check(&self, colour: Colour, step: Move) -> Result<(), Breach> {
        let breach = |rule| Err(Breach::of(rule));
        let (from, to) = (self.cell(colour, step.piece), step.to);
        let between = || {
            let ray = RAYS[from.index()].iter().find(|ray| ray.contains(&to))?;
            Some(ray.iter().take_while(|cell| **cell != to).any(|cell| self.on(*cell).is_some()))
        };
        match step.piece {
            _ if from.is_gone() => breach("that piece has been captured"),
            _ if from == to => breach("a move leaves its cell"),
            _ if self.on(to).is_some_and(|(owner, _)| owner == colour) => breach("the cell holds a piece of the same colour"),
            Piece::King if STEPS[from.index()] & to.bit() == 0 => breach("a king moves one step"),
            Piece::King => Ok(()),
            Piece::Rook => match between() {
                None => breach("a rook moves along its row or column"),
                Some(true) => breach("a rook moves through empty cells"),
                Some(false) => Ok(()),
            },
        }
    }

    /// The board after a legal move, and what it captured.
    #[inline]
    #[must_use]
    pub fn after(&self, colour: Colour, step: Move) -> (Board, Option<Piece>) {
        let mut cells = self.cells;
        let theirs = 2 * colour.other() as usize;
        let captured = match step.to {
            cell if cell == cells[theirs] => Some(Piece::King),
            cell if cell == cells[theirs + 1] => Some(Piece::Rook),
            _ => None,
        };
        if let Some(piece) = captured {
            cells[theirs + piece as usize] = Cell::GONE;
        }
        cells[2 * colour as usize + step.piece as usize] = step.to;
        (Board { cells }, captured)
    }

    /// What a side can capture at best: a king before a rook.
    pub fn best_capture(&self, colour: Colour) -> Option<Piece> {
        let mut best = None;
        self.each_move(colour, |step| {
            if let (_, Some(piece)) = self.after(colour, step) {
                best = Some(best.map_or(piece, |best: Piece| best.min(piece)));
            }
        });
        best
    }
}

/// Rows from the fourth down to the first, `KRkr.`, parted by slashes: `..R./...r/Kk../....`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One piece of text: it goes into every request that a program is sent.
        let mut text = *b"..../..../..../....";
        for (cell, letter) in self.cells.iter().zip(b"KRkr") {
            if !cell.is_gone() {
                text[5 * (4 - cell.row() as usize) + cell.column() as usize - 1] = *letter;
            }
        }
        f.write_str(std::str::from_utf8(&text).expect("ASCII"))
    }
}

impl FromStr for Board {
    type Err = String;

    fn from_str(text: &str) -> Result<Board, String> {
        let rows: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
        if rows.len() != 4 {
            return Err(format!("the board has {} rows instead of 4: write rows 4 to 1, such as ..R./...r/Kk../....", rows.len()));
        }
        let mut cells = [Cell::GONE; 4];
        for (line, row) in rows.iter().enumerate() {
            let width = row.chars().count();
            if width != 4 {
                return Err(format!("row {} of the board, {row:?}, has {width} cells instead of 4", 4 - line));
            }
            for (column, letter) in row.chars().enumerate() {
                let slot = match letter {
                    '.' => continue,
                    'K' => 0,
                    'R' => 1,
                    'k' => 2,
                    'r' => 3,
                    _ => return Err(format!("{letter:?} in row {}, column {} is not one of K, R, k, r and .", 4 - line, column + 1)),
                };
                if !cells[slot].is_gone() {
                    return Err(format!("there are two pieces {letter:?} on the board"));
                }
                cells[slot] = Cell::at(column as u8 + 1, 4 - line as u8);
            }
        }
        Ok(Board { cells })
    }
}

/// Types whose JSON is the text that people write.
macro_rules! spelled {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
                into.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}
spelled!(Board, Move);

/// The cells one step from each cell, as sets.
const STEPS: [u32; 16] = {
    let mut steps = [0; 16];
    let mut from = 0;
    while from < 16 {
        let mut to = 0;
        while to < 16 {
            let (columns, rows) = ((from / 4usize).abs_diff(to / 4), (from % 4).abs_diff(to % 4));
            if from != to && columns <= 1 && rows <= 1 {
                steps[from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    steps
};

/// What a rook sees from each cell: left, right, down, up, outward, filled up with [`Cell::GONE`].
const RAYS: [[[Cell; 3]; 4]; 16] = {
    let mut rays = [[[Cell::GONE; 3]; 4]; 16];
    let mut from = 0;
    while from < 16 {
        let (column, row) = (from as i8 / 4, from as i8 % 4);
        let directions: [(i8, i8); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let mut side = 0;
        while side < 4 {
            let (dc, dr) = directions[side];
            let mut step = 1;
            while step <= 3 {
                let (c, r) = (column + dc * step, row + dr * step);
                if c >= 0 && c < 4 && r >= 0 && r < 4 {
                    rays[from][side][step as usize - 1] = Cell((4 * c + r) as u8);
                }
                step += 1;
            }
            side += 1;
        }
        from += 1;
    }
    rays
};

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().unwrap()
    }

    #[track_caller]
    fn moves_of(text: &str, colour: Colour, piece: Piece) -> usize {
        board(text).moves(colour).iter().filter(|step| step.piece == piece).count()
    }

    #[test]
    fn a_rook_moves_through_any_number_of_empty_cells() {
        assert_eq!(moves_of("..../..Rr/.k../..K.", Colour::White, Piece::Rook), 5);
    }

    #[test]
    fn a_rook_captures_the_piece_it_reaches() {
        let (after, captured) = board("..../..Rr/.k../..K.").after(Colour::White, Move::rook(4, 3));
        assert_eq!((after.to_string().as_str(), captured), ("..../...R/.k../..K.", Some(Piece::Rook)));
    }

    #[test]
    fn a_king_moves_to_adjacent_cells_not_held_by_its_rook() {
        assert_eq!(moves_of("r.R./.k../..K./....", Colour::Black, Piece::King), 7);
        assert_eq!(
            board("kr../..../..../KR..").check(Colour::White, Move::king(2, 1)),
            Err(Breach::of("the cell holds a piece of the same colour"))
        );
    }

    #[test]
    fn kings_may_stand_next_to_each_other() {
        assert!(board("..R./...r/Kk../....").is_full());
    }

    #[test]
    fn each_breach_names_its_rule() {
        let start = board("..R./...r/Kk../....");
        let rule = |step| start.check(Colour::White, step).unwrap_err().to_string();
        assert_eq!(rule(Move::king(4, 4)), "a king moves one step");
        assert_eq!(rule(Move::king(1, 2)), "a move leaves its cell");
        assert_eq!(rule(Move::rook(1, 1)), "a rook moves along its row or column");
        assert_eq!(board("k.../r.../R.../K...").check(Colour::White, Move::rook(1, 4)).unwrap_err().0, "a rook moves through empty cells");
        assert_eq!(board("k.../..../R.../....").check(Colour::White, Move::king(1, 1)).unwrap_err().0, "that piece has been captured");
    }

    #[test]
    fn there_are_43_680_starts_and_these_can_be_captured_in() {
        let (mut all, mut king, mut white_quiet, mut quiet) = (0, 0, 0, 0);
        for start in Board::starts() {
            all += 1;
            let best = start.best_capture(Colour::White);
            king += usize::from(best == Some(Piece::King));
            white_quiet += usize::from(best.is_none());
            quiet += usize::from(best.is_none() && start.best_capture(Colour::Black).is_none());
        }
        assert_eq!((all, king, white_quiet, quiet), (43_680, 26_056, 6_528, 3_396));
    }

    #[test]
    fn boards_are_read_and_written_alike() {
        for text in ["..R./...r/Kk../....", "..../..../..../R..."] {
            assert_eq!(board(text).to_string(), text);
        }
        assert_eq!(board("..R.\n...r\nKk..\n....").to_string(), "..R./...r/Kk../....");
    }

    #[test]
    fn a_malformed_board_is_refused_with_its_place() {
        let refused = |text: &str| text.parse::<Board>().unwrap_err();
        assert!(refused("..R./...r/Kk..").contains("3 rows instead of 4"));
        assert!(refused("..R./...r./Kk../....").contains("row 3"));
        assert!(refused("..Q./...r/Kk../....").contains("'Q' in row 4, column 3"));
        assert!(refused("..R./..R./Kk../....").contains("two pieces 'R'"));
    }
}

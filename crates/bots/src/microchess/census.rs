//! How many board positions there are: the document's zeroth milestone, counted twice.
use games::microchess::{Board, Cell, Colour, Piece};
use serde::Serialize;

/// Positions by the pieces that remain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Count {
    pub rows: Vec<Row>,
    /// Positions that the document's conditions allow.
    pub positions: u32,
    /// Those of them that a game can come to, the last move being forced.
    pub reachable: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// White's pieces in capitals: `KRkr`.
    pub pieces: String,
    pub placements: u32,
    /// Who may be to play: `W`, `B`, or `E` for a game that has ended.
    pub indicators: &'static str,
    pub positions: u32,
}

/// Counts the positions by enumeration, and searches those that can be reached from the starts.
pub fn count() -> Count {
    let (mut rows, mut allowed) = (Vec::new(), [0; 16]);
    for_every_board(|board| allowed[remaining(&board) as usize] += 1);
    for pieces in (1..16u8).rev() {
        let indicators = indicators(pieces);
        let placements = allowed[pieces as usize];
        rows.push(Row {
            pieces: "KRkr".chars().zip(0..).filter(|(_, bit)| pieces >> bit & 1 == 1).map(|(letter, _)| letter).collect(),
            placements,
            indicators,
            positions: placements * indicators.len() as u32,
        });
    }
    rows.sort_by_key(|row| (std::cmp::Reverse(row.pieces.len()), std::cmp::Reverse(row.positions)));
    Count { positions: rows.iter().map(|row| row.positions).sum(), reachable: Search::default().run(), rows }
}

/// The document's conditions, by the pieces that remain: white king, white rook, black king, black rook from the lowest bit.
fn indicators(pieces: u8) -> &'static str {
    let has = |bit: u8| pieces >> bit & 1 == 1;
    match (has(0), has(2)) {
        (true, true) => "WB",
        (false, true) if has(1) => "EW",
        (true, false) if has(3) => "EB",
        _ => "E",
    }
}

fn for_every_board(visit: impl FnMut(Board)) {
    let cells = || (0..=16).map(Cell);
    let every =
        cells().flat_map(|a| cells().flat_map(move |b| cells().flat_map(move |c| cells().filter_map(move |d| Board::new(a, b, c, d)))));
    every.for_each(visit);
}

fn remaining(board: &Board) -> u8 {
    places(board).into_iter().zip(0..).map(|(cell, bit)| u8::from(!cell.is_gone()) << bit).sum()
}

fn places(board: &Board) -> [Cell; 4] {
    let [white, black] = Colour::BOTH;
    [board.king(white), board.rook(white), board.king(black), board.rook(black)]
}

/// All that follows from the starts, however long the game.
struct Search {
    seen: Vec<bool>,
    open: Vec<(Board, Colour)>,
    reached: u32,
}

impl Default for Search {
    fn default() -> Search {
        Search { seen: vec![false; 3 * 17 * 17 * 17 * 17], open: Vec::new(), reached: 0 }
    }
}

impl Search {
    fn run(mut self) -> u32 {
        for board in Board::starts() {
            self.reach(board, Some(Colour::White));
        }
        while let Some((board, mover)) = self.open.pop() {
            let was_last_move = board.king(mover).is_gone();
            board.each_move(mover, |step| {
                let (after, captured) = board.after(mover, step);
                let ended = was_last_move || (captured == Some(Piece::King) && after.rook(mover.other()).is_gone());
                self.reach(after, (!ended).then_some(mover.other()));
            });
        }
        self.reached
    }

    /// `mover` is nobody when the game has ended.
    fn reach(&mut self, board: Board, mover: Option<Colour>) {
        let indicator = mover.map_or(2, |mover| mover as usize);
        let code = places(&board).iter().fold(indicator, |code, cell| code * 17 + cell.0 as usize);
        if !std::mem::replace(&mut self.seen[code], true) {
            self.reached += 1;
            self.open.extend(mover.map(|mover| (board, mover)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_116_464_positions_and_16_cannot_be_reached() {
        let count = count();
        assert_eq!((count.positions, count.reachable), (116_464, 116_448));
    }

    #[test]
    fn positions_by_the_pieces_that_remain() {
        let rows = count().rows;
        let sum = |pieces: &[&str]| rows.iter().filter(|row| pieces.contains(&&*row.pieces)).map(|row| row.positions).sum::<u32>();
        assert_eq!(sum(&["KRkr"]), 87_360);
        assert_eq!(sum(&["KRk", "Kkr"]), 13_440);
        assert_eq!(sum(&["Kk"]), 480);
        assert_eq!((sum(&["KRr", "Rkr"]), sum(&["Kr", "Rk"])), (13_440, 960));
        assert_eq!((sum(&["KR", "kr"]), sum(&["K", "k"])), (480, 32));
        assert_eq!((sum(&["Rr"]), sum(&["R", "r"])), (240, 32));
        assert_eq!(rows.len(), 15);
        assert_eq!(rows[0], Row { pieces: "KRkr".into(), placements: 43_680, indicators: "WB", positions: 87_360 });
    }
}

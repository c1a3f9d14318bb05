//! Every live position once, seen by the side to move, with its moves in one flat list.
//!
//! Colours are folded: the mover is drawn as White. The folded atlas also draws the eight turns and
//! reflections of the board as one node: 6,810 nodes stand for the 54,240 positions, and moves that lead to the same
//! node are one edge that knows how many ways it stands for.
use games::microchess::{Board, Cell, Colour, Move, Outcome, Piece};
use std::ops::Range;
use std::sync::OnceLock;

/// No position has more moves: eight of the king and six of the rook.
pub const MOST_MOVES: usize = 14;

const NOWHERE: u16 = u16::MAX;

/// Nodes, and the edges between them in compressed rows.
///
/// Edges lead to nodes or, numbered right behind them, to one of four *ends*: the game is over with that outcome for
/// the side that would have moved next. So a table of `width()` values needs no case for the end of a game.
pub struct Atlas {
    /// Node by code of a position.
    index: Vec<u16>,
    /// One position of each node, the mover as White.
    boards: Vec<Board>,
    /// How many positions a node stands for.
    sizes: Vec<u8>,
    rows: Vec<u32>,
    to: Vec<u16>,
    ways: Vec<u8>,
    back_rows: Vec<u32>,
    back: Vec<u16>,
}

impl Atlas {
    /// The atlas that the bots share.
    pub fn shared() -> &'static Atlas {
        static SHARED: OnceLock<Atlas> = OnceLock::new();
        SHARED.get_or_init(Atlas::folded)
    }

    /// Turns and reflections are one node, moves to the same node are one edge.
    pub fn folded() -> Atlas {
        Atlas::build(&TURNS, &[0, 1, 5], true)
    }

    /// A node for each of the 54,240 positions, an edge for each move, in canonical order.
    pub fn unfolded() -> Atlas {
        let every: Vec<u8> = (0..16).collect();
        Atlas::build(&TURNS[..1], &every, false)
    }

    /// `anchors`: cells such that some turn brings any given cell to one of them.
    fn build(turns: &[[u8; 17]], anchors: &[u8], merge: bool) -> Atlas {
        let mut atlas = Atlas {
            index: vec![NOWHERE; 17 * 17 * 17 * 17],
            boards: Vec::with_capacity(6_810),
            sizes: Vec::with_capacity(6_810),
            rows: vec![0],
            to: Vec::with_capacity(60_488),
            ways: Vec::with_capacity(60_488),
            back_rows: Vec::new(),
            back: Vec::new(),
        };
        atlas.place(turns, anchors);
        atlas.connect(merge);
        atlas.reverse();
        atlas
    }

    /// Live: the mover moves and has something to lose or gain; it has a king, or a rook for its last move.
    fn place(&mut self, turns: &[[u8; 17]], anchors: &[u8]) {
        for &their_king in anchors {
            for king in 0..=16 {
                for rook in 0..=16 {
                    for their_rook in 0..=16 {
                        let cells = [king, rook, their_king, their_rook];
                        if (king == 16 && rook == 16) || self.index[code(cells)] != NOWHERE {
                            continue;
                        }
                        if let Some(board) = Board::new(Cell(king), Cell(rook), Cell(their_king), Cell(their_rook)) {
                            self.enter(turns, cells, board);
                        }
                    }
                }
            }
        }
    }

    fn enter(&mut self, turns: &[[u8; 17]], cells: [u8; 4], board: Board) {
        let node = self.boards.len() as u16;
        let mut size = 0;
        for turn in turns {
            let image = &mut self.index[code(cells.map(|cell| turn[cell as usize]))];
            size += u8::from(*image == NOWHERE);
            *image = node;
        }
        self.boards.push(board);
        self.sizes.push(size);
    }

    fn connect(&mut self, merge: bool) {
        for node in 0..self.nodes() {
            let board = self.boards[node];
            let row = self.to.len();
            board.each_move(Colour::White, |step| {
                let target = self.target(&board, Colour::White, step) as u16;
                match self.to[row..].iter().position(|other| merge && *other == target) {
                    Some(twin) => self.ways[row + twin] += 1,
                    None => {
                        self.to.push(target);
                        self.ways.push(1);
                    }
                }
            });
            self.rows.push(self.to.len() as u32);
        }
    }

    fn reverse(&mut self) {
        let mut ends = vec![0; self.width() + 1];
        for target in &self.to {
            ends[*target as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // Filling each row from its end leaves the row's start behind.
        self.back = vec![0; self.to.len()];
        for node in (0..self.nodes()).rev() {
            for edge in self.edges(node) {
                let end = &mut ends[self.to[edge] as usize];
                *end -= 1;
                self.back[*end as usize] = node as u16;
            }
        }
        self.back_rows = ends;
    }

    pub fn nodes(&self) -> usize {
        self.boards.len()
    }

    /// Nodes and ends.
    pub fn width(&self) -> usize {
        self.nodes() + Outcome::ALL.len()
    }

    /// Where the game is over with this outcome for the side that would move next.
    pub fn end(&self, outcome: Outcome) -> usize {
        self.nodes() + outcome as usize
    }

    /// The node of a position; `None` if the game is over there.
    pub fn node(&self, board: &Board, mover: Colour) -> Option<usize> {
        let other = mover.other();
        let cells = [board.king(mover), board.rook(mover), board.king(other), board.rook(other)];
        let node = self.index[code(cells.map(|cell| cell.0))];
        (node != NOWHERE).then_some(node as usize)
    }

    /// The node or end that a legal move leads to.
    #[inline]
    pub fn target(&self, board: &Board, mover: Colour, step: Move) -> usize {
        let (after, captured) = board.after(mover, step);
        match captured {
            Some(Piece::King) if board.king(mover).is_gone() => self.end(Outcome::Tie),
            _ if board.king(mover).is_gone() => self.end(Outcome::Win),
            Some(Piece::King) if board.rook(mover.other()).is_gone() => self.end(Outcome::Loss),
            _ => self.node(&after, mover.other()).expect("the other side has a king, or a rook for its last move"),
        }
    }

    /// One position of the node, the mover as White.
    pub fn board(&self, node: usize) -> &Board {
        &self.boards[node]
    }

    /// How many positions the node stands for.
    pub fn size(&self, node: usize) -> u32 {
        u32::from(self.sizes[node])
    }

    /// Whether the mover has lost its king and makes its last move.
    pub fn is_last_move(&self, node: usize) -> bool {
        self.boards[node].king(Colour::White).is_gone()
    }

    /// The numbers of the node's edges among all edges.
    #[inline]
    pub fn edges(&self, node: usize) -> Range<usize> {
        self.rows[node] as usize..self.rows[node + 1] as usize
    }

    pub fn edge_count(&self) -> usize {
        self.to.len()
    }

    /// The nodes and ends that the edges of a node lead to.
    #[inline]
    pub fn to(&self, node: usize) -> &[u16] {
        &self.to[self.edges(node)]
    }

    /// How many moves of the node's board each of its edges stands for.
    #[inline]
    pub fn ways(&self, node: usize) -> &[u8] {
        &self.ways[self.edges(node)]
    }

    /// The nodes from which an edge leads here.
    #[inline]
    pub fn back(&self, node: usize) -> &[u16] {
        &self.back[self.back_rows[node] as usize..self.back_rows[node + 1] as usize]
    }

    /// The moves of the node's board in canonical order: the move, what it captures, and its edge counted within the node.
    pub fn each_move(&self, node: usize, mut visit: impl FnMut(Move, Option<Piece>, usize)) {
        let board = self.boards[node];
        let targets = self.to(node);
        let merged = self.ways(node).iter().any(|ways| *ways > 1);
        let mut count = 0;
        board.each_move(Colour::White, |step| {
            let captured = board.after(Colour::White, step).1;
            let target = self.target(&board, Colour::White, step) as u16;
            let edge = if merged { targets.iter().position(|other| *other == target) } else { Some(count) };
            visit(step, captured, edge.expect("every move has an edge"));
            count += 1;
        });
    }
}

fn code([king, rook, their_king, their_rook]: [u8; 4]) -> usize {
    ((their_rook as usize * 17 + their_king as usize) * 17 + rook as usize) * 17 + king as usize
}

/// The eight turns and reflections of the cells; captured pieces stay captured.
static TURNS: [[u8; 17]; 8] = {
    let mut turns = [[16; 17]; 8];
    let mut turn = 0;
    while turn < 8 {
        let mut cell = 0;
        while cell < 16 {
            let (mut column, mut row) = (cell / 4, cell % 4);
            if turn & 1 != 0 {
                column = 3 - column;
            }
            if turn & 2 != 0 {
                row = 3 - row;
            }
            if turn & 4 != 0 {
                (column, row) = (row, column);
            }
            turns[turn as usize][cell as usize] = 4 * column + row;
            cell += 1;
        }
        turn += 1;
    }
    turns
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_leaves_6_810_nodes_and_60_488_edges() {
        let atlas = Atlas::folded();
        assert_eq!((atlas.nodes(), atlas.edge_count()), (6_810, 60_488));
        assert_eq!((0..atlas.nodes()).map(|node| atlas.size(node)).sum::<u32>(), 54_240);
    }

    #[test]
    fn unfolded_there_are_54_240_positions_and_498_836_moves() {
        let atlas = Atlas::unfolded();
        assert_eq!((atlas.nodes(), atlas.edge_count()), (54_240, 498_836));
        let last = (0..atlas.nodes()).filter(|node| atlas.is_last_move(*node)).count();
        assert_eq!(last, 3_360 + 240);
        let moves = |node| atlas.edges(node).len();
        assert_eq!((0..atlas.nodes()).map(moves).max(), Some(MOST_MOVES));
        assert_eq!((0..atlas.nodes()).map(moves).min(), Some(2), "there is always a move");
    }

    #[test]
    fn edges_count_the_moves_and_run_both_ways() {
        let atlas = Atlas::shared();
        let mut backward = 0;
        for node in 0..atlas.nodes() {
            let ways: u32 = atlas.ways(node).iter().map(|ways| u32::from(*ways)).sum();
            assert_eq!(ways as usize, atlas.board(node).moves(Colour::White).len());
            assert!(atlas.to(node).iter().all(|target| atlas.back(*target as usize).contains(&(node as u16))));
            backward += atlas.back(node).len();
        }
        let ends: usize = Outcome::ALL.iter().map(|outcome| atlas.back(atlas.end(*outcome)).len()).sum();
        assert_eq!(backward + ends, atlas.edge_count());
        assert_eq!(atlas.back(atlas.end(Outcome::Draw)).len(), 0, "draws come from the move limit only");
    }

    #[test]
    fn turned_reflected_and_recoloured_positions_are_one_node() {
        let atlas = Atlas::shared();
        let node = |board: &str, mover| atlas.node(&board.parse().unwrap(), mover);
        let first = node("..R./...r/Kk../....", Colour::White);
        assert!(first.is_some());
        assert_eq!(node("..../Kk../...r/..R.", Colour::White), first);
        assert_eq!(node("..r./...R/kK../....", Colour::Black), first);
        assert_ne!(node("..R./...r/Kk../....", Colour::Black), first);
        assert_eq!(node("..../..../..../K..R", Colour::White), None, "the game is over");
        assert_eq!(node("..../..../..../K..R", Colour::Black), None, "the game is over");
    }
}

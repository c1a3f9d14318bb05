//! Players without memory: the chance of each move depends on the position and the moves left.
use super::atlas::{Atlas, MOST_MOVES};
use super::solution::{Side, Solution};
use games::microchess::{Board, Colour, Move, Piece};

/// The chances of moves, the same for turned, reflected and recoloured positions where the atlas folds them.
pub trait Strategy {
    /// Writes the chance of each edge of a node.
    fn odds(&self, atlas: &Atlas, node: usize, left: u8, into: &mut [f64]);

    /// Writes the chance of every edge of the atlas.
    fn layer(&self, atlas: &Atlas, left: u8, into: &mut [f64]) {
        for node in 0..atlas.nodes() {
            self.odds(atlas, node, left, &mut into[atlas.edges(node)]);
        }
    }
}

/// Plays the best moves of a solution, uniformly.
impl Strategy for Solution {
    fn odds(&self, atlas: &Atlas, node: usize, left: u8, into: &mut [f64]) {
        let best = self.best(atlas, node, Side::Own, left);
        let mut sum = 0.0;
        for ((odds, target), ways) in into.iter_mut().zip(atlas.to(node)).zip(atlas.ways(node)) {
            *odds = if best.has(*target as usize) { f64::from(*ways) } else { 0.0 };
            sum += *odds;
        }
        let part = 1.0 / sum;
        into.iter_mut().for_each(|odds| *odds *= part);
    }
}

/// The same chances however many moves are left.
pub struct Habit(Vec<f64>);

impl Habit {
    /// Uniform over the moves that are named for each node's board, whose mover is White.
    fn by(atlas: &Atlas, mut moves: impl FnMut(&Board, &mut dyn FnMut(Move))) -> Habit {
        let mut odds = vec![0.0; atlas.edge_count()];
        for node in 0..atlas.nodes() {
            let mut chosen = Menu::default();
            moves(atlas.board(node), &mut |step| chosen.add(step));
            let edges = atlas.edges(node);
            atlas.each_move(node, |step, _, edge| {
                if chosen.moves().contains(&step) {
                    odds[edges.start + edge] += 1.0 / chosen.moves().len() as f64;
                }
            });
        }
        Habit(odds)
    }

    /// Moves at random.
    pub fn nihilist(atlas: &Atlas) -> Habit {
        Habit::by(atlas, |board, add| board.each_move(Colour::White, add))
    }

    /// Captures the king if it can, else the rook if it can, else moves at random.
    pub fn monkey(atlas: &Atlas) -> Habit {
        Habit::by(atlas, |board, add| Menu::monkey(board, Colour::White).moves().iter().for_each(|step| add(*step)))
    }

    /// A Monkey that takes with the piece on the lower cell if both can, as the original engine's does. The rule is not
    /// the same for turned boards: it needs an unfolded atlas.
    pub fn orderly_monkey(atlas: &Atlas) -> Habit {
        Habit::by(atlas, |board, add| {
            let menu = Menu::monkey(board, Colour::White);
            match board.best_capture(Colour::White) {
                Some(_) => {
                    let from = |step: &&Move| board.cell(Colour::White, step.piece);
                    add(*menu.moves().iter().min_by_key(from).expect("there is a capture"));
                }
                None => menu.moves().iter().for_each(|step| add(*step)),
            }
        })
    }
}

impl Strategy for Habit {
    fn odds(&self, atlas: &Atlas, node: usize, _: u8, into: &mut [f64]) {
        into.copy_from_slice(&self.0[atlas.edges(node)]);
    }

    fn layer(&self, _: &Atlas, _: u8, into: &mut [f64]) {
        into.copy_from_slice(&self.0);
    }
}

/// The moves under consideration, without a heap.
#[derive(Clone, Copy)]
pub struct Menu {
    moves: [Move; MOST_MOVES],
    len: u8,
}

impl Default for Menu {
    fn default() -> Menu {
        Menu { moves: [Move::king(1, 1); MOST_MOVES], len: 0 }
    }
}

impl Menu {
    #[inline]
    pub fn add(&mut self, step: Move) {
        self.moves[self.len as usize] = step;
        self.len += 1;
    }

    pub fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.len as usize]
    }

    /// All legal moves.
    pub fn all(board: &Board, mover: Colour) -> Menu {
        let mut menu = Menu::default();
        board.each_move(mover, |step| menu.add(step));
        menu
    }

    /// The moves a Monkey may make.
    pub fn monkey(board: &Board, mover: Colour) -> Menu {
        let (mut menu, mut prize) = (Menu::default(), None);
        let rank = |piece: Option<Piece>| piece.map_or(2, |piece| piece as u8);
        board.each_move(mover, |step| {
            let captured = board.after(mover, step).1;
            if rank(captured) < rank(prize) {
                prize = captured;
                menu.clear();
            }
            if captured == prize {
                menu.add(step);
            }
        });
        menu
    }

    /// The moves that a solution holds best for the side to move. The position must be live.
    #[inline]
    pub fn best(atlas: &Atlas, solution: &Solution, board: &Board, mover: Colour, left: u8) -> Menu {
        let node = atlas.node(board, mover).expect("whoever is asked to move has a piece to move");
        let best = solution.best(atlas, node, Side::Own, left);
        let mut menu = Menu::default();
        board.each_move(mover, |step| {
            if best.has(atlas.target(board, mover, step)) {
                menu.add(step);
            }
        });
        menu
    }
}

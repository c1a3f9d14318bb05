//! A bot for Microchess to start from: it takes the king if it can, else moves at random.
//! Standard output belongs to the protocol: `eprintln!` is shown to you.
mod protocol;
use protocol::{Bot, Dice, get, numbers, text};

struct Starter {
    dice: Dice,
}

impl Bot for Starter {
    fn new(start: &str) -> Starter {
        Starter { dice: Dice::new(numbers(get(start, "seed"))[0]) }
    }

    /// A piece, a column and a row: "K22".
    fn act(&mut self, seen: &str) -> String {
        let board = read(text(get(seen, "board")));
        let white = text(get(seen, "you")) == "white";
        let moves = legal(&board, white);
        let prey = if white { 'k' } else { 'K' };
        let kills: Vec<_> = moves.iter().copied().filter(|(_, x, y)| board[*y][*x] == prey).collect();
        let (piece, x, y) = self.dice.pick(if kills.is_empty() { &moves } else { &kills });
        format!("\"{piece}{}{}\"", x + 1, y + 1)
    }
}

/// The board by row and column, both from 0; the text has row 4 first.
fn read(text: &str) -> Vec<Vec<char>> {
    text.split('/').rev().map(|row| row.chars().collect()).collect()
}

/// All moves: a piece and where it goes. Without its king a side has one last move with its rook.
fn legal(board: &[Vec<char>], white: bool) -> Vec<(char, usize, usize)> {
    let mut moves = Vec::new();
    for (y, row) in board.iter().enumerate() {
        for (x, piece) in row.iter().enumerate().filter(|(_, piece)| **piece != '.' && piece.is_uppercase() == white) {
            let name = piece.to_ascii_uppercase();
            let steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
            let (ways, reach) = if name == 'K' { (8, 1) } else { (4, 3) };
            for (dx, dy) in &steps[..ways] {
                for far in 1..=reach {
                    let (to_x, to_y) = (x as i32 + dx * far, y as i32 + dy * far);
                    if !(0..4).contains(&to_x) || !(0..4).contains(&to_y) {
                        break;
                    }
                    let there = board[to_y as usize][to_x as usize];
                    if there != '.' && there.is_uppercase() == white {
                        break;
                    }
                    moves.push((name, to_x as usize, to_y as usize));
                    if there != '.' {
                        break;
                    }
                }
            }
        }
    }
    moves
}

fn main() {
    protocol::serve::<Starter>();
}

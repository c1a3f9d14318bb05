//! Legal moves in order, and counts of move sequences.
use super::vectors;
use games::microchess::{Board, Colour, Config, Microchess};
use games::{Game, Joint, Turn};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Vector {
    Position { board: Board, stm: Side, moves_played: u8, last_move: bool, legal: Vec<String> },
    Perft { board: Board, perft: Vec<u64>, ended_at_ply: Vec<u64> },
}

#[derive(Deserialize, Clone, Copy)]
enum Side {
    W,
    B,
}

#[test]
fn oracle_microchess_legal_moves_and_perft() {
    let Some(all) = vectors::lines::<Vector>("microchess.jsonl.gz") else { return };
    let (mut positions, mut perfts) = (0, 0);
    for vector in all {
        match vector {
            Vector::Position { board, stm, moves_played, last_move, legal } => {
                let colour = match stm {
                    Side::W => Colour::White,
                    Side::B => Colour::Black,
                };
                let game = Microchess::at(&Config::default(), board, moves_played);
                assert_eq!(game.mover(), colour);
                assert_eq!(board.king(colour).is_gone(), last_move);
                let found: Vec<String> = board.moves(colour).iter().map(ToString::to_string).collect();
                assert_eq!(found, legal, "{board}");
                positions += 1;
            }
            Vector::Perft { board, perft, ended_at_ply } => {
                let mut found = vec![0; perft.len()];
                let mut ended = vec![0; perft.len()];
                count(&Microchess::at(&Config::default(), board, 0), 0, &mut found, &mut ended);
                assert_eq!((found, ended), (perft, ended_at_ply), "{board}");
                perfts += 1;
            }
        }
    }
    println!("microchess: {positions} positions and {perfts} perft tables checked");
    assert!(positions > 0);
}

fn count(game: &Microchess, depth: usize, found: &mut [u64], ended: &mut [u64]) {
    found[depth] += 1;
    let Turn::Act(seats) = game.turn() else {
        ended[depth] += 1;
        return;
    };
    if depth + 1 == found.len() {
        return;
    }
    let seat = seats.iter().next().expect("one side moves");
    let mut legal = Vec::new();
    game.legal(seat, &mut legal);
    for step in legal {
        let mut next = game.clone();
        next.play(&Joint::solo(seat, step));
        count(&next, depth + 1, found, ended);
    }
}

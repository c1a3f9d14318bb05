//! The solver reproduces the vectors: values, best moves and the matrix.
#[path = "../../games/tests/oracle/vectors.rs"]
mod vectors;

use bots::microchess::atlas::Atlas;
use bots::microchess::matrix::{Matrix, matrix, strategy};
use bots::microchess::response::{Starts, meet, payoff, reversed};
use bots::microchess::solution::{Side, Solution};
use bots::microchess::strategy::{Habit, Menu};
use bots::microchess::utility::Personality;
use games::microchess::{Board, Colour, Config, LONGEST_GAME, Outcome};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Vector {
    Position(Box<Position>),
    Perft {},
}

#[derive(Deserialize)]
struct Position {
    board: Board,
    stm: Stm,
    plies_left: u8,
    legal: Vec<String>,
    realist_value: [f64; 2],
    realist_outcome: Ending,
    realist_move_u1: Vec<f64>,
    best: BTreeMap<String, Vec<String>>,
    model_value_self_opp: BTreeMap<String, [f64; 2]>,
}

#[derive(Deserialize, Clone, Copy)]
enum Stm {
    W,
    B,
}

/// White wins, Black wins, tie, draw.
#[derive(Deserialize, Clone, Copy)]
enum Ending {
    W,
    B,
    T,
    D,
}

impl Ending {
    fn of(self, colour: Colour) -> Outcome {
        let white = match self {
            Ending::W => Outcome::Win,
            Ending::B => Outcome::Loss,
            Ending::T => Outcome::Tie,
            Ending::D => Outcome::Draw,
        };
        if colour == Colour::White { white } else { white.reversed() }
    }
}

#[test]
fn oracle_microchess_values_and_best_moves() {
    let Some(all) = vectors::lines::<Vector>("microchess.jsonl.gz") else { return };
    let atlas = Atlas::shared();
    let solve = |personality: Personality| Some((personality, Solution::of(atlas, personality.pair()?, true, LONGEST_GAME)));
    let solutions: Vec<_> = Personality::HORDE.into_iter().filter_map(solve).collect();
    let realist = &solutions.iter().find(|(personality, _)| *personality == Personality::Realist).unwrap().1;
    let (mut positions, mut moves, mut sets, mut values) = (0, 0, 0, 0);
    for vector in all {
        let Vector::Position(position) = vector else { continue };
        let Position { board, plies_left: left, .. } = *position;
        let mover = match position.stm {
            Stm::W => Colour::White,
            Stm::B => Colour::Black,
        };
        let node = atlas.node(&board, mover).expect("the position is live");
        let spell = |menu: &Menu| -> Vec<String> { menu.moves().iter().map(ToString::to_string).collect() };
        let context = format!("{board}, {mover:?} to move, {left} left");

        let [mut white, mut black] = realist.value(node, Side::Own, left);
        if mover == Colour::Black {
            (white, black) = (black, white);
        }
        assert_eq!([white, black], position.realist_value, "{context}");
        assert_eq!(realist.outcomes(node, Side::Own, left).only(), Some(position.realist_outcome.of(mover)), "{context}");
        let legal = Menu::all(&board, mover);
        assert_eq!(spell(&legal), position.legal, "{context}");
        for (step, value) in legal.moves().iter().zip(&position.realist_move_u1) {
            let target = atlas.target(&board, mover, *step);
            assert_eq!(realist.value(target, Side::Other, left - 1)[0], *value, "{step}: {context}");
            moves += 1;
        }
        assert_eq!(spell(&Menu::monkey(&board, mover)), position.best["Monkey"], "{context}");
        assert_eq!(position.best.len(), 9);
        for (personality, solution) in &solutions {
            let name = personality.name();
            assert_eq!(spell(&Menu::best(atlas, solution, &board, mover, left)), position.best[name], "{name}: {context}");
            assert_eq!(solution.value(node, Side::Own, left), position.model_value_self_opp[name], "{name}: {context}");
            values += 1;
        }
        sets += position.best.len();
        positions += 1;
    }
    println!("microchess: {positions} positions, {moves} move values, {sets} best sets, {values} value pairs checked");
    assert!(positions > 0);
}

#[derive(Deserialize)]
struct Table {
    players: Vec<String>,
    row_payoff_mirror: Vec<Vec<f64>>,
    row_payoff_as_white: Vec<Vec<f64>>,
    row_payoff_as_black: Vec<Vec<f64>>,
    #[serde(rename = "row_dist_LDTW")]
    row_dist: Vec<Vec<[f64; 4]>>,
}

impl Table {
    fn read() -> Option<Table> {
        Some(serde_json::from_slice(&vectors::bytes("microchess_matrix.json")?).expect("the matrix is a table"))
    }

    /// Compares the entries of the players that both have.
    fn check(&self, found: &Matrix) -> usize {
        let mut entries = 0;
        let row = |name: &str| self.players.iter().position(|player| player == name).expect("the player is in the table");
        for (i, a) in found.names.iter().enumerate() {
            for (j, b) in found.names.iter().enumerate() {
                let (r, c) = (row(a), row(b));
                let mut same = |what: &str, found: f64, given: f64| {
                    assert!((found - given).abs() < 1e-9, "{a} v {b}, {what}: {found} instead of {given}");
                    entries += 1;
                };
                same("payoff", found.payoff[i][j], self.row_payoff_mirror[r][c]);
                same("as white", found.as_white[i][j], self.row_payoff_as_white[r][c]);
                same("as black", found.as_black[i][j], self.row_payoff_as_black[r][c]);
                for outcome in Outcome::ALL {
                    same("outcomes", found.outcomes[i][j][outcome as usize], self.row_dist[r][c][outcome as usize]);
                }
            }
        }
        entries
    }
}

#[test]
fn oracle_microchess_matrix() {
    let Some(table) = Table::read() else { return };
    let entries = table.check(&matrix(&Config::default()));
    println!("microchess: {entries} entries of the matrix checked");
    assert_eq!(entries, 9 * 9 * 7);
}

/// The original's Monkey takes with the piece on the lower cell; turned boards differ, so the atlas must not fold them.
#[test]
fn oracle_microchess_orderly_monkey() {
    let Some(table) = Table::read() else { return };
    let (atlas, config) = (Atlas::unfolded(), Config::default());
    let starts = Starts::of(&atlas, &config);
    let monkey = Habit::orderly_monkey(&atlas);
    let row = table.players.iter().position(|player| player == "MonkeyOrd").expect("the table has the Monkey of the engine");
    for (column, personality) in Personality::HORDE.into_iter().enumerate() {
        let other = strategy(&atlas, personality, true);
        let white = payoff(&meet(&atlas, &monkey, &*other, &starts, &config));
        let black = payoff(&reversed(meet(&atlas, &*other, &monkey, &starts, &config)));
        assert_eq!(table.players[column], personality.name());
        assert!((white - table.row_payoff_as_white[row][column]).abs() < 1e-9, "v {}", personality.name());
        assert!((black - table.row_payoff_as_black[row][column]).abs() < 1e-9, "v {}", personality.name());
        assert!((f64::midpoint(white, black) - table.row_payoff_mirror[0][column]).abs() < 1e-9, "as much as any Monkey");
    }
    println!("microchess: MonkeyOrd checked against {} personalities on the unfolded atlas", Personality::HORDE.len());
}

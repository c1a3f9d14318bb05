//! The solution as tables: what the starts are worth to each personality, and what each move of a position is.
use super::atlas::Atlas;
use super::horde::{choices, solved};
use super::response::Starts;
use super::solution::{Side, Solution};
use super::strategy::Menu;
use super::utility::Personality;
use games::microchess::{Board, Colour, Config, LONGEST_GAME, Move, Outcome, Piece};
use serde::Serialize;

/// What the starts are worth to a personality that moves first, by its own beliefs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Values {
    pub personality: &'static str,
    /// Best for the personality first.
    pub rows: Vec<Worth>,
    /// Mean utilities over the starts.
    pub own: f64,
    pub other: f64,
}

/// Starts of equal worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worth {
    pub own: f64,
    /// The utility that it believes its opponent gets.
    pub other: f64,
    /// What best play leads to, as the first player sees it; several if they are worth the same.
    pub outcomes: Vec<Outcome>,
    pub boards: u32,
}

/// One table for each personality that has utilities. That the configuration is one to play with is the caller's promise.
pub fn values(config: &Config) -> Vec<Values> {
    let atlas = Atlas::shared();
    let starts = Starts::of(atlas, config);
    let reasons = |personality| Some((personality, solved(personality, config.last_move_counts)?));
    Personality::ALL
        .into_iter()
        .filter_map(reasons)
        .map(|(personality, solution)| summary(&starts, personality, solution, config))
        .collect()
}

fn summary(starts: &Starts, personality: Personality, solution: &Solution, config: &Config) -> Values {
    let left = config.game_length;
    let mut rows: Vec<Worth> = Vec::new();
    for (node, boards) in starts.iter() {
        let [own, other] = solution.value(node, Side::Own, left);
        let outcomes = solution.outcomes(node, Side::Own, left);
        match rows.iter_mut().find(|row| (row.own, row.other) == (own, other)) {
            Some(row) => {
                row.boards += boards;
                row.outcomes.extend(outcomes.iter());
                row.outcomes.sort_unstable();
                row.outcomes.dedup();
            }
            None => rows.push(Worth { own, other, outcomes: outcomes.iter().collect(), boards }),
        }
    }
    rows.sort_by(|a, b| b.own.total_cmp(&a.own));
    let mean = |whose: usize| starts.mean(|node| solution.value(node, Side::Own, left)[whose]);
    Values { personality: personality.name(), rows, own: mean(0), other: mean(1) }
}

/// A position, seen with everybody's eyes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    pub board: Board,
    pub to_move: Colour,
    pub plies: u8,
    /// The side to move has lost its king.
    pub last_move: bool,
    /// What the position is worth, one row a personality.
    pub position: Vec<View>,
    /// Every legal move in canonical order.
    pub moves: Vec<Line>,
}

/// A legal move, and what each personality thinks of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    pub step: Move,
    /// `king`, `rook` or nothing.
    pub captures: Option<&'static str>,
    pub views: Vec<View>,
}

/// What a personality to move thinks of a position or a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct View {
    pub personality: &'static str,
    /// Its own utility and the one it believes its opponent gets; none for the Monkey.
    pub value: Option<[f64; 2]>,
    /// What best play leads to, as the side to move sees it.
    pub outcomes: Vec<Outcome>,
    /// Whether it might play this; always so for a position.
    pub best: bool,
    /// Moves until the game ends, this one included: see [`Solution::distances`].
    pub distance: Option<u8>,
}

/// Every legal move of a position under each personality, or why there is none.
pub fn explain(board: &Board, to_move: Colour, plies: u8, config: &Config) -> Result<Explanation, String> {
    let (atlas, counts) = (Atlas::shared(), config.last_move_counts);
    let node = atlas.node(board, to_move).ok_or_else(|| format!("the game is over on {board}: {} has nothing to do", to_move.name()))?;
    let last_move = atlas.is_last_move(node);
    let fewest = if last_move && !counts { 0 } else { 1 };
    if !(fewest..=LONGEST_GAME).contains(&plies) {
        return Err(format!("{plies} plies are left, not a number from {fewest} to {LONGEST_GAME}"));
    }
    let menu = Menu::all(board, to_move);
    let line = |step: &Move| Line { step: *step, captures: board.after(to_move, *step).1.map(Piece::name), views: Vec::new() };
    let mut moves: Vec<Line> = menu.moves().iter().map(line).collect();
    let mut position = Vec::new();
    for personality in Personality::ALL {
        let (name, chosen) = (personality.name(), choices(personality, board, to_move, plies, counts));
        let solution = solved(personality, counts);
        let left = plies.saturating_sub(1);
        let far = solution.and_then(|solution| solution.distances(atlas, left));
        let distance = |step: &Move| far.as_ref().map(|[_, other]| 1 + other[atlas.target(board, to_move, *step)]);
        position.push(match solution {
            None => View { personality: name, value: None, outcomes: Vec::new(), best: true, distance: None },
            Some(solution) => View {
                personality: name,
                value: Some(solution.value(node, Side::Own, plies)),
                outcomes: solution.outcomes(node, Side::Own, plies).iter().collect(),
                best: true,
                distance: match solution.hurries(node, Side::Own, plies) {
                    true => chosen.moves().iter().filter_map(distance).min(),
                    false => chosen.moves().iter().filter_map(distance).max(),
                },
            },
        });
        for line in &mut moves {
            let target = atlas.target(board, to_move, line.step);
            line.views.push(View {
                personality: name,
                value: solution.map(|solution| solution.value(target, Side::Other, left)),
                outcomes: solution.map_or(Vec::new(), |solution| solution.outcomes(target, Side::Other, left).reversed().iter().collect()),
                best: chosen.moves().contains(&line.step),
                distance: distance(&line.step),
            });
        }
    }
    Ok(Explanation { board: *board, to_move, plies, last_move, position, moves })
}

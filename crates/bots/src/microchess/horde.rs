//! The personalities at the table: memoryless players that play a best move, any of them.
use super::atlas::Atlas;
use super::solution::Solution;
use super::strategy::Menu;
use super::utility::Personality;
use games::luck::{Sprint, below, pick};
use games::microchess::{Board, Colour, Config, LONGEST_GAME, Microchess, Move, Observation};
use games::{Player, Start};
use std::sync::OnceLock;
use std::time::Duration;

/// The solution of a rational personality (or the Nihilist), worked out once in a process. `None` for the Monkey.
pub fn solved(personality: Personality, last_move_counts: bool) -> Option<&'static Solution> {
    static SOLVED: [[OnceLock<Solution>; 2]; Personality::ALL.len()] = [const { [const { OnceLock::new() }; 2] }; Personality::ALL.len()];
    let pair = personality.pair()?;
    let place = &SOLVED[personality as usize][usize::from(last_move_counts)];
    Some(place.get_or_init(|| Solution::of(Atlas::shared(), pair, last_move_counts, LONGEST_GAME)))
}

/// The moves that a personality chooses from.
#[inline]
pub fn choices(personality: Personality, board: &Board, mover: Colour, left: u8, last_move_counts: bool) -> Menu {
    match personality {
        Personality::Monkey => Menu::monkey(board, mover),
        Personality::Nihilist => Menu::all(board, mover),
        _ => {
            let solution = solved(personality, last_move_counts).expect("all but the Monkey reason");
            Menu::best(Atlas::shared(), solution, board, mover, left)
        }
    }
}

/// A player with one personality.
pub struct Member {
    personality: Personality,
    last_move_counts: bool,
    die: Die,
}

impl Member {
    pub fn new(personality: Personality) -> Member {
        Member { personality, last_move_counts: Config::default().last_move_counts, die: Die::default() }
    }
}

impl Player<Microchess> for Member {
    fn prepare_for_match(&mut self, start: &Start<'_, Microchess>) {
        self.last_move_counts = start.brief.last_move_counts;
        self.die = Die::new(start);
        solved(self.personality, self.last_move_counts);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Move {
        self.die.pick(choices(self.personality, &seen.board, seen.you, seen.left, self.last_move_counts).moves())
    }
}

/// A bot's own randomness, fresh each game.
pub struct Die(Sprint);

impl Default for Die {
    fn default() -> Die {
        Die(Sprint::new(0))
    }
}

impl Die {
    pub fn new(start: &Start<'_, Microchess>) -> Die {
        Die(Sprint::new(start.seed))
    }

    pub fn pick(&mut self, moves: &[Move]) -> Move {
        *pick(&mut self.0, moves)
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: u32) -> bool {
        below(&mut self.0, n) == 0
    }
}

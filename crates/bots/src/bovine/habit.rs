//! Ways to play that a farmer can be suspected of, and what speaks for each.
use super::campaign::{Campaign, Survey};
use super::herta::Farm;
use super::{BARN, ME};
use games::bovine::{Action, Board, Cell};
use games::luck::{Sprint, pick};

/// How a farmer picks its moves.
#[derive(Clone, Copy, Debug)]
pub enum Habit {
    /// At random.
    Anywhere,
    /// Nearest to its barn, as defensive_dan_heng does.
    Nearest,
    Herta,
    Campaign(&'static Campaign),
}

/// What a rival may be up to.
pub const SUSPICIONS: [Habit; 4] = [Habit::Anywhere, Habit::Nearest, Habit::Herta, Habit::Campaign(&Campaign::FENCE)];

impl Habit {
    /// The moves it picks from, as farmer 0. None: it passes.
    fn best(self, board: &Board) -> Vec<(Cell, Cell)> {
        match self {
            Habit::Anywhere => board.moves(ME).collect(),
            Habit::Nearest => {
                let nearest = board.destinations(ME).iter().map(|to| BARN.distance(to)).min();
                board.moves(ME).filter(|(_, to)| Some(BARN.distance(*to)) == nearest).collect()
            }
            Habit::Herta => Farm::new(board).best(),
            Habit::Campaign(plan) => Survey::new(board, plan).best(),
        }
    }

    pub fn act(self, board: &Board, rng: &mut Sprint) -> Action {
        let best = self.best(board);
        if best.is_empty() {
            return Action::Pass;
        }
        let (from, to) = *pick(rng, &best);
        Action::Move { from, to }
    }
}

/// How often a rival does what nobody would.
const FOLLY: f32 = 0.15;
/// What is left of a clue after a round: habits change.
const MEMORY: f32 = 0.97;
/// Suspicions that are so much less likely than the best are dropped.
const DOUBT: f32 = 0.2;

/// What a rival's moves so far say of each suspicion, as the logarithm of their odds.
#[derive(Clone, Copy, Default, Debug)]
pub struct Hunch([f32; SUSPICIONS.len()]);

impl Hunch {
    /// What the rival did between two boards, both as it sees them.
    pub fn watch(&mut self, before: &Board, now: &Board) {
        let mut new = now.land(ME).without(before.land(ME)).iter();
        // A move that came to nothing tells nothing.
        let Some(to) = new.next() else { return };
        let all = before.destinations(ME).count().max(1) as f32;
        for (clue, habit) in self.0.iter_mut().zip(SUSPICIONS) {
            let best = habit.best(before);
            let share = best.iter().filter(|(_, goal)| *goal == to).count() as f32 / best.len().max(1) as f32;
            *clue = *clue * MEMORY + ((1.0 - FOLLY) * share + FOLLY / all).ln();
        }
    }

    /// The suspicions that are left, and how likely each is compared with the best.
    pub fn likely(&self) -> impl Iterator<Item = (Habit, f32)> {
        let top = self.0.iter().copied().fold(f32::MIN, f32::max);
        SUSPICIONS.into_iter().zip(self.0).map(move |(habit, clue)| (habit, (clue - top).exp())).filter(|(_, odds)| *odds > DOUBT)
    }
}

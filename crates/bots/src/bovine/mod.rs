//! Farmers: the four samples of the document, one that counts cows, and one that looks ahead.
mod campaign;
mod habit;
mod herta;
mod meadow;
mod svarog;

pub use herta::Herta;
pub use svarog::Svarog;

use crate::Reference;
use crate::search::Effort;
use games::bovine::{Action, Board, Bovine, Cell, Observation};
use games::luck::{Sprint, below, pick};
use games::{Game, Native, Player, Seat, Start};
use std::time::Duration;

pub const BOTS: &[Reference] = &[
    Reference::of::<Bovine, PassPompom>("pass_pompom", "always passes its turn"),
    Reference::of::<Bovine, DefensiveDanHeng>("defensive_dan_heng", "fills the squares nearest to its barn: a diagonal front line"),
    Reference::of::<Bovine, AdjacentAsta>("AdjacentAsta", "walks on from where its last move ended, at random"),
    Reference::of::<Bovine, RandomRaven>("random_raven", "picks a random destination and leaves the source to luck"),
    Reference::of::<Bovine, Herta>("Herta", "guards its barn, captures when that pays, grazes new land otherwise"),
    Reference::thinker(
        Bovine::NAME,
        "Svarog",
        "fences land in, suspects what the others are up to, and follows the plan that ends best against that",
        Effort::Nodes(svarog::USUAL),
        |effort| Native::new::<Bovine>(Svarog::new(effort)),
    ),
];

/// Every farmer is farmer 0 in its own eyes, and its barn the top left corner.
const ME: Seat = Seat(0);
const BARN: Cell = Cell::at(0, 0);

/// Always passes its turn.
#[derive(Default)]
pub struct PassPompom;

impl Player<Bovine> for PassPompom {
    fn act(&mut self, _: &Observation, _: Duration) -> Action {
        Action::Pass
    }
}

/// Any destination, each as likely as the others; the source is left out.
#[derive(Default)]
pub struct RandomRaven(Die);

impl Player<Bovine> for RandomRaven {
    fn prepare_for_match(&mut self, start: &Start<'_, Bovine>) {
        self.0 = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        let destinations = seen.board.destinations(ME);
        match destinations.count() {
            0 => Action::Pass,
            count => Action::To(destinations.nth(below(&mut self.0.0, count)).expect("there are so many")),
        }
    }
}

/// The moves with the destination nearest to the barn, each as likely as the others: a destination with two sources
/// counts twice.
#[derive(Default)]
pub struct DefensiveDanHeng(Die);

impl Player<Bovine> for DefensiveDanHeng {
    fn prepare_for_match(&mut self, start: &Start<'_, Bovine>) {
        self.0 = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        let moves = || seen.board.moves(ME);
        let nearest = moves().map(|(_, to)| BARN.distance(to)).min();
        let best: Vec<_> = moves().filter(|(_, to)| Some(BARN.distance(*to)) == nearest).collect();
        self.0.choose(&best)
    }
}

/// Goes on from the destination of its last move if it can, else makes any move.
pub struct AdjacentAsta {
    die: Die,
    /// Kept even if the move came to nothing.
    last: Cell,
}

impl Default for AdjacentAsta {
    fn default() -> AdjacentAsta {
        AdjacentAsta { die: Die::default(), last: BARN }
    }
}

impl Player<Bovine> for AdjacentAsta {
    fn prepare_for_match(&mut self, start: &Start<'_, Bovine>) {
        *self = AdjacentAsta { die: Die::new(start), last: BARN };
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        let mut moves = steps(&seen.board, self.last);
        if moves.is_empty() {
            moves = seen.board.moves(ME).collect();
        }
        let action = self.die.choose(&moves);
        if let Action::Move { to, .. } = action {
            self.last = to;
        }
        action
    }
}

/// The moves of the cow on this square, if it is ours.
fn steps(board: &Board, from: Cell) -> Vec<(Cell, Cell)> {
    let own = board.land(ME);
    if own.has(from) { from.nearby(board.size()).filter(|to| !own.has(*to)).map(|to| (from, to)).collect() } else { Vec::new() }
}

/// A bot's own randomness, fresh each game.
struct Die(Sprint);

impl Default for Die {
    fn default() -> Die {
        Die(Sprint::new(0))
    }
}

impl Die {
    fn new(start: &Start<'_, Bovine>) -> Die {
        Die(Sprint::new(start.seed))
    }

    /// One of these moves, or a pass if there is none.
    fn choose(&mut self, moves: &[(Cell, Cell)]) -> Action {
        if moves.is_empty() {
            return Action::Pass;
        }
        let (from, to) = *pick(&mut self.0, moves);
        Action::Move { from, to }
    }
}

#[cfg(test)]
mod tests;

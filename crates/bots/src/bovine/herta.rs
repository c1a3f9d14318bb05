//! Herta looks one move ahead and counts cows.
use super::{BARN, Die, ME};
use games::bovine::{Action, Board, Bovine, Cell, Land, Observation, barn};
use games::{Player, Seat, Start};
use std::time::Duration;

/// Guards its barn, captures when that pays, grazes new land otherwise, and never leaves its barn.
#[derive(Default)]
pub struct Herta(Die);

impl Player<Bovine> for Herta {
    fn prepare_for_match(&mut self, start: &Start<'_, Bovine>) {
        self.0 = Die::new(start);
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        let best = Farm::new(&seen.board).best();
        self.0.choose(&best)
    }
}

/// The board of one round, with what is connected on it.
pub struct Farm<'a> {
    board: &'a Board,
    connected: [Land; 4],
}

/// A rival's barn is worth any price.
const PRIZE: i32 = 100_000;
/// A rival cow at our barn must go; each step away makes that four times less urgent.
const ALARM: i32 = 10_000;
/// New land for us.
const LAND: i32 = 1_000;
/// A cow less for a rival, and ours stands where it stood.
const PREY: i32 = 990;
/// What a step away from the barn costs: land that is near stays ours.
const STEP: i32 = 20;
/// Each connected cow of ours beside a square: a front without dents is hard to break.
const SUPPORT: i32 = 120;
/// What a step away from a rival's barn takes from its cow: the war goes where it ends.
const MARCH: i32 = 6;
/// A rival cow that loses its connection.
const CUT: i32 = 5;
/// One of ours that does.
const STRAY: i32 = 60;
/// A rival cow beside the square that ours leaves.
const GAP: i32 = 10;
/// A stray that comes home, or dies with its prey.
const COW: i32 = 50;

impl Farm<'_> {
    pub fn new(board: &Board) -> Farm<'_> {
        Farm { board, connected: [0, 1, 2, 3].map(|farmer| board.connected(Seat(farmer))) }
    }

    /// The moves that promise most. None: rather pass.
    pub fn best(&self) -> Vec<(Cell, Cell)> {
        let (mut best, mut most) = (Vec::new(), 1);
        for (from, to) in self.board.moves(ME) {
            let worth = self.worth(from, to);
            if worth > most {
                most = worth;
                best.clear();
            }
            if worth == most {
                best.push((from, to));
            }
        }
        best
    }

    /// What a move promises. Nothing or less: rather pass.
    fn worth(&self, from: Cell, to: Cell) -> i32 {
        let linked = self.connected[0].has(from);
        let way = i32::from(BARN.distance(to));
        match self.board.owner(to) {
            None if linked => LAND - STEP * way + SUPPORT * self.support(from, to),
            None if self.touches_home(from, to) => COW,
            None => 0,
            Some(_) if from == BARN => i32::MIN,
            Some(rival) if to == barn(rival, self.board.size()) => PRIZE,
            Some(rival) => {
                let alarm = ALARM >> (2 * way).min(31);
                let price = if linked { STRAY * self.cut(ME, from) + GAP * self.rivals_beside(from) } else { COW };
                let march = MARCH * i32::from(to.distance(barn(rival, self.board.size())));
                PREY - STEP * way + alarm - march + SUPPORT * self.support(from, to) + CUT * self.cut(rival, to) - price
            }
        }
    }

    /// Our connected cows beside a square, but for the one that goes there.
    fn support(&self, from: Cell, to: Cell) -> i32 {
        to.nearby(self.board.size()).filter(|side| *side != from && self.connected[0].has(*side)).count() as i32
    }

    fn rivals_beside(&self, cell: Cell) -> i32 {
        cell.nearby(self.board.size()).filter(|side| self.board.owner(*side).is_some_and(|farmer| farmer != ME)).count() as i32
    }

    /// Whether a stray that goes there is connected again.
    fn touches_home(&self, from: Cell, to: Cell) -> bool {
        to.nearby(self.board.size()).any(|side| side != from && self.connected[0].has(side))
    }

    /// How many of a farmer's cows lose their connection with this one.
    fn cut(&self, farmer: Seat, cell: Cell) -> i32 {
        let connected = &self.connected[farmer.index()];
        if !connected.has(cell) || connected.spares(cell) {
            return 0;
        }
        let mut rest = *connected;
        rest.remove(cell);
        let home = [barn(farmer, self.board.size())].into_iter().collect();
        (rest.count() - rest.reached_from(&home).count()) as i32
    }
}

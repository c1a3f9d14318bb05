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
        let farm = Farm::new(&seen.board);
        let (mut best, mut most) = (Vec::new(), 0);
        for (from, to) in seen.board.moves(ME) {
            let worth = farm.worth(from, to);
            if worth > most {
                most = worth;
                best.clear();
            }
            if worth == most {
                best.push((from, to));
            }
        }
        self.0.choose(if most > 0 { &best } else { &[] })
    }
}

/// The board of one round, with what is connected on it.
struct Farm<'a> {
    board: &'a Board,
    connected: [Land; 4],
}

/// A rival's barn is worth any price.
const PRIZE: i32 = 100_000;
/// A rival cow next to our barn must go.
const ALARM: i32 = 10_000;
/// New land for us.
const LAND: i32 = 100;
/// A cow less for one of three rivals.
const PREY: i32 = 40;
/// A rival cow that loses its connection.
const CUT: i32 = 25;
/// One of ours that does.
const STRAY: i32 = 60;

impl Farm<'_> {
    fn new(board: &Board) -> Farm<'_> {
        Farm { board, connected: [0, 1, 2, 3].map(|farmer| board.connected(Seat(farmer))) }
    }

    /// What a move promises. Nothing or less: rather pass.
    fn worth(&self, from: Cell, to: Cell) -> i32 {
        let linked = self.connected[0].has(from);
        match self.board.owner(to) {
            None if linked => LAND + self.contest(to),
            None if self.touches_home(from, to) => LAND / 2,
            None => 0,
            Some(_) if from == BARN => i32::MIN,
            Some(rival) if to == barn(rival, self.board.size()) => PRIZE,
            Some(rival) => {
                let alarm = match BARN.distance(to) {
                    1 => ALARM,
                    2 => ALARM / 10,
                    far => (6 - i32::from(far)).max(0) * LAND / 10,
                };
                let cut = CUT * self.cut(rival, to);
                let price = if linked { STRAY * self.cut(ME, from) } else { LAND / 2 };
                PREY + alarm + cut - price
            }
        }
    }

    /// Open land is wanted where others want it too, and of that the nearest to the barn.
    fn contest(&self, to: Cell) -> i32 {
        let rivals = to.nearby(self.board.size()).filter(|side| self.board.owner(*side).is_some_and(|farmer| farmer != ME)).count();
        LAND / 10 * rivals as i32 - i32::from(BARN.distance(to))
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

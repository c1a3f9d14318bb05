//! George looks one turn ahead: what a turn earns, and what it leaves to both workers.
use super::Belief;
use games::carpets::{Action, Board, Brief, Carpets, Direction, Floor, Observation, Roll, SQUARES, Square};
use games::luck::{Sprint, unit};
use games::{Player, Seat, Start};
use std::time::Duration;

/// What a roll that is there next turn is worth today: it may be gone, or be longer.
const PROSPECT: f64 = 0.7;
/// For a free square straight ahead, where a line of glue can grow.
const ROOM: f64 = 0.1;
/// For every step to the next square that can be primed.
const DETOUR: f64 = 0.25;

/// Greedy: extends glue, rolls when it pays, searches when the rat is likely enough.
#[derive(Default)]
pub struct George(Option<Mind>);

struct Mind {
    brief: Brief,
    belief: Belief,
    /// Breaks ties.
    die: Sprint,
}

impl Player<Carpets> for George {
    fn prepare_for_match(&mut self, start: &Start<'_, Carpets>) {
        let belief = Belief::new(start.brief);
        self.0 = Some(Mind { brief: start.brief.clone(), belief, die: Sprint::new(start.seed) });
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Action {
        self.0.as_mut().expect("a match is prepared before it is played").act(seen)
    }

    fn belief(&self) -> Option<games::Belief> {
        Some(self.0.as_ref()?.belief.told())
    }
}

impl Mind {
    fn act(&mut self, seen: &Observation) -> Action {
        self.belief.update(seen);
        let (square, p) = self.belief.best();
        let config = self.brief.config();
        let hunt = f64::from(config.rat_bonus) * p - f64::from(config.rat_penalty) * (1.0 - p);
        let board = seen.board();
        let mut best = (Action::Search(square), hunt + self.outlook(seen, &board));
        let mut moves = Vec::new();
        board.each_move(seen.seat, |action| moves.push(action));
        for action in moves {
            let after = board.after(seen.seat, action);
            let value = self.gain(action) + self.outlook(seen, &after) + 0.001 * unit(&mut self.die);
            if value > best.1 {
                best = (action, value);
            }
        }
        best.0
    }

    fn gain(&self, action: Action) -> f64 {
        match action {
            Action::Prime(_) => f64::from(self.brief.config().prime_points),
            Action::Carpet(_, roll) => f64::from(self.brief.carpet_points(roll)),
            Action::Plain(_) | Action::Search(_) => 0.0,
        }
    }

    /// What a board promises after this turn.
    fn outlook(&self, seen: &Observation, board: &Board) -> f64 {
        let mut value = 0.0;
        if seen.player.turns_left > 1 {
            value += PROSPECT * self.best_roll(board, seen.seat) + ROOM * room(board, seen.seat) - DETOUR * detour(board, seen.seat);
        }
        if seen.opponent.turns_left > 0 {
            value -= PROSPECT * self.best_roll(board, seen.seat.rival());
        }
        value
    }

    fn best_roll(&self, board: &Board, seat: Seat) -> f64 {
        let longest = Direction::ALL.map(|direction| board.run(seat, direction)).into_iter().max().unwrap_or_default();
        let points = (1..=longest).filter_map(Roll::new).map(|roll| self.brief.carpet_points(roll)).max();
        f64::from(points.unwrap_or_default().max(0))
    }
}

/// Whether a worker could stand on a square, the rival apart.
fn open(board: &Board, square: Square) -> bool {
    matches!(board.floor(square), Floor::Space | Floor::Carpet)
}

/// Squares to walk on in the longest straight line, up to five.
fn room(board: &Board, seat: Seat) -> f64 {
    let ahead = |direction| {
        let line = std::iter::successors(board.worker(seat).step(direction), |square: &Square| square.step(direction));
        line.take(5).take_while(|square| open(board, *square) && *square != board.worker(seat.rival())).count()
    };
    Direction::ALL.map(ahead).into_iter().max().unwrap_or_default() as f64
}

/// Steps to the nearest square that can be primed; more than any way is long if there is none.
fn detour(board: &Board, seat: Seat) -> f64 {
    let mut seen = [false; SQUARES];
    let mut ring = vec![board.worker(seat)];
    seen[ring[0].index()] = true;
    for steps in 0..16 {
        if ring.iter().any(|square| board.floor(*square) == Floor::Space) {
            return f64::from(steps);
        }
        let around = ring.iter().flat_map(|square| Direction::ALL.into_iter().filter_map(|direction| square.step(direction)));
        ring = around.filter(|square| open(board, *square) && !std::mem::replace(&mut seen[square.index()], true)).collect();
    }
    16.0
}

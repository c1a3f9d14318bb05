//! The game as a weaver searches it: the floor and the workers, without the rat.
use super::outlook::{Glass, Outlook};
use crate::search::{Model, Move, Moves, mix};
use games::Seat;
use games::carpets::{Action, Board, Brief, Direction, Observation, Roll, Square};

/// Values are in hundredths of a point.
pub const POINT: i32 = 100;
/// A game that is won is worth this many times the lead it is won by, up to a lead of one point.
const VICTORY: i32 = 10;
/// The move after the steps and rolls: a turn spent on the rat.
pub const HUNT: Move = 36;
/// Turns of both players that a search can see to the end.
const NEAR: u32 = 12;
/// Moves of one direction: a plain step, a prime step, seven rolls.
const WAYS: u8 = 9;

/// The floor, and how the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scene {
    pub board: Board,
    /// Turns of both players so far.
    pub turn: u16,
    /// What player A is ahead by.
    pub lead: i32,
}

impl Scene {
    pub fn of(seen: &Observation) -> Scene {
        let ahead = POINT * (seen.player.points - seen.opponent.points);
        Scene { board: seen.board(), turn: seen.turn, lead: if seen.seat == Seat(0) { ahead } else { -ahead } }
    }

    pub fn mover(&self) -> Seat {
        Seat((self.turn % 2) as u8)
    }

    /// What the mover is ahead by.
    pub fn ahead(&self) -> i32 {
        if self.turn.is_multiple_of(2) { self.lead } else { -self.lead }
    }
}

/// What a weaver knows beside the floor: what everything pays, and what a search for the rat would.
pub struct Room {
    /// Turns of both players in all.
    turns: u16,
    /// The turn that is to be decided now.
    now: u16,
    /// How likely the best search finds the rat now, and what it pays if it does and if it does not. Later ones are taken to pay
    /// what they usually do.
    odds: f64,
    hunt: [i32; 2],
    prime: i32,
    /// By the length of the roll; the first is no roll.
    rolls: [i32; 8],
    glass: Glass,
}

impl Room {
    pub fn new(brief: &Brief, outlook: Outlook) -> Room {
        let config = brief.config();
        let mut rolls = [0; 8];
        Roll::all().for_each(|roll| rolls[usize::from(roll.length())] = POINT * brief.carpet_points(roll));
        let prime = POINT * config.prime_points;
        let hunt = [POINT * config.rat_bonus, -POINT * config.rat_penalty];
        Room { turns: 2 * u16::from(config.turns), now: 0, odds: 0.0, hunt, prime, rolls, glass: Glass::new(outlook, prime, rolls) }
    }

    /// A decision comes: this turn, with a rat that is on the likeliest square with these odds.
    pub fn turn(&mut self, turn: u16, odds: f64) {
        (self.now, self.odds) = (turn, odds);
    }

    /// What the best search pays now, on average.
    fn expected(&self) -> i32 {
        let [found, missed] = self.hunt.map(f64::from);
        (self.odds * found + (1.0 - self.odds) * missed).round() as i32
    }

    /// The floor after a turn that changed nothing on it.
    fn idle(&self, at: &Scene, gain: i32) -> Scene {
        Scene { turn: at.turn + 1, lead: at.lead + if at.turn.is_multiple_of(2) { gain } else { -gain }, ..*at }
    }

    /// Turns that the mover and its rival have yet to take.
    pub fn left(&self, at: &Scene) -> [u16; 2] {
        let left = self.turns.saturating_sub(at.turn);
        [left.div_ceil(2), left / 2]
    }
}

/// The action of a move; a hunt is on for this square.
pub fn action(step: Move, rat: Square) -> Action {
    let direction = Direction::ALL[usize::from(step / WAYS) % 4];
    match step % WAYS {
        _ if step == HUNT => Action::Search(rat),
        0 => Action::Plain(direction),
        1 => Action::Prime(direction),
        length => Action::Carpet(direction, Roll::new(length - 1).expect("seven rolls follow the steps")),
    }
}

impl Model for Room {
    type Position = Scene;

    /// Steps, whole rolls and those that leave one square, and a hunt.
    #[inline]
    fn moves(&self, at: &Scene) -> Moves {
        /// The rolls that are worth a look, by how many squares are primed.
        const ROLLS: [Moves; 8] = [0, 0b1 << 2, 0b10 << 2, 0b110 << 2, 0b1100 << 2, 0b1_1000 << 2, 0b11_0000 << 2, 0b110_0000 << 2];
        let (steps, rolls) = at.board.ways(at.mover());
        let mut moves = 0;
        for way in 0..4 {
            let of_way = ((1 << steps[way]) - 1) | ROLLS[usize::from(rolls[way]) % 8];
            moves |= of_way << (u32::from(WAYS) * way as u32);
        }
        moves | 1 << HUNT
    }

    #[inline]
    fn after(&self, at: &Scene, step: Move) -> Scene {
        if step == HUNT {
            return self.idle(at, if at.turn == self.now { self.expected() } else { self.glass.outlook.idle });
        }
        let kind = usize::from(step % WAYS);
        let gain = if kind < 2 { self.prime * kind as i32 } else { self.rolls[kind - 1] };
        Scene { board: at.board.after(at.mover(), action(step, Square::ORIGIN)), ..self.idle(at, gain) }
    }

    /// Points are points until the end is near: then it matters whether they are enough.
    fn outcomes(&self, at: &Scene, step: Move) -> Option<[(f64, Scene); 2]> {
        let near = step == HUNT && self.length(at) <= NEAR;
        let [found, missed] = self.hunt;
        near.then(|| [(self.odds, self.idle(at, found)), (1.0 - self.odds, self.idle(at, missed))])
    }

    #[inline]
    fn end(&self, at: &Scene) -> Option<i32> {
        (at.turn >= self.turns).then(|| at.ahead() + VICTORY * at.ahead().clamp(-POINT, POINT))
    }

    #[inline]
    fn glance(&self, at: &Scene) -> i32 {
        at.ahead() + self.glass.value(&at.board, at.mover(), self.left(at))
    }

    fn length(&self, at: &Scene) -> u32 {
        u32::from(self.turns.saturating_sub(at.turn))
    }

    #[inline]
    fn key(&self, at: &Scene) -> u64 {
        let [a, b] = at.board.workers;
        let spots = a.index() as u64 | (b.index() as u64) << 8 | u64::from(at.turn) << 16;
        mix([(at.board.primed.0, at.board.carpet.0), (spots, at.lead as u64), (0, 0), (0, 0)])
    }

    /// Long rolls first, then glue.
    #[inline]
    fn promise(&self, _: &Scene, step: Move) -> i32 {
        /// By the kind of move.
        const PROMISE: [i32; WAYS as usize] = [0, 150, -300, 100, 300, 500, 700, 900, 1000];
        if step == HUNT { 0 } else { PROMISE[usize::from(step % WAYS)] }
    }

    #[inline]
    fn place(&self, at: &Scene) -> usize {
        at.board.worker(at.mover()).index() + 64 * usize::from(at.turn % 2)
    }
}

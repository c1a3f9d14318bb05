//! What a floor promises: rolls within reach, lines that can be grown, and bare ground.
use games::Seat;
use games::carpets::{Board, Direction, Square, Squares};

/// How much things count, in hundredths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// The best roll within reach: the mover's and its rival's.
    pub roll: [i32; 2],
    /// What is left of a roll for each step that it is away.
    pub patience: i32,
    /// What a worker can still add to the line that it is about to lay.
    pub line: [i32; 2],
    /// The best new line within reach.
    pub fresh: [i32; 2],
    /// What a turn should bring: a line that takes longer is worth less.
    pub tempo: i32,
    /// A bare square that a worker reaches first.
    pub ground: i32,
    /// What a search for the rat pays on some later turn.
    pub idle: i32,
}

impl Outlook {
    /// Rolls within reach, and nothing else.
    pub const ALBERT: Outlook = Outlook { roll: [90, 70], patience: 75, line: [0, 0], fresh: [0, 0], tempo: 150, ground: 0, idle: 20 };
    /// And lines that can be grown.
    pub const CARRIE: Outlook = Outlook { roll: [90, 70], patience: 65, line: [30, 30], fresh: [0, 0], tempo: 150, ground: 0, idle: 20 };
    /// And ground, and new lines; tuned in games against itself.
    pub const ADA: Outlook = Outlook { roll: [73, 69], patience: 50, line: [31, 14], fresh: [8, 14], tempo: 163, ground: 9, idle: 20 };
}

/// Steps that are looked at around a worker.
const REACH: usize = 6;
/// Turns from which on it does not matter how many there are.
const SOON: usize = 9;

/// An outlook made ready: everything that does not depend on the floor is in tables.
pub struct Glass {
    pub outlook: Outlook,
    /// What a roll of a length is worth, so many steps away.
    rolls: [[i32; 8]; REACH + 1],
    /// What can be added to a line of which so many squares are primed, and so many more can be, with so many turns left.
    lines: [[[i32; 8]; 8]; SOON + 1],
}

impl Glass {
    pub fn new(outlook: Outlook, prime: i32, rolls: [i32; 8]) -> Glass {
        let mut glass = Glass { outlook, rolls: [[0; 8]; REACH + 1], lines: [[[0; 8]; 8]; SOON + 1] };
        let mut share = 1.0;
        for row in &mut glass.rolls {
            for (value, points) in row.iter_mut().zip(rolls) {
                *value = (f64::from(points) * share) as i32;
            }
            share *= f64::from(outlook.patience) / 100.0;
        }
        for (turns, table) in glass.lines.iter_mut().enumerate() {
            for (primed, row) in table.iter_mut().enumerate() {
                for (room, value) in row.iter_mut().enumerate() {
                    let grown = |more: usize| prime * more as i32 + rolls[primed + more].max(0) - outlook.tempo * more as i32;
                    // The roll itself takes a turn.
                    let most = room.min(turns.saturating_sub(1)).min(7 - primed);
                    *value = (0..=most).map(grown).max().unwrap_or_default() - grown(0);
                }
            }
        }
        glass
    }

    /// What the mover may expect to gain beyond its rival.
    pub fn value(&self, board: &Board, mover: Seat, left: [u16; 2]) -> i32 {
        let Outlook { roll, line, fresh, ground, tempo, .. } = self.outlook;
        let [me, foe] = [mover, mover.rival()].map(|seat| board.worker(seat));
        let glued = Starts::of(board.primed);
        let walls = board.blocked.or(board.primed);
        let bare = Squares(!walls.or(board.carpet).0);
        let open = Squares(!walls.0);
        let mine = open.except(Squares::of(foe));
        let theirs = open.except(Squares::of(me));
        let (mut a, mut b) = (Squares::of(me), Squares::of(foe));
        let (mut a_first, mut b_first) = (a, b);
        let lanes = Lanes::of(bare);
        let (mut best, mut lane) = ([Best::default(); 2], [0; 2]);
        for (steps, values) in self.rolls.iter().enumerate() {
            best[0].look(&glued, a, values, steps, left[0]);
            best[1].look(&glued, b, values, steps, left[1]);
            lane[0] = lane[0].max(self.lane(&lanes, a, left[0], steps, tempo));
            lane[1] = lane[1].max(self.lane(&lanes, b, left[1], steps, tempo));
            let next_a = a.or(a.neighbours().and(mine));
            a_first = a_first.or(next_a.except(b));
            let next_b = b.or(b.neighbours().and(theirs));
            b_first = b_first.or(next_b.except(next_a));
            (a, b) = (next_a, next_b);
        }
        let lines = [(me, left[0]), (foe, left[1])].map(|(at, turns)| self.line(board.primed, bare, at, turns));
        let more = |mine: Squares, theirs: Squares| mine.len() as i32 - theirs.len() as i32;
        let ground = ground * more(a_first.and(bare), b_first.and(bare));
        let mine = roll[0] * best[0].value + line[0] * lines[0] + fresh[0] * lane[0];
        let theirs = roll[1] * best[1].value + line[1] * lines[1] + fresh[1] * lane[1];
        (mine - theirs) / 100 + ground
    }

    /// The best new line that begins on one of the squares reached after these steps.
    #[inline]
    fn lane(&self, lanes: &Lanes, reached: Squares, left: u16, steps: usize, tempo: i32) -> i32 {
        let turns = usize::from(left).saturating_sub(steps).min(SOON);
        let longest = (1..=7).rev().find(|length| !lanes.0[*length].and(reached).is_empty()).unwrap_or_default();
        self.lines[turns][0][longest] - tempo * steps as i32
    }

    /// The best line through a worker: glue behind it, bare ground ahead.
    fn line(&self, primed: Squares, bare: Squares, at: Square, turns: u16) -> i32 {
        let here = usize::from(bare.contains(at));
        let (behind, ahead) = (primed.runs(at), bare.runs(at));
        let table = &self.lines[usize::from(turns).min(SOON)];
        // The last step must lead somewhere: the square at the end of a line is not primed.
        let along = |way: usize| table[usize::from(behind[way ^ 1]) % 8][(usize::from(ahead[way]) * here) % 8];
        along(0).max(along(1)).max(along(2)).max(along(3))
    }
}

/// The best roll that was found so far.
#[derive(Clone, Copy, Default)]
struct Best {
    length: usize,
    value: i32,
}

impl Best {
    /// Looks for a longer roll among those that start on the squares reached after these steps.
    #[inline]
    fn look(&mut self, starts: &Starts, reached: Squares, values: &[i32; 8], steps: usize, left: u16) {
        if steps >= usize::from(left) {
            return;
        }
        for length in (self.length + 1..=starts.longest).rev() {
            if !starts.from[length].and(reached).is_empty() {
                *self = Best { length, value: self.value.max(values[length]) };
                return;
            }
        }
    }
}

/// The squares from which a roll of at least a length can start.
struct Starts {
    from: [Squares; 8],
    longest: usize,
}

impl Starts {
    #[inline]
    fn of(primed: Squares) -> Starts {
        let mut starts = Starts { from: [Squares::NONE; 8], longest: 0 };
        for direction in Direction::ALL {
            let back = direction.opposite();
            let mut run = primed.shift(back);
            let mut length = 1;
            while !run.is_empty() && length <= 7 {
                starts.from[length] = starts.from[length].or(run);
                starts.longest = starts.longest.max(length);
                run = run.and(primed).shift(back);
                length += 1;
            }
        }
        starts
    }
}

/// The squares from which a line of a length can be primed and left behind.
struct Lanes([Squares; 8]);

impl Lanes {
    #[inline]
    fn of(bare: Squares) -> Lanes {
        let mut lanes = Lanes([Squares::NONE; 8]);
        for direction in Direction::ALL {
            let mut run = bare;
            for length in 1..=7 {
                // One more square to step to at the end.
                run = run.shift(direction.opposite()).and(bare);
                if run.is_empty() {
                    break;
                }
                lanes.0[length] = lanes.0[length].or(run);
            }
        }
        lanes
    }
}

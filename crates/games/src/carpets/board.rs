//! The floor, two workers on it, and what a worker may do there.
use super::square::{Direction, Square, Squares};
use crate::foul::Breach;
use crate::luck::below;
use crate::seat::Seat;
use rand_core::Rng;
use serde::{Deserialize, Deserializer, Serialize, de::Error as _};

/// What a square is covered with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Floor {
    Space,
    Primed,
    Carpet,
    Blocked,
}

impl Floor {
    pub const ALL: [Floor; 4] = [Floor::Space, Floor::Primed, Floor::Carpet, Floor::Blocked];
}

/// What a worker does with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A step that changes nothing but the worker's place.
    Plain(Direction),
    /// A step that leaves glue behind.
    Prime(Direction),
    /// A roll over primed squares, which become carpet.
    Carpet(Direction, Roll),
    /// A look for the rat, from where the worker stands.
    Search(Square),
}

impl Action {
    /// Every action there is, in canonical order.
    pub fn all() -> impl Iterator<Item = Action> {
        let steps = |direction| {
            let rolls = Roll::all().map(move |roll| Action::Carpet(direction, roll));
            [Action::Plain(direction), Action::Prime(direction)].into_iter().chain(rolls)
        };
        Direction::ALL.into_iter().flat_map(steps).chain(Action::searches())
    }

    /// The 64 searches in canonical order: column by column.
    pub fn searches() -> impl Iterator<Item = Action> {
        (0..8).flat_map(|x| (0..8).map(move |y| Action::Search(Square::at(x, y))))
    }
}

/// The length of a carpet roll, 1 to 7.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Roll(u8);

impl Roll {
    pub const LONGEST: u8 = 7;

    pub const fn new(length: u8) -> Option<Roll> {
        if length >= 1 && length <= Roll::LONGEST { Some(Roll(length)) } else { None }
    }

    pub fn all() -> impl Iterator<Item = Roll> {
        (1..=Roll::LONGEST).map(Roll)
    }

    pub const fn length(self) -> u8 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Roll {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Roll, D::Error> {
        let length = u8::deserialize(from)?;
        Roll::new(length).ok_or_else(|| D::Error::custom(format!("a carpet roll is 1 to 7 squares long, not {length}")))
    }
}

/// Both workers and the floor. Squares that are in none of the three sets are space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pub primed: Squares,
    pub carpet: Squares,
    pub blocked: Squares,
    pub workers: [Square; 2],
}

impl Board {
    /// Whether play can lead here: no square has two floors, and the workers stand apart, on space or carpet.
    pub fn is_sound(&self) -> bool {
        let Board { primed, carpet, blocked, workers: [a, b] } = *self;
        let disjoint = primed.and(carpet).is_empty() && primed.or(carpet).and(blocked).is_empty();
        let stuck = primed.or(blocked);
        disjoint && a != b && !stuck.contains(a) && !stuck.contains(b)
    }

    pub fn floor(&self, square: Square) -> Floor {
        let bit = |squares: Squares| usize::from(squares.contains(square));
        Floor::ALL[(bit(self.primed) + 2 * bit(self.carpet) + 3 * bit(self.blocked)) & 3]
    }

    pub fn worker(&self, seat: Seat) -> Square {
        self.workers[seat.index()]
    }

    fn standing(&self) -> Squares {
        Squares::of(self.workers[0]).or(Squares::of(self.workers[1]))
    }

    /// Where nobody can step: blocked, primed or taken by a worker.
    fn closed(&self) -> Squares {
        self.blocked.or(self.primed).or(self.standing())
    }

    /// Whether the worker may leave glue behind: its square is neither primed nor carpeted.
    pub fn can_prime(&self, seat: Seat) -> bool {
        self.floor(self.worker(seat)) == Floor::Space
    }

    /// How many primed squares lie in a row in front of the worker.
    pub fn run(&self, seat: Seat, towards: Direction) -> u8 {
        self.runs(seat)[towards as usize]
    }

    fn runs(&self, seat: Seat) -> [u8; 4] {
        self.primed.except(self.standing()).runs(self.worker(seat))
    }

    /// The legal actions except searches, in canonical order.
    pub fn each_move(&self, seat: Seat, mut each: impl FnMut(Action)) {
        let (steps, rolls) = self.ways(seat);
        for (way, direction) in Direction::ALL.into_iter().enumerate() {
            if steps[way] > 0 {
                each(Action::Plain(direction));
            }
            if steps[way] > 1 {
                each(Action::Prime(direction));
            }
            for length in 1..=rolls[way] {
                each(Action::Carpet(direction, Roll(length)));
            }
        }
    }

    /// One of the legal actions except searches, uniformly; `None` if there is none.
    pub fn any_move<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Action> {
        let (steps, rolls) = self.ways(seat);
        let mut ends = [0; 4];
        let mut total = 0;
        for way in 0..4 {
            total += steps[way] + rolls[way];
            ends[way] = total;
        }
        if total == 0 {
            return None;
        }
        let nth = below(rng, u32::from(total)) as u8;
        let way = usize::from(ends[..3].iter().map(|end| u8::from(nth >= *end)).sum::<u8>());
        let nth = nth + steps[way] + rolls[way] - ends[way];
        let direction = Direction::ALL[way];
        Some(match nth {
            _ if rolls[way] > 0 => Action::Carpet(direction, Roll(nth + 1)),
            0 => Action::Plain(direction),
            _ => Action::Prime(direction),
        })
    }

    /// For each direction, how many steps are legal (plain; plain and prime) and how many rolls. Never both: a step goes where
    /// no glue is.
    pub fn ways(&self, seat: Seat) -> ([u8; 4], [u8; 4]) {
        let (from, closed) = (Squares::of(self.worker(seat)), self.closed());
        let steps = 1 + u8::from(self.can_prime(seat));
        let steps = Direction::ALL.map(|direction| steps * u8::from(!from.shift(direction).except(closed).is_empty()));
        (steps, self.runs(seat))
    }

    /// The rule that an action breaks, if any.
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), Breach> {
        match action {
            Action::Plain(direction) => self.check_step(seat, direction),
            Action::Prime(direction) => {
                self.check_step(seat, direction)?;
                match self.can_prime(seat) {
                    true => Ok(()),
                    false => Err(Breach::of("a prime step starts on a square that is not primed or carpeted")),
                }
            }
            Action::Carpet(direction, roll) => {
                let run = self.run(seat, direction);
                match roll.length() <= run {
                    true => Ok(()),
                    false => Err(Breach(
                        format!("a carpet roll of {} needs as many primed squares in a row, there are {run}", roll.length()).into(),
                    )),
                }
            }
            Action::Search(_) => Ok(()),
        }
    }

    fn check_step(&self, seat: Seat, direction: Direction) -> Result<(), Breach> {
        let Some(to) = self.worker(seat).step(direction) else {
            return Err(Breach::of("a worker stays on the board"));
        };
        if self.standing().contains(to) {
            return Err(Breach::of("two workers cannot occupy the same square"));
        }
        match self.floor(to) {
            Floor::Blocked => Err(Breach::of("a worker cannot step onto a blocked square")),
            Floor::Primed => Err(Breach::of("a worker cannot step onto a primed square")),
            Floor::Space | Floor::Carpet => Ok(()),
        }
    }

    /// The board after a legal action.
    #[must_use]
    pub fn after(mut self, seat: Seat, action: Action) -> Board {
        let from = self.worker(seat);
        let to = match action {
            Action::Plain(direction) | Action::Prime(direction) => {
                let glue = if matches!(action, Action::Prime(_)) { Squares::of(from) } else { Squares::NONE };
                self.primed = self.primed.or(glue);
                from.slide(direction, 1)
            }
            Action::Carpet(direction, Roll(length)) => {
                let rolled = (1..=length).map(|step| from.slide(direction, step)).collect();
                self.primed = self.primed.except(rolled);
                self.carpet = self.carpet.or(rolled);
                from.slide(direction, length)
            }
            Action::Search(_) => from,
        };
        self.workers[seat.index()] = to;
        self
    }
}

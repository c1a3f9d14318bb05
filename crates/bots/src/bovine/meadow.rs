//! The meadow as one farmer thinks of it: who holds what, what is connected, and how far things are from each other.
use super::ME;
use games::Seat;
use games::bovine::{Board, Cell, FARMERS, WIDEST, barn};

/// A row with a hedge on both sides, so that steps need no check.
const WIDE: usize = WIDEST as usize + 2;
const PLACES: usize = WIDE * WIDE;
const ROW: isize = WIDE as isize;
const SIDES: [isize; 4] = [ROW, -ROW, 1, -1];
/// The eight neighbours, around the clock; the odd ones share a side.
const RING: [isize; 8] = [-ROW - 1, -ROW, -ROW + 1, 1, ROW + 1, ROW, ROW - 1, -1];

/// Nobody's.
pub const OPEN: u8 = 4;
const HEDGE: u8 = 5;
/// No way leads there.
pub const NEVER: u8 = 100;

/// A square by its number in a list with a hedge around it.
pub type Place = usize;

/// How many moves it takes to or from each place.
pub type Way = [u8; PLACES];

/// The board as the farmer sees it who is number 0.
pub struct Meadow {
    /// The farmer, [`OPEN`], or the hedge.
    pub holder: [u8; PLACES],
    /// My cows that are connected to my barn.
    pub linked: [bool; PLACES],
    pub barns: [Place; FARMERS],
    pub alive: [bool; FARMERS],
    /// My cows.
    mine: Vec<u16>,
    /// Those of the others.
    theirs: Vec<u16>,
}

fn place(cell: Cell) -> Place {
    (cell.row() as usize + 1) * WIDE + cell.col() as usize + 1
}

pub fn cell(place: Place) -> Cell {
    Cell::at((place / WIDE - 1) as u8, (place % WIDE - 1) as u8)
}

/// The four places beside one.
pub fn beside(place: Place) -> [Place; 4] {
    SIDES.map(|side| place.wrapping_add_signed(side))
}

impl Meadow {
    pub fn new(board: &Board) -> Meadow {
        let size = board.size();
        let mut holder = [HEDGE; PLACES];
        for row in 1..=size as usize {
            holder[row * WIDE + 1..row * WIDE + 1 + size as usize].fill(OPEN);
        }
        let (mut mine, mut theirs) = (Vec::with_capacity(128), Vec::with_capacity(384));
        for farmer in Seat::first(FARMERS) {
            let cows = if farmer == ME { &mut mine } else { &mut theirs };
            for place in board.land(farmer).iter().map(place) {
                holder[place] = farmer.0;
                cows.push(place as u16);
            }
        }
        let mut linked = [false; PLACES];
        board.connected(ME).iter().for_each(|cell| linked[place(cell)] = true);
        let barns = [0, 1, 2, 3].map(|farmer| place(barn(Seat(farmer), size)));
        let alive = [0, 1, 2, 3].map(|farmer| board.holds_barn(Seat(farmer)));
        Meadow { holder, linked, barns, alive, mine, theirs }
    }

    /// The moves to a barn over the cows of those who march on it: none over their own, one to graze open land, two to take a square
    /// and fill the one behind, one for the barn itself. Ways longer than `most` are not looked for.
    pub fn way(&self, barn: Place, most: u8, marches: impl Fn(u8) -> bool) -> Way {
        self.flood(&[barn as u16], most, |here, _| match self.holder[here] {
            _ if here == barn => 1,
            OPEN => 1,
            holder if marches(holder) => 0,
            _ => 2,
        })
    }

    /// The steps over open land from the nearest cow of a rival.
    pub fn near(&self) -> Way {
        self.flood(&self.theirs, NEVER - 1, |_, side| if self.holder[side] == OPEN { 1 } else { NEVER })
    }

    /// The moves from the nearest cow of a rival, if need be over mine.
    pub fn deep(&self) -> Way {
        self.flood(&self.theirs, NEVER - 1, |_, side| if self.holder[side] == OPEN { 1 } else { 2 })
    }

    /// How far each place is from these. A step from here to a side costs nothing, one, two, or is not made.
    fn flood(&self, from: &[u16], most: u8, toll: impl Fn(Place, Place) -> u8) -> Way {
        let mut way = [NEVER; PLACES];
        // Places by their distance. A step costs two at most, so three lists take turns.
        let (mut lists, mut lens) = ([[0u16; PLACES]; 3], [from.len(), 0, 0]);
        lists[0][..from.len()].copy_from_slice(from);
        from.iter().for_each(|place| way[*place as usize] = 0);
        let mut now = 0;
        while lens != [0; 3] && now < most {
            let list = now as usize % 3;
            let mut next = 0;
            while next < lens[list] {
                let here = lists[list][next] as usize;
                next += 1;
                if way[here] != now {
                    continue;
                }
                for side in beside(here) {
                    let far = now + toll(here, side);
                    if far < way[side] && far <= most && self.holder[side] != HEDGE {
                        way[side] = far;
                        let to = far as usize % 3;
                        lists[to][lens[to]] = side as u16;
                        lens[to] += 1;
                    }
                }
            }
            lens[list] = 0;
            now += 1;
        }
        way
    }

    pub fn is_rival(&self, place: Place) -> bool {
        (1..OPEN).contains(&self.holder[place])
    }

    /// My connected cows.
    pub fn herd(&self) -> impl Iterator<Item = Place> {
        self.mine.iter().map(|at| *at as Place).filter(|at| self.linked[*at])
    }

    /// Every move of mine, source and destination.
    pub fn moves(&self) -> impl Iterator<Item = (Place, Place)> {
        let ways = |from: Place| beside(from).into_iter().map(move |to| (from, to));
        self.mine.iter().flat_map(move |from| ways((*from).into())).filter(|(_, to)| !matches!(self.holder[*to], HEDGE | 0))
    }

    /// Whether my connected cows around a place hang together without it, as far as its eight neighbours tell.
    pub fn spares(&self, at: Place) -> bool {
        let own = RING.map(|step| self.linked[at.wrapping_add_signed(step)]);
        let starts = (0..8).filter(|start| own[*start] && !own[(start + 7) % 8]);
        starts.filter(|start| (*start..start + 8).take_while(|k| own[k % 8]).any(|k| k % 2 == 1)).count() <= 1
    }
}

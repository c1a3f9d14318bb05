//! What a search has already seen, by the hash of the position.
use super::Move;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    pub value: i32,
    pub best: Move,
    pub depth: u8,
    pub bound: Bound,
}

/// What a value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl Note {
    /// Whether the value is all that a window wants to know.
    pub fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        }
    }
}

/// A note with its position. Flat, so that four of them fill a line of the processor's cache.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    value: i32,
    best: Move,
    depth: u8,
    bound: Bound,
    /// When it was written; 0: never.
    page: u8,
}

const EMPTY: Slot = Slot { key: 0, value: 0, best: 0, depth: 0, bound: Bound::Exact, page: 0 };

/// Pairs of slots: of each, the first keeps what was searched deepest, the second what came last.
pub struct Table {
    pairs: Vec<[Slot; 2]>,
    page: u8,
}

impl Table {
    /// A table for about this many positions.
    pub fn new(positions: usize) -> Table {
        Table { pairs: vec![[EMPTY; 2]; (positions / 2).next_power_of_two()], page: 0 }
    }

    /// A new decision: what was written so far may rest on other odds. It hints at moves and settles nothing.
    pub fn turn_over(&mut self) {
        self.page = self.page % u8::MAX + 1;
    }

    /// What is known of a position, and whether it is from this decision.
    pub fn read(&self, key: u64) -> Option<(Note, bool)> {
        let pair = &self.pairs[self.place(key)];
        let slot = pair.iter().find(|slot| slot.key == key && slot.page > 0)?;
        let Slot { value, best, depth, bound, page, .. } = *slot;
        Some((Note { value, best, depth, bound }, page == self.page))
    }

    pub fn write(&mut self, key: u64, Note { value, best, depth, bound }: Note) {
        let (place, page) = (self.place(key), self.page);
        let [deep, late] = &mut self.pairs[place];
        let slot = Slot { key, value, best, depth, bound, page };
        if deep.page != page || deep.key == key || depth >= deep.depth {
            if deep.page == page && deep.key != key {
                *late = *deep;
            }
            *deep = slot;
        } else {
            *late = slot;
        }
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }
}

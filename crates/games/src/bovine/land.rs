//! Sets of squares, three rows a word: what one farmer's cows stand on.
use super::cell::{Cell, WIDEST};

/// A row is twenty squares and one that is always empty, so that neither steps nor carries leave it.
const STRIDE: u32 = 21;
const ROWS: u32 = 3;
const WORDS: usize = 7;
const LAST_ROW: u32 = STRIDE * (ROWS - 1);
const WORD: u64 = (1 << (STRIDE * ROWS)) - 1;

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Land([u64; WORDS]);

impl Land {
    pub const NONE: Land = Land([0; WORDS]);

    /// The whole meadow.
    pub fn field(size: u8) -> &'static Land {
        &FIELDS[size as usize]
    }

    pub const fn has(&self, cell: Cell) -> bool {
        let (word, shift) = place(cell);
        self.0[word] >> shift & 1 == 1
    }

    pub const fn add(&mut self, cell: Cell) {
        let (word, shift) = place(cell);
        self.0[word] |= 1 << shift;
    }

    pub const fn remove(&mut self, cell: Cell) {
        let (word, shift) = place(cell);
        self.0[word] &= !(1 << shift);
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[must_use]
    pub fn and(&self, other: &Land) -> Land {
        Land(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[must_use]
    pub fn or(&self, other: &Land) -> Land {
        Land(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[must_use]
    pub fn without(&self, other: &Land) -> Land {
        Land(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The squares outside that share a side with one inside: the document's `allowed_dsts`.
    #[must_use]
    pub fn fringe(&self, size: u8) -> Land {
        let field = Land::field(size);
        Land(std::array::from_fn(|i| self.touched(i) & field.0[i] & !self.0[i]))
    }

    /// The squares of this land that `seed` reaches without leaving it. Squares of the seed outside do not count.
    #[must_use]
    pub fn reached_from(&self, seed: &Land) -> Land {
        let mut reached = seed.and(self);
        loop {
            let mut grew = false;
            for i in (0..WORDS).chain((0..WORDS - 1).rev()) {
                let own = self.0[i];
                let next = spread((reached.touched(i) | reached.0[i]) & own, own);
                grew |= next != reached.0[i];
                reached.0[i] = next;
            }
            if !grew {
                return reached;
            }
        }
    }

    /// Whether what hangs together with this square still does so when the square is gone, as far as its eight
    /// neighbours tell. Yes is certain; no means that one has to look further.
    pub fn spares(&self, cell: Cell) -> bool {
        let (row, col) = (u32::from(cell.row()), cell.col());
        let three = |row: u32| (self.row(row) << 1 >> col & 7) as usize;
        let above = if row == 0 { 0 } else { three(row - 1) };
        let ring = above | three(row + 1) << 5 | (three(row) & 1) << 3 | (three(row) >> 2) << 4;
        SPARED[ring / 64] >> (ring % 64) & 1 == 1
    }

    /// The `k`-th square, row by row.
    pub fn nth(&self, mut k: u32) -> Option<Cell> {
        for (i, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if k < here {
                let mut word = word;
                for _ in 0..k {
                    word &= word - 1;
                }
                return Some(cell_at(i, word.trailing_zeros()));
            }
            k -= here;
        }
        None
    }

    /// The squares, row by row.
    pub fn iter(self) -> impl Iterator<Item = Cell> {
        self.0.into_iter().enumerate().flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let shift = (word != 0).then(|| word.trailing_zeros())?;
                word &= word - 1;
                Some(cell_at(i, shift))
            })
        })
    }

    /// The same squares on the meadow turned counter-clockwise by so many quarters.
    #[must_use]
    pub fn turned(&self, quarters: u8, size: u8) -> Land {
        let end = usize::from(size - 1);
        let mut rows: [u32; 32] = std::array::from_fn(|row| if row <= end { self.row(row as u32) } else { 0 });
        // A quarter turn is a transposition and a flip; a half turn is two flips.
        match quarters % 4 {
            0 => return *self,
            1 => {
                transpose(&mut rows);
                rows[..=end].reverse();
            }
            2 => {
                rows[..=end].reverse();
                mirror(&mut rows, size);
            }
            _ => {
                transpose(&mut rows);
                mirror(&mut rows, size);
            }
        }
        let row = |row: usize| u64::from(rows[row]) << (STRIDE as usize * (row % ROWS as usize));
        Land(std::array::from_fn(|i| row(3 * i) | row(3 * i + 1) | row(3 * i + 2)))
    }

    /// The squares of the `i`-th word that share a side with a square of the set. Some lie beside the meadow.
    fn touched(&self, i: usize) -> u64 {
        let word = self.0[i];
        let above = if i == 0 { 0 } else { self.0[i - 1] >> LAST_ROW };
        let below = if i + 1 == WORDS { 0 } else { self.0[i + 1] << LAST_ROW };
        (word << 1 | word >> 1 | word << STRIDE | word >> STRIDE | above | below) & WORD
    }

    const fn row(&self, row: u32) -> u32 {
        (self.0[(row / ROWS) as usize] >> (STRIDE * (row % ROWS))) as u32 & ((1 << STRIDE) - 1)
    }
}

impl FromIterator<Cell> for Land {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Land {
        let mut land = Land::NONE;
        for cell in cells {
            land.add(cell);
        }
        land
    }
}

const fn place(cell: Cell) -> (usize, u32) {
    let row = cell.row() as u32;
    ((row / ROWS) as usize, STRIDE * (row % ROWS) + cell.col() as u32)
}

fn cell_at(word: usize, shift: u32) -> Cell {
    Cell::at((word as u32 * ROWS + shift / STRIDE) as u8, (shift % STRIDE) as u8)
}

/// Fills the runs of one word that hold a square of `seed`, row by row and across its three rows.
fn spread(seed: u64, own: u64) -> u64 {
    let mut all = seed;
    loop {
        // A carry runs through the rest of a run at once; the empty column stops it.
        let right = all | (own & !(own + all));
        let next = (right | right >> 1 | right << STRIDE | right >> STRIDE) & own;
        if next == all {
            return all;
        }
        all = next;
    }
}

/// Rows become columns, by swapping ever smaller blocks.
fn transpose(rows: &mut [u32; 32]) {
    let (mut half, mut mask) = (16, 0x0000_ffff);
    while half > 0 {
        for k in (0..32).filter(|k| k & half == 0) {
            let swap = (rows[k] >> half ^ rows[k + half]) & mask;
            rows[k] ^= swap << half;
            rows[k + half] ^= swap;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// Left becomes right.
fn mirror(rows: &mut [u32; 32], size: u8) {
    for row in rows {
        *row = row.reverse_bits() >> (32 - size);
    }
}

static FIELDS: [Land; WIDEST as usize + 1] = {
    let mut fields = [Land::NONE; WIDEST as usize + 1];
    let mut size = 0;
    while size <= WIDEST {
        let mut row = 0;
        while row < size {
            let mut col = 0;
            while col < size {
                fields[size as usize].add(Cell::at(row, col));
                col += 1;
            }
            row += 1;
        }
        size += 1;
    }
    fields
};

/// One bit for each of the 256 ways the eight neighbours can be taken: whether those that share a side with the
/// middle are joined around it. Bits of an index: above left, above, above right, left, right, below left, below, below right.
static SPARED: [u64; 4] = {
    const AROUND: [u32; 8] = [1, 2, 4, 7, 6, 5, 3, 0];
    let mut table = [0; 4];
    let mut ring = 0;
    while ring < 256 {
        let (mut sides, mut joints, mut k) = (0, 0, 0);
        while k < 8 {
            let side = ring >> AROUND[k] & 1;
            sides += side;
            joints += side & ring >> AROUND[k + 1] & ring >> AROUND[(k + 2) % 8] & 1;
            k += 2;
        }
        if sides <= joints + 1 {
            table[ring / 64] |= 1 << (ring % 64);
        }
        ring += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn lands(size: u8) -> impl Strategy<Value = BTreeSet<Cell>> {
        prop_oneof![Just(4), Just(60), Just(220), Just(340)].prop_flat_map(move |most: usize| {
            proptest::collection::btree_set((0..size, 0..size).prop_map(|(row, col)| Cell::at(row, col)), 0..=most)
        })
    }

    fn reach(land: &BTreeSet<Cell>, start: Cell) -> BTreeSet<Cell> {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if land.contains(&cell) && seen.insert(cell) {
                open.extend(cell.nearby(WIDEST));
            }
        }
        seen
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_land_is_a_set_of_squares(squares in lands(20), quarters in 0u8..8) {
            let land: Land = squares.iter().copied().collect();
            prop_assert!(land.iter().eq(squares.iter().copied()));
            prop_assert_eq!(land.count() as usize, squares.len());
            for (k, cell) in squares.iter().enumerate() {
                prop_assert_eq!(land.nth(k as u32), Some(*cell));
            }
            prop_assert_eq!(land.nth(land.count()), None);
            for size in [20, 1 + squares.iter().map(|cell| cell.row().max(cell.col())).max().unwrap_or(0)] {
                let turned: BTreeSet<Cell> = squares.iter().map(|cell| cell.turned(quarters, size)).collect();
                prop_assert!(land.turned(quarters, size).iter().eq(turned));
                prop_assert_eq!(land.turned(quarters, size).turned(8 - quarters, size), land);
            }
        }

        #[test]
        fn the_fringe_touches_the_land(size in 3u8..=20, squares in lands(20)) {
            let squares: BTreeSet<Cell> = squares.into_iter().filter(|cell| cell.row() < size && cell.col() < size).collect();
            let land: Land = squares.iter().copied().collect();
            let fringe = Land::field(size).iter().filter(|c| !squares.contains(c) && c.nearby(size).any(|n| squares.contains(&n)));
            prop_assert!(land.fringe(size).iter().eq(fringe));
        }

        #[test]
        fn what_is_reached_hangs_together(squares in lands(20), start in 0u32..400) {
            let land: Land = squares.iter().copied().collect();
            let start = Land::field(20).nth(start).unwrap();
            let reached: Vec<Cell> = land.reached_from(&[start].into_iter().collect()).iter().collect();
            prop_assert_eq!(reached, reach(&squares, start).into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn a_spared_square_never_cuts(squares in lands(20)) {
            let land: Land = squares.iter().copied().collect();
            for cell in &squares {
                let mut whole = reach(&squares, *cell);
                let sides = cell.nearby(20).filter(|side| squares.contains(side)).count();
                whole.remove(cell);
                let rest = whole.first().map_or(0, |first| reach(&whole, *first).len());
                let cut = rest < whole.len();
                prop_assert!(!(cut && land.spares(*cell)), "{}", cell);
                prop_assert!(sides > 1 || land.spares(*cell), "a dead end is spared: {}", cell);
            }
        }
    }
}

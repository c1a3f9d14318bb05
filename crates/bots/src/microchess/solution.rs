//! Backward induction: what best play leads to from every position with any number of moves left.
//!
//! The worth of a position is kept as the *set of outcomes* that best play with random ties can lead to. While the two
//! utilities are aligned ([`Pair::is_aligned`]) all outcomes of a set are worth the same to either side, so a step
//! back is: unite the sets of the successors, keep what the mover likes best. Any other pair is solved by `Mixed`.
use super::atlas::Atlas;
use super::mixed::Mixed;
use super::utility::Pair;
use games::microchess::Outcome;

/// Whose move it is: the personality's own, or that of the opponent it believes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Own,
    Other,
}

impl Side {
    #[must_use]
    pub const fn next(self) -> Side {
        match self {
            Side::Own => Side::Other,
            Side::Other => Side::Own,
        }
    }
}

/// Outcomes that can still happen, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcomes(pub(super) u8);

impl Outcomes {
    pub const fn one(outcome: Outcome) -> Outcomes {
        Outcomes(1 << outcome as u8)
    }

    pub const fn contains(self, outcome: Outcome) -> bool {
        self.0 >> outcome as u8 & 1 == 1
    }

    /// The outcome, if there is no choice.
    pub fn only(self) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| self.0 == 1 << *outcome as u8)
    }

    pub fn iter(self) -> impl Iterator<Item = Outcome> {
        Outcome::ALL.into_iter().filter(move |outcome| self.contains(*outcome))
    }

    /// The same seen from the other side.
    #[must_use]
    pub const fn reversed(self) -> Outcomes {
        Outcomes(self.0 & 0b0110 | self.0 >> 3 | (self.0 & 1) << 3)
    }
}

/// The game solved for one pair of utilities.
pub struct Solution {
    pub pair: Pair,
    pub last_move_counts: bool,
    body: Body,
}

enum Body {
    Pure(Pure),
    Mixed(Mixed),
}

impl Solution {
    /// Solves games of up to `longest` moves. An aligned pair soon repeats itself and is solved for all lengths then.
    pub fn of(atlas: &Atlas, pair: Pair, last_move_counts: bool, longest: u8) -> Solution {
        let body = match pair.is_aligned() {
            true => Body::Pure(Pure::solve(atlas, &pair, last_move_counts, longest.into())),
            false => Body::Mixed(Mixed::solve(atlas, &pair, last_move_counts, longest.into())),
        };
        Solution { pair, last_move_counts, body }
    }

    /// Expected utilities of the personality and of the opponent it believes in. Integers for an aligned pair.
    pub fn value(&self, node: usize, side: Side, left: u8) -> [f64; 2] {
        match &self.body {
            Body::Pure(pure) => {
                let set = Outcomes(pure.set(side, left, node));
                let own = if side == Side::Own { set } else { set.reversed() };
                let outcome = own.iter().next().expect("some outcome happens") as usize;
                [self.pair.own[outcome].into(), self.pair.other[outcome].into()]
            }
            Body::Mixed(mixed) => mixed.value(side, left, node),
        }
    }

    /// What best play can lead to, as the side to move sees it.
    pub fn outcomes(&self, node: usize, side: Side, left: u8) -> Outcomes {
        Outcomes(match &self.body {
            Body::Pure(pure) => pure.set(side, left, node),
            Body::Mixed(mixed) => mixed.set(side, left, node),
        })
    }

    /// Which targets are best for the side to move.
    #[inline]
    pub fn best<'a>(&'a self, atlas: &'a Atlas, node: usize, side: Side, left: u8) -> Best<'a> {
        match &self.body {
            Body::Pure(pure) => pure.best(side, left, node),
            Body::Mixed(mixed) => Best::Listed { to: atlas.to(node), mask: mixed.mask(side, left, node) },
        }
    }

    /// Moves until the game ends if both play best moves, and among them whoever has more from that end than from a draw
    /// hurries, and whoever has less delays. `None` for utilities that are not aligned, where ends are a matter of luck.
    /// One number for each node and end, the personality to move first, then the same for its opponent.
    pub fn distances(&self, atlas: &Atlas, left: u8) -> Option<[Vec<u8>; 2]> {
        match &self.body {
            Body::Pure(pure) => Some(pure.distances(atlas, &self.pair, self.last_move_counts, left)),
            Body::Mixed(_) => None,
        }
    }

    /// Whether the side to move has at least as much from what best play leads to as from a draw.
    pub fn hurries(&self, node: usize, side: Side, left: u8) -> bool {
        let (wants, value) = (self.pair.wants(side as usize), self.value(node, side, left));
        value[side as usize] >= f64::from(wants[Outcome::Draw as usize])
    }

    /// How many numbers of moves left are stored, and the period with which the last of them come again.
    pub fn layers(&self) -> (usize, Option<usize>) {
        match &self.body {
            Body::Pure(pure) => (pure.count, pure.period),
            Body::Mixed(mixed) => (mixed.layers(), None),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        match &self.body {
            Body::Pure(pure) => pure.sets.len(),
            Body::Mixed(mixed) => mixed.bytes(),
        }
    }
}

/// A test for best moves by where they lead.
#[derive(Clone, Copy)]
pub enum Best<'a> {
    Matching { sets: &'a [u8], accept: u8 },
    Listed { to: &'a [u16], mask: u16 },
}

impl Best<'_> {
    #[inline]
    pub fn has(&self, target: usize) -> bool {
        match self {
            Best::Matching { sets, accept } => sets[target] & accept != 0,
            Best::Listed { to, mask } => to.iter().zip(0..).any(|(other, bit)| *other as usize == target && mask >> bit & 1 == 1),
        }
    }
}

/// Sets of outcomes by moves left, side, and node or end; always as the side to move sees them.
struct Pure {
    sets: Vec<u8>,
    width: usize,
    /// 1 if both sides want the same, so that one table serves both.
    sides: usize,
    count: usize,
    period: Option<usize>,
    /// By side and the set of a node: the outcomes, as the next side sees them, that are as good.
    accept: [[u8; 16]; 2],
}

impl Pure {
    fn solve(atlas: &Atlas, pair: &Pair, last_move_counts: bool, longest: usize) -> Pure {
        let choose = [choices(pair.wants(0)), choices(pair.wants(1))];
        let sides = if choose[0] == choose[1] { 1 } else { 2 };
        let (nodes, width) = (atlas.nodes(), atlas.width());
        let layer = sides * width;
        let next = |side: usize| sides - 1 - side;
        let mut sets = Vec::with_capacity(24 * layer);
        for choose in &choose[..sides] {
            sets.extend((0..nodes).map(|node| match atlas.is_last_move(node) {
                false => Outcomes::one(Outcome::Draw).0,
                true if last_move_counts => Outcomes::one(Outcome::Loss).0,
                // The ends have their numbers behind the nodes.
                true => choose[atlas.to(node).iter().fold(0, |union, end| union | 1 << (*end as usize - nodes)) as usize],
            }));
            sets.extend(Outcome::ALL.map(|outcome| Outcomes::one(outcome).0));
        }

        let mut waves = [Wave::new(nodes), Wave::new(nodes)];
        let mut period = None;
        let mut count = 1;
        while count <= longest {
            sets.extend_from_within((count - 1) * layer..);
            let (before, now) = sets.split_at_mut(count * layer);
            let before = &before[(count - 1) * layer..];
            for side in 0..sides {
                let successors = std::mem::take(&mut waves[next(side)].changed);
                waves[side].gather(atlas, &successors);
                waves[next(side)].changed = successors;
            }
            for side in 0..sides {
                let successors = &before[next(side) * width..][..width];
                let (choose, now) = (&choose[side], &mut now[side * width..][..width]);
                waves[side].advance(|node| {
                    let union = atlas.to(node).iter().fold(0, |union, target| union | successors[*target as usize]);
                    let set = choose[union as usize & 15];
                    std::mem::replace(&mut now[node], set) != set
                });
            }
            let same_as = |ago: usize| count >= ago && sets[(count - ago) * layer..][..layer] == sets[count * layer..];
            period = if waves.iter().all(|wave| wave.changed.is_empty()) { Some(1) } else { same_as(2).then_some(2) };
            if period.is_some() {
                sets.truncate(count * layer);
                break;
            }
            count += 1;
        }
        sets.shrink_to_fit();
        let accept = [accepting(pair.wants(0)), accepting(pair.wants(1))];
        Pure { sets, width, sides, count, period, accept }
    }

    #[inline]
    fn layer(&self, side: Side, left: u8) -> &[u8] {
        let left = left as usize;
        let stored = match self.period {
            _ if left < self.count => left,
            Some(1) => self.count - 1,
            Some(period) => self.count - period + (left - self.count) % period,
            None => panic!("{left} moves left were not solved for"),
        };
        &self.sets[(stored * self.sides + (side as usize).min(self.sides - 1)) * self.width..][..self.width]
    }

    fn set(&self, side: Side, left: u8, node: usize) -> u8 {
        self.layer(side, left)[node]
    }

    #[inline]
    fn best(&self, side: Side, left: u8, node: usize) -> Best<'_> {
        let set = self.set(side, left, node);
        // With none left only a last move can be asked for, and that leads to ends, which are the same in all layers.
        Best::Matching { sets: self.layer(side.next(), left.saturating_sub(1)), accept: self.accept[side as usize][set as usize & 15] }
    }

    fn distances(&self, atlas: &Atlas, pair: &Pair, last_move_counts: bool, left: u8) -> [Vec<u8>; 2] {
        let answered = |node| node < atlas.nodes() && atlas.is_last_move(node) && !last_move_counts;
        let start: Vec<u8> = (0..self.width).map(|node| u8::from(answered(node))).collect();
        let mut far = [start.clone(), start];
        for left in 1..=left {
            let before = far.clone();
            for side in [Side::Own, Side::Other] {
                let (wants, after) = (pair.wants(side as usize), &before[side.next() as usize]);
                for (node, far) in far[side as usize][..atlas.nodes()].iter_mut().enumerate() {
                    let best = self.best(side, left, node);
                    let ends = atlas.to(node).iter().filter(|target| best.has(**target as usize)).map(|target| after[*target as usize]);
                    let outcome = Outcomes(self.set(side, left, node)).iter().next().expect("some outcome happens");
                    let end = if wants[outcome as usize] >= wants[Outcome::Draw as usize] { ends.min() } else { ends.max() };
                    *far = 1 + end.expect("some move is best");
                }
            }
        }
        far
    }
}

/// What the mover keeps of the outcomes within reach: by a set as the next side sees it, a set as the mover sees it.
fn choices(wants: [i16; 4]) -> [u8; 16] {
    std::array::from_fn(|reach| {
        let reach = Outcomes(reach as u8).reversed();
        let most = reach.iter().map(|outcome| wants[outcome as usize]).max();
        alike(reach, |want| Some(want) == most, wants).0
    })
}

/// What is as good as a set: by a set as the mover sees it, a set as the next side sees it.
fn accepting(wants: [i16; 4]) -> [u8; 16] {
    std::array::from_fn(|set| {
        let worth = Outcomes(set as u8).iter().map(|outcome| wants[outcome as usize]).next();
        alike(Outcomes(0b1111), |want| Some(want) == worth, wants).reversed().0
    })
}

fn alike(of: Outcomes, good: impl Fn(i16) -> bool, wants: [i16; 4]) -> Outcomes {
    Outcomes(of.iter().filter(|outcome| good(wants[*outcome as usize])).fold(0, |set, outcome| set | 1 << outcome as u8))
}

/// Which nodes of a side changed with the last move added: only nodes that lead to them can change with the next one.
struct Wave {
    changed: Vec<u16>,
    due: Vec<bool>,
}

impl Wave {
    /// All is due with the first move.
    fn new(nodes: usize) -> Wave {
        Wave { changed: Vec::with_capacity(nodes), due: vec![true; nodes] }
    }

    /// Marks what may change after these successors did.
    fn gather(&mut self, atlas: &Atlas, successors: &[u16]) {
        if successors.len() > atlas.nodes() / 3 {
            // Nearly everything leads to so many.
            self.due.fill(true);
            return;
        }
        for successor in successors {
            for node in atlas.back(*successor as usize) {
                self.due[*node as usize] = true;
            }
        }
    }

    /// Visits what was marked, in order, which is kind to caches; `visit` says whether a node changed.
    fn advance(&mut self, mut visit: impl FnMut(usize) -> bool) {
        self.changed.clear();
        for (node, due) in self.due.iter_mut().enumerate() {
            if std::mem::take(due) && visit(node) {
                self.changed.push(node as u16);
            }
        }
    }
}

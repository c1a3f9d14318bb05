//! What a chicken can do: step in a direction, and leave something behind or not.
use super::square::Dir;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What stays on the square that a chicken leaves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Drop {
    /// Nothing.
    Plain,
    Egg,
    Turd,
}

impl Drop {
    pub const ALL: [Drop; 3] = [Drop::Plain, Drop::Egg, Drop::Turd];

    pub const fn name(self) -> &'static str {
        match self {
            Drop::Plain => "plain",
            Drop::Egg => "egg",
            Drop::Turd => "turd",
        }
    }
}

/// An action. On the wire: `{"dir":"up","drop":"egg"}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub dir: Dir,
    pub drop: Drop,
}

impl Step {
    /// How many steps there are.
    pub const COUNT: usize = 12;

    /// Every step there is, in canonical order.
    pub const ALL: [Step; Step::COUNT] = {
        let mut all = [Step::new(Dir::Up, Drop::Plain); Step::COUNT];
        let mut index = 0;
        while index < Step::COUNT {
            all[index] = Step::new(Dir::ALL[index / 3], Drop::ALL[index % 3]);
            index += 1;
        }
        all
    };

    pub const fn new(dir: Dir, drop: Drop) -> Step {
        Step { dir, drop }
    }

    /// Its place in the canonical order.
    pub const fn index(self) -> usize {
        3 * self.dir as usize + self.drop as usize
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.drop.name(), self.dir.name())
    }
}

/// A set of steps, one bit each by [`Step::index`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Steps(u16);

impl Steps {
    pub const NONE: Steps = Steps(0);

    /// Each of the directions (bit by number) with each of the drops; a plain step is always among them.
    pub(super) const fn of(dirs: u8, egg: bool, turd: bool) -> Steps {
        // Bit d of the directions goes to bit 3 d, then the drops are copies one and two places up.
        const PLAIN: [u16; 16] = {
            let mut spread = [0; 16];
            let mut dirs = 0;
            while dirs < 16 {
                let mut dir = 0;
                while dir < 4 {
                    spread[dirs] |= ((dirs >> dir & 1) << (3 * dir)) as u16;
                    dir += 1;
                }
                dirs += 1;
            }
            spread
        };
        Steps(PLAIN[dirs as usize & 15] * (1 + 2 * egg as u16 + 4 * turd as u16))
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit each, by [`Step::index`].
    pub const fn bits(self) -> u16 {
        self.0
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn contains(self, step: Step) -> bool {
        self.0 >> step.index() & 1 == 1
    }

    /// The `n`-th of them in canonical order. That there are so many is the caller's promise.
    #[inline]
    pub fn nth(self, n: u32) -> Step {
        // Looked up in the lower or upper half: a loop here is a branch that nobody can predict.
        let lower = self.0 & 63;
        let in_lower = lower.count_ones();
        let (half, n, first) = if n < in_lower { (lower, n, 0) } else { (self.0 >> 6, n - in_lower, 6) };
        Step::ALL[(first + NTH_BIT[half as usize & 63][n as usize % 6]) as usize % Step::COUNT]
    }

    /// In canonical order.
    pub fn iter(self) -> impl Iterator<Item = Step> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| Step::ALL[rest.trailing_zeros() as usize]);
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

/// The place of the n-th bit that is set.
const NTH_BIT: [[u8; 6]; 64] = {
    let mut places = [[0; 6]; 64];
    let mut set = 0;
    while set < 64 {
        let (mut bit, mut n) = (0, 0);
        while bit < 6 {
            if set >> bit & 1 == 1 {
                places[set][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        set += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_spelled_by_direction_and_drop() {
        let text = serde_json::to_string(&Step::new(Dir::Up, Drop::Egg)).unwrap();
        assert_eq!(text, r#"{"dir":"up","drop":"egg"}"#);
        for bad in [r#"{"dir":"up"}"#, r#"{"dir":"north","drop":"egg"}"#, r#"{"dir":"up","drop":"egg","x":1}"#, "3", "null"] {
            assert!(serde_json::from_str::<Step>(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_canonical_order_is_by_direction_then_drop() {
        for (index, step) in Step::ALL.iter().enumerate() {
            assert_eq!((step.index(), step.dir as usize, step.drop as usize), (index, index / 3, index % 3));
        }
        let listed: Vec<usize> = Steps::of(0b1010, true, false).iter().map(Step::index).collect();
        assert_eq!(listed, [3, 4, 9, 10]);
        for bits in 0..1 << Step::COUNT {
            let steps = Steps(bits);
            assert!((0..steps.len()).map(|n| steps.nth(n)).eq(steps.iter()), "{bits:b}");
        }
    }
}

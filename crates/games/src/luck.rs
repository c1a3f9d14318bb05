//! Luck is addressed, not streamed: the k-th draw of a game comes from its own generator.
//!
//! The generator is part of the tape format. It is ChaCha with 8 rounds; the 256-bit key is four
//! little-endian 64-bit words `(seed, purpose, who, 0)` and the 64-bit stream number is `k`. So the
//! two games of a mirror match meet the same luck even after they part, and an audit can draw any
//! single outcome again without drawing those before it.
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// The pinned generator behind every recorded outcome.
pub type Dice = ChaCha8Rng;

/// Seeds stay below this, so that every JSON reader can hold them.
pub const SEED_LIMIT: u64 = 1 << 53;

/// What a draw is for. The numbers are part of the tape format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
enum Purpose {
    Nature = 0,
    Fallback = 1,
    Bot = 2,
    Fixture = 3,
    Series = 4,
}

/// All the luck of one game, or of a whole run of games, under one seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Luck {
    seed: u64,
}

impl Luck {
    pub const fn new(seed: u64) -> Luck {
        Luck { seed }
    }

    pub const fn seed(self) -> u64 {
        self.seed
    }

    /// Nature's dice for the `k`-th chance outcome of a game.
    pub fn nature(self, k: u64) -> Dice {
        self.dice(Purpose::Nature, 0, k)
    }

    /// What `seat` plays at the `k`-th decision when its own answer does not count.
    pub fn fallback(self, seat: u8, k: u64) -> Dice {
        self.dice(Purpose::Fallback, u64::from(seat), k)
    }

    /// The private seed of an entrant for the `k`-th game of a fixture.
    pub fn bot(self, entrant: u64, k: u64) -> u64 {
        self.dice(Purpose::Bot, entrant, k).next_u64() % SEED_LIMIT
    }

    /// The luck of the `k`-th fixture of a run. The first one keeps the run's seed, so that a
    /// single game can be played again from the seed in its tape.
    pub fn fixture(self, k: u64) -> Luck {
        if k == 0 { self } else { Luck::new(self.dice(Purpose::Fixture, 0, k).next_u64() % SEED_LIMIT) }
    }

    /// Dice for the arrangement of a series: how long it is, who starts.
    pub fn series(self, k: u64) -> Dice {
        self.dice(Purpose::Series, 0, k)
    }

    fn dice(self, purpose: Purpose, who: u64, k: u64) -> Dice {
        let mut key = [0; 32];
        for (word, value) in key.chunks_exact_mut(8).zip([self.seed, purpose as u64, who]) {
            word.copy_from_slice(&value.to_le_bytes());
        }
        let mut dice = ChaCha8Rng::from_seed(key);
        dice.set_stream(k);
        dice
    }
}

/// A uniform number below `n`, without bias: the high half of a 64-bit product, redrawn while the
/// low half falls into the short remainder.
pub fn below<R: Rng + ?Sized>(rng: &mut R, n: u32) -> u32 {
    debug_assert!(n > 0, "a die has at least one side");
    let mut product = u64::from(rng.next_u32()) * u64::from(n);
    if (product as u32) < n {
        let remainder = n.wrapping_neg() % n;
        while (product as u32) < remainder {
            product = u64::from(rng.next_u32()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// A uniform number in [0, 1) with 53 random bits.
pub fn unit<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// One element of a slice that is not empty, uniformly.
pub fn pick<'a, T, R: Rng + ?Sized>(rng: &mut R, from: &'a [T]) -> &'a T {
    &from[below(rng, from.len() as u32) as usize]
}

/// A fast generator for playouts and bots. Nothing recorded depends on it.
#[derive(Clone, Debug)]
pub struct Sprint(u64);

impl Sprint {
    pub const fn new(seed: u64) -> Sprint {
        Sprint(seed)
    }
}

impl rand_core::TryRng for Sprint {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.next_u64() >> 32) as u32)
    }

    /// SplitMix64: one multiply-and-shift hash of a counter.
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(z ^ (z >> 31))
    }

    fn try_fill_bytes(&mut self, into: &mut [u8]) -> Result<(), Self::Error> {
        for chunk in into.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_pinned() {
        let draws: Vec<u32> = (0..3).map(|k| Luck::new(7).nature(k).next_u32()).collect();
        assert_eq!(draws, [742_701_683, 679_367_822, 3_118_633_819], "these words are part of the tape format");
    }

    #[test]
    fn every_address_has_its_own_luck() {
        let luck = Luck::new(7);
        let first = |mut dice: Dice| dice.next_u64();
        let all = [
            first(luck.nature(0)),
            first(luck.nature(1)),
            first(luck.fallback(0, 0)),
            first(luck.fallback(1, 0)),
            first(luck.series(0)),
            first(Luck::new(8).nature(0)),
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
        assert_eq!(luck.fixture(0), luck);
        assert_ne!(luck.fixture(1), luck.fixture(2));
    }

    #[test]
    fn below_is_even() {
        let mut dice = Luck::new(1).nature(0);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[below(&mut dice, 6) as usize] += 1;
        }
        let chi: f64 = seen.iter().map(|n| (f64::from(*n) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 20.5, "chi-square of six sides: {chi}");
    }
}

//! Seeded dice for draws of lots, shuffles and simulations: ChaCha with 8 rounds, the same on every machine.
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

/// A stream of luck under (seed, stream).
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    pub fn new(seed: u64, stream: u64) -> Dice {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..14].copy_from_slice(b"league");
        let mut rng = ChaCha8Rng::from_seed(key);
        rng.set_stream(stream);
        Dice(rng)
    }

    /// A uniform number below `n`, without bias.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(n);
            if product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }

    pub fn coin(&mut self) -> bool {
        self.0.next_u32() >> 31 == 1
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Standard normal (Box and Muller).
    pub fn normal(&mut self) -> f64 {
        let (radius, angle) = (1.0 - self.unit(), self.unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_fair_and_repeat_themselves() {
        let mut dice = Dice::new(1, 0);
        let mut seen = [0; 6];
        (0..60_000).for_each(|_| seen[dice.below(6)] += 1);
        assert!(seen.iter().all(|count: &i32| (count - 10_000).abs() < 500), "{seen:?}");
        let sum: f64 = (0..10_000).map(|_| dice.normal()).sum();
        let square: f64 = (0..10_000).map(|_| dice.normal().powi(2)).sum();
        assert!(sum.abs() < 400.0 && (square - 10_000.0).abs() < 600.0);
        assert_eq!(Dice::new(1, 0).unit(), Dice::new(1, 0).unit());
        assert_ne!(Dice::new(1, 0).unit(), Dice::new(1, 1).unit());
    }
}

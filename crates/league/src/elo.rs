//! Elo as it is played: one game after the other.
use crate::{Dice, Log, Outcome};

/// Where everybody starts and how much one game moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    pub start: f64,
    /// K of an entrant's first game.
    pub first: f64,
    /// K after `settle` games; in between it falls evenly.
    pub last: f64,
    pub settle: u32,
    /// The difference at which ten wins are expected for one loss.
    pub scale: f64,
}

impl Elo {
    /// The same K for every game.
    pub const fn constant(k: f64) -> Elo {
        Elo { start: 1500.0, first: k, last: k, settle: 0, scale: 400.0 }
    }

    /// The ladder of a live table: K 40 for the newcomer, 16 after 30 games.
    pub const fn ladder() -> Elo {
        Elo { start: 1500.0, first: 40.0, last: 16.0, settle: 30, scale: 400.0 }
    }

    /// Plays the log in the order of its fixtures and games.
    pub fn play(&self, log: &Log) -> Vec<f64> {
        let mut ladder = Ladder::new(*self, log.entrants());
        log.scored().for_each(|game| ladder.play(game));
        ladder.ratings
    }

    /// The mean over seeded orders of the games: what the order of play did falls out.
    pub fn shuffled(&self, log: &Log, orders: u32, seed: u64) -> Vec<f64> {
        let mut games: Vec<&Outcome> = log.scored().collect();
        let mut sums = vec![0.0; log.entrants()];
        for order in 0..orders {
            games.sort_by_key(|game| (game.fixture, game.game));
            Dice::new(seed, u64::from(order)).shuffle(&mut games);
            let mut ladder = Ladder::new(*self, log.entrants());
            games.iter().for_each(|game| ladder.play(game));
            sums.iter_mut().zip(&ladder.ratings).for_each(|(sum, rating)| *sum += rating);
        }
        sums.iter().map(|sum| sum / f64::from(orders.max(1))).collect()
    }

    /// What `mine` is expected to score against `theirs`.
    pub fn expected(&self, mine: f64, theirs: f64) -> f64 {
        1.0 / (1.0 + 10f64.powf((theirs - mine) / self.scale))
    }
}

/// Ratings on their way through a list of games.
#[derive(Clone, Debug)]
pub struct Ladder {
    elo: Elo,
    pub ratings: Vec<f64>,
    played: Vec<u32>,
}

impl Ladder {
    pub fn new(elo: Elo, entrants: usize) -> Ladder {
        Ladder { elo, ratings: vec![elo.start; entrants], played: vec![0; entrants] }
    }

    /// One more game. At a table of more than two, everybody has met everybody, and K is shared between the opponents.
    pub fn play(&mut self, game: &Outcome) {
        let before: Vec<f64> = game.seats.iter().map(|seat| self.ratings[seat.entrant as usize]).collect();
        for (seat, at) in game.seats.iter().enumerate() {
            let others = (0..before.len()).filter(|other| *other != seat);
            let expected: f64 = others.map(|other| self.elo.expected(before[seat], before[other])).sum();
            let surprise = game.score(seat) - expected / (before.len() - 1) as f64;
            self.ratings[at.entrant as usize] += self.k(at.entrant as usize) * surprise;
        }
        game.seats.iter().for_each(|seat| self.played[seat.entrant as usize] += 1);
    }

    fn k(&self, entrant: usize) -> f64 {
        let Elo { first, last, settle, .. } = self.elo;
        let fresh = 1.0 - f64::from(self.played[entrant]) / f64::from(settle.max(1));
        if settle == 0 { last } else { last + (first - last) * fresh.max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(fixture: u64, payoffs: [f64; 2]) -> Outcome {
        Outcome::duel(fixture, 0, [0, 1], payoffs)
    }

    #[test]
    fn one_win_between_equals_moves_half_of_k() {
        let log = Log::new(2, vec![duel(0, [1.0, 0.0])]).unwrap();
        assert_eq!(Elo::constant(32.0).play(&log), [1516.0, 1484.0]);
        let log = Log::new(2, vec![duel(0, [1.0, 0.0]), duel(1, [0.0, 0.0])]).unwrap();
        // Expected 1 / (1 + 10^(-32/400)) = 0.545922..., so a draw gives back 32 * 0.045922...
        assert!((Elo::constant(32.0).play(&log)[0] - (1516.0 - 32.0 * 0.045_922)).abs() < 1e-4);
    }

    #[test]
    fn the_ladder_settles_from_40_to_16() {
        let mut ladder = Ladder::new(Elo::ladder(), 2);
        assert_eq!(ladder.k(0), 40.0);
        (0..15).for_each(|n| ladder.play(&duel(n, [0.0, 0.0])));
        assert_eq!(ladder.k(0), 28.0);
        (0..40).for_each(|n| ladder.play(&duel(n, [0.0, 0.0])));
        assert_eq!(ladder.k(0), 16.0);
    }

    #[test]
    fn points_are_neither_made_nor_lost() {
        let mut dice = Dice::new(5, 0);
        let games = (0..500).map(|n| Outcome::duel(n, 0, [n as u32 % 3, 3 + n as u32 % 2], [dice.unit(), dice.unit()])).collect();
        let log = Log::new(5, games).unwrap();
        for ratings in [Elo::constant(32.0).play(&log), Elo::constant(32.0).shuffled(&log, 9, 1)] {
            assert!((ratings.iter().sum::<f64>() - 7500.0).abs() < 1e-8);
        }
    }
}

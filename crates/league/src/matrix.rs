//! Head to head: what everybody got against everybody, with intervals over fixtures.
use crate::points::people;
use crate::{Entrant, Log, Outcome, Tally};
use std::collections::BTreeMap;

/// What one entrant got against another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cell {
    pub games: u32,
    /// Wins, with draws as one half, by fixture.
    pub score: Tally,
    /// Payoff a game, by fixture.
    pub payoff: Tally,
}

/// A cell for each ordered pair that has met.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    entrants: usize,
    cells: BTreeMap<(Entrant, Entrant), Cell>,
    payoffs: Vec<Tally>,
}

/// An entrant's payoff and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoff {
    pub value: f64,
    /// Absent while some opponent was met only once.
    pub error: Option<f64>,
}

impl Matrix {
    pub fn new(log: &Log) -> Matrix {
        let mut matrix = Matrix { entrants: log.entrants(), cells: BTreeMap::new(), payoffs: vec![Tally::default(); log.entrants()] };
        for games in log.fixtures() {
            let people = people(&games);
            for me in &people {
                for them in people.iter().filter(|them| *them != me) {
                    matrix.add(&games, *me, *them);
                }
                let payoffs: Vec<f64> = games.iter().filter_map(|game| game.seat_of(*me).map(|seat| game.seats[seat].payoff)).collect();
                matrix.payoffs[*me as usize].add(mean(&payoffs));
            }
        }
        matrix
    }

    pub fn entrants(&self) -> usize {
        self.entrants
    }

    pub fn cell(&self, me: Entrant, them: Entrant) -> Option<&Cell> {
        self.cells.get(&(me, them))
    }

    /// All cells, by pair.
    pub fn cells(&self) -> impl Iterator<Item = ((Entrant, Entrant), &Cell)> {
        self.cells.iter().map(|(pair, cell)| (*pair, cell))
    }

    /// The sum over opponents of the mean payoff a game: how CO 456 ranks. Means are over games as played, so over
    /// fixtures of as many games each.
    pub fn total(&self, me: Entrant) -> Payoff {
        let cells = self.cells.range((me, 0)..=(me, Entrant::MAX)).map(|(_, cell)| &cell.payoff);
        let mut total = Payoff { value: 0.0, error: Some(0.0) };
        for payoff in cells {
            total.value += payoff.mean();
            total.error = total.error.zip(payoff.error()).map(|(so_far, error)| so_far.hypot(error));
        }
        total
    }

    /// The mean payoff: over opponents where two meet at a time, over fixtures at larger tables.
    pub fn mean(&self, me: Entrant, seats: usize) -> Option<Payoff> {
        if seats > 2 {
            let tally = &self.payoffs[me as usize];
            return (tally.count() > 0).then(|| Payoff { value: tally.mean(), error: tally.error() });
        }
        let opponents = self.cells.range((me, 0)..=(me, Entrant::MAX)).count() as f64;
        let Payoff { value, error } = self.total(me);
        (opponents > 0.0).then(|| Payoff { value: value / opponents, error: error.map(|error| error / opponents) })
    }

    fn add(&mut self, games: &[&Outcome], me: Entrant, them: Entrant) {
        let both = games.iter().filter_map(|game| Some((game.seats[game.seat_of(me)?].payoff, game.seats[game.seat_of(them)?].payoff)));
        let (payoffs, scores): (Vec<f64>, Vec<f64>) =
            both.map(|(mine, theirs)| (mine, if mine == theirs { 0.5 } else { f64::from(u8::from(mine > theirs)) })).unzip();
        if !payoffs.is_empty() {
            let cell = self.cells.entry((me, them)).or_default();
            cell.games += payoffs.len() as u32;
            cell.score.add(mean(&scores));
            cell.payoff.add(mean(&payoffs));
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_sums_over_opponents_of_means() {
        let games = vec![
            Outcome::duel(0, 0, [0, 1], [2.0, 1.0]),
            Outcome::duel(0, 1, [1, 0], [2.0, 1.0]),
            Outcome::duel(1, 0, [0, 1], [3.0, 0.0]),
            Outcome::duel(1, 1, [1, 0], [1.0, 2.0]),
            Outcome::duel(2, 0, [0, 2], [5.0, 5.0]),
            Outcome::duel(3, 0, [0, 2], [7.0, 5.0]),
        ];
        let matrix = Matrix::new(&Log::new(4, games).unwrap());
        let cell = matrix.cell(0, 1).unwrap();
        assert_eq!((cell.games, cell.score.mean(), cell.payoff.mean(), cell.payoff.error()), (4, 0.75, 2.0, Some(0.5)));
        assert_eq!(matrix.total(0), Payoff { value: 8.0, error: Some(1.25f64.sqrt()) });
        assert_eq!(matrix.mean(0, 2), Some(Payoff { value: 4.0, error: Some(1.25f64.sqrt() / 2.0) }));
        assert_eq!(matrix.mean(3, 2), None);
        assert!(matrix.cell(1, 2).is_none());
    }
}

//! Match points: what a win, a draw and a loss are worth.
use crate::{Entrant, Log, Outcome, Tally};
use serde::{Deserialize, Serialize};

/// How points are given at a table of two.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum Points {
    Plain {
        win: f64,
        draw: f64,
        loss: f64,
    },
    /// AI Arena: a win by at least `margin` of the winner's score pays `clear`, a smaller one `narrow`, a draw `draw` to both.
    Margin {
        margin: f64,
        clear: [f64; 2],
        narrow: [f64; 2],
        draw: f64,
    },
}

impl Points {
    pub const CHESS: Points = Points::Plain { win: 1.0, draw: 0.5, loss: 0.0 };
    pub const AI_ARENA: Points = Points::Margin { margin: 0.2, clear: [5.0, 1.0], narrow: [4.0, 2.0], draw: 3.0 };

    /// The points of two payoffs.
    pub fn of(&self, payoffs: [f64; 2]) -> [f64; 2] {
        let [mine, theirs] = payoffs;
        if mine < theirs {
            let [theirs, mine] = self.of([theirs, mine]);
            return [mine, theirs];
        }
        match *self {
            Points::Plain { draw, .. } | Points::Margin { draw, .. } if mine == theirs => [draw, draw],
            Points::Plain { win, loss, .. } => [win, loss],
            Points::Margin { margin, clear, narrow, .. } => {
                if mine - theirs >= margin * mine {
                    clear
                } else {
                    narrow
                }
            }
        }
    }

    /// What a seat gets from a game. At larger tables it is the mean over its opponents.
    pub fn seat(&self, game: &Outcome, seat: usize) -> f64 {
        let others = game.seats.iter().enumerate().filter(|(other, _)| *other != seat);
        let sum: f64 = others.map(|(_, other)| self.of([game.seats[seat].payoff, other.payoff])[0]).sum();
        sum / (game.seats.len() - 1) as f64
    }

    /// The points of each entrant: the sum over its games, and a tally of the points a game, fixture by fixture.
    pub fn table(&self, log: &Log) -> Vec<(f64, Tally)> {
        let mut table = vec![(0.0, Tally::default()); log.entrants()];
        for games in log.fixtures() {
            for entrant in people(&games) {
                let mine = games.iter().filter_map(|game| game.seat_of(entrant).map(|seat| self.seat(game, seat)));
                let (sum, count) = mine.fold((0.0, 0u32), |(sum, count), points| (sum + points, count + 1));
                let row = &mut table[entrant as usize];
                row.0 += sum;
                row.1.add(sum / f64::from(count));
            }
        }
        table
    }
}

/// Everybody in a fixture, in order.
pub(crate) fn people(games: &[&Outcome]) -> Vec<Entrant> {
    let mut people: Vec<Entrant> = games.iter().flat_map(|game| game.seats.iter().map(|seat| seat.entrant)).collect();
    people.sort_unstable();
    people.dedup();
    people
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ai_arena_pays_five_to_one_four_to_two_three_to_three() {
        let arena = Points::AI_ARENA;
        assert_eq!(arena.of([100.0, 80.0]), [5.0, 1.0], "by exactly 20 % of the winner's score");
        assert_eq!(arena.of([81.0, 100.0]), [2.0, 4.0]);
        assert_eq!(arena.of([7.0, 7.0]), [3.0, 3.0]);
        assert_eq!(arena.of([0.0, -3.0]), [5.0, 1.0], "nothing is 20 % of nothing");
    }

    #[test]
    fn points_add_up_over_games_and_average_over_fixtures() {
        let games = vec![
            Outcome::duel(0, 0, [0, 1], [9.0, 1.0]),
            Outcome::duel(0, 1, [1, 0], [5.0, 5.0]),
            Outcome::duel(1, 0, [1, 0], [10.0, 9.0]),
        ];
        let table = Points::AI_ARENA.table(&Log::new(3, games).unwrap());
        assert_eq!(table.iter().map(|(sum, tally)| (*sum, tally.mean())).collect::<Vec<_>>(), [(10.0, 3.0), (8.0, 3.0), (0.0, 0.0)]);
    }
}

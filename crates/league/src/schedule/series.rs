//! CO 456: a round robin of series whose end nobody can foresee.
use super::{Meeting, Past, Schedule, Total};
use crate::{Dice, Entrant, Pair, Series, round_robin};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesRoundRobin {
    rounds: Vec<Vec<(Pair, Series)>>,
}

impl SeriesRoundRobin {
    /// Series of about `length` boards, all coins from one seed.
    pub fn new(entrants: usize, length: u32, seed: u64) -> SeriesRoundRobin {
        Self::tossed(entrants, |number| {
            let mut dice = Dice::new(seed, number);
            Series::toss(length, || dice.coin())
        })
    }

    /// The same with coins of the caller's: `toss` is asked for each series, numbered from one in the order of play.
    pub fn tossed(entrants: usize, mut toss: impl FnMut(u64) -> Series) -> SeriesRoundRobin {
        let mut number = 0;
        let mut series = |pair| {
            number += 1;
            (pair, toss(number))
        };
        SeriesRoundRobin { rounds: round_robin(entrants).into_iter().map(|round| round.into_iter().map(&mut series).collect()).collect() }
    }
}

impl Schedule for SeriesRoundRobin {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        let board = |first: &bool| if *first { vec![vec![0, 1], vec![1, 0]] } else { vec![vec![1, 0], vec![0, 1]] };
        let meeting = |((a, b), series): &(Pair, Series)| Meeting {
            entrants: vec![*a as Entrant, *b as Entrant],
            boards: series.first_starts.iter().map(board).collect(),
        };
        self.rounds.get(past.number as usize).into_iter().flatten().map(meeting).collect()
    }

    fn total(&self) -> Total {
        Total::Exactly(self.rounds.iter().flatten().map(|(_, series)| series.boards() as u64).sum())
    }
}

//! A round robin of series as CO 456 plays it: one instance of each entrant plays the whole tournament.
use crate::bot::{Bot, PlatformFault};
use crate::table::{Chair, Table};
use games::{Foul, Luck};
use rayon::prelude::*;

/// What to play.
pub struct RoundRobin<'a> {
    pub table: &'a Table,
    pub names: &'a [String],
    /// Nobody is in two series of a round.
    pub rounds: Vec<Vec<SeriesPlan>>,
}

/// A series to be played: two entrants, and for each board who of them starts.
pub struct SeriesPlan {
    pub pair: (usize, usize),
    pub luck: Luck,
    /// For each board, whether the first of the pair has the first seat in its first game.
    pub first_starts: Vec<bool>,
}

/// A series between two entrants.
#[derive(Clone, Debug)]
pub struct SeriesResult {
    pub pair: (usize, usize),
    /// What each of the pair got, game by game, two games a board.
    pub payoffs: [Vec<f32>; 2],
    /// Which of the pair fouled.
    pub fouls: Vec<(usize, Foul)>,
}

impl SeriesResult {
    pub fn games(&self) -> usize {
        self.payoffs[0].len()
    }

    /// The mean payoff per game of one of the pair.
    pub fn mean(&self, side: usize) -> f64 {
        self.payoffs[side].iter().map(|payoff| f64::from(*payoff)).sum::<f64>() / self.games() as f64
    }
}

/// Plays all series of a round robin between two-seat bots; `each` gets them round by round. The series of a round
/// run at the same time, since nobody is in two of them.
pub fn play_round_robin<E: From<PlatformFault>>(
    plan: &RoundRobin<'_>,
    bots: &mut [Box<dyn Bot>],
    mut each: impl FnMut(SeriesResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut free: Vec<Option<&mut Box<dyn Bot>>> = bots.iter_mut().map(Some).collect();
    for round in &plan.rounds {
        let mut tables = Vec::with_capacity(round.len());
        for series in round {
            let bots = [series.pair.0, series.pair.1].map(|entrant| free[entrant].take().expect("nobody is in two series of a round"));
            tables.push((series, bots));
        }
        let played: Vec<_> =
            tables.into_par_iter().map(|(series, mut bots)| (play_series(plan, series, &mut bots), series.pair, bots)).collect();
        for (result, (a, b), bots) in played {
            for (entrant, bot) in [a, b].into_iter().zip(bots) {
                free[entrant] = Some(bot);
            }
            each(result?)?;
        }
    }
    Ok(())
}

fn play_series(plan: &RoundRobin<'_>, series: &SeriesPlan, bots: &mut [&mut Box<dyn Bot>; 2]) -> Result<SeriesResult, PlatformFault> {
    let mut result = SeriesResult { pair: series.pair, payoffs: [Vec::new(), Vec::new()], fouls: Vec::new() };
    let entrants = [series.pair.0, series.pair.1];
    for side in 0..2 {
        if let Err(foul) = bots[side].prepare_for_series()?.verdict {
            result.fouls.push((entrants[side], foul));
        }
    }
    for (board, first_starts) in series.first_starts.iter().enumerate() {
        let luck = series.luck.fixture(board as u64 + 1);
        for game in 0..2u64 {
            // Who sits where: `sides[chair]` is one of the pair.
            let sides = if *first_starts == (game == 0) { [0, 1] } else { [1, 0] };
            let [first, second] = &mut *bots;
            let mut chairs = [&mut **first, &mut **second]
                .into_iter()
                .zip(entrants)
                .map(|(bot, entrant)| Chair { name: &plan.names[entrant], bot: &mut **bot, seed: luck.bot(entrant as u64, game) })
                .collect::<Vec<_>>();
            if sides[0] == 1 {
                chairs.swap(0, 1);
            }
            let played = plan.table.play(luck, &mut chairs)?;
            for (chair, side) in sides.into_iter().enumerate() {
                result.payoffs[side].push(played.over.payoffs[chair]);
            }
            result.fouls.extend(played.fouls.into_iter().map(|(seat, foul)| (entrants[sides[seat.index()]], foul)));
        }
    }
    Ok(result)
}

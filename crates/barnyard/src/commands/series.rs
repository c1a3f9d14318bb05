//! `barnyard series`: a round robin of CO 456 series, ranked by total payoff.
use super::{Seed, grid};
use crate::clocks::Clocks;
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::settings::Settings;
use crate::{House, output};
use ::games::{Luck, Rng};
use league::{Series, Tally, ranking, round_robin};
use runner::{RoundRobin, SeriesPlan, SeriesResult, Table, play_round_robin};
use serde_json::json;

/// Play a round robin of series of mirror matches, ranked by total payoff
#[derive(clap::Args, Debug)]
#[command(after_help = "Each pair plays a series of about SERIES_LENGTH boards, each board twice with the seats swapped. Nobody
knows the last board: a coin decides after each one. One instance of each bot plays everything. The
ranking is by the sum over opponents of the mean payoff per game.

Examples:
  barnyard series microchess Realist Scrapper TitForTat Oracle
  barnyard series microchess Realist TitForTat Grudger --series-length 40 --json")]
pub struct SeriesArgs {
    /// The game; it must have two seats
    game: String,
    /// The bots, at least two
    #[arg(required = true, num_args = 2..)]
    bots: Vec<String>,
    /// Where all luck comes from: a number, or `random`
    #[arg(long, default_value = "0")]
    seed: Seed,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: Settings,
    #[command(flatten)]
    clocks: Clocks,
}

impl SeriesArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let entry = house.game(&self.game)?;
        if entry.seats != 2 {
            return Err(Failure::refused(format!("{} has {} seats, and a series is between two bots", entry.name, entry.seats)));
        }
        let course = self.clocks.course(entry)?;
        let mut lineup = self.bots.iter().map(|name| house.entrant(entry, name, course)).collect::<Result<Vec<_>, _>>()?;
        let names = entrant::labels(&lineup);
        let mut table = Table::new(entry, self.settings.of(entry)?.get()).map_err(|error| Failure::refused(error.to_string()))?;
        let grants = self.clocks.apply(&mut table);
        let workshop = Workshop {
            grants,
            python: entrant::python(self.clocks.python.as_deref())?,
            install: self.clocks.install,
            aloud: false,
            nodes: self.clocks.nodes,
        };
        for entrant in &mut lineup {
            entrant.prepare(&workshop)?;
        }
        let rounds = schedule(round_robin(names.len()), self.seed, self.clocks.series_length());
        let plan = RoundRobin { table: &table, names: &names, rounds };
        let mut standings = Standings::new(names.len());
        play(&plan, &lineup, &workshop, !self.json, |series| standings.add(&series))?;
        if self.json {
            output::say_json(&standings.report(&names));
        } else {
            output::say(&standings.text(&names));
        }
        Ok(())
    }
}

/// Rounds of pairs as rounds of series: each with luck of its own, and a length that nobody knows beforehand.
pub fn schedule(rounds: Vec<Vec<(usize, usize)>>, seed: Seed, series_length: u32) -> Vec<Vec<SeriesPlan>> {
    let luck = Luck::new(seed.0);
    let mut number = 0;
    let mut plan = |pair| {
        number += 1;
        let luck = luck.fixture(number);
        let mut dice = luck.series(0);
        let first_starts = Series::toss(series_length, || dice.next_u32() >> 31 == 1).first_starts;
        SeriesPlan { pair, luck, first_starts }
    };
    rounds.into_iter().map(|round| round.into_iter().map(&mut plan).collect()).collect()
}

/// Plays them all with one instance of each entrant, and hands each series on as it ends.
pub fn play(
    plan: &RoundRobin<'_>,
    lineup: &[Entrant],
    workshop: &Workshop,
    watched: bool,
    mut each: impl FnMut(SeriesResult),
) -> Result<(), Failure> {
    let total: usize = plan.rounds.iter().map(Vec::len).sum();
    let bar = output::progress(total as u64, "series", watched);
    let summoned = lineup.iter().zip(plan.names).map(|(bot, name)| bot.summon(name, plan.table, workshop));
    let mut bots = summoned.collect::<Result<Vec<_>, _>>()?;
    play_round_robin(plan, &mut bots, |series| {
        bar.suspend(|| each(series));
        bar.inc(1);
        Ok::<_, Failure>(())
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// What everybody got against everybody.
struct Standings {
    mean: Vec<Vec<Option<f64>>>,
    payoff: Vec<Tally>,
    games: Vec<usize>,
    fouls: Vec<usize>,
}

impl Standings {
    fn new(entrants: usize) -> Standings {
        Standings {
            mean: vec![vec![None; entrants]; entrants],
            payoff: vec![Tally::default(); entrants],
            games: vec![0; entrants],
            fouls: vec![0; entrants],
        }
    }

    fn add(&mut self, series: &SeriesResult) {
        let (a, b) = series.pair;
        for (side, me, them) in [(0, a, b), (1, b, a)] {
            self.mean[me][them] = Some(series.mean(side));
            self.games[me] += series.games();
            // The two games of a board share their luck: they count as one.
            for board in series.payoffs[side].chunks(2) {
                self.payoff[me].add(board.iter().map(|payoff| f64::from(*payoff)).sum::<f64>() / board.len() as f64);
            }
        }
        for (entrant, _) in &series.fouls {
            self.fouls[*entrant] += 1;
        }
    }

    fn text(&self, names: &[String]) -> String {
        let rows: Vec<_> = ranking(&self.mean)
            .into_iter()
            .map(|row| {
                let payoff = self.payoff[row.entrant].interval();
                vec![
                    row.place.to_string(),
                    names[row.entrant].clone(),
                    format!("{:.4}", row.total),
                    format!("{:.4} ± {:.4}", payoff.mean, payoff.margin.unwrap_or_default()),
                    self.games[row.entrant].to_string(),
                    self.fouls[row.entrant].to_string(),
                ]
            })
            .collect();
        let against: Vec<_> = (0..names.len())
            .map(|a| {
                std::iter::once(names[a].clone())
                    .chain(self.mean[a].iter().map(|mean| mean.map_or("–".into(), |mean| format!("{mean:.3}"))))
                    .collect()
            })
            .collect();
        let heads: Vec<&str> = std::iter::once("payoff of v").chain(names.iter().map(String::as_str)).collect();
        format!("{}\n\n{}", grid(&["place", "bot", "total", "payoff per game", "games", "fouls"], &rows, 2), grid(&heads, &against, 1))
    }

    fn report(&self, names: &[String]) -> serde_json::Value {
        let rows: Vec<_> = ranking(&self.mean)
            .into_iter()
            .map(|row| {
                let payoff = self.payoff[row.entrant].interval();
                json!({
                    "place": row.place, "name": names[row.entrant], "total": row.total, "payoff": payoff.mean,
                    "payoff_margin": payoff.margin, "games": self.games[row.entrant], "fouls": self.fouls[row.entrant],
                })
            })
            .collect();
        json!({ "names": names, "mean": self.mean, "ranking": rows })
    }
}

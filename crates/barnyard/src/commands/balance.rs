//! `barnyard balance`: is the game fair, how long does it last, and how far apart are its bots?
use super::Seed;
use crate::duel::{self, Bout, Duel, Notes, Round};
use crate::entrant::{Entrant, Own, Workshop};
use crate::failure::Failure;
use crate::measured::{Gap, Measured, Row};
use crate::{House, output};
use ::games::{Entry, Luck};
use league::{Interval, Log, Method, Outcome, RatingSettings, Ratings, Tally};
use runner::{Course, Install, Limits, Table};
use std::path::{Path, PathBuf};

/// Measure a game and its bots: seats, draws, length, choices, gaps and ratings
#[derive(clap::Args, Debug)]
#[command(after_help = "Every bot plays itself, so that only the seats differ; then each bot of the ladder plays the one
before it, in pairs as `barnyard compare` does. In Microchess, where payoff counts, everybody plays
everybody in series. ± is half of a 95 % interval. The same seed gives the same report.

Examples:
  barnyard balance orchard
  barnyard balance bovine --pairs 8
  barnyard balance chickens --json > chickens.json
  barnyard balance chickens --from chickens.json --markdown")]
pub struct Balance {
    /// The game
    game: String,
    /// Pairs of games for each two bots, and games of each bot with itself (as many as fit into a few minutes unless given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    pairs: Option<u64>,
    /// Where all luck comes from: a number, or `random`
    #[arg(long, default_value = "0")]
    seed: Seed,
    /// Show this report instead of playing: what --json printed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pairs", "seed"])]
    from: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

/// How many pairs are played unless it is said: all five games together take less than ten minutes on two cores.
const PAIRS: &[(&str, u64)] = &[("chickens", 80), ("carpets", 60), ("bovine", 10), ("orchard", 80), ("microchess", 40)];

impl Balance {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        let report = match &self.from {
            Some(file) => read(file, entry)?,
            None => self.measure(house, entry)?,
        };
        match () {
            () if self.json => output::say_json(&report),
            () if self.markdown => output::say(&report.markdown(entry)),
            () => output::say(&report.text(entry)),
        }
        Ok(())
    }

    fn measure(&self, house: &House, entry: &'static Entry) -> Result<Measured, Failure> {
        let usual = PAIRS.iter().find(|(game, _)| *game == entry.name).map_or(20, |(_, pairs)| *pairs);
        let pairs = self.pairs.unwrap_or(usual);
        let ladder: Vec<Entrant> = house.bots(entry.name).map(|bot| Entrant::Native(Own::new(bot, None))).collect();
        let table = Table::new(entry, "{}").map_err(|error| Failure::refused(error.to_string()))?;
        let workshop = Workshop { grants: Limits::grants(entry.name), python: None, install: Install::Never, aloud: false, nodes: None };
        let boards = if duel::is_contest(entry) { 1 } else { Course::default().series_length.into() };
        let luck = Luck::new(self.seed.0);
        let duel = |a: usize, b: usize, seatings| {
            let bots = [&ladder[a], &ladder[b]];
            Duel { table: &table, bots, workshop: &workshop, luck, boards, seatings }
        };
        // Everybody meets everybody where it is the sum over opponents that counts.
        let reach = if duel::is_contest(entry) { 1 } else { ladder.len() };
        let meetings: Vec<(usize, usize)> =
            (0..ladder.len()).flat_map(|upper| (upper.saturating_sub(reach)..upper).map(move |lower| (upper, lower))).collect();
        let bar = output::progress((ladder.len() + meetings.len()) as u64 * pairs, "pairs", !self.json && !self.markdown);

        let mut rows = Vec::new();
        for (number, bot) in house.bots(entry.name).enumerate() {
            let notes = Notes::of_choices();
            let played = duel(number, number, vec![(0..entry.seats).collect()]);
            let bouts = played.play(0..pairs, &[notes.clone(), notes.clone()], || bar.inc(1))?;
            rows.push(Row {
                effort: bot.effort().map(|effort| effort.to_string()),
                choices: round(notes.choices()),
                ..alone(bot.name, &bouts)
            });
        }
        let (mut outcomes, mut gaps) = (Vec::new(), Vec::new());
        for (meeting, (upper, lower)) in meetings.iter().copied().enumerate() {
            let bouts =
                duel(upper, lower, duel::halves(entry.seats)).play(0..pairs, &[Notes::of_times(), Notes::of_times()], || bar.inc(1))?;
            if upper == lower + 1 {
                gaps.push(gap(entry, [ladder[upper].name(), ladder[lower].name()], &bouts));
            }
            outcomes.extend(games(entry, meeting as u64 * pairs, [upper as u32, lower as u32], &bouts));
        }
        bar.finish_and_clear();
        let method = if duel::is_contest(entry) { Method::EloMl } else { Method::Payoff };
        rate(&mut rows, method, entry, outcomes)?;
        let command = format!("barnyard balance {} --pairs {pairs} --seed {} --json", entry.name, self.seed.0);
        Ok(Measured { game: entry.name.into(), rules: entry.rules, command, pairs, method: method.to_string(), bots: rows, gaps })
    }
}

/// A bot that plays itself, without what its rating and its choices are.
fn alone(name: &str, bouts: &[Bout]) -> Row {
    let games = || bouts.iter().flat_map(|bout| &bout.games);
    // The games of a series are not independent of each other: a bout counts as one.
    let over_bouts =
        |of: &dyn Fn(&Round) -> f64| mean(bouts.iter().map(|bout| bout.games.iter().map(of).sum::<f64>() / bout.games.len() as f64));
    let seats = bouts[0].games[0].chairs.len();
    let mut lengths: Vec<u64> = games().map(|game| game.decisions).collect();
    lengths.sort_unstable();
    Row {
        name: name.into(),
        effort: None,
        rating: Interval { mean: 0.0, margin: None },
        seats: (0..seats).map(|chair| over_bouts(&|game| game.chairs[chair])).collect(),
        draws: over_bouts(&|game| f64::from(u8::from(game.draw))),
        length: [lengths[0], lengths[lengths.len() / 2], lengths[lengths.len() - 1]],
        choices: 0.0,
    }
}

fn gap(entry: &Entry, [better, than]: [&str; 2], bouts: &[Bout]) -> Gap {
    let score = mean(bouts.iter().map(|bout| duel::score(entry, bout.worth)));
    let elo = 400.0 * (score.mean / (1.0 - score.mean)).log10();
    let lead = mean(bouts.iter().map(|bout| bout.worth[0] - bout.worth[1]));
    Gap { better: better.into(), than: than.into(), score, lead, elo: elo.is_finite().then(|| round(elo)) }
}

/// The games as a log knows them: who got more. Copies of a bot are one entrant.
fn games(entry: &Entry, first: u64, [upper, lower]: [u32; 2], bouts: &[Bout]) -> impl Iterator<Item = Outcome> {
    let swaps = entry.seats == 2;
    (first..).zip(bouts).flat_map(move |(fixture, bout)| {
        (0..).zip(&bout.games).map(move |(number, game)| match game.worth {
            [mine, yours] if swaps && !game.first_began => Outcome::duel(fixture, number, [lower, upper], [yours, mine]),
            worth => Outcome::duel(fixture, number, [upper, lower], worth),
        })
    })
}

fn rate(rows: &mut [Row], method: Method, entry: &Entry, outcomes: Vec<Outcome>) -> Result<(), Failure> {
    let refused = |why: String| Failure::refused(format!("the games of {} cannot be rated: {why}", entry.name));
    let log = Log::new(rows.len(), outcomes).map_err(|error| refused(error.to_string()))?;
    let settings = RatingSettings { seat_term: entry.seats == 2, ..RatingSettings::default() };
    let ratings = Ratings::new(method, &log, &settings).map_err(|error| refused(error.to_string()))?;
    for (number, row) in (0..).zip(rows) {
        let found = ratings.of(number);
        let margin = found.interval().map(|[low, high]| round((high - low) / 2.0));
        row.rating = Interval { mean: round(found.rating), margin };
    }
    Ok(())
}

fn mean(numbers: impl Iterator<Item = f64>) -> Interval {
    let mut tally = Tally::default();
    numbers.for_each(|number| tally.add(number));
    let Interval { mean, margin } = tally.interval();
    Interval { mean: round(mean), margin: margin.map(round) }
}

/// As many digits as mean something.
fn round(number: f64) -> f64 {
    (number * 1e4).round() / 1e4 + 0.0
}

fn read(file: &Path, entry: &Entry) -> Result<Measured, Failure> {
    let wrong = |why: String| Failure::refused(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let report: Measured =
        serde_json::from_str(&text).map_err(|error| wrong(format!("no report of `barnyard balance --json`: {error}")))?;
    match report.bots.iter().find(|row| row.seats.len() != entry.seats) {
        _ if report.game != entry.name => Err(wrong(format!("it is about {}, not about {}", report.game, entry.name))),
        Some(row) => Err(wrong(format!("{} has {} seats, not {}", row.name, row.seats.len(), entry.seats))),
        None => Ok(report),
    }
}

//! `barnyard compare`: is the new bot better than the old one, and what does that cost?
use super::Seed;
use crate::clocks::Clocks;
use crate::duel::{self, Bout, Duel, Notes};
use crate::entrant::{self, Entrant, Workshop};
use crate::failure::Failure;
use crate::settings::Settings;
use crate::{House, output};
use ::games::{Entry, Luck};
use league::{Decision, Interval, SequentialTest, Tally, Verdict};
use runner::Table;
use serde::Serialize;
use std::ops::Range;

/// Is a new bot better than an old one? Plays pairs of games until that can be told
#[derive(clap::Args, Debug)]
#[command(
    override_usage = "barnyard compare [OPTIONS] [GAME] NEW OLD",
    after_help = "A pair is one piece of luck from both sides of the table; in Bovine all six seatings of two copies
each; in Microchess a series of boards, counted by payoff. With --opponents the two do not meet:
each plays the same pairs against every opponent, and the difference counts. A sequential test of
two guesses, worse or better by --margin, ends the games once one of them is clearly likelier.

Exit code 0: NEW is better, or no difference was shown in --pairs pairs.
Exit code 1: NEW is worse.
Exit code 2: it cannot be done as asked.

Examples:
  barnyard compare Gertrude Max
  barnyard compare chickens ./Gertrude Henny
  barnyard compare chickens ./new ./old --opponents Henny,Max
  barnyard compare carpets Ada@20k Carrie --pairs 40 --fixed
  barnyard compare bovine mine.py:bot Herta --rounds 500 --json"
)]
pub struct Compare {
    /// The game, which may be left out where the name of a bot of ours tells it; the bot that should be better, anything that
    /// `barnyard play` takes; the bot it is compared with
    #[arg(value_name = "[GAME] NEW OLD", required = true, num_args = 2..=3)]
    bots: Vec<String>,
    /// Both play these instead of each other
    #[arg(long, value_name = "BOT,BOT", value_delimiter = ',')]
    opponents: Vec<String>,
    /// Play no more pairs than this
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pairs: u64,
    /// Play all pairs, and judge by the 95 % interval
    #[arg(long)]
    fixed: bool,
    /// Worse or better by so many Elo points is what the test tells apart
    #[arg(long, value_name = "ELO", default_value_t = 15.0, value_parser = margin, conflicts_with = "fixed")]
    margin: f64,
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

fn margin(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|margin| (1.0..=1_000.0).contains(margin)).ok_or_else(|| "a margin is a number from 1 to 1000".into())
}

/// Pairs before the test is asked: with fewer it knows too little of the spread.
const FEWEST: u64 = 12;
/// Pairs between two looks at the test.
const BATCH: u64 = 8;

impl Compare {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.clocks.confine()?;
        let (entry, [new, old]) = self.wanted(house)?;
        let course = self.clocks.course(entry)?;
        let find = |name: &String| house.entrant(entry, name, course);
        let mut pair = [find(new)?, find(old)?];
        let mut opponents = self.opponents.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let mut table = Table::new(entry, self.settings.of(entry)?.get()).map_err(|error| Failure::refused(error.to_string()))?;
        let workshop = Workshop {
            grants: self.clocks.apply(&mut table),
            python: entrant::python(self.clocks.python.as_deref())?,
            install: self.clocks.install,
            aloud: false,
            nodes: self.clocks.nodes,
        };
        for entrant in pair.iter_mut().chain(&mut opponents) {
            entrant.prepare(&workshop)?;
        }
        if !self.json {
            pair.iter().chain(&opponents).filter_map(Entrant::told).for_each(|told| output::remark(&told));
        }
        let boards = if duel::is_contest(entry) { 1 } else { self.clocks.series_length().into() };
        let luck = Luck::new(self.seed.0);
        let mut contest = Contest::new(&table, &workshop, &pair, &opponents, luck, boards);
        self.play(&mut contest)?;
        let report = Report::new(self, &contest);
        if self.json {
            output::say_json(&report);
        } else {
            output::say(&report.text());
        }
        if report.verdict == Finding::Worse { Err(Failure::Told(1)) } else { Ok(()) }
    }

    /// The game, and the two bots.
    fn wanted(&self, house: &House) -> Result<(&'static Entry, [&String; 2]), Failure> {
        match &self.bots[..] {
            [new, old] => {
                let names: Vec<&str> = [new, old].into_iter().chain(&self.opponents).map(String::as_str).collect();
                let nobody = || Failure::refused(format!("{new} and {old} do not tell which game: barnyard compare GAME NEW OLD"));
                Ok((house.game_with(&names).ok_or_else(nobody)?, [new, old]))
            }
            [game, new, old] => Ok((house.game(game)?, [new, old])),
            _ => Err(Failure::refused("a new bot and an old one are compared: barnyard compare GAME NEW OLD")),
        }
    }

    /// Plays until it is decided.
    fn play(&self, contest: &mut Contest<'_>) -> Result<(), Failure> {
        let bar = output::progress(self.pairs, "pairs", !self.json);
        let mut next = 0;
        while next < self.pairs {
            let end = self.pairs.min(next + if next == 0 { FEWEST } else { BATCH });
            contest.add(next..end, || bar.inc(1))?;
            next = end;
            if !self.fixed && next >= FEWEST && self.test(contest).decision != Decision::PlayOn {
                break;
            }
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn test(&self, contest: &Contest<'_>) -> Verdict {
        // Against a pool the score is half of the difference between two scores.
        let margin = if contest.opponents.is_empty() { self.margin } else { self.margin / 2.0 };
        SequentialTest { elo: [-margin, margin], errors: [0.05; 2] }.judge(&contest.scores())
    }

    fn finding(&self, contest: &Contest<'_>) -> Finding {
        if !self.fixed {
            return match self.test(contest).decision {
                Decision::Second => Finding::Better,
                Decision::First => Finding::Worse,
                Decision::PlayOn => Finding::NoDifference,
            };
        }
        let lead = tally(contest.worths.iter().map(|[new, old]| new - old)).interval();
        match lead.margin {
            Some(margin) if lead.mean > margin => Finding::Better,
            Some(margin) if -lead.mean > margin => Finding::Worse,
            _ => Finding::NoDifference,
        }
    }
}

/// Who meets whom, and what came of it.
struct Contest<'a> {
    table: &'a Table,
    workshop: &'a Workshop,
    pair: &'a [Entrant; 2],
    opponents: &'a [Entrant],
    luck: Luck,
    boards: u64,
    /// What the new and the old bot got in each pair, a game; with opponents, on average over these.
    worths: Vec<[f64; 2]>,
    games: u64,
    fouls: [u64; 2],
    notes: [Notes; 2],
}

impl<'a> Contest<'a> {
    fn new(
        table: &'a Table,
        workshop: &'a Workshop,
        pair: &'a [Entrant; 2],
        opponents: &'a [Entrant],
        luck: Luck,
        boards: u64,
    ) -> Contest<'a> {
        let notes = [Notes::of_times(), Notes::of_times()];
        Contest { table, workshop, pair, opponents, luck, boards, worths: Vec::new(), games: 0, fouls: [0; 2], notes }
    }

    /// Plays the pairs of these numbers.
    fn add(&mut self, numbers: Range<u64>, mut done: impl FnMut()) -> Result<(), Failure> {
        let Contest { table, workshop, pair, luck, boards, .. } = *self;
        let duel = |first, second| Duel { table, bots: [first, second], workshop, luck, boards, seatings: duel::halves(table.entry.seats) };
        let games = |bouts: &[Bout]| bouts.iter().map(|bout| bout.games.len() as u64).sum::<u64>();
        if self.opponents.is_empty() {
            let bouts = duel(&pair[0], &pair[1]).play(numbers, &self.notes, done)?;
            self.games += games(&bouts);
            (0..2).for_each(|side| self.fouls[side] += bouts.iter().map(|bout| bout.fouls[side]).sum::<u64>());
            self.worths.extend(bouts.iter().map(|bout| bout.worth));
            return Ok(());
        }
        let mut worths = vec![[0.0; 2]; (numbers.end - numbers.start) as usize];
        for (side, bot) in pair.iter().enumerate() {
            for opponent in self.opponents {
                let bouts = duel(bot, opponent).play(numbers.clone(), &[self.notes[side].clone(), Notes::of_times()], || {})?;
                self.games += games(&bouts);
                self.fouls[side] += bouts.iter().map(|bout| bout.fouls[0]).sum::<u64>();
                worths.iter_mut().zip(&bouts).for_each(|(worth, bout)| worth[side] += bout.worth[0] / self.opponents.len() as f64);
            }
        }
        worths.iter().for_each(|_| done());
        self.worths.extend(worths);
        Ok(())
    }

    /// The score of the new bot in each pair, one half where both did as well.
    fn scores(&self) -> Vec<f64> {
        self.worths.iter().map(|worth| duel::score(self.table.entry, *worth)).collect()
    }

    /// How many Elo points the new bot is ahead.
    fn elo(&self) -> Elo {
        let met = self.opponents.is_empty() || !duel::is_contest(self.table.entry);
        if met { Elo::between(&self.scores()) } else { Elo::over_a_pool(&self.worths) }
    }
}

/// A difference in Elo points, from where to where it is with 95 %.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Elo {
    found: f64,
    low: f64,
    high: f64,
}

impl Elo {
    /// From the scores of one against the other.
    fn between(scores: &[f64]) -> Elo {
        let found = tally(scores.iter().copied()).interval();
        let margin = found.margin.unwrap_or(f64::INFINITY);
        Elo { found: elo(found.mean), low: elo(found.mean - margin), high: elo(found.mean + margin) }
    }

    /// From what both scored against others: each is so far above these, and the difference is wanted. Its error comes from both at once, since
    /// they met the same luck.
    fn over_a_pool(worths: &[[f64; 2]]) -> Elo {
        let [new, old] = [0, 1].map(|side: usize| tally(worths.iter().map(|worth| worth[side])).mean());
        let found = elo(new) - elo(old);
        let slope = |score: f64| 400.0 / std::f64::consts::LN_10 / (score * (1.0 - score));
        let margin = tally(worths.iter().map(|worth| slope(new) * worth[0] - slope(old) * worth[1])).interval().margin;
        let margin = margin.unwrap_or(f64::INFINITY);
        Elo { found, low: found - margin, high: found + margin }
    }
}

fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

fn tally(numbers: impl IntoIterator<Item = f64>) -> Tally {
    let mut tally = Tally::default();
    numbers.into_iter().for_each(|number| tally.add(number));
    tally
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Finding {
    Better,
    Worse,
    NoDifference,
}

#[derive(Serialize)]
struct Report {
    game: &'static str,
    new: String,
    old: String,
    opponents: Vec<String>,
    verdict: Finding,
    /// The difference and its 95 % interval; `null` where it has no end, since everything was won or lost.
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// How much more the new bot got a game: wins, or payoff where that is what counts.
    lead: Interval,
    pairs: usize,
    games: u64,
    seed: u64,
    fouls: [u64; 2],
    /// Milliseconds that 95 % of the decisions of the new and the old bot stayed below.
    p95_ms: [Option<f64>; 2],
    #[serde(skip)]
    unit: &'static str,
}

impl Report {
    fn new(args: &Compare, contest: &Contest<'_>) -> Report {
        let entry: &'static Entry = contest.table.entry;
        let names = entrant::labels(contest.pair);
        let Elo { found, low, high } = contest.elo();
        let finite = |number: f64| number.is_finite().then_some(number);
        let p95 = |notes: &Notes| notes.quantile(0.95).map(|time| time.as_secs_f64() * 1e3);
        Report {
            game: entry.name,
            new: names[0].clone(),
            old: names[1].clone(),
            opponents: contest.opponents.iter().map(|opponent| opponent.name().into()).collect(),
            verdict: args.finding(contest),
            elo: finite(found),
            elo_low: finite(low),
            elo_high: finite(high),
            lead: tally(contest.worths.iter().map(|[new, old]| new - old)).interval(),
            pairs: contest.worths.len(),
            games: contest.games,
            seed: args.seed.0,
            fouls: contest.fouls,
            p95_ms: [p95(&contest.notes[0]), p95(&contest.notes[1])],
            unit: if duel::is_contest(entry) { "Elo" } else { "payoff a game" },
        }
    }

    /// `+31 ± 18 Elo (95 %), 240 pairs, p95 move time 1.9x`, and what that means.
    fn text(&self) -> String {
        let times = match self.p95_ms {
            [Some(new), Some(old)] => format!("p95 move time {:.1}x ({} against {})", new / old, spelled(new), spelled(old)),
            _ => "nobody had to move".into(),
        };
        let (new, old) = (&self.new, &self.old);
        let verdict = match self.verdict {
            Finding::Better => format!("{new} is better than {old}"),
            Finding::Worse => format!("{new} is worse than {old}"),
            Finding::NoDifference => format!("no difference shown between {new} and {old}"),
        };
        let against = if self.opponents.is_empty() { String::new() } else { format!(" against {}", self.opponents.join(", ")) };
        let mut text = format!("{}, {} pairs, {times}\n{verdict}{against}: {} games", self.difference(), self.pairs, self.games);
        for (name, fouls) in [new, old].into_iter().zip(self.fouls).filter(|(_, fouls)| *fouls > 0) {
            text += &format!("\n{name} fouled {fouls} times");
        }
        text
    }

    fn difference(&self) -> String {
        let unit = self.unit;
        if unit != "Elo" {
            let margin = self.lead.margin.map_or(String::new(), |margin| format!(" ± {margin:.3}"));
            return format!("{}{margin} {unit} (95 %)", signed(self.lead.mean, 3));
        }
        match (self.elo, self.elo_low, self.elo_high) {
            (Some(elo), Some(low), Some(high)) => format!("{} ± {:.0} {unit} (95 %)", signed(elo, 0), (high - low) / 2.0),
            (_, Some(low), None) => format!("more than {} {unit} (95 %)", signed(low, 0)),
            (_, None, Some(high)) => format!("less than {} {unit} (95 %)", signed(high, 0)),
            _ if self.lead.mean >= 1.0 => "won every game".into(),
            _ if self.lead.mean <= -1.0 => "lost every game".into(),
            _ => {
                let margin = self.lead.margin.map_or(String::new(), |margin| format!(" ± {:.1}", 100.0 * margin));
                format!("{}{margin} % of the wins (95 %)", signed(100.0 * self.lead.mean, 1))
            }
        }
    }
}

/// A number with its sign. Next to nothing is `+0`.
fn signed(number: f64, digits: i32) -> String {
    let scale = 10f64.powi(digits);
    format!("{:+.*}", digits as usize, (number * scale).round() / scale + 0.0)
}

fn spelled(ms: f64) -> String {
    match ms {
        ms if ms < 0.1 => format!("{:.1} µs", ms * 1e3),
        ms if ms < 100.0 => format!("{ms:.2} ms"),
        ms => format!("{ms:.0} ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_of_three_quarters_is_191_points() {
        let scores: Vec<f64> = (0..100).map(|n| if n % 4 == 0 { 0.0 } else { 1.0 }).collect();
        let Elo { found, low, high } = Elo::between(&scores);
        assert!((found - 190.848).abs() < 1e-3, "400 log10(3)");
        assert!(low < found && found < high && low > 100.0);
    }

    #[test]
    fn over_a_pool_the_difference_of_two_distances_counts() {
        // Three quarters and one half of the wins, in pairs that have nothing to do with each other.
        let worths: Vec<[f64; 2]> = (0..400).map(|n| [f64::from(u8::from(n % 4 != 0)), f64::from(u8::from(n / 4 % 2 == 0))]).collect();
        let Elo { found, low, high } = Elo::over_a_pool(&worths);
        assert!((found - 190.848).abs() < 1e-3, "{found}");
        // The variances of both logits, 1 / (n p q), add up.
        let error = 400.0 / std::f64::consts::LN_10 * (1.0 / (400.0 * 0.1875) + 1.0 / (400.0 * 0.25f64)).sqrt();
        assert!(((high - low) / 2.0 - 1.966 * error).abs() < 0.1, "{} {}", (high - low) / 2.0, 1.966 * error);
        // The same luck for both makes it surer.
        let worths: Vec<[f64; 2]> = (0..400).map(|n| [f64::from(u8::from(n % 4 != 0)), f64::from(u8::from(n % 4 > 1))]).collect();
        let paired = Elo::over_a_pool(&worths);
        assert!((paired.found - found).abs() < 1e-9 && paired.high - paired.low < high - low);
    }

    #[test]
    fn what_has_no_end_is_not_told_as_a_number() {
        let all = Elo::over_a_pool(&[[1.0, 0.5], [1.0, 0.0], [1.0, 1.0]]);
        assert!(!all.found.is_finite() && !all.low.is_finite() && !all.high.is_finite());
        assert!(Elo::between(&[1.0; 5]).low.is_infinite());
        assert_eq!((signed(-1e-9, 3), signed(31.4, 0), signed(-2.0, 0)), ("+0.000".into(), "+31".into(), "-2".into()));
    }
}

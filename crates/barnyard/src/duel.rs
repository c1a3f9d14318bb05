//! Two bots at one table, over and over: what each made of it, and what its decisions were like.
use crate::entrant::{Entrant, Workshop};
use crate::failure::Failure;
use games::tape::Isolation;
use games::{AnyGame, Entry, Luck, PerSeat, Seat, share};
use runner::{Answer, Bot, FixtureResult, Fixtures, GameResult, PlatformFault, Table, Time, play_crews};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Half of the chairs for each of two bots.
pub struct Duel<'a> {
    pub table: &'a Table,
    pub bots: [&'a Entrant; 2],
    pub workshop: &'a Workshop,
    pub luck: Luck,
    /// Boards of a pair: with more than one it is a series.
    pub boards: u64,
    /// Who sits where in each game of a board; the entrants are the copies of the first bot, then those of the second.
    pub seatings: Vec<Vec<usize>>,
}

/// One pair of games, or what stands for it: every seating of the two, with the same luck.
#[derive(Clone, Debug)]
pub struct Bout {
    /// What each bot's chairs got together, a game: the share of the wins, or the payoffs where these are no contest.
    pub worth: [f64; 2],
    pub games: Vec<Round>,
    /// Decisions that did not count.
    pub fouls: [u64; 2],
}

/// One game of a bout.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// What each chair got.
    pub chairs: PerSeat<f64>,
    /// What each bot's chairs got together.
    pub worth: [f64; 2],
    /// Whether the first bot had the first chair.
    pub first_began: bool,
    pub decisions: u64,
    /// Whether nobody won alone.
    pub draw: bool,
}

impl Duel<'_> {
    /// Plays the bouts of these numbers; `done` hears of each.
    pub fn play(&self, numbers: Range<u64>, notes: &[Notes; 2], mut done: impl FnMut()) -> Result<Vec<Bout>, Failure> {
        let entry = self.table.entry;
        let seatings = &self.seatings;
        let side = |entrant: usize| usize::from(entrant >= entry.seats / 2);
        let names: Vec<String> = (0..entry.seats).map(|entrant| self.bots[side(entrant)].name().to_string()).collect();
        let pin = self.bots.iter().any(|bot| bot.is_program());
        let plan = |numbers| Fixtures { table: self.table, names: &names, luck: self.luck, numbers, boards: self.boards, seatings, pin };
        let crew = || -> Result<Vec<Box<dyn Bot>>, PlatformFault> {
            let summon = |entrant: usize| {
                let bot = self.bots[side(entrant)].summon(&names[entrant], self.table, self.workshop)?;
                Ok(notes[side(entrant)].beside(bot))
            };
            (0..entry.seats).map(summon).collect()
        };
        let mut bouts = Vec::new();
        let mut add = |fixture: FixtureResult| {
            let mut bout = Bout { worth: [0.0; 2], games: Vec::with_capacity(fixture.games.len()), fouls: [0; 2] };
            for (game, seating) in fixture.games.iter().zip(seatings.iter().cycle()) {
                let (chairs, mut worth) = (worths(entry, game), [0.0; 2]);
                seating.iter().zip(chairs.iter()).for_each(|(entrant, got)| worth[side(*entrant)] += got);
                let draw = share(&game.payoffs).iter().all(|share| *share < 1.0);
                bout.games.push(Round { chairs, worth, first_began: side(seating[0]) == 0, decisions: game.decisions, draw });
                (0..2).for_each(|side| bout.worth[side] += worth[side] / fixture.games.len() as f64);
                game.fouls.iter().for_each(|(seat, _)| bout.fouls[side(seating[seat.index()])] += 1);
            }
            bouts.push(bout);
            done();
            Ok::<_, Failure>(())
        };
        // Few enough at a time to see progress, enough to keep all cores busy.
        let some = 4 * std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
        for start in numbers.clone().step_by(some as usize) {
            play_crews(&plan(start..numbers.end.min(start + some)), crew, &mut add)?;
        }
        Ok(bouts)
    }
}

/// Whether payoffs only say who won. Elsewhere each bot wants as much as it can get, whatever others have.
pub fn is_contest(entry: &Entry) -> bool {
    entry.payoff == (0.0, 1.0)
}

/// What each chair got of a game.
fn worths(entry: &Entry, game: &GameResult) -> PerSeat<f64> {
    if is_contest(entry) { share(&game.payoffs) } else { game.payoffs.map(f64::from) }
}

/// How much more the one got than the other, from 0 to 1; one half where both did as well.
pub fn score(entry: &Entry, [mine, yours]: [f64; 2]) -> f64 {
    let span = f64::from(entry.payoff.1 - entry.payoff.0);
    (0.5 + (mine - yours) / span / 2.0).clamp(0.0, 1.0)
}

/// Every way to give half of the chairs to the first bot. The entrants are its copies, then those of the second.
pub fn halves(seats: usize) -> Vec<Vec<usize>> {
    let half = seats / 2;
    let firsts = (0u32..1 << seats).filter(|mask| mask.count_ones() as usize == half);
    let seating = |mask: u32| {
        let (mut first, mut second) = (0..half, half..seats);
        (0..seats)
            .map(|chair| if mask >> chair & 1 == 1 { first.next() } else { second.next() }.expect("half of the chairs each"))
            .collect()
    };
    firsts.map(seating).collect()
}

/// What is noted of a bot's decisions, of all its instances together.
#[derive(Clone)]
pub struct Notes {
    /// Whether choices are counted, which takes time.
    counted: bool,
    sums: Arc<Mutex<Sums>>,
}

#[derive(Clone)]
struct Sums {
    /// Decisions by how long they took.
    times: Vec<u64>,
    decisions: u64,
    choices: u64,
}

/// Times are counted in classes, sixteen to a doubling: a class is 4 % wide.
const CLASSES: usize = 64 * 16;

impl Notes {
    /// Only how long decisions took.
    pub fn of_times() -> Notes {
        Notes { counted: false, sums: Arc::new(Mutex::new(Sums::new())) }
    }

    /// Also among how many actions they chose.
    pub fn of_choices() -> Notes {
        Notes { counted: true, ..Notes::of_times() }
    }

    fn beside(&self, bot: Box<dyn Bot>) -> Box<dyn Bot> {
        Box::new(Noted { bot, sums: Sums::new(), notes: self.clone() })
    }

    /// The time that this part of the decisions stayed below; `None` before the first.
    pub fn quantile(&self, part: f64) -> Option<Duration> {
        let sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = (part * sums.decisions as f64).ceil() as u64;
        let mut sum = 0;
        let class = sums.times.iter().position(|count| {
            sum += count;
            *count > 0 && sum >= wanted
        })?;
        Some(Duration::from_nanos(2f64.powf(class as f64 / 16.0) as u64))
    }

    /// The mean number of legal actions.
    pub fn choices(&self) -> f64 {
        let sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        sums.choices as f64 / sums.decisions.max(1) as f64
    }
}

impl Sums {
    fn new() -> Sums {
        Sums { times: vec![0; CLASSES], decisions: 0, choices: 0 }
    }

    fn add(&mut self, took: Duration, choices: usize) {
        let ns = took.as_nanos().max(1) as f64;
        self.times[((16.0 * ns.log2()) as usize).min(CLASSES - 1)] += 1;
        self.decisions += 1;
        self.choices += choices as u64;
    }
}

/// A bot with somebody beside it who notes. The notes are handed in when it goes, so that many can share a book.
struct Noted {
    bot: Box<dyn Bot>,
    sums: Sums,
    notes: Notes,
}

impl Bot for Noted {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        self.bot.prepare_for_series()
    }

    fn prepare_for_match(&mut self, game: &dyn AnyGame, seat: Seat, seed: u64) -> Result<Answer, PlatformFault> {
        self.bot.prepare_for_match(game, seat, seed)
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, time: &Time) -> Result<Answer, PlatformFault> {
        let choices = if self.notes.counted { game.choices(seat) } else { 0 };
        let answer = self.bot.decide(game, seat, time)?;
        self.sums.add(answer.cost.charged, choices);
        Ok(answer)
    }

    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault> {
        self.bot.match_over(game, seat)
    }

    fn isolation(&self) -> Option<Isolation> {
        self.bot.isolation()
    }
}

impl Drop for Noted {
    fn drop(&mut self) {
        let mut all = self.notes.sums.lock().unwrap_or_else(PoisonError::into_inner);
        all.times.iter_mut().zip(&self.sums.times).for_each(|(all, count)| *all += count);
        all.decisions += self.sums.decisions;
        all.choices += self.sums.choices;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_have_both_seatings_and_four_all_six() {
        assert_eq!(halves(2), [[0, 1], [1, 0]]);
        let six = halves(4);
        assert_eq!(six.len(), 6);
        for seating in &six {
            let mut sorted = seating.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3], "everybody sits once");
        }
        for chair in 0..4 {
            assert_eq!(six.iter().filter(|seating| seating[chair] < 2).count(), 3, "each side has each chair as often");
        }
    }

    #[test]
    fn notes_tell_quantiles_within_a_class() {
        let notes = Notes::of_times();
        assert_eq!(notes.quantile(0.95), None);
        for micros in 1..=1_000u64 {
            notes.sums.lock().unwrap().add(Duration::from_micros(micros), 3);
        }
        let p95 = notes.quantile(0.95).unwrap().as_secs_f64() * 1e6;
        assert!((900.0..=950.0).contains(&p95), "{p95} µs");
        assert_eq!(notes.choices(), 3.0);
    }

    #[test]
    fn a_score_is_one_half_where_both_got_the_same() {
        let entry = |name| games::find(name).unwrap();
        assert_eq!(score(entry("chickens"), [0.5, 0.5]), 0.5);
        assert_eq!(score(entry("chickens"), [1.0, 0.0]), 1.0);
        assert_eq!(score(entry("bovine"), [0.25, 0.75]), 0.25, "two chairs each: the share of the wins");
        assert_eq!(score(entry("microchess"), [2.0, 2.0]), 0.5, "a sum of payoffs that both share is no lead");
        assert_eq!(score(entry("microchess"), [3.0, 0.0]), 1.0);
    }
}

//! Schedules: who plays whom next, as a pure function of entrants, seed and the results of finished rounds.
//!
//! A schedule says round after round who meets. A `Walk` numbers the fixtures, hands them out one by one, passes over
//! those that the log has already, and waits at the end of a round where the next one depends on results. So a
//! tournament that was interrupted goes on with the same fixtures, and results that come in another order change nothing.
//! Rounds that were begun stay as they were, even if a result they rest on is taken back later: `Walk::resume`.
mod adaptive;
mod gauntlet;
mod knockout;
mod ladder;
mod round_robin;
mod series;
mod swiss;
mod tables;

pub use adaptive::{Adaptive, Rivals, Undecided, undecided};
pub use gauntlet::Gauntlet;
pub use knockout::{Knockout, Progress};
pub use ladder::Ladders;
pub use round_robin::RoundRobin;
pub use series::SeriesRoundRobin;
pub use swiss::Swiss;
pub use tables::Tables;

use crate::{Entrant, Log, Outcome, Seating, fixture_score};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// One setup, played with every seating that fairness needs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixture {
    /// Its number in the tournament, from zero: the address of its luck and of its results.
    pub id: u64,
    pub round: u32,
    /// Fixtures of one meeting are played in order by the same people: a series, or a best-of-n so far.
    pub meeting: u64,
    pub entrants: Vec<Entrant>,
    /// By game and chair: the place in `entrants` of who sits there.
    pub seatings: Vec<Vec<usize>>,
}

impl Fixture {
    /// Who sits where in a game, by chair.
    pub fn seats(&self, game: usize) -> Vec<Entrant> {
        self.seatings[game].iter().map(|place| self.entrants[*place]).collect()
    }

    /// Whether the log has a scored result of every game.
    pub fn finished(&self, log: &Log) -> bool {
        log.of(self.id).count() >= self.seatings.len()
    }
}

/// People who meet in a round, and the seatings of each fixture between them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    pub entrants: Vec<Entrant>,
    pub boards: Vec<Vec<Vec<usize>>>,
}

impl Meeting {
    /// So many fixtures with the same seating.
    pub fn new(entrants: Vec<Entrant>, fixtures: u32, seating: Seating) -> Meeting {
        let games = seating.games(entrants.len());
        Meeting { entrants, boards: vec![games; fixtures as usize] }
    }
}

/// How many fixtures there will be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Total {
    Exactly(u64),
    AtMost(u64),
}

/// What a schedule may know: the fixtures and the results of all earlier rounds.
#[derive(Clone, Debug)]
pub struct Past<'a> {
    /// How many rounds there were.
    pub number: u32,
    /// The fixtures of these rounds; kept only for schedules that depend on results.
    pub rounds: &'a [Vec<Fixture>],
    pub log: Cow<'a, Log>,
}

impl Past<'_> {
    /// What the first of a fixture's entrants scored; a fixture that was given up counts as a draw.
    pub fn score(&self, fixture: &Fixture) -> f64 {
        let games: Vec<&Outcome> = self.log.of(fixture.id).collect();
        fixture_score(&games, fixture.entrants[0]).unwrap_or(0.5)
    }
}

pub trait Schedule {
    /// The meetings of the round after these; none: it is over. It must be a pure function.
    fn round(&self, past: &Past<'_>) -> Vec<Meeting>;

    fn total(&self) -> Total;

    /// Whether a round depends on the results of those before it.
    fn depends(&self) -> bool {
        false
    }
}

impl<S: Schedule + ?Sized> Schedule for Box<S> {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        (**self).round(past)
    }

    fn total(&self) -> Total {
        (**self).total()
    }

    fn depends(&self) -> bool {
        (**self).depends()
    }
}

/// What to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    Play(Fixture),
    /// Everything of this round is handed out, and the next depends on its results.
    Wait,
    Over,
}

/// A schedule on its way.
#[derive(Clone, Debug)]
pub struct Walk<S> {
    schedule: S,
    rounds: Vec<Vec<Fixture>>,
    number: u32,
    next_id: u64,
    next_meeting: u64,
    /// Fixtures of this round that are not handed out.
    ahead: VecDeque<Fixture>,
    given_up: BTreeSet<u64>,
    /// Rounds before this one are known to be finished.
    settled: usize,
    over: bool,
}

impl<S: Schedule> Walk<S> {
    pub fn new(schedule: S) -> Walk<S> {
        Walk {
            schedule,
            rounds: Vec::new(),
            number: 0,
            next_id: 0,
            next_meeting: 0,
            ahead: VecDeque::new(),
            given_up: BTreeSet::new(),
            settled: 0,
            over: false,
        }
    }

    /// Goes on after these fixtures, which were handed out before in this order. A schedule that does not depend on results says
    /// the same fixtures again, so it needs none.
    pub fn resume(schedule: S, handed_out: Vec<Fixture>) -> Walk<S> {
        let mut walk = Walk::new(schedule);
        if let Some(last) = handed_out.last().filter(|_| walk.schedule.depends()) {
            (walk.number, walk.next_id, walk.next_meeting) = (last.round + 1, last.id + 1, last.meeting + 1);
            walk.rounds = handed_out.chunk_by(|a, b| a.round == b.round).map(<[Fixture]>::to_vec).collect();
        }
        walk
    }

    /// The next fixture that the log does not have.
    pub fn next(&mut self, log: &Log) -> Step {
        loop {
            while let Some(fixture) = self.ahead.pop_front() {
                if !self.done(&fixture, log) {
                    return Step::Play(fixture);
                }
            }
            if self.over {
                return Step::Over;
            }
            if self.schedule.depends() {
                while self.rounds.get(self.settled).is_some_and(|round| round.iter().all(|fixture| self.done(fixture, log))) {
                    self.settled += 1;
                }
                if self.settled < self.rounds.len() {
                    return Step::Wait;
                }
            }
            self.open(log);
        }
    }

    /// Everything that can be said now without a further result.
    pub fn batch(&mut self, log: &Log) -> Vec<Fixture> {
        let step = || match self.next(log) {
            Step::Play(fixture) => Some(fixture),
            Step::Wait | Step::Over => None,
        };
        std::iter::from_fn(step).collect()
    }

    /// Whether nobody needs to wait for it any more.
    fn done(&self, fixture: &Fixture, log: &Log) -> bool {
        fixture.finished(log) || self.given_up.contains(&fixture.id)
    }

    /// A fixture that cannot be played, so that nobody waits for it: it counts as a draw where a score is needed.
    /// To be said again after a restart.
    pub fn give_up(&mut self, fixture: u64) {
        self.given_up.insert(fixture);
    }

    pub fn total(&self) -> Total {
        self.schedule.total()
    }

    pub fn schedule(&self) -> &S {
        &self.schedule
    }

    /// The rounds so far and their results, as the schedule sees them.
    pub fn past<'a>(&'a self, log: &'a Log) -> Past<'a> {
        let before = log.before(self.next_id);
        let log = if before.len() == log.outcomes().len() { Cow::Borrowed(log) } else { Cow::Owned(log.part(before)) };
        Past { number: self.number, rounds: &self.rounds, log }
    }

    fn open(&mut self, log: &Log) {
        let meetings = if self.schedule.depends() {
            self.schedule.round(&self.past(log))
        } else {
            // It may not look at results, so it is shown none.
            let nothing = Log::new(log.entrants(), Vec::new()).expect("nothing is a log");
            self.schedule.round(&Past { number: self.number, rounds: &[], log: Cow::Owned(nothing) })
        };
        self.over = meetings.is_empty();
        for meeting in meetings {
            for seatings in meeting.boards {
                let (id, meeting_number) = (self.next_id, self.next_meeting);
                let entrants = meeting.entrants.clone();
                self.ahead.push_back(Fixture { id, round: self.number, meeting: meeting_number, entrants, seatings });
                self.next_id += 1;
            }
            self.next_meeting += 1;
        }
        if self.schedule.depends() && !self.over {
            self.rounds.push(self.ahead.iter().cloned().collect());
        }
        self.number += 1;
    }
}

/// All fixtures of a schedule that does not depend on results; of another one the first round.
pub fn foresee<S: Schedule>(schedule: S) -> impl Iterator<Item = Fixture> {
    let nothing = Log::new(0, Vec::new()).expect("nothing is a log");
    let mut walk = Walk::new(schedule);
    std::iter::from_fn(move || match walk.next(&nothing) {
        Step::Play(fixture) => Some(fixture),
        Step::Wait | Step::Over => None,
    })
}

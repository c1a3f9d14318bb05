//! Whoever decides for an entrant, behind one interface.
use crate::clock::Spent;
use games::tape::Belief;
use games::tape::Isolation;
use games::{AnyGame, Foul, Native, PerSeat, Seat};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Something that went wrong on our side. It never costs a bot points: the game is played again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the platform failed: {0}")]
pub struct PlatformFault(pub String);

/// How a bot answered, and what its clock says of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Whether the game holds a legal action of this seat now.
    pub verdict: Result<(), Foul>,
    pub cost: Cost,
    /// What the bot believes of the things it cannot see, if it says so.
    pub belief: Option<Belief>,
}

impl Answer {
    /// An answer of which nothing is known but whether it counts.
    pub fn new(verdict: Result<(), Foul>, cost: Cost) -> Answer {
        Answer { verdict, cost, belief: None }
    }
}

/// What an answer cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// What is taken from the seat's time.
    pub charged: Duration,
    /// How that came about, if the bot is a process.
    pub spent: Option<Spent>,
    /// The most memory the process was seen to hold, in bytes.
    pub peak: Option<u64>,
}

/// What the clocks say when a seat is asked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Time {
    /// For this decision.
    pub left: Duration,
    /// Milliseconds that each seat has left for the whole game, if there is such a limit.
    pub clocks_ms: Option<PerSeat<f64>>,
}

/// One instance of an entrant, for as many games as the match plan says. A program in another language is one of
/// these too: it writes what [`AnyGame::observe`] says, and hands the line that comes back to [`AnyGame::propose`].
pub trait Bot: Send {
    /// A series against the same opponents begins.
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault>;
    /// A game begins at this table, on this seat; `seed` is for the bot's own dice.
    fn prepare_for_match(&mut self, game: &dyn AnyGame, seat: Seat, seed: u64) -> Result<Answer, PlatformFault>;
    /// One decision, within the time that is left. A legal answer is held by the game.
    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, time: &Time) -> Result<Answer, PlatformFault>;
    /// The game is over.
    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault>;
    /// What holds it. `None`: it is one of ours.
    fn isolation(&self) -> Option<Isolation> {
        None
    }
}

/// A bot of our own, in this process. It is charged the processor time of the thread it runs on, so that a loaded
/// machine costs it nothing and equal command lines give equal games.
pub struct InProcess(pub Native);

impl Bot for InProcess {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        Ok(timed(|| {
            self.0.prepare_for_series();
            Ok(())
        }))
    }

    fn prepare_for_match(&mut self, game: &dyn AnyGame, seat: Seat, seed: u64) -> Result<Answer, PlatformFault> {
        Ok(timed(|| {
            game.welcome(seat, &mut self.0, seed);
            Ok(())
        }))
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, time: &Time) -> Result<Answer, PlatformFault> {
        let answer = timed(|| game.consult(seat, &mut self.0, time.left));
        Ok(Answer { belief: self.0.belief(), ..answer })
    }

    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault> {
        game.dismiss(seat, &mut self.0);
        Ok(())
    }
}

fn timed(work: impl FnOnce() -> Result<(), Foul>) -> Answer {
    let before = thread_time();
    let verdict = work();
    Answer::new(verdict, Cost { charged: thread_time().saturating_sub(before), spent: None, peak: None })
}

/// Processor time of this thread.
fn thread_time() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

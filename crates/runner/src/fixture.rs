//! Many games over all cores, with the same results on any machine.
use crate::bot::{Bot, PlatformFault};
use crate::table::{Chair, Played, Table};
use games::{Foul, Luck, PerSeat, Seat, Tape};
use rayon::prelude::*;
use std::ops::Range;

/// What to play: fixtures between the same entrants. A fixture is one piece of luck, met once in each seating, or a series of
/// such boards. Each fixture has instances of its own.
pub struct Fixtures<'a> {
    pub table: &'a Table,
    pub names: &'a [String],
    pub luck: Luck,
    /// Which fixtures of this luck.
    pub numbers: Range<u64>,
    /// With more than one board a fixture is a series, and its bots are told so.
    pub boards: u64,
    /// `seatings[game][chair]` is the entrant who sits there.
    pub seatings: &'a [Vec<usize>],
    /// Whether referee and bots of a match share one core, as programs should: a pipe between cores costs ten times as much,
    /// and a match must not take time from another one.
    pub pin: bool,
}

/// The games of one fixture: board by board, each in all seatings.
#[derive(Clone, Debug)]
pub struct FixtureResult {
    pub number: u64,
    pub games: Vec<GameResult>,
}

/// One game of a fixture, by chair.
#[derive(Clone, Debug)]
pub struct GameResult {
    pub payoffs: PerSeat<f32>,
    pub points: PerSeat<i32>,
    pub reason: String,
    pub decisions: u64,
    pub fouls: Vec<(Seat, Foul)>,
    pub tape: Option<Tape>,
}

/// As many fixtures as go to the cores at a time: enough to keep them busy, few enough to see progress.
const BATCH: u64 = 2_048;

/// Plays all fixtures; `each` gets their results in order. `summon` makes the instance of an entrant. Stops at the first
/// platform fault, or when `each` says so by returning its error.
pub fn play_fixtures<E: From<PlatformFault>>(
    plan: &Fixtures<'_>,
    summon: impl Fn(usize) -> Result<Box<dyn Bot>, PlatformFault> + Sync,
    each: impl FnMut(FixtureResult) -> Result<(), E>,
) -> Result<(), E> {
    play_crews(plan, || (0..plan.table.entry.seats).map(&summon).collect(), each)
}

/// The same, where all entrants of a fixture come together.
pub fn play_crews<E: From<PlatformFault>>(
    plan: &Fixtures<'_>,
    crew: impl Fn() -> Result<Vec<Box<dyn Bot>>, PlatformFault> + Sync,
    mut each: impl FnMut(FixtureResult) -> Result<(), E>,
) -> Result<(), E> {
    let Range { start: mut next, end: last } = plan.numbers;
    while next < last {
        let end = last.min(next + BATCH);
        let batch: Vec<_> = (next..end).into_par_iter().map(|number| play_fixture(plan, &crew, number)).collect();
        for result in batch {
            each(result?)?;
        }
        next = end;
    }
    Ok(())
}

fn play_fixture(
    plan: &Fixtures<'_>,
    crew: &impl Fn() -> Result<Vec<Box<dyn Bot>>, PlatformFault>,
    number: u64,
) -> Result<FixtureResult, PlatformFault> {
    if plan.pin {
        pin();
    }
    let luck = plan.luck.fixture(number);
    let mut bots = crew()?;
    let mut guests: Vec<Guest<'_>> =
        bots.iter_mut().zip(plan.names).zip(0..).map(|((bot, name), number)| Guest { name, number, bot: &mut **bot }).collect();
    let series = plan.boards > 1;
    let mut early = Vec::new();
    for (number, guest) in guests.iter_mut().enumerate().filter(|_| series) {
        early.extend(guest.bot.prepare_for_series()?.verdict.err().map(|foul| (number, foul)));
    }
    let mut games = Vec::with_capacity(plan.seatings.len() * plan.boards as usize);
    for board in 0..plan.boards {
        let luck = if series { luck.fixture(board + 1) } else { luck };
        for (seating, k) in plan.seatings.iter().zip(0..) {
            let mut game = play_game(plan.table, luck, k, seating, &mut guests)?;
            let seat_of = |guest: usize| Seat(seating.iter().position(|sits| *sits == guest).unwrap_or(0) as u8);
            game.fouls.extend(early.drain(..).map(|(guest, foul)| (seat_of(guest), foul)));
            games.push(game);
        }
    }
    Ok(FixtureResult { number, games })
}

/// Somebody who plays in a fixture.
pub struct Guest<'a> {
    pub name: &'a str,
    /// Its number in the run or the tournament: the address of its own dice.
    pub number: u64,
    pub bot: &'a mut dyn Bot,
}

/// Plays the `k`-th game of a fixture, whose luck is given. `seating[chair]` is the guest who sits there.
pub fn play_game(table: &Table, luck: Luck, k: u64, seating: &[usize], guests: &mut [Guest<'_>]) -> Result<GameResult, PlatformFault> {
    let mut waiting: Vec<_> = guests.iter_mut().map(Some).collect();
    let mut sit = |guest: usize| {
        let guest = waiting[guest].take().expect("a guest sits in one chair");
        Chair { name: guest.name, bot: &mut *guest.bot, seed: luck.bot(guest.number, k) }
    };
    let mut chairs: Vec<Chair<'_>> = seating.iter().map(|guest| sit(*guest)).collect();
    let Played { over, decisions, fouls, tape } = table.play(luck, &mut chairs)?;
    Ok(GameResult { payoffs: over.payoffs, points: over.points, reason: over.reason, decisions, fouls, tape })
}

fn pin() {
    pin_to(rayon::current_thread_index().unwrap_or(0));
}

/// Binds this thread, and the programs it starts from now on, to one of the cores we may use.
pub fn pin_to(slot: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    static ALLOWED: std::sync::OnceLock<Vec<usize>> = std::sync::OnceLock::new();
    let allowed = ALLOWED.get_or_init(|| {
        let set = sched_getaffinity(None).ok();
        set.map_or_else(Vec::new, |set| (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect())
    });
    if let Some(core) = allowed.get(slot % allowed.len().max(1)) {
        let mut one = CpuSet::new();
        one.set(*core);
        // Without the right to do so the match is played all the same, only slower.
        let _ = sched_setaffinity(None, &one);
    }
}

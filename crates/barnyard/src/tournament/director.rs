//! The director: hands out what the schedule says, waits for results, and shows how far it is.
use crate::failure::Failure;
use crate::output;
use crate::tournament::shelf::Shelf;
use crate::tournament::spec::Spec;
use crate::tournament::standings::{self, Records};
use crate::tournament::worker::Worker;
use games::Entry;
use indicatif::ProgressBar;
use league::{Log, Step, Total, Walk};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use store::{State, Tournament};

/// Fixtures that wait in the queue at most, and how many are added at a time.
const BACKLOG: u64 = 60_000;
const PART: usize = 20_000;

pub struct Director<'a> {
    pub shelf: &'a Shelf,
    pub tournament: &'a Tournament,
    pub spec: &'a Spec,
    pub entry: &'static Entry,
    pub names: &'a [String],
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Done,
    Stopped,
}

impl Director<'_> {
    /// Goes on until everything is played, or somebody asks to stop.
    pub fn direct(&self, worker: &Worker<'_>, bar: &ProgressBar) -> Result<Ending, Failure> {
        let id = self.tournament.id;
        let schedule = self.spec.schedule(self.entry, self.names)?;
        let depends = schedule.depends();
        let begun = if depends { self.shelf.wait(|store| store.fixtures(id))? } else { Vec::new() };
        let mut walk = Walk::resume(schedule, begun);
        let mut log = self.log()?;
        let before = log.outcomes().len() as u64;
        let per_fixture = self.spec.seating().games(self.entry.seats).len() as u64;
        let (Total::Exactly(total) | Total::AtMost(total)) = walk.total();
        bar.set_length(total * per_fixture);
        bar.set_position(before);
        bar.reset_eta();
        let mut board = Board::new(self);
        let mut over = false;
        let mut queued = self.shelf.wait(|store| store.waiting(id))?;
        loop {
            while !over && queued < BACKLOG && worker.going() {
                for fixture in self.given_up()? {
                    walk.give_up(fixture);
                }
                let mut part = Vec::new();
                // A series is put into the queue as a whole, and so is a round that the next one rests on.
                while part.len() < PART || self.spec.together() || depends {
                    match walk.next(&log) {
                        Step::Play(fixture) => part.push(fixture),
                        Step::Wait => break,
                        Step::Over => {
                            over = true;
                            break;
                        }
                    }
                }
                if part.is_empty() {
                    break;
                }
                self.shelf.wait(|store| store.enqueue(id, &part, self.spec.together()))?;
                self.check(&part)?;
                queued = self.shelf.wait(|store| store.waiting(id))?;
                if depends {
                    break;
                }
            }
            if !worker.going() {
                return Ok(if over && self.shelf.wait(|store| store.waiting(id))? == 0 { self.finish()? } else { Ending::Stopped });
            }
            queued = self.shelf.wait(|store| store.waiting(id))?;
            if queued == 0 {
                if over {
                    return self.finish();
                }
                if depends {
                    log = self.log()?;
                }
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            let games = if worker.slots > 0 && self.shelf.store.is_file() {
                before + worker.games.load(Ordering::Relaxed)
            } else {
                self.shelf.wait(|store| store.games(id))?
            };
            bar.set_position(games);
            board.show(bar)?;
            std::thread::sleep(Duration::from_millis(if queued > 50 { 50 } else { 5 }));
        }
    }

    /// The queue must hold what the schedule says: another version may have said it differently.
    fn check(&self, part: &[league::Fixture]) -> Result<(), Failure> {
        let last = part.last().expect("a part is not empty");
        let found = self.shelf.wait(|store| store.fixture(self.tournament.id, last.id))?;
        match found {
            Some(found) if found != *last => Err(Failure::refused(format!(
                "fixture {} was between others when {:?} was begun: another version of Barnyard did that, and only it can go on",
                last.id, self.tournament.name
            ))),
            _ => Ok(()),
        }
    }

    fn finish(&self) -> Result<Ending, Failure> {
        self.shelf.wait(|store| store.set_state(self.tournament.id, State::Finished))?;
        Ok(Ending::Done)
    }

    /// Everything that was played, rated or not.
    fn log(&self) -> Result<Log, Failure> {
        let rows = self.shelf.wait(|store| store.results(self.tournament.id))?;
        standings::log_of(&rows, self.names.len(), self.spec.value)
    }

    /// What nobody will play: parked, cancelled, or taken back for good.
    fn given_up(&self) -> Result<Vec<u64>, Failure> {
        let mut fixtures = self.shelf.wait(|store| store.parked(self.tournament.id))?;
        fixtures.extend(self.shelf.wait(|store| store.voided_for_good(self.tournament.id))?);
        Ok(fixtures)
    }
}

/// The top of the table while it is played.
struct Board<'a> {
    director: &'a Director<'a>,
    next: Instant,
}

impl<'a> Board<'a> {
    fn new(director: &'a Director<'a>) -> Board<'a> {
        Board { director, next: Instant::now() + Duration::from_secs(1) }
    }

    /// Now and then: the longer it takes, the more seldom.
    fn show(&mut self, bar: &ProgressBar) -> Result<(), Failure> {
        if bar.is_hidden() || Instant::now() < self.next {
            return Ok(());
        }
        let started = Instant::now();
        let records = Records::read(self.director.shelf, self.director.tournament)?;
        let top = records.standings().map(|table| table.top(5)).unwrap_or_default();
        bar.set_message(top);
        self.next = Instant::now() + (started.elapsed() * 30).max(Duration::from_secs(1));
        Ok(())
    }
}

/// A bar with the top of the table below it.
pub fn bar(wanted: bool) -> ProgressBar {
    let bar = output::progress(0, "games", wanted);
    let style = bar.style();
    let template = "{bar:32.green} {human_pos}/{human_len} games  {rate}  {eta} left\n{msg}";
    bar.set_style(style.template(template).expect("the template is good"));
    output::remark_above(&bar);
    bar
}

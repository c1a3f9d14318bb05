//! A worker: some slots that claim, play and record, whatever tournament there is. The same here and on many machines.
use crate::House;
use crate::failure::Failure;
use crate::output;
use crate::tournament::shelf::Shelf;
use crate::tournament::stage::{Kept, Stage};
use crate::tournament::{gauge, owner, stop};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use store::{Claim, Finished, Store, WorkerRow};

/// Whoever is not heard of for so long has lost its fixtures.
const LEASE: Duration = Duration::from_secs(60);
const HEARTBEAT: Duration = Duration::from_secs(15);
/// A claim should be played in about this time, so that the database is asked seldom.
const BATCH: Duration = Duration::from_secs(1);
const MOST_JOBS: u32 = 20_000;
/// How long the machine is measured.
const GAUGE: Duration = Duration::from_secs(1);
/// So long others may come for fixtures that we cannot play.
const DEFERENCE: Duration = Duration::from_secs(3);

pub struct Worker<'a> {
    pub house: &'a House,
    pub shelf: &'a Shelf,
    /// Only this tournament, or any.
    pub only: Option<i64>,
    pub slots: usize,
    pub owner: String,
    /// Whether the machine is measured first: where programs play, its speed matters.
    pub gauged: bool,
    stages: Mutex<BTreeMap<i64, Arc<Stage>>>,
    /// Games recorded by this worker, and an end to all slots.
    pub games: AtomicU64,
    quit: AtomicBool,
    failure: Mutex<Option<Failure>>,
    /// Hears of each fault.
    tell: Box<dyn Fn(&str) + Sync + Send + 'a>,
}

impl<'a> Worker<'a> {
    pub fn new(house: &'a House, shelf: &'a Shelf, only: Option<i64>, slots: usize, tell: impl Fn(&str) + Sync + Send + 'a) -> Worker<'a> {
        Worker {
            house,
            shelf,
            only,
            slots,
            owner: owner::name(),
            gauged: false,
            stages: Mutex::default(),
            games: AtomicU64::new(0),
            quit: AtomicBool::new(false),
            failure: Mutex::default(),
            tell: Box::new(tell),
        }
    }

    /// Ends all slots, after what they are playing.
    pub fn quit(&self) {
        self.quit.store(true, Ordering::SeqCst);
    }

    pub fn going(&self) -> bool {
        !self.quit.load(Ordering::SeqCst) && !stop::asked()
    }

    /// Works until somebody says quit, while `meanwhile` runs in this thread. What was claimed and not played goes back.
    pub fn run<T>(&self, meanwhile: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
        if self.gauged && self.slots > 0 {
            let speed = gauge::speed(self.house, GAUGE) as i64;
            let row = WorkerRow { name: self.owner.clone(), slots: self.slots as i64, speed };
            self.shelf.wait(|store| store.note_worker(&row))?;
        }
        let done = std::thread::scope(|scope| {
            let slots: Vec<_> = (0..self.slots).map(|slot| scope.spawn(move || self.guard(|| self.slot(slot)))).collect();
            let pulse = scope.spawn(|| self.guard(|| self.pulse()));
            let done = meanwhile();
            self.quit();
            slots.into_iter().chain([pulse]).for_each(|thread| thread.join().expect("a slot does not panic"));
            done
        });
        let failed = self.failure.lock().expect("nobody panics with it").take();
        if let Some(failure) = failed {
            return Err(failure);
        }
        done
    }

    fn guard(&self, work: impl FnOnce() -> Result<(), Failure>) {
        if let Err(failure) = work() {
            self.failure.lock().expect("nobody panics with it").get_or_insert(failure);
            self.quit();
        }
    }

    async fn give_back(&self, store: &Store, slot: usize) -> Result<u64, store::Error> {
        store.give_back(&owner::slot(&self.owner, slot)).await
    }

    fn slot(&self, slot: usize) -> Result<(), Failure> {
        let mut kept = Kept::new();
        let mut jobs = 1u32;
        let mut pause = Duration::from_millis(5);
        let mut idle = Instant::now();
        while self.going() {
            let unable = self.unable();
            let mut claims = self.claim(slot, jobs, &unable)?;
            if !claims.is_empty() {
                idle = Instant::now();
            } else if !unable.is_empty() && idle.elapsed() > DEFERENCE && !self.others(&unable)? {
                // Nobody else plays it either: it must fail often enough to be given up.
                claims = self.claim(slot, jobs, &[])?;
            }
            if claims.is_empty() {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(500));
                continue;
            }
            pause = Duration::from_millis(5);
            let started = Instant::now();
            let played = self.play(&claims, &mut kept, slot)?;
            self.record(&played)?;
            let speed = BATCH.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-6);
            // Not more than eight times as many at once: the first games of a bot may be its slowest.
            jobs = ((f64::from(jobs) * speed.min(8.0)) as u32).clamp(1, MOST_JOBS);
        }
        // At once: another slot may be busy with a long game, and somebody else may want to play this.
        self.shelf.wait(|store| self.give_back(store, slot)).map(drop)
    }

    /// The next jobs of a slot, which has none when it asks.
    fn claim(&self, slot: usize, jobs: u32, unable: &[(i64, u32)]) -> Result<Vec<Claim>, Failure> {
        let owner = &owner::slot(&self.owner, slot);
        let mut again = false;
        self.shelf.wait(|store| {
            let lost = std::mem::replace(&mut again, true);
            async move {
                if lost {
                    // The answer to the last try may have been lost on its way: nobody would ever play what it said.
                    store.give_back(owner).await?;
                }
                store.claim_without(owner, self.only, jobs, LEASE, unable).await
            }
        })
    }

    /// Bots that cannot play here, by tournament and number.
    fn unable(&self) -> Vec<(i64, u32)> {
        let stages = self.stages.lock().expect("nobody panics with it");
        stages.iter().flat_map(|(tournament, stage)| stage.unable().map(|(entrant, _)| (*tournament, entrant))).collect()
    }

    /// Whether somebody else plays one of these tournaments now.
    fn others(&self, unable: &[(i64, u32)]) -> Result<bool, Failure> {
        let mut found = false;
        for (tournament, _) in unable {
            let owners = self.shelf.wait(|store| store.owners(*tournament))?;
            found |= owners.iter().any(|owner| !owner.starts_with(&self.owner));
        }
        Ok(found)
    }

    /// Plays job after job. What fails on our side goes back by itself; the rest of a claim stays behind when we are to stop.
    fn play(&self, claims: &[Claim], kept: &mut Kept, slot: usize) -> Result<Vec<Finished>, Failure> {
        let mut finished = Vec::with_capacity(claims.len());
        for job in claims.chunk_by(|_, next| next.span == 0) {
            if !self.going() {
                break;
            }
            let stage = self.stage(job[0].tournament)?;
            if stage.programs() {
                runner::pin_to(slot);
            }
            let mut made = Vec::new();
            let played = stage.play(job, kept, &self.owner, |entrant| made.push(entrant), || self.going());
            for entrant in made {
                self.shelf.wait(|store| store.note_instance(stage.tournament.id, entrant, &self.owner))?;
            }
            match played {
                Ok(played) => {
                    let played = played.unwrap_or_default();
                    played.iter().for_each(|one| self.tell_faults(&stage, one));
                    finished.extend(played);
                }
                Err(fault) => {
                    let parked = self.shelf.wait(|store| store.fail(job, &fault.0))?;
                    let then = if parked { "given up" } else { "to be played again" };
                    (self.tell)(&format!("fixture {}: {fault}: {then}", job[0].fixture.id));
                }
            }
        }
        Ok(finished)
    }

    fn record(&self, finished: &[Finished]) -> Result<(), Failure> {
        if !finished.is_empty() {
            let games = self.shelf.wait(|store| store.record(finished))?;
            self.games.fetch_add(games, Ordering::Relaxed);
        }
        Ok(())
    }

    fn tell_faults(&self, stage: &Stage, fixture: &Finished) {
        for (k, game) in fixture.games.iter().enumerate() {
            if let Some(foul) = game.fouls.first() {
                let name = game.seats.get(usize::from(foul.seat)).map_or("somebody", |seat| &stage.names[seat.0 as usize]);
                (self.tell)(&format!("fixture {}.{k}: {name}: {}: {}", fixture.fixture, foul.kind, foul.why));
            }
        }
    }

    /// The tournament of a claim, opened at the first one.
    fn stage(&self, tournament: i64) -> Result<Arc<Stage>, Failure> {
        let mut stages = self.stages.lock().expect("nobody panics with it");
        if let Some(stage) = stages.get(&tournament) {
            return Ok(stage.clone());
        }
        let all = self.shelf.wait(|store| store.tournaments())?;
        let found = all.into_iter().find(|one| one.id == tournament).expect("a claim is of a tournament");
        let stage = Arc::new(Stage::open(self.house, self.shelf, found)?);
        stage.unable().for_each(|(_, told)| (self.tell)(&format!("{:?}: {told}: others may play it", stage.tournament.name)));
        stages.insert(tournament, stage.clone());
        Ok(stage)
    }

    /// Says that we live, and takes back what the dead had.
    fn pulse(&self) -> Result<(), Failure> {
        let mut last: Option<Instant> = None;
        while self.going() {
            if last.is_none_or(|last| last.elapsed() >= HEARTBEAT) {
                for slot in 0..self.slots {
                    let owner = &owner::slot(&self.owner, slot);
                    self.shelf.wait(|store| store.heartbeat(owner, LEASE))?;
                }
                let expired = self.shelf.wait(|store| store.expire())?;
                for (_, fixture) in expired.parked {
                    (self.tell)(&format!("fixture {fixture}: {} workers did not come back from it: given up", store::ATTEMPTS));
                }
                last = Some(Instant::now());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }
}

/// What dead processes of this machine had goes back at once.
pub fn bury_the_dead(shelf: &Shelf, tournament: i64) -> Result<(), Failure> {
    for owner in shelf.wait(|store| store.owners(tournament))? {
        if owner::is_dead(&owner) {
            shelf.wait(|store| store.bury(&owner))?;
        }
    }
    Ok(())
}

/// What was asked for, but never more games with programs than there are cores: they would wait for each other.
pub fn fair_slots(wanted: usize) -> usize {
    let cores = usual_slots(false);
    if wanted > cores {
        output::remark(&format!("{wanted} games at a time would not be fair to programs on {cores} cores: {cores} are played"));
    }
    wanted.min(cores)
}

/// As many games at a time as this machine can serve fairly: all cores on a laptop, and one less on a server.
pub fn usual_slots(server: bool) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if server { cores.saturating_sub(1).max(1) } else { cores }
}

//! `barnyard worker`: plays whatever waits in a database.
use crate::failure::Failure;
use crate::tournament::shelf::{PATIENCE, Place};
use crate::tournament::stop;
use crate::tournament::worker::{Worker, bury_the_dead, fair_slots, usual_slots};
use crate::{House, output};
use std::sync::atomic::Ordering;
use std::time::Duration;
use store::State;

/// Play the fixtures of tournaments that others direct
#[derive(clap::Args, Debug)]
#[command(after_help = "Start as many as there are machines; each plays fixtures that nobody else has. One that dies loses nothing:
its fixtures go to another. Paths of bots must lead to the same files on every machine.

Examples:
  barnyard worker --database postgres://ada@host/yard
  barnyard worker --database postgres://ada@host/yard --jobs 8 --drain")]
pub struct WorkerArgs {
    #[command(flatten)]
    place: Place,
    /// Only this tournament
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Games at a time (one less than there are cores unless given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    jobs: Option<u32>,
    /// How long to try again when the database does not answer
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE)]
    patience: u64,
    /// Stop when no tournament is running
    #[arg(long)]
    drain: bool,
    /// Print nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

impl WorkerArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let mut shelf = self.place.look()?;
        shelf.patience = Duration::from_secs(self.patience);
        let only = self.name.as_ref().map(|name| shelf.wait(|store| store.tournament(Some(name))).map(|one| one.id)).transpose()?;
        let slots = self.jobs.map_or_else(|| usual_slots(true), |jobs| fair_slots(jobs as usize));
        let mut worker = Worker::new(house, &shelf, only, slots, |text| {
            if !self.quiet {
                output::remark(text);
            }
        });
        worker.gauged = true;
        stop::listen();
        if !self.quiet {
            output::remark(&format!("worker {} with {slots} slots", worker.owner));
        }
        worker.run(|| {
            while worker.going() {
                let running: Vec<_> = shelf
                    .wait(|store| store.tournaments())?
                    .into_iter()
                    .filter(|one| one.state == State::Running && only.is_none_or(|only| only == one.id))
                    .collect();
                if self.drain && running.is_empty() {
                    break;
                }
                running.iter().try_for_each(|one| bury_the_dead(&shelf, one.id))?;
                std::thread::sleep(Duration::from_millis(500));
            }
            Ok(())
        })?;
        if !self.quiet {
            output::remark(&format!("{} games recorded", worker.games.load(Ordering::Relaxed)));
        }
        shelf.close();
        Ok(())
    }
}

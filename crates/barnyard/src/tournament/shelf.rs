//! The database as commands use it: they wait for it, and are patient with it.
use crate::failure::Failure;
use crate::output;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{Error, Store, Tournament};
use tokio::runtime::{Builder, Runtime};

/// Where tournaments are kept.
#[derive(clap::Args, Clone, Debug)]
pub struct Place {
    /// The database: a SQLite file, or postgres://USER@HOST/NAME
    #[arg(long, value_name = "PATH|URL", default_value = "barnyard.db")]
    pub database: String,
}

/// And which of them.
#[derive(clap::Args, Clone, Debug)]
pub struct Which {
    #[command(flatten)]
    pub place: Place,
    /// The tournament; the newest unless given
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
}

pub struct Shelf {
    pub store: Store,
    runtime: Runtime,
    /// How long to try again while the database is away.
    pub patience: Duration,
    /// Whether somebody was told that it is away.
    away: AtomicBool,
}

/// Seconds of patience unless somebody says otherwise.
pub const PATIENCE: u64 = 30;

impl Place {
    /// The database, made if there is none.
    pub fn open(&self) -> Result<Shelf, Failure> {
        self.opened(|place| async move { Store::open(&place).await })
    }

    /// The database, if there is one.
    pub fn look(&self) -> Result<Shelf, Failure> {
        self.opened(|place| async move { Store::open_existing(&place).await })
    }

    fn opened<F: Future<Output = Result<Store, Error>>>(&self, open: impl FnOnce(String) -> F) -> Result<Shelf, Failure> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| Failure::refused(format!("no thread for the database can be started: {error}")))?;
        let store = runtime.block_on(open(self.database.clone())).map_err(said)?;
        Ok(Shelf { store, runtime, patience: Duration::from_secs(PATIENCE), away: AtomicBool::new(false) })
    }
}

impl Which {
    pub fn look(&self) -> Result<(Shelf, Tournament), Failure> {
        let shelf = self.place.look()?;
        let tournament = shelf.wait(|store| async move { store.tournament(self.name.as_deref()).await })?;
        Ok((shelf, tournament))
    }
}

impl Shelf {
    /// Does something with the store. While the database is away it is tried again, for as long as we are patient.
    pub fn wait<'a, T, F: Future<Output = Result<T, Error>>>(&'a self, mut work: impl FnMut(&'a Store) -> F) -> Result<T, Failure> {
        let started = Instant::now();
        let mut pause = Duration::from_millis(100);
        loop {
            match self.runtime.block_on(work(&self.store)) {
                Ok(done) => {
                    if self.away.swap(false, Ordering::Relaxed) {
                        output::remark(&format!("{} answers again", self.store.place()));
                    }
                    return Ok(done);
                }
                Err(error) if error.passes() && started.elapsed() < self.patience => {
                    if pause == Duration::from_millis(400) && !self.away.swap(true, Ordering::Relaxed) {
                        output::remark(&format!("{error}; trying again for {} s", self.patience.as_secs()));
                    }
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_secs(2));
                }
                Err(error) => return Err(said(error)),
            }
        }
    }

    pub fn close(&self) {
        self.runtime.block_on(self.store.close());
    }
}

fn said(error: Error) -> Failure {
    let later = matches!(error, Error::Gone { .. } | Error::Full { .. });
    Failure::refused(if later {
        format!("{error}; nothing recorded is lost, and barnyard tournament --resume goes on from here")
    } else {
        error.to_string()
    })
}

//! What can go wrong with a database, as sentences.
use crate::base::plain;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    #[error("{place} cannot be opened: {why}")]
    Closed { place: String, why: String },
    #[error("{place} was written by a newer Barnyard: its tables are of version {found}, and this one knows {known}")]
    Newer { place: String, found: i64, known: i64 },
    #[error("{0} holds no tournament yet")]
    Empty(String),
    #[error("{place} holds no tournament called {name:?}; there are {known}")]
    Unknown { place: String, name: String, known: String },
    #[error("{place} has a tournament called {name:?} already: go on with it with --resume, or choose another --name")]
    Taken { place: String, name: String },
    #[error("there is no fixture {fixture} with a result in {name:?}")]
    NoFixture { name: String, fixture: u64 },
    #[error("the disk is full: {place} cannot grow")]
    Full { place: String },
    #[error("{place} does not answer: {why}")]
    Gone { place: String, why: String },
    #[error("{place}: {why}")]
    Damaged { place: String, why: String },
}

impl Error {
    /// Whether it may work in a moment: the database was away or busy.
    pub fn passes(&self) -> bool {
        matches!(self, Error::Gone { .. })
    }

    pub(crate) fn of(place: &str, error: sqlx::Error) -> Error {
        let place = place.to_string();
        let why = plain(&error);
        let code = error.as_database_error().and_then(|error| error.code()).map(|code| code.into_owned()).unwrap_or_default();
        // SQLite: 13 full, 5 busy, 6 locked. PostgreSQL: 53100 full, 57 and 08 shut down, 40 to be tried again.
        let passing = ["5", "6", "261", "517"].contains(&code.as_str())
            || ["57", "08", "40"].iter().any(|class| code.len() == 5 && code.starts_with(class));
        match error {
            _ if code == "13" || code == "53100" => Error::Full { place },
            _ if passing => Error::Gone { place, why },
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Error::Gone { place, why }
            }
            _ => Error::Damaged { place, why },
        }
    }
}

//! The connection: one file, or a server.
use crate::error::Error;
use sqlx::any::{AnyArguments, AnyPoolOptions, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Executor, Transaction};
use std::path::Path;
use std::time::Duration;

/// A database of tournaments.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) pool: AnyPool,
    pub(crate) kind: Kind,
    pub(crate) place: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

impl Store {
    /// Opens a database and brings its tables up to date. A path is a SQLite file, made where there is none; `postgres://` is
    /// a server.
    pub async fn open(place: &str) -> Result<Store, Error> {
        let store = Store::connect(place).await?;
        match store.migrate().await {
            Ok(()) => Ok(store),
            Err(Error::Damaged { place, why }) => Err(Error::Closed { place, why }),
            Err(error) => Err(error),
        }
    }

    pub(crate) async fn connect(place: &str) -> Result<Store, Error> {
        sqlx::any::install_default_drivers();
        let kind = if is_server(place) { Kind::Postgres } else { Kind::Sqlite };
        let (url, told) = match kind {
            Kind::Postgres => (place.to_string(), without_password(place)),
            Kind::Sqlite => (format!("sqlite://{}?mode=rwc", escaped(place)), place.to_string()),
        };
        let refuse = |error: sqlx::Error| Error::Closed { place: told.clone(), why: plain(&error) };
        // One writer at a time is all that SQLite has; the others would only wait for it.
        let most = if kind == Kind::Sqlite { 1 } else { 8 };
        let options =
            AnyPoolOptions::new().max_connections(most).acquire_timeout(Duration::from_secs(10)).after_connect(move |connection, _| {
                Box::pin(async move {
                    if kind == Kind::Sqlite {
                        // A crash of the program loses nothing; a crash of the machine at most the last moments, which are played again.
                        // A look at a part of the rows tells the planner enough: a whole log would be read again with every part of the queue.
                        for pragma in [
                            "busy_timeout = 20000",
                            "journal_mode = WAL",
                            "synchronous = NORMAL",
                            "cache_size = -65536",
                            "analysis_limit = 1000",
                        ] {
                            connection.execute(AssertSqlSafe(format!("PRAGMA {pragma}"))).await?;
                        }
                    }
                    Ok(())
                })
            });
        // A first connection of its own: a pool would try again and again, and then know no reason.
        let mut first = AnyConnection::connect(&url).await.map_err(refuse)?;
        first.execute("SELECT 1").await.map_err(refuse)?;
        if kind == Kind::Sqlite {
            first.execute("PRAGMA schema_version").await.map_err(refuse)?;
        }
        first.close().await.map_err(refuse)?;
        let pool = options.connect(&url).await.map_err(refuse)?;
        Ok(Store { pool, kind, place: told.clone() })
    }

    /// The same, but only if there is one.
    pub async fn open_existing(place: &str) -> Result<Store, Error> {
        if !is_server(place) && !Path::new(place).is_file() {
            return Err(Error::Closed { place: place.into(), why: "there is no such file".into() });
        }
        Store::open(place).await
    }

    /// Where it is, without a password.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Whether only programs of this machine can use it.
    pub fn is_file(&self) -> bool {
        self.kind == Kind::Sqlite
    }

    pub async fn close(&self) {
        self.pool.close().await;
    }

    pub(crate) fn wrong(&self, error: sqlx::Error) -> Error {
        Error::of(&self.place, error)
    }

    /// A transaction that writes.
    pub(crate) async fn write(&self) -> Result<Transaction<'static, Any>, Error> {
        let begun = match self.kind {
            Kind::Sqlite => self.pool.begin_with("BEGIN IMMEDIATE").await,
            Kind::Postgres => self.pool.begin().await,
        };
        begun.map_err(|error| self.wrong(error))
    }

    /// Milliseconds since 1970 as the database tells them, so that workers need not agree on the time.
    pub(crate) fn now(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "CAST(unixepoch('subsec') * 1000 AS BIGINT)",
            Kind::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }

    /// What a claim says about rows that another worker is just taking.
    pub(crate) fn skip_locked(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => "",
            Kind::Postgres => "FOR UPDATE SKIP LOCKED",
        }
    }

    /// From what a claim picked to all its fixtures, in the one way that is not quadratic: SQLite goes from left to right if it
    /// is told CROSS JOIN, and PostgreSQL wants the numbers spelled out.
    pub(crate) fn spread(&self) -> &'static str {
        match self.kind {
            Kind::Sqlite => {
                "SELECT f.tournament, f.id FROM picked CROSS JOIN fixtures f
                 WHERE f.tournament = picked.tournament AND f.id >= picked.id AND f.id < picked.id + picked.span"
            }
            Kind::Postgres => "SELECT picked.tournament, n FROM picked, generate_series(picked.id, picked.id + picked.span - 1) AS n",
        }
    }

    /// After many rows came in: the planner must know.
    pub(crate) async fn analyze(&self) -> Result<(), Error> {
        sql("ANALYZE").execute(&self.pool).await.map(drop).map_err(|error| self.wrong(error))
    }

    pub(crate) async fn all(&self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>, Error> {
        query.fetch_all(&self.pool).await.map_err(|error| self.wrong(error))
    }

    pub(crate) async fn run(&self, query: Query<'_, Any, AnyArguments>) -> Result<u64, Error> {
        query.execute(&self.pool).await.map(|done| done.rows_affected()).map_err(|error| self.wrong(error))
    }
}

/// A statement of ours; values are always bound.
pub(crate) fn sql(text: impl Into<String>) -> Query<'static, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(text.into()))
}

/// A statement whose text differs each time: not worth remembering.
pub(crate) fn odd(text: String) -> Query<'static, Any, AnyArguments> {
    sqlx::query(AssertSqlSafe(text)).persistent(false)
}

/// `($1, $2), ($3, $4)`: so many rows of so many columns, from a number on.
pub(crate) fn places(rows: usize, columns: usize, from: usize, kind: Kind) -> String {
    let row = |row: usize| {
        let columns: Vec<String> = (0..columns).map(|column| place(from + row * columns + column, kind)).collect();
        format!("({})", columns.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// One place of a long statement. SQLite looks for a numbered place among all others, so there they have no number: a
/// statement has either kind.
pub(crate) fn place(number: usize, kind: Kind) -> String {
    match kind {
        Kind::Sqlite => "?".into(),
        Kind::Postgres => format!("${number}"),
    }
}

/// Rows that go into one statement.
pub(crate) const ROWS: usize = 400;

pub(crate) fn is_server(place: &str) -> bool {
    place.starts_with("postgres://") || place.starts_with("postgresql://")
}

fn escaped(path: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    path.bytes().map(letter).collect()
}

/// `postgres://ada@host/yard`, whatever stood between the name and the host.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.into() };
    let Some((user, host)) = rest.split_once('@') else { return url.into() };
    format!("{scheme}://{}@{host}", user.split(':').next().unwrap_or(user))
}

/// What went wrong, without whose word it is.
pub(crate) fn plain(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::PoolTimedOut => "nobody answers there".into(),
        sqlx::Error::Database(error) => error.message().to_string(),
        error => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(without_password("postgres://ada:secret@host:5432/yard"), "postgres://ada@host:5432/yard");
        assert_eq!(without_password("postgres://host/yard"), "postgres://host/yard");
    }

    #[test]
    fn rows_have_their_places() {
        assert_eq!(places(2, 3, 2, Kind::Postgres), "($2, $3, $4), ($5, $6, $7)");
        assert_eq!(places(2, 2, 2, Kind::Sqlite), "(?, ?), (?, ?)");
        assert_eq!(escaped("a b?.db"), "a%20b%3F.db");
    }
}

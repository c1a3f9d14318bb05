//! The tables, and the steps that lead to them. A step that was released is never changed: write another one.
use crate::base::{Kind, Store, sql};
use crate::error::Error;

/// The version of the tables that this program writes.
pub const VERSION: i64 = STEPS.len() as i64;

/// `{BYTES}` and `{KEYED}` are spelled by the database.
const STEPS: &[&[&str]] = &[FIRST, MACHINES_AND_SOURCES];

const FIRST: &[&str] = &[
    "CREATE TABLE tournaments (
        id BIGINT PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, spec TEXT NOT NULL, state TEXT NOT NULL,
        priority BIGINT NOT NULL)",
    "CREATE TABLE entrants (
        tournament BIGINT NOT NULL, number BIGINT NOT NULL, name TEXT NOT NULL, hash TEXT NOT NULL,
        PRIMARY KEY (tournament, number), UNIQUE (tournament, name)) {KEYED}",
    // A fixture is its own place in the queue. The first of those that are played together has their number in `span`, the
    // others have zero.
    "CREATE TABLE fixtures (
        tournament BIGINT NOT NULL, id BIGINT NOT NULL, span BIGINT NOT NULL, round BIGINT NOT NULL, meeting BIGINT NOT NULL,
        entrants TEXT NOT NULL, seatings TEXT NOT NULL, take BIGINT NOT NULL, state BIGINT NOT NULL, priority BIGINT NOT NULL,
        owner TEXT NOT NULL, lease_until BIGINT NOT NULL, attempts BIGINT NOT NULL,
        PRIMARY KEY (tournament, id)) {KEYED}",
    // What a claim looks for, in its order; and what is being played.
    "CREATE INDEX fixtures_open ON fixtures (priority DESC, tournament, id) WHERE state = 0 AND span > 0",
    "CREATE INDEX fixtures_leased ON fixtures (owner, tournament, id) WHERE state = 1",
    // The log. It only grows: `take` tells a game that was played again from the first one.
    "CREATE TABLE results (
        tournament BIGINT NOT NULL, fixture BIGINT NOT NULL, take BIGINT NOT NULL, game BIGINT NOT NULL,
        seats TEXT NOT NULL, reason TEXT NOT NULL, decisions BIGINT NOT NULL, level TEXT NOT NULL, worker TEXT NOT NULL,
        PRIMARY KEY (tournament, fixture, take, game)) {KEYED}",
    "CREATE TABLE faults (
        tournament BIGINT NOT NULL, fixture BIGINT NOT NULL, take BIGINT NOT NULL, game BIGINT NOT NULL, seat BIGINT NOT NULL,
        entrant BIGINT NOT NULL, kind TEXT NOT NULL, why TEXT NOT NULL, times BIGINT NOT NULL,
        PRIMARY KEY (tournament, fixture, take, game, seat, kind)) {KEYED}",
    "CREATE TABLE voids (
        tournament BIGINT NOT NULL, fixture BIGINT NOT NULL, game BIGINT NOT NULL, take BIGINT NOT NULL, why TEXT NOT NULL,
        PRIMARY KEY (tournament, fixture, game, take)) {KEYED}",
    "CREATE TABLE tapes (
        tournament BIGINT NOT NULL, fixture BIGINT NOT NULL, take BIGINT NOT NULL, game BIGINT NOT NULL, bytes {BYTES} NOT NULL,
        PRIMARY KEY (tournament, fixture, take, game))",
    // When a worker made an instance that outlives a series.
    "CREATE TABLE instances (
        tournament BIGINT NOT NULL, entrant BIGINT NOT NULL, worker TEXT NOT NULL, number BIGINT NOT NULL,
        PRIMARY KEY (tournament, entrant, worker, number)) {KEYED}",
];

/// How fast workers are, and which entrants are samples that were handed out.
const MACHINES_AND_SOURCES: &[&str] = &[
    "CREATE TABLE workers (name TEXT PRIMARY KEY, slots BIGINT NOT NULL, speed BIGINT NOT NULL)",
    "ALTER TABLE entrants ADD COLUMN source TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE entrants ADD COLUMN sample BIGINT NOT NULL DEFAULT 0",
];

impl Store {
    /// Brings the tables to our version; several programs may try at once.
    pub(crate) async fn migrate(&self) -> Result<(), Error> {
        self.migrate_to(STEPS).await
    }

    async fn migrate_to(&self, steps: &[&[&str]]) -> Result<(), Error> {
        let mut all = self.write().await?;
        if self.kind == Kind::Postgres {
            // Any number that nobody else uses: it stands for the tables.
            sql("SELECT pg_advisory_xact_lock(4560367)").execute(&mut *all).await.map_err(|error| self.wrong(error))?;
        }
        sql("CREATE TABLE IF NOT EXISTS barnyard_schema (version BIGINT PRIMARY KEY)")
            .execute(&mut *all)
            .await
            .map_err(|error| self.wrong(error))?;
        let found = sqlx::query_as::<_, (i64,)>("SELECT COALESCE(MAX(version), 0) FROM barnyard_schema");
        let (found,) = found.fetch_one(&mut *all).await.map_err(|error| self.wrong(error))?;
        if found > VERSION {
            return Err(Error::Newer { place: self.place.clone(), found, known: VERSION });
        }
        let (bytes, keyed) = match self.kind {
            Kind::Sqlite => ("BLOB", "WITHOUT ROWID"),
            Kind::Postgres => ("BYTEA", ""),
        };
        for (number, step) in steps.iter().enumerate().skip(found as usize) {
            for statement in *step {
                let statement = statement.replace("{BYTES}", bytes).replace("{KEYED}", keyed);
                sql(statement).execute(&mut *all).await.map_err(|error| self.wrong(error))?;
            }
            sql("INSERT INTO barnyard_schema (version) VALUES ($1)")
                .bind(number as i64 + 1)
                .execute(&mut *all)
                .await
                .map_err(|error| self.wrong(error))?;
        }
        all.commit().await.map_err(|error| self.wrong(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NewTournament;

    /// What an older version wrote is there after each step.
    #[test]
    fn an_older_database_is_brought_up_to_date() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("old.db").display().to_string();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let old = Store::connect(&place).await.unwrap();
            old.migrate_to(&STEPS[..1]).await.unwrap();
            sql("INSERT INTO tournaments VALUES (1, 'old', 'nim', '{}', 'running', 0)").execute(&old.pool).await.unwrap();
            sql("INSERT INTO entrants VALUES (1, 0, 'Ada', 'abc')").execute(&old.pool).await.unwrap();
            old.close().await;
            let new = Store::open(&place).await.unwrap();
            let ada = new.entrants(1).await.unwrap().remove(0);
            assert_eq!((&*ada.name, &*ada.hash, &*ada.source, ada.sample), ("Ada", "abc", "", false));
            let next = NewTournament { name: "next".into(), game: "nim".into(), spec: "{}".into(), entrants: vec!["Bob".into()] };
            assert_eq!(new.create(&next).await.unwrap().id, 2);
            new.close().await;
        });
    }
}

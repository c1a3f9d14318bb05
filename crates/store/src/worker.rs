//! Who played, and how fast the machine was.
use crate::base::{Store, sql};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use sqlx::Row as _;
use sqlx::any::AnyRow;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkerRow {
    /// As results name it.
    pub name: String,
    pub slots: i64,
    /// Steps of random games a second on one core.
    pub speed: i64,
}

impl Store {
    /// A worker begins; a name is used once.
    pub async fn note_worker(&self, worker: &WorkerRow) -> Result<(), Error> {
        let text = "INSERT INTO workers (name, slots, speed) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
        self.run(sql(text).bind(worker.name.clone()).bind(worker.slots).bind(worker.speed)).await.map(drop)
    }

    /// Those that were measured and played in a tournament.
    pub async fn workers(&self, tournament: i64) -> Result<Vec<WorkerRow>, Error> {
        let text = "SELECT name, slots, speed FROM workers
            WHERE name IN (SELECT DISTINCT worker FROM results WHERE tournament = $1) ORDER BY name";
        let rows = self.all(sql(text).bind(tournament)).await?;
        let read = |row: &AnyRow| Ok(WorkerRow { name: row.try_get(0)?, slots: row.try_get(1)?, speed: row.try_get(2)? });
        rows.iter().map(|row| self.read(read(row))).collect()
    }
}

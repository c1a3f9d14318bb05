//! Faults: what bots did wrong, and what went wrong on our side.
use crate::base::{ROWS, Store, odd, places, sql};
use crate::error::Error;
use serde::{Deserialize, Serialize};
use sqlx::any::AnyRow;
use sqlx::{Any, Row as _, Transaction};

/// The kind of a fault that is ours. Its seat and entrant are -1, and its game is the number of the attempt.
pub const PLATFORM: &str = "platform";

/// One kind of fault of one seat in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultRow {
    pub fixture: u64,
    pub take: i64,
    pub game: i64,
    pub seat: i64,
    pub entrant: i64,
    pub kind: String,
    /// What was said the first time.
    pub why: String,
    pub times: i64,
}

impl Store {
    /// All faults of a tournament, by fixture and game.
    pub async fn faults(&self, tournament: i64) -> Result<Vec<FaultRow>, Error> {
        let text = "SELECT fixture, take, game, seat, entrant, kind, why, times FROM faults WHERE tournament = $1
            ORDER BY fixture, take, game, seat, kind";
        let rows = self.all(sql(text).bind(tournament)).await?;
        rows.iter().map(|row| self.read(fault(row))).collect()
    }

    pub(crate) async fn add_faults(&self, all: &mut Transaction<'static, Any>, tournament: i64, faults: &[FaultRow]) -> Result<(), Error> {
        for rows in faults.chunks(ROWS) {
            let mut query = odd(format!(
                "INSERT INTO faults (tournament, fixture, take, game, seat, entrant, kind, why, times) VALUES {} ON CONFLICT DO NOTHING",
                places(rows.len(), 9, 1, self.kind)
            ));
            for row in rows {
                query = query.bind(tournament).bind(row.fixture as i64).bind(row.take).bind(row.game).bind(row.seat).bind(row.entrant);
                query = query.bind(row.kind.clone()).bind(row.why.clone()).bind(row.times);
            }
            query.execute(&mut **all).await.map_err(|error| self.wrong(error))?;
        }
        Ok(())
    }
}

fn fault(row: &AnyRow) -> Result<FaultRow, sqlx::Error> {
    Ok(FaultRow {
        fixture: row.try_get::<i64, _>(0)? as u64,
        take: row.try_get(1)?,
        game: row.try_get(2)?,
        seat: row.try_get(3)?,
        entrant: row.try_get(4)?,
        kind: row.try_get(5)?,
        why: row.try_get(6)?,
        times: row.try_get(7)?,
    })
}

//! Packed tapes, by game.
use crate::base::{Store, sql};
use crate::error::Error;
use sqlx::Row as _;
use sqlx::any::AnyRow;

/// Which game a tape is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TapeKey {
    pub fixture: u64,
    pub take: i64,
    pub game: u32,
}

impl Store {
    /// Which games have a tape.
    pub async fn tapes(&self, tournament: i64) -> Result<Vec<TapeKey>, Error> {
        let rows = self
            .all(sql("SELECT fixture, take, game FROM tapes WHERE tournament = $1 ORDER BY fixture, take, game").bind(tournament))
            .await?;
        let read = |row: &AnyRow| {
            Ok(TapeKey { fixture: row.try_get::<i64, _>(0)? as u64, take: row.try_get(1)?, game: row.try_get::<i64, _>(2)? as u32 })
        };
        rows.iter().map(|row| self.read(read(row))).collect()
    }

    pub async fn tape(&self, tournament: i64, key: TapeKey) -> Result<Option<Vec<u8>>, Error> {
        let text = "SELECT bytes FROM tapes WHERE tournament = $1 AND fixture = $2 AND take = $3 AND game = $4";
        let query = sql(text).bind(tournament).bind(key.fixture as i64).bind(key.take).bind(i64::from(key.game));
        self.all(query).await?.first().map(|row| self.read(row.try_get(0))).transpose()
    }
}

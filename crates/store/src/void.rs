//! Games that the organizer took back: a later row beside the result, which stays.
use crate::base::{Store, sql};
use crate::error::Error;
use crate::tournament::Tournament;
use serde::{Deserialize, Serialize};
use sqlx::Row as _;
use sqlx::any::AnyRow;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VoidRow {
    pub fixture: u64,
    pub take: i64,
    /// -1: all games of the fixture.
    pub game: i64,
    pub why: String,
}

impl Store {
    /// Takes back a fixture, or one game of it. `again`: the fixture is put into the queue once more, with the same luck; then all of
    /// its games are taken back. Gives whether anything changed.
    pub async fn void(&self, tournament: &Tournament, fixture: u64, game: Option<u32>, why: &str, again: bool) -> Result<bool, Error> {
        let missing = || Error::NoFixture { name: tournament.name.clone(), fixture };
        let found = sql("SELECT MAX(take), MAX(game) FROM results WHERE tournament = $1 AND fixture = $2 HAVING COUNT(*) > 0");
        let found = self.all(found.bind(tournament.id).bind(fixture as i64)).await?;
        let row = found.first().ok_or_else(missing)?;
        let (take, games): (i64, i64) = (self.read(row.try_get(0))?, self.read(row.try_get(1))?);
        let game = game.filter(|_| !again).map_or(-1, i64::from);
        if game > games {
            return Err(missing());
        }
        let mut all = self.write().await?;
        let text = "INSERT INTO voids (tournament, fixture, game, take, why) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
        let insert = sql(text).bind(tournament.id).bind(fixture as i64).bind(game).bind(take).bind(why.to_string());
        let new = insert.execute(&mut *all).await.map_err(|error| self.wrong(error))?.rows_affected() > 0;
        if again && new {
            let text = "UPDATE fixtures SET take = $1, state = 0, attempts = 0, span = 1, owner = '' WHERE tournament = $2 AND id = $3";
            sql(text)
                .bind(take + 1)
                .bind(tournament.id)
                .bind(fixture as i64)
                .execute(&mut *all)
                .await
                .map_err(|error| self.wrong(error))?;
        }
        all.commit().await.map_err(|error| self.wrong(error))?;
        Ok(new)
    }

    /// Fixtures of which something was taken back and that are not to be played again.
    pub async fn voided_for_good(&self, tournament: i64) -> Result<Vec<u64>, Error> {
        let text =
            "SELECT DISTINCT v.fixture FROM voids v JOIN fixtures f ON f.tournament = v.tournament AND f.id = v.fixture AND f.take = v.take
            WHERE v.tournament = $1 ORDER BY v.fixture";
        let rows = self.all(sql(text).bind(tournament)).await?;
        rows.iter().map(|row| self.read(row.try_get::<i64, _>(0)).map(|id| id as u64)).collect()
    }

    pub async fn voids(&self, tournament: i64) -> Result<Vec<VoidRow>, Error> {
        let text = "SELECT fixture, take, game, why FROM voids WHERE tournament = $1 ORDER BY fixture, take, game";
        let rows = self.all(sql(text).bind(tournament)).await?;
        let read = |row: &AnyRow| {
            Ok(VoidRow { fixture: row.try_get::<i64, _>(0)? as u64, take: row.try_get(1)?, game: row.try_get(2)?, why: row.try_get(3)? })
        };
        rows.iter().map(|row| self.read(read(row))).collect()
    }
}

//! Tournaments and who enters them.
use crate::base::{ROWS, Store, odd, places, sql};
use crate::error::Error;
use sqlx::Row as _;
use sqlx::any::AnyRow;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTournament {
    pub name: String,
    pub game: String,
    /// Everything that is needed to play it, as text of the caller's.
    pub spec: String,
    pub entrants: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    pub id: i64,
    pub name: String,
    pub game: String,
    pub spec: String,
    pub state: State,
    pub priority: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    Running,
    Finished,
    Cancelled,
}

const STATES: &[(State, &str)] = &[(State::Running, "running"), (State::Finished, "finished"), (State::Cancelled, "cancelled")];

impl State {
    pub fn name(self) -> &'static str {
        STATES.iter().find(|(state, _)| *state == self).expect("every state is in the table").1
    }
}

/// An entrant; its number is its place in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntrantRow {
    pub name: String,
    /// Of the program, if it is one.
    pub hash: String,
    /// Of what its source says, without names of files, comments and spaces.
    pub source: String,
    /// Whether that was handed out.
    pub sample: bool,
}

impl Store {
    pub async fn create(&self, new: &NewTournament) -> Result<Tournament, Error> {
        if self.tournaments().await?.iter().any(|known| known.name == new.name) {
            return Err(Error::Taken { place: self.place.clone(), name: new.name.clone() });
        }
        let mut all = self.write().await?;
        let text = "INSERT INTO tournaments (id, name, game, spec, state, priority)
            SELECT COALESCE(MAX(id), 0) + 1, $1, $2, $3, 'running', 0 FROM tournaments RETURNING id";
        let insert = sqlx::query_as::<_, (i64,)>(text).bind(new.name.clone()).bind(new.game.clone()).bind(new.spec.clone());
        let (id,) = insert.fetch_one(&mut *all).await.map_err(|error| match &error {
            // Somebody was quicker.
            sqlx::Error::Database(clash) if clash.is_unique_violation() => {
                Error::Taken { place: self.place.clone(), name: new.name.clone() }
            }
            _ => self.wrong(error),
        })?;
        for (start, names) in new.entrants.chunks(ROWS).enumerate() {
            let text = format!("INSERT INTO entrants (tournament, number, name, hash) VALUES {}", places(names.len(), 4, 1, self.kind));
            let mut query = odd(text);
            for (n, name) in names.iter().enumerate() {
                query = query.bind(id).bind((start * ROWS + n) as i64).bind(name.clone()).bind(String::new());
            }
            query.execute(&mut *all).await.map_err(|error| self.wrong(error))?;
        }
        all.commit().await.map_err(|error| self.wrong(error))?;
        Ok(Tournament { id, name: new.name.clone(), game: new.game.clone(), spec: new.spec.clone(), state: State::Running, priority: 0 })
    }

    /// All of them, oldest first.
    pub async fn tournaments(&self) -> Result<Vec<Tournament>, Error> {
        let rows = self.all(sql("SELECT id, name, game, spec, state, priority FROM tournaments ORDER BY id")).await?;
        rows.iter().map(|row| self.read(tournament(row))).collect()
    }

    /// The one of that name, or the newest.
    pub async fn tournament(&self, name: Option<&str>) -> Result<Tournament, Error> {
        let mut all = self.tournaments().await?;
        let Some(name) = name else { return all.pop().ok_or_else(|| Error::Empty(self.place.clone())) };
        let known = all.iter().map(|one| one.name.clone()).collect::<Vec<_>>().join(", ");
        if known.is_empty() {
            return Err(Error::Empty(self.place.clone()));
        }
        let found = all.into_iter().find(|one| one.name == name);
        found.ok_or_else(|| Error::Unknown { place: self.place.clone(), name: name.into(), known })
    }

    pub async fn entrants(&self, tournament: i64) -> Result<Vec<EntrantRow>, Error> {
        let rows =
            self.all(sql("SELECT name, hash, source, sample FROM entrants WHERE tournament = $1 ORDER BY number").bind(tournament)).await?;
        let read = |row: &AnyRow| {
            let sample = row.try_get::<i64, _>(3)? != 0;
            Ok(EntrantRow { name: row.try_get(0)?, hash: row.try_get(1)?, source: row.try_get(2)?, sample })
        };
        rows.iter().map(|row| self.read(read(row))).collect()
    }

    pub async fn set_state(&self, tournament: i64, state: State) -> Result<(), Error> {
        self.run(sql("UPDATE tournaments SET state = $1 WHERE id = $2").bind(state.name()).bind(tournament)).await.map(drop)
    }

    /// Fixtures of a higher priority are handed out first.
    pub async fn set_priority(&self, tournament: i64, priority: i64) -> Result<(), Error> {
        self.run(sql("UPDATE tournaments SET priority = $1 WHERE id = $2").bind(priority).bind(tournament)).await?;
        self.run(sql("UPDATE fixtures SET priority = $1 WHERE tournament = $2 AND state < 2").bind(priority).bind(tournament))
            .await
            .map(drop)
    }

    /// What an entrant's program was when it was entered.
    pub async fn set_hash(&self, tournament: i64, number: usize, hash: &str, source: &str, sample: bool) -> Result<(), Error> {
        let text = "UPDATE entrants SET hash = $1, source = $2, sample = $3 WHERE tournament = $4 AND number = $5";
        let query = sql(text).bind(hash.to_string()).bind(source.to_string()).bind(i64::from(sample));
        self.run(query.bind(tournament).bind(number as i64)).await.map(drop)
    }

    /// Says that a worker made an instance of an entrant that outlives a series.
    pub async fn note_instance(&self, tournament: i64, entrant: u32, worker: &str) -> Result<(), Error> {
        let text = "INSERT INTO instances (tournament, entrant, worker, number)
            SELECT $1, $2, $3, COUNT(*) FROM instances WHERE tournament = $4 AND entrant = $5 AND worker = $6";
        let query = sql(text).bind(tournament).bind(i64::from(entrant)).bind(worker.to_string());
        self.run(query.bind(tournament).bind(i64::from(entrant)).bind(worker.to_string())).await.map(drop)
    }

    /// How many such instances there were, by entrant.
    pub async fn instances(&self, tournament: i64) -> Result<Vec<(u32, u64)>, Error> {
        let text = "SELECT entrant, COUNT(*) FROM instances WHERE tournament = $1 GROUP BY entrant ORDER BY entrant";
        let rows = self.all(sql(text).bind(tournament)).await?;
        let read = |row: &AnyRow| Ok((row.try_get::<i64, _>(0)? as u32, row.try_get::<i64, _>(1)? as u64));
        rows.iter().map(|row| self.read(read(row))).collect()
    }

    pub(crate) fn read<T>(&self, row: Result<T, sqlx::Error>) -> Result<T, Error> {
        row.map_err(|error| self.wrong(error))
    }
}

fn tournament(row: &AnyRow) -> Result<Tournament, sqlx::Error> {
    let word: String = row.try_get(4)?;
    let state = STATES.iter().find(|(_, name)| *name == word).map_or(State::Cancelled, |(state, _)| *state);
    Ok(Tournament {
        id: row.try_get(0)?,
        name: row.try_get(1)?,
        game: row.try_get(2)?,
        spec: row.try_get(3)?,
        state,
        priority: row.try_get(5)?,
    })
}

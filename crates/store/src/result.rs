//! The log of results: it only grows, and each game is in it once.
use crate::base::{ROWS, Store, odd, place, places, sql};
use crate::error::Error;
use crate::fault::FaultRow;
use crate::queue::{Claim, DONE};
use league::{Fault, Outcome, Seat};
use serde::{Deserialize, Serialize};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::collections::{BTreeMap, BTreeSet};

/// A fixture that was played: all its games, or it is not finished.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    pub tournament: i64,
    pub fixture: u64,
    pub take: i64,
    pub worker: String,
    pub games: Vec<Played>,
}

/// One game of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// By chair: entrant, payoff, points.
    pub seats: Vec<(u32, f64, f64)>,
    pub reason: String,
    pub decisions: u64,
    /// How the programs were kept in; empty where none played.
    pub level: String,
    pub fouls: Vec<Foul>,
    /// The packed tape.
    pub tape: Option<Vec<u8>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foul {
    pub seat: u8,
    pub kind: String,
    pub why: String,
}

/// A row of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Row {
    pub fixture: u64,
    pub take: i64,
    pub game: u32,
    pub seats: Vec<(u32, f64, f64)>,
    pub reason: String,
    pub decisions: u64,
    pub level: String,
    pub worker: String,
    pub voided: bool,
    /// The first fault of a bot in this game.
    pub fault: Option<Fault>,
}

impl Finished {
    pub fn new(claim: &Claim, games: Vec<Played>) -> Finished {
        Finished { tournament: claim.tournament, fixture: claim.fixture.id, take: claim.take, worker: String::new(), games }
    }
}

impl Played {
    /// A game without more to say than who got what.
    pub fn of(entrants: &[u32], payoffs: &[f64]) -> Played {
        let seats = entrants.iter().zip(payoffs).map(|(entrant, payoff)| (*entrant, *payoff, *payoff)).collect();
        Played { seats, ..Played::default() }
    }
}

impl Row {
    /// The result by payoff, which ratings are made from.
    pub fn outcome(&self) -> Outcome {
        self.by(|(_, payoff, _)| *payoff)
    }

    /// The same by points: the score of the game itself.
    pub fn scored(&self) -> Outcome {
        self.by(|(_, _, points)| *points)
    }

    fn by(&self, value: impl Fn(&(u32, f64, f64)) -> f64) -> Outcome {
        let seats = self.seats.iter().map(|seat| Seat { entrant: seat.0, payoff: value(seat) }).collect();
        Outcome { fixture: self.fixture, game: self.game, seats, voided: self.voided, fault: self.fault.clone() }
    }
}

impl Store {
    /// Records fixtures and takes them from the queue, all or nothing. A game that is there already stays as it is: a worker
    /// that was thought dead may come late. Gives the number of new games.
    pub async fn record(&self, finished: &[Finished]) -> Result<u64, Error> {
        let mut all = self.write().await?;
        let games: Vec<(&Finished, i64, &Played)> =
            finished.iter().flat_map(|fixture| fixture.games.iter().enumerate().map(move |(k, game)| (fixture, k as i64, game))).collect();
        let mut new = 0;
        for rows in games.chunks(ROWS) {
            let text = |rows: usize| {
                let columns = "tournament, fixture, take, game, seats, reason, decisions, level, worker";
                format!("INSERT INTO results ({columns}) VALUES {} ON CONFLICT DO NOTHING", places(rows, 9, 1, self.kind))
            };
            let mut query = if rows.len() == ROWS { sql(text(ROWS)) } else { odd(text(rows.len())) };
            for (fixture, number, game) in rows {
                query = query.bind(fixture.tournament).bind(fixture.fixture as i64).bind(fixture.take).bind(*number);
                query = query.bind(serde_json::to_string(&game.seats).expect("numbers always serialize")).bind(game.reason.clone());
                query = query.bind(game.decisions as i64).bind(game.level.clone()).bind(fixture.worker.clone());
            }
            new += query.execute(&mut *all).await.map_err(|error| self.wrong(error))?.rows_affected();
        }
        for (fixture, number, game) in games.iter().filter(|(.., game)| !game.fouls.is_empty()) {
            self.add_faults(&mut all, fixture.tournament, &faults(fixture, *number, game)).await?;
        }
        for (fixture, number, game) in &games {
            if let Some(bytes) = &game.tape {
                let text = "INSERT INTO tapes (tournament, fixture, take, game, bytes) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
                let query =
                    sql(text).bind(fixture.tournament).bind(fixture.fixture as i64).bind(fixture.take).bind(*number).bind(bytes.clone());
                query.execute(&mut *all).await.map_err(|error| self.wrong(error))?;
            }
        }
        let mut done: BTreeMap<(i64, i64), Vec<i64>> = BTreeMap::new();
        finished.iter().for_each(|one| done.entry((one.tournament, one.take)).or_default().push(one.fixture as i64));
        for ((tournament, take), fixtures) in done {
            for ids in fixtures.chunks(ROWS) {
                let text = |ids: usize| {
                    let (tournament, take) = (place(1, self.kind), place(2, self.kind));
                    let ids = places(1, ids, 3, self.kind);
                    format!(
                        "UPDATE fixtures SET state = {DONE}, owner = '' WHERE tournament = {tournament} AND take = {take} AND id IN {ids}"
                    )
                };
                let query = if ids.len() == ROWS { sql(text(ROWS)) } else { odd(text(ids.len())) };
                let query = ids.iter().fold(query.bind(tournament).bind(take), |query, id| query.bind(*id));
                query.execute(&mut *all).await.map_err(|error| self.wrong(error))?;
            }
        }
        all.commit().await.map_err(|error| self.wrong(error))?;
        Ok(new)
    }

    /// The whole log of a tournament, by fixture, take and game.
    pub async fn results(&self, tournament: i64) -> Result<Vec<Row>, Error> {
        let voids: BTreeSet<(u64, i64, i64)> =
            self.voids(tournament).await?.iter().map(|void| (void.fixture, void.take, void.game)).collect();
        let mut faults: BTreeMap<(u64, i64, i64), Fault> = BTreeMap::new();
        for row in self.faults(tournament).await?.into_iter().filter(|row| row.seat >= 0) {
            faults.entry((row.fixture, row.take, row.game)).or_insert(Fault::Bot { seat: row.seat as u8, kind: row.kind });
        }
        let columns = "fixture, take, game, seats, reason, decisions, level, worker";
        let text =
            format!("SELECT {columns} FROM results WHERE tournament = $1 AND fixture >= $2 AND fixture < $3 ORDER BY fixture, take, game");
        let ends = self.all(sql("SELECT COALESCE(MAX(fixture), -1) FROM results WHERE tournament = $1").bind(tournament)).await?;
        let last: i64 = self.read(ends[0].try_get(0))?;
        let mut log = Vec::new();
        // In parts, so that a million rows need not be held twice.
        for from in (0..=last).step_by(PART) {
            let rows = self.all(sql(text.clone()).bind(tournament).bind(from).bind(from + PART as i64)).await?;
            for row in &rows {
                let mut row = self.row(row)?;
                let key = |game: i64| (row.fixture, row.take, game);
                row.voided = voids.contains(&key(i64::from(row.game))) || voids.contains(&key(-1));
                row.fault = faults.get(&key(i64::from(row.game))).cloned();
                log.push(row);
            }
        }
        Ok(log)
    }

    /// How many games there are in the log.
    pub async fn games(&self, tournament: i64) -> Result<u64, Error> {
        let rows = self.all(sql("SELECT COUNT(*) FROM results WHERE tournament = $1").bind(tournament)).await?;
        self.read(rows[0].try_get::<i64, _>(0)).map(|count| count as u64)
    }

    fn row(&self, row: &AnyRow) -> Result<Row, Error> {
        let number = |column: usize| self.read(row.try_get::<i64, _>(column));
        let text = |column: usize| self.read(row.try_get::<String, _>(column));
        let damaged =
            |error: serde_json::Error| Error::Damaged { place: self.place.clone(), why: format!("a result cannot be read: {error}") };
        Ok(Row {
            fixture: number(0)? as u64,
            take: number(1)?,
            game: number(2)? as u32,
            seats: serde_json::from_str(&text(3)?).map_err(damaged)?,
            reason: text(4)?,
            decisions: number(5)? as u64,
            level: text(6)?,
            worker: text(7)?,
            voided: false,
            fault: None,
        })
    }
}

/// Fixtures that are read at a time.
const PART: usize = 20_000;

/// One row for each seat and kind, with what was said first.
fn faults(fixture: &Finished, game: i64, played: &Played) -> Vec<FaultRow> {
    let mut rows: Vec<FaultRow> = Vec::new();
    for foul in &played.fouls {
        match rows.iter_mut().find(|row| row.seat == i64::from(foul.seat) && row.kind == foul.kind) {
            Some(row) => row.times += 1,
            None => rows.push(FaultRow {
                fixture: fixture.fixture,
                take: fixture.take,
                game,
                seat: i64::from(foul.seat),
                entrant: played.seats.get(usize::from(foul.seat)).map_or(-1, |seat| i64::from(seat.0)),
                kind: foul.kind.clone(),
                why: foul.why.clone(),
                times: 1,
            }),
        }
    }
    rows
}

//! The queue: a fixture's row says who plays it, until when, and how often that was tried.
use crate::base::{Kind, ROWS, Store, odd, place, places, sql};
use crate::error::Error;
use crate::fault::{FaultRow, PLATFORM};
use league::{Entrant, Fixture};
use sqlx::Row as _;
use sqlx::any::AnyRow;
use std::time::Duration;

/// A fixture that so many workers did not come back from is not handed out again.
pub const ATTEMPTS: i64 = 3;

// The states of a fixture. Statements spell them out, so that the indexes of what is open and of what is leased are used.
const OPEN: i64 = 0;
const LEASED: i64 = 1;
pub(crate) const DONE: i64 = 2;
const PARKED: i64 = 3;
const CANCELLED: i64 = 4;

/// A fixture that a worker has for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub tournament: i64,
    pub fixture: Fixture,
    /// How many fixtures from this one on are played together; zero: it belongs to one before it.
    pub span: u64,
    /// How often it was taken back before.
    pub take: i64,
    /// This one included.
    pub attempts: i64,
}

/// How many fixtures there are of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub open: u64,
    pub leased: u64,
    pub done: u64,
    pub parked: u64,
    pub cancelled: u64,
}

/// What became of fixtures whose workers were not heard of.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expired {
    pub returned: Vec<(i64, u64)>,
    pub parked: Vec<(i64, u64)>,
}

impl Store {
    /// Puts fixtures into the queue; those that are there already stay as they are. `together`: the fixtures of a meeting are
    /// played one after the other by the same worker. Gives the number of new ones.
    pub async fn enqueue(&self, tournament: i64, fixtures: &[Fixture], together: bool) -> Result<u64, Error> {
        let text = |rows: usize| {
            format!(
                "INSERT INTO fixtures (tournament, id, span, round, meeting, entrants, seatings, take, state, priority, owner, lease_until, attempts)
                 SELECT v.*, 0, {OPEN}, t.priority, '', 0, 0 FROM ({}) AS v JOIN tournaments t ON t.id = {tournament} WHERE t.state = 'running'
                 ON CONFLICT (tournament, id) DO NOTHING",
                rows_of(rows, self.kind)
            )
        };
        let mut spans = vec![1; fixtures.len()];
        if together {
            for (n, fixture) in fixtures.iter().enumerate() {
                let first = n == 0 || fixtures[n - 1].meeting != fixture.meeting;
                spans[n] = if first { fixtures[n..].iter().take_while(|next| next.meeting == fixture.meeting).count() as i64 } else { 0 };
            }
        }
        let mut all = self.write().await?;
        let mut new = 0;
        for (fixtures, spans) in fixtures.chunks(ROWS).zip(spans.chunks(ROWS)) {
            let mut query = if fixtures.len() == ROWS { sql(text(ROWS)) } else { odd(text(fixtures.len())) };
            for (fixture, span) in fixtures.iter().zip(spans) {
                query =
                    query.bind(tournament).bind(fixture.id as i64).bind(*span).bind(i64::from(fixture.round)).bind(fixture.meeting as i64);
                query = query.bind(json(&fixture.entrants)).bind(json(&fixture.seatings));
            }
            new += query.execute(&mut *all).await.map_err(|error| self.wrong(error))?.rows_affected();
        }
        all.commit().await.map_err(|error| self.wrong(error))?;
        if new > 1_000 {
            self.analyze().await?;
        }
        Ok(new)
    }

    /// Takes the next jobs, of one tournament or of any: those of the highest priority, then the oldest. They are the
    /// owner's until the lease ends; a heartbeat makes it longer.
    pub async fn claim(&self, owner: &str, tournament: Option<i64>, jobs: u32, lease: Duration) -> Result<Vec<Claim>, Error> {
        self.claim_without(owner, tournament, jobs, lease, &[]).await
    }

    /// The same, but what these entrants of tournaments play in is left to others.
    pub async fn claim_without(
        &self,
        owner: &str,
        tournament: Option<i64>,
        jobs: u32,
        lease: Duration,
        unable: &[(i64, Entrant)],
    ) -> Result<Vec<Claim>, Error> {
        let mut only = String::from(if tournament.is_some() { "AND tournament = $1" } else { "AND tournament > $1" });
        for (tournament, entrant) in unable {
            // Entrants are written as `[4,17]`.
            let among = ["[N,%", "%,N,%", "%,N]"].map(|place| format!("entrants LIKE '{}'", place.replace('N', &entrant.to_string())));
            only += &format!(" AND NOT (tournament = {tournament} AND ({}))", among.join(" OR "));
        }
        let text = format!(
            "WITH picked AS (
                SELECT tournament, id, span FROM fixtures WHERE state = {OPEN} AND span > 0 {only}
                ORDER BY priority DESC, tournament, id LIMIT $2 {})
             UPDATE fixtures SET state = {LEASED}, owner = $3, lease_until = {} + $4, attempts = attempts + 1
             WHERE state = {OPEN} AND (tournament, id) IN ({})
             RETURNING tournament, id, round, meeting, entrants, seatings, span, take, attempts",
            self.skip_locked(),
            self.now(),
            self.spread()
        );
        let query = sql(text).bind(tournament.unwrap_or(0)).bind(i64::from(jobs)).bind(owner.to_string()).bind(lease.as_millis() as i64);
        let rows = self.all(query).await?;
        let mut claims = rows.iter().map(|row| self.claimed(row)).collect::<Result<Vec<_>, _>>()?;
        claims.sort_by_key(|claim| (claim.tournament, claim.fixture.id));
        Ok(claims)
    }

    /// A sign of life: everything the owner has stays its own for so long. Gives the number of fixtures.
    pub async fn heartbeat(&self, owner: &str, lease: Duration) -> Result<u64, Error> {
        let text = format!("UPDATE fixtures SET lease_until = {} + $1 WHERE state = {LEASED} AND owner = $2", self.now());
        self.run(sql(text).bind(lease.as_millis() as i64).bind(owner.to_string())).await
    }

    /// What the owner has and will not play goes back; that was no attempt.
    pub async fn give_back(&self, owner: &str) -> Result<u64, Error> {
        let text = format!("UPDATE fixtures SET state = {OPEN}, owner = '', attempts = attempts - 1 WHERE state = {LEASED} AND owner = $1");
        self.run(sql(text).bind(owner.to_string())).await
    }

    /// The owner is known to be dead: what it had goes back at once, and counts as an attempt.
    pub async fn bury(&self, owner: &str) -> Result<Expired, Error> {
        self.let_go("owner = $1", Some(owner)).await
    }

    /// Fixtures whose lease is over go back, or are parked after the last attempt.
    pub async fn expire(&self) -> Result<Expired, Error> {
        self.let_go(&format!("lease_until < {}", self.now()), None).await
    }

    async fn let_go(&self, which: &str, owner: Option<&str>) -> Result<Expired, Error> {
        let text = format!(
            "UPDATE fixtures SET state = CASE WHEN attempts >= {ATTEMPTS} THEN {PARKED} ELSE {OPEN} END, owner = ''
             WHERE state = {LEASED} AND {which} RETURNING tournament, id, state, take"
        );
        let query = match owner {
            Some(owner) => sql(text).bind(owner.to_string()),
            None => sql(text),
        };
        let mut expired = Expired::default();
        for row in self.all(query).await? {
            let read = |column: usize| self.read(row.try_get::<i64, _>(column));
            let (tournament, fixture) = (read(0)?, read(1)? as u64);
            if read(2)? == PARKED {
                self.note_platform(tournament, fixture, read(3)?, ATTEMPTS, &format!("{ATTEMPTS} workers did not come back from it"))
                    .await?;
                expired.parked.push((tournament, fixture));
            } else {
                expired.returned.push((tournament, fixture));
            }
        }
        Ok(expired)
    }

    /// The platform failed while this was played: it goes back, or is parked after the last attempt. Gives whether it is parked.
    pub async fn fail(&self, claims: &[Claim], why: &str) -> Result<bool, Error> {
        let mut parked = false;
        for claim in claims {
            parked = claim.attempts >= ATTEMPTS;
            self.note_platform(claim.tournament, claim.fixture.id, claim.take, claim.attempts, why).await?;
            let text = format!("UPDATE fixtures SET state = $1, owner = '' WHERE tournament = $2 AND id = $3 AND state = {LEASED}");
            let state = if parked { PARKED } else { OPEN };
            self.run(sql(text).bind(state).bind(claim.tournament).bind(claim.fixture.id as i64)).await?;
        }
        Ok(parked)
    }

    /// Everybody who has fixtures of a tournament now.
    pub async fn owners(&self, tournament: i64) -> Result<Vec<String>, Error> {
        let text = format!("SELECT DISTINCT owner FROM fixtures WHERE state = {LEASED} AND tournament = $1 ORDER BY owner");
        let rows = self.all(sql(text).bind(tournament)).await?;
        rows.iter().map(|row| self.read(row.try_get(0))).collect()
    }

    /// Somebody looked at it: parked fixtures from this round on are tried again, and attempts count from zero.
    pub async fn second_chance(&self, tournament: i64, round: u32) -> Result<u64, Error> {
        let text = format!("UPDATE fixtures SET attempts = 0 WHERE state = {OPEN} AND tournament = $1");
        self.run(sql(text).bind(tournament)).await?;
        let text = format!(
            "UPDATE fixtures SET state = {OPEN}, attempts = 0, owner = '' WHERE tournament = $1 AND state = {PARKED} AND round >= $2"
        );
        self.run(sql(text).bind(tournament).bind(i64::from(round))).await
    }

    /// Nothing more is handed out. What is being played may still be recorded.
    pub async fn cancel(&self, tournament: i64) -> Result<u64, Error> {
        self.set_state(tournament, crate::State::Cancelled).await?;
        let text = format!("UPDATE fixtures SET state = {CANCELLED} WHERE state = {OPEN} AND tournament = $1");
        self.run(sql(text).bind(tournament)).await
    }

    /// Takes a cancel back.
    pub async fn reopen(&self, tournament: i64) -> Result<(), Error> {
        self.set_state(tournament, crate::State::Running).await?;
        let text = format!("UPDATE fixtures SET state = {OPEN} WHERE tournament = $1 AND state = {CANCELLED}");
        self.run(sql(text).bind(tournament)).await.map(drop)
    }

    /// How many jobs wait to be played, and how many fixtures are being played.
    pub async fn waiting(&self, tournament: i64) -> Result<u64, Error> {
        let mut waiting = 0;
        for which in [format!("state = {OPEN} AND span > 0"), format!("state = {LEASED}")] {
            let rows = self.all(sql(format!("SELECT COUNT(*) FROM fixtures WHERE {which} AND tournament = $1")).bind(tournament)).await?;
            waiting += self.read(rows[0].try_get::<i64, _>(0))? as u64;
        }
        Ok(waiting)
    }

    pub async fn counts(&self, tournament: i64) -> Result<Counts, Error> {
        let mut counts = Counts::default();
        for row in self.all(sql("SELECT state, COUNT(*) FROM fixtures WHERE tournament = $1 GROUP BY state").bind(tournament)).await? {
            let count = self.read(row.try_get::<i64, _>(1))? as u64;
            match self.read(row.try_get::<i64, _>(0))? {
                OPEN => counts.open = count,
                LEASED => counts.leased = count,
                DONE => counts.done = count,
                PARKED => counts.parked = count,
                _ => counts.cancelled = count,
            }
        }
        Ok(counts)
    }

    /// Fixtures that nobody will play: a schedule must not wait for them.
    pub async fn parked(&self, tournament: i64) -> Result<Vec<u64>, Error> {
        let text = format!("SELECT id FROM fixtures WHERE tournament = $1 AND state > {DONE} ORDER BY id");
        let rows = self.all(sql(text).bind(tournament)).await?;
        rows.iter().map(|row| self.read(row.try_get::<i64, _>(0)).map(|id| id as u64)).collect()
    }

    /// A fixture as it was put into the queue.
    pub async fn fixture(&self, tournament: i64, id: u64) -> Result<Option<Fixture>, Error> {
        let text = "SELECT tournament, id, round, meeting, entrants, seatings, span, take, attempts FROM fixtures WHERE tournament = $1 AND id = $2";
        let rows = self.all(sql(text).bind(tournament).bind(id as i64)).await?;
        rows.first().map(|row| self.claimed(row).map(|claim| claim.fixture)).transpose()
    }

    /// All fixtures as they were put into the queue, by number.
    pub async fn fixtures(&self, tournament: i64) -> Result<Vec<Fixture>, Error> {
        let text = "SELECT tournament, id, round, meeting, entrants, seatings, span, take, attempts FROM fixtures WHERE tournament = $1 ORDER BY id";
        let rows = self.all(sql(text).bind(tournament)).await?;
        rows.iter().map(|row| self.claimed(row).map(|claim| claim.fixture)).collect()
    }

    /// The newest round that was begun.
    pub async fn last_round(&self, tournament: i64) -> Result<u32, Error> {
        let rows = self.all(sql("SELECT COALESCE(MAX(round), 0) FROM fixtures WHERE tournament = $1").bind(tournament)).await?;
        self.read(rows[0].try_get::<i64, _>(0)).map(|round| round as u32)
    }

    async fn note_platform(&self, tournament: i64, fixture: u64, take: i64, attempt: i64, why: &str) -> Result<(), Error> {
        let row = FaultRow { fixture, take, game: attempt, seat: -1, entrant: -1, kind: PLATFORM.into(), why: why.into(), times: 1 };
        let mut all = self.write().await?;
        self.add_faults(&mut all, tournament, std::slice::from_ref(&row)).await?;
        all.commit().await.map_err(|error| self.wrong(error))
    }

    fn claimed(&self, row: &AnyRow) -> Result<Claim, Error> {
        let number = |column: usize| self.read(row.try_get::<i64, _>(column));
        let text = |column: usize| self.read(row.try_get::<String, _>(column));
        let damaged =
            |error: serde_json::Error| Error::Damaged { place: self.place.clone(), why: format!("a fixture cannot be read: {error}") };
        let fixture = Fixture {
            id: number(1)? as u64,
            round: number(2)? as u32,
            meeting: number(3)? as u64,
            entrants: serde_json::from_str(&text(4)?).map_err(damaged)?,
            seatings: serde_json::from_str(&text(5)?).map_err(damaged)?,
        };
        Ok(Claim { tournament: number(0)?, fixture, span: number(6)? as u64, take: number(7)?, attempts: number(8)? })
    }
}

/// Rows as a table of their own; the first says what the columns are.
fn rows_of(rows: usize, kind: Kind) -> String {
    let column = |n: usize| format!("CAST({} AS {}) AS c{n}", place(n, kind), if n < 6 { "BIGINT" } else { "TEXT" });
    let first = format!("SELECT {}", (1..=7).map(column).collect::<Vec<_>>().join(", "));
    if rows == 1 { first } else { format!("{first} UNION ALL VALUES {}", places(rows - 1, 7, 8, kind)) }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("numbers always serialize")
}

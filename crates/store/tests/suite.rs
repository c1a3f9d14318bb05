//! The same law for both databases: what is claimed comes back, and each game counts once.
mod cluster;

use cluster::Cluster;
use league::schedule::{RoundRobin, SeriesRoundRobin};
use league::{Fixture, Log, Seating, foresee};
use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use store::{ATTEMPTS, Claim, Error, Finished, Foul, NewTournament, PLATFORM, Played, Row, State, Store, TapeKey, Tournament, VERSION};

type Test = fn(Store, Store) -> Pin<Box<dyn Future<Output = ()>>>;

macro_rules! laws {
    ($($name:ident),* $(,)?) => {
        const LAWS: &[(&str, Test)] = &[$((stringify!($name), |a, b| Box::pin($name(a, b)))),*];
    };
}

laws![
    tournaments_are_found_by_name_and_by_age,
    every_game_counts_once,
    what_is_not_recorded_comes_back,
    three_dead_workers_park_a_fixture,
    a_series_is_one_job,
    priorities_and_cancel,
    two_workers_never_have_the_same_fixture,
    faults_tapes_and_voids_stand_beside_the_log,
    names_are_kept_as_they_are,
];

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(work)
}

/// Each law gets an empty database, opened twice.
fn all_laws(mut place: impl FnMut() -> String) {
    for (name, law) in LAWS {
        println!("{name}");
        let place = place();
        run(async {
            let (a, b) = (Store::open(&place).await.unwrap(), Store::open(&place).await.unwrap());
            law(a, b).await;
        });
    }
}

#[test]
fn laws_hold_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let mut number = 0;
    all_laws(|| {
        number += 1;
        folder.path().join(format!("yard {number}?.db")).to_str().unwrap().to_string()
    });
}

#[test]
fn laws_hold_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    all_laws(|| cluster.database());
}

const MINUTE: Duration = Duration::from_secs(60);

async fn cup(store: &Store, entrants: usize, fixtures: u32) -> (Tournament, Vec<Fixture>) {
    let names = (0..entrants).map(|n| format!("bot {n}")).collect();
    let cup = store.create(&NewTournament { name: "cup".into(), game: "nim".into(), spec: "{}".into(), entrants: names }).await.unwrap();
    let fixtures: Vec<_> = foresee(RoundRobin::new(entrants, 1, fixtures, Seating::Mirror)).collect();
    assert_eq!(store.enqueue(cup.id, &fixtures, false).await.unwrap(), fixtures.len() as u64);
    (cup, fixtures)
}

fn play(claims: &[Claim]) -> Vec<Finished> {
    let games = |fixture: &Fixture| (0..fixture.seatings.len()).map(|game| Played::of(&fixture.seats(game), &[1.0, 0.25])).collect();
    claims.iter().map(|claim| Finished::new(claim, games(&claim.fixture))).collect()
}

async fn log(store: &Store, cup: &Tournament, entrants: usize) -> Log {
    Log::new(entrants, store.results(cup.id).await.unwrap().iter().map(Row::outcome).collect()).unwrap()
}

async fn tournaments_are_found_by_name_and_by_age(store: Store, _: Store) {
    let error = store.tournament(None).await.unwrap_err();
    assert!(matches!(error, Error::Empty(_)), "{error}");
    for name in ["first", "second"] {
        let new = NewTournament { name: name.into(), game: "nim".into(), spec: "{}".into(), entrants: vec!["A".into(), "B".into()] };
        store.create(&new).await.unwrap();
        let error = store.create(&new).await.unwrap_err();
        assert!(matches!(error, Error::Taken { .. }), "{error}");
    }
    assert_eq!(store.tournament(None).await.unwrap().name, "second");
    assert_eq!(store.tournament(Some("first")).await.unwrap().id, 1);
    let error = store.tournament(Some("third")).await.unwrap_err().to_string();
    assert!(error.ends_with("holds no tournament called \"third\"; there are first, second"), "{error}");
}

async fn every_game_counts_once(store: Store, other: Store) {
    let (cup, fixtures) = cup(&store, 5, 200).await;
    assert_eq!(store.enqueue(cup.id, &fixtures, false).await.unwrap(), 0, "a fixture is queued once");
    let claims = store.claim("a", None, 1500, MINUTE).await.unwrap();
    assert_eq!(claims.iter().map(|claim| claim.fixture.clone()).collect::<Vec<_>>(), fixtures[..1500]);
    let finished = play(&claims);
    assert_eq!(store.record(&finished).await.unwrap(), 3000);
    assert_eq!(other.record(&finished[..10]).await.unwrap(), 0);
    let rest = other.claim("b", Some(cup.id), 9999, MINUTE).await.unwrap();
    assert_eq!(other.record(&play(&rest)).await.unwrap(), 1000);
    assert_eq!(store.games(cup.id).await.unwrap(), 4000);
    assert_eq!(store.waiting(cup.id).await.unwrap(), 0);
    assert_eq!(log(&store, &cup, 5).await.scored().count(), 4000);
    assert_eq!(store.counts(cup.id).await.unwrap().done, 2000);
}

async fn what_is_not_recorded_comes_back(store: Store, other: Store) {
    let (cup, fixtures) = cup(&store, 3, 2).await;
    let lost = store.claim("dies", None, 2, Duration::from_millis(1)).await.unwrap();
    let kept = store.claim("lives", None, 2, Duration::from_millis(1)).await.unwrap();
    assert_eq!(store.heartbeat("lives", MINUTE).await.unwrap(), 2);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let expired = other.expire().await.unwrap();
    assert_eq!(expired.returned.len(), 2);
    assert_eq!(store.owners(cup.id).await.unwrap(), ["lives"]);
    let again = other.claim("other", None, 2, MINUTE).await.unwrap();
    let fixture = |claims: &[Claim]| claims.iter().map(|claim| claim.fixture.id).collect::<Vec<_>>();
    assert_eq!((fixture(&again), again[0].attempts), (fixture(&lost), 2));
    // The dead one was only slow: the first to record counts, and the log is whole.
    assert_eq!(other.record(&play(&lost)).await.unwrap(), 4);
    assert_eq!(other.record(&play(&again)).await.unwrap(), 0);
    assert_eq!(store.give_back("lives").await.unwrap(), 2);
    let last = store.claim("lives", None, 9, MINUTE).await.unwrap();
    assert_eq!(fixture(&last)[..2], fixture(&kept), "given back is no attempt");
    assert_eq!(last[0].attempts, 1);
    assert_eq!(store.bury("lives").await.unwrap().returned.len(), fixtures.len() - 2);
}

async fn three_dead_workers_park_a_fixture(store: Store, _: Store) {
    let (cup, _) = cup(&store, 2, 1).await;
    for attempt in 1..=ATTEMPTS {
        let claims = store.claim("dies", None, 1, Duration::ZERO).await.unwrap();
        assert_eq!(claims[0].attempts, attempt);
        tokio::time::sleep(Duration::from_millis(20)).await;
        let expired = store.expire().await.unwrap();
        assert_eq!(expired.parked.len(), usize::from(attempt == ATTEMPTS));
    }
    assert!(store.claim("brave", None, 1, MINUTE).await.unwrap().is_empty());
    assert_eq!(store.parked(cup.id).await.unwrap(), [0]);
    let faults = store.faults(cup.id).await.unwrap();
    assert_eq!((faults[0].kind.as_str(), faults[0].why.as_str()), (PLATFORM, "3 workers did not come back from it"));
    assert_eq!(store.second_chance(cup.id, 0).await.unwrap(), 1);
    let claims = store.claim("brave", None, 1, MINUTE).await.unwrap();
    assert!(!store.fail(&claims, "the disk is gone").await.unwrap());
    assert_eq!(store.claim("brave", None, 1, MINUTE).await.unwrap()[0].attempts, 2);
}

async fn a_series_is_one_job(store: Store, other: Store) {
    let new = NewTournament {
        name: "co456".into(),
        game: "microchess".into(),
        spec: "{}".into(),
        entrants: vec!["A".into(), "B".into(), "C".into()],
    };
    let cup = store.create(&new).await.unwrap();
    let fixtures: Vec<_> = foresee(SeriesRoundRobin::new(3, 20, 7)).collect();
    store.enqueue(cup.id, &fixtures, true).await.unwrap();
    let first = store.claim("a", None, 1, MINUTE).await.unwrap();
    let second = other.claim("b", None, 1, MINUTE).await.unwrap();
    for (claims, meeting) in [(first, 0), (second, 1)] {
        let all: Vec<_> = fixtures.iter().filter(|fixture| fixture.meeting == meeting).collect();
        assert_eq!(claims.iter().map(|claim| &claim.fixture).collect::<Vec<_>>(), all, "a whole series, in order");
        assert_eq!(claims[0].span, all.len() as u64);
    }
}

async fn priorities_and_cancel(store: Store, _: Store) {
    let (slow, _) = cup(&store, 2, 3).await;
    let new = NewTournament { name: "urgent".into(), game: "nim".into(), spec: "{}".into(), entrants: vec!["A".into(), "B".into()] };
    let urgent = store.create(&new).await.unwrap();
    store.enqueue(urgent.id, &foresee(RoundRobin::new(2, 1, 1, Seating::Mirror)).collect::<Vec<_>>(), false).await.unwrap();
    store.set_priority(urgent.id, 5).await.unwrap();
    let claims = store.claim("a", None, 2, MINUTE).await.unwrap();
    assert_eq!(claims.iter().map(|claim| claim.tournament).collect::<BTreeSet<_>>(), BTreeSet::from([slow.id, urgent.id]));
    assert_eq!(store.claim("a", Some(urgent.id), 9, MINUTE).await.unwrap(), []);
    assert_eq!(store.cancel(slow.id).await.unwrap(), 2);
    assert_eq!(store.claim("a", None, 9, MINUTE).await.unwrap(), []);
    assert_eq!(store.record(&play(&claims)).await.unwrap(), 4, "what was being played still counts");
    assert_eq!(store.tournament(Some("cup")).await.unwrap().state, State::Cancelled);
    store.reopen(slow.id).await.unwrap();
    assert_eq!(store.claim("a", None, 9, MINUTE).await.unwrap().len(), 2);
}

async fn two_workers_never_have_the_same_fixture(store: Store, other: Store) {
    let (cup, fixtures) = cup(&store, 6, 40).await;
    let work = |store: Store, owner: &'static str| async move {
        let mut had = Vec::new();
        loop {
            let claims = store.claim(owner, None, 7, MINUTE).await.unwrap();
            if claims.is_empty() {
                return had;
            }
            had.extend(claims.iter().map(|claim| claim.fixture.id));
            store.record(&play(&claims)).await.unwrap();
        }
    };
    let (a, b) = (tokio::spawn(work(store.clone(), "a")), tokio::spawn(work(other, "b")));
    let mut all = [a.await.unwrap(), b.await.unwrap()].concat();
    all.sort_unstable();
    assert_eq!(all, (0..fixtures.len() as u64).collect::<Vec<_>>());
    assert_eq!(log(&store, &cup, 6).await.scored().count(), 2 * fixtures.len());
}

async fn faults_tapes_and_voids_stand_beside_the_log(store: Store, _: Store) {
    let (cup, _) = cup(&store, 2, 2).await;
    let claims = store.claim("a", None, 9, MINUTE).await.unwrap();
    let mut finished = play(&claims);
    let foul = |kind: &str, why: &str| Foul { seat: 1, kind: kind.into(), why: why.into() };
    finished[0].games[1].fouls = vec![foul("late", "took 2 s"), foul("late", "took 3 s"), foul("crash", "it ended")];
    finished[1].games[0].tape = Some(vec![0, 1, 255]);
    finished[1].games[0].level = "L3".into();
    store.record(&finished).await.unwrap();
    let faults = store.faults(cup.id).await.unwrap();
    let late = faults.iter().find(|fault| fault.kind == "late").unwrap();
    assert_eq!((faults.len(), late.times, late.why.as_str(), late.game), (2, 2, "took 2 s", 1));
    assert_eq!(late.entrant, i64::from(finished[0].games[1].seats[1].0));
    let key = TapeKey { fixture: 1, take: 0, game: 0 };
    assert_eq!(store.tapes(cup.id).await.unwrap(), [key]);
    assert_eq!(store.tape(cup.id, key).await.unwrap(), Some(vec![0, 1, 255]));
    assert!(store.void(&cup, 0, Some(1), "the bot was another's", false).await.unwrap());
    assert!(!store.void(&cup, 0, Some(1), "again", false).await.unwrap(), "a game is taken back once");
    let rows = store.results(cup.id).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.voided).collect::<Vec<_>>(), [false, true, false, false]);
    assert!(rows[1].fault.is_some() && rows[2].level == "L3");
    let error = store.void(&cup, 7, None, "", false).await.unwrap_err().to_string();
    assert_eq!(error, "there is no fixture 7 with a result in \"cup\"");
    // Played again: the old games stay in the log, without effect.
    assert!(store.void(&cup, 1, None, "a power cut", true).await.unwrap());
    let claims = store.claim("a", None, 9, MINUTE).await.unwrap();
    assert_eq!((claims.len(), claims[0].take), (1, 1));
    assert_eq!(store.record(&play(&claims)).await.unwrap(), 2);
    let rows = store.results(cup.id).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.voided).collect::<Vec<_>>(), [false, true, true, true, false, false]);
    assert_eq!(log(&store, &cup, 2).await.scored().count(), 3);
}

async fn names_are_kept_as_they_are(store: Store, _: Store) {
    let names = ["Ünï'; DROP TABLE results; --", "$1", "", "{\"a\":1}"].map(String::from).to_vec();
    let new = NewTournament { name: "it's".into(), game: "nim".into(), spec: "{\"x\":\"'\"}".into(), entrants: names.clone() };
    let cup = store.create(&new).await.unwrap();
    assert_eq!(store.entrants(cup.id).await.unwrap().into_iter().map(|row| row.name).collect::<Vec<_>>(), names);
    assert_eq!(store.tournament(Some("it's")).await.unwrap().spec, new.spec);
    store.note_instance(cup.id, 3, "w").await.unwrap();
    store.note_instance(cup.id, 3, "w").await.unwrap();
    assert_eq!(store.instances(cup.id).await.unwrap(), [(3, 2)]);
}

#[test]
fn a_newer_database_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.db");
    let place = path.to_str().unwrap();
    let newer = async |place: &str, url: &str| {
        Store::open(place).await.unwrap().close().await;
        let pool = sqlx::AnyPool::connect(url).await.unwrap();
        sqlx::query("INSERT INTO barnyard_schema (version) VALUES (99)").execute(&pool).await.unwrap();
        pool.close().await;
        let error = Store::open(place).await.unwrap_err().to_string();
        assert_eq!(error, format!("{place} was written by a newer Barnyard: its tables are of version 99, and this one knows {VERSION}"));
    };
    if let Some(cluster) = Cluster::start() {
        let server = cluster.database();
        run(newer(&server, &server));
    }
    run(async {
        newer(place, &format!("sqlite://{place}")).await;
        std::fs::write(&path, "this is no database, whatever its name says").unwrap();
        let error = Store::open(place).await.unwrap_err().to_string();
        assert!(error.contains("file is not a database"), "{error}");
        let error = Store::open_existing(folder.path().join("none.db").to_str().unwrap()).await.unwrap_err().to_string();
        assert!(error.ends_with("none.db cannot be opened: there is no such file"), "{error}");
    });
}

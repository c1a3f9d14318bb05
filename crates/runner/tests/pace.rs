//! Bots that search keep to the clock of a whole game, on a machine that is busy with something else.
use bots::search::Effort;
use games::Luck;
use runner::{Chair, InProcess, Record, Table};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

fn scaled(quick: u64, long: u64) -> u64 {
    if std::env::var_os("BARNYARD_LONG").is_some() { long } else { quick }
}

/// Games at a time on each core.
const TABLES: usize = 4;

/// Another process that never rests, until this one lets go of it.
struct Burner(Child);

impl Burner {
    fn start() -> Burner {
        let program = std::env::current_exe().expect("a test is a program");
        let mut command = Command::new(program);
        command.args(["a_burner_burns", "--exact"]).env("BARNYARD_BURNER", "1").stdin(Stdio::null()).stdout(Stdio::null());
        Burner(command.spawn().expect("a test can be started again"))
    }
}

impl Drop for Burner {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The other process. Should nobody stop it, it stops itself after the longest of these tests.
#[test]
fn a_burner_burns() {
    if std::env::var_os("BARNYARD_BURNER").is_none() {
        return;
    }
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3 * 3_600) {
        std::hint::black_box((0..1_000_000u64).fold(0, |a, b| a ^ b));
    }
}

/// Games between all bots of a game that search, each taking as much of its clock as it dares. Several are played at once, so that
/// they disturb each other too.
fn nobody_is_late(game: &str, games: u64, clock: Duration) {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let burners: Vec<Burner> = (0..cores).map(|_| Burner::start()).collect();
    let next = AtomicU64::new(0);
    let tables: Vec<[f64; 2]> = std::thread::scope(|scope| {
        let table = || {
            let mut used = [f64::MAX, 0.0];
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= games {
                    return used;
                }
                used = played(game, seed, clock).into_iter().fold(used, |[least, most], share| [least.min(share), most.max(share)]);
            }
        };
        let tables: Vec<_> = (0..TABLES * cores).map(|_| scope.spawn(table)).collect();
        tables.into_iter().map(|table| table.join().expect("nobody was late")).collect()
    });
    drop(burners);
    let [least, most] = tables.into_iter().reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]).expect("there is a table");
    println!("{game}: {games} games of {clock:?} a side on a busy machine: {least:.2} to {most:.2} of the clock used, nobody late");
    assert!(most < 1.0);
}

/// One game; which part of its clock each seat used.
fn played(game: &str, seed: u64, clock: Duration) -> Vec<f64> {
    let mut table = Table::new(games::find(game).unwrap(), "{}").unwrap();
    table.limits.game = Some(clock);
    table.record = Record::Times;
    let thinkers: Vec<_> = bots::of(game).filter(|bot| bot.effort().is_some()).collect();
    let pair = [0, 1 + seed / thinkers.len() as u64].map(|k| thinkers[((seed + k) % thinkers.len() as u64) as usize]);
    let mut seats = pair.map(|bot| InProcess(bot.summon_with(Some(Effort::Clock))));
    let [first, second] = &mut seats;
    let mut chairs = [Chair { name: pair[0].name, bot: first, seed: 1 }, Chair { name: pair[1].name, bot: second, seed: 2 }];
    let played = table.play(Luck::new(seed), &mut chairs).unwrap();
    assert!(played.fouls.is_empty(), "{} v {}: {:?}", pair[0].name, pair[1].name, played.fouls);
    let times = played.over.clock_ms.expect("times are recorded");
    times.iter().map(|ms| ms / 1e3 / clock.as_secs_f64()).collect()
}

#[test]
fn long_nobody_is_late_in_chickens() {
    nobody_is_late("chickens", scaled(3, 200), Duration::from_millis(scaled(100, 5_000)));
}

#[test]
fn long_nobody_is_late_in_carpets() {
    nobody_is_late("carpets", scaled(3, 200), Duration::from_millis(scaled(100, 5_000)));
}

/// Even where there is hardly any clock at all.
#[test]
fn a_tiny_clock_is_kept() {
    for game in ["chickens", "carpets"] {
        nobody_is_late(game, 3, Duration::from_millis(20));
    }
}

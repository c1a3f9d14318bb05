//! A thousand games of hostile pairs: afterwards it is as if nobody had played.
use crate::arena::Bout;
use crate::leftovers::House;
use crate::levels;
use crate::table::{ATTACKS, Attack};
use runner::Level;
use std::sync::atomic::{AtomicU64, Ordering};

const GAMES: u64 = 1_000;
/// So many games fill every pool and cache that an engine has.
const WARM: u64 = 200;

/// Memory of this process, in bytes.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<u64>().unwrap() << 12
}

/// Keys of the kernel that exist for bots.
fn keys() -> Vec<String> {
    let text = std::fs::read_to_string("/proc/keys").unwrap_or_default();
    text.lines().filter(|line| line.contains("hostile")).map(String::from).collect()
}

fn pair(seed: u64) -> [&'static Attack; 2] {
    let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [(); 2].map(|()| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &ATTACKS[(dice >> 33) as usize % ATTACKS.len()]
    })
}

fn play(seed: u64, levels: &[Level]) {
    let [one, other] = pair(seed);
    let level = levels[seed as usize % levels.len()];
    let report = Bout::of(one, level.confinement()).against(other).play();
    // Two hostile bots may end each other's game early, never reach anything, and never be the platform's fault.
    let wrong: Vec<&String> = report.fault.iter().chain(&report.breaches).chain(&report.left).collect();
    assert!(wrong.is_empty(), "game {seed}, {} against {} at {}: {wrong:?}", one.id, other.id, level.name());
}

fn soak(games: std::ops::Range<u64>, levels: &[Level]) {
    let next = AtomicU64::new(games.start);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= games.end {
                        return;
                    }
                    play(seed, levels);
                }
            });
        }
    });
}

fn offered() -> Vec<Level> {
    [Level::Strong, Level::Isolated, Level::Confined].into_iter().filter(|level| levels::is_offered(*level)).collect()
}

#[test]
fn hostile_pairs_leave_nothing_behind() {
    let house = House::enter();
    let levels = offered();
    if !levels.is_empty() {
        soak(0..12, &levels);
    }
    assert!(house.left().is_empty(), "{:?}", house.left());
}

#[test]
fn long_a_thousand_hostile_pairs_leave_nothing_behind() {
    if std::env::var_os("BARNYARD_LONG").is_none() {
        println!("skipped: set BARNYARD_LONG=1 for {GAMES} games");
        return;
    }
    let house = House::enter();
    let levels = offered();
    if levels.is_empty() {
        return;
    }
    soak(0..WARM, &levels);
    let warm = resident();
    soak(WARM..GAMES, &levels);
    let end = resident();
    println!("{} MB after {WARM} games, {} MB after {GAMES}", warm >> 20, end >> 20);
    assert!(end < warm + (16 << 20), "from {warm} to {end} bytes");
    assert!(house.left().is_empty(), "{:?}", house.left());
    assert!(keys().is_empty(), "{:?}", keys());
}

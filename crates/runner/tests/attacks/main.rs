//! Hostile programs through the real referee, at every level that this machine offers.
//!
//! [`table`] lists them and what must come of each; `bodies/` has what they do; [`arena`] is where they play and who looks afterwards.
//! [`ablation`] takes a layer away and sees them get through: what can never fail proves nothing.
mod ablation;
mod arena;
mod ends;
mod honest;
mod java;
mod leftovers;
mod levels;
mod soak;
mod table;

use arena::Bout;
use leftovers::House;
use runner::Level;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use table::ATTACKS;

/// Every attack at one level, four at a time: most of them make us wait.
fn attacks_hold_at(level: Level) {
    let house = House::enter();
    if !levels::is_offered(level) {
        return;
    }
    let wanted = std::env::var("BARNYARD_ATTACKS").ok();
    let chosen: Vec<_> =
        ATTACKS.iter().filter(|attack| wanted.as_ref().is_none_or(|wanted| wanted.split(',').any(|id| id == attack.id))).collect();
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(attack) = chosen.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = Bout::of(attack, level.confinement()).play();
                    let wrong = report.wrong(attack, level);
                    println!("{} {} {}: {}", level.name(), attack.id, attack.what, report.told());
                    if !wrong.is_empty() {
                        failed.lock().unwrap().push(format!("{} {}: {}", attack.id, attack.what, wrong.join("; ")));
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap();
    failed.extend(house.left());
    failed.sort();
    assert!(failed.is_empty(), "at {}:\n{}", level.name(), failed.join("\n"));
}

#[test]
fn attacks_hold_with_everything_on() {
    attacks_hold_at(Level::Strong);
}

#[test]
fn attacks_hold_without_control_groups() {
    attacks_hold_at(Level::Isolated);
}

#[test]
fn attacks_hold_without_namespaces() {
    attacks_hold_at(Level::Confined);
}

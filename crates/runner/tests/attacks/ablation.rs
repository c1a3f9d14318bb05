//! With a layer taken away, the attacks that it holds get through.
use crate::arena::Bout;
use crate::leftovers::House;
use crate::levels;
use crate::table::{ATTACKS, Attack, Reduced};
use runner::Level;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What the machine must offer for so much to be left.
fn needs(reduced: Reduced) -> Level {
    if reduced.confinement().namespaces { Level::Isolated } else { Level::Confined }
}

fn gets_through(reduced: Reduced) {
    let house = House::enter();
    if !levels::is_offered(needs(reduced)) {
        return;
    }
    let root = rustix::process::getuid().is_root();
    let listed: Vec<&Attack> = ATTACKS.iter().filter(|attack| attack.without.contains(&reduced)).collect();
    let (next, held) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while let Some(attack) = listed.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if attack.same_user && root {
                        println!("{reduced:?} {} is skipped: bots of root have users of their own", attack.id);
                        continue;
                    }
                    let report = Bout::of(attack, reduced.confinement()).play();
                    println!("{reduced:?} {} {}: {}", attack.id, attack.what, report.told());
                    if report.breaches.is_empty() {
                        held.lock().unwrap().push(format!("{} {}: {report:?}", attack.id, attack.what));
                    }
                }
            });
        }
    });
    let mut held = held.into_inner().unwrap();
    held.extend(house.left());
    assert!(held.is_empty(), "{reduced:?} should let these through:\n{}", held.join("\n"));
}

#[test]
fn without_filters_attacks_get_through_namespaces() {
    gets_through(Reduced::NamespacesNoSeccomp);
}

#[test]
fn without_filters_attacks_get_through_landlock() {
    gets_through(Reduced::LandlockNoSeccomp);
}

#[test]
fn with_filters_alone_attacks_reach_files() {
    gets_through(Reduced::SeccompOnly);
}

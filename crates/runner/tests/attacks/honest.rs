//! Bots that use libraries, as bots of courses do: they must play.
use crate::arena::Bout;
use crate::leftovers::House;
use crate::levels;
use crate::table::Verdict;
use runner::{Level, Python};
use std::sync::OnceLock;

/// The interpreter with the libraries that the tests install.
fn furnished() -> Option<&'static Python> {
    static PYTHON: OnceLock<Option<Python>> = OnceLock::new();
    let nearby = concat!(env!("CARGO_MANIFEST_DIR"), "/../../.venv/bin/python3");
    let given = std::env::var_os("BARNYARD_PYTHON").unwrap_or_else(|| nearby.into());
    PYTHON.get_or_init(|| Python::find(Some(given.as_ref())).ok()).as_ref()
}

/// Plays at every level where the interpreter can be reached.
fn plays_with(libraries: &[&str], memory: u64, bout: impl Fn(Bout) -> Bout) {
    let house = House::enter();
    let Some(python) = furnished() else {
        println!("{} is skipped: no interpreter", libraries.join(", "));
        return;
    };
    if let Some(missing) = libraries.iter().find(|library| !python.has(library)) {
        println!("{} is skipped: {missing} is not installed for {}", libraries.join(", "), python.executable.display());
        return;
    }
    for level in [Level::Strong, Level::Isolated, Level::Confined] {
        if !levels::is_offered(level) {
            continue;
        }
        let bout = Bout { memory, ..bout(Bout::plain(level.confinement()).with_python(python)) };
        let report = bout.play();
        if let Some(fault) = report.fault.as_ref().filter(|fault| fault.contains("out of a bot's reach")) {
            println!("{} {}: skipped, {fault}", level.name(), libraries.join(", "));
            continue;
        }
        let wrong = report.differs(Verdict::Plays);
        assert!(wrong.is_empty(), "{} {libraries:?}: {}", level.name(), wrong.join("; "));
        println!("{} {}: plays", level.name(), libraries.join(", "));
    }
    let left = house.left();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn numpy_leveldb_and_children_work() {
    plays_with(&["numpy", "plyvel"], 400 << 20, |bout| bout.fact("attack", "56").fact("libraries", true));
}

/// Libraries that are heavy to install and to load.
fn long_library(library: &'static str) {
    if std::env::var_os("BARNYARD_LONG").is_none() {
        println!("skipped: set BARNYARD_LONG=1");
        return;
    }
    plays_with(&[library], 1536 << 20, |bout| bout.fact("attack", "67").fact("library", library));
}

#[test]
fn long_numba_works() {
    long_library("numba");
}

#[test]
fn long_jax_works() {
    long_library("jax");
}

#[test]
fn long_scikit_learn_works() {
    long_library("sklearn");
}

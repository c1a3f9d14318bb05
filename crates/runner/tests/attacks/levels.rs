//! Which levels this machine offers, and which it must.
use runner::{Ground, Level};
use std::path::PathBuf;

/// Makes jails possible: the launcher beside the tests, or the one that somebody names.
pub fn prepare() {
    let launcher = std::env::var_os("BARNYARD_JAILER").map_or_else(|| env!("CARGO_BIN_EXE_jailer").into(), PathBuf::from);
    runner::use_launcher(launcher);
}

/// Whether bots can be held that well here. If not, says why; where somebody counts on it, that is a failure.
#[track_caller]
pub fn is_offered(level: Level) -> bool {
    prepare();
    let finding = Ground::proven().findings.iter().find(|finding| finding.level == level);
    let Some(why) = finding.and_then(|finding| finding.lacks.as_ref()) else { return true };
    let required = std::env::var("BARNYARD_REQUIRE_LEVEL").ok().map(|level| level.parse::<Level>().unwrap());
    assert!(required.is_none_or(|required| level > required), "{} is required and not offered: {why}", level.name());
    println!("{} is skipped: {why}", level.name());
    false
}

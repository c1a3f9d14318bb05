//! Any bytes as a bot's archive.
#![no_main]

#[path = "../../crates/runner/tests/ordeal.rs"]
mod ordeal;

use libfuzzer_sys::fuzz_target;
use std::cell::OnceCell;

thread_local! {
    static YARD: OnceCell<tempfile::TempDir> = const { OnceCell::new() };
}

fuzz_target!(|bytes: &[u8]| {
    YARD.with(|yard| {
        let yard = yard.get_or_init(|| tempfile::Builder::new().prefix("barnyard-fuzz-").tempdir().expect("there is room"));
        ordeal::undergo(bytes, yard.path()).expect("archives do no harm");
    });
});

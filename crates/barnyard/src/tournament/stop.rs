//! Ctrl-C: the first one asks to stop in good order, the second one stops at once.
use crate::output;
use std::sync::atomic::{AtomicU32, Ordering};

static ASKED: AtomicU32 = AtomicU32::new(0);

/// Listens from now on.
pub fn listen() {
    let _ = ctrlc::set_handler(|| {
        if ASKED.fetch_add(1, Ordering::SeqCst) > 0 {
            std::process::exit(130);
        }
        output::remark("stopping after the games that are being played; once more stops at once");
    });
}

pub fn asked() -> bool {
    ASKED.load(Ordering::SeqCst) > 0
}

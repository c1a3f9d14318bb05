//! What goes to the terminal, and how.
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use owo_colors::OwoColorize;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

/// Writes to standard output. When nobody reads it any more there is nothing left to do.
pub fn say(text: &str) {
    let mut out = anstream::stdout().lock();
    let wrote = out
        .write_all(text.as_bytes())
        .and_then(|()| if text.ends_with('\n') { Ok(()) } else { out.write_all(b"\n") })
        .and_then(|()| out.flush());
    if let Err(error) = wrote {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        complain(&format!("standard output cannot be written: {error}"));
        std::process::exit(2);
    }
}

/// Writes a value as JSON, for machines.
pub fn say_json(value: &impl serde::Serialize) {
    say(&serde_json::to_string_pretty(value).expect("results always serialize"));
}

/// Remarks that wait until the terminal is free again.
static HELD: Mutex<Option<Vec<String>>> = Mutex::new(None);

/// From now on remarks wait: somebody paints on the whole terminal.
pub fn hold_back() {
    *HELD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
}

/// Says what had to wait.
pub fn let_go() {
    let held = HELD.lock().unwrap_or_else(PoisonError::into_inner).take();
    held.into_iter().flatten().for_each(|text| remark(&text));
}

/// A word beside the work, on standard error.
pub fn remark(text: &str) {
    if let Some(held) = HELD.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        return held.push(text.into());
    }
    let _ = writeln!(anstream::stderr(), "{}", text.dimmed());
}

/// Why it did not work, on standard error.
pub fn complain(text: &str) {
    let _ = writeln!(anstream::stderr(), "{}: {text}", "error".red().bold());
}

/// A bar for long work, if somebody watches and wants it.
pub fn progress(total: u64, unit: &str, wanted: bool) -> ProgressBar {
    let target =
        if wanted && std::io::stderr().is_terminal() { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let template = format!("{{bar:32.green}} {{human_pos}}/{{human_len}} {unit}  {{rate}}  {{eta}} left");
    let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:.0}/s", state.per_sec());
    };
    let style = ProgressStyle::with_template(&template).expect("the template is good").with_key("rate", rate);
    ProgressBar::with_draw_target(Some(total), target).with_style(style)
}

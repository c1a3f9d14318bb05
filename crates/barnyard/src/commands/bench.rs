//! `barnyard bench`: how fast this machine is at our work.
use super::grid;
use crate::failure::Failure;
use crate::{House, output};
use games::Entry;
use serde_json::json;
use std::time::{Duration, Instant};

/// Measure this machine: random playouts of every game on one core
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard bench
  barnyard bench --json")]
pub struct Bench {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let measured: Vec<_> = house.games.iter().map(|entry| (entry, playout_ns(entry))).collect();
        if self.json {
            let rows: Vec<_> = measured.iter().map(|(entry, ns)| json!({ "game": entry.name, "unit": entry.unit, "ns": ns })).collect();
            output::say_json(&json!({ "playouts": rows }));
        } else {
            let row = |entry: &Entry, ns: f64| vec![entry.name.into(), format!("{ns:.1}"), format!("{:.0}", 1e9 / ns), entry.unit.into()];
            let rows: Vec<_> = measured.iter().map(|(entry, ns)| row(entry, *ns)).collect();
            output::say(&grid(&["random playouts", "ns each", "per second", "unit"], &rows, 1));
        }
        Ok(())
    }
}

/// Nanoseconds a step of a random playout, the best of several tries: the machine may have other work.
fn playout_ns(entry: &Entry) -> f64 {
    let ns = |steps: u64| {
        let started = Instant::now();
        let done = entry.playouts(1, steps);
        (started.elapsed(), done)
    };
    let mut steps = 1_000;
    while ns(steps).0 < Duration::from_millis(50) {
        steps *= 2;
    }
    (0..7).map(|_| ns(steps)).map(|(took, done)| took.as_nanos() as f64 / done as f64).fold(f64::INFINITY, f64::min)
}

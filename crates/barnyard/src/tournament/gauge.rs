//! How fast a machine is, measured before it plays: results of a slow one can be told from those of a fast one.
use crate::House;
use std::time::{Duration, Instant};

/// Steps of random games a second on one core, the best of ten parts of the time: the machine may have other work.
pub fn speed(house: &House, time: Duration) -> u64 {
    // The game whose steps differ least from machine to machine in anything but the processor.
    let entry = house.games.iter().find(|entry| entry.name == "microchess").unwrap_or(&house.games[0]);
    let mut best = 0.0f64;
    for _ in 0..10 {
        let started = Instant::now();
        let mut steps = 0;
        while started.elapsed() < time / 10 {
            steps += entry.playouts(1, 20_000);
        }
        best = best.max(steps as f64 / started.elapsed().as_secs_f64());
    }
    best as u64
}

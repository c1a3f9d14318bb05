//! The launcher by itself, for tests and benchmarks of this crate: elsewhere `barnyard` is its own launcher.

fn main() {
    runner::launch_jail()
}

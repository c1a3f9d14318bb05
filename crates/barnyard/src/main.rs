//! One executable for AI-bot tournaments.
use std::process::ExitCode;

fn main() -> ExitCode {
    barnyard::run(&barnyard::House::standard(), std::env::args_os())
}

//! One executable for AI-bot tournaments.
use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|word| word == runner::JAIL_WORD) {
        runner::launch_jail();
    }
    barnyard::run(&barnyard::House::standard(), std::env::args_os())
}

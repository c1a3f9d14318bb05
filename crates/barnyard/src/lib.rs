//! The command line: reads arguments, calls the crates below, says what came of it.
mod browser;
mod card;
mod clocks;
mod commands;
mod division;
mod duel;
mod entrant;
mod failure;
mod farm_log;
mod folder;
mod glyph;
mod live;
mod measured;
mod names;
mod output;
mod paint;
mod recorded;
mod settings;
mod tapes;
mod theatre;
mod tournament;
mod watch;

pub use failure::Failure;

use bots::Reference;
use clap::Parser;
use games::Entry;
use std::ffi::OsString;
use std::process::ExitCode;

/// The games and bots that a program knows: the tables every command works from.
pub struct House {
    pub games: &'static [Entry],
    pub rosters: &'static [&'static [Reference]],
}

impl House {
    /// All games and bots we ship.
    pub fn standard() -> House {
        House { games: games::GAMES, rosters: bots::ROSTERS }
    }
}

/// Runs one command line and says how it went: 0 done, 1 checked and found wanting, 2 cannot be done as asked.
pub fn run(house: &House, args: impl IntoIterator<Item = impl Into<OsString>>) -> ExitCode {
    let cli = match commands::Cli::try_parse_from(commands::spelled_out(args)) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version go to standard output and are no failure.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    match cli.command.run(house) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if !matches!(failure, Failure::Told(_)) {
                output::complain(&failure.to_string());
            }
            ExitCode::from(failure.code())
        }
    }
}

//! `barnyard void`: takes a match back. It stays in the log, and counts no more.
use crate::failure::Failure;
use crate::output;
use crate::tournament::shelf::Which;

/// Take back a match: it stays in the log, and counts no more
#[derive(clap::Args, Debug)]
#[command(after_help = "A match is a fixture, as 17, or one game of it, as 17.1; games are counted from 0.

Examples:
  barnyard void 17 --why 'the wrong bot was uploaded'
  barnyard void 17 --again && barnyard tournament --resume")]
pub struct VoidArgs {
    /// The fixture, or FIXTURE.GAME
    #[arg(value_name = "MATCH", value_parser = target)]
    target: (u64, Option<u32>),
    #[command(flatten)]
    which: Which,
    /// For the record
    #[arg(long, default_value = "by the organizer")]
    why: String,
    /// Play the whole fixture once more, with the same luck
    #[arg(long)]
    again: bool,
}

impl VoidArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (fixture, game) = self.target;
        let (shelf, tournament) = self.which.look()?;
        let new = shelf.wait(|store| store.void(&tournament, fixture, game, &self.why, self.again))?;
        let what = game.filter(|_| !self.again).map_or(format!("fixture {fixture}"), |game| format!("game {game} of fixture {fixture}"));
        let told = match (new, self.again) {
            (false, _) => "was taken back before",
            (true, false) => "is taken back",
            (true, true) => "is taken back and will be played again: barnyard tournament --resume",
        };
        output::say(&format!("{what} of {:?} {told}", tournament.name));
        Ok(())
    }
}

fn target(text: &str) -> Result<(u64, Option<u32>), String> {
    let wrong = || "a match is a fixture, as 17, or one of its games, as 17.1".to_string();
    let number = |text: &str| text.parse().map_err(|_| wrong());
    match text.split_once('.') {
        Some((fixture, game)) => Ok((number(fixture)?, Some(game.parse().map_err(|_| wrong())?))),
        None => Ok((number(text)?, None)),
    }
}

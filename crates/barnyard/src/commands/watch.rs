//! `barnyard watch`: a game that was played, turn by turn.
use crate::House;
use crate::browser::Browsing;
use crate::failure::Failure;
use std::path::PathBuf;

/// Watch a game that is on tape
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard watch game.tape --browser
  barnyard watch game.tape --browser --port 8000 --no-open")]
pub struct Watch {
    tape: PathBuf,
    #[command(flatten)]
    browsing: Browsing,
}

impl Watch {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        self.browsing.show(house.reel(&self.tape)?)
    }
}

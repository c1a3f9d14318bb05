//! `barnyard bundle`: a whole tournament in one file, for whoever wants to check it.
use crate::failure::Failure;
use crate::tournament::shelf::Which;
use crate::tournament::standings::Records;
use crate::tournament::{bundle, practice};
use crate::{House, output};
use std::path::PathBuf;
use store::State;

/// Write a tournament with all results, tapes, ratings and grades into one archive
#[derive(clap::Args, Debug)]
#[command(after_help = "`barnyard verify` plays every tape in it again and makes ratings and grades anew.

Examples:
  barnyard bundle final.zip
  barnyard bundle final.zip --name final --database postgres://ada@host/yard
  barnyard verify final.zip")]
pub struct BundleArgs {
    /// Where to write it
    #[arg(value_name = "BUNDLE.zip")]
    output: PathBuf,
    #[command(flatten)]
    which: Which,
}

impl BundleArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let (shelf, tournament) = self.which.look()?;
        let mut records = Records::read(&shelf, &tournament)?;
        if records.spec.commitment.is_some() && tournament.state == State::Running {
            return Err(Failure::refused(format!(
                "{:?} is still played with a promised seed, and a bundle tells it: end the tournament first",
                tournament.name
            )));
        }
        if let Some(rules) = &records.spec.grading {
            records.practice = practice::shown(&shelf, rules, &records.names)?;
        }
        let (games, tapes) = bundle::write(&self.output, house, &shelf, &records)?;
        output::say(&format!("{}: {games} games of {:?}, {tapes} with a tape", self.output.display(), tournament.name));
        Ok(())
    }
}

//! `barnyard seal`: promises a seed before the deadline.
use crate::failure::Failure;
use crate::output;
use crate::tournament::seal::Secret;
use std::path::PathBuf;

/// Promise a seed before anybody knows who plays
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Publish the commitment before the deadline, and keep the file to yourself until then. All luck of the tournament comes
from the secret in it; bundles tell it, and `barnyard verify` checks that it is the one that was promised.

Examples:
  barnyard seal final.secret
  barnyard tournament final.toml --secret final.secret
  barnyard bundle final.zip && barnyard verify final.zip --commitment 9d1f..."
)]
pub struct SealArgs {
    /// Where to keep the secret; there must be no such file yet
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl SealArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let secret = Secret::random()?;
        secret.write(&self.file)?;
        output::say(&format!("commitment = \"{}\"", secret.commitment()));
        output::remark(&format!("publish that line and put it into the tournament file; {} stays with you", self.file.display()));
        Ok(())
    }
}

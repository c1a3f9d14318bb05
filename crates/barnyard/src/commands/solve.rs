//! `barnyard solve`: exact answers where a game is small enough.
use crate::House;
use crate::failure::Failure;

/// Solve a game exactly
#[derive(clap::Args, Debug)]
pub struct Solve {}

impl Solve {
    pub fn run(&self, _: &House) -> Result<(), Failure> {
        Ok(())
    }
}

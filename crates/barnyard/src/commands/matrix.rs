//! `barnyard matrix`: who did how well against whom.
use super::painted;
use crate::failure::Failure;
use crate::output;
use crate::tournament::shelf::Which;
use crate::tournament::standings::Records;
use comfy_table::{Cell, Color};
use serde_json::json;

/// Show what everybody got against everybody, with intervals
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard matrix
  barnyard matrix --payoff
  barnyard matrix --json")]
pub struct MatrixArgs {
    #[command(flatten)]
    which: Which,
    /// Mean payoffs instead of scores (a win is 1, a draw one half)
    #[arg(long)]
    payoff: bool,
    /// Print JSON, with both
    #[arg(long)]
    json: bool,
}

impl MatrixArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (shelf, tournament) = self.which.look()?;
        let records = Records::read(&shelf, &tournament)?;
        let matrix = records.matrix()?;
        let everybody = 0..records.names.len() as u32;
        if self.json {
            let cell = |((me, them), cell): ((u32, u32), &league::Cell)| {
                json!({
                    "bot": records.names[me as usize], "against": records.names[them as usize], "games": cell.games,
                    "fixtures": cell.score.count(), "score": cell.score.mean(), "score_error": cell.score.error(),
                    "payoff": cell.payoff.mean(), "payoff_error": cell.payoff.error(),
                })
            };
            output::say_json(&json!({ "names": records.names, "cells": matrix.cells().map(cell).collect::<Vec<_>>() }));
            return Ok(());
        }
        let show = |me: u32, them: u32| {
            let Some(cell) = matrix.cell(me, them) else { return Cell::new("–") };
            let value = if self.payoff { cell.payoff.interval() } else { cell.score.interval() };
            let text = value.margin.map_or(format!("{:.3}", value.mean), |margin| format!("{:.3} ± {margin:.3}", value.mean));
            // Coloured where the interval leaves no doubt who is ahead.
            let (score, margin) = (cell.score.mean(), cell.score.interval().margin.unwrap_or(1.0));
            match () {
                () if score - margin > 0.5 => Cell::new(text).fg(Color::Green),
                () if score + margin < 0.5 => Cell::new(text).fg(Color::Red),
                () => Cell::new(text),
            }
        };
        let row =
            |me: u32| std::iter::once(Cell::new(&records.names[me as usize])).chain(everybody.clone().map(|them| show(me, them))).collect();
        let title = if self.payoff { "payoff of v" } else { "score of v" };
        let header: Vec<&str> = std::iter::once(title).chain(records.names.iter().map(String::as_str)).collect();
        output::say(&painted(&header, everybody.clone().map(row).collect::<Vec<Vec<Cell>>>(), 1));
        Ok(())
    }
}

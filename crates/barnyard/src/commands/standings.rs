//! `barnyard standings`: the table of a tournament, from its log.
use crate::failure::Failure;
use crate::output;
use crate::tournament::html;
use crate::tournament::shelf::Which;
use crate::tournament::standings::Records;
use league::Method;
use std::path::PathBuf;

/// Show the table of a tournament
#[derive(clap::Args, Debug)]
#[command(after_help = "The table is made from the log of results each time, so equal logs give equal bytes.

Examples:
  barnyard standings
  barnyard standings --rating elo-ml --json
  barnyard standings --database postgres://ada@host/yard --name final --html report.html")]
pub struct StandingsArgs {
    #[command(flatten)]
    which: Which,
    /// What to rank by, instead of what the tournament says
    #[arg(long)]
    rating: Option<Method>,
    /// Write a report with plots here
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// List all tournaments of the database instead
    #[arg(long, conflicts_with_all = ["html", "rating", "name"])]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl StandingsArgs {
    pub fn run(&self) -> Result<(), Failure> {
        if self.list {
            return self.listed();
        }
        let (shelf, tournament) = self.which.look()?;
        let mut records = Records::read(&shelf, &tournament)?;
        records.spec.rating = self.rating.or(records.spec.rating);
        let table = records.standings()?;
        if let Some(path) = &self.html {
            html::write(path, &shelf, &records)?;
        }
        if self.json {
            output::say_json(&table);
        } else {
            output::say(&table.text());
        }
        Ok(())
    }

    fn listed(&self) -> Result<(), Failure> {
        let shelf = self.which.place.look()?;
        let mut rows = Vec::new();
        for one in shelf.wait(|store| store.tournaments())? {
            let games = shelf.wait(|store| store.games(one.id))?;
            rows.push((one, games));
        }
        if self.json {
            let rows: Vec<_> = rows
                .iter()
                .map(|(one, games)| serde_json::json!({ "name": one.name, "game": one.game, "state": one.state.name(), "games": games }))
                .collect();
            output::say_json(&rows);
        } else {
            let rows: Vec<_> =
                rows.into_iter().map(|(one, games)| vec![one.name, one.game, one.state.name().into(), games.to_string()]).collect();
            output::say(&super::grid(&["tournament", "game", "state", "games"], &rows, 3));
        }
        Ok(())
    }
}

//! `barnyard export`: the log of results, for other programs.
use crate::failure::Failure;
use crate::output;
use crate::tournament::shelf::Which;
use crate::tournament::standings::Records;
use serde_json::json;

/// Print every result of a tournament
#[derive(clap::Args, Debug)]
#[command(after_help = "One row a seat in CSV, one object a game in JSON. The order is by fixture and game, whoever played it when.

Examples:
  barnyard export --csv > results.csv
  barnyard export --json --name final")]
pub struct ExportArgs {
    #[command(flatten)]
    which: Which,
    /// As a table with one row a seat
    #[arg(long, required_unless_present = "json", conflicts_with = "json")]
    csv: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl ExportArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (shelf, tournament) = self.which.look()?;
        let records = Records::read(&shelf, &tournament)?;
        let fault = |row: &store::Row| match &row.fault {
            Some(league::Fault::Bot { seat, kind }) => Some((usize::from(*seat), kind.clone())),
            _ => None,
        };
        if self.json {
            let game = |row: &store::Row| {
                let seat = |(entrant, payoff, points): &(u32, f64, f64)| json!({ "bot": records.names[*entrant as usize], "payoff": payoff, "points": points });
                json!({
                    "fixture": row.fixture, "game": row.game, "take": row.take, "seats": row.seats.iter().map(seat).collect::<Vec<_>>(),
                    "reason": row.reason, "decisions": row.decisions, "level": row.level, "voided": row.voided,
                    "fault": fault(row).map(|(seat, kind)| json!({ "seat": seat, "kind": kind })),
                })
            };
            let games: Vec<_> = records.rows.iter().map(game).collect();
            output::say_json(&json!({
                "tournament": tournament.name, "game": tournament.game, "seed": records.spec.seed, "games": games, "workers": records.workers,
            }));
            return Ok(());
        }
        let header = ["fixture", "game", "take", "seat", "bot", "payoff", "points", "reason", "level", "voided", "fault"];
        let mut text = line(&header.map(String::from));
        for row in &records.rows {
            for (seat, (entrant, payoff, points)) in row.seats.iter().enumerate() {
                let fault = fault(row).filter(|(guilty, _)| *guilty == seat).map(|(_, kind)| kind).unwrap_or_default();
                let numbers = [row.fixture.to_string(), row.game.to_string(), row.take.to_string(), seat.to_string()];
                let rest = [
                    records.names[*entrant as usize].clone(),
                    payoff.to_string(),
                    points.to_string(),
                    row.reason.clone(),
                    row.level.clone(),
                    row.voided.to_string(),
                    fault,
                ];
                text += &line(&[&numbers[..], &rest[..]].concat());
            }
        }
        output::say(&text);
        Ok(())
    }
}

/// A line of CSV. A cell that a spreadsheet would take for a formula is made text.
pub fn line(cells: &[String]) -> String {
    let quoted = |cell: &String| {
        let number = cell.parse::<f64>().is_ok();
        let safe = if !number && cell.starts_with(['=', '+', '-', '@']) { format!("'{cell}") } else { cell.clone() };
        if safe.contains([',', '"', '\n', '\r']) { format!("\"{}\"", safe.replace('"', "\"\"")) } else { safe }
    };
    cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_formulas_are_text() {
        let cells = ["plain", "a,b", "say \"hi\"", "=1+1", "-1.5", "-x"].map(String::from);
        assert_eq!(line(&cells), "plain,\"a,b\",\"say \"\"hi\"\"\",'=1+1,-1.5,'-x\n");
    }
}

//! `barnyard games`: the table of games.
use super::grid;
use crate::failure::Failure;
use crate::{House, output};
use serde_json::{Value, json};

/// List the games
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard games
  barnyard games --json")]
pub struct Games {
    /// Print JSON, with every setting and its default
    #[arg(long)]
    json: bool,
}

impl Games {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        if self.json {
            let all: Vec<Value> = house.games.iter().map(row).collect();
            output::say_json(&json!({ "games": all }));
            return Ok(());
        }
        let rows: Vec<_> = house
            .games
            .iter()
            .map(|entry| {
                vec![entry.name.into(), entry.title.into(), entry.aliases.join(", "), entry.seats.to_string(), entry.rules.to_string()]
            })
            .collect();
        output::say(&grid(&["game", "what it is", "also called", "seats", "rules"], &rows, 3));
        Ok(())
    }
}

fn row(entry: &games::Entry) -> Value {
    json!({
        "name": entry.name,
        "title": entry.title,
        "aliases": entry.aliases,
        "seats": entry.seat_names,
        "rules": entry.rules,
        "payoff": [entry.payoff.0, entry.payoff.1],
        "config": entry.settings("{}").expect("the default configuration is playable"),
    })
}

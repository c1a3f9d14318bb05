//! `barnyard bots`: who can be played against.
use super::grid;
use crate::failure::Failure;
use crate::{House, output};
use serde_json::json;

/// List the native bots, weakest first
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard bots
  barnyard bots microchess --json")]
pub struct Bots {
    /// Only the bots of this game
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Bots {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let games = match &self.game {
            Some(name) => vec![house.game(name)?],
            None => house.games.iter().collect(),
        };
        let bots: Vec<_> = games.iter().flat_map(|entry| house.bots(entry.name)).collect();
        if self.json {
            let rows: Vec<_> = bots.iter().map(|bot| json!({ "game": bot.game, "name": bot.name, "about": bot.about })).collect();
            output::say_json(&json!({ "bots": rows }));
        } else {
            let rows: Vec<_> = bots.iter().map(|bot| vec![bot.game.into(), bot.name.into(), bot.about.into()]).collect();
            output::say(&grid(&["game", "bot", "how it thinks"], &rows, 9));
        }
        Ok(())
    }
}

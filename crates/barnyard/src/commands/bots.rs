//! `barnyard bots`: who can be played against.
use super::grid;
use crate::failure::Failure;
use crate::{House, duel, measured, output};
use ::bots::Reference;
use ::games::Entry;
use league::Interval;
use serde_json::{Value, json};

/// List the native bots, weakest first
#[derive(clap::Args, Debug)]
#[command(after_help = "Ratings are Elo points around 1500 within a game; in Microchess the mean payoff a game against all
others. ± is half of a 95 % interval. `barnyard balance` measures them, docs/bots.md tells how.

Examples:
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
        let rated = |entry: &&'static Entry| {
            let (entry, kept) = (*entry, measured::kept(entry.name));
            house.bots(entry.name).map(move |bot| (entry, bot, kept.as_ref().and_then(|kept| kept.rating(entry, bot))))
        };
        let bots: Vec<_> = games.iter().flat_map(rated).collect();
        if self.json {
            let rows: Vec<_> = bots.iter().map(|(entry, bot, rating)| row(entry, bot, *rating)).collect();
            output::say_json(&json!({ "bots": rows }));
        } else {
            let rows: Vec<_> = bots
                .iter()
                .map(|(entry, bot, rating)| {
                    let rating = rating.map_or("not measured".into(), |rating| measured::rating(entry, rating));
                    vec![bot.game.into(), bot.name.into(), rating, bot.about.into()]
                })
                .collect();
            output::say(&grid(&["game", "bot", "rating", "how it thinks"], &rows, 9));
        }
        Ok(())
    }
}

/// The rating is `null` where nobody measured the bot as it is now.
fn row(entry: &Entry, bot: &Reference, rating: Option<Interval>) -> Value {
    let method = if duel::is_contest(entry) { "elo-ml" } else { "payoff" };
    let rating = rating.map(|Interval { mean, margin }| json!({ "method": method, "value": mean, "margin": margin }));
    json!({ "game": bot.game, "name": bot.name, "about": bot.about, "rating": rating })
}

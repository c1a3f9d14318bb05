//! A game's configuration from the command line: a file, then single settings on top of it.
use crate::failure::Failure;
use games::{Entry, Json};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Clone, Debug, Default)]
pub struct Settings {
    /// A TOML or JSON file with the game's settings
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// One setting of the game; @FILE takes the value from a file. May be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// How many rounds to play, in games that count them
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Moves of both sides together, after which a game is a draw (microchess)
    #[arg(long, value_name = "N", alias = "GameLength")]
    game_length: Option<u32>,
}

impl Settings {
    /// Whether nothing was given.
    pub fn is_empty(&self) -> bool {
        self.config.is_none() && self.set.is_empty() && self.rounds.is_none() && self.game_length.is_none()
    }

    /// All settings of the game, checked.
    pub fn of(&self, entry: &Entry) -> Result<Json, Failure> {
        let mut all = self.config.as_deref().map_or_else(|| Ok(Map::new()), read_file)?;
        for assignment in &self.set {
            let Some((key, value)) = assignment.split_once('=') else {
                return Err(Failure::refused(format!("--set {assignment} has no value: write --set KEY=VALUE")));
            };
            let (key, value) = (key.trim(), read_value(value.trim())?);
            all.insert(key.into(), fitting(entry, key, value));
        }
        for (key, given) in [("rounds", self.rounds), ("game_length", self.game_length)] {
            all.extend(given.map(|number| (key.to_string(), number.into())));
        }
        entry.settings(&Value::Object(all).to_string()).map_err(|error| Failure::refused(error.to_string()))
    }
}

/// A number may be meant as text, such as the map called 7.
fn fitting(entry: &Entry, key: &str, value: Value) -> Value {
    let refused = entry.settings(&serde_json::json!({ key: value }).to_string()).err();
    let wants_text = refused.is_some_and(|error| error.to_string().contains("expected a string"));
    if wants_text { Value::String(value.to_string()) } else { value }
}

fn read_file(path: &Path) -> Result<Map<String, Value>, Failure> {
    let text = read_text(&path.to_string_lossy())?;
    let parsed = if path.extension().is_some_and(|end| end == "json") {
        serde_json::from_str(&text).map_err(|error| error.to_string())
    } else {
        toml::from_str(&text).map_err(|error| error.to_string().trim_end().to_string())
    };
    parsed.map_err(|error| Failure::refused(format!("{}: {error}", path.display())))
}

/// JSON if it reads as JSON, else plain text.
fn read_value(text: &str) -> Result<Value, Failure> {
    let text = match text.strip_prefix('@') {
        Some(path) => read_text(path)?,
        None => text.to_string(),
    };
    Ok(serde_json::from_str(&text).unwrap_or(Value::String(text)))
}

fn read_text(path: &str) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|error| Failure::refused(format!("{path} cannot be read: {error}")))
}

//! What an organizer may vary; the defaults are the document's.
use crate::foul::ConfigError;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::ops::RangeInclusive;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Whose rules count where the document and the original engine part.
    pub rules: Rules,
    /// Turns of each chicken.
    pub turns: u8,
    /// Turds of each chicken.
    pub turds: u8,
    /// What an egg in a corner is worth on top of the one egg that it is.
    pub corner_bonus: u8,
    /// Eggs for the other chicken when one steps onto a trapdoor.
    pub trapdoor_penalty: u8,
    /// Eggs for the other chicken when one cannot move.
    pub blocking_bonus: u8,
    /// Chances in percent of hearing a trapdoor: across an edge, diagonally, one step further.
    pub hear: [u8; 3],
    /// Chances in percent of feeling it, likewise.
    pub feel: [u8; 3],
    /// How readily a trapdoor is placed on a square: on the edge of the board, next to it, and so on inward.
    pub trapdoor_weights: [u8; 4],
}

impl Default for Config {
    fn default() -> Config {
        Config {
            rules: Rules::Document,
            turns: 40,
            turds: 5,
            corner_bonus: 2,
            trapdoor_penalty: 4,
            blocking_bonus: 5,
            hear: [50, 25, 10],
            feel: [30, 15, 0],
            trapdoor_weights: [0, 0, 1, 2],
        }
    }
}

/// Which of two rule sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rules {
    /// What the tournament document says.
    Document,
    /// What the public engine of that tournament did.
    Original,
}

/// The most turns that a chicken may be given. Longer games add nothing: there are 32 squares to lay on.
pub const MOST_TURNS: u8 = 100;
/// The most turds: more than there are squares cannot be dropped.
pub const MOST_TURDS: u8 = 64;
/// The most eggs that one event may be worth, so that no score can overflow.
pub const MOST_EGGS: u8 = 100;
/// No score is higher: an egg on each square, two of them in corners, the other chicken in a trapdoor on every turn
/// and blocked in the end.
pub const MOST_POINTS: i16 = 32 + (2 + MOST_TURNS as i16 + 1) * MOST_EGGS as i16;

impl Config {
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        within("turns", self.turns, 1..=MOST_TURNS)?;
        within("turds", self.turds, 0..=MOST_TURDS)?;
        within("corner_bonus", self.corner_bonus, 0..=MOST_EGGS)?;
        within("trapdoor_penalty", self.trapdoor_penalty, 0..=MOST_EGGS)?;
        within("blocking_bonus", self.blocking_bonus, 0..=MOST_EGGS)?;
        for (name, odds) in [("hear", self.hear), ("feel", self.feel)] {
            for (i, percent) in odds.into_iter().enumerate() {
                within(format_args!("{name}[{i}]"), percent, 0..=100)?;
            }
        }
        for (i, weight) in self.trapdoor_weights.into_iter().enumerate() {
            within(format_args!("trapdoor_weights[{i}]"), weight, 0..=100)?;
        }
        if self.trapdoor_weights == [0; 4] {
            return Err(ConfigError(
                "trapdoor_weights is [0, 0, 0, 0], which leaves no square for the trapdoors: one must be from 1 to 100".into(),
            ));
        }
        Ok(())
    }
}

fn within(name: impl Display, value: u8, range: RangeInclusive<u8>) -> Result<(), ConfigError> {
    match range.contains(&value) {
        true => Ok(()),
        false => Err(ConfigError(format!("{name} is {value}, not a number from {} to {}", range.start(), range.end()))),
    }
}

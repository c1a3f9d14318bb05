//! What a person may do now, in words and places: viewers offer it and know no rules.
use serde::Serialize;

/// A cell of the scene: columns from the left, rows from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(into = "[u8; 2]")]
pub struct Spot {
    pub x: u8,
    pub y: u8,
}

impl Spot {
    pub const fn new(x: u8, y: u8) -> Spot {
        Spot { x, y }
    }
}

impl From<Spot> for [u8; 2] {
    fn from(spot: Spot) -> [u8; 2] {
        [spot.x, spot.y]
    }
}

/// How an action looks to a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Choice {
    /// The whole action in a few words, which no other action of the menu has: `up, egg`.
    pub label: String,
    /// What kind of action it is, for those that lead to the same cell: `egg`, `search`, `king`.
    pub manner: &'static str,
    /// Where the piece stands that moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Spot>,
    /// The cell that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Spot>,
}

impl Choice {
    /// An action without a place.
    pub fn new(label: impl Into<String>, manner: &'static str) -> Choice {
        Choice { label: label.into(), manner, from: None, to: None }
    }

    #[must_use]
    pub fn from(self, spot: Spot) -> Choice {
        Choice { from: Some(spot), ..self }
    }

    #[must_use]
    pub fn to(self, spot: Spot) -> Choice {
        Choice { to: Some(spot), ..self }
    }
}

/// A choice, and the action that it stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Item {
    /// The answer to give: JSON as a bot would send it.
    pub action: String,
    #[serde(flatten)]
    pub choice: Choice,
}

/// A number to name instead of a list to choose from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Range {
    pub least: u32,
    pub most: u32,
    /// What stands before and after the number in the answer to give.
    pub around: [&'static str; 2],
}

impl Range {
    /// The answer that names this number.
    pub fn action(&self, number: u32) -> String {
        format!("{}{number}{}", self.around[0], self.around[1])
    }
}

/// All that a seat may do now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Menu {
    /// What is to be decided: `step`, `bid`.
    pub prompt: &'static str,
    /// In the game's canonical order; empty if a number is asked for.
    pub items: Vec<Item>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
}

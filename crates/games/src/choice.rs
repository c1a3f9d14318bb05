//! What a person may do, in words and on the board: how an action is offered to somebody who points at squares.
use serde::Serialize;

/// One action, as it is offered.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Choice {
    /// In words, such as `lay an egg, step up`.
    pub label: String,
    /// What it is done with, as column and row of the scene; absent: there is only one thing, or nature picks it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<(u8, u8)>,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<(u8, u8)>,
    /// How much, if it is an amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<u32>,
    /// What must be asked for first, since it would hide the rest: a look at any square of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<&'static str>,
}

impl Choice {
    pub fn new(label: impl Into<String>) -> Choice {
        Choice { label: label.into(), ..Choice::default() }
    }

    #[must_use]
    pub fn from(self, x: u8, y: u8) -> Choice {
        Choice { from: Some((x, y)), ..self }
    }

    #[must_use]
    pub fn to(self, x: u8, y: u8) -> Choice {
        Choice { to: Some((x, y)), ..self }
    }

    #[must_use]
    pub fn amount(self, amount: u32) -> Choice {
        Choice { amount: Some(amount), ..self }
    }

    #[must_use]
    pub fn under(self, heading: &'static str) -> Choice {
        Choice { under: Some(heading), ..self }
    }
}

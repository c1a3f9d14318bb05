//! What a bot did wrong, and which rule says so.
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A bot's answer that does not count. What it costs is the game's business ([`crate::Game::fallback`]).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foul {
    pub kind: FoulKind,
    /// One sentence, in words a bot author understands.
    pub why: String,
    /// More lines, if there are any: a traceback, the last output of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// The kinds of foul, as tapes and tables name them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoulKind {
    /// Not the spelling of any action.
    Unreadable,
    /// An action that the rules forbid here.
    Illegal,
    /// The answer came after the deadline, or not at all.
    Late,
    /// The program ended or threw.
    Crash,
    /// More memory than granted.
    Memory,
    /// More written to disk than granted.
    Disk,
    /// More output than any answer needs.
    Flood,
    /// It worked while another was to think.
    Thinking,
    /// The program never became ready.
    Startup,
    /// Not asked any more, after too many fouls.
    Benched,
}

impl FoulKind {
    pub const fn name(self) -> &'static str {
        match self {
            FoulKind::Unreadable => "unreadable",
            FoulKind::Illegal => "illegal",
            FoulKind::Late => "late",
            FoulKind::Crash => "crash",
            FoulKind::Memory => "memory",
            FoulKind::Disk => "disk",
            FoulKind::Flood => "flood",
            FoulKind::Thinking => "thinking",
            FoulKind::Startup => "startup",
            FoulKind::Benched => "benched",
        }
    }
}

impl Foul {
    pub fn new(kind: FoulKind, why: impl Into<String>) -> Foul {
        Foul { kind, why: why.into(), detail: None }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.name(), self.why)
    }
}

/// The rule that an action breaks, as a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breach(pub Cow<'static, str>);

impl Breach {
    pub const fn of(rule: &'static str) -> Breach {
        Breach(Cow::Borrowed(rule))
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A configuration that no game can be played with, as a sentence that names the setting.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(pub String);

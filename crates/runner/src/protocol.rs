//! What the referee and a program say to each other: one JSON object a line. `docs/protocol.md` explains it.
use games::{Json, PerSeat, Seat};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version both sides speak.
pub const PROTOCOL: u32 = 1;

/// From the referee.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// First of all: which game, and who the program is. It answers with `ready`.
    Hello { protocol: u32, game: &'a str, rules: u32, config: &'a RawValue, name: &'a str },
    /// A series against the same opponents begins.
    Series { nonce: u64, left_ms: f64 },
    /// A game begins.
    Start { nonce: u64, left_ms: f64, seat: Seat, seats: &'a [&'a str], brief: Json, observation: Json, seed: u64 },
    /// A decision is asked for. `legal` lists the choices where they are few.
    Turn {
        nonce: u64,
        number: u64,
        seat: Seat,
        left_ms: Option<f64>,
        clocks_ms: Option<PerSeat<f64>>,
        observation: Json,
        #[serde(skip_serializing_if = "Option::is_none")]
        legal: Option<Json>,
    },
    /// A game is over.
    Over { seat: Seat, payoffs: PerSeat<f32>, points: PerSeat<i32>, reason: &'a str, observation: Json },
}

impl Message<'_> {
    /// The line, newline included.
    pub fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("messages always serialize");
        line.push('\n');
        line
    }
}

/// From the program: one of `ready`, or an answer with the nonce of what it answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply<'a> {
    /// The answer to `hello`.
    #[serde(default)]
    pub ready: Option<Ready>,
    #[serde(default)]
    pub nonce: Option<u64>,
    /// The answer to `turn`.
    #[serde(borrow, default, deserialize_with = "given")]
    pub action: Option<&'a RawValue>,
    /// How likely the program thinks each cell of the board is to hold what it cannot see.
    /// Read by itself: what is wrong with it costs nothing but the belief.
    #[serde(borrow, default)]
    pub belief: Option<&'a RawValue>,
    /// A line for the log.
    #[serde(default)]
    pub note: Option<String>,
    /// The bot failed inside its host, which lives on to tell.
    #[serde(default)]
    pub error: Option<HostError>,
}

/// An action that is there, even if it is `null`, which is a pass in Bovine.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(from).map(Some)
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Ready {
    /// Whether the program answers `series` and `start` too, so that they can be timed.
    pub acknowledges: bool,
}

/// What a host says about the bot it runs.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostError {
    /// `startup`, `crash`, `unreadable` or `memory`.
    pub kind: games::FoulKind,
    pub why: String,
    /// The bot's own lines of the traceback.
    #[serde(default)]
    pub detail: Option<String>,
}

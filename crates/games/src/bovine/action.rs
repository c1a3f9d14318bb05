//! What a farmer may answer, and the one place that reads answers.
use super::board::Board;
use super::cell::{Cell, WIDEST};
use crate::foul::Breach;
use crate::seat::Seat;
use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// One farmer's move of a round, in the farmer's own frame: its barn is (0, 0), whichever corner that is.
///
/// On the wire: `"pass"` or `null`, `[row, col]` for a destination, `[[row, col], [row, col]]` for source and destination.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    Pass,
    /// A destination; nature picks the source among the farmer's neighbours of it. If there is none, the farmer passes.
    To(Cell),
    Move {
        from: Cell,
        to: Cell,
    },
}

/// What `check` and [`read`] say of squares beside the meadow, in the words of the original log.
pub const OUT_OF_BOUNDS: Breach = Breach::of("out of bounds");
/// What `check` says of a source or destination with the wrong owner, in the words of the original log.
pub const NOT_YOURS: Breach = Breach::of("src is not yours, or dst is yours");
/// What `check` says of a jump, unless the rules are the original's.
pub const NOT_ADJACENT: Breach = Breach::of("destination must share a side with the source");
/// What [`read`] says of a reply that is no move at all.
pub const NOT_A_MOVE: Breach = Breach::of("neither null, [row, col] nor [[row, col], [row, col]]");

/// Turns a reply into an action or the reason why it is none, as the original engine does: `seen` is the board that the
/// farmer was shown. A destination without a source is a silent pass even beside the meadow; numbers inside a pair of
/// squares may be fractions, which are cut off, digits in quotes, or truth values. Whose squares they are is for
/// `check` to say. What made the original engine give up the whole game is refused like any other nonsense.
pub fn read(reply: &Value, seen: &Board) -> Result<Action, Breach> {
    let size = seen.size();
    let square = |(row, col)| Cell::within(size, row, col).ok_or(OUT_OF_BOUNDS);
    Ok(match Shape::of(reply)? {
        Shape::Pass => Action::Pass,
        Shape::To((row, col)) => {
            let near = |n: i64| (-1..=i64::from(size)).contains(&n);
            let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let own = |(down, right)| Cell::within(size, row + down, col + right).is_some_and(|cell| seen.land(Seat(0)).has(cell));
            let reachable = near(row) && near(col) && sides.into_iter().any(own);
            if reachable { Action::To(square((row, col))?) } else { Action::Pass }
        }
        Shape::Move(from, to) => Action::Move { from: square(from)?, to: square(to)? },
    })
}

/// The shape of a reply, on the meadow or not.
enum Shape {
    Pass,
    To((i64, i64)),
    Move((i64, i64), (i64, i64)),
}

impl Shape {
    fn of(reply: &Value) -> Result<Shape, Breach> {
        match reply {
            Value::Null => Ok(Shape::Pass),
            Value::String(word) if word == "pass" => Ok(Shape::Pass),
            Value::Array(parts) => match &parts[..] {
                [Value::Array(from), Value::Array(to)] => Ok(Shape::Move(pair(from, number)?, pair(to, number)?)),
                _ => Ok(Shape::To(pair(parts, whole)?)),
            },
            _ => Err(NOT_A_MOVE),
        }
    }
}

fn pair(parts: &[Value], number: fn(&Value) -> Option<i64>) -> Result<(i64, i64), Breach> {
    match parts {
        [row, col] => number(row).zip(number(col)).ok_or(NOT_A_MOVE),
        _ => Err(NOT_A_MOVE),
    }
}

/// A whole number or truth value. Those too large for any board become as large as can be.
fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Bool(truth) => Some(i64::from(*truth)),
        Value::Number(n) => n.as_i64().or_else(|| n.as_u64().map(|_| i64::MAX)),
        _ => None,
    }
}

/// What Python's `int()` takes: also fractions, cut off, and digits in quotes.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Number(n) => whole(value).or_else(|| n.as_f64().map(|n| n as i64)),
        Value::String(digits) => digits.trim().parse().ok(),
        _ => whole(value),
    }
}

/// Any square of the largest meadow; whether it is on this one is for `check` to say.
impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Action, D::Error> {
        let square = |(row, col)| Cell::within(WIDEST, row, col).ok_or(OUT_OF_BOUNDS);
        let shape = Shape::of(&Value::deserialize(from)?).map_err(Error::custom)?;
        let action = match shape {
            Shape::Pass => Ok(Action::Pass),
            Shape::To(to) => square(to).map(Action::To),
            Shape::Move(from, to) => square(from).and_then(|from| Ok(Action::Move { from, to: square(to)? })),
        };
        action.map_err(Error::custom)
    }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        match self {
            Action::Pass => into.serialize_str("pass"),
            Action::To(to) => to.serialize(into),
            Action::Move { from, to } => (from, to).serialize(into),
        }
    }
}

//! The text that bots of the original program answer with, read as it read them.
use super::{Action, Cell, Phase, Powerup};

/// The action that a text stands for in a phase; `None`: the text is no answer, the phase's default applies.
/// Whether the action is legal is another question.
pub fn read(phase: Phase, text: &str) -> Option<Action> {
    match phase {
        Phase::Powerup => Powerup::ALL.into_iter().find(|powerup| powerup.name() == text).map(Action::Powerup),
        Phase::Move => cell(text).map(Action::Move),
        Phase::Bid => bid(text).map(Action::Bid),
        Phase::Transport => cell(text).map(Action::Transport),
        _ => None,
    }
}

/// A row and a column with nothing but a comma between: `6,11`.
fn cell(text: &str) -> Option<Cell> {
    let (row, col) = text.split_once(',')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| digits.parse::<u8>().ok())?.filter(|number| usize::from(*number) < super::MAX_SIDE)
    };
    Some(Cell::new(number(row)?, number(col)?))
}

/// An integer as Python's `int` reads it: blanks around, a sign, single underscores between digits.
fn bid(text: &str) -> Option<u32> {
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let groups = || digits.split('_');
    if groups().any(|group| group.is_empty() || !group.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let value = groups().collect::<String>().parse::<u32>().ok()?;
    (!negative || value == 0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_two_numbers_and_a_comma() {
        assert_eq!(read(Phase::Move, "6,11"), Some(Action::Move(Cell::new(6, 11))));
        assert_eq!(read(Phase::Transport, "006,0"), Some(Action::Transport(Cell::new(6, 0))));
        for text in ["", "6", "6, 11", " 6,11", "6,11 ", "6,11,1", "-1,0", "+1,0", "1.0,1", "(6, 11)", "256,0", "٣,1", "None"] {
            assert_eq!(read(Phase::Move, text), None, "{text:?}");
        }
    }

    #[test]
    fn a_bid_is_what_python_calls_an_integer() {
        for (text, bid) in [("5", 5), (" 7 ", 7), ("+4", 4), ("1_0", 10), ("007", 7), ("-0", 0)] {
            assert_eq!(read(Phase::Bid, text), Some(Action::Bid(bid)), "{text:?}");
        }
        for text in ["", "3.5", "abc", "None", "True", "-5", "1__0", "_1", "1_", "+", "99999999999"] {
            assert_eq!(read(Phase::Bid, text), None, "{text:?}");
        }
    }

    #[test]
    fn a_power_up_is_one_of_three_strings() {
        assert_eq!(read(Phase::Powerup, "portal gun"), Some(Action::Powerup(Powerup::PortalGun)));
        assert_eq!(read(Phase::Powerup, ""), Some(Action::Powerup(Powerup::None)));
        for text in ["Bike", "bike ", "portal_gun", "None", "CRASH"] {
            assert_eq!(read(Phase::Powerup, text), None, "{text:?}");
        }
    }
}

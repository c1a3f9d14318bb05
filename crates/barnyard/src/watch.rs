//! How a finished game is watched. The one place that viewers are opened from, once there are any.
use std::path::Path;

/// One sentence for whoever wants to see the game that was just played.
pub fn invitation(tape: Option<&Path>) -> String {
    match tape {
        Some(tape) => format!("to watch it: `barnyard tape show {} --turn 5` shows the board at any turn", tape.display()),
        None => "to watch it: play with -o game.tape, then `barnyard tape show game.tape --turn 5` shows the board at any turn".into(),
    }
}

//! How a finished game is watched: the one place that viewers are opened from after a game.
use crate::failure::Failure;
use crate::theatre::{self, Screen, Show};
use games::Reel;
use std::path::Path;

/// Opens the game from its beginning, if there is a screen to show it on; whether it was.
pub fn show(reel: Reel) -> Result<bool, Failure> {
    if !Screen::is_there() {
        return Ok(false);
    }
    theatre::open(Show::new(reel).running())?;
    Ok(true)
}

/// One sentence for whoever wants to see the game that was just played.
pub fn invitation(tape: Option<&Path>) -> String {
    match tape {
        Some(tape) => format!("to watch it: barnyard watch {}", tape.display()),
        None => "to watch it: play with -o game.tape, then barnyard watch game.tape".into(),
    }
}

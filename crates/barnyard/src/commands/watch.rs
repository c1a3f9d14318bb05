//! `barnyard watch`: a game that was played, turn by turn.
use crate::House;
use crate::browser::Browsing;
use crate::failure::Failure;
use crate::live;
use crate::theatre::{self, Show};
use ::games::{Entry, Seat, View};
use std::path::PathBuf;

/// Watch a recorded game
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Keys: arrows, space, home and end, + and -, s for secrets, 1 to 4 for what that seat knew, g to go to a turn, ? for all of them.
Also opens what other programs recorded: the JSON of the course's engines, [Replay] lines of AI Arena 21, log.txt of Jigga Jigga.

Examples:
  barnyard watch game.tape
  barnyard watch game.tape --turn 40 --view truth
  barnyard watch game.tape --ascii > game.txt
  barnyard watch game.tape --browser                a page of this machine alone, until Ctrl-C"
)]
pub struct Watch {
    /// The tape
    tape: PathBuf,
    /// Begin at this turn; with plain text, show no other
    #[arg(long, value_name = "K")]
    turn: Option<usize>,
    /// Whose eyes to look through: spectator, truth, or a seat by its number or name
    #[arg(long, value_name = "VIEW", default_value = "spectator")]
    view: String,
    /// Plain text, all turns one below the other, as it is when the output is no terminal
    #[arg(long, conflicts_with = "browser")]
    ascii: bool,
    #[command(flatten)]
    browsing: Browsing,
}

impl Watch {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let reel = house.reel(&self.tape)?;
        let view = view(&self.view, reel.entry())?;
        let last = reel.len() - 1;
        if let Some(turn) = self.turn.filter(|turn| *turn > last) {
            return Err(Failure::refused(format!("{} has no turn {turn}: its last one is {last}", self.tape.display())));
        }
        if self.browsing.browser {
            return self.browsing.show(reel, self.turn.unwrap_or(0), view);
        }
        if live::House::choose(self.ascii) == live::House::Screen {
            return theatre::open(Show::new(reel).at(self.turn.unwrap_or(0), view));
        }
        theatre::frames(&reel, view, self.turn);
        Ok(())
    }
}

/// The eyes that a word stands for.
fn view(word: &str, entry: &Entry) -> Result<View, Failure> {
    let named = |name: &&str| name.eq_ignore_ascii_case(word);
    let number = word.parse().ok().filter(|number: &usize| *number < entry.seats);
    match word {
        "truth" => Ok(View::Truth),
        "spectator" => Ok(View::Spectator),
        _ => number.or_else(|| entry.seat_names.iter().position(named)).map(|seat| View::Seat(Seat(seat as u8))).ok_or_else(|| {
            let seats: Vec<_> = entry.seat_names.iter().enumerate().map(|(i, name)| format!("{i} {name}")).collect();
            Failure::refused(format!("there is no view {word:?}: there are spectator, truth, {}", seats.join(", ")))
        }),
    }
}

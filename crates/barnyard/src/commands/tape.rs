//! `barnyard tape`: what is on a tape.
use crate::failure::Failure;
use crate::{House, output, paint, tapes};
use clap::Subcommand;
use games::Tape;
use serde_json::json;
use std::path::PathBuf;

/// Look at tapes
#[derive(clap::Args, Debug)]
pub struct TapeArgs {
    #[command(subcommand)]
    command: TapeCommand,
}

#[derive(Subcommand, Debug)]
enum TapeCommand {
    /// Show who played, what happened, and how it ended
    #[command(after_help = "Examples:
  barnyard tape show game.tape
  barnyard tape show game.tape --turn 5
  barnyard tape show game.tape --json")]
    Show {
        tape: PathBuf,
        /// Only the position at this decision, counted from 0; the last one is the end of the game
        #[arg(long)]
        turn: Option<usize>,
        /// Print the scenes as JSON
        #[arg(long)]
        json: bool,
    },
}

impl TapeArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let TapeCommand::Show { tape: path, turn, json } = &self.command;
        let tape = tapes::read(path)?;
        let named = |failure: Failure| Failure::refused(format!("{}: {failure}", path.display()));
        let scenes = house.scenes(&tape).map_err(named)?;
        let last = scenes.len() - 1;
        if let Some(turn) = turn.filter(|turn| *turn > last) {
            return Err(Failure::refused(format!("{} has no turn {turn}: its last one is {last}", path.display())));
        }
        let shown = turn.map_or(&scenes[..], |turn| &scenes[turn..=turn]);
        if *json {
            output::say_json(&json!({ "header": tape.header, "scenes": shown, "over": tape.over }));
            return Ok(());
        }
        let mut text = title(house, &tape).map_err(Failure::refused)?;
        match turn {
            Some(turn) => text += &format!("turn {turn} of {last}\n\n{}", paint::scene(&shown[0])),
            None => {
                let width = last.to_string().len();
                for (turn, scene) in scenes.iter().enumerate() {
                    text += &format!("{turn:>width$}  {}\n", scene.caption);
                }
                text += &format!("\n{}", paint::scene(&scenes[last]));
            }
        }
        text += &format!("\nended by: {}, payoffs {:?}", tape.over.reason, &*tape.over.payoffs);
        output::say(&text);
        Ok(())
    }
}

fn title(house: &House, tape: &Tape) -> Result<String, String> {
    let entry = house.entry_of(tape)?;
    let seats: Vec<_> = tape.header.seats.iter().enumerate().map(|(i, seat)| paint::seat_title(entry, i, &seat.name)).collect();
    let seed = tape.header.seed.map_or("no seed".into(), |seed| format!("seed {seed}"));
    Ok(format!("{}: {}, {seed}\n", entry.name, seats.join(" v ")))
}

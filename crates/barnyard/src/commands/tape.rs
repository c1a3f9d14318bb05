//! `barnyard tape`: what is on a tape.
use crate::browser::{self, Book};
use crate::failure::Failure;
use crate::recorded::Recorded;
use crate::tapes::Sink;
use crate::{House, farm_log, output, paint, tapes};
use clap::Subcommand;
use games::Tape;
use serde_json::json;
use std::path::{Path, PathBuf};

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
    /// Make a tape of what the original program of a tournament recorded
    #[command(
        after_help = "Reads: the JSON of the course's engine (chickens). What else `barnyard watch` shows tells too little of a game for a tape.

Examples:
  barnyard tape import Yolanda_Yolanda_0.json -o game.tape"
    )]
    Import {
        file: PathBuf,
        /// Write the tape here (.gz packs it) instead of printing it
        #[arg(short, long, value_name = "TAPE")]
        output: Option<PathBuf>,
    },
    /// Write a game as a page that shows it, or as the original program of its tournament records it
    #[command(
        after_help = "Formats: original (chickens, carpets: the JSON of the course's engine; bovine: log.txt), aiarena21 (orchard: its [Replay] lines).

Examples:
  barnyard tape export game.tape --format original -o Yolanda_Yolanda_0.json
  barnyard tape export game.tape --format aiarena21
  barnyard tape export game.tape --html game.html          one page that needs no network: mail it, put it on a site"
    )]
    Export {
        tape: PathBuf,
        /// Whose format
        #[arg(long, default_value = "original")]
        format: String,
        /// Write a page that shows the game, for any browser
        #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "output"])]
        html: Option<PathBuf>,
        /// Write it here (.gz packs it) instead of printing it
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
}

/// A game, the name of a format, and how its tapes are written in it.
type Export = (&'static str, &'static str, fn(&Tape) -> Result<String, String>);

const EXPORTS: &[Export] = &[
    ("chickens", "original", |tape| Ok(games::chickens::replay::export(tape).map_err(|error| error.to_string())?.text())),
    ("carpets", "original", |tape| Ok(games::carpets::replay::export(tape).map_err(|error| error.to_string())?.text())),
    ("bovine", "original", |tape| farm_log::of_tape(tape).map_err(|error| error.to_string())),
    ("orchard", "aiarena21", |tape| games::orchard::replay::export(tape).map_err(|error| error.to_string())),
];

impl TapeArgs {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        match &self.command {
            TapeCommand::Show { tape, turn, json } => show(house, tape, *turn, *json),
            TapeCommand::Import { file, output } => import(file, output.as_deref()),
            TapeCommand::Export { tape, html: Some(html), .. } => export_page(house, tape, html),
            TapeCommand::Export { tape, format, output, .. } => export(tape, format, output.as_deref()),
        }
    }
}

fn show(house: &House, path: &Path, turn: Option<usize>, json: bool) -> Result<(), Failure> {
    let tape = tapes::read(path)?;
    let named = |failure: Failure| Failure::refused(format!("{}: {failure}", path.display()));
    let scenes = house.scenes(&tape).map_err(named)?;
    let last = scenes.len() - 1;
    if let Some(turn) = turn.filter(|turn| *turn > last) {
        return Err(Failure::refused(format!("{} has no turn {turn}: its last one is {last}", path.display())));
    }
    let shown = turn.map_or(&scenes[..], |turn| &scenes[turn..=turn]);
    if json {
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

fn import(path: &Path, output: Option<&Path>) -> Result<(), Failure> {
    let sink = output.map(Sink::claim).transpose()?;
    let tape = match Recorded::read(path)? {
        Recorded::Tape(tape) => tape,
        Recorded::Pictures { why, .. } => {
            return Err(Failure::refused(format!("{}: {why}: it can be watched, but is no tape", path.display())));
        }
    };
    match sink {
        Some(sink) => sink.write(&tape),
        None => {
            output::say(&tape.text());
            Ok(())
        }
    }
}

fn export(path: &Path, format: &str, output: Option<&Path>) -> Result<(), Failure> {
    let sink = output.map(Sink::claim).transpose()?;
    let tape = tapes::read(path)?;
    let game = &tape.header.game;
    let Some((.., write)) = EXPORTS.iter().find(|(name, known, _)| name == game && *known == format) else {
        let known: Vec<_> = EXPORTS.iter().map(|(game, format, _)| format!("{format} of {game}")).collect();
        return Err(Failure::refused(format!("{format} of {game} cannot be written: there is {}", known.join(", "))));
    };
    let text = write(&tape).map_err(|why| Failure::refused(format!("{}: {why}", path.display())))?;
    match sink {
        Some(sink) => sink.write_text(&text),
        None => {
            output::say(&text);
            Ok(())
        }
    }
}

fn export_page(house: &House, path: &Path, html: &Path) -> Result<(), Failure> {
    let sink = Sink::claim(html)?;
    sink.write_text(&browser::whole(&Book::new(house.reel(path)?)))
}

fn title(house: &House, tape: &Tape) -> Result<String, String> {
    let entry = house.entry_of(tape)?;
    let seats: Vec<_> = tape.header.seats.iter().enumerate().map(|(i, seat)| paint::seat_title(entry, i, &seat.name)).collect();
    let seed = tape.header.seed.map_or("no seed".into(), |seed| format!("seed {seed}"));
    Ok(format!("{}: {}, {seed}\n", entry.name, seats.join(" v ")))
}

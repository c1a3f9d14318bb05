//! `barnyard verify`: an audit of tapes, without any bot.
use crate::failure::Failure;
use crate::tournament::bundle;
use crate::{House, output, tapes};
use games::Tape;
use games::tape::{TapeError, Verified};
use owo_colors::OwoColorize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Check tapes and bundles: rules kept, luck drawn again from the seed, results as written
#[derive(clap::Args, Debug)]
#[command(after_help = "Exit code 1: a tape can be read but does not hold. Exit code 2: a tape cannot be read.

Examples:
  barnyard verify game.tape
  barnyard verify tapes/*.tape --json
  barnyard verify final.zip              a bundle: all its tapes, ratings and grades
  barnyard verify final.zip --commitment 9d1f...   and its luck is what was promised")]
pub struct Verify {
    #[arg(required = true, value_name = "TAPE|BUNDLE")]
    tapes: Vec<PathBuf>,
    /// The hash that was published before the tournament: the seed of each bundle must be the one it promised
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let mut worst = 0;
        let mut rows = Vec::new();
        for path in &self.tapes {
            if bundle::is_bundle(path) {
                let code = self.bundled(house, path, &mut rows);
                worst = worst.max(code);
                continue;
            }
            let found = audit(house, path);
            if self.json {
                rows.push(row(path, &found));
            } else if let Ok(done) = &found {
                output::say(&said(path, done));
            }
            if let Err(failure) = found {
                if !self.json {
                    output::complain(&failure.to_string());
                }
                worst = worst.max(failure.code());
            }
        }
        if self.json {
            output::say_json(&json!({ "tapes": rows }));
        }
        if worst == 0 { Ok(()) } else { Err(Failure::Told(worst)) }
    }

    /// A whole tournament. Gives the exit code.
    fn bundled(&self, house: &House, path: &Path, rows: &mut Vec<Value>) -> u8 {
        match bundle::audit(house, path, self.commitment.as_deref()) {
            Ok(found) if self.json => {
                rows.push(json!({ "bundle": path, "holds": found.differences.is_empty(), "audit": found }));
                u8::from(!found.differences.is_empty())
            }
            Ok(found) => {
                let held = found.differences.is_empty();
                found.differences.iter().for_each(|difference| output::complain(&format!("{}: {difference}", path.display())));
                if held {
                    let taken = found.games - found.replayed;
                    let rest = if taken > 0 { format!(", {taken} without a tape taken as recorded") } else { String::new() };
                    let promised = if found.promised { ", with the luck that was promised" } else { "" };
                    let done = format!("{} games played again{rest}{promised}, ratings and grades follow from them", found.replayed);
                    output::say(&format!("{}: {}: {done}", path.display(), "holds".green()));
                }
                u8::from(!held)
            }
            Err(failure) => {
                if self.json {
                    rows.push(json!({ "bundle": path, "holds": false, "error": failure.to_string() }));
                } else {
                    output::complain(&failure.to_string());
                }
                failure.code()
            }
        }
    }
}

fn audit(house: &House, path: &Path) -> Result<Verified, Failure> {
    let tape = tapes::read(path)?;
    let name = |error: String| format!("{}: {error}", path.display());
    let entry = house.entry_of(&tape).map_err(|error| Failure::Refused(name(error)))?;
    tape.replay_at(entry).map_err(|error| Failure::Refused(name(error.to_string())))?;
    tape.verify_at(entry).map_err(|error| Failure::Wanting(name(error.to_string())))
}

fn said(path: &Path, done: &Verified) -> String {
    let luck =
        if done.seeded { format!("{} chance outcomes drawn again", done.chances) } else { "no seed, luck taken as recorded".to_string() };
    format!("{}: {}: {} decisions, {luck}", path.display(), "holds".green(), done.decisions)
}

fn row(path: &Path, found: &Result<Verified, Failure>) -> Value {
    match found {
        Ok(done) => json!({ "tape": path, "holds": true, "decisions": done.decisions, "chances": done.chances, "seeded": done.seeded }),
        Err(failure) => json!({ "tape": path, "holds": false, "error": failure.to_string() }),
    }
}

impl House {
    /// The game on a tape.
    pub fn entry_of(&self, tape: &Tape) -> Result<&'static games::Entry, String> {
        let found = self.games.iter().find(|entry| entry.name == tape.header.game);
        found.ok_or_else(|| format!("line 1: there is no game called {:?}", tape.header.game))
    }

    /// What a spectator sees at each decision of a tape and at the end.
    pub fn scenes(&self, tape: &Tape) -> Result<Vec<games::Scene>, Failure> {
        let entry = self.entry_of(tape).map_err(Failure::refused)?;
        let scenes = tape.replay_at(entry).and_then(games::tape::Replay::scenes);
        scenes.map_err(|error: TapeError| Failure::refused(error.to_string()))
    }
}

//! Games that were recorded, by us or by the original program of a tournament: what a file is shows in how it begins.
use crate::House;
use crate::failure::Failure;
use flate2::read::MultiGzDecoder;
use games::tape::MOST_BYTES;
use games::{Entry, Reel, Scene, Tape, carpets, chickens, orchard};
use std::io::Read;
use std::path::Path;

/// What is in a file.
pub enum Recorded {
    Tape(Tape),
    /// Pictures of a game, and not enough of it to play it again.
    Pictures {
        game: &'static str,
        names: Vec<String>,
        scenes: Vec<Scene>,
        reason: String,
        why: &'static str,
    },
}

/// A kind of record: how it begins, and who reads it.
type Kind = (fn(&str) -> bool, fn(&str) -> Result<Recorded, String>);

const KINDS: &[Kind] = &[
    (|text| text.starts_with("[Replay]"), read_orchard),
    (|text| text.starts_with('{') && text.contains("\"rat_position_history\""), read_carpets),
    (|text| text.starts_with('{') && text.contains("\"trapdoor_triggered\""), |text| chickens::replay::import(text).map(Recorded::Tape)),
    (|text| text.starts_with("[R0]"), |_| Err("this is a log of Jigga Jigga, which tells no moves: there is nothing to be seen".into())),
];

impl Recorded {
    pub fn read(path: &Path) -> Result<Recorded, Failure> {
        let named = |why: String| Failure::refused(format!("{}: {why}", path.display()));
        let size = std::fs::metadata(path).map_err(|error| named(format!("it cannot be read: {error}")))?;
        if size.len() > MOST_BYTES as u64 {
            return Err(named("the file is longer than any game".into()));
        }
        let bytes = std::fs::read(path).map_err(|error| named(format!("it cannot be read: {error}")))?;
        Recorded::of(&bytes).map_err(named)
    }

    /// What these bytes are; a tape, if they look like nothing else.
    fn of(bytes: &[u8]) -> Result<Recorded, String> {
        let mut unpacked = Vec::new();
        if bytes.starts_with(&[0x1f, 0x8b]) {
            let mut reader = MultiGzDecoder::new(bytes).take(MOST_BYTES as u64 + 1);
            // What is wrong with it, the reader of tapes says.
            if reader.read_to_end(&mut unpacked).is_err() {
                unpacked.clear();
            }
        }
        let plain = if unpacked.is_empty() { bytes } else { &unpacked };
        let text = std::str::from_utf8(plain).unwrap_or_default();
        let is_tape = text.lines().next().is_some_and(|line| line.starts_with("{\"tape\""));
        match KINDS.iter().find(|(begins, _)| !is_tape && begins(text)) {
            Some((_, read)) => read(text),
            None => Tape::read(bytes).map(Recorded::Tape).map_err(|error| error.to_string()),
        }
    }
}

fn read_orchard(text: &str) -> Result<Recorded, String> {
    let replay = orchard::replay::import(text).map_err(|error| error.to_string())?;
    let reason = if replay.finished { "all rounds played" } else { "the replay breaks off" };
    let why = "a replay of AI Arena 21 does not tell what was rented, nor where fruit comes from";
    Ok(Recorded::Pictures { game: "orchard", names: replay.init.teams.to_vec(), scenes: replay.scenes(), reason: reason.into(), why })
}

fn read_carpets(text: &str) -> Result<Recorded, String> {
    let replay = carpets::replay::import(text)?;
    let names = vec!["A".into(), "B".into()];
    let why = "a replay of the course does not tell which squares were searched, nor what the workers heard";
    Ok(Recorded::Pictures { game: "carpets", names, scenes: replay.scenes(), reason: replay.reason.to_lowercase(), why })
}

impl House {
    /// The frames of a recorded game.
    pub fn reel(&self, path: &Path) -> Result<Reel, Failure> {
        let named = |why: String| Failure::refused(format!("{}: {why}", path.display()));
        let reel = match Recorded::read(path)? {
            Recorded::Tape(tape) => {
                let entry = self.entry_of(&tape).map_err(named)?;
                Reel::open_at(tape, entry)
            }
            Recorded::Pictures { game, names, scenes, reason, .. } => {
                let entry: &'static Entry = self.game(game)?;
                Reel::of_pictures(entry, names, scenes, &reason)
            }
        };
        reel.map_err(|error| named(error.to_string()))
    }
}

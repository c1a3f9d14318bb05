//! `barnyard new`: a bot to start from, which plays legally at once.
use crate::failure::Failure;
use crate::{House, folder, output};
use std::fmt;
use std::path::PathBuf;

/// Write a starter bot
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard new chickens Gertrude
  barnyard new microchess ./rusty --lang rust && ./rusty/build.sh
  barnyard play microchess ./rusty Monkey")]
pub struct New {
    /// The game
    game: String,
    /// A folder that is not there yet, or is empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The language it is written in
    #[arg(long, value_enum, default_value_t = Language::Python)]
    lang: Language,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    Python,
    Java,
    Rust,
    Cpp,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::Python => "python",
            Language::Java => "java",
            Language::Rust => "rust",
            Language::Cpp => "cpp",
        })
    }
}

/// A game, a language, and the files of a bot.
type Starter = (&'static str, Language, &'static [(&'static str, &'static str)]);

macro_rules! files {
    ($($name:literal: $from:literal),+ $(,)?) => { &[$(($name, include_str!(concat!("../../../../sdk/starters/", $from)))),+] };
}

const STARTERS: &[Starter] = &[
    ("chickens", Language::Python, files!("agent.py": "python/chickens/agent.py")),
    ("carpets", Language::Python, files!("agent.py": "python/carpets/agent.py")),
    ("bovine", Language::Python, files!("bot.py": "python/bovine/bot.py")),
    ("orchard", Language::Python, files!("bot.py": "python/orchard/bot.py")),
    ("microchess", Language::Python, files!("bot.py": "python/microchess/bot.py")),
    (
        "chickens",
        Language::Java,
        files!("Bot.java": "java/chickens/Bot.java", "Protocol.java": "java/Protocol.java", "build.sh": "java/build.sh", "barnyard.toml": "java/barnyard.toml"),
    ),
    (
        "microchess",
        Language::Java,
        files!("Bot.java": "java/microchess/Bot.java", "Protocol.java": "java/Protocol.java", "build.sh": "java/build.sh", "barnyard.toml": "java/barnyard.toml"),
    ),
    (
        "chickens",
        Language::Rust,
        files!("bot.rs": "rust/chickens/bot.rs", "protocol.rs": "rust/protocol.rs", "build.sh": "rust/build.sh", "barnyard.toml": "rust/barnyard.toml"),
    ),
    (
        "microchess",
        Language::Rust,
        files!("bot.rs": "rust/microchess/bot.rs", "protocol.rs": "rust/protocol.rs", "build.sh": "rust/build.sh", "barnyard.toml": "rust/barnyard.toml"),
    ),
    (
        "chickens",
        Language::Cpp,
        files!("bot.cpp": "cpp/chickens/bot.cpp", "protocol.hpp": "cpp/protocol.hpp", "build.sh": "cpp/build.sh", "barnyard.toml": "cpp/barnyard.toml"),
    ),
    (
        "microchess",
        Language::Cpp,
        files!("bot.cpp": "cpp/microchess/bot.cpp", "protocol.hpp": "cpp/protocol.hpp", "build.sh": "cpp/build.sh", "barnyard.toml": "cpp/barnyard.toml"),
    ),
];

/// Every file that somebody can start from.
pub fn samples() -> impl Iterator<Item = (String, String)> {
    STARTERS.iter().flat_map(|(.., files)| *files).map(|(name, text)| (name.to_string(), text.to_string()))
}

impl New {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        let Some((.., files)) = STARTERS.iter().find(|(game, lang, _)| *game == entry.name && *lang == self.lang) else {
            let langs: Vec<_> = STARTERS.iter().filter(|(game, ..)| *game == entry.name).map(|(_, lang, _)| lang.to_string()).collect();
            let games: Vec<_> = STARTERS.iter().filter(|(_, lang, _)| *lang == self.lang).map(|(game, ..)| *game).collect();
            return Err(Failure::refused(format!(
                "there is no starter bot for {} in {}: {} has {}, and {1} has {}",
                entry.name,
                self.lang,
                entry.name,
                or_none(&langs),
                or_none(&games)
            )));
        };
        let all: Vec<folder::File> = files.iter().map(|(name, text)| ((*name).to_string(), text.as_bytes().to_vec())).collect();
        folder::fill(&self.folder, &all)?;
        let path = self.folder.display().to_string();
        // Without a slash a name could also be that of a reference bot.
        let path = if path.contains('/') { path } else { format!("./{path}") };
        let build = if files.iter().any(|(name, _)| *name == "build.sh") { format!("{path}/build.sh && ") } else { String::new() };
        let rivals: Vec<_> = house.bots(entry.name).take(entry.seats - 1).map(|bot| bot.name).collect();
        output::say(&format!("{path} is ready: {build}barnyard play {} {path} {}", entry.name, rivals.join(" ")));
        Ok(())
    }
}

fn or_none(names: &[impl AsRef<str>]) -> String {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

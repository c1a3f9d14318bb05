//! `barnyard kit`: the folder that a course or a tournament hands out, with our engine in it.
use crate::failure::Failure;
use crate::{House, folder, output};
use ::games::orchard::SHIPPED;
use std::path::PathBuf;

/// Write the folder of a course or a tournament, as its document describes it
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard kit chickens fall25 && cd fall25 && python3 engine/run_local_agents.py Yolanda Yolanda
  barnyard kit bovine jigga && cd jigga && python3 main.py
  barnyard kit orchard arena && cd arena && bin/aiarena21 random_source my_source
  barnyard kit microchess co456 && cd co456 && javac *.java && java Tournament full")]
pub struct Kit {
    /// The game: chickens, carpets, bovine, orchard or microchess
    game: String,
    /// A folder that is not there yet, or is empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// A game, what to type in its folder, and what is in it, given the executable that writes it.
type Contents = (&'static str, &'static str, fn(&str) -> Vec<folder::File>);

const KITS: &[Contents] = &[
    ("chickens", "python3 engine/run_local_agents.py Yolanda Yolanda", |executable| CHICKENS.files(executable)),
    ("carpets", "python3 engine/run_local_agents.py Yolanda Yolanda", |executable| CARPETS.files(executable)),
    ("bovine", "python3 main.py", jigga),
    ("orchard", "bin/aiarena21 random_source my_source", arena),
    ("microchess", "javac *.java && java Tournament full", co456),
];

/// Every file of every kit.
pub fn samples() -> impl Iterator<Item = (String, String)> {
    let files = KITS.iter().flat_map(|(.., files)| files(""));
    files.filter_map(|(name, data)| Some((name, String::from_utf8(data).ok()?)))
}

impl Kit {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        let Some((_, command, files)) = KITS.iter().find(|(game, ..)| *game == entry.name) else {
            let known: Vec<_> = KITS.iter().map(|(game, ..)| *game).collect();
            let (last, others) = known.split_last().expect("there are kits");
            return Err(Failure::refused(format!("there is no kit for {}: {} and {last} have one", entry.name, others.join(", "))));
        };
        let executable = std::env::current_exe().and_then(std::fs::canonicalize).map(|path| path.display().to_string()).unwrap_or_default();
        folder::fill(&self.folder, &files(&executable))?;
        output::say(&format!("{} is ready: cd {0} && {command}", self.folder.display()));
        Ok(())
    }
}

/// A course of CS 3600: what differs from game to game.
struct Course {
    game: &'static str,
    title: &'static str,
    yolanda: &'static str,
    requirements: &'static str,
}

const CHICKENS: Course = Course {
    game: "chickens",
    title: "Chickens (CS 3600, fall 2025)",
    yolanda: include_str!("../../../../sdk/kit/chickens/Yolanda/agent.py"),
    requirements: include_str!("../../../../sdk/kit/chickens/requirements.txt"),
};

const CARPETS: Course = Course {
    game: "carpets",
    title: "Carpets (CS 3600, spring 2026)",
    yolanda: include_str!("../../../../sdk/kit/carpets/Yolanda/agent.py"),
    requirements: include_str!("../../../../sdk/kit/carpets/requirements.txt"),
};

const SCRIPT: &str = include_str!("../../../../sdk/kit/run_local_agents.py");
const README: &str = include_str!("../../../../sdk/kit/README.md");
const EDITORS: &str = "{ \"extraPaths\": [\"engine\"] }\n";

/// The folder of CO 456, beside the classes that teams use.
const MICROCHESS: &[(&str, &str)] = &[
    ("README.md", include_str!("../../../../sdk/kit/microchess/README.md")),
    ("MyPlayer.java", include_str!("../../../../sdk/kit/microchess/MyPlayer.java")),
    ("Tournament.java", include_str!("../../../../sdk/kit/microchess/Tournament.java")),
];

fn co456(_: &str) -> Vec<folder::File> {
    let own = MICROCHESS.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()));
    own.chain(runner::team_sdk().into_iter().map(|(path, data)| (path, data.into_owned()))).collect()
}

impl Course {
    fn files(&self, executable: &str) -> Vec<folder::File> {
        let script = SCRIPT.replace("@GAME@", self.game).replace("@BARNYARD@", &quoted(executable));
        let readme = README.replace("@TITLE@", self.title).replace("@GAME@", self.game);
        let own = [
            ("README.md", readme.as_str()),
            ("requirements.txt", self.requirements),
            ("pyrightconfig.json", EDITORS),
            ("engine/run_local_agents.py", script.as_str()),
            ("docs/Yolanda/agent.py", self.yolanda),
            ("3600-agents/Yolanda/agent.py", self.yolanda),
            ("3600-agents/.gitignore", "matches/\n__pycache__/\n"),
        ];
        texts(&own).chain(modules(&format!("{}/game", self.game), "engine/game/")).collect()
    }
}

/// Jigga Jigga: `main.py` and what it imports.
fn jigga(executable: &str) -> Vec<folder::File> {
    const OWN: [(&str, &str); 4] = [
        ("README.md", include_str!("../../../../sdk/kit/bovine/README.md")),
        ("main.py", include_str!("../../../../sdk/kit/bovine/main.py")),
        ("my_bot.py", include_str!("../../../../sdk/kit/bovine/my_bot.py")),
        (".gitignore", "log.txt\n__pycache__/\n"),
    ];
    let signed = |(path, data): folder::File| match &path[..] {
        "board.py" => {
            let text = String::from_utf8(data).expect("our Python is text");
            (path, text.replace("WRITER = None", &format!("WRITER = {}", quoted(executable))).into_bytes())
        }
        _ => (path, data),
    };
    texts(&OWN).chain(modules("bovine", "").map(signed)).collect()
}

/// AI Arena 21: bots, maps, and the command.
fn arena(executable: &str) -> Vec<folder::File> {
    const OWN: [(&str, &str); 6] = [
        ("README.md", include_str!("../../../../sdk/kit/orchard/README.md")),
        ("random_source.py", include_str!("../../../../sdk/kit/orchard/random_source.py")),
        ("my_source.py", include_str!("../../../../sdk/kit/orchard/my_source.py")),
        ("my_map.txt", include_str!("../../../../sdk/kit/orchard/my_map.txt")),
        ("bin/aiarena21", include_str!("../../../../sdk/kit/orchard/bin/aiarena21")),
        (".gitignore", "replay.txt\n__pycache__/\n"),
    ];
    let quoted = format!("'{}'", executable.replace('\'', r"'\''"));
    let own = OWN.map(|(path, text)| (path, text.replace("@BARNYARD@", &quoted)));
    let maps = SHIPPED.iter().map(|(name, text)| (format!("maps/{name}.txt"), text.as_bytes().to_vec()));
    let own = own.into_iter().map(|(path, text)| (path.to_string(), text.into_bytes()));
    own.chain(maps).chain(modules("orchard/aiarena21", "aiarena21/")).collect()
}

fn texts(files: &[(&str, &str)]) -> impl Iterator<Item = folder::File> {
    files.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()))
}

/// A folder of the SDK at another place.
fn modules(from: &str, to: &str) -> impl Iterator<Item = folder::File> {
    runner::sdk_files(from).into_iter().map(move |(path, data)| (format!("{to}{path}"), data.into_owned()))
}

/// A text as Python spells it.
fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text is JSON")
}

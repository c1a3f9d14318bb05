//! `barnyard kit`: the folder that a course hands out, with our engine in it.
use crate::failure::Failure;
use crate::{House, folder, output};
use std::path::PathBuf;

/// Write a course's folder: engine, docs and agents as the document describes them
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard kit chickens fall25
  cd fall25 && python3 engine/run_local_agents.py Yolanda Yolanda
  barnyard kit microchess co456
  cd co456 && javac *.java && java Tournament full")]
pub struct Kit {
    /// The game: chickens, carpets or microchess
    game: String,
    /// A folder that is not there yet, or is empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// What differs from game to game.
struct Course {
    game: &'static str,
    title: &'static str,
    yolanda: &'static str,
    requirements: &'static str,
}

const COURSES: &[Course] = &[
    Course {
        game: "chickens",
        title: "Chickens (CS 3600, fall 2025)",
        yolanda: include_str!("../../../../sdk/kit/chickens/Yolanda/agent.py"),
        requirements: include_str!("../../../../sdk/kit/chickens/requirements.txt"),
    },
    Course {
        game: "carpets",
        title: "Carpets (CS 3600, spring 2026)",
        yolanda: include_str!("../../../../sdk/kit/carpets/Yolanda/agent.py"),
        requirements: include_str!("../../../../sdk/kit/carpets/requirements.txt"),
    },
];

const SCRIPT: &str = include_str!("../../../../sdk/kit/run_local_agents.py");
const README: &str = include_str!("../../../../sdk/kit/README.md");
const EDITORS: &str = "{ \"extraPaths\": [\"engine\"] }\n";

/// The folder of CO 456, beside the classes that teams use.
const MICROCHESS: &[(&str, &str)] = &[
    ("README.md", include_str!("../../../../sdk/kit/microchess/README.md")),
    ("MyPlayer.java", include_str!("../../../../sdk/kit/microchess/MyPlayer.java")),
    ("Tournament.java", include_str!("../../../../sdk/kit/microchess/Tournament.java")),
];

impl Kit {
    pub fn run(&self, house: &House) -> Result<(), Failure> {
        let entry = house.game(&self.game)?;
        if entry.name == "microchess" {
            return self.write_microchess();
        }
        let Some(course) = COURSES.iter().find(|course| course.game == entry.name) else {
            let known: Vec<_> = COURSES.iter().map(|course| course.game).collect();
            return Err(Failure::refused(format!("there is no kit for {}: {} and microchess have one", entry.name, known.join(", "))));
        };
        let executable = std::env::current_exe().and_then(std::fs::canonicalize).map(|path| path.display().to_string()).unwrap_or_default();
        folder::fill(&self.folder, &course.files(&executable))?;
        output::say(&format!("{} is ready: cd {0} && python3 engine/run_local_agents.py Yolanda Yolanda", self.folder.display()));
        Ok(())
    }

    fn write_microchess(&self) -> Result<(), Failure> {
        let mut files: Vec<folder::File> = MICROCHESS.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect();
        files.extend(runner::team_sdk().into_iter().map(|(path, data)| (path, data.into_owned())));
        folder::fill(&self.folder, &files)?;
        output::say(&format!("{} is ready: cd {0} && javac *.java && java Tournament full", self.folder.display()));
        Ok(())
    }
}

impl Course {
    fn files(&self, executable: &str) -> Vec<folder::File> {
        let executable = serde_json::to_string(executable).expect("text is JSON");
        let script = SCRIPT.replace("@GAME@", self.game).replace("@BARNYARD@", &executable);
        let readme = README.replace("@TITLE@", self.title).replace("@GAME@", self.game);
        let mut files: Vec<folder::File> = [
            ("README.md", readme.as_str()),
            ("requirements.txt", self.requirements),
            ("pyrightconfig.json", EDITORS),
            ("engine/run_local_agents.py", script.as_str()),
            ("docs/Yolanda/agent.py", self.yolanda),
            ("3600-agents/Yolanda/agent.py", self.yolanda),
            ("3600-agents/.gitignore", "matches/\n__pycache__/\n"),
        ]
        .map(|(path, text)| (path.to_string(), text.as_bytes().to_vec()))
        .into();
        files.extend(runner::game_package(self.game).into_iter().map(|(path, data)| (format!("engine/game/{path}"), data.into_owned())));
        files
    }
}

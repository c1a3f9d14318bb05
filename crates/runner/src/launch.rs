//! From a path to a running program: what kind of bot it is, and how it is started.
use crate::archive::{Archive, Refusal, Rules};
use crate::bot::PlatformFault;
use crate::course::Course;
use crate::depot::{Depot, Kept};
use crate::jail::Errand;
use crate::java::{self, Java, Team};
use crate::python::{Install, Python, clean, sdk};
use games::Entry;
use serde::Deserialize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// What is at a path that should be a bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LaunchError {
    #[error("{0}")]
    NoBot(String),
    #[error(transparent)]
    Platform(#[from] PlatformFault),
}

fn no_bot<T>(why: impl Into<String>) -> Result<T, LaunchError> {
    Err(LaunchError::NoBot(why.into()))
}

/// How a bot is started.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The bot's own name for itself, else that of its file or folder.
    pub name: String,
    pub colour: Option<String>,
    /// What is odd about it, though it plays.
    pub warnings: Vec<String>,
    kind: Kind,
    /// What its requirements.txt asked for, once it is installed.
    libraries: Option<PathBuf>,
    /// Of what was in its archive.
    hash: Option<String>,
    /// A folder made for it lives as long as somebody may start it.
    _unpacked: Option<Arc<tempfile::TempDir>>,
    /// What a bot that is a single file has for its folder: beside the file itself lies what belongs to others.
    alone: Option<Arc<tempfile::TempDir>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Kind {
    /// A folder with agent.py, run by the host of its game.
    Agent { game: &'static str, folder: PathBuf },
    /// A file with the functions or callables of its game, run by the host of that game; perhaps which of them is meant.
    Hosted { game: &'static str, file: PathBuf, bot: Option<String> },
    /// A script that speaks the protocol.
    Script { file: PathBuf },
    /// A team in Java, run by our host.
    Team { team: Team, folder: PathBuf },
    /// A program that speaks the protocol.
    Program { words: Vec<String>, folder: PathBuf },
}

/// A callable in a file, for a host to load.
#[derive(Clone, Debug)]
pub struct Hosted<'a> {
    /// The folder with all that is its own.
    pub home: PathBuf,
    pub file: &'a Path,
    pub bot: &'a str,
    /// What its requirements.txt asked for, if it has one.
    pub libraries: Option<&'a Path>,
}

/// `barnyard.toml` beside a bot.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    command: Option<Vec<String>>,
    name: Option<String>,
    colour: Option<String>,
}

/// Games whose bots are `agent.py` with a `PlayerAgent`.
const AGENT_GAMES: &[&str] = &["chickens", "carpets"];
/// Games whose bots are one file that knows nothing of any protocol.
const FILE_GAMES: &[&str] = &["bovine", "orchard"];

/// The game whose bots are `TeamExample.java`.
const TEAM_GAME: &str = "microchess";

impl Recipe {
    /// Splits `FILE.py:NAME` into the file and the bot in it; `NAME()` is what a call of `NAME` returns. `None`: there is no
    /// such name behind the path.
    pub fn split(text: &str) -> Option<(&Path, &str)> {
        let (path, bot) = text.rsplit_once(':')?;
        let name = bot.strip_suffix("()").unwrap_or(bot);
        let good = path.ends_with(".py") && !Path::new(text).exists() && is_identifier(name);
        good.then_some((Path::new(path), bot))
    }

    /// One bot of a file that may hold several.
    pub fn named(file: &Path, bot: &str, entry: &Entry) -> Result<Recipe, LaunchError> {
        if entry.name != "bovine" {
            return no_bot(format!("{}:{bot}: a file of {} holds one bot, so name the file alone", file.display(), entry.name));
        }
        let file = std::fs::canonicalize(file).or_else(|error| no_bot(format!("{}: {error}", file.display())))?;
        let name = bot.strip_suffix("()").unwrap_or(bot);
        let alone = Some(companions(&file)?);
        Ok(Recipe { alone, ..plain(name.into(), Kind::Hosted { game: "bovine", file, bot: Some(bot.into()) }) })
    }

    /// A program with its arguments, in an empty folder of its own.
    pub fn program(name: &str, words: Vec<String>) -> Result<Recipe, PlatformFault> {
        let place = tempfile::Builder::new().prefix("barnyard-bot-").tempdir().map_err(|error| PlatformFault(error.to_string()))?;
        let kind = Kind::Program { words, folder: place.path().into() };
        Ok(Recipe { _unpacked: Some(Arc::new(place)), ..plain(name.into(), kind) })
    }

    /// What the path holds: a folder, a script, a team in Java, an executable, or a zip with one folder.
    pub fn find(path: &Path, entry: &Entry) -> Result<Recipe, LaunchError> {
        Recipe::within(path, entry, Course::default())
    }

    /// The same, where teams in Java keep to the numbers of a course.
    pub fn within(path: &Path, entry: &Entry, course: Course) -> Result<Recipe, LaunchError> {
        let path = &std::fs::canonicalize(path).or_else(|error| no_bot(format!("{}: {error}", path.display())))?;
        if path.is_dir() {
            return of_folder(path, entry, course);
        }
        let recipe = of_file(path, entry, course)?;
        let in_place = recipe._unpacked.is_some() || recipe.hash.is_some() || matches!(recipe.kind, Kind::Agent { .. });
        let alone = if in_place { None } else { Some(companions(path)?) };
        Ok(Recipe { alone, ..recipe })
    }

    /// The hash of all that was in the archive it came in: the same files have the same.
    pub fn hash(&self) -> Option<&str> {
        self.hash.as_deref()
    }

    /// What was taken for the name, and how it is run.
    pub fn told(&self) -> String {
        let name = &self.name;
        match &self.kind {
            Kind::Agent { folder, .. } => format!("{name} is {}/agent.py, in our Python host", folder.display()),
            Kind::Hosted { file, .. } => format!("{name} is {}, in our Python host", file.display()),
            Kind::Script { file } => format!("{name} is {}, a Python program", file.display()),
            Kind::Team { folder, .. } => format!("{name} is a team in {}, in our Java host", folder.display()),
            Kind::Program { words, .. } => format!("{name} is the program {}", words.join(" ")),
        }
    }

    /// Installs what the bot's `requirements.txt` asks for, if it has one and that was not done before.
    pub fn prepare(&mut self, python: Option<&'static Python>, install: Install) -> Result<(), LaunchError> {
        let folder = match &self.kind {
            Kind::Agent { folder, .. } => folder.as_path(),
            Kind::Script { file } | Kind::Hosted { file, .. } if file.ends_with("bot.py") => file.parent().unwrap_or(Path::new("/")),
            // Beside a single file lies what belongs to others.
            _ => return Ok(()),
        };
        let requirements = folder.join("requirements.txt");
        if requirements.is_file() {
            let python = python.map_or_else(Python::usual, Ok)?;
            let libraries = python.libraries(&requirements, install);
            self.libraries = Some(libraries.or_else(|why| no_bot(format!("{} cannot be installed: {why}", requirements.display())))?);
        }
        Ok(())
    }

    /// What a host needs to know of a farmer of Bovine; `None`: it is no such thing, but a program.
    pub fn hosted(&self) -> Option<Hosted<'_>> {
        match &self.kind {
            Kind::Hosted { file, bot: Some(bot), .. } => {
                let folder = file.parent().unwrap_or(Path::new("/"));
                let home = self.alone.as_ref().map_or(folder.to_path_buf(), |place| folder_alone(place.path(), folder));
                Some(Hosted { home, file, bot, libraries: self.libraries.as_deref() })
            }
            _ => None,
        }
    }

    /// What starts it, and what it may read.
    pub fn errand(&self, python: Option<&'static Python>) -> Result<Errand, PlatformFault> {
        let python = || python.map_or_else(Python::usual, Ok);
        let mut errand = Errand::from(self.command(python)?);
        errand.keeps.extend(self._unpacked.clone());
        errand.shared = self.hash.is_some();
        if let (Some(place), Some(from)) = (&self.alone, errand.command.get_current_dir()) {
            errand.home = Some(folder_alone(place.path(), from));
            errand.keeps.push(Arc::clone(place));
        }
        errand.reads.extend(self.libraries.clone());
        match &self.kind {
            Kind::Agent { .. } | Kind::Hosted { .. } | Kind::Script { .. } => {
                errand.reads.extend(python()?.folders.iter().cloned());
                errand.reads.push(sdk()?.into());
            }
            Kind::Team { team, .. } => errand.reads.extend(Java::usual()?.folders()?.into_iter().chain([team.classes.clone()])),
            // A program of the system that it names in full.
            Kind::Program { words, .. } => errand.reads.extend(words.iter().map(PathBuf::from).filter(|path| path.is_absolute())),
        }
        Ok(errand)
    }

    fn command(&self, python: impl Fn() -> Result<&'static Python, PlatformFault>) -> Result<Command, PlatformFault> {
        match &self.kind {
            Kind::Agent { game, folder } => {
                let mut command = python()?.run_sdk("host.py")?;
                command.arg(game).arg(folder).current_dir(folder);
                command.envs(self.libraries.iter().map(|folder| ("BARNYARD_LIBRARIES", folder)));
                Ok(command)
            }
            Kind::Hosted { game, file, bot } => {
                let mut command = python()?.run_sdk("host.py")?;
                command.arg(game).arg(file).args(bot).current_dir(file.parent().unwrap_or(Path::new("/")));
                command.envs(self.libraries.iter().map(|folder| ("BARNYARD_LIBRARIES", folder)));
                Ok(command)
            }
            Kind::Script { file } => {
                let mut command = python()?.command();
                command.arg(file).current_dir(file.parent().unwrap_or(Path::new("/")));
                command.envs(self.libraries.iter().map(|folder| ("PYTHONPATH", folder)));
                Ok(command)
            }
            Kind::Team { team, folder } => {
                let mut command = Java::usual()?.host(team)?;
                command.current_dir(folder);
                Ok(command)
            }
            Kind::Program { words, folder } => {
                let mut command = Command::new(&words[0]);
                clean(&mut command).args(&words[1..]).current_dir(folder);
                Ok(command)
            }
        }
    }
}

/// A bot that is one file.
fn of_file(path: &Path, entry: &Entry, course: Course) -> Result<Recipe, LaunchError> {
    match path.extension().and_then(|end| end.to_str()) {
        Some("zip") => of_archive(path, entry, course),
        Some("py") => of_script(path, entry),
        Some("java" | "jar") if entry.name != TEAM_GAME => {
            no_bot(format!("{}: bots of {} are not run that way", path.display(), entry.name))
        }
        Some("java") => Ok(of_team(Java::usual()?.team_of_file(path, course)?, path.parent().unwrap_or(Path::new("/")))),
        Some("jar") => Ok(of_team(Java::usual()?.team_of_jar(path, course)?, path.parent().unwrap_or(Path::new("/")))),
        _ if is_executable(path) => {
            let words = vec![path.display().to_string()];
            let folder = path.parent().unwrap_or(Path::new("/")).to_path_buf();
            Ok(plain(stem(path), Kind::Program { words, folder }))
        }
        _ => no_bot(format!("{} is no bot: it is no folder, no .py, no .java, no .jar, no .zip, and may not be executed", path.display())),
    }
}

/// A single file in a folder of its own, under the name of the one it came from: with the other scripts beside it if it is one,
/// which it may import, and with nothing else.
fn companions(file: &Path) -> Result<Arc<tempfile::TempDir>, PlatformFault> {
    let make = || -> std::io::Result<tempfile::TempDir> {
        let place = tempfile::Builder::new().prefix("barnyard-bot-").tempdir()?;
        let from = file.parent().unwrap_or(Path::new("/"));
        let folder = folder_alone(place.path(), from);
        std::fs::create_dir(&folder)?;
        let scripts = file.extension().is_some_and(|end| end == "py");
        let beside = std::fs::read_dir(from)?.flatten().map(|item| item.path());
        let wanted = beside.filter(|path| path == file || scripts && path.extension().is_some_and(|end| end == "py") && path.is_file());
        for path in wanted.take(MOST_FILES) {
            std::fs::copy(&path, folder.join(path.file_name().unwrap_or_default()))?;
        }
        Ok(place)
    };
    make().map(Arc::new).map_err(|error| PlatformFault(format!("{} cannot be copied: {error}", file.display())))
}

/// Where a single file's folder is, below a place made for it.
fn folder_alone(place: &Path, from: &Path) -> PathBuf {
    place.join(from.file_name().unwrap_or(std::ffi::OsStr::new("bot")))
}

fn plain(name: String, kind: Kind) -> Recipe {
    Recipe { name, colour: None, warnings: Vec::new(), kind, libraries: None, hash: None, _unpacked: None, alone: None }
}

fn of_team(team: Team, folder: &Path) -> Recipe {
    let warnings = team.warnings.clone();
    Recipe { warnings, ..plain(team.class.clone(), Kind::Team { team, folder: folder.into() }) }
}

fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(|| "bot".into(), |stem| stem.to_string_lossy().into_owned())
}

fn is_executable(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

fn of_folder(folder: &Path, entry: &Entry, course: Course) -> Result<Recipe, LaunchError> {
    let manifest = read_manifest(folder)?;
    if entry.name == TEAM_GAME && manifest.command.is_none() && java::sources_in(folder).is_ok_and(|sources| !sources.is_empty()) {
        let recipe = of_team(Java::usual()?.team_of_folder(folder, course)?, folder);
        let name = manifest.name.unwrap_or_else(|| recipe.name.clone());
        return Ok(Recipe { name, colour: manifest.colour, ..recipe });
    }
    let name = manifest.name.unwrap_or_else(|| folder.file_name().map_or_else(|| "bot".into(), |name| name.to_string_lossy().into_owned()));
    let (agent, bot) = (folder.join("agent.py"), folder.join("bot.py"));
    let hosted = AGENT_GAMES.iter().find(|game| **game == entry.name).copied();
    let kind = match (manifest.command, agent.is_file(), bot.is_file(), hosted) {
        (Some(words), ..) if words.is_empty() => return no_bot(format!("{}: command is empty", file_of(folder).display())),
        (Some(mut words), ..) => {
            let beside = folder.join(&words[0]);
            if beside.is_file() {
                words[0] = beside.display().to_string();
            } else if words[0].contains('/') {
                return no_bot(format!("{}: there is no {}: does the bot have to be built first?", file_of(folder).display(), words[0]));
            }
            Kind::Program { words, folder: folder.into() }
        }
        (None, true, true, Some(_)) => {
            return no_bot(format!("{} holds both agent.py and bot.py: keep one, or name a command in barnyard.toml", folder.display()));
        }
        (None, true, _, Some(game)) => Kind::Agent { game, folder: folder.into() },
        (None, _, true, _) => hosted_file(&bot, &read_text(&bot)?, entry)?.unwrap_or(Kind::Script { file: bot }),
        (None, true, false, None) => {
            return no_bot(format!("{} holds an agent.py, and bots of {} are not run that way", folder.display(), entry.name));
        }
        (None, false, false, _) => {
            return no_bot(format!("{} holds no bot: no agent.py, no bot.py, and no barnyard.toml with a command", folder.display()));
        }
    };
    Ok(Recipe { colour: manifest.colour, ..plain(name, kind) })
}

fn file_of(folder: &Path) -> PathBuf {
    folder.join("barnyard.toml")
}

fn read_manifest(folder: &Path) -> Result<Manifest, LaunchError> {
    let file = file_of(folder);
    match std::fs::read_to_string(&file) {
        Ok(text) => toml::from_str(&text).or_else(|error| no_bot(format!("{}: {}", file.display(), error.message()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Manifest { command: None, name: None, colour: None }),
        Err(error) => no_bot(format!("{}: {error}", file.display())),
    }
}

fn read_text(file: &Path) -> Result<String, LaunchError> {
    let bytes = std::fs::read(file).or_else(|error| no_bot(format!("{}: {error}", file.display())))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A file for the host of its game, unless it speaks the protocol itself: then it says the word `nonce`, which every answer
/// needs.
fn hosted_file(file: &Path, text: &str, entry: &Entry) -> Result<Option<Kind>, LaunchError> {
    let Some(game) = FILE_GAMES.iter().find(|game| **game == entry.name).filter(|_| !text.contains("nonce")) else { return Ok(None) };
    let bot = if *game == "bovine" { Some(only_farmer(file, text)?) } else { None };
    Ok(Some(Kind::Hosted { game, file: file.into(), bot }))
}

/// The farmer of a file when nobody said which: `bot` if there is one, else the only function at the top level that takes
/// one argument.
fn only_farmer(file: &Path, text: &str) -> Result<String, LaunchError> {
    let named_bot = |line: &str| {
        let rest = line.strip_prefix("def bot").or_else(|| line.strip_prefix("bot"))?.trim_start();
        (rest.starts_with('(') || rest.starts_with('=') || rest.starts_with(':')).then_some(())
    };
    if text.lines().any(|line| named_bot(line).is_some()) {
        return Ok("bot".into());
    }
    let takes_one = |line: &str| {
        let (name, rest) = line.strip_prefix("def ")?.split_once('(')?;
        let (arguments, _) = rest.split_once(')')?;
        let one = !arguments.trim().is_empty() && !arguments.contains([',', '*', '=']) && !name.starts_with('_');
        one.then(|| name.trim().to_string())
    };
    let mut found: Vec<String> = text.lines().filter_map(takes_one).collect();
    found.dedup();
    match &found[..] {
        [name] => Ok(name.clone()),
        [] => no_bot(format!("{} has no function that takes a board: name the bot, as in {0}:NAME", file.display())),
        _ => no_bot(format!("{} may hold several bots ({}): say which, as in {0}:{}", file.display(), found.join(", "), found[0])),
    }
}

fn is_identifier(name: &str) -> bool {
    let letter = |c: char| c == '_' || c.is_alphanumeric();
    name.chars().all(letter) && !name.starts_with(|c: char| c.is_ascii_digit()) && !name.is_empty()
}

/// A single file: an agent if the game knows agents and the file has one, else one for the host of its game, else a script
/// that speaks the protocol.
fn of_script(file: &Path, entry: &Entry) -> Result<Recipe, LaunchError> {
    let text = read_text(file)?;
    if let Some(kind) = hosted_file(file, &text, entry)? {
        return Ok(plain(stem(file), kind));
    }
    let hosted = AGENT_GAMES.iter().find(|game| **game == entry.name).filter(|_| text.contains("class PlayerAgent"));
    let Some(game) = hosted else { return Ok(plain(stem(file), Kind::Script { file: file.into() })) };
    if file.file_name().is_some_and(|name| name == "agent.py") {
        return of_folder(file.parent().unwrap_or(Path::new("/")), entry, Course::default());
    }
    // The host wants a package: a folder of its own with this file as its agent.
    let place = tempfile::Builder::new().prefix("barnyard-bot-").tempdir().map_err(|error| PlatformFault(error.to_string()))?;
    let folder = place.path().join(stem(file));
    let copied = std::fs::create_dir(&folder).and_then(|()| std::fs::copy(file, folder.join("agent.py")));
    copied.map_err(|error| PlatformFault(format!("{} cannot be copied: {error}", file.display())))?;
    Ok(Recipe { _unpacked: Some(Arc::new(place)), ..plain(stem(file), Kind::Agent { game, folder }) })
}

/// No more scripts beside a single file are copied.
const MOST_FILES: usize = 5_000;

/// A zip that holds one folder with the bot, as uploads do.
fn of_archive(path: &Path, entry: &Entry, course: Course) -> Result<Recipe, LaunchError> {
    let file = std::fs::File::open(path).or_else(|error| no_bot(format!("{}: {error}", path.display())))?;
    let kept = keep(file, &Rules::of(entry.name)).map_err(|refusal| match refusal {
        Refusal::Archive(why) => LaunchError::NoBot(format!("{}: {why}", path.display())),
        Refusal::Platform(_) => PlatformFault(format!("{}: {refusal}", path.display())).into(),
    })?;
    let inside = std::fs::read_dir(&kept.folder).map_err(|error| PlatformFault(format!("{}: {error}", kept.folder.display())))?;
    let top: Vec<PathBuf> = inside.flatten().map(|item| item.path()).collect();
    let [folder] = &top[..] else { return no_bot(format!("{}: {ONE_FOLDER}", path.display())) };
    if !folder.is_dir() {
        return no_bot(format!("{}: {ONE_FOLDER}", path.display()));
    }
    let found = of_folder(folder, entry, course).map_err(|error| match error {
        // People know the archive, and not where it was unpacked.
        LaunchError::NoBot(why) => LaunchError::NoBot(why.replace(&kept.folder.display().to_string(), &path.display().to_string())),
        other => other,
    });
    Ok(Recipe { hash: Some(kept.hash), ..found? })
}

const ONE_FOLDER: &str = "a bot's archive holds one folder with the bot in it";

fn keep(file: std::fs::File, rules: &Rules) -> Result<Kept, Refusal> {
    let mut archive = Archive::open(file, rules)?;
    Depot::usual()?.keep(&mut archive)
}

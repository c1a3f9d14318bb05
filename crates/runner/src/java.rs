//! A real Java, our SDK compiled for it, and the teams of CO 456: `TeamExample.java`, a folder with one, or a jar.
use crate::archive::{self, Archive, Rules};
use crate::bot::PlatformFault;
use crate::cache;
use crate::course::Course;
use crate::launch::LaunchError;
use crate::python::clean;
use crate::tool::{self, Means};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

/// What Java bots extend, and what runs them.
#[derive(RustEmbed)]
#[folder = "../../sdk/java"]
#[include = "*.java"]
struct Sdk;

/// No compilation takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// A Java development kit.
#[derive(Clone, Debug)]
pub struct Java {
    java: PathBuf,
    javac: PathBuf,
}

/// A team, compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Team {
    pub class: String,
    /// A folder of classes, or a jar.
    pub classes: PathBuf,
    /// What is odd about it, though it plays.
    pub warnings: Vec<String>,
    /// What it may take, and is told.
    pub course: Course,
}

impl Java {
    /// The kit to use: `$JAVA_HOME`'s, else the one on the path.
    pub fn find() -> Result<Java, PlatformFault> {
        let home = std::env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = home.into_iter().chain(std::env::split_paths(&path));
        let found = folders.find_map(|folder| {
            let (java, javac) = (folder.join("java"), folder.join("javac"));
            (java.is_file() && javac.is_file()).then_some(Java { java, javac })
        });
        found.ok_or_else(|| PlatformFault("there is no Java compiler: install a JDK, version 8 or newer, or set JAVA_HOME".into()))
    }

    /// The same, looked for once in the life of the program.
    pub fn usual() -> Result<&'static Java, PlatformFault> {
        static USUAL: OnceLock<Result<Java, PlatformFault>> = OnceLock::new();
        USUAL.get_or_init(Java::find).as_ref().map_err(Clone::clone)
    }

    /// The folder of the SDK's classes, compiled once for each version of it.
    pub fn sdk(&self) -> Result<PathBuf, PlatformFault> {
        let mut names: Vec<_> = Sdk::iter().collect();
        names.sort();
        let files: Vec<_> = names.iter().map(|name| (name.as_ref(), Sdk::get(name).expect("it was listed").data)).collect();
        let sum = cache::sum(files.iter().flat_map(|(name, data)| [name.as_bytes(), data]).chain([self.identity().as_bytes()]));
        let made = cache::folder("java-sdk", sum, |draft| {
            let sources = files.iter().map(|(name, data)| (draft.join(name), data));
            for (path, data) in sources.clone() {
                std::fs::write(path, data)?;
            }
            let paths: Vec<_> = sources.map(|(path, _)| path).collect();
            self.compile(&paths, None, draft, draft).map_err(|refusal| match refusal {
                Refusal::Team(why) => std::io::Error::other(why),
                Refusal::Platform(error) => error,
            })
        });
        made.map_err(|error| PlatformFault(format!("the Java SDK cannot be made ready: {error}")))
    }

    /// Which kit this is, as far as compiled classes go.
    fn identity(&self) -> String {
        std::fs::canonicalize(&self.javac).unwrap_or_else(|_| self.javac.clone()).display().to_string()
    }

    /// Compiles files and what they need from the sources beside them; a team's mistakes come back as one sentence.
    fn compile(&self, files: &[PathBuf], sdk: Option<&Path>, sources: &Path, into: &Path) -> Result<(), Refusal> {
        let mut command = Command::new(&self.javac);
        clean(&mut command)
            // Strings put together the old way: the new one costs a cold virtual machine 40 ms.
            .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xmx512m", "-XDstringConcat=inline", "-encoding", "UTF-8"])
            .args(["-nowarn", "-Xlint:none", "-proc:none", "-implicit:class", "-g", "-Xmaxerrs", "100", "-cp"])
            .arg(sdk.unwrap_or(into))
            .arg("-sourcepath")
            .arg(sources)
            .arg("-d")
            .arg(into)
            .args(files);
        let reads = self.home().into_iter().chain(sdk.map(Path::to_path_buf)).chain([sources.to_path_buf()]).collect();
        let means = Means { patience: PATIENCE, memory: 1024, network: false };
        let done = tool::run(command, reads, vec![into.to_path_buf()], &means)
            .map_err(|fault| Refusal::Platform(std::io::Error::other(fault.0)))?;
        match done.failure {
            None => Ok(()),
            Some(why) if done.said.is_empty() => Err(Refusal::Team(format!("javac failed: {why}"))),
            Some(_) => Err(Refusal::Team(first_error(&done.said))),
        }
    }

    /// A team from its source file. One of the kit's own plays as ours, as long as nobody changed it.
    pub fn team_of_file(&self, file: &Path, course: Course) -> Result<Team, LaunchError> {
        let class = stem(file);
        let Some(ours) = kits(&class).filter(|_| class.starts_with("Team")) else {
            return self.team(file, &[file.to_path_buf()], course);
        };
        match std::fs::read(file) {
            Ok(text) if text == *ours => Ok(Team { class, classes: self.sdk()?, warnings: Vec::new(), course }),
            Ok(_) => no_bot(file, format!("{class} is a player of the kit, and this one was changed: give it a name of its own")),
            Err(error) => no_bot(file, error),
        }
    }

    /// A team from a folder: the one `Team*.java` that is not the kit's own, or the one named as the folder, or `MyPlayer.java`
    /// while there is no other.
    pub fn team_of_folder(&self, folder: &Path, course: Course) -> Result<Team, LaunchError> {
        let mut sources = sources_in(folder).or_else(|error| no_bot(folder, error))?;
        // Whole kits are handed in too: their classes are ours here.
        sources.retain(|path| !is_kits(&stem(path)));
        let mut teams: Vec<&PathBuf> = sources.iter().filter(|path| stem(path).starts_with("Team")).collect();
        let own = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if teams.len() > 1 && teams.iter().any(|path| stem(path) == own) {
            teams.retain(|path| stem(path) == own);
        }
        if teams.is_empty() {
            teams.extend(sources.iter().filter(|path| stem(path) == "MyPlayer"));
        }
        match &teams[..] {
            [team] => self.team(team, &sources, course),
            [] => no_bot(folder, "it holds no Team*.java but the kit's own"),
            [first, .., last] => {
                no_bot(folder, format!("it holds {} teams, {} to {}: name one of the files", teams.len(), stem(first), stem(last)))
            }
        }
    }

    /// A team from an archive of classes.
    pub fn team_of_jar(&self, jar: &Path, course: Course) -> Result<Team, LaunchError> {
        check_size(jar, &[jar.to_path_buf()], course)?;
        let names = names_in(jar, course).or_else(|refusal| no_bot(jar, refusal))?.into_iter();
        let classes = names.filter_map(|name| name.strip_suffix(".class").map(str::to_string));
        let teams: Vec<String> = classes.filter(|name| name.starts_with("Team") && !name.contains(['/', '$']) && !is_kits(name)).collect();
        match &teams[..] {
            [team] => Ok(Team { class: team.clone(), classes: jar.into(), warnings: oddities(team), course }),
            [] => no_bot(jar, "it holds no class Team* in the default package"),
            [..] if teams.contains(&stem(jar)) => {
                Ok(Team { class: stem(jar), classes: jar.into(), warnings: oddities(&stem(jar)), course })
            }
            _ => no_bot(jar, format!("it holds {} classes Team*: name the jar as one of them", teams.len())),
        }
    }

    fn team(&self, file: &Path, sources: &[PathBuf], course: Course) -> Result<Team, LaunchError> {
        let class = stem(file);
        if is_kits(&class) {
            return no_bot(file, format!("{class} is a class of the kit: give your team a name of its own"));
        }
        check_size(file, sources, course)?;
        let sdk = self.sdk()?;
        let texts = sources.iter().map(std::fs::read).collect::<Result<Vec<_>, _>>().or_else(|error| no_bot(file, error))?;
        let names: Vec<String> = sources.iter().map(|path| format!("{}.java", stem(path))).collect();
        let warnings = oddities(&class);
        let identity = format!("{class} {} {}", sdk.display(), self.identity());
        let sum = cache::sum(
            names
                .iter()
                .map(String::as_bytes)
                .zip(texts.iter().map(Vec::as_slice))
                .flat_map(|(name, text)| [name, text])
                .chain([identity.as_bytes()]),
        );
        let made = cache::folder("java-team", sum, |draft| -> Result<(), Refusal> {
            let copies = draft.join("sources");
            std::fs::create_dir(&copies)?;
            for (name, text) in names.iter().zip(&texts) {
                std::fs::write(copies.join(name), text)?;
            }
            let classes = draft.join("classes");
            std::fs::create_dir(&classes)?;
            self.compile(&[copies.join(format!("{class}.java"))], Some(&sdk), &copies, &classes)?;
            std::fs::remove_dir_all(&copies)?;
            check_classes(&class, &classes)
        });
        match made {
            Ok(folder) => Ok(Team { class, classes: folder.join("classes"), warnings, course }),
            Err(Refusal::Team(why)) => no_bot(file, why),
            Err(Refusal::Platform(error)) => Err(PlatformFault(format!("{class} cannot be compiled: {error}")).into()),
        }
    }

    /// What a virtual machine reads: its own files, and our classes.
    pub fn folders(&self) -> Result<Vec<PathBuf>, PlatformFault> {
        Ok(self.home().into_iter().chain([self.sdk()?]).collect())
    }

    /// Where the kit is.
    fn home(&self) -> Vec<PathBuf> {
        let real = std::fs::canonicalize(&self.java).unwrap_or_else(|_| self.java.clone());
        real.parent().and_then(Path::parent).map(Path::to_path_buf).into_iter().collect()
    }

    /// The command that runs a team for the referee.
    pub fn host(&self, team: &Team) -> Result<Command, PlatformFault> {
        let mut command = self.run(&[&team.classes], &team.course)?;
        command.arg("BarnyardHost").arg(&team.class).args(team.course.words());
        Ok(command)
    }

    /// A virtual machine with the SDK and these classes; what it runs is the next argument.
    pub fn run(&self, classes: &[&Path], course: &Course) -> Result<Command, PlatformFault> {
        let sdk = self.sdk()?;
        let path = std::env::join_paths(std::iter::once(sdk.as_path()).chain(classes.iter().copied()))
            .map_err(|_| PlatformFault("a path with a colon cannot be given to Java".into()))?;
        let mut command = Command::new(&self.java);
        clean(&mut command)
            .arg(format!("-Xmx{}m", course.memory))
            .args(["-XX:+UseSerialGC", "-Xshare:auto", "-XX:+IgnoreUnrecognizedVMOptions", "-XX:-UsePerfData"])
            // Crash reports go where all talk goes, not into the bot's folder.
            .args(["-XX:ReservedCodeCacheSize=48m", "-XX:ErrorFile=/dev/stderr", "-XX:-CreateCoredumpOnCrash"])
            .args(["-Dfile.encoding=UTF-8", "-Djava.awt.headless=true", "-cp"])
            .arg(path);
        Ok(command)
    }
}

/// Why there are no classes.
enum Refusal {
    Team(String),
    Platform(std::io::Error),
}

impl From<std::io::Error> for Refusal {
    fn from(error: std::io::Error) -> Refusal {
        Refusal::Platform(error)
    }
}

fn no_bot<T>(path: &Path, why: impl std::fmt::Display) -> Result<T, LaunchError> {
    Err(LaunchError::NoBot(format!("{}: {why}", path.display())))
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default()
}

fn is_kits(class: &str) -> bool {
    kits(class).is_some()
}

/// Our source of a class of the kit.
fn kits(class: &str) -> Option<Cow<'static, [u8]>> {
    Sdk::get(&format!("{class}.java")).map(|file| file.data)
}

/// The sources that a team may use, as files of a folder: all but the host's.
pub fn team_sdk() -> Vec<(String, Cow<'static, [u8]>)> {
    let names = Sdk::iter().filter(|name| name != "BarnyardHost.java");
    names.map(|name| (name.to_string(), Sdk::get(&name).expect("it was listed").data)).collect()
}

fn check_size(team: &Path, files: &[PathBuf], course: Course) -> Result<(), LaunchError> {
    let sizes = files.iter().map(|file| std::fs::metadata(file).map(|data| data.len()));
    let size = sizes.sum::<std::io::Result<u64>>().or_else(|error| no_bot(team, error))?;
    course.refuses(size).map_or(Ok(()), |why| no_bot(team, why))
}

/// The files of a jar. A virtual machine reads it its own way: so there is only one, and no way out of it.
fn names_in(jar: &Path, course: Course) -> Result<Vec<String>, archive::Refusal> {
    let mut archive = Archive::open(std::fs::File::open(jar)?, &Rules::within(course.size))?;
    archive.test()?;
    let names: Vec<String> = archive.files().map(str::to_string).collect();
    if let Some(index) = names.iter().find(|name| name.eq_ignore_ascii_case("META-INF/INDEX.LIST")) {
        return Err(archive::Refusal::Archive(format!("{index} names other jars, and a team is its jar alone")));
    }
    for name in names.iter().filter(|name| name.eq_ignore_ascii_case("META-INF/MANIFEST.MF")) {
        let text = archive.read(name)?.unwrap_or_default();
        if let Some(place) = beyond(&String::from_utf8_lossy(&text)) {
            let why = format!("the Class-Path in its manifest names {}, and a team is its jar alone", archive::shown(place.as_bytes()));
            return Err(archive::Refusal::Archive(why));
        }
    }
    Ok(names)
}

/// The first place outside of a jar where its manifest wants classes from. The jar's own folder, which tools like to name,
/// holds nothing else when a team plays.
fn beyond(manifest: &str) -> Option<String> {
    let whole = manifest.replace("\r\n", "\n").replace('\r', "\n").replace("\n ", "");
    let places = whole.lines().filter_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim().eq_ignore_ascii_case("Class-Path").then_some(value)
    });
    let mut all = places.flat_map(str::split_whitespace);
    all.find(|place| !matches!(*place, "." | "./")).map(str::to_string)
}

pub fn sources_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder)?.flatten().map(|item| item.path()).collect();
    sources.retain(|path| path.extension().is_some_and(|end| end == "java") && path.is_file());
    sources.sort();
    Ok(sources)
}

/// Names that the course would not have taken.
fn oddities(class: &str) -> Vec<String> {
    let Some(name) = class.strip_prefix("Team") else {
        return vec![format!("{class}: a team of the course is called Team and a name, such as TeamExample")];
    };
    let fits = (4..=12).contains(&name.chars().count())
        && name.chars().all(|letter| letter.is_ascii_alphabetic())
        && name.starts_with(|letter: char| letter.is_ascii_uppercase());
    if fits { Vec::new() } else { vec![format!("{class}: the course wants a name of 4 to 12 letters, the first a capital")] }
}

/// What was compiled must hold the class of the file, and none of ours.
fn check_classes(class: &str, folder: &Path) -> Result<(), Refusal> {
    let mut found: Vec<String> =
        std::fs::read_dir(folder)?.flatten().map(|item| stem(&item.path())).filter(|name| !name.contains('$')).collect();
    found.sort();
    if let Some(taken) = found.iter().find(|name| is_kits(name)) {
        return Err(Refusal::Team(format!("it declares a class {taken}, which is one of the kit's")));
    }
    if found.iter().any(|name| name == class) {
        return Ok(());
    }
    let others = if found.is_empty() { "no class".to_string() } else { found.join(", ") };
    Err(Refusal::Team(format!("it declares {others}, and no class {class}: a team's class is named as its file, without a package")))
}

/// `TeamExample.java, line 12: cannot find symbol: variable foo (and 2 more errors)`.
fn first_error(talk: &str) -> String {
    let errors: Vec<(usize, &str, &str)> = talk
        .lines()
        .enumerate()
        .filter_map(|(number, line)| line.split_once(": error: ").map(|(place, what)| (number, place, what)))
        .collect();
    let Some((number, place, what)) = errors.first() else {
        return format!("javac says {:?}", talk.lines().next().unwrap_or("nothing"));
    };
    let (file, line) = place.rsplit_once(':').unwrap_or((place, "?"));
    let file = Path::new(file).file_name().map_or_else(|| file.into(), |name| name.to_string_lossy());
    let symbol = talk.lines().skip(number + 1).take(4).find_map(|line| line.trim().strip_prefix("symbol:"));
    let symbol = symbol.map(|symbol| format!(": {}", symbol.trim())).unwrap_or_default();
    let more = match errors.len() {
        1 => String::new(),
        2 => " (and 1 more error)".into(),
        n => format!(" (and {} more errors)", n - 1),
    };
    format!("{file}, line {line}: {what}{symbol}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_compilers_talk_becomes_one_sentence() {
        let talk = "/tmp/x/TeamExample.java:12: error: cannot find symbol\n        foo();\n        ^\n  symbol:   method foo()\n  location: class TeamExample\n/tmp/x/TeamExample.java:14: error: ';' expected\n";
        assert_eq!(first_error(talk), "TeamExample.java, line 12: cannot find symbol: method foo() (and 1 more error)");
        assert_eq!(first_error("Error: no JVM\n"), "javac says \"Error: no JVM\"");
    }

    #[test]
    fn a_manifest_that_leads_out_of_its_jar_is_noticed() {
        assert_eq!(beyond("Manifest-Version: 1.0\r\nClass-Path: . ./\r\n\r\n"), None);
        assert_eq!(beyond("Class-Path: . ../other.jar\n").as_deref(), Some("../other.jar"));
        assert_eq!(beyond("class-path: file:/a/very/long/pla\r\n ce.jar\r\n").as_deref(), Some("file:/a/very/long/place.jar"));
        assert_eq!(beyond("Clas\n s-Path: lib.jar\n").as_deref(), Some("lib.jar"));
        assert_eq!(beyond("Name: x\nNote: Class-Path\n"), None);
    }

    #[test]
    fn names_beyond_the_courses_rule_are_remarked() {
        assert!(oddities("TeamExample").is_empty());
        for odd in ["TeamAB", "TeamHAL9001", "Teamexample", "MyPlayer", "TeamAbcdefghijklm"] {
            assert_eq!(oddities(odd).len(), 1, "{odd}");
        }
    }
}

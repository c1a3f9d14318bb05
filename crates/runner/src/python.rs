//! A real Python interpreter, and our SDK on disk for it.
use crate::bot::PlatformFault;
use crate::cache;
use crate::tool::{self, Means};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// What Python bots import, and what runs them.
#[derive(RustEmbed)]
#[folder = "../../sdk/python"]
#[include = "*.py"]
#[exclude = "tests/*"]
#[exclude = "bench_*"]
struct Sdk;

/// An interpreter that starts at once: not the shim of a version manager, which looks for one each time.
#[derive(Clone, Debug)]
pub struct Python {
    pub executable: PathBuf,
    pub version: String,
    /// Where its own files are: those of a virtual environment, and those of the interpreter behind it.
    pub folders: Vec<PathBuf>,
}

/// What may be installed for a bot that asks for libraries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Install {
    Never,
    /// Finished packages: none of their code runs before the game.
    #[default]
    Wheels,
    /// And packages that have to be built, whose code runs in the jail, with the network.
    Sources,
}

impl std::str::FromStr for Install {
    type Err = String;

    fn from_str(text: &str) -> Result<Install, String> {
        match text {
            "never" => Ok(Install::Never),
            "wheels" => Ok(Install::Wheels),
            "sources" => Ok(Install::Sources),
            _ => Err("libraries are installed never, from wheels or from sources".into()),
        }
    }
}

impl Python {
    /// The interpreter to use: the one given, else that of a virtual environment here, else the system's.
    pub fn find(given: Option<&Path>) -> Result<Python, PlatformFault> {
        let nearby = Path::new(".venv/bin/python3");
        let asked = given.map(Path::to_path_buf).or_else(|| std::env::var_os("BARNYARD_PYTHON").map(PathBuf::from));
        let wanted = asked.unwrap_or_else(|| if nearby.exists() { nearby.into() } else { "python3".into() });
        Python::ask(&wanted).ok_or_else(|| {
            PlatformFault(format!("{} is no Python interpreter: install Python 3.9 or newer, or name one with --python", wanted.display()))
        })
    }

    /// The same, asked once in the life of the program.
    pub fn usual() -> Result<&'static Python, PlatformFault> {
        static USUAL: OnceLock<Result<Python, PlatformFault>> = OnceLock::new();
        USUAL.get_or_init(|| Python::find(None)).as_ref().map_err(Clone::clone)
    }

    fn ask(wanted: &Path) -> Option<Python> {
        let question = "import sys; print(sys.executable, '%d.%d.%d' % sys.version_info[:3], sys.prefix, sys.base_prefix, sep='\\n')";
        let out = Command::new(wanted).args(["-c", question]).stdin(Stdio::null()).output().ok()?;
        let text = String::from_utf8(out.stdout).ok().filter(|_| out.status.success())?;
        let mut lines = text.lines();
        let (executable, version) = (PathBuf::from(lines.next()?), lines.next()?.to_string());
        let mut folders: Vec<PathBuf> = lines.map(PathBuf::from).collect();
        folders.dedup();
        // Links from one environment into another may lead through further places.
        folders.extend(std::fs::canonicalize(&executable).ok());
        Some(Python { executable, version, folders })
    }

    /// Whether a library can be imported, without importing it.
    pub fn has(&self, library: &str) -> bool {
        let question = format!("import importlib.util, sys; sys.exit(importlib.util.find_spec({library:?}) is None)");
        let asked = Command::new(&self.executable)
            .args(["-c", &question])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        asked.is_ok_and(|status| status.success())
    }

    /// A folder with the libraries that a bot's `requirements.txt` asks for, installed once for each wording of it: before any
    /// game, never during one, and in a jail.
    pub fn libraries(&self, requirements: &Path, install: Install) -> Result<PathBuf, String> {
        let text = std::fs::read(requirements).map_err(|error| error.to_string())?;
        let sum = cache::sum([&text[..], self.version.as_bytes(), self.executable.as_os_str().as_encoded_bytes()]);
        let fill = |draft: &Path| {
            let mut pip = self.command();
            // Which index it asks is the machine's own setting.
            pip.envs(std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"PIP_")));
            pip.args(["-m", "pip", "install", "--quiet", "--no-input", "--no-cache-dir", "--disable-pip-version-check"]);
            match install {
                Install::Never => return Err(std::io::Error::other("nothing may be installed here (--install wheels allows it)")),
                // No code of a package runs.
                Install::Wheels => drop(pip.args(["--only-binary", ":all:"])),
                Install::Sources => {}
            }
            pip.arg("--target").arg(draft).arg("-r").arg(requirements).current_dir(requirements.parent().unwrap_or(Path::new("/")));
            let means = Means { patience: Duration::from_secs(600), memory: 4096, network: true };
            let settings = ["HOME", "XDG_CONFIG_HOME"].iter().filter_map(std::env::var_os).map(PathBuf::from);
            let settings = settings.flat_map(|home| [home.join(".config/pip"), home.join(".pip"), home.join("pip")]);
            let reads = self.folders.iter().cloned().chain(settings).collect();
            let done = tool::run(pip, reads, vec![draft.to_path_buf()], &means).map_err(|fault| std::io::Error::other(fault.0))?;
            let why = done.said.lines().rev().find(|line| line.contains("ERROR")).map(str::to_string);
            done.failure.map_or(Ok(()), |failure| Err(std::io::Error::other(why.unwrap_or(failure))))
        };
        cache::folder("python-libraries", sum, fill).map_err(|error| error.to_string())
    }

    /// Runs a script of the SDK. `-I -B`: nothing of the user's environment, no files left behind.
    pub fn run_sdk(&self, script: &str) -> Result<Command, PlatformFault> {
        let mut command = self.command();
        command.arg("-I").arg("-B").arg(sdk()?.join(script));
        Ok(command)
    }

    /// A clean start: one thread of arithmetic, output at once.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        clean(&mut command).env("PYTHONUNBUFFERED", "1").env("PYTHONDONTWRITEBYTECODE", "1").env("PYTHONHASHSEED", "0");
        command
    }
}

/// An environment made from nothing: no secrets, one thread of arithmetic.
pub fn clean(command: &mut Command) -> &mut Command {
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LANG", "C.UTF-8");
    if let Some(home) = std::env::var_os("HOME") {
        command.env("HOME", home);
    }
    for threads in ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"] {
        command.env(threads, "1");
    }
    command
}

/// Files of a folder of the SDK, such as `chickens/game`, by their path below it: what bots import.
pub fn sdk_files(folder: &str) -> Vec<(String, Cow<'static, [u8]>)> {
    let folder = format!("{folder}/");
    let mut files: Vec<_> = Sdk::iter().filter_map(|path| Some((path.strip_prefix(&folder)?.to_string(), Sdk::get(&path)?.data))).collect();
    files.sort();
    files
}

/// The SDK's folder, unpacked once for each version of it.
pub fn sdk() -> Result<&'static Path, PlatformFault> {
    static PLACE: OnceLock<Result<PathBuf, PlatformFault>> = OnceLock::new();
    let place = PLACE.get_or_init(|| unpack().map_err(|error| PlatformFault(format!("the Python SDK cannot be unpacked: {error}"))));
    place.as_ref().map(PathBuf::as_path).map_err(Clone::clone)
}

fn unpack() -> std::io::Result<PathBuf> {
    let mut names: Vec<_> = Sdk::iter().collect();
    names.sort();
    let files: Vec<_> = names.iter().map(|name| (name.as_ref(), Sdk::get(name).expect("it was listed").data)).collect();
    let sum = cache::sum(files.iter().flat_map(|(name, data)| [name.as_bytes(), data]));
    cache::folder("python-sdk", sum, |draft| {
        for (name, data) in &files {
            let path = draft.join(name);
            std::fs::create_dir_all(path.parent().expect("a file has a folder"))?;
            std::fs::write(path, data)?;
        }
        Ok(())
    })
}

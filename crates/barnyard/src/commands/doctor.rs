//! `barnyard doctor`: what this machine has for bots.
use super::grid;
use crate::failure::Failure;
use crate::output;
use runner::{Ground, Level, Python};
use serde::Serialize;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Say what this machine has: Python and its libraries, Java, cores, a sandbox for strangers' bots
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard doctor
  barnyard doctor --python ~/venv/bin/python3 --json")]
pub struct Doctor {
    /// The Python interpreter to look at
    #[arg(long, value_name = "PATH")]
    python: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What bots of the two CS 3600 seasons may expect, and what they use beside that.
const LIBRARIES: &[&str] = &["numpy", "scipy", "sklearn", "numba", "jax", "torch", "plyvel"];

#[derive(Serialize)]
struct Findings {
    barnyard: &'static str,
    cores: usize,
    python: Option<Interpreter>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    python_error: Option<String>,
    java: Option<String>,
    javac: Option<String>,
    isolation: &'static Ground,
}

#[derive(Serialize)]
struct Interpreter {
    executable: PathBuf,
    version: String,
    has: Vec<&'static str>,
    lacks: Vec<&'static str>,
}

impl Doctor {
    pub fn run(&self) -> Result<(), Failure> {
        let (python, python_error) = match Python::find(self.python.as_deref()) {
            Ok(found) => (Some(examine(found)), None),
            Err(fault) => (None, Some(fault.0)),
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (java, javac) = (version_of("java"), version_of("javac"));
        let findings =
            Findings { barnyard: env!("CARGO_PKG_VERSION"), cores, python, python_error, java, javac, isolation: Ground::proven() };
        if self.json {
            output::say_json(&findings);
        } else {
            output::say(&findings.text());
        }
        Ok(())
    }
}

fn examine(python: Python) -> Interpreter {
    let (has, lacks) = LIBRARIES.iter().partition(|library| python.has(library));
    Interpreter { executable: python.executable, version: python.version, has, lacks }
}

/// The first line that a program says of its version.
fn version_of(program: &str) -> Option<String> {
    let out = Command::new(program).arg("-version").stdin(Stdio::null()).output().ok().filter(|out| out.status.success())?;
    let said = [out.stdout, out.stderr].concat();
    String::from_utf8_lossy(&said).lines().find(|line| !line.is_empty()).map(str::to_string)
}

impl Findings {
    fn text(&self) -> String {
        let listed = |names: &[&str]| if names.is_empty() { "none".to_string() } else { names.join(", ") };
        let mut rows = vec![vec!["barnyard".to_string(), self.barnyard.to_string()], vec!["cores".to_string(), self.cores.to_string()]];
        let mut add = |what: &str, found: String| rows.push(vec![what.to_string(), found]);
        match &self.python {
            Some(python) => {
                add("Python", format!("{} ({})", python.version, python.executable.display()));
                add("  libraries", listed(&python.has));
                add("  not there", listed(&python.lacks));
            }
            None => add("Python", self.python_error.clone().unwrap_or_default()),
        }
        for (what, version) in [("java", &self.java), ("javac", &self.javac)] {
            add(what, version.clone().unwrap_or_else(|| "not there".into()));
        }
        format!("{}\n{}", grid(&["what", "found"], &rows, 9), self.isolation())
    }

    /// How well strangers' bots are kept in here, level by level.
    fn isolation(&self) -> String {
        let Ground { level, findings, landlock, cgroup, kernel, advice } = self.isolation;
        let promise = |level: Level| match level {
            Level::Strong => "own processes, files, network and memory; exact limits",
            Level::Isolated => "own processes, files and network; memory is looked at",
            Level::Confined => "no foreign files, no network; copies of its folder",
            Level::Trusted => "nothing but its time",
        };
        let rows: Vec<Vec<String>> = findings
            .iter()
            .map(|finding| {
                let mark = if finding.lacks.is_none() { "✓" } else { "✗" };
                let name = format!("{mark} {} {}", finding.level.name(), finding.level.word());
                vec![name, finding.lacks.clone().unwrap_or_else(|| promise(finding.level).into())]
            })
            .collect();
        let groups = cgroup.map_or_else(|| "no control groups".to_string(), |kind| format!("control groups {kind}"));
        let summary = format!("isolation: {} ({}); Landlock {landlock}, {groups}, Linux {kernel}", level.name(), level.word());
        let advice = advice.as_ref().map(|advice| format!("\nto raise it: {advice}")).unwrap_or_default();
        format!("{}\n{summary}{advice}", grid(&["isolation", "what it promises, or why not"], &rows, 9))
    }
}

//! What tests need beside Rust: installed where we may, named exactly where we may not.
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program that tests run, how to see whether it is there, and the Debian package that brings it.
struct Need {
    program: &'static str,
    probe: &'static str,
    package: &'static str,
    why: &'static str,
}

const NEEDS: &[Need] = &[
    Need { program: "python3", probe: "--version", package: "python3 python3-venv", why: "Python bots" },
    Need { program: "javac", probe: "-version", package: "default-jdk-headless", why: "Java bots" },
    Need { program: "g++", probe: "--version", package: "g++", why: "the C++ example" },
    // Its other programs are in a folder of their own, where the tests look.
    Need { program: "psql", probe: "--version", package: "postgresql", why: "tournaments on PostgreSQL" },
    Need { program: "npm", probe: "--version", package: "nodejs npm", why: "the viewer's sources" },
    Need { program: "chromium", probe: "--version", package: "chromium", why: "the viewer in a browser" },
];

/// What Python bots of the tests import.
const PYTHON_PACKAGES: &[&str] = &["numpy", "plyvel"];

/// Makes sure that everything is there; says what is missing and how to get it otherwise. Gives the interpreter for Python tests.
pub fn install(root: &Path) -> Result<PathBuf, String> {
    let missing: Vec<&Need> = NEEDS.iter().filter(|need| !runs(need.program, &[need.probe])).collect();
    if !missing.is_empty() {
        let packages: Vec<&str> = missing.iter().flat_map(|need| need.package.split(' ')).collect();
        let command = format!("apt-get install -y {}", packages.join(" "));
        println!("xtask: {} missing: {command}", list(&missing));
        if !apt(&packages) {
            return Err(format!("{} cannot be installed from here; run this first: sudo {command}", list(&missing)));
        }
    }
    python_packages(root)
}

fn list(needs: &[&Need]) -> String {
    let words: Vec<String> = needs.iter().map(|need| format!("{} (for {})", need.program, need.why)).collect();
    words.join(", ")
}

fn apt(packages: &[&str]) -> bool {
    let quiet = |args: &[&str]| Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()).status();
    let install: Vec<&str> = ["install", "-y", "-qq"].into_iter().chain(packages.iter().copied()).collect();
    quiet(&["update", "-qq"]).is_ok_and(|status| status.success()) && quiet(&install).is_ok_and(|status| status.success())
}

/// A virtual environment of our own, so that nothing of the system changes.
fn python_packages(root: &Path) -> Result<PathBuf, String> {
    let python = root.join(".venv/bin/python3");
    let word = python.display().to_string();
    if !runs(&word, &["--version"]) && !runs("python3", &["-m", "venv", &root.join(".venv").display().to_string()]) {
        return Err("python3 -m venv .venv failed; run this first: sudo apt-get install -y python3-venv".into());
    }
    let import = format!("import {}", PYTHON_PACKAGES.join(", "));
    if !runs(&word, &["-c", &import]) {
        println!("xtask: installing {} into .venv", PYTHON_PACKAGES.join(" "));
        let args: Vec<&str> =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"].into_iter().chain(PYTHON_PACKAGES.iter().copied()).collect();
        if !runs(&word, &args) {
            return Err(format!("{word} {} failed: are the Python packages within reach?", args.join(" ")));
        }
    }
    Ok(python)
}

fn runs(program: &str, args: &[&str]) -> bool {
    let run = Command::new(program).args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.is_ok_and(|status| status.success())
}

//! The project's chores: `cargo xtask test`, `sandbox`, `viewer`, `measure` and `check`.
mod arrows;
mod measure;
mod needs;
mod purity;
mod sandbox;
mod viewer;

use std::path::Path;
use std::process::{Command, ExitCode};

const HELP: &str = "The project's chores.

  cargo xtask test           install what tests need, and run every test
  cargo xtask test --long    and the soak, scale and kill runs
  cargo xtask sandbox        only the attacks on the sandbox: as you, and if you are root also as an ordinary user
  cargo xtask viewer         only the viewer: its types, its bundle, and how it behaves in a browser
  cargo xtask measure        ratings and balance of all games, or of those named: into the executable and docs/games
  cargo xtask check          formatting, lints, documentation, the arrows between crates, the viewer's types and bundle

Tests against vectors of the original engines read the folder named by $BARNYARD_ORACLE; unset, they say so and pass.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(false),
        ["test", "--long"] => test(true),
        ["sandbox"] => cargo(&["test", "--workspace", "--test", "attacks"], &[]).and_then(|()| sandbox::as_ordinary_user()),
        ["viewer"] => viewer::check(root()).and_then(|()| viewer::test(root())),
        ["measure", ref games @ ..] => measure::run(root(), games),
        ["check"] => check(),
        [] | ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => Err(format!("`cargo xtask {}` is not a chore\n\n{HELP}", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn test(long: bool) -> Result<(), String> {
    let root = root();
    let python = needs::install(root)?.display().to_string();
    let env = [("BARNYARD_PYTHON", python.as_str())];
    cargo(&["test", "--workspace"], &env)?;
    sandbox::as_ordinary_user()?;
    viewer::test(root)?;
    if long {
        cargo(&["test", "--workspace", "--release", "--", "long_", "--nocapture"], &[env[0], ("BARNYARD_LONG", "1")])?;
    }
    Ok(())
}

fn check() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    arrows::check()?;
    purity::check()?;
    viewer::check(root())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Runs cargo and shows what it prints.
fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    println!("xtask: cargo {}", args.join(" "));
    let status = Command::new(env!("CARGO")).args(args).envs(env.iter().copied()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("cargo {} failed: {status}", args.join(" "))),
        Err(error) => Err(format!("cargo cannot be started: {error}")),
    }
}

/// The names of all packages that a crate is built from, itself first.
fn packages_of(package: &str) -> Result<Vec<String>, String> {
    let out = Command::new(env!("CARGO"))
        .args(["tree", "--package", package, "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .output()
        .map_err(|error| format!("cargo tree cannot be started: {error}"))?;
    if !out.status.success() {
        return Err(format!("cargo tree of {package} failed: {}", String::from_utf8_lossy(&out.stderr)));
    }
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.split_whitespace().next()).map(String::from).collect())
}

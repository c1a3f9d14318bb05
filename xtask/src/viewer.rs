//! The viewer: that its bundle is what its sources give, that its types are the program's, and that it works in a real browser.
use std::path::{Path, PathBuf};
use std::process::Command;

/// Types and bundle. That the fixture is what the program writes is a test of the program.
pub fn check(root: &Path) -> Result<(), String> {
    npm(root, &["run", "--silent", "check"], &[])
}

/// The program as it is built now, in Debian's Chromium.
pub fn test(root: &Path) -> Result<(), String> {
    super::cargo(&["build", "--package", "barnyard"], &[])?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let program = target.join("debug/barnyard").display().to_string();
    npm(root, &["run", "--silent", "test"], &[("BARNYARD", &program)])
}

/// Runs npm where the viewer is, with the packages of its lock file.
fn npm(root: &Path, args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    let viewer = root.join("crates/barnyard/viewer");
    let changed = |path: &str| viewer.join(path).metadata().and_then(|data| data.modified()).ok();
    if changed("node_modules/.package-lock.json") < changed("package-lock.json") {
        run(&viewer, &["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], &[])?;
    }
    run(&viewer, args, env)
}

fn run(folder: &Path, args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    println!("xtask: npm {}", args.join(" "));
    match Command::new("npm").args(args).envs(env.iter().copied()).current_dir(folder).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("npm {} failed: {status}", args.join(" "))),
        Err(error) => Err(format!("npm cannot be started ({error}); run this first: sudo apt-get install -y nodejs npm")),
    }
}

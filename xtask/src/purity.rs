//! The rules of games touch nothing outside themselves; `unsafe` lives in `runner` alone.
use std::fs;
use std::path::{Path, PathBuf};

/// What pure sources never name.
const IMPURE: &[&str] =
    &["std::fs", "std::net", "std::process", "std::env", "std::thread", "Instant::", "SystemTime", "thread_rng", "OsRng"];

const PURE: &[&str] = &["games", "league"];

pub fn check() -> Result<(), String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
    for name in PURE {
        for file in sources(&crates.join(name).join("src")) {
            complain_of(&file, IMPURE, "pure code does no I/O and knows no clock, thread or system randomness")?;
        }
        println!("xtask: {name} is pure");
    }
    for folder in fs::read_dir(&crates).map_err(|error| error.to_string())?.flatten() {
        if folder.file_name() != "runner" {
            for file in sources(&folder.path()) {
                complain_of(&file, &["unsafe {", "unsafe fn", "unsafe impl"], "all unsafe code is in runner")?;
            }
        }
    }
    println!("xtask: no unsafe code outside runner");
    Ok(())
}

fn complain_of(file: &Path, words: &[&str], law: &str) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or(line);
        if let Some(word) = words.iter().find(|word| code.contains(**word)) {
            return Err(format!("{}:{}: {word}: {law}", file.display(), number + 1));
        }
    }
    Ok(())
}

/// All Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
    found
}

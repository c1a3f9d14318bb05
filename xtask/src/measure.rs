//! Plays the bots of our games, and keeps what came of it: in the executable, and on the games' pages.
use std::path::Path;
use std::process::Command;
use std::time::Instant;

const GAMES: &[&str] = &["chickens", "carpets", "bovine", "orchard", "microchess"];
const OPENS: &str = "<!-- balance -->\n";
const CLOSES: &str = "<!-- /balance -->";

/// Measures these games, or all.
pub fn run(root: &Path, wanted: &[&str]) -> Result<(), String> {
    if let Some(unknown) = wanted.iter().find(|game| !GAMES.contains(game)) {
        return Err(format!("there is no game called {unknown:?}: there are {}", GAMES.join(", ")));
    }
    super::cargo(&["build", "--release", "--package", "barnyard"], &[])?;
    for game in GAMES.iter().filter(|game| wanted.is_empty() || wanted.contains(game)) {
        let started = Instant::now();
        let report = barnyard(root, &["balance", game, "--json"])?;
        let kept = root.join(format!("crates/barnyard/src/measured/{game}.json"));
        write(&kept, &report)?;
        let from = kept.display().to_string();
        let section = barnyard(root, &["balance", game, "--from", &from, "--markdown"])?;
        let page = root.join(format!("docs/games/{game}.md"));
        let text = std::fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
        write(&page, &spliced(&text, &section).ok_or_else(|| format!("{} has no place for it: {OPENS}{CLOSES}", page.display()))?)?;
        println!("xtask: {game} measured in {:.0} s", started.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The page with this between its marks.
fn spliced(page: &str, section: &str) -> Option<String> {
    let (before, rest) = page.split_once(OPENS)?;
    let (_, after) = rest.split_once(CLOSES)?;
    Some(format!("{before}{OPENS}{}\n{CLOSES}{after}", section.trim_end()))
}

/// What the program prints.
fn barnyard(root: &Path, args: &[&str]) -> Result<String, String> {
    println!("xtask: barnyard {}", args.join(" "));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), Into::into);
    let out = Command::new(target.join("release/barnyard")).args(args).current_dir(root).output();
    let out = out.map_err(|error| format!("barnyard cannot be started: {error}"))?;
    if !out.status.success() {
        return Err(format!("barnyard {} failed: {}", args.join(" "), String::from_utf8_lossy(&out.stderr).trim_end()));
    }
    String::from_utf8(out.stdout).map_err(|error| error.to_string())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_changes() {
        let page = "# Hens\n<!-- balance -->\nold\n\nold\n<!-- /balance -->\nend\n";
        let new = spliced(page, "new\n\n").unwrap();
        assert_eq!(new, "# Hens\n<!-- balance -->\nnew\n<!-- /balance -->\nend\n");
        assert_eq!(spliced(&new, "new").unwrap(), new);
        assert_eq!(spliced("# Hens\n", "new"), None);
    }
}

//! What a bot's source says, whatever it is called and however it is laid out: so a sample that was handed out is known again.
use crate::commands::samples;
use crate::tournament::bundle;
use runner::Recipe;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The source of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The same for all who differ only in names of files, comments and spaces.
    pub hash: String,
    /// Whether every file of it was handed out.
    pub sample: bool,
}

/// Hashes of files that were handed out.
pub struct Samples(BTreeSet<String>);

/// How comments begin in files with these endings.
const LANGUAGES: &[(&[&str], &str)] =
    &[(&["py"], "#"), (&["java", "rs", "c", "h", "cc", "cpp", "hpp", "cs", "js", "ts", "go", "kt"], "//")];
const MOST_BYTES: u64 = 1 << 20;
const MOST_FILES: usize = 1_000;

impl Samples {
    /// What our kits and starters hand out, and what somebody else did.
    pub fn new(more: &[String]) -> Samples {
        let ours = samples().into_iter().filter_map(|(name, text)| hash(Path::new(&name), &text));
        let theirs = more.iter().flat_map(|path| files(Path::new(path))).filter_map(|(name, text)| hash(Path::new(&name), &text));
        Samples(ours.chain(theirs).collect())
    }
}

/// The source of what somebody entered; absent for a bot of ours, which is one.
pub fn of(bot: &str, samples: &Samples) -> Option<Source> {
    let path = Recipe::split(bot).map_or(Path::new(bot), |(file, _)| file);
    if !path.exists() {
        return None;
    }
    let hashes: BTreeSet<String> = files(path).iter().filter_map(|(name, text)| hash(Path::new(name), text)).collect();
    if hashes.is_empty() {
        // Nothing that we can read: a program is what it is.
        return Some(Source { hash: bundle::hash_of(path)?, sample: false });
    }
    let all = hashes.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    Some(Source { hash: digits(&all), sample: hashes.is_subset(&samples.0) })
}

/// The sources in a file, a folder or an archive, by name.
fn files(path: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    gather(path, &mut found);
    found
}

fn gather(path: &Path, found: &mut Vec<(String, String)>) {
    if found.len() >= MOST_FILES || path.is_symlink() {
        return;
    }
    if path.is_dir() {
        let mut inside: Vec<_> = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        inside.sort();
        inside.iter().for_each(|path| gather(path, found));
    } else if language(path).is_some() {
        let mut text = String::new();
        if File::open(path).is_ok_and(|file| file.take(MOST_BYTES).read_to_string(&mut text).is_ok()) {
            found.push((path.to_string_lossy().into_owned(), text));
        }
    } else if let Some(mut zip) = File::open(path).ok().and_then(|file| zip::ZipArchive::new(file).ok()) {
        for number in 0..zip.len().min(MOST_FILES) {
            let Ok(file) = zip.by_index(number) else { continue };
            let Ok(name) = file.name().map(std::borrow::Cow::into_owned) else { continue };
            let mut text = String::new();
            if language(Path::new(&name)).is_some() && file.take(MOST_BYTES).read_to_string(&mut text).is_ok() {
                found.push((name, text));
            }
        }
    }
}

fn language(path: &Path) -> Option<&'static str> {
    let end = path.extension()?.to_str()?;
    LANGUAGES.iter().find(|(ends, _)| ends.contains(&end)).map(|(_, comment)| *comment)
}

fn hash(path: &Path, text: &str) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    Some(digits(&plain(text, name, language(path)?)))
}

/// The text without comments and spaces, and with one name for whatever the file is called.
fn plain(text: &str, name: &str, comment: &str) -> String {
    let python = comment == "#";
    let mut words: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let long = [r#"""""#, "'''"].into_iter().find(|quote| python && rest.starts_with(quote));
        let length = if let Some(quote) = long {
            3 + rest[3..].find(quote).map_or(rest.len() - 3, |end| end + 3)
        } else if rest.starts_with(comment) {
            rest.find('\n').unwrap_or(rest.len())
        } else if !python && rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' || (first == '\'' && (python || is_letter(rest))) {
            quoted(rest, first)
        } else if first.is_alphanumeric() || first == '_' {
            rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, after) = rest.split_at(length);
        let told = long.is_none() && !first.is_whitespace() && !word.starts_with(comment) && (python || !word.starts_with("/*"));
        if told {
            words.push(if word == name { "<name>" } else { word });
        }
        rest = after;
    }
    words.join(" ")
}

/// Whether this is a letter in quotes, and not the quote of a lifetime.
fn is_letter(text: &str) -> bool {
    let mut letters = text.chars().skip(1);
    letters.next() == Some('\\') || letters.next() == Some('\'')
}

/// The length of a text in quotes, these included.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            _ if letter == quote => return at + 1,
            _ => (),
        }
    }
    text.len()
}

fn digits(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const JAVA: &str =
        "/* a team */ public class MyPlayer extends Player {\n  // think\n  String s = \"// no comment\"; char c = '\"';\n}\n";

    #[test]
    fn names_comments_and_spaces_do_not_make_another_bot() {
        let other = "public class TeamA extends Player{String s=\"// no comment\";char c='\"';}// mine";
        assert_eq!(plain(JAVA, "MyPlayer", "//"), plain(other, "TeamA", "//"));
        assert_ne!(plain(JAVA, "MyPlayer", "//"), plain(&other.replace("no comment", "a comment"), "TeamA", "//"));
        let python = "import random  # luck\n\ndef play(x):\n    \"\"\"Says\n    much.\"\"\"\n    return '#' + x\n";
        assert_eq!(plain(python, "bot", "#"), plain("import random\ndef play(x): return '#'+x", "bot", "#"));
        assert_ne!(plain(python, "bot", "#"), plain("import random\ndef play(y): return '#'+y", "bot", "#"));
    }

    #[test]
    fn what_was_handed_out_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let samples = Samples::new(&[]);
        for (n, (name, text)) in
            crate::commands::samples().into_iter().enumerate().filter(|(_, (name, _))| language(Path::new(name)).is_some())
        {
            let bot = folder.path().join(format!("bot{n}"));
            std::fs::create_dir(&bot).unwrap();
            let file = bot.join(Path::new(&name).file_name().unwrap());
            std::fs::write(&file, format!("{text}\n\n")).unwrap();
            let found = of(bot.to_str().unwrap(), &samples).unwrap();
            assert!(found.sample, "{name}");
            std::fs::write(&file, format!("{text}\nmore\n")).unwrap();
            let changed = of(bot.to_str().unwrap(), &samples).unwrap();
            assert!(!changed.sample && changed.hash != found.hash, "{name}");
            assert!(of(bot.to_str().unwrap(), &Samples::new(&[bot.to_str().unwrap().into()])).unwrap().sample);
        }
        assert_eq!(of("Henny", &samples), None);
    }
}

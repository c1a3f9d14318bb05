//! Names in an archive: which of them mean one plain file on every system.
use super::{Refusal, refuse};
use std::collections::{BTreeMap, BTreeSet};

const LONGEST: usize = 200;
const LEVELS: usize = 16;
/// How much of a name is shown.
const SHOWN: usize = 60;

/// Left out wherever they are: what systems and tools leave in folders.
const JUNK: &[&str] = &["__macosx", ".git", "__pycache__", ".ds_store"];

/// What no part of a path is called on Windows, whatever comes after a dot.
const DEVICES: &[&str] = &["con", "prn", "aux", "nul", "conin$", "conout$"];
const PORTS: &[&str] = &["com", "lpt"];

/// What no name may hold, and why.
const CHARACTERS: &[(&str, &str)] = &[
    ("\\", "has a backslash in its name: folders end with /"),
    (":", "has a colon in its name"),
    ("<>\"|?*", "has a character in its name that not every system allows"),
];

/// An entry's path, without a slash at the end; nothing, if the entry is left out. All names are checked, those too.
pub fn checked(name: &[u8]) -> Result<Option<String>, Refusal> {
    let says = |why: &str| refuse(format!("{} {why}", shown(name)));
    let text = match std::str::from_utf8(name) {
        Ok("") => return refuse("an entry has no name"),
        Ok(text) if text.chars().any(char::is_control) => return says("has a control character in its name"),
        Ok(text) if text.is_ascii() => text,
        _ => return says("has a letter in its name that is not ASCII"),
    };
    if text.len() > LONGEST {
        return refuse(format!("{} has a name of {} bytes, and {LONGEST} are the most", shown(name), text.len()));
    }
    if text.starts_with('/') {
        return says("leads out of the archive");
    }
    if let Some((_, why)) = CHARACTERS.iter().find(|(set, _)| text.contains(|c| set.contains(c))) {
        return says(why);
    }
    let path = text.strip_suffix('/').unwrap_or(text);
    let parts: Vec<&str> = path.split('/').collect();
    if parts.len() > LEVELS {
        return refuse(format!("{} is {} folders deep, and {LEVELS} are the most", shown(name), parts.len()));
    }
    for part in &parts {
        match *part {
            ".." => return says("leads out of the archive"),
            "" | "." => return says("has an empty part or a single dot in its path"),
            _ if part.ends_with(['.', ' ']) => return says("has a part that ends with a dot or a space"),
            _ if is_device(part) => return says("is the name of a device on Windows"),
            _ => {}
        }
    }
    let is_junk = |part: &&str| JUNK.contains(&part.to_ascii_lowercase().as_str());
    let left_out = parts.iter().any(is_junk) || path.to_ascii_lowercase().ends_with(".pyc");
    Ok((!left_out).then(|| path.to_string()))
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_port = |port: &&str| stem.strip_prefix(port).is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit());
    DEVICES.contains(&stem.as_str()) || PORTS.iter().any(is_port)
}

/// A stranger's name that may be shown to anybody: short, and plain ASCII.
pub fn shown(name: &[u8]) -> String {
    let text = String::from_utf8_lossy(&name[..name.len().min(4 * SHOWN)]);
    let mut out = String::new();
    for c in text.chars().take(SHOWN) {
        if c == ' ' || c.is_ascii_graphic() {
            out.push(c);
        } else {
            out.extend(c.escape_default());
        }
    }
    if text.chars().count() > SHOWN {
        out.push_str("...");
    }
    if out.is_empty() { "an entry without a name".into() } else { out }
}

/// All places below the folder that an archive is unpacked to, so that no two are one.
#[derive(Default)]
pub struct Places(BTreeMap<String, Place>);

struct Place {
    path: String,
    is_folder: bool,
    /// It has an entry of its own, and not only files below it.
    named: bool,
}

impl Places {
    /// Adds a path and the folders above it.
    pub fn add(&mut self, path: &str, is_folder: bool) -> Result<(), Refusal> {
        for above in folders_above(path) {
            self.put(above, true, false)?;
        }
        self.put(path, is_folder, true)
    }

    fn put(&mut self, path: &str, is_folder: bool, named: bool) -> Result<(), Refusal> {
        let key = path.to_ascii_lowercase();
        let Some(known) = self.0.get_mut(&key) else {
            self.0.insert(key, Place { path: path.into(), is_folder, named });
            return Ok(());
        };
        let name = shown(path.as_bytes());
        if known.path != path {
            return refuse(format!("{} and {name} differ only in case", shown(known.path.as_bytes())));
        }
        if known.is_folder != is_folder {
            return refuse(format!("{name} is a file and a folder at once"));
        }
        if known.named && named {
            return refuse(format!("{name} is there twice"));
        }
        known.named |= named;
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The folders that these paths need, each after those above it.
    pub fn folders<'a>(paths: impl Iterator<Item = (&'a str, bool)>) -> BTreeSet<&'a str> {
        paths.flat_map(|(path, is_folder)| folders_above(path).chain(is_folder.then_some(path))).collect()
    }
}

fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(i, _)| &path[..i])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_pass_and_junk_is_left_out() {
        for good in ["a", "a/b.py", "a/.hidden", "a/b c", "a/common.py", "a/com10", "a/console", "a/x.pyco"] {
            assert_eq!(checked(good.as_bytes()).unwrap().as_deref(), Some(good));
        }
        assert_eq!(checked(b"a/b/").unwrap().as_deref(), Some("a/b"));
        for junk in ["__MACOSX/._a", "a/.git/HEAD", "a/__pycache__/x.pyc", "a/.DS_Store", "a/x.pyc", "a/X.PYC", "__pycache__/"] {
            assert_eq!(checked(junk.as_bytes()).unwrap(), None, "{junk}");
        }
    }

    #[test]
    fn a_name_is_shown_without_what_could_fool_a_terminal() {
        assert_eq!(shown(b"a\x1b[31m\r\n"), "a\\u{1b}[31m\\r\\n");
        assert_eq!(shown("a\u{202e}b".as_bytes()), "a\\u{202e}b");
        assert_eq!(shown(&[b'x'; 100]), format!("{}...", "x".repeat(60)));
        assert_eq!(shown(b"\xff"), "\\u{fffd}");
    }
}

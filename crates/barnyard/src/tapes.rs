//! Tapes on disk: whole or not at all.
use crate::failure::Failure;
use flate2::{Compression, write::GzEncoder};
use games::Tape;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

pub fn read(path: &Path) -> Result<Tape, Failure> {
    let refuse = |why: String| Failure::refused(format!("{}: {why}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| refuse(format!("it cannot be read: {error}")))?;
    if size.len() > games::tape::MOST_BYTES as u64 {
        return Err(refuse("the tape is longer than any game".into()));
    }
    let bytes = std::fs::read(path).map_err(|error| refuse(format!("it cannot be read: {error}")))?;
    Tape::read(&bytes).map_err(|error| refuse(error.to_string()))
}

/// A place for a tape. It is claimed before the game, so that nobody plays for an hour in vain, and appears under its name only
/// when it is complete.
pub struct Sink {
    path: PathBuf,
    draft: NamedTempFile,
}

impl Sink {
    pub fn claim(path: &Path) -> Result<Sink, Failure> {
        let refuse = |why: String| Failure::refused(format!("{} cannot be written: {why}", path.display()));
        if path.is_dir() {
            return Err(refuse("it is a folder".into()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Readable for others as any file is; a draft by itself would be its owner's alone.
        let draft = Builder::new().prefix(".barnyard-").suffix(".draft").permissions(Permissions::from_mode(0o666)).tempfile_in(folder);
        let draft = draft.map_err(|error| refuse(error.error_text()))?;
        Ok(Sink { path: path.into(), draft })
    }

    /// Writes the tape, packed if its name ends with `.gz`.
    pub fn write(self, tape: &Tape) -> Result<(), Failure> {
        self.write_text(&tape.text())
    }

    /// The same for any text.
    pub fn write_text(mut self, text: &str) -> Result<(), Failure> {
        let refuse =
            |path: &Path, error: std::io::Error| Failure::refused(format!("{} cannot be written: {}", path.display(), error.error_text()));
        let wrote = if self.path.extension().is_some_and(|end| end == "gz") {
            let mut packer = GzEncoder::new(&mut self.draft, Compression::default());
            packer.write_all(text.as_bytes()).and_then(|()| packer.finish().map(drop))
        } else {
            self.draft.write_all(text.as_bytes())
        };
        wrote.and_then(|()| self.draft.flush()).map_err(|error| refuse(&self.path, error))?;
        self.draft.persist(&self.path).map_err(|error| refuse(&self.path, error.error))?;
        Ok(())
    }
}

/// What the system says, without the number it says it by.
pub trait ErrorText {
    fn error_text(&self) -> String;
}

impl ErrorText for std::io::Error {
    fn error_text(&self) -> String {
        let text = self.to_string();
        let words = text.split(" (os error").next().unwrap_or(&text);
        words.split(" at path").next().unwrap_or(words).to_lowercase()
    }
}

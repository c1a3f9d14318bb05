//! A place for tests that run the real executable on somebody's files.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with bots in it, which commands are run in.
pub struct Yard(TempDir);

impl Yard {
    pub fn new() -> Yard {
        Yard(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn barnyard(&self, args: &[&str]) -> Output {
        let program = Command::new(env!("CARGO_BIN_EXE_barnyard")).args(args).current_dir(self.0.path()).stdin(Stdio::null()).output();
        program.expect("the executable starts")
    }

    /// What it prints when all is well.
    #[track_caller]
    pub fn said(&self, args: &[&str]) -> String {
        let out = self.barnyard(args);
        assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
        String::from_utf8(out.stdout).unwrap()
    }

    /// The one sentence it complains with.
    #[track_caller]
    pub fn refused(&self, args: &[&str]) -> String {
        let out = self.barnyard(args);
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        let text = String::from_utf8(out.stderr).unwrap();
        assert_eq!(text.trim_end().lines().count(), 1, "one sentence: {text}");
        let here = self.path("").display().to_string();
        text.trim_end().strip_prefix("error: ").expect("an error says so").replace(&here, "YARD/")
    }
}

//! Test vectors from the original engines, in the folder that `$BARNYARD_ORACLE` names.
use serde::de::DeserializeOwned;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The folder, or `None` with a word about it when no vectors were given. A relative path starts at the
/// root of the workspace, since tests run in the folder of their crate.
pub fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::var_os("BARNYARD_ORACLE").map(|folder| root.join(folder));
    if folder.is_none() {
        println!("no vectors given: set BARNYARD_ORACLE to their folder");
    }
    folder
}

/// The bytes of a file of vectors, unpacked if its name ends with `.gz`. A missing file is a failure.
pub fn bytes(file: &str) -> Option<Vec<u8>> {
    let path = folder()?.join(file);
    let packed = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    if !file.ends_with(".gz") {
        return Some(packed);
    }
    let mut plain = Vec::new();
    flate2::read::MultiGzDecoder::new(&*packed).read_to_end(&mut plain).expect("the vectors unpack");
    Some(plain)
}

/// One value a line.
pub fn lines<T: DeserializeOwned>(file: &str) -> Option<Vec<T>> {
    let bytes = bytes(file)?;
    let read = |(i, line)| serde_json::from_slice(line).unwrap_or_else(|error| panic!("{file}, line {}: {error}", i + 1));
    Some(bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).enumerate().map(read).collect())
}

//! What must hold for any bytes that somebody calls an archive: in the tests, and in the fuzzer.
use runner::{Archive, Refusal, Rules};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Small numbers, so that small archives can break them.
pub const RULES: Rules = Rules { archive: 64 << 10, files: 24, unpacked: 96 << 10, file: 64 << 10, ratio: 200 };

/// Unpacks the bytes below an empty folder, if they are taken, and looks at everything afterwards. Says whether they were taken.
pub fn undergo(bytes: &[u8], yard: &Path) -> Result<bool, String> {
    let target = yard.join("target");
    std::fs::create_dir(&target).map_err(|error| error.to_string())?;
    let outcome = Archive::open(std::io::Cursor::new(bytes), &RULES).and_then(|mut archive| {
        let names: Vec<String> = archive.files().map(str::to_string).collect();
        archive.unpack(&target).map(|unpacked| (names, unpacked))
    });
    let mut found = Found::default();
    found.look(&target, "")?;
    let beside: Vec<_> = std::fs::read_dir(yard).map_err(|error| error.to_string())?.flatten().map(|item| item.file_name()).collect();
    std::fs::remove_dir_all(&target).map_err(|error| error.to_string())?;
    if beside != ["target"] {
        return Err(format!("something was written beside the target: {beside:?}"));
    }
    // However it ended: never more than the rules say.
    if found.bytes > RULES.unpacked || found.largest > RULES.file || found.places > RULES.files {
        return Err(format!("more was written than the rules allow: {found:?}"));
    }
    match outcome {
        Ok((names, unpacked)) => {
            found.files.sort();
            let told = (found.files.len(), found.bytes);
            let same = found.files == names && (unpacked.files, unpacked.bytes) == told;
            if same { Ok(true) } else { Err(format!("it says {unpacked:?} {names:?}, and there are {found:?}")) }
        }
        Err(Refusal::Archive(why)) => {
            let plain = why.chars().all(|c| c == ' ' || c.is_ascii_graphic()) && why.len() < 600;
            if plain { Ok(false) } else { Err(format!("no sentence to show: {why:?}")) }
        }
        Err(Refusal::Platform(error)) => Err(format!("bytes alone cannot break the platform: {error}")),
    }
}

#[derive(Default, Debug)]
struct Found {
    files: Vec<String>,
    places: usize,
    bytes: u64,
    largest: u64,
}

impl Found {
    fn look(&mut self, folder: &Path, above: &str) -> Result<(), String> {
        for item in std::fs::read_dir(folder).map_err(|error| error.to_string())?.flatten() {
            let data = item.path().symlink_metadata().map_err(|error| error.to_string())?;
            let path = format!("{above}{}", item.file_name().to_string_lossy());
            let mode = data.permissions().mode() & 0o7777;
            self.places += 1;
            if data.is_dir() && mode == 0o755 {
                self.look(&item.path(), &format!("{path}/"))?;
            } else if data.is_file() && (mode == 0o644 || mode == 0o755) {
                self.bytes += data.len();
                self.largest = self.largest.max(data.len());
                self.files.push(path);
            } else {
                return Err(format!("{path} is no plain file or folder: {data:?}"));
            }
        }
        Ok(())
    }
}

//! Folders that are made once and kept: unpacked SDKs, compiled bots.
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// The folder `NAME-SUM` of our cache. If it is not there yet, `fill` makes it: whole or not at all, since two programs may
/// do so at the same time.
pub fn folder<E: From<std::io::Error>>(name: &str, sum: u64, fill: impl FnOnce(&Path) -> Result<(), E>) -> Result<PathBuf, E> {
    let cache = place()?;
    let folder = cache.join(format!("{name}-{sum:016x}"));
    if folder.is_dir() {
        return Ok(folder);
    }
    let draft = tempfile::Builder::new().prefix(".draft-").tempdir_in(&cache)?;
    fill(draft.path())?;
    // Bots of root are other users, and read what is in here.
    std::fs::set_permissions(draft.path(), std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    match std::fs::rename(draft.path(), &folder) {
        Err(_) if folder.is_dir() => {}
        other => other?,
    }
    Ok(folder)
}

/// The user's cache, or the system's place for such things where there is none.
pub fn place() -> std::io::Result<PathBuf> {
    let given = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let own = || Some(Path::new(&std::env::var_os("HOME")?).join(".cache"));
    // Root's own folders are closed to the users that its bots run as.
    let shared = || rustix::process::getuid().is_root().then(|| PathBuf::from("/var/cache"));
    let usual = given.or_else(shared).or_else(own).map(|cache| cache.join("barnyard"));
    let fallback = || std::env::temp_dir().join(format!("barnyard-{}", rustix::process::getuid().as_raw()));
    match usual.filter(|path| std::fs::create_dir_all(path).is_ok()) {
        Some(path) => Ok(path),
        None => std::fs::create_dir_all(fallback()).map(|()| fallback()),
    }
}

/// A sum over names and contents.
pub fn sum<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut sum = std::collections::hash_map::DefaultHasher::new();
    for part in parts {
        sum.write_usize(part.len());
        sum.write(part);
    }
    sum.finish()
}

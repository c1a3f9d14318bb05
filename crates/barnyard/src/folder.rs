//! Folders that a command fills: new ones, or empty ones.
use crate::failure::Failure;
use std::path::Path;

/// A file of a folder to be written: its path there, and what is in it.
pub type File = (String, Vec<u8>);

/// Writes the files into a folder that must not hold anything yet. Scripts, and what is in `bin`, may be executed.
pub fn fill(folder: &Path, files: &[File]) -> Result<(), Failure> {
    let refuse = |why: &str| Failure::refused(format!("{} cannot be filled: {why}", folder.display()));
    let failed = |error: std::io::Error| refuse(&error.to_string());
    if folder.exists() {
        let inside = std::fs::read_dir(folder).map_err(|_| refuse("it is not a folder that can be read"))?;
        if inside.count() > 0 {
            return Err(refuse("it is not empty, and nothing in it shall be lost"));
        }
    }
    std::fs::create_dir_all(folder).map_err(failed)?;
    for (path, content) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(failed)?;
        std::fs::write(&path, content).map_err(failed)?;
        if path.extension().is_some_and(|end| end == "sh") || path.parent().is_some_and(|folder| folder.ends_with("bin")) {
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).map_err(failed)?;
        }
    }
    Ok(())
}

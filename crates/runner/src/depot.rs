//! Unpacked bots, each kept once under the hash of what it is.
use crate::archive::{Archive, Refusal};
use crate::cache;
use sha2::{Digest, Sha256};
use std::fs::Permissions;
use std::io::{self, Read, Seek};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A folder of folders: `bots/HASH/` holds what was in an archive. Nothing in there changes; whoever wants to write works on a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Depot(PathBuf);

/// A bot in the depot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// SHA-256 over its paths, modes and bytes, in hex.
    pub hash: String,
    pub folder: PathBuf,
}

/// Part of every hash: a change of what is summed changes this.
const FORMAT: &[u8] = b"barnyard bot 1\n";

impl Depot {
    /// The one in our cache.
    pub fn usual() -> io::Result<Depot> {
        Depot::at(&cache::place()?.join("bots"))
    }

    /// One in a folder of its own.
    pub fn at(folder: &Path) -> io::Result<Depot> {
        std::fs::create_dir_all(folder)?;
        Ok(Depot(folder.into()))
    }

    /// Unpacks an archive, whole or not at all. The same files are the same folder, however often and in whatever archive they
    /// come.
    pub fn keep<R: Read + Seek>(&self, archive: &mut Archive<R>) -> Result<Kept, Refusal> {
        let draft = tempfile::Builder::new().prefix(".draft-").tempdir_in(&self.0)?;
        archive.unpack(draft.path())?;
        let hash = hash_of(draft.path())?;
        let folder = self.0.join(&hash);
        // Somebody may have changed it since, or a crash left it half written.
        if folder.exists() && !hash_of(&folder).is_ok_and(|found| found == hash) {
            let aside = tempfile::Builder::new().prefix(".draft-").tempdir_in(&self.0)?;
            // Only root moves a folder to another one without the right to write to it.
            std::fs::set_permissions(&folder, Permissions::from_mode(0o755))?;
            std::fs::rename(&folder, aside.path().join("changed"))?;
        }
        if !folder.exists() {
            std::fs::set_permissions(draft.path(), Permissions::from_mode(0o555))?;
            let moved = std::fs::rename(draft.path(), &folder);
            if let Err(error) = moved {
                std::fs::set_permissions(draft.path(), Permissions::from_mode(0o755))?;
                // Somebody else may have been quicker, with the same.
                if !folder.is_dir() {
                    return Err(error.into());
                }
            }
        }
        Ok(Kept { hash, folder })
    }
}

/// The hash of all that is in a folder: sorted paths, whether a file may be executed, its length and its bytes.
fn hash_of(folder: &Path) -> io::Result<String> {
    let mut sum = Sha256::new();
    sum.update(FORMAT);
    let mut found = Vec::new();
    collect(folder, "", &mut found)?;
    found.sort();
    for path in found {
        let data = folder.join(&path).symlink_metadata()?;
        let kind = match data.permissions().mode() & 0o111 {
            _ if data.is_dir() => b'd',
            0 => b'f',
            _ => b'x',
        };
        sum.update([kind]);
        sum.update((path.len() as u64).to_le_bytes());
        sum.update(&path);
        if data.is_file() {
            sum.update(data.len().to_le_bytes());
            let mut file = std::fs::File::open(folder.join(&path))?;
            let mut piece = [0; 16 << 10];
            loop {
                match file.read(&mut piece)? {
                    0 => break,
                    read => sum.update(&piece[..read]),
                }
            }
        } else if !data.is_dir() {
            return Err(io::Error::other(format!("{path} is neither file nor folder")));
        }
    }
    Ok(sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

fn collect(folder: &Path, above: &str, found: &mut Vec<String>) -> io::Result<()> {
    for item in std::fs::read_dir(folder)? {
        let item = item?;
        let name = item.file_name().into_string().map_err(|name| io::Error::other(format!("{name:?} is no name of ours")))?;
        let path = if above.is_empty() { name } else { format!("{above}/{name}") };
        if item.file_type()?.is_dir() {
            collect(&item.path(), &path, found)?;
        }
        found.push(path);
    }
    Ok(())
}

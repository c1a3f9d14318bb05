//! Folders that a bot fills: measured and removed without trusting a name, a mode or a depth in them.
use super::order::MOST_FILES;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use std::collections::BTreeMap;
use std::ffi::CStr;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

/// No honest bot nests its folders deeper. One descriptor a level is open while we look.
const DEEPEST: usize = 64;
/// So often a folder is gone through to empty it: what lies too deep is lifted up each time.
const ROUNDS: usize = 1_000;

/// Why a folder is too much.
#[derive(Debug, PartialEq, Eq)]
pub enum Excess {
    Bytes(u64),
    Clutter(String),
}

/// What is wrong with a folder in which so many bytes may lie, `unnamed` of which no folder shows.
pub fn excess(folder: &Path, granted: u64, unnamed: u64) -> Option<Excess> {
    let mut sum = Sum { granted, bytes: unnamed, files: 0 };
    if unnamed > granted {
        return Some(Excess::Bytes(unnamed));
    }
    let top = open(CWD, &super::launcher::c_string(folder).ok()?).ok()?;
    sum.add(top, 0)
}

struct Sum {
    granted: u64,
    bytes: u64,
    files: u64,
}

impl Sum {
    fn add(&mut self, folder: OwnedFd, depth: usize) -> Option<Excess> {
        if depth > DEEPEST {
            return Some(Excess::Clutter(format!("made folders within folders, more than {DEEPEST} deep")));
        }
        for item in Dir::read_from(&folder).ok()?.flatten().filter(is_item) {
            let Ok(data) = rustix::fs::statat(&folder, item.file_name(), AtFlags::SYMLINK_NOFOLLOW) else { continue };
            self.files += 1;
            self.bytes += data.st_blocks as u64 * 512;
            if self.bytes > self.granted {
                return Some(Excess::Bytes(self.bytes));
            }
            if self.files > MOST_FILES {
                return Some(Excess::Clutter(format!("made more than {MOST_FILES} files")));
            }
            if FileType::from_raw_mode(data.st_mode).is_dir()
                && let Ok(inner) = open(folder.as_fd(), item.file_name())
                && let Some(excess) = self.add(inner, depth + 1)
            {
                return Some(excess);
            }
        }
        None
    }
}

/// Bytes in files of a disk that have no name any more, but that these processes hold open or have mapped.
pub fn unnamed(processes: &[i32], disk: u64) -> u64 {
    let mut found: BTreeMap<u64, u64> = BTreeMap::new();
    let device = format!("{:02x}:{:02x}", rustix::fs::major(disk), rustix::fs::minor(disk));
    for pid in processes {
        for item in std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            let Ok(data) = std::fs::metadata(item.path()) else { continue };
            if data.is_file() && data.nlink() == 0 && data.dev() == disk {
                found.insert(data.ino(), data.blocks() * 512);
            }
        }
        let maps = std::fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
        for line in maps.lines().filter(|line| line.ends_with(" (deleted)")) {
            let Some((inode, length)) = mapped(line, &device) else { continue };
            found.entry(inode).or_insert(length);
        }
    }
    found.values().sum()
}

/// The file and the length of a line of `/proc/PID/maps`, if it is of this device.
fn mapped(line: &str, device: &str) -> Option<(u64, u64)> {
    let mut words = line.split_ascii_whitespace();
    let (start, end) = words.next()?.split_once('-')?;
    let (of, inode) = (words.nth(2)?, words.next()?.parse().ok()?);
    let length = u64::from_str_radix(end, 16).ok()?.checked_sub(u64::from_str_radix(start, 16).ok()?)?;
    (of == device).then_some((inode, length))
}

/// Removes a folder and all below it, whatever it looks like. Nobody may be left who could change it meanwhile.
pub fn remove(folder: &Path) -> io::Result<()> {
    let name = super::launcher::c_string(folder).map_err(|error| io::Error::other(error.to_string()))?;
    let top = open(CWD, &name)?;
    let mut lifted = 0;
    for _ in 0..ROUNDS {
        if clear(&top, &top, 0, &mut lifted)? {
            break;
        }
    }
    std::fs::remove_dir(folder)
}

/// Empties a folder. Whether it is empty: what lies too deep was lifted to the top.
fn clear(folder: &OwnedFd, top: &OwnedFd, depth: usize, lifted: &mut u64) -> io::Result<bool> {
    let _ = rustix::fs::fchmod(folder, Mode::RWXU);
    let mut empty = true;
    // Read to the end before anything is removed: a folder that changes may hide what it holds.
    let items: Vec<_> = Dir::read_from(folder)?.flatten().filter(is_item).collect();
    for item in items {
        let name = item.file_name();
        let data = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        if !FileType::from_raw_mode(data.st_mode).is_dir() {
            rustix::fs::unlinkat(folder, name, AtFlags::empty())?;
            continue;
        }
        let inner = open(folder.as_fd(), name)?;
        if depth >= DEEPEST {
            let _ = rustix::fs::fchmod(&inner, Mode::RWXU);
            *lifted += 1;
            rustix::fs::renameat(folder, name, top, format!(".lifted-{lifted}"))?;
            empty = false;
        } else {
            empty &= clear(&inner, top, depth + 1, lifted)?;
            rustix::fs::unlinkat(folder, name, AtFlags::REMOVEDIR)?;
        }
    }
    Ok(empty)
}

/// Opens a folder to look into it, even if its mode says that nobody may: its owner is whoever looks. Links are not followed.
fn open(parent: BorrowedFd<'_>, name: &CStr) -> io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match rustix::fs::openat(parent, name, flags | OFlags::RDONLY, Mode::empty()) {
        Err(rustix::io::Errno::ACCESS) => {
            let place = rustix::fs::openat(parent, name, flags | OFlags::PATH, Mode::empty())?;
            // By its descriptor: under its name there may be a link by now.
            std::fs::set_permissions(format!("/proc/self/fd/{}", place.as_raw_fd()), PermissionsExt::from_mode(0o700))?;
            Ok(rustix::fs::openat(&place, c".", flags | OFlags::RDONLY, Mode::empty())?)
        }
        opened => Ok(opened?),
    }
}

fn is_item(item: &rustix::fs::DirEntry) -> bool {
    ![c".", c".."].contains(&item.file_name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_deep_or_behind_a_mode_is_counted_and_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("bot");
        std::fs::create_dir_all(folder.join("a/b")).unwrap();
        std::fs::write(folder.join("a/b/file"), vec![1; 100_000]).unwrap();
        std::os::unix::fs::symlink("/", folder.join("root")).unwrap();
        std::fs::set_permissions(folder.join("a"), PermissionsExt::from_mode(0o000)).unwrap();
        assert_eq!(excess(&folder, 1 << 20, 0), None);
        assert!(matches!(excess(&folder, 50_000, 0), Some(Excess::Bytes(bytes)) if bytes >= 100_000));
        assert_eq!(excess(&folder, 50_000, 60_000), Some(Excess::Bytes(60_000)));
        for i in 0..=MOST_FILES {
            std::fs::write(folder.join(i.to_string()), "").unwrap();
        }
        assert!(matches!(excess(&folder, 1 << 30, 0), Some(Excess::Clutter(why)) if why.contains("4096 files")));
        remove(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn a_tree_deeper_than_any_path_is_too_much_and_is_removed() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("bot");
        std::fs::create_dir(&folder).unwrap();
        let mut at = open(CWD, &super::super::launcher::c_string(&folder).unwrap()).unwrap();
        let name = c"deep-and-deeper-and-deeper-and-deeper";
        for _ in 0..500 {
            rustix::fs::mkdirat(&at, name, Mode::RWXU).unwrap();
            at = open(at.as_fd(), name).unwrap();
        }
        assert!(matches!(excess(&folder, 1 << 30, 0), Some(Excess::Clutter(why)) if why.contains("64 deep")));
        remove(&folder).unwrap();
        assert!(!folder.exists());
    }

    #[test]
    fn only_maps_of_the_same_disk_count() {
        let line = "7f00000000-7f00100000 rw-s 00000000 fd:01 4711                       /home/bot/gone (deleted)";
        assert_eq!(mapped(line, "fd:01"), Some((4711, 1 << 20)));
        assert_eq!(mapped(line, "00:01"), None);
    }
}

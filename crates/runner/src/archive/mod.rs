//! Strangers' archives: checked as a whole before a byte is unpacked, and believed in nothing.
//!
//! A zip is read here in one way only. Every byte of it belongs to one entry, to the list of entries or to its end; the list and
//! the entries say the same; names are such that they mean the same file on every system. What is unclear is refused, in one
//! sentence that names the entry.
mod headers;
mod name;

use crate::limits::Limits;
use headers::{Header, List};
use name::Places;
pub use name::shown;
use rustix::fs::{AtFlags, Mode, OFlags};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// What is wrong with it, in a sentence.
    #[error("{0}")]
    Archive(String),
    /// It may be good: we could not read it, or had nowhere to put it.
    #[error("it cannot be unpacked: {0}")]
    Platform(#[from] io::Error),
}

fn refuse<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Archive(why.into()))
}

/// How much an archive may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Bytes of the archive itself.
    pub archive: u64,
    /// Files and folders.
    pub files: usize,
    /// Bytes of all files, unpacked.
    pub unpacked: u64,
    /// Bytes of one file, unpacked.
    pub file: u64,
    /// How many bytes one packed byte may become, in files above a megabyte.
    pub ratio: u64,
}

impl Rules {
    /// What bots of a game may hand in.
    pub fn of(game: &str) -> Rules {
        Rules::within(Limits::archive(game))
    }

    /// Rules for archives of so many bytes.
    pub fn within(archive: u64) -> Rules {
        Rules { archive, files: 5_000, unpacked: 2 * archive, file: archive, ratio: 200 }
    }

    /// Entries of any kind: of those that are left out there may be many, as in a `.git`.
    fn entries(&self) -> u64 {
        4 * self.files as u64
    }
}

/// Files this small may be packed as tightly as they like.
const SMALL: u64 = 1 << 20;

/// What an entry is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    File { executable: bool },
    Folder,
}

/// A file or folder to come out of the archive.
#[derive(Debug)]
struct Item {
    /// Its path, without a slash at the end.
    path: String,
    kind: Kind,
    header: Header,
    /// Where its bytes begin.
    data: u64,
}

/// A zip that passed every check that can be made without unpacking it.
#[derive(Debug)]
pub struct Archive<R> {
    reader: R,
    items: Vec<Item>,
}

/// What came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unpacked {
    pub files: usize,
    pub bytes: u64,
}

impl Archive<File> {
    /// An archive that comes as a stream: no more of it is read than may be.
    pub fn receive(stream: impl Read, rules: &Rules) -> Result<Archive<File>, Refusal> {
        let mut file = tempfile::tempfile()?;
        io::copy(&mut stream.take(rules.archive.saturating_add(1)), &mut file)?;
        Archive::open(file, rules)
    }
}

impl<R: Read + Seek> Archive<R> {
    /// Looks at everything an archive says of itself.
    pub fn open(mut reader: R, rules: &Rules) -> Result<Archive<R>, Refusal> {
        let length = reader.seek(SeekFrom::End(0))?;
        if length > rules.archive {
            return refuse(format!("it has more than {}, the most that is taken", amount(rules.archive)));
        }
        let list = List::find(&mut reader, length)?;
        if list.entries > rules.entries() {
            return refuse(format!("it holds {} entries, and {} are the most", list.entries, rules.entries()));
        }
        let headers = list.read(&mut reader)?;
        let (mut places, mut items, mut unpacked) = (Places::default(), Vec::new(), 0_u64);
        for header in &headers {
            let kind = kind_of(header)?;
            let Some(path) = name::checked(&header.name)? else { continue };
            check_sizes(header, rules)?;
            unpacked = unpacked.saturating_add(header.size);
            if unpacked > rules.unpacked {
                return refuse(format!("it unpacks to more than {}", amount(rules.unpacked)));
            }
            places.add(&path, kind == Kind::Folder)?;
            if places.len() > rules.files {
                return refuse(format!("it holds more than {} files and folders", rules.files));
            }
            items.push(Item { path, kind, header: header.clone(), data: 0 });
        }
        let starts = list.check_entries(&mut reader, &headers)?;
        for item in &mut items {
            item.data = starts[&item.header.start];
        }
        items.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(Archive { reader, items })
    }

    /// The paths of its files, sorted.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.items.iter().filter(|item| item.kind != Kind::Folder).map(|item| item.path.as_str())
    }

    /// One of its files.
    pub fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, Refusal> {
        let Some(i) = self.items.iter().position(|item| item.path == path && item.kind != Kind::Folder) else { return Ok(None) };
        let mut bytes = Vec::new();
        self.pour(i, &mut bytes)?;
        Ok(Some(bytes))
    }

    /// Unpacks everything to nowhere: whether its files are what it says they are.
    pub fn test(&mut self) -> Result<Unpacked, Refusal> {
        self.each_file(|archive, i| archive.pour(i, &mut io::sink()))
    }

    /// Unpacks everything into an empty folder. If that fails, what is in the folder then is good for nothing.
    ///
    /// Files and folders are new, ours and plain: never a link, never a special file, of mode 644 or 755.
    pub fn unpack(&mut self, into: &Path) -> Result<Unpacked, Refusal> {
        let root =
            rustix::fs::open(into, OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty()).map_err(io::Error::from)?;
        if std::fs::read_dir(into)?.next().is_some() {
            return Err(io::Error::other(format!("{} is not empty", into.display())).into());
        }
        for folder in Places::folders(self.items.iter().map(|item| (item.path.as_str(), item.kind == Kind::Folder))) {
            rustix::fs::mkdirat(&root, folder, FOLDER).map_err(io::Error::from)?;
            // Whatever the umask is.
            rustix::fs::chmodat(&root, folder, FOLDER, AtFlags::empty()).map_err(io::Error::from)?;
        }
        self.each_file(|archive, i| {
            let item = &archive.items[i];
            let mode = if item.kind == (Kind::File { executable: true }) { FOLDER } else { PLAIN };
            let how = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let mut file = File::from(rustix::fs::openat(&root, item.path.as_str(), how, mode).map_err(io::Error::from)?);
            rustix::fs::fchmod(&file, mode).map_err(io::Error::from)?;
            archive.pour(i, &mut file)
        })
    }

    fn each_file(&mut self, mut act: impl FnMut(&mut Self, usize) -> Result<(), Refusal>) -> Result<Unpacked, Refusal> {
        let mut unpacked = Unpacked { files: 0, bytes: 0 };
        for i in 0..self.items.len() {
            if self.items[i].kind != Kind::Folder {
                act(self, i)?;
                unpacked.files += 1;
                unpacked.bytes += self.items[i].header.size;
            }
        }
        Ok(unpacked)
    }

    /// The bytes of a file: as many as it declares, and those that it declares, or none of this counts.
    fn pour(&mut self, i: usize, into: &mut dyn Write) -> Result<(), Refusal> {
        let Item { path, header, data, .. } = &self.items[i];
        self.reader.seek(SeekFrom::Start(*data))?;
        let packed = BufReader::with_capacity(PIECE, (&mut self.reader).take(header.packed));
        let (sum, consumed) = if header.deflated {
            let mut inflate = flate2::bufread::DeflateDecoder::new(packed);
            let sum = copy(path, header.size, &mut inflate, into)?;
            (sum, inflate.total_in())
        } else {
            (copy(path, header.size, packed, into)?, header.packed)
        };
        if consumed != header.packed {
            return refuse(format!("{} ends before its packed bytes do", shown(path.as_bytes())));
        }
        if sum != header.crc {
            return refuse(format!("{} is damaged: its checksum differs", shown(path.as_bytes())));
        }
        Ok(())
    }
}

const PIECE: usize = 64 << 10;
const PLAIN: Mode = Mode::from_raw_mode(0o644);
const FOLDER: Mode = Mode::from_raw_mode(0o755);

/// Copies exactly `size` bytes, and says their checksum.
fn copy(path: &str, size: u64, mut from: impl Read, into: &mut dyn Write) -> Result<u32, Refusal> {
    let (mut sum, mut left, mut piece) = (flate2::Crc::new(), size, vec![0; PIECE]);
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // What inflate says of bad data; the disk's own troubles are of other kinds.
            Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData) => {
                return refuse(format!("{} is damaged: it cannot be inflated", shown(path.as_bytes())));
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error.into()),
        };
        let Some(rest) = left.checked_sub(read as u64) else {
            return refuse(format!("{} declares {size} bytes and inflates to more", shown(path.as_bytes())));
        };
        left = rest;
        sum.update(&piece[..read]);
        into.write_all(&piece[..read])?;
    }
    if left > 0 {
        return refuse(format!("{} declares {size} bytes and has only {}", shown(path.as_bytes()), size - left));
    }
    Ok(sum.sum())
}

/// The kinds of files that a Unix mode may tell of, and what is said of those that no bot has.
const MODES: &[(u32, &str)] = &[(0o12, "a symbolic link"), (0o01, "a pipe"), (0o02, "a device"), (0o06, "a device"), (0o14, "a socket")];

/// What an entry is, by its name and by its mode, which must agree.
fn kind_of(header: &Header) -> Result<Kind, Refusal> {
    let name = shown(&header.name);
    let is_folder = header.name.ends_with(b"/");
    match header.mode >> 12 {
        0o00 => {}
        0o04 if is_folder => {}
        0o10 if !is_folder => {}
        0o04 => return refuse(format!("{name} is a folder by its mode and a file by its name")),
        0o10 => return refuse(format!("{name} is a file by its mode and a folder by its name")),
        other => {
            let what = MODES.iter().find(|(mode, _)| *mode == other).map_or("no file of any known kind", |(_, what)| what);
            return refuse(format!("{name} is {what}: only files and folders are unpacked"));
        }
    }
    // A deflated nothing takes two bytes.
    if is_folder && (header.size > 0 || header.packed > 2) {
        return refuse(format!("{name} is a folder, and has bytes of its own"));
    }
    Ok(if is_folder { Kind::Folder } else { Kind::File { executable: header.mode & 0o111 != 0 } })
}

fn check_sizes(header: &Header, rules: &Rules) -> Result<(), Refusal> {
    let name = shown(&header.name);
    if header.size > rules.file {
        return refuse(format!("{name} unpacks to more than {}, the most for one file", amount(rules.file)));
    }
    if header.size > SMALL && header.size / header.packed.max(1) > rules.ratio {
        let ratio = header.size / header.packed.max(1);
        return refuse(format!("{name} unpacks to {ratio} times its size, and {} times are the most", rules.ratio));
    }
    Ok(())
}

/// Bytes for people.
fn amount(bytes: u64) -> String {
    if bytes >= 1 << 20 { format!("{} MB", bytes >> 20) } else { format!("{bytes} bytes") }
}

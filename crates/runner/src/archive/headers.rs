//! The bytes of a zip: its end, its list of entries, and what each entry says of itself. Numbers are of PKWARE's APPNOTE.
use super::name::shown;
use super::{Refusal, refuse};
use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

const ENTRY: &[u8; 4] = b"PK\x03\x04";
const LISTED: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
const END64: &[u8; 4] = b"PK\x06\x06";
const LOCATOR64: &[u8; 4] = b"PK\x06\x07";
const DESCRIPTOR: &[u8; 4] = b"PK\x07\x08";

const END_LENGTH: u64 = 22;
const END64_LENGTH: u64 = 56;
const LOCATOR64_LENGTH: u64 = 20;
/// As far back as an end may be, with the longest comment that its format allows.
const TAIL: u64 = END_LENGTH + 0xffff;
/// The longest comment that is taken.
const COMMENT: u64 = 1_000;

const ENCRYPTED: u16 = 1 | 1 << 6 | 1 << 13;
/// The sizes come after the bytes.
const STREAMED: u16 = 1 << 3;

/// Extra fields: numbers that need 64 bits, and a second name.
const WIDE: u16 = 0x0001;
const SECOND_NAME: u16 = 0x7075;

/// Little-endian numbers, one after the other. The length of what it reads is known before.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("a header has its length");
        self.0 = rest;
        *first
    }

    fn u16(&mut self) -> u16 {
        u16::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }
}

/// What the list says of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    pub name: Vec<u8>,
    /// The Unix mode, 0 if there is none.
    pub mode: u32,
    pub deflated: bool,
    pub crc: u32,
    pub packed: u64,
    pub size: u64,
    /// Where the entry begins.
    pub start: u64,
    streamed: bool,
}

/// Where the list of entries is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    pub entries: u64,
    start: u64,
    length: u64,
}

impl List {
    /// Reads the end of an archive, which says where the list is: there is one end, and nothing after it.
    pub fn find(reader: &mut (impl Read + Seek), length: u64) -> Result<List, Refusal> {
        let from = length.saturating_sub(TAIL);
        let tail = read_at(reader, from, length - from)?;
        let ends: Vec<usize> = tail.windows(4).enumerate().filter(|(_, four)| four == END).map(|(i, _)| i).collect();
        let comment_of = |i: usize| tail.get(i + 20..i + 22).map(|two| u64::from(u16::from_le_bytes([two[0], two[1]])));
        let rest_of = |i: usize| (tail.len() - i) as u64;
        let fits = |i: &&usize| comment_of(**i).is_some_and(|comment| END_LENGTH + comment == rest_of(**i));
        let end = match &ends.iter().filter(fits).collect::<Vec<_>>()[..] {
            [end] => **end,
            [] => return refuse(no_end(ends.last().map(|end| (comment_of(*end), rest_of(*end))))),
            _ => return refuse("it can be read in two ways: its comment looks like the end of another archive"),
        };
        let comment = comment_of(end).unwrap_or(0);
        if comment > COMMENT {
            return refuse(format!("its comment has {comment} bytes, and {COMMENT} are the most"));
        }
        let mut numbers = Numbers(&tail[end + 4..]);
        let disks = [numbers.u16(), numbers.u16()];
        let counts = [numbers.u16(), numbers.u16()];
        let (size, start) = (numbers.u32(), numbers.u32());
        let plain = List { entries: counts[1].into(), start: start.into(), length: size.into() };
        if disks.iter().any(|disk| ![0, u16::MAX].contains(disk)) || counts[0] != counts[1] {
            return refuse("it is one part of several");
        }
        let end = from + end as u64;
        let (list, ends) = plain.widened(reader, end)?;
        match list.start.checked_add(list.length).map(|behind| ends.checked_sub(behind)) {
            Some(Some(0)) => Ok(list),
            Some(Some(more)) => refuse(format!("{more} bytes come before the archive, or between its list of files and its end")),
            _ => refuse("it is cut off: its list of files is longer than it can be"),
        }
    }

    /// The list with the numbers of 64 bits, if there are such; and where what it belongs to begins.
    fn widened(self, reader: &mut (impl Read + Seek), end: u64) -> Result<(List, u64), Refusal> {
        const LENGTH: u64 = LOCATOR64_LENGTH + END64_LENGTH;
        let locator = if end >= LENGTH { read_at(reader, end - LOCATOR64_LENGTH, LOCATOR64_LENGTH)? } else { Vec::new() };
        if !locator.starts_with(LOCATOR64) {
            return Ok((self, end));
        }
        let record = end - LENGTH;
        let mut numbers = Numbers(&locator[4..]);
        let (disk, place, disks) = (numbers.u32(), numbers.u64(), numbers.u32());
        let wide = read_at(reader, record, END64_LENGTH)?;
        let mut numbers = Numbers(&wide[4..]);
        let rest = numbers.u64();
        let _versions = numbers.u32();
        let own_disks = [numbers.u32(), numbers.u32()];
        let counts = [numbers.u64(), numbers.u64()];
        let list = List { entries: counts[1], length: numbers.u64(), start: numbers.u64() };
        if !wide.starts_with(END64) || place != record || rest != END64_LENGTH - 12 {
            return refuse("its end of 64 bits is not where it should be");
        }
        if disk != 0 || disks > 1 || own_disks != [0, 0] || counts[0] != counts[1] {
            return refuse("it is one part of several");
        }
        let agree = |narrow: u64, wide: u64, full: u64| narrow == wide || narrow == full;
        let full = u64::from(u32::MAX);
        let same =
            agree(self.entries, list.entries, 0xffff) && agree(self.start, list.start, full) && agree(self.length, list.length, full);
        if !same {
            return refuse("it can be read in two ways: its two ends differ");
        }
        Ok((list, record))
    }

    /// Every entry of the list, and nothing else in it.
    pub fn read(&self, reader: &mut (impl Read + Seek)) -> Result<Vec<Header>, Refusal> {
        reader.seek(SeekFrom::Start(self.start))?;
        let mut list = BufReader::new(reader.take(self.length));
        let mut headers = Vec::new();
        let mut left = self.length;
        while left > 0 {
            if headers.len() as u64 == self.entries {
                return refuse(format!("it says that it holds {} entries, and its list is longer", self.entries));
            }
            let mut fixed = [0; 46];
            fill(&mut list, &mut fixed)?;
            let (header, length) = listed(&fixed, &mut list)?;
            left = left.saturating_sub(length);
            headers.push(header);
        }
        if headers.len() as u64 != self.entries {
            return refuse(format!("it says that it holds {} entries, and lists {}", self.entries, headers.len()));
        }
        Ok(headers)
    }

    /// The entries follow each other from the first byte to the list, and say what the list says. Where an entry begins is
    /// where it is found; its bytes begin where this map says.
    pub fn check_entries(&self, reader: &mut (impl Read + Seek), headers: &[Header]) -> Result<HashMap<u64, u64>, Refusal> {
        let mut sorted: Vec<&Header> = headers.iter().collect();
        sorted.sort_by_key(|header| header.start);
        for pair in sorted.windows(2) {
            if pair[0].start == pair[1].start {
                return refuse(format!("{} and {} share their bytes", shown(&pair[0].name), shown(&pair[1].name)));
            }
        }
        let first = sorted.first().map_or(self.start, |header| header.start);
        if first > 0 {
            return refuse(format!("{first} bytes come before the archive"));
        }
        let mut data = HashMap::with_capacity(sorted.len());
        for (i, header) in sorted.iter().enumerate() {
            let next = sorted.get(i + 1).map_or(self.start, |next| next.start);
            let begins = check_entry(reader, header, next).map_err(|error| match (error, sorted.get(i + 1)) {
                (Trouble::Beyond, Some(next)) => {
                    Refusal::Archive(format!("{} and {} share their bytes", shown(&header.name), shown(&next.name)))
                }
                (Trouble::Beyond, None) => Refusal::Archive(format!("{} is cut off", shown(&header.name))),
                (Trouble::Says(why), _) => Refusal::Archive(format!("{} {why}", shown(&header.name))),
                (Trouble::Platform(refusal), _) => refusal,
            })?;
            data.insert(header.start, begins);
        }
        Ok(data)
    }
}

/// What is wrong when there is no end of the right length: its comment and what is left, if there is one at all.
fn no_end(last: Option<(Option<u64>, u64)>) -> String {
    match last {
        Some((Some(comment), rest)) if END_LENGTH + comment < rest => {
            format!("{} bytes come after the end of the archive", rest - END_LENGTH - comment)
        }
        Some(_) => "it is cut off within its last bytes".into(),
        None => "it is no zip: the list of files at its end is missing".into(),
    }
}

/// An entry of the list, and how long it is there.
fn listed(fixed: &[u8; 46], list: &mut impl Read) -> Result<(Header, u64), Refusal> {
    if !fixed.starts_with(LISTED) {
        return refuse("its list of files is damaged");
    }
    let mut numbers = Numbers(&fixed[4..]);
    let (_made_by, _needed) = (numbers.u16(), numbers.u16());
    let (flags, method) = (numbers.u16(), numbers.u16());
    let _time = numbers.u32();
    let (crc, packed, size) = (numbers.u32(), numbers.u32(), numbers.u32());
    let lengths = [numbers.u16(), numbers.u16(), numbers.u16()].map(usize::from);
    let (disk, _attributes) = (numbers.u16(), numbers.u16());
    let (mode, start) = (numbers.u32() >> 16, numbers.u32());
    let mut rest = vec![0; lengths.iter().sum()];
    fill(list, &mut rest)?;
    let (name, rest_of) = rest.split_at(lengths[0]);
    let extra = &rest_of[..lengths[1]];
    let says = |why: &str| refuse(format!("{} {why}", shown(name)));
    if flags & ENCRYPTED != 0 {
        return says("is encrypted");
    }
    if disk != 0 {
        return says("is on another disk");
    }
    let deflated = match method {
        0 => false,
        8 => true,
        other => return says(&format!("is packed with method {other}: only stored and deflated files are unpacked")),
    };
    if extras(extra).any(|(id, data)| id == SECOND_NAME && data.get(5..) != Some(name)) {
        return says("has a second name");
    }
    let Some([size, packed, start]) = widened(extra, [size, packed, start]) else { return says("has sizes that cannot be read") };
    if !deflated && packed != size {
        return says(&format!("is stored in {packed} bytes and declares {size}"));
    }
    let header = Header { name: name.into(), mode, deflated, crc, packed, size, start, streamed: flags & STREAMED != 0 };
    Ok((header, (fixed.len() + rest.len()) as u64))
}

enum Trouble {
    /// It reaches further than it may.
    Beyond,
    Says(String),
    Platform(Refusal),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Platform(refusal)
    }
}

/// Compares an entry with what the list says of it; its last byte is the one before `next`. Says where its bytes begin.
fn check_entry(reader: &mut (impl Read + Seek), header: &Header, next: u64) -> Result<u64, Trouble> {
    let says = |why: &str| Err(Trouble::Says(why.into()));
    if header.start.saturating_add(30) > next {
        return Err(Trouble::Beyond);
    }
    let fixed = read_at(reader, header.start, 30)?;
    if !fixed.starts_with(ENTRY) {
        return says("is not where the list says");
    }
    let mut numbers = Numbers(&fixed[4..]);
    let _needed = numbers.u16();
    let (flags, method) = (numbers.u16(), numbers.u16());
    let _time = numbers.u32();
    let (crc, packed, size) = (numbers.u32(), numbers.u32(), numbers.u32());
    let (name_length, extra_length) = (u64::from(numbers.u16()), u64::from(numbers.u16()));
    let data = header.start + 30 + name_length + extra_length;
    let Some(room) = next.checked_sub(data).and_then(|room| room.checked_sub(header.packed)) else { return Err(Trouble::Beyond) };
    let rest = read_at(reader, header.start + 30, name_length + extra_length)?;
    let (name, extra) = rest.split_at(name_length as usize);
    if name != header.name {
        return says(&format!("is called {} where its bytes are", shown(name)));
    }
    if flags & ENCRYPTED != 0 || (method == 8) != header.deflated || ![0, 8].contains(&method) {
        return says("is packed otherwise than the list says");
    }
    if extras(extra).any(|(id, data)| id == SECOND_NAME && data.get(5..) != Some(name)) {
        return says("has a second name");
    }
    let streamed = flags & STREAMED != 0;
    if streamed != header.streamed {
        return says("is packed otherwise than the list says");
    }
    // An offset is in the list only.
    let sizes = widened(extra, [size, packed, 0]);
    let same = crc == header.crc && sizes == Some([header.size, header.packed, 0]);
    if !streamed {
        return match (same, room) {
            (false, _) => says("has other sizes or another checksum than the list says"),
            (true, 0) => Ok(data),
            (true, more) => says(&format!("is followed by {more} bytes that belong to nothing")),
        };
    }
    if room == 0 && same {
        return Ok(data);
    }
    if ![12, 16, 20, 24].contains(&room) {
        return says(&format!("is followed by {room} bytes that belong to nothing"));
    }
    let descriptor = read_at(reader, data + header.packed, room)?;
    let numbers = if room % 8 == 0 && descriptor.starts_with(DESCRIPTOR) { &descriptor[4..] } else { &descriptor[..] };
    let mut expected = header.crc.to_le_bytes().to_vec();
    for size in [header.packed, header.size] {
        expected.extend(&size.to_le_bytes()[..(numbers.len() - 4) / 2]);
    }
    if numbers == expected { Ok(data) } else { says("has other sizes or another checksum than the list says") }
}

/// The fields of an extra, as far as they can be read: padding is allowed.
fn extras(mut extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (head, rest) = extra.split_first_chunk::<4>()?;
        let mut numbers = Numbers(head);
        let (id, length) = (numbers.u16(), usize::from(numbers.u16()));
        let data = rest.get(..length)?;
        extra = &rest[length..];
        Some((id, data))
    })
}

/// Numbers that may stand in 64 bits in the extra, in this order.
fn widened(extra: &[u8], narrow: [u32; 3]) -> Option<[u64; 3]> {
    let mut fields = extras(extra).filter(|(id, _)| *id == WIDE);
    let mut wide = fields.next().map(|(_, data)| data);
    if fields.next().is_some() {
        return None;
    }
    let mut numbers = narrow.map(u64::from);
    for number in numbers.iter_mut().filter(|number| **number == u64::from(u32::MAX)) {
        let (first, rest) = wide?.split_first_chunk()?;
        *number = u64::from_le_bytes(*first);
        wide = Some(rest);
    }
    Some(numbers)
}

fn read_at(reader: &mut (impl Read + Seek), start: u64, length: u64) -> Result<Vec<u8>, Refusal> {
    reader.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; usize::try_from(length).expect("no header is longer than memory")];
    fill(reader, &mut bytes)?;
    Ok(bytes)
}

fn fill(reader: &mut impl Read, bytes: &mut [u8]) -> Result<(), Refusal> {
    reader.read_exact(bytes).or_else(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => refuse("its list of files is damaged"),
        _ => Err(error.into()),
    })
}

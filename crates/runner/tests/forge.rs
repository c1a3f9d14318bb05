//! Zips made by hand, byte for byte: libraries refuse to write what must be refused when read.
#![allow(dead_code)] // Each test program uses its own part.
use std::io::Write;

/// An entry as it stands in the archive. Every field may lie.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: Vec<u8>,
    /// What it is called where its bytes are, if that is something else.
    pub local_name: Option<Vec<u8>>,
    pub mode: u32,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub size: u64,
    pub packed: Vec<u8>,
    /// In the list.
    pub extra: Vec<u8>,
    pub local_extra: Vec<u8>,
    /// Behind its bytes.
    pub descriptor: Vec<u8>,
    pub comment: Vec<u8>,
    /// Its bytes are those of the entry before it.
    pub shares: bool,
}

pub fn crc(bytes: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(bytes);
    sum.sum()
}

pub fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

impl Entry {
    /// A stored file.
    pub fn new(name: impl AsRef<[u8]>, bytes: &[u8]) -> Entry {
        Entry {
            name: name.as_ref().into(),
            local_name: None,
            mode: 0o100644,
            flags: 0,
            method: 0,
            crc: crc(bytes),
            size: bytes.len() as u64,
            packed: bytes.into(),
            extra: Vec::new(),
            local_extra: Vec::new(),
            descriptor: Vec::new(),
            comment: Vec::new(),
            shares: false,
        }
    }

    pub fn deflated(name: impl AsRef<[u8]>, bytes: &[u8]) -> Entry {
        Entry { method: 8, packed: deflate(bytes), ..Entry::new(name, bytes) }
    }

    pub fn folder(name: impl AsRef<[u8]>) -> Entry {
        Entry { mode: 0o40755, ..Entry::new(name, b"") }
    }

    pub fn mode(self, mode: u32) -> Entry {
        Entry { mode, ..self }
    }

    /// As writers do that cannot seek: sizes after the bytes, in so many bytes each, with or without a signature.
    pub fn streamed(self, width: usize, signed: bool) -> Entry {
        let mut descriptor = if signed { b"PK\x07\x08".to_vec() } else { Vec::new() };
        descriptor.extend(self.crc.to_le_bytes());
        descriptor.extend(&(self.packed.len() as u64).to_le_bytes()[..width]);
        descriptor.extend(&self.size.to_le_bytes()[..width]);
        Entry { flags: self.flags | 8, descriptor, ..self }
    }
}

/// An archive, and what is odd about it.
#[derive(Clone, Default, Debug)]
pub struct Forge {
    pub entries: Vec<Entry>,
    pub before: Vec<u8>,
    /// Whether places are counted from where the archive begins, or from the first byte.
    pub before_counts: bool,
    /// Between the list and the end.
    pub between: Vec<u8>,
    pub comment: Vec<u8>,
    pub after: Vec<u8>,
    pub count: Option<u64>,
    /// With an end of 64 bits too.
    pub wide: bool,
    pub wide_count: Option<u64>,
}

impl Forge {
    pub fn of(entries: impl IntoIterator<Item = Entry>) -> Forge {
        Forge { entries: entries.into_iter().collect(), ..Forge::default() }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut out = self.before.clone();
        let base = if self.before_counts { 0 } else { out.len() as u64 };
        let (mut list, mut start) = (Vec::new(), 0);
        for entry in &self.entries {
            if !entry.shares {
                start = out.len() as u64 - base;
                self.entry(entry, &mut out);
            }
            listed(entry, start, &mut list);
        }
        let place = out.len() as u64 - base;
        out.extend(&list);
        out.extend(&self.between);
        let count = self.count.unwrap_or(self.entries.len() as u64);
        if self.wide {
            let record = out.len() as u64 - base;
            out.extend(b"PK\x06\x06");
            out.extend(44_u64.to_le_bytes());
            out.extend([45, 3, 45, 0]);
            out.extend([0; 8]);
            let wide = self.wide_count.unwrap_or(count);
            for number in [wide, wide, list.len() as u64, place] {
                out.extend(number.to_le_bytes());
            }
            out.extend(b"PK\x06\x07");
            out.extend([0; 4]);
            out.extend(record.to_le_bytes());
            out.extend(1_u32.to_le_bytes());
        }
        out.extend(b"PK\x05\x06");
        out.extend([0; 4]);
        let short = if self.wide && count >= 0xffff { 0xffff } else { count as u16 };
        out.extend([short.to_le_bytes(), short.to_le_bytes()].concat());
        out.extend((list.len() as u32).to_le_bytes());
        out.extend((place as u32).to_le_bytes());
        out.extend((self.comment.len() as u16).to_le_bytes());
        out.extend(&self.comment);
        out.extend(&self.after);
        out
    }

    fn entry(&self, entry: &Entry, out: &mut Vec<u8>) {
        let name = entry.local_name.as_ref().unwrap_or(&entry.name);
        let (crc, packed, size) = if entry.flags & 8 == 0 { (entry.crc, entry.packed.len() as u32, entry.size as u32) } else { (0, 0, 0) };
        out.extend(b"PK\x03\x04");
        out.extend([20_u16, entry.flags, entry.method, 0, 0].map(u16::to_le_bytes).concat());
        out.extend([crc, packed, size].map(u32::to_le_bytes).concat());
        out.extend([name.len() as u16, entry.local_extra.len() as u16].map(u16::to_le_bytes).concat());
        out.extend(name);
        out.extend(&entry.local_extra);
        out.extend(&entry.packed);
        out.extend(&entry.descriptor);
    }
}

fn listed(entry: &Entry, start: u64, list: &mut Vec<u8>) {
    list.extend(b"PK\x01\x02");
    list.extend([20 | 3 << 8, 20_u16, entry.flags, entry.method, 0, 0].map(u16::to_le_bytes).concat());
    list.extend([entry.crc, entry.packed.len() as u32, entry.size as u32].map(u32::to_le_bytes).concat());
    let lengths = [entry.name.len(), entry.extra.len(), entry.comment.len()].map(|length| length as u16);
    list.extend([lengths[0], lengths[1], lengths[2], 0, 0].map(u16::to_le_bytes).concat());
    list.extend([entry.mode << 16, start as u32].map(u32::to_le_bytes).concat());
    list.extend(&entry.name);
    list.extend(&entry.extra);
    list.extend(&entry.comment);
}

/// A bot as people hand it in.
pub fn good() -> Forge {
    Forge::of([
        Entry::folder("Gertrude/"),
        Entry::deflated("Gertrude/agent.py", AGENT.as_bytes()),
        Entry::new("Gertrude/tools/table.bin", &[7; 300]),
        Entry::new("Gertrude/run.sh", b"#!/bin/sh\n").mode(0o100755),
        Entry::folder("Gertrude/empty/"),
    ])
}

pub const AGENT: &str = "import random

class PlayerAgent:
    def __init__(self, board, time_left):
        self.dice = random.Random(1)
    def play(self, board, sensor, time_left):
        return self.dice.choice(board.get_valid_moves())
";

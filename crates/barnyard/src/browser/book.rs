//! A reel in pages: an overview that comes at once, and frames that are unpacked when somebody looks at them.
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use flate2::Compression;
use flate2::write::GzEncoder;
use games::{Overview, Reel};
use serde::Serialize;
use std::io::Write as _;

/// Frames on a page: few enough to unpack at once, enough to pack well, since a frame is mostly like the one before.
const PAGE: usize = 128;

/// A game to look at.
pub struct Book {
    reel: Reel,
}

/// What a viewer has to know before it opens a page.
#[derive(Serialize)]
pub struct Cover<'a> {
    pub overview: Overview<'a>,
    /// How many frames a page holds.
    pub page: usize,
}

impl Book {
    pub fn new(reel: Reel) -> Book {
        Book { reel }
    }

    pub fn reel(&self) -> &Reel {
        &self.reel
    }

    pub fn pages(&self) -> usize {
        self.reel.len().div_ceil(PAGE)
    }

    /// The overview, packed.
    pub fn cover(&self, how: Packing) -> Vec<u8> {
        packed(&Cover { overview: self.reel.overview(), page: PAGE }, how)
    }

    /// The frames of one page, packed; `None` behind the last one.
    pub fn page(&self, number: usize, how: Packing) -> Option<Vec<u8>> {
        (number < self.pages()).then(|| packed(&self.reel.frames_from(number * PAGE).take(PAGE).collect::<Vec<_>>(), how))
    }
}

/// Small for those who keep it, fast for those who wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    Small,
    Fast,
}

/// JSON in gzip: what every browser unpacks by itself.
pub fn packed(value: &impl Serialize, how: Packing) -> Vec<u8> {
    let level = match how {
        Packing::Small => Compression::best(),
        Packing::Fast => Compression::fast(),
    };
    let mut packer = GzEncoder::new(Vec::new(), level);
    serde_json::to_writer(&mut packer, value).expect("frames always serialize");
    packer.flush().and_then(|()| packer.finish()).expect("memory does not fail")
}

/// Bytes in letters that mean nothing in HTML.
pub fn lettered(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

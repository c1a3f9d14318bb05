//! Tapes are hostile until checked: damaged ones are refused, edited ones never bring the program down.
use flate2::{Compression, write::GzEncoder};
use games::tape::TapeError;
use games::{GAMES, Tape};
use proptest::prelude::*;
use std::io::Write;
use std::path::Path;

fn golden(game: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{game}.tapes"));
    let all = std::fs::read_to_string(path).unwrap();
    all.split_terminator("\n\n").map(|text| format!("{text}\n")).collect()
}

fn audit(bytes: &[u8]) -> Result<(), TapeError> {
    let tape = Tape::read(bytes)?;
    tape.scenes()?;
    tape.verify().map(drop)
}

/// The same tape with a checksum that fits, as somebody who edits tapes would write it.
fn resealed(body: &[u8]) -> Vec<u8> {
    let mut crc = flate2::Crc::new();
    crc.update(body);
    let mut whole = body.to_vec();
    let _ = writeln!(whole, "{{\"crc32\":\"{:08x}\"}}", crc.sum());
    whole
}

fn body(text: &str) -> &[u8] {
    let end = text.trim_end().rfind('\n').expect("a tape has many lines") + 1;
    &text.as_bytes()[..end]
}

#[test]
fn any_flipped_byte_is_noticed() {
    for entry in GAMES {
        let text = &golden(entry.name)[0];
        let step = (text.len() / 3_000).max(1);
        for place in (0..text.len()).step_by(step).chain(text.len() - 40..text.len()) {
            for flip in [1, 0x20, 0x80] {
                let mut bytes = text.clone().into_bytes();
                bytes[place] ^= flip;
                assert!(audit(&bytes).is_err(), "{}: byte {place} of the tape flipped by {flip}", entry.name);
            }
        }
    }
}

#[test]
fn any_cut_is_noticed() {
    for entry in GAMES {
        let text = &golden(entry.name)[0];
        let step = (text.len() / 2_000).max(1);
        for end in (0..text.len()).step_by(step).chain(text.len() - 40..text.len()) {
            let error = audit(&text.as_bytes()[..end]).expect_err("a cut tape is refused").to_string();
            assert!(!error.is_empty());
        }
    }
}

#[test]
fn packed_tapes_are_read_and_their_damage_is_noticed() {
    let text = &golden("microchess")[0];
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(text.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    audit(&packed).unwrap();
    for end in 0..packed.len() {
        assert!(audit(&packed[..end]).is_err(), "cut at {end}");
    }
    for place in 10..packed.len() {
        let mut bytes = packed.clone();
        bytes[place] ^= 1;
        assert!(audit(&bytes).is_err(), "byte {place} flipped");
    }
}

#[test]
fn a_tape_that_unpacks_without_end_is_refused() {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    let block = vec![b' '; 1 << 20];
    for _ in 0..257 {
        packer.write_all(&block).unwrap();
    }
    let error = Tape::read(&packer.finish().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "the tape is longer than any game");
}

#[track_caller]
fn refused(edit: impl Fn(&str) -> String) -> String {
    let text = &golden("microchess")[0];
    let edited = edit(std::str::from_utf8(body(text)).unwrap());
    assert_ne!(edited.as_bytes(), body(text), "the edit does something");
    audit(&resealed(edited.as_bytes())).expect_err("the edited tape is refused").to_string()
}

#[test]
fn each_lie_on_a_tape_has_its_sentence() {
    assert_eq!(refused(|text| text.replace("microchess", "macrochess")), "line 1: there is no game called \"macrochess\"");
    assert_eq!(
        refused(|text| text.replace("\"rules\":1", "\"rules\":2")),
        "line 1: the tape was played by version 2 of the rules of microchess, this program has version 1"
    );
    assert_eq!(refused(|text| text.replace("\"tape\":1", "\"tape\":9")), "line 1: tape format 9 is not format 1, which this program reads");
    assert!(refused(|text| text.replace("\"game_length\":30", "\"game_length\":200")).starts_with("line 1: game_length is 200"));
    assert!(refused(|text| text.replace("\"seed\":0", "\"seed\":1")).starts_with("line 2: the seed draws"));
    assert!(refused(|text| text.replace("\"reason\":", "\"raison\":")).contains("unknown field `raison`"));
    assert!(refused(|text| text.replace("\"payoffs\":[", "\"payoffs\":[7,")).contains("the result is"));
    let swapped = refused(|text| text.replacen("{\"act\":[[0,", "{\"act\":[[1,", 1));
    assert_eq!(swapped, "line 3: not the seats that have to act here");
}

#[test]
fn what_is_no_tape_is_said_to_be_none() {
    let error = |bytes: &[u8]| Tape::read(bytes).unwrap_err().to_string();
    assert_eq!(error(b""), "the tape is empty");
    assert_eq!(error(b"hello\n"), "line 1: this is not the header of a tape");
    assert_eq!(error(&[0xff, 0xfe, 0x00]), "byte 0 is not UTF-8");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Edits under a good checksum reach every parser behind the door: an answer, never a panic.
    #[test]
    fn edited_tapes_never_panic(game in 0..GAMES.len(), tape in 0usize..4, edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let text = &golden(GAMES[game].name)[tape];
        let mut bytes = body(text).to_vec();
        for (place, byte) in edits {
            let place = place.index(bytes.len());
            // Digits and small letters make edits that still parse more often than not.
            bytes[place] = match byte % 4 { 0 => b'0' + byte % 10, 1 => b'a' + byte % 26, 2 => b'9', _ => byte };
        }
        let _ = audit(&resealed(&bytes));
    }

    /// Whole lines dropped, doubled or moved.
    #[test]
    fn shuffled_tapes_never_panic(game in 0..GAMES.len(), from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), how in 0..3) {
        let text = &golden(GAMES[game].name)[1];
        let whole = std::str::from_utf8(body(text)).unwrap();
        let mut lines: Vec<&str> = whole.lines().collect();
        let (from, to) = (from.index(lines.len()), to.index(lines.len()));
        match how {
            0 => { lines.remove(from); }
            1 => { let line = lines[from]; lines.insert(to, line); }
            _ => lines.swap(from, to),
        }
        let edited: String = lines.iter().flat_map(|line| [*line, "\n"]).collect();
        let _ = audit(&resealed(edited.as_bytes()));
    }
}

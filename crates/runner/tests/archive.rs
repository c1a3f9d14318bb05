//! Archives of strangers: the good ones are unpacked, the hostile ones refused in one sentence, and nothing is ever written elsewhere.
mod forge;
mod ordeal;

use forge::{Entry, Forge, deflate, good};
use proptest::prelude::*;
use runner::{Archive, Depot, Recipe, Refusal, Rules};
use std::io::Cursor;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn folder() -> tempfile::TempDir {
    tempfile::Builder::new().prefix("barnyard-archive-").tempdir().unwrap()
}

/// The rules of chickens: 200 MB.
fn rules() -> Rules {
    Rules::of("chickens")
}

/// The files that come out, with their modes, or why none do.
fn unpack(bytes: &[u8], rules: &Rules) -> Result<Vec<(String, u32)>, String> {
    let place = folder();
    let mut archive = Archive::open(Cursor::new(bytes), rules).map_err(|refusal| refusal.to_string())?;
    let names: Vec<String> = archive.files().map(str::to_string).collect();
    archive.unpack(place.path()).map_err(|refusal| refusal.to_string())?;
    let mode = |name: &String| place.path().join(name).symlink_metadata().unwrap().permissions().mode() & 0o7777;
    Ok(names.iter().map(|name| (name.clone(), mode(name))).collect())
}

#[track_caller]
fn refused(zip: &Forge, sentence: &str) {
    assert_eq!(unpack(&zip.bytes(), &rules()).unwrap_err(), sentence);
}

#[track_caller]
fn accepted(zip: &Forge) -> Vec<(String, u32)> {
    unpack(&zip.bytes(), &rules()).unwrap()
}

/// A good bot, and one more file.
fn with(entry: Entry) -> Forge {
    let mut zip = good();
    zip.entries.push(entry);
    zip
}

#[test]
fn z00_a_good_archive_comes_out_as_it_is() {
    let expected = [("Gertrude/agent.py", 0o644), ("Gertrude/run.sh", 0o755), ("Gertrude/tools/table.bin", 0o644)];
    assert_eq!(accepted(&good()), expected.map(|(name, mode)| (name.to_string(), mode)));
    let place = folder();
    Archive::open(Cursor::new(good().bytes()), &rules()).unwrap().unpack(place.path()).unwrap();
    assert_eq!(std::fs::read_to_string(place.path().join("Gertrude/agent.py")).unwrap(), forge::AGENT);
    assert_eq!(std::fs::read(place.path().join("Gertrude/tools/table.bin")).unwrap(), [7; 300]);
    assert!(place.path().join("Gertrude/empty").is_dir());
}

#[test]
fn z01_to_z03_no_name_leads_out() {
    refused(&with(Entry::new("../x", b"")), "../x leads out of the archive");
    refused(&with(Entry::new("Gertrude/../../x", b"")), "Gertrude/../../x leads out of the archive");
    refused(&with(Entry::new("/etc/cron.d/x", b"")), "/etc/cron.d/x leads out of the archive");
    refused(&with(Entry::new("..\\x", b"")), "..\\x has a backslash in its name: folders end with /");
    refused(&with(Entry::new("./x", b"")), "./x has an empty part or a single dot in its path");
    refused(&with(Entry::new("a//x", b"")), "a//x has an empty part or a single dot in its path");
    refused(&with(Entry::new("", b"")), "an entry has no name");
    // What is left out is checked too.
    refused(&with(Entry::new("__MACOSX/../../x", b"")), "__MACOSX/../../x leads out of the archive");
}

#[test]
fn z04_to_z08_only_files_and_folders_of_plain_modes() {
    let through = [Entry::new("Gertrude/out", b"/tmp").mode(0o120777), Entry::new("Gertrude/out/x", b"x")];
    refused(&Forge::of(through), "Gertrude/out is a symbolic link: only files and folders are unpacked");
    let passwd = Entry::new("Gertrude/passwd", b"/etc/passwd").mode(0o120777);
    refused(&with(passwd), "Gertrude/passwd is a symbolic link: only files and folders are unpacked");
    let suid = accepted(&with(Entry::new("Gertrude/suid", b"x").mode(0o106755)));
    assert!(suid.contains(&("Gertrude/suid".into(), 0o755)), "{suid:?}");
    let open = accepted(&with(Entry::new("Gertrude/open", b"x").mode(0o101666)));
    assert!(open.contains(&("Gertrude/open".into(), 0o644)), "{open:?}");
    for (mode, what) in [(0o020666, "a device"), (0o060666, "a device"), (0o010666, "a pipe"), (0o140666, "a socket")] {
        let odd = Entry::new("Gertrude/odd", b"").mode(mode);
        refused(&with(odd), &format!("Gertrude/odd is {what}: only files and folders are unpacked"));
    }
    refused(&with(Entry::new("a/b", b"").mode(0o40755)), "a/b is a folder by its mode and a file by its name");
    refused(&with(Entry::new("a/b/", b"")), "a/b/ is a file by its mode and a folder by its name");
    refused(&with(Entry::new("a/b/", b"abc").mode(0o40755)), "a/b/ is a folder, and has bytes of its own");
}

#[test]
fn z09_a_bomb_is_refused_before_it_is_unpacked() {
    let bomb = Entry::deflated("Gertrude/zeros", &vec![0; 20 << 20]);
    let large = Entry { size: 201 << 20, ..bomb.clone() };
    refused(&with(large), "Gertrude/zeros unpacks to more than 200 MB, the most for one file");
    refused(&with(bomb), "Gertrude/zeros unpacks to 1028 times its size, and 200 times are the most");
    let many = (0..3).map(|i| Entry { packed: vec![0; 4 << 20], size: 150 << 20, method: 8, ..Entry::new(format!("a/{i}"), b"") });
    refused(&Forge::of(many), "it unpacks to more than 400 MB");
}

#[test]
fn z10_there_are_not_too_many_entries() {
    let many = |count: usize| Forge::of((0..count).map(|i| Entry::new(format!("a/{i}"), b"")));
    let Forge { entries, .. } = many(70_000);
    refused(&Forge { entries, wide: true, ..Forge::default() }, "it holds 70000 entries, and 20000 are the most");
    refused(&many(5_000), "it holds more than 5000 files and folders");
    assert_eq!(accepted(&many(4_999)).len(), 4_999);
    // Folders count, also those that no entry names.
    let deep = (0..400).map(|i| Entry::new(format!("{i}/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p"), b""));
    refused(&Forge::of(deep), "it holds more than 5000 files and folders");
}

#[test]
fn z11_to_z13_no_two_names_are_one_file() {
    refused(&with(Entry::new("Gertrude/agent.py", b"other")), "Gertrude/agent.py is there twice");
    refused(&with(Entry::folder("Gertrude/")), "Gertrude is there twice");
    refused(&with(Entry::new("gertrude/AGENT.py", b"")), "Gertrude and gertrude differ only in case");
    refused(&Forge::of([Entry::new("a/b.py", b""), Entry::new("a/B.py", b"")]), "a/b.py and a/B.py differ only in case");
    let (composed, decomposed) = ("Gertr\u{fc}de/a", "Gertru\u{308}de/a");
    let both = Forge::of([Entry::new(composed, b""), Entry::new(decomposed, b"")]);
    refused(&both, "Gertr\\u{fc}de/a has a letter in its name that is not ASCII");
    refused(&with(Entry::new(b"Gertr\xfcde", b"")), "Gertr\\u{fffd}de has a letter in its name that is not ASCII");
}

#[test]
fn z14_to_z17_names_are_plain_and_short() {
    refused(&with(Entry::new("a\x1b[2J\r\n", b"")), "a\\u{1b}[2J\\r\\n has a control character in its name");
    refused(&with(Entry::new("a\0b", b"")), "a\\u{0}b has a control character in its name");
    for device in ["CON", "a/nul.py", "com1", "a/LPT9.txt", "aux/b"] {
        refused(&with(Entry::new(device, b"")), &format!("{device} is the name of a device on Windows"));
    }
    refused(&with(Entry::new("C:/x", b"")), "C:/x has a colon in its name");
    refused(&with(Entry::new("a:stream", b"")), "a:stream has a colon in its name");
    refused(&with(Entry::new("a/b.", b"")), "a/b. has a part that ends with a dot or a space");
    refused(&with(Entry::new("a /b", b"")), "a /b has a part that ends with a dot or a space");
    refused(&with(Entry::new("a?", b"")), "a? has a character in its name that not every system allows");
    let start = "a/".repeat(30);
    refused(&with(Entry::new("a/".repeat(2_000), b"").mode(0)), &format!("{start}... has a name of 4000 bytes, and 200 are the most"));
    refused(&with(Entry::new("a/".repeat(99), b"").mode(0)), &format!("{start}... is 99 folders deep, and 16 are the most"));
    let long = "x".repeat(60_000);
    refused(&with(Entry::new(&long, b"")), &format!("{}... has a name of 60000 bytes, and 200 are the most", &long[..60]));
}

#[test]
fn z18_a_file_is_no_folder() {
    refused(&with(Entry::new("Gertrude/agent.py/x", b"")), "Gertrude/agent.py is a file and a folder at once");
    refused(&with(Entry::new("Gertrude", b"")), "Gertrude is a file and a folder at once");
}

#[test]
fn z19_a_file_has_the_size_it_declares() {
    let liar = Entry { size: 10, ..Entry::deflated("Gertrude/liar", &vec![0; 30 << 20]) };
    refused(&with(liar), "Gertrude/liar declares 10 bytes and inflates to more");
    let short = Entry { size: 10, ..Entry::deflated("Gertrude/short", b"abc") };
    refused(&with(short), "Gertrude/short declares 10 bytes and has only 3");
    let stored = Entry { size: 10, ..Entry::new("Gertrude/stored", b"abc") };
    refused(&with(stored), "Gertrude/stored is stored in 3 bytes and declares 10");
    let mut tail = Entry::deflated("Gertrude/tail", b"abc");
    tail.packed.extend(b"hidden");
    refused(&with(tail), "Gertrude/tail ends before its packed bytes do");
    let mut cut = Entry::deflated("Gertrude/cut", &(0..200).collect::<Vec<u8>>());
    cut.packed.truncate(50);
    assert!(unpack(&with(cut).bytes(), &rules()).unwrap_err().starts_with("Gertrude/cut "));
}

#[test]
fn z20_the_list_and_the_entries_say_the_same() {
    let two_names = Entry { local_name: Some(b"Gertrude/b.py".into()), ..Entry::new("Gertrude/a.py", b"") };
    refused(&with(two_names), "Gertrude/a.py is called Gertrude/b.py where its bytes are");
    let unicode = [&0x7075_u16.to_le_bytes()[..], &8_u16.to_le_bytes(), &[1, 0, 0, 0, 0], b"x.y"].concat();
    refused(&with(Entry { extra: unicode.clone(), ..Entry::new("a.b", b"") }), "a.b has a second name");
    refused(&with(Entry { local_extra: unicode, ..Entry::new("a.b", b"") }), "a.b has a second name");
    // Another checksum, another method, another place: the first entry's own words, changed in its own header.
    let bytes = Forge::of([Entry::new("a.b", b"abc")]).bytes();
    for (at, sentence) in [
        (0, "a.b is not where the list says"),
        (6, "a.b is packed otherwise than the list says"),
        (8, "a.b is packed otherwise than the list says"),
        (14, "a.b has other sizes or another checksum than the list says"),
        (22, "a.b has other sizes or another checksum than the list says"),
    ] {
        let mut bytes = bytes.clone();
        bytes[at] ^= 8;
        assert_eq!(unpack(&bytes, &rules()).unwrap_err(), sentence, "at {at}");
    }
    let wrong = Entry { descriptor: [&b"PK\x07\x08"[..], &[9; 12]].concat(), flags: 8, ..Entry::new("a.b", b"abc") };
    refused(&with(wrong), "a.b has other sizes or another checksum than the list says");
}

#[test]
fn z21_to_z23_no_secrets_no_damage_no_rare_methods() {
    for flags in [1, 1 | 1 << 6, 1 << 13] {
        refused(&with(Entry { flags, ..Entry::new("Gertrude/x", b"") }), "Gertrude/x is encrypted");
    }
    for entry in [Entry::new("Gertrude/x", b"abc"), Entry::deflated("Gertrude/x", b"abc")] {
        refused(&with(Entry { crc: 1, ..entry }), "Gertrude/x is damaged: its checksum differs");
    }
    let garbage = Entry { method: 8, packed: vec![0xff; 40], size: 40, ..Entry::new("Gertrude/x", b"") };
    refused(&with(garbage), "Gertrude/x is damaged: it cannot be inflated");
    for method in [9, 12, 14, 93, 99] {
        let why = format!("Gertrude/x is packed with method {method}: only stored and deflated files are unpacked");
        refused(&with(Entry { method, ..Entry::new("Gertrude/x", b"") }), &why);
    }
}

#[test]
fn z24_no_two_entries_share_bytes() {
    let first = Entry::new("a0", &[0; 9_000]);
    let same = (0..500).map(|i| Entry { shares: i > 0, name: format!("a{i}").into(), ..first.clone() });
    refused(&Forge::of(same), "a0 and a1 share their bytes");
    // One inside the other, each with a header of its own: the quine's way.
    let inner = Forge::of([Entry::new("b", b"bbb")]).bytes();
    let outer = Forge::of([Entry::new("a", &inner), Entry { shares: true, ..Entry::new("b", b"bbb") }]);
    let mut bytes = outer.bytes();
    let at = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    bytes[at + 42..at + 46].copy_from_slice(&31_u32.to_le_bytes());
    assert_eq!(unpack(&bytes, &rules()).unwrap_err(), "a and b share their bytes");
    let mut greedy = Forge::of([Entry::new("a", b"aaa"), Entry::new("b", b"bbb")]).bytes();
    let at = greedy.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    for size in [at + 20, at + 24] {
        greedy[size] = 200;
    }
    assert_eq!(unpack(&greedy, &rules()).unwrap_err(), "b is cut off");
}

#[test]
fn z25_and_z26_what_is_no_zip_or_half_of_one() {
    let missing = "it is no zip: the list of files at its end is missing";
    assert_eq!(unpack(b"", &rules()).unwrap_err(), missing);
    assert_eq!(unpack(&[b'x'; 100_000], &rules()).unwrap_err(), missing);
    let bytes = good().bytes();
    for length in 0..bytes.len() {
        let why = unpack(&bytes[..length], &rules()).unwrap_err();
        assert!(why == missing || why == "it is cut off within its last bytes", "{length}: {why}");
    }
    for start in 1..bytes.len() {
        unpack(&bytes[start..], &rules()).unwrap_err();
    }
}

#[test]
fn z27_a_zip_in_a_zip_stays_a_file() {
    let bomb = Forge::of([Entry::deflated("zeros", &vec![0; 20 << 20])]).bytes();
    let files = accepted(&with(Entry::new("Gertrude/bomb.zip", &bomb)));
    assert!(files.contains(&("Gertrude/bomb.zip".into(), 0o644)), "{files:?}");
}

#[test]
fn z28_nothing_comes_before_between_or_after() {
    let odd = |change: fn(&mut Forge)| {
        let mut zip = good();
        change(&mut zip);
        zip
    };
    refused(&odd(|zip| zip.before = vec![b'#'; 12]), "12 bytes come before the archive, or between its list of files and its end");
    refused(&odd(|zip| (zip.before, zip.before_counts) = (vec![b'#'; 12], true)), "12 bytes come before the archive");
    refused(&odd(|zip| zip.between = vec![b'#'; 12]), "12 bytes come before the archive, or between its list of files and its end");
    refused(&odd(|zip| zip.after = vec![b'#'; 12]), "12 bytes come after the end of the archive");
    refused(&odd(|zip| zip.entries[1].descriptor = vec![0; 12]), "Gertrude/agent.py is followed by 12 bytes that belong to nothing");
    refused(&odd(|zip| zip.after = good().bytes()), &{
        let length = good().bytes().len();
        format!("{length} bytes come before the archive, or between its list of files and its end")
    });
}

#[test]
fn z29_what_systems_and_tools_leave_in_folders_is_left_out() {
    let mut zip = good();
    for junk in ["__MACOSX/Gertrude/._agent.py", "Gertrude/.git/HEAD", "Gertrude/__pycache__/agent.cpython-311.pyc", "Gertrude/.DS_Store"] {
        zip.entries.push(Entry::deflated(junk, b"junk"));
    }
    zip.entries.push(Entry::new("Gertrude/old.pyc", b"junk"));
    zip.entries.push(Entry::folder("__MACOSX/"));
    assert_eq!(accepted(&zip), accepted(&good()));
    // However many there are: a .git has thousands of files.
    zip.entries.extend((0..9_000).map(|i| Entry::new(format!("Gertrude/.git/objects/{i}"), b"blob")));
    assert_eq!(accepted(&zip), accepted(&good()));
}

#[test]
fn no_more_of_a_stream_is_read_than_may_be() {
    let small = Rules { archive: 1_000, ..rules() };
    let mut read = 0_u64;
    struct Endless<'a>(&'a mut u64);
    impl std::io::Read for Endless<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            into.fill(b'P');
            *self.0 += into.len() as u64;
            Ok(into.len())
        }
    }
    let refusal = Archive::receive(Endless(&mut read), &small).unwrap_err();
    assert_eq!(refusal.to_string(), "it has more than 1000 bytes, the most that is taken");
    assert!(read < 1 << 20, "{read} bytes were read");
    let bytes = good().bytes();
    let exact = Rules { archive: bytes.len() as u64, ..rules() };
    assert_eq!(Archive::receive(&bytes[..], &exact).unwrap().files().count(), 3);
    let less = Rules { archive: exact.archive - 1, ..rules() };
    Archive::receive(&bytes[..], &less).unwrap_err();
}

#[test]
fn the_count_is_that_of_the_list_also_in_64_bits() {
    let counted = |count, wide, wide_count| Forge { count, wide, wide_count, ..good() };
    accepted(&counted(None, true, None));
    refused(&counted(Some(4), false, None), "it says that it holds 4 entries, and its list is longer");
    refused(&counted(Some(6), false, None), "it says that it holds 6 entries, and lists 5");
    refused(&counted(Some(0), false, None), "it says that it holds 0 entries, and its list is longer");
    refused(&counted(None, true, Some(6)), "it can be read in two ways: its two ends differ");
    refused(&counted(Some(0xffff), true, Some(6)), "it says that it holds 6 entries, and lists 5");
    refused(&counted(Some(0xffff), true, Some(u64::MAX)), "it holds 18446744073709551615 entries, and 20000 are the most");
    accepted(&counted(Some(0xffff), true, Some(5)));
    let mut elsewhere = counted(None, true, None).bytes();
    let at = elsewhere.windows(4).rposition(|four| four == b"PK\x06\x07").unwrap();
    elsewhere[at + 8] ^= 1;
    assert_eq!(unpack(&elsewhere, &rules()).unwrap_err(), "its end of 64 bits is not where it should be");
}

#[test]
fn comments_are_short_and_hold_no_second_archive() {
    let comment = |comment: Vec<u8>| Forge { comment, ..good() };
    accepted(&comment(b"made on a Tuesday".into()));
    accepted(&comment(vec![b'x'; 1_000]));
    refused(&comment(vec![b'x'; 1_001]), "its comment has 1001 bytes, and 1000 are the most");
    refused(&comment(vec![b'x'; 65_535]), "its comment has 65535 bytes, and 1000 are the most");
    refused(&comment(Forge::default().bytes()), "it can be read in two ways: its comment looks like the end of another archive");
    let mut long = good();
    long.entries[1].comment = vec![b'x'; 65_535];
    accepted(&long);
}

#[test]
fn sizes_may_stand_after_the_bytes_or_in_64_bits() {
    for (width, signed) in [(4, true), (4, false), (8, true), (8, false)] {
        accepted(&with(Entry::deflated("Gertrude/x", b"abcabcabc").streamed(width, signed)));
        accepted(&with(Entry::new("Gertrude/x", b"abcabcabc").streamed(width, signed)));
    }
    // As Python's zipfile does for a stream whose length it does not know.
    let script = "import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as zip:
    with zip.open('Gertrude/agent.py', 'w', force_zip64=True) as file:
        file.write(b'x = 1\\n')
    zip.mkdir('Gertrude/data') if hasattr(zip, 'mkdir') else zip.writestr('Gertrude/data/', '')
class Pipe:
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): pass
with open(sys.argv[2], 'wb') as file, zipfile.ZipFile(Pipe(file), 'w', zipfile.ZIP_DEFLATED) as zip:
    zip.writestr('Gertrude/agent.py', 'x = 1')
    zip.writestr('Gertrude/table', b'1' * 5000)
";
    let place = folder();
    let (wide, piped) = (place.path().join("wide.zip"), place.path().join("piped.zip"));
    let done = std::process::Command::new("python3").args(["-c", script]).arg(&wide).arg(&piped).status().unwrap();
    assert!(done.success());
    for (zip, files) in [(wide, 1), (piped, 2)] {
        assert_eq!(unpack(&std::fs::read(zip).unwrap(), &rules()).unwrap().len(), files);
    }
}

#[test]
fn an_archive_is_unpacked_into_an_empty_folder_only() {
    let place = folder();
    std::fs::write(place.path().join("mine"), "").unwrap();
    let mut archive = Archive::open(Cursor::new(good().bytes()), &rules()).unwrap();
    assert!(matches!(archive.unpack(place.path()), Err(Refusal::Platform(_))));
    let link = place.path().join("link");
    std::os::unix::fs::symlink(folder().path(), &link).unwrap();
    assert!(matches!(archive.unpack(&link), Err(Refusal::Platform(_))));
}

#[test]
fn limits_are_those_of_the_game() {
    let megabytes = ["chickens", "carpets", "bovine", "orchard", "microchess"].map(|game| Rules::of(game).archive >> 20);
    assert_eq!(megabytes, [200, 200, 50, 50, 10]);
}

/// Names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder).unwrap().map(|item| item.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The depot is read-only, and goes with its test all the same.
fn clear(depot: &Path) {
    for name in names(depot) {
        std::fs::set_permissions(depot.join(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
}

#[test]
fn the_same_files_are_kept_once_whatever_archive_they_come_in() {
    let place = folder();
    let depot = Depot::at(place.path()).unwrap();
    let keep = |zip: &Forge| depot.keep(&mut Archive::open(Cursor::new(zip.bytes()), &rules()).unwrap()).unwrap();
    let first = keep(&good());
    assert_eq!((first.hash.len(), first.folder.file_name().unwrap().to_str().unwrap()), (64, first.hash.as_str()));
    assert_eq!(std::fs::metadata(&first.folder).unwrap().permissions().mode() & 0o7777, 0o555);
    let mut other_way = good();
    other_way.entries.reverse();
    other_way.entries.push(Entry::new("__MACOSX/x", b"junk"));
    for entry in &mut other_way.entries {
        if entry.name.ends_with(b".bin") {
            *entry = Entry::deflated(&entry.name, &[7; 300]);
        }
    }
    other_way.comment = b"again".into();
    assert_ne!(other_way.bytes(), good().bytes());
    assert_eq!(keep(&other_way), first);
    assert_eq!(names(place.path()), [first.hash.as_str()], "one folder, and no draft");
    // A name, a bit, a byte, an empty folder: another bot.
    let changes: [fn(&mut Forge); 4] = [
        |zip| zip.entries[2].name = b"Gertrude/tools/table.bim".into(),
        |zip| zip.entries[2].mode = 0o100755,
        |zip| zip.entries[2] = Entry::new("Gertrude/tools/table.bin", &[8; 300]),
        |zip| zip.entries.truncate(4),
    ];
    for change in changes {
        let mut zip = good();
        change(&mut zip);
        assert_ne!(keep(&zip).hash, first.hash);
    }
    assert_eq!(names(place.path()).len(), 5);
    clear(place.path());
}

#[test]
fn what_somebody_changed_in_the_depot_is_made_anew() {
    let place = folder();
    let depot = Depot::at(place.path()).unwrap();
    let keep = || depot.keep(&mut Archive::open(Cursor::new(good().bytes()), &rules()).unwrap()).unwrap();
    let agent = keep().folder.join("Gertrude/agent.py");
    std::fs::write(&agent, "import evil").unwrap();
    assert_eq!(keep().folder.join("Gertrude/agent.py"), agent);
    assert_eq!(std::fs::read_to_string(&agent).unwrap(), forge::AGENT);
    std::os::unix::fs::symlink("/etc/passwd", keep().folder.join("Gertrude/link")).unwrap();
    assert_eq!(names(&keep().folder.join("Gertrude")), ["agent.py", "empty", "run.sh", "tools"]);
    assert_eq!(names(place.path()).len(), 1, "no draft is left");
    clear(place.path());
}

#[test]
fn a_refused_archive_leaves_nothing_in_the_depot() {
    let place = folder();
    let depot = Depot::at(place.path()).unwrap();
    let damaged = with(Entry { crc: 1, ..Entry::new("Gertrude/x", b"abc") });
    let refusal = depot.keep(&mut Archive::open(Cursor::new(damaged.bytes()), &rules()).unwrap()).unwrap_err();
    assert_eq!(refusal.to_string(), "Gertrude/x is damaged: its checksum differs");
    assert!(names(place.path()).is_empty());
}

#[test]
fn many_at_once_keep_one() {
    let place = folder();
    let depot = Depot::at(place.path()).unwrap();
    let keep = || depot.keep(&mut Archive::open(Cursor::new(good().bytes()), &rules()).unwrap()).unwrap().hash;
    let hashes: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(keep)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(hashes.iter().all(|hash| *hash == hashes[0]));
    assert_eq!(names(place.path()), [hashes[0].as_str()]);
    clear(place.path());
}

#[test]
fn a_recipe_knows_the_hash_of_its_archive() {
    let place = folder();
    let zip = place.path().join("anything.zip");
    let entry = games::find("chickens").unwrap();
    std::fs::write(&zip, good().bytes()).unwrap();
    let recipe = Recipe::find(&zip, entry).unwrap();
    assert_eq!(recipe.name, "Gertrude");
    let hash = recipe.hash().expect("it came in an archive").to_string();
    assert!(recipe.told().contains(&hash), "{}", recipe.told());
    let mut again = good();
    again.entries.reverse();
    std::fs::write(&zip, again.bytes()).unwrap();
    assert_eq!(Recipe::find(&zip, entry).unwrap().hash(), Some(hash.as_str()));
    std::fs::create_dir(place.path().join("Gertrude")).unwrap();
    std::fs::write(place.path().join("Gertrude/agent.py"), forge::AGENT).unwrap();
    assert_eq!(Recipe::find(&place.path().join("Gertrude"), entry).unwrap().hash(), None);
}

#[test]
fn what_is_wrong_with_a_bot_is_told_of_its_archive() {
    let place = folder();
    let zip = place.path().join("bot.zip");
    let why = |forge: &Forge| {
        std::fs::write(&zip, forge.bytes()).unwrap();
        let error = Recipe::find(&zip, games::find("chickens").unwrap()).unwrap_err();
        assert!(matches!(error, runner::LaunchError::NoBot(_)), "{error:?}");
        error.to_string().replace(place.path().canonicalize().unwrap().to_str().unwrap(), "YARD")
    };
    let nothing = Forge::of([Entry::new("Gertrude/readme.txt", b"")]);
    assert_eq!(why(&nothing), "YARD/bot.zip/Gertrude holds no bot: no agent.py, no bot.py, and no barnyard.toml with a command");
    let one_folder = "YARD/bot.zip: a bot's archive holds one folder with the bot in it";
    assert_eq!(why(&Forge::default()), one_folder);
    assert_eq!(why(&Forge::of([Entry::new("agent.py", b"")])), one_folder);
    assert_eq!(why(&with(Entry::new("Other/agent.py", b""))), one_folder);
    assert_eq!(why(&with(Entry::new("../x", b""))), "YARD/bot.zip: ../x leads out of the archive");
}

/// Archives to start from: everything that is good, and much that is not.
fn corpus() -> Vec<Vec<u8>> {
    let mut wide = good();
    wide.wide = true;
    let mut streamed = good();
    streamed.entries[1] = streamed.entries[1].clone().streamed(4, true);
    let nested = with(Entry::new("Gertrude/inner.zip", &good().bytes()));
    let bomb = Forge::of([Entry::deflated("a/zeros", &vec![0; 60 << 10]), Entry::deflated("a/b", &vec![1; 30 << 10])]);
    let link = with(Entry::new("Gertrude/out", b"..").mode(0o120777));
    let above = with(Entry::new("../x", b"x"));
    [good(), wide, streamed, nested, bomb, link, above].iter().map(Forge::bytes).collect()
}

/// What a mutation may put anywhere.
const PIECES: &[&[u8]] = &[
    b"../",
    b"/",
    b"\\",
    b"\0",
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    b"PK\x07\x08",
    b"\xff\xff",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"\x01\0\0\0",
    b"..",
    b"Gertrude",
    b"\x08\0",
];

/// Changes some bytes: (what, where, how).
fn mutate(bytes: &mut Vec<u8>, (what, place, how): (u8, usize, u8)) {
    // Headers are at the end, and most bytes are not: every other change goes there.
    let length = bytes.len().max(1);
    let at = if what & 8 == 0 { place % length } else { length.saturating_sub(1 + place % length.min(600)) };
    let piece = PIECES[usize::from(how) % PIECES.len()];
    match what % 8 {
        0 | 1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = how),
        2 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (how % 8)),
        3 | 4 => bytes.iter_mut().skip(at).zip(piece).for_each(|(byte, new)| *byte = *new),
        5 => bytes.truncate(at),
        6 => drop(bytes.splice(at.min(bytes.len())..at.min(bytes.len()), piece.iter().copied())),
        _ => drop(bytes.drain(at.min(bytes.len())..(at + usize::from(how % 40)).min(bytes.len()))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_mutation_writes_outside_exceeds_the_limits_or_panics(
        start in 0..7_usize,
        changes in prop::collection::vec((any::<u8>(), any::<usize>(), any::<u8>()), 0..6),
    ) {
        let yard = folder();
        let mut bytes = corpus()[start].clone();
        for change in changes {
            mutate(&mut bytes, change);
        }
        prop_assert_eq!(ordeal::undergo(&bytes, yard.path()).err(), None);
    }

    #[test]
    fn whatever_is_packed_comes_out_again(
        files in prop::collection::btree_map("[a-d]{1,3}", prop::collection::vec(any::<u8>(), 0..2_000), 0..8),
        how in prop::collection::vec(0..4_u8, 8),
    ) {
        let entries = files.iter().zip(&how).map(|((name, bytes), how)| {
            let entry = if how & 1 == 0 { Entry::new(name, bytes) } else { Entry::deflated(name, bytes) };
            if how & 2 == 0 { entry } else { entry.streamed(4, true) }
        });
        let place = folder();
        Archive::open(Cursor::new(Forge::of(entries).bytes()), &rules()).unwrap().unpack(place.path()).unwrap();
        prop_assert_eq!(names(place.path()), files.keys().cloned().collect::<Vec<_>>());
        for (name, bytes) in &files {
            prop_assert_eq!(&std::fs::read(place.path().join(name)).unwrap(), bytes);
        }
    }
}

/// The fuzzer's body over the corpus, with dice of our own. Says how many were taken.
fn storm(rounds: u64, seed: u64) -> u64 {
    let (yard, corpus, mut state) = (folder(), corpus(), seed);
    let mut roll = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    let mut taken = 0;
    for round in 0..rounds {
        let mut bytes = corpus[roll() as usize % corpus.len()].clone();
        for _ in 0..roll() % 5 {
            mutate(&mut bytes, (roll() as u8, roll() as usize, roll() as u8));
        }
        match ordeal::undergo(&bytes, yard.path()) {
            Ok(good) => taken += u64::from(good),
            Err(why) => panic!("seed {seed}, round {round}: {why}"),
        }
    }
    taken
}

#[test]
fn a_storm_of_mutations_does_no_harm() {
    let taken = storm(4_000, 1);
    assert!((400..3_600).contains(&taken), "{taken} of 4000 were taken: both ways must be walked");
}

#[test]
fn long_storm_of_mutations_does_no_harm() {
    if std::env::var_os("BARNYARD_LONG").is_some_and(|long| long == "1") {
        let seed = std::process::id().into();
        println!("seed {seed}: {} of 1000000 were taken", storm(1_000_000, seed));
    }
}

/// What the fuzzer starts from, and what it found once. `BARNYARD_BLESS=1` writes the first of them anew.
#[test]
fn the_fuzzers_seeds_do_no_harm() {
    let (seeds, yard) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/archive"), folder());
    if std::env::var_os("BARNYARD_BLESS").is_some() {
        for (name, bytes) in ["good", "wide", "streamed", "nested", "bomb", "link", "above"].iter().zip(corpus()) {
            std::fs::write(seeds.join(format!("{name}.zip")), bytes).unwrap();
        }
    }
    let mut taken = Vec::new();
    for name in names(&seeds) {
        match ordeal::undergo(&std::fs::read(seeds.join(&name)).unwrap(), yard.path()) {
            Ok(true) => taken.push(name),
            Ok(false) => {}
            Err(why) => panic!("{name}: {why}"),
        }
    }
    assert_eq!(taken, ["bomb.zip", "good.zip", "nested.zip", "streamed.zip", "wide.zip"]);
}

#[test]
fn the_ordeal_can_fail() {
    // What undergoes it must be noticed if it does harm: here, by being there before.
    let yard = folder();
    std::fs::write(yard.path().join("escaped"), "").unwrap();
    assert!(ordeal::undergo(&good().bytes(), yard.path()).unwrap_err().contains("beside the target"));
    assert_eq!(deflate(b"").len(), 2, "a deflated nothing takes two bytes");
}

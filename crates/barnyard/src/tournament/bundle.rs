//! A whole tournament in one archive, and the audit of it: nobody has to believe us.
use crate::House;
use crate::failure::Failure;
use crate::tournament::seal;
use crate::tournament::shelf::Shelf;
use crate::tournament::spec::Spec;
use crate::tournament::stage::luck;
use crate::tournament::standings::{Records, log_of};
use games::Tape;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use store::{FaultRow, Row, State, TapeKey, Tournament};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const FORMAT: u32 = 1;
/// No file of an honest bundle is longer.
const MOST_BYTES: u64 = 1 << 30;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    bundle: u32,
    barnyard: String,
    tournament: String,
    game: String,
    /// The version of the game's rules.
    rules: u32,
    spec: Spec,
    /// Name and hash of the program, by number.
    entrants: Vec<(String, String)>,
    /// SHA-256 of every other file.
    files: BTreeMap<String, String>,
}

/// What an audit found.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Audit {
    pub games: usize,
    /// Played again from their tapes, with all luck drawn from the seed.
    pub replayed: usize,
    /// Whether its seed was promised beforehand, and is that one.
    pub promised: bool,
    /// What differs, one sentence each.
    pub differences: Vec<String>,
}

/// Writes the archive. Gives the number of games, and of those with a tape.
pub fn write(path: &Path, house: &House, shelf: &Shelf, records: &Records) -> Result<(usize, usize), Failure> {
    let refuse = |error: String| Failure::refused(format!("{} cannot be written: {error}", path.display()));
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let draft = tempfile::NamedTempFile::new_in(folder).map_err(|error| refuse(error.to_string()))?;
    let mut zip = ZipWriter::new(draft.as_file());
    let mut files = BTreeMap::new();
    let mut add = |name: &str, bytes: &[u8]| -> Result<(), Failure> {
        zip.start_file(name, SimpleFileOptions::default()).map_err(|error| refuse(error.to_string()))?;
        zip.write_all(bytes).map_err(|error| refuse(error.to_string()))?;
        files.insert(name.to_string(), hex(bytes));
        Ok(())
    };
    let lines: Vec<String> = records.rows.iter().map(|row| serde_json::to_string(row).expect("rows always serialize")).collect();
    add("results.jsonl", lines.join("\n").as_bytes())?;
    add("faults.json", pretty(&records.faults).as_bytes())?;
    add("standings.json", pretty(&records.standings()?).as_bytes())?;
    if let Some(rules) = &records.spec.grading {
        add("grades.json", pretty(&records.grades(rules)?).as_bytes())?;
    }
    for (name, text, empty) in [
        ("rounds.json", pretty(&records.rounds), records.rounds.is_empty()),
        ("practice.json", pretty(&records.practice), records.practice.is_empty()),
        ("workers.json", pretty(&records.workers), records.workers.is_empty()),
    ] {
        if !empty {
            add(name, text.as_bytes())?;
        }
    }
    let tapes = shelf.wait(|store| store.tapes(records.tournament.id))?;
    for key in &tapes {
        if let Some(bytes) = shelf.wait(|store| store.tape(records.tournament.id, *key))? {
            add(&tape_name(*key), &bytes)?;
        }
    }
    let entry = house.game(&records.tournament.game)?;
    let manifest = Manifest {
        bundle: FORMAT,
        barnyard: env!("CARGO_PKG_VERSION").into(),
        tournament: records.tournament.name.clone(),
        game: entry.name.into(),
        rules: entry.rules,
        spec: records.spec.clone(),
        entrants: records.names.iter().cloned().zip(records.hashes.iter().cloned()).collect(),
        files,
    };
    zip.start_file("manifest.json", SimpleFileOptions::default()).map_err(|error| refuse(error.to_string()))?;
    zip.write_all(pretty(&manifest).as_bytes()).map_err(|error| refuse(error.to_string()))?;
    zip.finish().map_err(|error| refuse(error.to_string()))?;
    draft.persist(path).map_err(|error| refuse(error.error.to_string()))?;
    Ok((records.rows.len(), tapes.len()))
}

/// Whether a file is an archive at all.
pub fn is_bundle(path: &Path) -> bool {
    let mut start = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"PK\x03\x04"
}

/// Plays every tape again without bots, draws every chance line from the seed, and makes ratings and grades anew.
/// `published`: what its seed must have been promised as.
pub fn audit(house: &House, path: &Path, published: Option<&str>) -> Result<Audit, Failure> {
    let refuse = |why: String| Failure::refused(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(|error| refuse(format!("it cannot be read: {error}")))?;
    let mut zip = ZipArchive::new(file).map_err(|error| refuse(format!("it is no bundle: {error}")))?;
    let mut read = |name: &str| -> Result<Vec<u8>, Failure> {
        let file = zip.by_name(name).map_err(|_| refuse(format!("it has no {name}")))?;
        let mut bytes = Vec::new();
        file.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| refuse(format!("{name}: {error}")))?;
        Ok(bytes)
    };
    let manifest: Manifest = parsed(&read("manifest.json")?).map_err(|error| refuse(format!("manifest.json: {error}")))?;
    if manifest.bundle != FORMAT {
        return Err(refuse(format!("it is a bundle of format {}, and this program reads {FORMAT}", manifest.bundle)));
    }
    let mut audit = Audit::default();
    let mut files = BTreeMap::new();
    for (name, expected) in &manifest.files {
        let bytes = read(name)?;
        if hex(&bytes) != *expected {
            audit.differences.push(format!("{name}: it is not the file that the manifest was written with"));
        }
        files.insert(name.as_str(), bytes);
    }
    let file = |name: &str| files.get(name).ok_or_else(|| refuse(format!("it has no {name}")));
    let text = String::from_utf8_lossy(file("results.jsonl")?).into_owned();
    let rows: Vec<Row> = text
        .lines()
        .enumerate()
        .map(|(n, line)| serde_json::from_str(line).map_err(|error| refuse(format!("results.jsonl, line {}: {error}", n + 1))))
        .collect::<Result<_, _>>()?;
    let faults: Vec<FaultRow> = parsed(file("faults.json")?).map_err(|error| refuse(format!("faults.json: {error}")))?;
    let tournament = Tournament {
        id: 0,
        name: manifest.tournament.clone(),
        game: manifest.game.clone(),
        spec: String::new(),
        state: State::Finished,
        priority: 0,
    };
    let (names, hashes) = manifest.entrants.iter().cloned().unzip();
    let optional = |name: &str| files.get(name).map(|bytes| bytes.as_slice()).unwrap_or(b"[]");
    let rounds = parsed(optional("rounds.json")).map_err(|error| refuse(format!("rounds.json: {error}")))?;
    let practice = parsed(optional("practice.json")).map_err(|error| refuse(format!("practice.json: {error}")))?;
    let workers = parsed(optional("workers.json")).map_err(|error| refuse(format!("workers.json: {error}")))?;
    let records = Records { tournament, spec: manifest.spec.clone(), names, hashes, rows, faults, workers, practice, rounds };
    audit.games = records.rows.len();
    let strangers = records.rows.iter().flat_map(|row| &row.seats).any(|seat| seat.0 as usize >= records.names.len());
    if strangers {
        return Err(refuse("a result names an entrant that the manifest does not have".into()));
    }
    let entry = house.game(&manifest.game)?;
    if entry.rules != manifest.rules {
        audit.differences.push(format!(
            "it was played by version {} of the rules of {}, and this program has {}",
            manifest.rules, entry.name, entry.rules
        ));
    }
    let promise = published.or(records.spec.commitment.as_deref());
    match promise.map(|promise| seal::check(promise, records.spec.secret.as_deref(), records.spec.seed)) {
        Some(Err(why)) => audit.differences.push(format!("manifest.json: {why}")),
        kept => audit.promised = kept.is_some(),
    }
    for row in &records.rows {
        let name = tape_name(TapeKey { fixture: row.fixture, take: row.take, game: row.game });
        if let Some(bytes) = files.get(name.as_str()) {
            audit.replayed += 1;
            if let Err(why) = replay(house, &records, row, bytes) {
                audit.differences.push(format!("{name}: {why}"));
            }
        }
    }
    log_of(&records.rows, records.names.len(), records.spec.value).map_err(|failure| refuse(failure.to_string()))?;
    let mut derived = vec![("standings.json", pretty(&records.standings()?))];
    if let Some(rules) = &records.spec.grading {
        derived.push(("grades.json", pretty(&records.grades(rules)?)));
    }
    for (name, ours) in derived {
        if file(name)? != ours.as_bytes() {
            audit.differences.push(format!("{name}: it does not follow from the results"));
        }
    }
    Ok(audit)
}

/// One game: rules kept, luck from the tournament's seed, the result as it is in the log.
fn replay(house: &House, records: &Records, row: &Row, bytes: &[u8]) -> Result<(), String> {
    let tape = Tape::read(bytes).map_err(|error| error.to_string())?;
    let entry = house.entry_of(&tape)?;
    tape.verify_at(entry).map_err(|error| error.to_string())?;
    if entry.name != records.tournament.game {
        return Err(format!("it is of {}", entry.name));
    }
    let configs = records.spec.configs(entry).map_err(|failure| failure.to_string())?;
    if tape.header.config.get() != configs[(row.fixture % configs.len() as u64) as usize].get() {
        return Err("it was played with other settings than the tournament's".into());
    }
    if tape.header.seed != Some(luck(records.spec.seed, row.fixture).seed()) {
        return Err("its luck is not that of the tournament's seed".into());
    }
    for (chair, (entrant, payoff, points)) in row.seats.iter().enumerate() {
        if tape.header.seats.get(chair).map(|seat| &seat.name) != Some(&records.names[*entrant as usize]) {
            return Err(format!("somebody else sits in chair {}", chair + 1));
        }
        if f64::from(tape.over.payoffs[chair]) != *payoff || f64::from(tape.over.points[chair]) != *points {
            return Err("it ended differently from what the log says".into());
        }
    }
    Ok(())
}

/// The hash of a file, or of everything in a folder.
pub fn hash_of(path: &Path) -> Option<String> {
    if path.is_file() {
        return std::fs::read(path).ok().map(|bytes| hex(&bytes));
    }
    if !path.is_dir() {
        return None;
    }
    let mut entries: Vec<_> = std::fs::read_dir(path).ok()?.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let mut all = Sha256::new();
    for entry in entries.iter().filter(|entry| !entry.is_symlink() && entry.file_name().is_some_and(|name| name != "__pycache__")) {
        all.update(entry.file_name()?.as_encoded_bytes());
        all.update(hash_of(entry)?);
    }
    Some(digits(&all.finalize()))
}

fn tape_name(key: TapeKey) -> String {
    format!("tapes/{:06}-{}-{}.tape.gz", key.fixture, key.take, key.game)
}

fn parsed<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, serde_json::Error> {
    serde_json::from_slice(bytes)
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("records always serialize")
}

fn hex(bytes: &[u8]) -> String {
    digits(&Sha256::digest(bytes))
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

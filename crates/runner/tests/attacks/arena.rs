//! Where one attack is played against an honest bot, with everything in reach that it must not reach.
use crate::leftovers::{self, processes, processes_of, settled, user_of};
use crate::table::{Attack, USUAL, Verdict};
use games::{Foul, FoulKind, Luck, Seat};
use runner::{Bot, Chair, Clock, Confinement, Errand, Grants, Level, Limits, PlatformFault, Program, Python, Recipe, Record, Table};
use serde_json::{Value, json};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// What all bots here are made of.
const BOT: &str = concat!(
    include_str!("bodies/serve.py"),
    include_str!("bodies/resources.py"),
    include_str!("bodies/files.py"),
    include_str!("bodies/network.py"),
    include_str!("bodies/processes.py"),
    include_str!("bodies/pipes.py"),
    include_str!("bodies/rests.py"),
    include_str!("bodies/kernel.py"),
    include_str!("bodies/honest.py"),
    "\nserve()\n",
);
const MEMORY: u64 = 200 << 20;
const DISK: u64 = 32 << 20;
const PROCESSES: u64 = 32;
/// Text of the file that nobody may touch.
const CANARY: &str = "nobody was here\n";
/// Bots of root have users of their own, from this number on.
const FIRST_USER: u32 = 0x7000_0000;

/// The interpreter that every user can reach.
pub fn python() -> Option<&'static Python> {
    static PYTHON: OnceLock<Option<Python>> = OnceLock::new();
    PYTHON.get_or_init(|| Python::find(Some(Path::new("/usr/bin/python3"))).ok()).as_ref()
}

/// One game of an attacker against an honest bot.
pub struct Bout {
    pub confinement: Confinement,
    pub seat: usize,
    pub budget: Duration,
    pub startup: Duration,
    pub memory: u64,
    pub facts: Value,
    /// What the opponent tries, if it is not honest.
    pub other: Option<&'static str>,
    /// What plays instead of the usual body: starts it from its folder.
    pub instead: Option<fn(&Path) -> Errand>,
    pub python: Option<&'static Python>,
}

/// What was seen.
#[derive(Default, Debug)]
pub struct Report {
    /// Nothing at all, if the platform failed.
    pub fault: Option<String>,
    pub foul: Option<Foul>,
    pub opponent: Vec<Foul>,
    /// What it reached, by its own words or by what we found.
    pub breaches: Vec<String>,
    pub left: Vec<String>,
    pub tried: bool,
    pub said: String,
}

impl Report {
    /// Everything about it that is not as the table says.
    pub fn wrong(&self, attack: &Attack, level: Level) -> Vec<String> {
        self.differs(attack.verdict_at(level))
    }

    pub fn differs(&self, verdict: Verdict) -> Vec<String> {
        let mut wrong: Vec<String> = self.fault.clone().into_iter().chain(self.breaches.iter().cloned()).collect();
        wrong.extend(self.left.iter().cloned());
        wrong.extend(self.opponent.iter().map(|foul| format!("the opponent: {foul:?}")));
        if self.fault.is_none() && !verdict.allows(self.kind()) {
            wrong.push(format!("{:?} instead of {verdict:?}", self.foul));
        }
        if self.fault.is_none() && self.foul.is_none() && !self.tried {
            wrong.push("it never tried".into());
        }
        wrong
    }

    fn kind(&self) -> Option<FoulKind> {
        self.foul.as_ref().map(|foul| foul.kind)
    }

    /// In a few words.
    pub fn told(&self) -> String {
        match (&self.foul, self.breaches.first()) {
            (_, Some(breach)) => breach.clone(),
            (Some(foul), None) => format!("{}: {}", foul.kind.name(), foul.why),
            (None, None) => "held".into(),
        }
    }
}

impl Bout {
    pub fn of(attack: &Attack, confinement: Confinement) -> Bout {
        let facts = json!({"attack": attack.id, "budget_ms": attack.budget.as_millis() as u64, "opponent_nap_ms": attack.nap.as_millis() as u64,
            "libraries": false, "semaphores": confinement.namespaces});
        let seat = attack.id.as_bytes()[1] as usize % 2;
        let Attack { budget, startup, .. } = *attack;
        Bout { confinement, seat, budget, startup, memory: MEMORY, facts, other: None, instead: None, python: python() }
    }

    /// Whatever else plays, with what is usual.
    pub fn plain(confinement: Confinement) -> Bout {
        Bout::of(&USUAL, confinement)
    }

    /// Against another attacker instead of an honest bot.
    pub fn against(mut self, other: &Attack) -> Bout {
        self.other = Some(other.id);
        (self.budget, self.startup) = (self.budget.min(other.budget), self.startup.min(other.startup));
        self
    }

    pub fn fact(mut self, name: &str, value: impl Into<Value>) -> Bout {
        self.facts[name] = value.into();
        self
    }

    pub fn with_python(mut self, python: &'static Python) -> Bout {
        self.python = Some(python);
        self
    }

    /// Plays, and looks who is hurt and what is left.
    pub fn play(&self) -> Report {
        let arena = Arena::new();
        let mut report = Report::default();
        if let Err(fault) = self.play_in(&arena, &mut report) {
            report.fault = Some(fault.to_string());
        }
        let said = arena.said.lock().unwrap().clone();
        report.tried |= said.contains("TRIED: ");
        report.breaches.extend(said.lines().filter(|line| line.starts_with("BREACH: ")).take(5).map(String::from));
        report.breaches.extend(arena.damage());
        report.left = arena.left();
        report.said = said;
        report
    }

    fn table(&self) -> Table {
        let mut table = Table::new(games::find("chickens").unwrap(), "{}").unwrap();
        table.limits = Limits { game: Some(self.budget), ..table.limits };
        table.record = Record::Nothing;
        table
    }

    fn grants(&self) -> Grants {
        let memory = Some(self.memory);
        let (startup, prepare) = (self.startup, self.startup);
        let confinement = Some(self.confinement);
        Grants { clock: Clock::Fair, startup, prepare, memory, disk: DISK, processes: PROCESSES, confinement, frozen: true }
    }

    fn play_in(&self, arena: &Arena, report: &mut Report) -> Result<(), PlatformFault> {
        let table = self.table();
        let honest = arena.folder("honest");
        let mut theirs = arena.facts(&honest, Vec::new());
        theirs.as_object_mut().unwrap().extend(self.facts.as_object().unwrap().clone());
        (theirs["attack"], theirs["nap_ms"]) = (self.other.unwrap_or_default().into(), self.facts["opponent_nap_ms"].clone());
        write_bot(&honest, &theirs);
        let startup = if self.other.is_some() { self.startup } else { Duration::from_secs(20) };
        let mut opponent =
            self.start(&table, &honest, Grants { startup, ..self.grants() }, self.other.map(|_| arena.listener()), python())?;
        let cwd = |pid: &u32| std::fs::read_link(format!("/proc/{pid}/cwd")).ok();
        let their_places: Vec<PathBuf> = arena.processes("honest").iter().filter_map(cwd).collect();

        let hostile = arena.folder("hostile");
        let mut facts = self.facts.clone();
        facts.as_object_mut().unwrap().extend(arena.facts(&honest, their_places).as_object().unwrap().clone());
        write_bot(&hostile, &facts);
        let mut attacker = self.start(&table, &hostile, self.grants(), Some(arena.listener()), self.python)?;
        arena.note_users();
        let mut chairs = [Chair { name: "hostile", bot: &mut *attacker, seed: 1 }, Chair { name: "honest", bot: &mut *opponent, seed: 2 }];
        chairs.rotate_left(self.seat);
        let played = table.play(Luck::new(7), &mut chairs)?;
        let of = |seat: usize| played.fouls.iter().filter(move |(by, _)| *by == Seat(seat as u8)).map(|(_, foul)| foul.clone());
        report.foul = of(self.seat).next();
        report.opponent = of(1 - self.seat).collect();
        Ok(())
    }

    fn start(
        &self,
        table: &Table,
        folder: &Path,
        grants: Grants,
        listener: Option<runner::Listener>,
        python: Option<&'static Python>,
    ) -> Result<Box<dyn Bot>, PlatformFault> {
        let errand = match self.instead.filter(|_| listener.is_some()) {
            Some(errand) => errand(folder),
            None => Recipe::find(folder, table.entry).map_err(|error| PlatformFault(error.to_string()))?.errand(python)?,
        };
        Ok(Box::new(Program::start("bot", errand, table.entry, &table.config, grants, listener)?))
    }
}

fn write_bot(folder: &Path, facts: &Value) {
    let mut facts = facts.clone();
    facts["nap_ms"] = facts.get("nap_ms").cloned().unwrap_or(json!(0));
    std::fs::create_dir(folder).unwrap();
    open_to(folder, 0o755);
    for (name, text) in [("bot.py", BOT), ("facts.json", &facts.to_string())] {
        std::fs::write(folder.join(name), text).unwrap();
        open_to(&folder.join(name), 0o644);
    }
}

pub fn open_to(path: &Path, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

/// The place of one game, with things in it that nobody may touch.
pub struct Arena {
    place: tempfile::TempDir,
    tag: String,
    key: i32,
    canary: PathBuf,
    own_file: PathBuf,
    before: [(u64, u32, i64, u32); 2],
    tcp: TcpListener,
    udp: UdpSocket,
    streams: [UnixListener; 2],
    datagrams: [UnixDatagram; 2],
    sdk: Vec<PathBuf>,
    sdk_before: Vec<Vec<u8>>,
    users: Mutex<Vec<u32>>,
    said: Arc<Mutex<String>>,
}

impl Arena {
    pub fn new() -> Arena {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let tag = format!("{}x{count}x", std::process::id());
        let place = tempfile::Builder::new().prefix("arena-").tempdir().unwrap();
        open_to(place.path(), 0o777);
        let (canary, own_file) = (place.path().join("canary"), place.path().join("own-file"));
        for file in [&canary, &own_file] {
            std::fs::write(file, CANARY).unwrap();
            open_to(file, 0o666);
        }
        let abstract_name = |kind: &str| SocketAddr::from_abstract_name(format!("{tag}{kind}")).unwrap();
        let by_path = |kind: &str| place.path().join(kind);
        let streams = [UnixListener::bind_addr(&abstract_name("stream")).unwrap(), UnixListener::bind(by_path("stream")).unwrap()];
        let datagrams = [UnixDatagram::bind_addr(&abstract_name("datagram")).unwrap(), UnixDatagram::bind(by_path("datagram")).unwrap()];
        for kind in ["stream", "datagram"] {
            open_to(&by_path(kind), 0o777);
        }
        streams.iter().for_each(|socket| socket.set_nonblocking(true).unwrap());
        datagrams.iter().for_each(|socket| socket.set_nonblocking(true).unwrap());
        let (tcp, udp) = (TcpListener::bind("127.0.0.1:0").unwrap(), UdpSocket::bind("127.0.0.1:0").unwrap());
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        let sdk = sdk_files();
        let sdk_before = sdk.iter().map(|file| std::fs::read(file).unwrap()).collect();
        let before = [labels(&canary), labels(&own_file)];
        let key = 0x4200_0000 + (std::process::id() as i32 & 0xffff) * 256 + count as i32 % 256;
        let (users, said) = (Mutex::default(), Arc::default());
        Arena { place, tag, key, canary, own_file, before, tcp, udp, streams, datagrams, sdk, sdk_before, users, said }
    }

    fn folder(&self, kind: &str) -> PathBuf {
        self.place.path().join(format!("{kind}-{}", self.tag))
    }

    fn listener(&self) -> runner::Listener {
        let said = Arc::clone(&self.said);
        Box::new(move |_, _, text| said.lock().unwrap().push_str(text))
    }

    pub fn processes(&self, kind: &str) -> Vec<u32> {
        processes(&format!("{kind}-{}", self.tag))
    }

    fn facts(&self, honest: &Path, mut places: Vec<PathBuf>) -> Value {
        places.push(honest.to_path_buf());
        json!({
            "engine": std::process::id(),
            "opponents": self.processes("honest"),
            "opponent_places": places,
            "canary": self.canary,
            "own_file": self.own_file,
            "key": self.key,
            "tcp": self.tcp.local_addr().unwrap().port(),
            "udp": self.udp.local_addr().unwrap().port(),
            "abstract_stream": format!("{}stream", self.tag),
            "abstract_datagram": format!("{}datagram", self.tag),
            "path_stream": self.place.path().join("stream"),
            "path_datagram": self.place.path().join("datagram"),
            "sdk": self.sdk,
            "groups": group_files(),
        })
    }

    /// Remembers as whom the attacker runs, and makes that user's one file outside its own.
    fn note_users(&self) {
        let mut users = self.users.lock().unwrap();
        users.extend(self.processes("hostile").into_iter().filter_map(user_of).filter(|uid| *uid >= FIRST_USER));
        users.sort();
        users.dedup();
        if let Some(uid) = users.first() {
            std::os::unix::fs::chown(&self.own_file, Some(*uid), Some(*uid)).unwrap();
        }
    }

    /// What was reached that should not be.
    fn damage(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut buffer = [0; 64];
        let mut note = |reached: bool, what: &str| found.extend(reached.then(|| what.to_string()));
        note(self.tcp.accept().is_ok(), "a connection arrived");
        note(self.udp.recv(&mut buffer).is_ok(), "a datagram arrived");
        for (stream, datagram) in self.streams.iter().zip(&self.datagrams) {
            note(stream.accept().is_ok(), "a connection arrived at a socket of ours");
            note(datagram.recv(&mut buffer).is_ok(), "a datagram arrived at a socket of ours");
        }
        for (file, before) in [&self.canary, &self.own_file].into_iter().zip(&self.before) {
            note(std::fs::read(file).ok().as_deref() != Some(CANARY.as_bytes()), "a file outside was written or removed");
            note(file.exists() && labels(file) != *before, "the labels of a file outside were changed");
        }
        let sdk: Vec<Vec<u8>> = self.sdk.iter().map(|file| std::fs::read(file).unwrap_or_default()).collect();
        note(sdk != self.sdk_before, "the SDK was changed");
        for (kind, id) in leftovers::objects(self.key) {
            note(true, &format!("an object of System V ({kind}) is left"));
            leftovers::remove_object(kind, id);
        }
        let items = std::fs::read_dir(self.place.path()).unwrap().flatten().map(|item| item.file_name().to_string_lossy().into_owned());
        let known = ["canary", "own-file", "stream", "datagram"];
        for item in items.filter(|item| !known.contains(&&**item) && !item.ends_with(&self.tag)) {
            note(true, &format!("{item} was made outside"));
        }
        found
    }

    /// Who is still there.
    fn left(&self) -> Vec<String> {
        settled(|| {
            let mut left: Vec<u32> = ["hostile", "honest"].into_iter().flat_map(|kind| self.processes(kind)).collect();
            left.extend(self.users.lock().unwrap().iter().flat_map(|uid| processes_of(*uid)));
            left.into_iter().map(|pid| format!("process {pid} is left")).collect()
        })
    }
}

/// Size, mode, time of the last change and number of links: everything but the owner, which we change ourselves.
fn labels(file: &Path) -> (u64, u32, i64, u32) {
    let data = std::fs::metadata(file).unwrap();
    (data.len(), data.mode(), data.mtime(), data.nlink() as u32)
}

/// A few files of the SDK as bots find it.
fn sdk_files() -> Vec<PathBuf> {
    static FILES: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let find = || {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("bot.py"), "").unwrap();
        let errand = Recipe::find(folder.path(), games::find("chickens").unwrap()).unwrap().errand(python()).unwrap();
        let sdk = errand.reads.iter().find(|path| path.join("host.py").is_file()).expect("bots may read the SDK").clone();
        vec![sdk.join("host.py"), sdk.join("season_chickens.py")]
    };
    FILES.get_or_init(find).clone()
}

/// Where a process would write its number to leave its group.
fn group_files() -> Vec<PathBuf> {
    let mounts = leftovers::mounts();
    let rows = mounts.lines().filter(|line| line.contains(" - cgroup"));
    rows.filter_map(|line| Some(Path::new(line.split(' ').nth(4)?).join("cgroup.procs"))).collect()
}

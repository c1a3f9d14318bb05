//! The attacks: what each tries, what must come of it, and without which layers it must get through.
use FoulKind::{Crash, Disk, Flood, Late, Memory, Startup, Thinking, Unreadable};
use games::FoulKind;
use runner::{Confinement, Level};
use std::time::Duration;

/// One row.
pub struct Attack {
    pub id: &'static str,
    pub what: &'static str,
    pub verdict: Verdict,
    /// Where there are no namespaces, if that differs.
    pub confined: Option<Verdict>,
    /// For all its decisions.
    pub budget: Duration,
    pub startup: Duration,
    /// How long the honest opponent thinks in its first turns.
    pub nap: Duration,
    /// Layers without which it succeeds.
    pub without: &'static [Reduced],
    /// Succeeds only where both bots are the same user.
    pub same_user: bool,
}

/// What the referee must say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing: it plays on.
    Plays,
    /// It loses by one of these fouls.
    Loses(&'static [FoulKind]),
    /// Either.
    May(&'static [FoulKind]),
}

impl Verdict {
    pub fn allows(self, foul: Option<FoulKind>) -> bool {
        match (self, foul) {
            (Verdict::Plays | Verdict::May(_), None) => true,
            (Verdict::Loses(kinds) | Verdict::May(kinds), Some(kind)) => kinds.contains(&kind),
            _ => false,
        }
    }
}

/// Some layers instead of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduced {
    /// Namespaces and Landlock, no filters.
    NamespacesNoSeccomp,
    /// Landlock alone.
    LandlockNoSeccomp,
    /// Filters alone.
    SeccompOnly,
}

impl Reduced {
    pub const fn confinement(self) -> Confinement {
        let (namespaces, landlock, seccomp) = match self {
            Reduced::NamespacesNoSeccomp => (true, true, false),
            Reduced::LandlockNoSeccomp => (false, true, false),
            Reduced::SeccompOnly => (false, false, true),
        };
        Confinement { namespaces, landlock, seccomp, cgroup: false }
    }
}

impl Attack {
    pub fn verdict_at(&self, level: Level) -> Verdict {
        self.confined.filter(|_| level == Level::Confined).unwrap_or(self.verdict)
    }

    const fn or_confined(self, verdict: Verdict) -> Attack {
        Attack { confined: Some(verdict), ..self }
    }

    /// It waits until its time is up, so it gets little.
    const fn hurried(self) -> Attack {
        Attack { budget: Duration::from_millis(400), ..self }
    }

    const fn ready_in(self, ms: u64) -> Attack {
        Attack { startup: Duration::from_millis(ms), ..self }
    }

    const fn against_a_thinker(self) -> Attack {
        Attack { nap: Duration::from_millis(50), ..self }
    }

    const fn held_by(self, without: &'static [Reduced]) -> Attack {
        Attack { without, ..self }
    }

    const fn among_one_user(self) -> Attack {
        Attack { same_user: true, ..self }
    }
}

const fn attack(id: &'static str, what: &'static str, verdict: Verdict) -> Attack {
    let (budget, startup) = (Duration::from_secs(10), Duration::from_secs(20));
    Attack { id, what, verdict, confined: None, budget, startup, nap: Duration::ZERO, without: &[], same_user: false }
}

const fn plays(id: &'static str, what: &'static str) -> Attack {
    attack(id, what, Verdict::Plays)
}

const fn loses(id: &'static str, what: &'static str, fouls: &'static [FoulKind]) -> Attack {
    attack(id, what, Verdict::Loses(fouls))
}

const fn may(id: &'static str, what: &'static str, fouls: &'static [FoulKind]) -> Attack {
    attack(id, what, Verdict::May(fouls))
}

/// No attack: what is usual for the rest.
pub const USUAL: Attack = plays("00", "plays");

const FILTERS: &[Reduced] = &[Reduced::NamespacesNoSeccomp, Reduced::LandlockNoSeccomp];
const FENCED_FILTERS: &[Reduced] = &[Reduced::LandlockNoSeccomp];
const FILES: &[Reduced] = &[Reduced::SeccompOnly];
const BOTH: &[Reduced] = &[Reduced::LandlockNoSeccomp, Reduced::SeccompOnly];
const ON_DISK: Verdict = Verdict::Loses(&[Disk]);

/// By the numbers of the design; from 62 on, what was found later. 59 and 60 are in Java.
pub const ATTACKS: &[Attack] = &[
    plays("01", "forks in a row"),
    loses("02", "forks exponentially before it is ready", &[Startup, Memory]).ready_in(400),
    loses("03", "allocates without end", &[Memory]),
    may("04", "has 16 children of 60 MB each", &[Memory]),
    may("05", "fills files of memory that it never maps", &[Memory]).held_by(FILTERS),
    plays("06", "leaves shared memory behind").held_by(FENCED_FILTERS),
    plays("07", "writes 640 MB").or_confined(ON_DISK),
    plays("08", "makes 30,000 files").or_confined(ON_DISK),
    plays("09", "makes a file of 16 TB"),
    plays("10", "reads the system's secrets").held_by(FILES),
    plays("11", "reads and links the opponent's files").held_by(FILES),
    plays("12", "looks at other processes").held_by(FILES),
    plays("13", "writes files outside").held_by(FILES),
    plays("14", "changes the SDK"),
    plays("15", "opens connections").held_by(FENCED_FILTERS),
    plays("16", "makes sockets of 23 kinds").held_by(FILTERS),
    plays("17", "connects to abstract sockets"),
    plays("18", "connects to sockets by path").held_by(FENCED_FILTERS),
    plays("19", "kills everybody"),
    plays("20", "traces others").held_by(FILTERS),
    plays("21", "renices the opponent").held_by(BOTH).among_one_user(),
    loses("22", "writes without a newline", &[Flood]),
    loses("23", "writes answers without end", &[Unreadable]),
    loses("24", "writes 200 MB to standard error", &[Flood]),
    loses("25", "never reads", &[Late]).hurried(),
    loses("26", "sleeps before it is ready", &[Startup]).ready_in(400),
    loses("27", "ignores every signal and spins", &[Late]).hurried(),
    plays("28", "leaves a daemon"),
    loses("29", "closes its output and lives on", &[Crash]),
    loses("30", "writes garbage and escapes", &[Unreadable]),
    loses("31", "writes a line of 13 MB", &[Flood]),
    loses("32", "writes half a line", &[Late]).hurried(),
    loses("33", "answers too late", &[Late]).hurried(),
    loses("34", "answers in advance", &[Unreadable]),
    loses("35", "announces its own victory", &[Unreadable]),
    plays("36", "works in a thread while the other thinks").against_a_thinker(),
    plays("37", "works in a child while the other thinks").against_a_thinker(),
    may("38", "has a timer wake it", &[Thinking]).against_a_thinker(),
    plays("39", "has helpers wake it").against_a_thinker(),
    plays("40", "hashes in 16 threads"),
    plays("41", "becomes root"),
    plays("42", "makes namespaces and mounts").held_by(FILTERS),
    plays("43", "uses io_uring").held_by(FILTERS),
    plays("44", "uses other tables of calls").held_by(FILTERS),
    loses("45", "reserves 8 TB and touches 600 MB", &[Memory]),
    loses("46", "recurses without end", &[Crash, Memory]),
    plays("47", "tries the doors of the kernel").held_by(FILTERS),
    plays("48", "looks for descriptors and secrets"),
    plays("49", "opens devices").held_by(FILES),
    plays("50", "leaves its group, writes its own memory").held_by(FILES),
    plays("51", "raises its own limits").held_by(FILTERS),
    plays("52", "leaves traps for whoever tidies up").or_confined(ON_DISK),
    loses("53", "exits in mid-game", &[Crash]),
    loses("54", "aborts with a core", &[Crash]),
    // Accepted: two bots that want to talk can do so by locks on a file that both may read, and LevelDB needs them.
    plays("55", "locks a shared file"),
    plays("56", "is honest: files, children, pairs of sockets"),
    may("57", "has its input wake it", &[Thinking]).against_a_thinker(),
    may("58", "fills sockets", &[Memory]),
    plays("61", "changes who may use a file of its user").held_by(BOTH),
    loses("66", "answers and ends at once", &[Crash]),
    plays("62", "writes 640 MB into files without a name").or_confined(ON_DISK),
    plays("63", "writes 640 MB deeper than any path reaches").or_confined(ON_DISK),
    plays("64", "writes 640 MB into a folder that shows nothing").or_confined(ON_DISK),
    // Memory that stands for a disk that is full cannot be written: the kernel says so with a signal.
    loses("65", "writes 640 MB into maps of files without a name", &[Crash]).or_confined(Verdict::Loses(&[Disk, Memory])),
];

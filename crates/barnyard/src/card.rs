//! Crash cards: what a bot did wrong, where, and what it could have done instead.
use crate::paint;
use games::tape::{ActLine, Line};
use games::{Entry, Foul, FoulKind, Seat, Tape};
use std::fmt::Write as _;

/// More cards than this of one game say nothing new.
const MOST_CARDS: usize = 3;
/// Legal actions shown on a card.
const MOST_ACTIONS: usize = 24;
/// Earlier times shown when a bot was late.
const SHOWN_TIMES: usize = 5;

/// A card for each foul on a tape, the first few.
pub fn of_tape(entry: &'static Entry, tape: &Tape) -> String {
    let Ok(mut replay) = tape.replay_at(entry) else { return String::new() };
    let (mut text, mut cards) = (String::new(), 0);
    loop {
        let fouls: Vec<(Seat, Foul)> = match replay.upcoming() {
            Some(Line::Act(line)) => line.foul.clone(),
            Some(Line::Forfeit(line)) => line.forfeit.clone(),
            _ => Vec::new(),
        };
        for (seat, foul) in fouls.into_iter().filter(|(_, foul)| foul.kind != FoulKind::Benched) {
            cards += 1;
            if cards <= MOST_CARDS {
                let title = paint::seat_title(entry, seat.index(), &tape.header.seats[seat.index()].name);
                let _ = writeln!(text, "\n{title}, turn {}: {foul}", replay.decisions());
                if foul.kind == FoulKind::Late {
                    let _ = write!(text, "{}", times(tape, seat, replay.decisions()));
                }
                if matches!(foul.kind, FoulKind::Illegal | FoulKind::Unreadable) {
                    let legal = replay.game().legal(seat);
                    let shown: Vec<String> = legal.iter().take(MOST_ACTIONS).map(ToString::to_string).collect();
                    let more = if legal.len() > MOST_ACTIONS { format!(" and {} more", legal.len() - MOST_ACTIONS) } else { String::new() };
                    let _ = writeln!(text, "  it could have played {}{more}", shown.join(" "));
                }
                for line in foul.detail.iter().flat_map(|detail| detail.lines()) {
                    let _ = writeln!(text, "  | {line}");
                }
                if tape.header.seats[seat.index()].isolation.as_ref().is_some_and(|isolation| isolation.level != "L0")
                    && let Some(fence) = fence(&foul)
                {
                    let _ = writeln!(text, "  perhaps its sandbox: {fence}");
                }
            }
        }
        if !replay.step().unwrap_or(false) {
            break;
        }
    }
    if cards > MOST_CARDS {
        let _ = writeln!(text, "\n{} more fouls are on the tape", cards - MOST_CARDS);
    }
    text
}

/// What programs say when they meet the fence, and which fence it is.
const FENCES: &[(&[&str], &str)] = &[
    (&["MemoryError", "OutOfMemoryError", "bad_alloc", "Cannot allocate memory", "insufficient memory"], "memory is limited (--memory)"),
    (
        &["can't start new thread", "Errno 11]", "Resource temporarily unavailable", "unable to create native thread"],
        "64 processes and threads are the most",
    ),
    (
        &["Errno 28]", "No space left on device", "Errno 27]", "File too large"],
        "disk is limited (--disk), and what is written is gone after the game",
    ),
    (&["Errno 30]", "Read-only file system"], "only its own folder and /tmp can be written"),
    (
        &["_multiprocessing.SemLock", "Errno 38]", "Function not implemented"],
        "this call of the system is not there; semaphores need level L2",
    ),
    (&["socket.", "gaierror", "ConnectionError", "SocketException", "Network is unreachable"], "there is no network"),
    (&["Errno 24]", "Too many open files"], "256 open files are the most"),
    (&["SIGSYS"], "a call of the system that no bot makes"),
    (&["Errno 1]", "Errno 13]", "Operation not permitted", "Permission denied", "AccessDenied"], "it touched what is not its own"),
];

/// The fence that a foul tells of, if it sounds like one.
fn fence(foul: &Foul) -> Option<&'static str> {
    let says = |word: &&str| foul.why.contains(word) || foul.detail.as_ref().is_some_and(|detail| detail.contains(word));
    let told = matches!(foul.kind, FoulKind::Crash | FoulKind::Startup);
    FENCES.iter().find(|(words, _)| told && words.iter().any(says)).map(|(_, fence)| *fence)
}

/// How long the decisions before this one took.
fn times(tape: &Tape, seat: Seat, decision: u64) -> String {
    let acts = tape.lines.iter().filter_map(|line| match line {
        Line::Act(act) => Some(act),
        _ => None,
    });
    let own = |act: &ActLine| act.act.iter().position(|(who, _)| *who == seat).and_then(|i| act.ms.get(i).copied());
    let all: Vec<String> = acts.take(decision as usize).filter_map(own).map(|ms| format!("{ms:.1}")).collect();
    if all.is_empty() {
        return String::new();
    }
    format!("  its last decisions took {} ms\n", all[all.len().saturating_sub(SHOWN_TIMES)..].join(", "))
}

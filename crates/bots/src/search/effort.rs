//! How hard a bot thinks, and how its clock is shared out among the moves of a game.
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// How hard a bot thinks about each move. Whatever it is, the clock of the game comes first.
///
/// Counted in nodes, equal games are equal to the last move on any machine. Counted in time, they are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many positions.
    Nodes(u64),
    /// So long, by the wall: a clock that charges less for a busy machine is never overdrawn.
    Time(Duration),
    /// As long as the clock of the game allows.
    Clock,
}

/// What is thought when there is no clock to share out.
const UNCLOCKED: Duration = Duration::from_secs(1);
/// Kept back from every clock for what happens around a search.
const RESERVE: Duration = Duration::from_millis(30);
/// How often the clock is looked at, in nodes: well below a millisecond.
const GLANCE: u64 = 512;
/// Positions that a table holds at most: 16 MB.
const MOST_ROOM: usize = 1 << 20;

impl Effort {
    /// The positions worth remembering.
    pub(super) fn room(self) -> usize {
        match self {
            Effort::Nodes(nodes) => usize::try_from(nodes).unwrap_or(MOST_ROOM).clamp(1 << 10, MOST_ROOM),
            Effort::Time(_) | Effort::Clock => MOST_ROOM,
        }
    }

    /// The limit of one decision, with so much `left` on the clock for it and for the other `turns` to come.
    pub fn limit(self, left: Duration, turns: u32) -> Limit {
        let start = Instant::now();
        // Half of a small clock is kept back: the shares then shrink, and never reach nothing.
        let purse = left.saturating_sub(RESERVE).max(left / 2);
        let share = purse / turns.max(1);
        let (nodes, soft, hard) = match self {
            Effort::Nodes(nodes) => (nodes, None, share.saturating_mul(2)),
            Effort::Time(time) => (u64::MAX, Some(time), time.min(share.saturating_mul(2))),
            Effort::Clock if left == Duration::MAX => (u64::MAX, Some(UNCLOCKED), UNCLOCKED),
            Effort::Clock => (u64::MAX, Some(share), share.saturating_mul(2)),
        };
        // Half of what is left is never spent at once, so that the last moves have something too.
        let hard = hard.min(if turns <= 1 { purse } else { purse / 2 });
        Limit { nodes, start, soft, end: start.checked_add(hard) }
    }
}

impl FromStr for Effort {
    type Err = Unfit;

    /// `250ms` and `2s` are times, `50000` and `50k` are nodes, `clock` is the game's.
    fn from_str(text: &str) -> Result<Effort, Unfit> {
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number <= 86_400_000.0).ok_or(Unfit);
        if text.eq_ignore_ascii_case("clock") {
            return Ok(Effort::Clock);
        }
        if let Some(ms) = text.strip_suffix("ms") {
            return Ok(Effort::Time(Duration::from_secs_f64(number(ms)? / 1e3)));
        }
        if let Some(s) = text.strip_suffix('s') {
            return Ok(Effort::Time(Duration::from_secs_f64(number(s)?.min(86_400.0))));
        }
        let (digits, unit) = match (text.strip_suffix('k'), text.strip_suffix('M')) {
            (Some(digits), _) => (digits, 1_000),
            (_, Some(digits)) => (digits, 1_000_000),
            _ => (text, 1),
        };
        let nodes = digits.parse::<u64>().ok().and_then(|n| n.checked_mul(unit)).filter(|nodes| *nodes > 0);
        nodes.map(Effort::Nodes).ok_or(Unfit)
    }
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effort::Nodes(nodes) => write!(f, "{nodes}"),
            Effort::Time(time) if time.subsec_nanos() == 0 => write!(f, "{}s", time.as_secs()),
            Effort::Time(time) => write!(f, "{}ms", time.as_secs_f64() * 1e3),
            Effort::Clock => f.write_str("clock"),
        }
    }
}

/// A text that is no effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unfit;

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an effort is a time a move like 250ms or 2s, a number of positions like 50000 or 50k, or clock")
    }
}

/// Where one search ends.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    nodes: u64,
    start: Instant,
    /// Past half of this no deeper look is begun.
    soft: Option<Duration>,
    end: Option<Instant>,
}

impl Limit {
    /// A limit in nodes alone.
    pub fn nodes(nodes: u64) -> Limit {
        Limit { nodes, start: Instant::now(), soft: None, end: None }
    }

    /// The longest it can take, if it ends with time.
    #[cfg(test)]
    pub(super) fn most(&self) -> Option<Duration> {
        self.end.map(|end| end - self.start)
    }

    pub(super) fn is_over(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether a deeper look would hardly come to its end.
    pub(super) fn is_late(&self) -> bool {
        self.soft.is_some_and(|soft| self.start.elapsed() > soft / 2) || self.is_over(0)
    }

    /// The count of nodes at which to look again.
    pub(super) fn pause(&self, nodes: u64) -> u64 {
        if self.end.is_some() { self.nodes.min(nodes + GLANCE) } else { self.nodes }
    }
}

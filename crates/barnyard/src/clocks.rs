//! What a bot may take, from the command line.
use crate::failure::Failure;
use games::Entry;
use runner::{Clock, Course, Grants, Ground, Install, Level, Limits, Table};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[command(next_help_heading = "Limits")]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Clocks {
    /// Seconds a bot has for all decisions of a game
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    #[serde(with = "in_seconds", skip_serializing_if = "Option::is_none")]
    time: Option<Duration>,
    /// Seconds a bot has for each decision
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    #[serde(with = "in_seconds", skip_serializing_if = "Option::is_none")]
    move_time: Option<Duration>,
    /// Positions that a native bot which searches looks at for each decision; `NAME@EFFORT` sets it for one bot
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Seconds a program has to become ready; TimeLimit in CO 456
    #[arg(long, value_name = "SECONDS", value_parser = seconds, visible_alias = "time-limit", alias = "TimeLimit")]
    #[serde(with = "in_seconds", skip_serializing_if = "Option::is_none")]
    init_time: Option<Duration>,
    /// Megabytes a program may hold
    #[arg(long, value_name = "MB")]
    #[serde(skip_serializing_if = "Option::is_none")]
    memory: Option<u64>,
    /// Megabytes of heap a Java team has (microchess; 100 unless given)
    #[arg(long, value_name = "MB", value_parser = heap, alias = "MemoryLimit")]
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_limit: Option<u64>,
    /// Megabytes a Java team's source or jar may have (microchess; 10 unless given)
    #[arg(long, value_name = "MB", value_parser = megabytes, alias = "SizeLimit")]
    #[serde(with = "in_megabytes", skip_serializing_if = "Option::is_none")]
    size_limit: Option<u64>,
    /// Boards a series, about: two less, and one more for each head before the first tail (20 unless given)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000), alias = "SeriesLength")]
    #[serde(skip_serializing_if = "Option::is_none")]
    series_length: Option<u32>,
    /// What counts as time: `wall`, `fair` (the wall without waiting for a busy core) or `cpu`
    #[arg(long, default_value = "fair")]
    clock: Clock,
    /// Megabytes a program may write to disk
    #[arg(long, value_name = "MB")]
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<u64>,
    /// How well programs are kept in: L3, L2 or L1 instead of the best that this machine offers
    #[arg(long, value_name = "LEVEL", conflicts_with = "trust_bots")]
    #[serde(skip_serializing_if = "Option::is_none")]
    isolation: Option<Level>,
    /// Run programs without a sandbox: only for your own bots, and never rated
    #[arg(long)]
    trust_bots: bool,
    /// What a bot's requirements.txt may bring: `never` anything, `wheels`, or `sources`, whose code runs while they are built
    #[arg(long, value_name = "WHAT", default_value = "wheels")]
    pub install: Install,
    /// The Python interpreter for Python bots
    #[arg(long, value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub python: Option<PathBuf>,
}

impl Clocks {
    /// Says what holds the programs of this run, before any of them is looked at.
    pub fn confine(&self) -> Result<(), Failure> {
        let level = if self.trust_bots { Some(Level::Trusted) } else { self.isolation };
        let Some(level) = level else { return Ok(()) };
        if level == Level::Trusted && !self.trust_bots {
            return Err(Failure::refused("without a sandbox only your own bots may run: say so with --trust-bots"));
        }
        let lacks = Ground::proven().findings.iter().find(|finding| finding.level == level).and_then(|finding| finding.lacks.clone());
        match lacks {
            Some(why) => Err(Failure::refused(format!("this machine does not offer level {}: {why}", level.name()))),
            None => {
                runner::choose_confinement(level.confinement());
                Ok(())
            }
        }
    }

    /// The game's limits, with what was given instead of the defaults.
    pub fn apply(&self, table: &mut Table) -> Grants {
        let defaults = table.limits;
        table.limits = Limits {
            game: self.time.or(defaults.game),
            // A time for the whole game alone lifts the limit of each decision, unless that is given too.
            each: self.move_time.or(if self.time.is_some() { None } else { defaults.each }),
            opening: defaults.opening.filter(|_| self.move_time.is_none() && self.time.is_none()),
            ..defaults
        };
        let grants = Limits::grants(table.entry.name);
        Grants {
            clock: self.clock,
            startup: self.init_time.unwrap_or(grants.startup),
            prepare: self.init_time.unwrap_or(grants.prepare),
            memory: self.memory.map(|mb| mb << 20).or(self.memory_limit.map(|_| self.numbers().resident())).or(grants.memory),
            disk: self.disk.map_or(grants.disk, |mb| mb << 20),
            ..grants
        }
    }

    /// The numbers of the course that teams in Java keep to.
    pub fn course(&self, entry: &Entry) -> Result<Course, Failure> {
        let given = [("--memory-limit", self.memory_limit.is_some()), ("--size-limit", self.size_limit.is_some())];
        match given.iter().find(|(_, given)| *given && entry.name != "microchess") {
            Some((option, _)) => Err(Failure::refused(format!("{option} is a limit of microchess: {} has no teams in Java", entry.name))),
            None => Ok(self.numbers()),
        }
    }

    pub fn series_length(&self) -> u32 {
        self.numbers().series_length
    }

    fn numbers(&self) -> Course {
        let usual = Course::default();
        Course {
            size: self.size_limit.unwrap_or(usual.size),
            time: self.init_time.unwrap_or(usual.time),
            memory: self.memory_limit.unwrap_or(usual.memory),
            series_length: self.series_length.unwrap_or(usual.series_length),
        }
    }
}

/// `10` or, as the document writes it, `10mb`: the number of bytes.
fn megabytes(text: &str) -> Result<u64, String> {
    let number = text.strip_suffix("mb").or_else(|| text.strip_suffix("MB")).unwrap_or(text);
    match number.parse::<f64>() {
        Ok(mb) if mb > 0.0 && mb <= 1024.0 => Ok((mb * f64::from(1 << 20)) as u64),
        _ => Err("a size is a number of megabytes above 0, at most 1024".into()),
    }
}

/// The same for a heap, in whole megabytes: with less than 8 no virtual machine starts.
fn heap(text: &str) -> Result<u64, String> {
    let number = text.strip_suffix("mb").or_else(|| text.strip_suffix("MB")).unwrap_or(text);
    match number.parse() {
        Ok(mb @ 8..=65_536) => Ok(mb),
        _ => Err("a heap is a whole number of megabytes from 8 to 65536".into()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number of seconds above 0, at most a day".to_string();
    let seconds: f64 = text.strip_suffix('s').unwrap_or(text).parse().map_err(|_| wrong())?;
    if seconds > 0.0 && seconds <= 86_400.0 { Ok(Duration::from_secs_f64(seconds)) } else { Err(wrong()) }
}

/// A time in a file is a number of seconds.
mod in_seconds {
    use super::*;

    pub fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.as_secs_f64()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        let given = Option::<f64>::deserialize(deserializer)?;
        given.map(|given| seconds(&given.to_string()).map_err(serde::de::Error::custom)).transpose()
    }
}

/// A size in a file is a number of megabytes.
mod in_megabytes {
    use super::*;

    pub fn serialize<S: Serializer>(bytes: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
        bytes.map(|bytes| bytes as f64 / f64::from(1 << 20)).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
        let given = Option::<f64>::deserialize(deserializer)?;
        given.map(|given| megabytes(&given.to_string()).map_err(serde::de::Error::custom)).transpose()
    }
}

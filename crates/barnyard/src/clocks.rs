//! What a bot may take, from the command line.
use crate::failure::Failure;
use runner::{Clock, Grants, Ground, Level, Limits, Table};
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Limits")]
pub struct Clocks {
    /// Seconds a bot has for all decisions of a game
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Seconds a bot has for each decision
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    move_time: Option<Duration>,
    /// Seconds a program has to become ready
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    init_time: Option<Duration>,
    /// Megabytes a program may hold
    #[arg(long, value_name = "MB")]
    memory: Option<u64>,
    /// What counts as time: `wall`, `fair` (the wall without waiting for a busy core) or `cpu`
    #[arg(long, default_value = "fair")]
    clock: Clock,
    /// Megabytes a program may write to disk
    #[arg(long, value_name = "MB")]
    disk: Option<u64>,
    /// How well programs are kept in: L3, L2 or L1 instead of the best that this machine offers
    #[arg(long, value_name = "LEVEL", conflicts_with = "trust_bots")]
    isolation: Option<Level>,
    /// Run programs without a sandbox: only for your own bots, and never rated
    #[arg(long)]
    trust_bots: bool,
    /// The Python interpreter for Python bots
    #[arg(long, value_name = "PATH")]
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
            memory: self.memory.map(|mb| mb << 20).or(grants.memory),
            disk: self.disk.map_or(grants.disk, |mb| mb << 20),
            ..grants
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number of seconds above 0, at most a day".to_string();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    if seconds > 0.0 && seconds <= 86_400.0 { Ok(Duration::from_secs_f64(seconds)) } else { Err(wrong()) }
}

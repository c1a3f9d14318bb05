//! Time as it is charged to a bot: a loaded machine must not cost it the game.
#![allow(unsafe_code)] // Two clock calls that no safe wrapper has.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::{Duration, Instant};

/// What counts as a bot's time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// What a watch on the wall says.
    Wall,
    /// The same without the time in which the bot was ready to run and was not let: never less than its processor time.
    #[default]
    Fair,
    /// Processor time of all threads.
    Cpu,
}

impl std::str::FromStr for Clock {
    type Err = String;

    fn from_str(text: &str) -> Result<Clock, String> {
        match text {
            "wall" => Ok(Clock::Wall),
            "fair" => Ok(Clock::Fair),
            "cpu" => Ok(Clock::Cpu),
            _ => Err("a clock is wall, fair or cpu".into()),
        }
    }
}

/// Three ways to look at the same stretch of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    pub wall: Duration,
    pub cpu: Duration,
    /// Ready to run, but another had the core.
    pub wait: Duration,
}

impl Spent {
    pub fn charge(&self, clock: Clock) -> Duration {
        match clock {
            Clock::Wall => self.wall,
            Clock::Fair => self.cpu.max(self.wall.saturating_sub(self.wait)),
            Clock::Cpu => self.cpu,
        }
    }

    /// Whether the machine had too much else to do: the results say so.
    pub fn is_crowded(&self) -> bool {
        self.wait > self.wall / 10 && self.wait > Duration::from_millis(5)
    }
}

/// Reads a process's clocks.
pub struct Watch {
    pid: u32,
    clock: libc::clockid_t,
    schedule: Option<File>,
}

impl Watch {
    pub fn on(pid: u32) -> Watch {
        let mut clock = libc::CLOCK_MONOTONIC;
        // SAFETY: the pointer is to a local; a pid without a process only makes the call fail.
        let found = unsafe { libc::clock_getcpuclockid(pid as libc::pid_t, &raw mut clock) };
        let clock = if found == 0 { clock } else { libc::CLOCK_THREAD_CPUTIME_ID };
        Watch { pid, clock, schedule: File::open(format!("/proc/{pid}/schedstat")).ok() }
    }

    /// Looks who does the work, now that the program has started. The launcher of a Java machine lets a second thread run the
    /// program and only waits for it: then that thread's time in the queue is what counts.
    pub fn follow(&mut self) {
        let tasks = format!("/proc/{}/task", self.pid);
        let numbers = std::fs::read_dir(&tasks).into_iter().flatten().flatten();
        let mut threads: Vec<u32> = numbers.filter_map(|task| task.file_name().to_str()?.parse().ok()).collect();
        threads.sort_unstable();
        let open = |thread: u32| File::open(format!("{tasks}/{thread}/schedstat")).ok();
        let Some(second) = threads.into_iter().find(|thread| *thread != self.pid).and_then(open) else { return };
        if numbers_of(Some(&second)).0 > 2 * numbers_of(self.schedule.as_ref()).0 {
            self.schedule = Some(second);
        }
    }

    pub fn start(&self) -> Lap {
        Lap { wall: Instant::now(), cpu: self.cpu(), wait: self.wait() }
    }

    pub fn since(&self, lap: &Lap) -> Spent {
        Spent { wall: lap.wall.elapsed(), cpu: self.cpu().saturating_sub(lap.cpu), wait: self.wait().saturating_sub(lap.wait) }
    }

    /// Processor time of all its threads.
    pub fn cpu(&self) -> Duration {
        let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a local; a clock whose process is gone only makes the call fail.
        let read = unsafe { libc::clock_gettime(self.clock, &raw mut now) };
        if read == 0 { Duration::new(now.tv_sec as u64, now.tv_nsec as u32) } else { Duration::ZERO }
    }

    /// Time its working thread stood in the queue of a core.
    fn wait(&self) -> Duration {
        Duration::from_nanos(numbers_of(self.schedule.as_ref()).1)
    }
}

/// Nanoseconds that a thread ran, and that it waited for a core.
fn numbers_of(schedule: Option<&File>) -> (u64, u64) {
    let read = || {
        let mut bytes = [0; 64];
        let length = schedule?.read_at(&mut bytes, 0).ok()?;
        let mut numbers = std::str::from_utf8(&bytes[..length]).ok()?.split(' ');
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    };
    read().unwrap_or_default()
}

/// A moment on all clocks.
pub struct Lap {
    pub wall: Instant,
    pub cpu: Duration,
    wait: Duration,
}

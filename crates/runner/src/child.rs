//! A child process on three pipes: lines in, lines out, everything bounded in time and size.
use crate::jail::{Bounds, Cause, Confinement, Core, Errand, Jail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::OFlags;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child as Process, ChildStderr, ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// No answer is longer.
pub const LONGEST_LINE: usize = 64 << 10;
/// As much of what a bot writes for people is kept, the latest.
const KEPT_TALK: usize = 64 << 10;
/// More than this is no talk but an attack.
const MOST_TALK: u64 = 64 << 20;
/// As much is read at once.
const CHUNK: usize = 16 << 10;
/// A child can die while another process holds its pipes open: we look that often.
const LOOK_AFTER: Duration = Duration::from_millis(200);

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The deadline passed.
    Deadline,
    /// The child closed its end, or died.
    Closed,
    /// Too many bytes without a newline.
    LongLine,
    /// A line that is not UTF-8.
    Garbled,
    /// Too much written for people.
    Flood,
}

/// A running program. Dropping it ends it and all that it started.
pub struct Child {
    process: Process,
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    lines: LineBuffer,
    talk: Talk,
    chunk: Box<[u8; CHUNK]>,
    ended: Option<ExitStatus>,
    /// What holds it. `None`: only its process group.
    jail: Option<Jail>,
    /// Where it runs, if nothing holds it.
    _core: Option<Core>,
    /// What it plays in, if nothing holds it and that was made for it.
    _keeps: Vec<Arc<tempfile::TempDir>>,
}

impl Child {
    /// Starts a program in a jail, or in a process group of its own if nothing is to hold it.
    pub fn spawn(errand: Errand, confinement: Confinement, bounds: Bounds) -> std::io::Result<Child> {
        let mut keeps = Vec::new();
        let (mut process, jail, core) = if confinement == Confinement::NONE {
            // A process starts on the cores of the thread that starts it.
            let core = Core::take();
            let errand = errand.apart()?;
            keeps = errand.keeps;
            let mut command = errand.command;
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
            (command.spawn()?, None, Some(core))
        } else {
            let (process, jail) = Jail::start(errand, confinement, bounds)?;
            (process, Some(jail), None)
        };
        let (stdin, stdout, stderr) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else { unreachable!("all three are piped") };
        rustix::fs::fcntl_setfl(&stdin, OFlags::NONBLOCK)?;
        rustix::fs::fcntl_setfl(&stdout, OFlags::NONBLOCK)?;
        rustix::fs::fcntl_setfl(&stderr, OFlags::NONBLOCK)?;
        let (lines, talk, chunk) = (LineBuffer::default(), Talk::default(), Box::new([0; CHUNK]));
        Ok(Child {
            process,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            lines,
            talk,
            chunk,
            ended: None,
            jail,
            _core: core,
            _keeps: keeps,
        })
    }

    /// The bot's own process.
    pub fn pid(&self) -> u32 {
        self.jail.as_ref().map_or(self.process.id(), Jail::pid)
    }

    pub fn jail(&self) -> Option<&Jail> {
        self.jail.as_ref()
    }

    /// Stops it and all that it started, if something holds it that can.
    pub fn freeze(&mut self) -> std::io::Result<()> {
        self.jail.as_mut().map_or(Ok(()), Jail::freeze)
    }

    /// Lets it go on. How much processor time it used while it was stopped.
    pub fn thaw(&mut self) -> std::io::Result<Duration> {
        self.jail.as_mut().map_or(Ok(Duration::ZERO), Jail::thaw)
    }

    /// Why its jail ended it, if that did.
    pub fn cause(&mut self) -> Option<Cause> {
        self.jail.as_mut()?.ending().1
    }

    /// Writes a line. A child that does not read cannot hold us beyond the deadline.
    pub fn send(&mut self, line: &str, deadline: Instant) -> Result<(), Silence> {
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else { return Err(Silence::Closed) };
            match stdin.write(rest) {
                Ok(sent) => rest = &rest[sent..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    // More than a pipe holds: it has to read meanwhile.
                    self.thaw().map_err(|_| Silence::Closed)?;
                    self.wait(deadline, true)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Silence::Closed),
            }
        }
        Ok(())
    }

    /// The next line, without its newline.
    pub fn receive(&mut self, deadline: Instant) -> Result<String, Silence> {
        loop {
            if let Some(line) = self.lines.line()? {
                return Ok(line);
            }
            // On a core that we share, the child has often answered by now: reading first saves a call.
            match self.stdout.read(&mut self.chunk[..]) {
                Ok(0) => return Err(Silence::Closed),
                Ok(read) => self.lines.push(&self.chunk[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => self.wait(deadline, false)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(Silence::Closed),
            }
        }
    }

    /// Sleeps until something can be read (or written), and takes in what was written for people.
    fn wait(&mut self, deadline: Instant, to_write: bool) -> Result<(), Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Silence::Deadline);
        }
        let (mut ready, mut talked) = self.poll(left.min(LOOK_AFTER), to_write);
        if !ready && !talked && self.has_ended() {
            // What it wrote last may have come just now.
            (ready, talked) = self.poll(Duration::ZERO, to_write);
            if !ready && !talked {
                return Err(Silence::Closed);
            }
        }
        if talked { self.listen() } else { Ok(()) }
    }

    /// Whether there is something to read (or room to write), and whether something was written for people.
    fn poll(&self, patience: Duration, to_write: bool) -> (bool, bool) {
        let timeout = Timespec { tv_sec: patience.as_secs() as i64, tv_nsec: i64::from(patience.subsec_nanos()) };
        let pipe = match &self.stdin {
            Some(stdin) if to_write => PollFd::new(stdin, PollFlags::OUT),
            _ => PollFd::new(&self.stdout, PollFlags::IN),
        };
        // An interrupted poll finds nothing; the caller looks again, and its deadline stands.
        match &self.stderr {
            Some(stderr) => {
                let mut watched = [pipe, PollFd::new(stderr, PollFlags::IN)];
                let _ = poll(&mut watched, Some(&timeout));
                (!watched[0].revents().is_empty(), !watched[1].revents().is_empty())
            }
            None => {
                let mut watched = [pipe];
                let _ = poll(&mut watched, Some(&timeout));
                (!watched[0].revents().is_empty(), false)
            }
        }
    }

    /// Takes in what was written for people, as far as it is there.
    fn listen(&mut self) -> Result<(), Silence> {
        // Bounded, so that a child that writes without end cannot keep us here.
        for _ in 0..64 {
            let Some(stderr) = &mut self.stderr else { return Ok(()) };
            match stderr.read(&mut self.chunk[..]) {
                Ok(0) => self.stderr = None,
                Ok(read) => self.talk.push(&self.chunk[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(_) => self.stderr = None,
            }
            if self.talk.total > MOST_TALK {
                return Err(Silence::Flood);
            }
        }
        Ok(())
    }

    /// What was written for people since last asked, safe to show.
    pub fn take_talk(&mut self) -> Option<String> {
        let _ = self.listen();
        (!self.talk.new.is_empty()).then(|| self.talk.take_new())
    }

    /// The last lines written for people.
    pub fn last_talk(&mut self, lines: usize) -> String {
        let _ = self.listen();
        let text = printable(&self.talk.kept.iter().copied().collect::<Vec<u8>>());
        let all: Vec<&str> = text.lines().collect();
        all[all.len().saturating_sub(lines)..].join("\n")
    }

    /// How the process ended, if it has; waits a moment for one that is just dying.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        while self.ended.is_none() {
            if self.has_ended() {
                self.kill();
            } else if Instant::now() >= deadline {
                break;
            } else {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.ended
    }

    /// Whether the process is over. It is not collected yet: until then its number, which is that of its group, stays its own.
    fn has_ended(&self) -> bool {
        let Some(pid) = Pid::from_raw(self.process.id() as i32).filter(|_| self.ended.is_none()) else { return true };
        matches!(waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT), Ok(Some(_)))
    }

    /// Ends the process and its group, or all that is in its jail, at once and for sure.
    pub fn kill(&mut self) {
        self.stdin = None;
        if self.ended.is_some() {
            return;
        }
        if let Some(jail) = &mut self.jail {
            jail.kill();
            let ended = jail.ending().0;
            let launcher = if jail.is_empty() { self.process.wait() } else { self.process.kill().and_then(|()| self.process.wait()) };
            self.ended = ended.or(launcher.ok());
            return;
        }
        if let Some(group) = Pid::from_raw(self.process.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.process.kill();
        self.ended = self.process.wait().ok();
    }

    /// Says that nothing more will come: an honest program ends by itself then.
    pub fn close(&mut self) {
        self.stdin = None;
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
    }
}

/// `exit code 3`, `killed by signal 11 (SIGSEGV)`.
pub fn describe(status: ExitStatus) -> String {
    const NAMES: &[(i32, &str)] = &[
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (13, "SIGPIPE"),
        (15, "SIGTERM"),
        (24, "SIGXCPU"),
        (31, "SIGSYS"),
    ];
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("ended with exit code {code}"),
        (None, Some(signal)) => match NAMES.iter().find(|(number, _)| *number == signal) {
            Some((_, name)) => format!("was killed by signal {signal} ({name})"),
            None => format!("was killed by signal {signal}"),
        },
        (None, None) => "ended".into(),
    }
}

/// Bytes as text that cannot do anything to a terminal.
pub fn printable(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// Lines out of chunks.
#[derive(Default)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    /// Where the unread part starts.
    start: usize,
    /// No newline before this place.
    searched: usize,
}

impl LineBuffer {
    pub fn push(&mut self, chunk: &[u8]) {
        if self.start == self.bytes.len() {
            self.bytes.clear();
            (self.start, self.searched) = (0, 0);
        }
        self.bytes.extend_from_slice(chunk);
    }

    /// How many bytes it holds on to, read or not.
    pub fn kept(&self) -> usize {
        self.bytes.len()
    }

    /// The next whole line, if there is one.
    pub fn line(&mut self) -> Result<Option<String>, Silence> {
        let Some(length) = self.bytes[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.bytes.len();
            return if self.bytes.len() - self.start > LONGEST_LINE { Err(Silence::LongLine) } else { Ok(None) };
        };
        let end = self.searched + length;
        let line = &self.bytes[self.start..end];
        let read = if line.len() > LONGEST_LINE {
            Err(Silence::LongLine)
        } else {
            std::str::from_utf8(line).map(|text| Some(text.to_string())).map_err(|_| Silence::Garbled)
        };
        (self.start, self.searched) = (end + 1, end + 1);
        if self.start > 4 * LONGEST_LINE {
            self.bytes.drain(..self.start);
            (self.start, self.searched) = (0, 0);
        }
        read
    }
}

/// What a bot wrote for people.
#[derive(Default)]
struct Talk {
    kept: VecDeque<u8>,
    new: Vec<u8>,
    total: u64,
}

impl Talk {
    fn push(&mut self, chunk: &[u8]) {
        self.total += chunk.len() as u64;
        self.kept.extend(chunk);
        let over = self.kept.len().saturating_sub(KEPT_TALK);
        self.kept.drain(..over);
        let room = KEPT_TALK.saturating_sub(self.new.len()).min(chunk.len());
        self.new.extend_from_slice(&chunk[..room]);
    }

    fn take_new(&mut self) -> String {
        printable(&std::mem::take(&mut self.new))
    }
}

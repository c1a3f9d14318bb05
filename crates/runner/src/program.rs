//! A bot in a process of its own, asked over the protocol.
use crate::bot::{Answer, Bot, Cost, PlatformFault, Time};
use crate::child::{Child, Silence, describe};
use crate::clock::{Clock, Lap, Spent, Watch};
use crate::jail::{self, Bounds, Cause, Confinement, Errand, Ground};
use crate::protocol::{HostError, Message, PROTOCOL, Reply};
use games::tape::Isolation;
use games::{AnyGame, Belief, Entry, Foul, FoulKind, Json, Seat};
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, Instant};

/// After so many requests in a row without an answer a bot is not waited for any more.
const MOST_VOIDS: u32 = 10;
/// Legal actions are listed for a bot if there are at most so many.
const MOST_CHOICES: usize = 64;
/// Lines of a bot's own output that a fault report shows.
const SHOWN_LINES: usize = 40;
/// A program that was told the game is over may tidy up so long.
const FAREWELL: Duration = Duration::from_millis(200);

/// What a program may use, beside its time per game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grants {
    pub clock: Clock,
    /// To become ready.
    pub startup: Duration,
    /// For `series` and `start`, each.
    pub prepare: Duration,
    /// Memory of all its processes together, in bytes.
    pub memory: Option<u64>,
    /// What it may write to disk, in bytes.
    pub disk: u64,
    /// Processes and threads.
    pub processes: u64,
    /// What holds it. `None`: what holds all bots of this program.
    pub confinement: Option<Confinement>,
    /// Whether it is stopped while others think. Only a jail can do that.
    pub frozen: bool,
}

/// More processor time than this while it was stopped is no accident.
const MOST_OVERTIME: Duration = Duration::from_millis(10);

/// Where a bot's own output goes while it plays: its name, the turn, the text.
pub type Listener = Box<dyn FnMut(&str, u64, &str) + Send>;

/// A bot in a process of its own.
pub struct Program {
    name: String,
    seats: &'static [&'static str],
    grants: Grants,
    confinement: Confinement,
    state: State,
    acknowledges: bool,
    nonces: Nonces,
    /// Requests that ran out of time: their answers may still come, and do not count.
    void: VecDeque<u64>,
    voids_in_a_row: u32,
    turn: u64,
    /// Its processor time when its memory was last looked at.
    looked: Duration,
    /// The most memory it was seen to hold.
    peak: Option<u64>,
    listener: Option<Listener>,
}

enum State {
    Alive {
        child: Box<Child>,
        watch: Watch,
    },
    /// What ended it. Every further question has the same answer.
    Gone(Foul),
}

impl Program {
    /// Starts a program and waits until it is ready. One that does not become ready is a bot all the same: its fault shows
    /// when it is asked.
    pub fn start(
        name: &str,
        errand: impl Into<Errand>,
        entry: &'static Entry,
        config: &Json,
        grants: Grants,
        listener: Option<Listener>,
    ) -> Result<Program, PlatformFault> {
        let confinement = grants.confinement.map_or_else(jail::chosen, Ok)?;
        let Grants { memory, disk, processes, .. } = grants;
        let bounds = Bounds { memory, disk, processes, cpu: None, network: false };
        let child = Child::spawn(errand.into(), confinement, bounds);
        let child = child.map_err(|error| PlatformFault(format!("{name} cannot be started: {error}")))?;
        if let (Confinement::NONE, Some(memory), Some(pid)) = (confinement, memory, rustix::process::Pid::from_raw(child.pid() as i32)) {
            // A coarse fence only: the exact limit is judged by what is resident.
            let fence = rustix::process::Rlimit { current: Some(memory * 4), maximum: Some(memory * 4) };
            let _ = rustix::process::prlimit(Some(pid), rustix::process::Resource::Data, fence);
        }
        let watch = Watch::on(child.pid());
        let mut program = Program {
            name: name.into(),
            seats: entry.seat_names,
            grants,
            confinement,
            state: State::Alive { child: Box::new(child), watch },
            acknowledges: false,
            nonces: Nonces::default(),
            void: VecDeque::new(),
            voids_in_a_row: 0,
            turn: 0,
            looked: Duration::ZERO,
            peak: None,
            listener,
        };
        let hello = Message::Hello { protocol: PROTOCOL, game: entry.name, rules: entry.rules, config, name };
        if let Err(foul) = program.greet(&hello.line()).map_err(clean) {
            let kind = if matches!(foul.kind, FoulKind::Memory | FoulKind::Disk) { foul.kind } else { FoulKind::Startup };
            program.give_up(Foul { kind, ..foul });
        }
        program.relay();
        program.rest()?;
        Ok(program)
    }

    fn greet(&mut self, hello: &str) -> Result<(), Foul> {
        let State::Alive { child, watch } = &mut self.state else { return Ok(()) };
        let lap = watch.start();
        let granted = self.grants.startup;
        let mut pace = Pace::new(granted, self.grants.clock);
        let sent = child.send(hello, pace.hard);
        let line = sent.and_then(|()| {
            loop {
                match child.receive(pace.next) {
                    Err(Silence::Deadline) if pace.extends(watch.since(&lap)) => {}
                    other => break other,
                }
            }
        });
        let line =
            line.map_err(|silence| silence_foul(child, silence, &format!("did not become ready in {:.1} s", granted.as_secs_f64())))?;
        match serde_json::from_str::<Reply<'_>>(&line) {
            Ok(Reply { error: Some(error), .. }) => Err(host_foul(error)),
            Ok(Reply { ready: Some(ready), .. }) => {
                self.acknowledges = ready.acknowledges;
                watch.follow();
                let worked = watch.cpu();
                self.check_memory(worked)
            }
            _ => {
                let why = format!("answered {} instead of {{\"ready\":{{}}}}", shortened(&line));
                let said = more_lines(child);
                Err(Foul { detail: (!said.is_empty()).then_some(said), ..Foul::new(FoulKind::Startup, why) })
            }
        }
    }

    /// Nobody thinks while others do.
    fn rest(&mut self) -> Result<(), PlatformFault> {
        let State::Alive { child, .. } = &mut self.state else { return Ok(()) };
        if !self.grants.frozen {
            return Ok(());
        }
        child.freeze().map_err(|error| PlatformFault(format!("{}: {error}", self.name)))
    }

    /// Wakes it. One that used its processor meanwhile is done.
    fn wake(&mut self) -> Result<(), Foul> {
        let State::Alive { child, .. } = &mut self.state else { return Ok(()) };
        let overtime = child.thaw().unwrap_or_default();
        if overtime <= MOST_OVERTIME {
            return Ok(());
        }
        let why = format!("used {:.3} s of the processor while it was stopped", overtime.as_secs_f64());
        let foul = Foul::new(FoulKind::Thinking, why);
        self.give_up(foul.clone());
        Err(foul)
    }

    /// What ended it, if it is not there any more.
    pub fn gone(&self) -> Option<&Foul> {
        match &self.state {
            State::Alive { .. } => None,
            State::Gone(foul) => Some(foul),
        }
    }

    fn give_up(&mut self, foul: Foul) {
        if let State::Alive { child, .. } = &mut self.state {
            child.kill();
            self.relay();
            self.state = State::Gone(foul);
        }
    }

    /// Asks, and waits for the answer to this question. `read` takes what is in it.
    fn ask(
        &mut self,
        nonce: u64,
        line: &str,
        left: Duration,
        read: impl FnOnce(&Reply<'_>) -> Result<(), Foul>,
    ) -> Result<Answer, PlatformFault> {
        let mut belief: Option<Result<Belief, String>> = None;
        let mut note = None;
        // The question lies in the pipe before it wakes.
        let sent = match &mut self.state {
            State::Alive { child, .. } => child.send(line, Pace::new(left, self.grants.clock).hard),
            State::Gone(foul) => return Ok(Answer::new(Err(foul.clone()), Cost::default())),
        };
        // Its clocks are read before it wakes: on a busy core it may work before we are let on.
        let (mut lap, tree) = match &self.state {
            State::Alive { child, watch } => (watch.start(), tree_time(child)),
            State::Gone(foul) => return Ok(Answer::new(Err(foul.clone()), Cost::default())),
        };
        let woken = self.wake();
        lap.wall = Instant::now();
        let (child, watch) = match &mut self.state {
            State::Alive { child, watch } => (child, watch),
            State::Gone(foul) => return Ok(Answer::new(woken.and(Err(foul.clone())), Cost::default())),
        };
        let mut pace = Pace::new(left, self.grants.clock);
        let unread = sent == Err(Silence::Deadline);
        let outcome = sent.and_then(|()| {
            loop {
                match child.receive(pace.next) {
                    Err(Silence::Deadline) if pace.extends(since(watch, &lap, child, tree)) => {}
                    Ok(line) if is_void(&mut self.void, &line) => {}
                    other => break other,
                }
            }
        });
        let mut spent = watch.since(&lap);
        if self.grants.frozen && !matches!(outcome, Err(Silence::Closed)) {
            child.freeze().map_err(|error| PlatformFault(format!("{}: {error}", self.name)))?;
        }
        // Its children work for it too.
        spent.cpu = spent.cpu.max(tree_time(child).saturating_sub(tree));
        let mut cost = Cost { charged: spent.charge(self.grants.clock), spent: Some(spent), peak: None };
        let verdict = match outcome {
            Ok(text) => {
                self.voids_in_a_row = 0;
                let mut answered = false;
                let verdict = judge(&text, nonce, |reply| {
                    answered = true;
                    if let Some(error) = reply.error.take() {
                        return Err(host_foul(error));
                    }
                    belief = reply.belief.take().map(|text| serde_json::from_str(text.get()).map_err(|error| error.to_string()));
                    note = reply.note.take();
                    read(reply)
                });
                if !answered {
                    self.call_off(nonce);
                }
                verdict
            }
            Err(Silence::Deadline) if unread => {
                // Half of a request is in the pipe: nothing that follows could be understood.
                let foul = silence_foul(child, Silence::Deadline, "does not read what it is sent");
                self.give_up(foul.clone());
                Err(foul)
            }
            Err(Silence::Deadline) => {
                self.call_off(nonce);
                self.voids_in_a_row += 1;
                let why = format!("no answer after {:.3} s, {:.3} s were left", cost.charged.as_secs_f64(), left.as_secs_f64());
                let foul = Foul::new(FoulKind::Late, why);
                if self.voids_in_a_row >= MOST_VOIDS {
                    self.give_up(Foul::new(FoulKind::Late, format!("stopped after {MOST_VOIDS} requests in a row without an answer")));
                }
                Err(foul)
            }
            Err(silence) => {
                let foul = silence_foul(child, silence, "");
                self.give_up(foul.clone());
                Err(foul)
            }
        };
        let verdict = verdict.and_then(|()| self.check_memory(lap.cpu + spent.cpu)).map_err(clean);
        if let (Some(note), Some(listener)) = (note, &mut self.listener) {
            listener(&self.name, self.turn, &crate::child::printable(note.as_bytes()));
        }
        self.relay();
        cost.peak = self.peak;
        let belief = belief.and_then(|belief| belief.map_err(|why| self.disbelieve(&why)).ok());
        Ok(Answer { verdict, cost, belief })
    }

    /// A belief that is none is left out. Its author is told, and nothing else comes of it.
    fn disbelieve(&mut self, why: &str) {
        if let Some(listener) = &mut self.listener {
            listener(&self.name, self.turn, &crate::child::printable(format!("its belief is left out: {why}").as_bytes()));
        }
    }

    /// The answer to this request may still come, and will not count.
    fn call_off(&mut self, nonce: u64) {
        self.void.push_back(nonce);
        if self.void.len() > 2 * MOST_VOIDS as usize {
            self.void.pop_front();
        }
    }

    /// Looking at memory costs more than a quick move. Memory does not fill itself, so we look when the program has worked a while.
    fn check_memory(&mut self, worked: Duration) -> Result<(), Foul> {
        let (Some(granted), State::Alive { child, .. }) = (self.grants.memory, &self.state) else { return Ok(()) };
        let counted = child.jail().is_some_and(|jail| jail.confinement().cgroup);
        if worked < self.looked + Duration::from_millis(1) {
            return Ok(());
        }
        self.looked = worked;
        self.peak = peak_memory(child.pid()).or(self.peak);
        let Some(peak) = self.peak.filter(|peak| *peak > granted && !counted) else { return Ok(()) };
        let foul = Foul::new(FoulKind::Memory, format!("used {} MB, {} MB are granted", peak >> 20, granted >> 20));
        self.give_up(foul.clone());
        Err(foul)
    }

    /// Passes on what the bot wrote for people.
    fn relay(&mut self) {
        if let (State::Alive { child, .. }, Some(listener)) = (&mut self.state, &mut self.listener)
            && let Some(text) = child.take_talk()
        {
            listener(&self.name, self.turn, &text);
        }
    }

    /// Tells a program that wants to be asked; others are only told.
    fn prepare(&mut self, nonce: u64, line: &str) -> Result<Answer, PlatformFault> {
        if self.acknowledges {
            return self.ask(nonce, line, self.grants.prepare, |_| Ok(()));
        }
        let verdict = match &mut self.state {
            State::Gone(foul) => Err(foul.clone()),
            State::Alive { child, .. } => {
                let sent = child.send(line, Instant::now() + self.grants.prepare);
                sent.map_err(|silence| silence_foul(child, silence, "does not read what it is sent"))
            }
        };
        if let Err(foul) = &verdict {
            self.give_up(foul.clone());
        }
        self.rest()?;
        Ok(Answer::new(verdict, Cost::default()))
    }
}

impl Bot for Program {
    fn prepare_for_series(&mut self) -> Result<Answer, PlatformFault> {
        let nonce = self.nonces.next();
        self.prepare(nonce, &Message::Series { nonce, left_ms: prepare_ms(&self.grants) }.line())
    }

    fn prepare_for_match(&mut self, game: &dyn AnyGame, seat: Seat, seed: u64) -> Result<Answer, PlatformFault> {
        self.turn = 0;
        let nonce = self.nonces.next();
        let left_ms = prepare_ms(&self.grants);
        let message =
            Message::Start { nonce, left_ms, seat, seats: self.seats, brief: game.brief(), observation: game.observe(seat), seed };
        self.prepare(nonce, &message.line())
    }

    fn decide(&mut self, game: &mut dyn AnyGame, seat: Seat, time: &Time) -> Result<Answer, PlatformFault> {
        let left = time.left;
        self.turn += 1;
        let nonce = self.nonces.next();
        let left_ms = (left < Duration::MAX).then_some(left.as_secs_f64() * 1e3);
        let (observation, legal) = (game.observe(seat), game.short_list(seat, MOST_CHOICES));
        let line = Message::Turn { nonce, number: self.turn, seat, left_ms, clocks_ms: time.clocks_ms, observation, legal }.line();
        let mut answer = self.ask(nonce, &line, left, |reply| match reply.action {
            Some(action) => game.propose(seat, action.get()),
            None => Err(Foul::new(FoulKind::Unreadable, "the answer holds no action")),
        })?;
        if let Some(Err(doubt)) = answer.belief.as_ref().map(|belief| game.doubt(belief)) {
            self.disbelieve(&doubt.0);
            answer.belief = None;
        }
        Ok(answer)
    }

    fn match_over(&mut self, game: &dyn AnyGame, seat: Seat) -> Result<(), PlatformFault> {
        let State::Alive { child, .. } = &mut self.state else { return Ok(()) };
        let message =
            Message::Over { seat, payoffs: game.payoffs(), points: game.points(), reason: game.reason(), observation: game.observe(seat) };
        let _ = child.send(&message.line(), Instant::now() + FAREWELL);
        Ok(())
    }

    fn isolation(&self) -> Option<Isolation> {
        Some(isolation(self.confinement))
    }
}

/// What a tape says of a program's confinement.
fn isolation(confinement: Confinement) -> Isolation {
    let Confinement { landlock, seccomp, cgroup, .. } = confinement;
    Isolation {
        level: confinement.level().name().into(),
        landlock: if landlock { Ground::proven().landlock } else { 0 },
        seccomp,
        cgroup: if cgroup { Ground::proven().cgroup.map(String::from) } else { None },
        kernel: jail::kernel(),
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let State::Alive { child, .. } = &mut self.state {
            child.close();
            let _ = child.thaw();
            child.end(FAREWELL);
            self.relay();
        }
    }
}

/// Processor time of all that is in its jail.
fn tree_time(child: &Child) -> Duration {
    child.jail().map_or(Duration::ZERO, jail::Jail::processor_time)
}

fn since(watch: &Watch, lap: &Lap, child: &Child, tree: Duration) -> Spent {
    let spent = watch.since(lap);
    Spent { cpu: spent.cpu.max(tree_time(child).saturating_sub(tree)), ..spent }
}

fn prepare_ms(grants: &Grants) -> f64 {
    grants.prepare.as_secs_f64() * 1e3
}

/// When to look at the clock again. The wall alone judges nobody but at the far end.
struct Pace {
    left: Duration,
    clock: Clock,
    next: Instant,
    hard: Instant,
}

impl Pace {
    fn new(left: Duration, clock: Clock) -> Pace {
        let now = Instant::now();
        let left = left.min(Duration::from_secs(1 << 20));
        let hard = if clock == Clock::Wall { left } else { left * 3 + Duration::from_secs(1) };
        Pace { left, clock, next: now + left, hard: now + hard }
    }

    /// Whether there is time left after all; if so, until when.
    fn extends(&mut self, spent: Spent) -> bool {
        let now = Instant::now();
        let unused = self.left.saturating_sub(spent.charge(self.clock));
        if unused.is_zero() || now >= self.hard {
            return false;
        }
        self.next = (now + unused.max(Duration::from_micros(200))).min(self.hard);
        true
    }
}

/// Whether this line answers a request that was called off. Each has one answer at most.
fn is_void(void: &mut VecDeque<u64>, line: &str) -> bool {
    if void.is_empty() {
        return false;
    }
    let answered = serde_json::from_str::<Reply<'_>>(line).ok().and_then(|reply| reply.nonce);
    let Some(place) = answered.and_then(|nonce| void.iter().position(|other| *other == nonce)) else { return false };
    void.remove(place);
    true
}

fn judge(text: &str, nonce: u64, read: impl FnOnce(&mut Reply<'_>) -> Result<(), Foul>) -> Result<(), Foul> {
    let reply: Reply<'_> = serde_json::from_str(text)
        .map_err(|error| Foul::new(FoulKind::Unreadable, format!("{} is not an answer: {error}", shortened(text))))?;
    match reply {
        Reply { nonce: Some(given), .. } if given != nonce => {
            Err(Foul::new(FoulKind::Unreadable, format!("an answer with nonce {given} to the request with nonce {nonce}")))
        }
        Reply { nonce: None, .. } => Err(Foul::new(FoulKind::Unreadable, format!("{} lacks the nonce of the request", shortened(text)))),
        mut reply => read(&mut reply),
    }
}

fn host_foul(error: HostError) -> Foul {
    Foul { kind: error.kind, why: error.why, detail: error.detail }
}

/// What a bot said can stand in a report. Nothing in it moves a cursor.
fn clean(foul: Foul) -> Foul {
    let text = |text: String| crate::child::printable(text.as_bytes());
    Foul { kind: foul.kind, why: text(foul.why), detail: foul.detail.map(text) }
}

fn silence_foul(child: &mut Child, silence: Silence, late: &str) -> Foul {
    let (kind, why) = match silence {
        Silence::Deadline => (FoulKind::Late, late.to_string()),
        Silence::Closed => {
            let ended = child.end(Duration::from_millis(100)).map_or_else(|| "closed its output".into(), describe);
            match child.cause() {
                Some(Cause::Memory { used, granted }) => {
                    (FoulKind::Memory, format!("used {} MB, {} MB are granted", used >> 20, granted >> 20))
                }
                Some(Cause::Disk { used, granted }) => {
                    (FoulKind::Disk, format!("wrote {} MB, {} MB are granted", used >> 20, granted >> 20))
                }
                Some(Cause::Clutter(why)) => (FoulKind::Disk, why),
                Some(Cause::NoProgram(why)) => (FoulKind::Crash, format!("the program cannot be executed: {why}")),
                None => (FoulKind::Crash, format!("the program {ended}")),
            }
        }
        Silence::LongLine => (FoulKind::Flood, format!("more than {} bytes without a newline", crate::child::LONGEST_LINE)),
        Silence::Garbled => (FoulKind::Unreadable, "the answer is not UTF-8".into()),
        Silence::Flood => (FoulKind::Flood, "more than 64 MiB written to standard error".into()),
    };
    let talk = child.last_talk(SHOWN_LINES);
    Foul { kind, why, detail: (!talk.is_empty()).then_some(talk) }
}

/// What else it says: a virtual machine that breaks tells why on its standard output.
fn more_lines(child: &mut Child) -> String {
    let soon = Instant::now() + Duration::from_millis(200);
    let lines: Vec<String> = (0..SHOWN_LINES).map_while(|_| child.receive(soon).ok()).collect();
    lines.join("\n")
}

fn shortened(text: &str) -> String {
    let text = crate::child::printable(text.as_bytes());
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The most memory a process ever held, in bytes.
fn peak_memory(pid: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Numbers that a bot cannot guess, so that no answer comes before its question.
struct Nonces {
    keys: RandomState,
    count: u64,
}

impl Default for Nonces {
    fn default() -> Nonces {
        Nonces { keys: RandomState::new(), count: 0 }
    }
}

impl Nonces {
    fn next(&mut self) -> u64 {
        self.count += 1;
        self.keys.hash_one(self.count) >> 11
    }
}

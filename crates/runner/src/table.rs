//! One game: nature draws, the seats decide, everything is checked once at the door and recorded.
use crate::bot::{Answer, Bot, Cost, PlatformFault, Time};
use crate::clock::Spent;
use crate::limits::Limits;
use crate::news::News;
use games::tape::{ActLine, ChanceLine, Entrant, FORMAT, ForfeitLine, Header, Ledger, Line, Over, Parent, Replay, TapeError};
use games::{AnyGame, ConfigError, Entry, Foul, FoulKind, Json, Luck, PerSeat, Seat, SeatSet, Tape, Turn};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// What of a game goes on tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    Nothing,
    /// Outcomes and actions: equal command lines give equal bytes.
    Moves,
    /// And the clock, which is different each time.
    Times,
}

/// A game with its settings, ready to be played any number of times.
pub struct Table {
    pub entry: &'static Entry,
    /// Every setting written out.
    pub config: Json,
    pub limits: Limits,
    pub record: Record,
}

/// An entrant in a chair.
pub struct Chair<'a> {
    pub name: &'a str,
    pub bot: &'a mut dyn Bot,
    /// For the bot's own dice.
    pub seed: u64,
}

/// What makes a game more than two bots in a room.
#[derive(Default)]
pub struct Staging<'a> {
    /// The beginning of the game, from a tape.
    pub past: Option<Past<'a>>,
    /// Whoever wants to hear of every line at once.
    pub onlooker: Option<Sender<News>>,
}

/// A recorded game to go on from. All its luck is this game's too.
pub struct Past<'a> {
    pub tape: &'a Tape,
    pub parent: Parent,
}

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    pub over: Over,
    pub decisions: u64,
    pub fouls: Vec<(Seat, Foul)>,
    pub tape: Option<Tape>,
}

impl Table {
    /// Checks the configuration, a JSON object; missing keys have their defaults.
    pub fn new(entry: &'static Entry, config: &str) -> Result<Table, ConfigError> {
        Ok(Table { entry, config: entry.settings(config)?, limits: Limits::of(entry.name), record: Record::Nothing })
    }

    /// Plays one game. One chair a seat is the caller's promise.
    pub fn play(&self, luck: Luck, chairs: &mut [Chair<'_>]) -> Result<Played, PlatformFault> {
        self.stage(luck, chairs, Staging::default())
    }

    /// The same with a past, or before somebody's eyes. That the tape of the past replays, and is of this table, is the caller's promise.
    pub fn stage(&self, luck: Luck, chairs: &mut [Chair<'_>], staging: Staging<'_>) -> Result<Played, PlatformFault> {
        assert_eq!(chairs.len(), self.entry.seats, "one chair a seat");
        let game = self.entry.open(self.config.get()).expect("the configuration was checked");
        let clocks = chairs.iter().map(|_| SeatClock::default()).collect();
        let Staging { past, onlooker } = staging;
        let seed = past.as_ref().map_or(Some(luck.seed()), |past| past.tape.header.seed);
        let parent = past.as_ref().map(|past| past.parent.clone());
        let mut sitting = Sitting {
            table: self,
            luck,
            chairs,
            game,
            clocks,
            lines: Vec::new(),
            fouls: Vec::new(),
            chances: 0,
            decisions: 0,
            absent: None,
            seed,
            parent,
            onlooker,
        };
        sitting.announce(|sitting| News::Begin(sitting.header()));
        if let Some(past) = past {
            sitting.rehearse(&past)?;
        }
        sitting.run()
    }
}

#[derive(Default)]
struct SeatClock {
    used: Duration,
    fouls: u32,
}

/// A game while it is played.
struct Sitting<'t, 'c, 'b> {
    table: &'t Table,
    luck: Luck,
    chairs: &'c mut [Chair<'b>],
    game: Box<dyn AnyGame>,
    clocks: Vec<SeatClock>,
    lines: Vec<Line>,
    fouls: Vec<(Seat, Foul)>,
    chances: u64,
    decisions: u64,
    /// Those who were not ready when they were told that the game begins.
    absent: Option<Vec<(Seat, Foul)>>,
    /// What the tape says of its luck: nothing, if it goes on from a tape that says nothing.
    seed: Option<u64>,
    parent: Option<Parent>,
    onlooker: Option<Sender<News>>,
}

impl Sitting<'_, '_, '_> {
    fn run(mut self) -> Result<Played, PlatformFault> {
        loop {
            match self.game.turn() {
                Turn::Chance => self.chance(),
                Turn::Act(seats) => {
                    if self.absent.is_none() {
                        self.welcome()?;
                    }
                    let absent = self.call_the_roll();
                    if absent.is_empty() {
                        self.act(seats)?;
                    } else {
                        self.game.forfeit(absent.iter().map(|(seat, _)| *seat).collect());
                        self.write(Line::Forfeit(ForfeitLine { forfeit: absent }));
                    }
                }
                Turn::Over => return self.finish(),
            }
        }
    }

    fn recording(&self) -> bool {
        self.table.record != Record::Nothing || self.onlooker.is_some()
    }

    /// Whoever does not listen any more misses nothing: the game goes on.
    fn announce(&self, news: impl FnOnce(&Self) -> News) {
        if let Some(onlooker) = &self.onlooker {
            let _ = onlooker.send(news(self));
        }
    }

    fn write(&mut self, line: Line) {
        self.announce(|_| News::Line(line.clone()));
        self.lines.push(line);
    }

    /// Plays the past once more. The bots are asked what was asked then, so that they know what they would know; the answers are those on
    /// tape.
    fn rehearse(&mut self, past: &Past<'_>) -> Result<(), PlatformFault> {
        let unfit = |error: TapeError| PlatformFault(format!("the tape to go on from: {error}"));
        let mut replay = past.tape.replay_at(self.table.entry).map_err(unfit)?;
        while replay.decisions() < past.parent.turn || replay.game().turn() == Turn::Chance {
            if let Turn::Act(seats) = replay.game().turn() {
                if self.absent.is_none() {
                    self.absent = Some(greet(self.chairs, replay.game())?);
                }
                for seat in seats.iter() {
                    self.question(&mut replay, seat)?;
                }
            }
            let line = replay.upcoming().cloned();
            if !replay.step().map_err(unfit)? {
                break;
            }
            line.into_iter().for_each(|line| self.write(line));
        }
        (self.chances, self.decisions) = (replay.chances(), replay.decisions());
        self.game = replay.into_game();
        Ok(())
    }

    /// A question whose answer does not count.
    fn question(&mut self, replay: &mut Replay<'_>, seat: Seat) -> Result<(), PlatformFault> {
        let bot = &mut *self.chairs[seat.index()].bot;
        if bot.rehearses() {
            let left = self.table.limits.left(Duration::ZERO, replay.game().length(replay.decisions()));
            let clocks_ms = self.table.limits.game.map(|game| PerSeat::new(self.clocks.len(), |_| milliseconds(game)));
            bot.decide(replay.game_mut(), seat, &Time { left, clocks_ms })?;
        }
        Ok(())
    }

    fn chance(&mut self) {
        let recording = self.recording();
        if let Some(chance) = self.game.roll(&mut self.luck.nature(self.chances), recording) {
            self.write(Line::Chance(ChanceLine { chance }));
        }
        self.chances += 1;
    }

    /// Tells all bots that the game begins here.
    fn welcome(&mut self) -> Result<(), PlatformFault> {
        self.absent = Some(greet(self.chairs, &*self.game)?);
        Ok(())
    }

    /// A bot that is not ready loses at once where the game says so. Any other foul costs nothing yet: the bot will be asked all the same.
    fn call_the_roll(&mut self) -> Vec<(Seat, Foul)> {
        let absent = self.absent.as_mut().map(std::mem::take).unwrap_or_default();
        self.fouls.extend(absent.iter().cloned());
        if self.table.limits.must_start { absent } else { Vec::new() }
    }

    fn act(&mut self, seats: SeatSet) -> Result<(), PlatformFault> {
        let mut line = ActLine::default();
        let mut losers = SeatSet::EMPTY;
        for seat in seats.iter() {
            let Answer { verdict, cost, belief } = self.ask(seat)?;
            line.belief.extend(belief.map(|belief| (seat, belief)));
            if self.table.record == Record::Times {
                line.ms.push(milliseconds(cost.charged));
                line.ledger.extend(cost.spent.map(|spent| (seat, ledger(spent, cost.peak))));
            }
            if let Err(foul) = verdict {
                if !self.game.substitute(seat, &mut self.luck.fallback(seat.0, self.decisions)) {
                    losers = losers.with(seat);
                }
                self.clocks[seat.index()].fouls += 1;
                self.fouls.push((seat, foul.clone()));
                line.foul.push((seat, foul));
            }
        }
        if self.recording() {
            let mut held = self.game.held();
            line.act = seats.iter().map(|seat| (seat, take(&mut held, seat).filter(|_| !losers.contains(seat)))).collect();
            self.write(Line::Act(line));
        }
        if losers.is_empty() {
            self.game.play();
        } else {
            self.game.forfeit(losers);
        }
        self.decisions += 1;
        Ok(())
    }

    /// One decision of one seat, judged by the rules and by the clock.
    fn ask(&mut self, seat: Seat) -> Result<Answer, PlatformFault> {
        let (limits, clock) = (&self.table.limits, &self.clocks[seat.index()]);
        if limits.fouls.is_some_and(|most| clock.fouls >= most) {
            let why = format!("{} fouls: the rules play for this seat to the end", clock.fouls);
            return Ok(Answer::new(Err(Foul::new(FoulKind::Benched, why)), Cost::default()));
        }
        let left = limits.left(clock.used, self.game.length(self.decisions));
        let clocks = &self.clocks;
        let clocks_ms =
            limits.game.map(|game| PerSeat::new(clocks.len(), |seat| milliseconds(game.saturating_sub(clocks[seat.index()].used))));
        let mut answer = self.chairs[seat.index()].bot.decide(&mut *self.game, seat, &Time { left, clocks_ms })?;
        let charged = answer.cost.charged;
        self.clocks[seat.index()].used += charged;
        if charged > left && answer.verdict.is_ok() {
            let why = format!("took {:.3} s, {:.3} s were left", charged.as_secs_f64(), left.as_secs_f64());
            answer.verdict = Err(Foul::new(FoulKind::Late, why));
        }
        Ok(answer)
    }

    fn finish(mut self) -> Result<Played, PlatformFault> {
        for (seat, chair) in Seat::first(self.table.entry.seats).zip(&mut *self.chairs) {
            chair.bot.match_over(&*self.game, seat)?;
        }
        let mut over = Over::of(&*self.game);
        if self.table.record == Record::Times {
            over.clock_ms = Some(PerSeat::new(self.clocks.len(), |seat| milliseconds(self.clocks[seat.index()].used)));
        }
        self.announce(|_| News::Over(over.clone()));
        let tape = self.recording().then(|| Tape { header: self.header(), lines: std::mem::take(&mut self.lines), over: over.clone() });
        Ok(Played { over, decisions: self.decisions, fouls: self.fouls, tape })
    }

    fn header(&self) -> Header {
        let Table { entry, config, .. } = self.table;
        let seats = self.chairs.iter().map(|chair| Entrant { isolation: chair.bot.isolation(), ..Entrant::new(chair.name) }).collect();
        Header {
            tape: FORMAT,
            game: entry.name.into(),
            rules: entry.rules,
            config: config.clone(),
            seed: self.seed,
            seats,
            parent: self.parent.clone(),
        }
    }
}

/// Tells all bots that the game begins; says who is not ready.
fn greet(chairs: &mut [Chair<'_>], game: &dyn AnyGame) -> Result<Vec<(Seat, Foul)>, PlatformFault> {
    let mut absent = Vec::new();
    for (seat, chair) in Seat::first(chairs.len()).zip(chairs) {
        if let Err(foul) = chair.bot.prepare_for_match(game, seat, chair.seed)?.verdict {
            absent.push((seat, foul));
        }
    }
    Ok(absent)
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn ledger(spent: Spent, peak: Option<u64>) -> Ledger {
    let peak_mb = peak.map(|bytes| (bytes >> 10) as f64 / 1024.0).map(|mb| (mb * 10.0).round() / 10.0);
    Ledger { wall: milliseconds(spent.wall), cpu: milliseconds(spent.cpu), wait: milliseconds(spent.wait), peak_mb }
}

fn take(held: &mut Vec<(Seat, Json)>, seat: Seat) -> Option<Json> {
    let found = held.iter().position(|(held, _)| *held == seat)?;
    Some(held.swap_remove(found).1)
}

//! What is on: a reel, where in it we are, through whose eyes we look, and what keys do about it.
use super::pick::Pick;
use games::{Frame, Reel, Seat, SeatSet, View};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use runner::{News, Question};
use std::time::Duration;

/// Turns a second.
const SPEEDS: [f64; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0];
const USUAL: usize = 2;
/// A longer number of a turn is none.
const MOST_DIGITS: usize = 7;

/// What the keys go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    Watch,
    /// A turn is being typed.
    Goto(String),
    Help,
    /// Whoever plays wants to go, and is asked whether that is meant.
    Leaving,
}

/// What comes of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Stay,
    Leave,
}

pub struct Show {
    pub reel: Reel,
    pub turn: usize,
    pub view: View,
    /// Whether beliefs lie over the board.
    pub heat: bool,
    pub playing: bool,
    speed: usize,
    pub mode: Mode,
    /// The game is still played: the last frame is not the end.
    pub live: bool,
    /// The seats of people, who must not see more than they may.
    people: SeatSet,
    question: Option<Question>,
    pub pick: Option<Pick>,
    liked: Option<&'static str>,
    /// A word about the last key.
    pub note: String,
    due: Duration,
}

impl Show {
    /// A game that was played.
    pub fn new(reel: Reel) -> Show {
        Show {
            reel,
            turn: 0,
            view: View::Spectator,
            heat: true,
            playing: false,
            speed: USUAL,
            mode: Mode::Watch,
            live: false,
            people: SeatSet::EMPTY,
            question: None,
            pick: None,
            liked: None,
            note: String::new(),
            due: Duration::ZERO,
        }
    }

    /// A game that is played now. People are shown it as it comes; whoever only looks on sees it at a speed that can be followed.
    pub fn live(reel: Reel, people: SeatSet) -> Show {
        let view = people.iter().next().map_or(View::Spectator, View::Seat);
        Show { live: true, playing: people.is_empty(), people, view, ..Show::new(reel) }
    }

    /// The same, begun elsewhere and through other eyes.
    #[must_use]
    pub fn at(self, turn: usize, view: View) -> Show {
        Show { turn, view, ..self }
    }

    /// The same, running.
    #[must_use]
    pub fn running(self) -> Show {
        Show { playing: true, ..self }
    }

    pub fn last(&self) -> usize {
        self.reel.len().saturating_sub(1)
    }

    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// The frame that is looked at.
    pub fn frame(&self) -> Option<Frame> {
        (self.turn < self.reel.len()).then(|| self.reel.frame(self.turn).seen_by(self.view))
    }

    /// Whether somebody plays who must not see the truth yet.
    pub fn is_guarded(&self) -> bool {
        self.live && !self.people.is_empty()
    }

    /// Takes in what happened at the table. A person who looks at the last frame goes on to the new one.
    pub fn hear(&mut self, news: News) {
        let follows = self.turn + 1 >= self.reel.len() && !self.people.is_empty();
        match news {
            // The reel was begun with it.
            News::Begin(_) => {}
            News::Line(line) => {
                if let Err(error) = self.reel.push(line) {
                    self.note = format!("this cannot be shown: {error}");
                }
            }
            News::Over(over) => {
                self.live = false;
                if let Err(error) = self.reel.end(over) {
                    self.note = format!("this cannot be shown: {error}");
                }
                if !self.people.is_empty() {
                    self.view = View::Truth;
                    self.note = "the game is over; this is the truth. q leaves".into();
                }
            }
            News::Asked(question) => {
                self.view = View::Seat(question.seat);
                self.note = question.refused.clone().unwrap_or_default();
                self.pick = Some(Pick::new(question.menu.clone(), self.liked));
                self.question = Some(question);
                self.turn = self.last();
            }
        }
        // Of a game that was taken over, the beginning is known.
        let begun = self.reel.header().parent.as_ref().map_or(0, |parent| parent.turn as usize);
        if follows || (self.turn < begun && self.last() == begun) {
            self.turn = self.last();
        }
    }

    /// The seat that has to decide, if a person sits there.
    pub fn asked(&self) -> Option<Seat> {
        self.question.as_ref().map(|question| question.seat)
    }

    /// Time goes by.
    pub fn wait(&mut self, elapsed: Duration) {
        if !self.playing {
            return;
        }
        self.due += elapsed;
        let turns = (self.due.as_secs_f64() * self.speed()) as usize;
        if turns > 0 {
            self.due = Duration::ZERO;
            self.turn = (self.turn + turns).min(self.last());
            self.playing = self.turn < self.last() || self.live;
        }
    }

    pub fn key(&mut self, key: KeyEvent) -> Flow {
        self.note.clear();
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Flow::Leave;
        }
        match std::mem::replace(&mut self.mode, Mode::Watch) {
            Mode::Help => Flow::Stay,
            Mode::Goto(typed) => {
                self.type_turn(typed, key.code);
                Flow::Stay
            }
            Mode::Leaving if matches!(key.code, KeyCode::Char('y' | 'q')) => Flow::Leave,
            Mode::Leaving => Flow::Stay,
            Mode::Watch if self.decides(key.code) => Flow::Stay,
            Mode::Watch => self.watch(key.code),
        }
    }

    /// Keys of a person who has to decide and looks at the last frame; any other frame is looked at as by anybody.
    fn decides(&mut self, key: KeyCode) -> bool {
        let now = self.turn == self.last();
        let Some(pick) = self.pick.as_mut().filter(|_| now) else { return false };
        if key == KeyCode::Enter {
            match pick.answer() {
                Ok(action) => {
                    self.liked = pick.item().map(|item| item.choice.manner);
                    self.pick = None;
                    if let Some(question) = self.question.take() {
                        question.answer(action);
                    }
                }
                Err(why) => self.note = why,
            }
            return true;
        }
        pick.key(key)
    }

    fn watch(&mut self, key: KeyCode) -> Flow {
        let last = self.last();
        match key {
            KeyCode::Right => self.go(self.turn + 1),
            KeyCode::Left => self.go(self.turn.saturating_sub(1)),
            KeyCode::Down | KeyCode::PageDown => self.go(self.turn + 10),
            KeyCode::Up | KeyCode::PageUp => self.go(self.turn.saturating_sub(10)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(last),
            KeyCode::Char(' ') => self.play(),
            KeyCode::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            KeyCode::Char('n') => self.mark(|turn, now| turn > now, false),
            KeyCode::Char('p') => self.mark(|turn, now| turn < now, true),
            KeyCode::Char('b') => self.heat = !self.heat,
            KeyCode::Char('s') => self.look(if self.view == View::Truth { View::Spectator } else { View::Truth }),
            KeyCode::Char('t') => self.look(View::Truth),
            KeyCode::Char('0') => self.look(View::Spectator),
            KeyCode::Char(digit @ '1'..='9') => {
                let seat = digit as u8 - b'1';
                if usize::from(seat) < self.reel.entry().seats {
                    self.look(View::Seat(Seat(seat)));
                } else {
                    self.note = format!("{} has {} seats", self.reel.entry().name, self.reel.entry().seats);
                }
            }
            KeyCode::Char('g') => self.mode = Mode::Goto(String::new()),
            KeyCode::Char('?' | 'h') => self.mode = Mode::Help,
            KeyCode::Char('q') | KeyCode::Esc if self.is_guarded() => self.mode = Mode::Leaving,
            KeyCode::Char('q') | KeyCode::Esc => return Flow::Leave,
            _ => self.note = "? shows the keys".into(),
        }
        Flow::Stay
    }

    fn go(&mut self, turn: usize) {
        self.playing = false;
        if turn > self.last() {
            self.note = if self.live { "the game is not further yet".into() } else { "this is the end".into() };
        }
        self.turn = turn.min(self.last());
    }

    fn play(&mut self) {
        // From the end, it starts again.
        if !self.playing && self.turn == self.last() && !self.live {
            self.turn = 0;
        }
        self.playing = !self.playing;
        self.due = Duration::ZERO;
    }

    /// Looks through other eyes, unless that would help whoever plays.
    fn look(&mut self, view: View) {
        if self.is_guarded() {
            self.note = "secrets stay secret until the game is over".into();
        } else {
            self.view = view;
        }
    }

    fn mark(&mut self, wanted: impl Fn(usize, usize) -> bool, nearest_is_last: bool) {
        let marks = self.reel.chart().marks.iter().map(|(turn, _)| *turn).filter(|turn| wanted(*turn, self.turn));
        match if nearest_is_last { marks.max() } else { marks.min() } {
            Some(turn) => self.go(turn),
            None => self.note = "nothing stands out there".into(),
        }
    }

    fn type_turn(&mut self, mut typed: String, key: KeyCode) {
        match key {
            KeyCode::Char(digit) if digit.is_ascii_digit() && typed.len() < MOST_DIGITS => typed.push(digit),
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Enter => {
                match typed.parse() {
                    Ok(turn) if turn <= self.last() => self.go(turn),
                    Ok(turn) => self.note = format!("there is no turn {turn}: the last one is {}", self.last()),
                    Err(_) => {}
                }
                return;
            }
            KeyCode::Esc => return,
            _ => {}
        }
        self.mode = Mode::Goto(typed);
    }
}

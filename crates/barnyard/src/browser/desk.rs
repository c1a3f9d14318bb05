//! One person's place at a game that is being played: what has happened so far, as that seat sees it, and what it is asked.
//!
//! Everything that leaves here has been seen through the eyes of the seat. The page knows no seed, no hidden piece, no thought of others.
use super::book;
use games::tape::Over;
use games::{Chart, Entry, Frame, Menu, Overview, Reel, Seat, View};
use runner::{News, Question};
use serde::Serialize;
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, MutexGuard};
use tokio::sync::watch;

/// A chair with a page before it.
pub struct Desk {
    entry: &'static Entry,
    seat: Seat,
    state: Mutex<State>,
    /// How many events there are.
    count: watch::Sender<usize>,
    /// How many the page has fetched.
    fetched: watch::Sender<usize>,
}

#[derive(Default)]
struct State {
    reel: Option<Reel>,
    frames: usize,
    events: Vec<String>,
    asked: usize,
    question: Option<Question>,
    /// Nobody can come to the page any more.
    closed: bool,
}

/// What a page is told, in order.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Event<'a> {
    Frame {
        frame: Box<Frame>,
        points: &'a [i32],
    },
    Question {
        number: usize,
        menu: &'a Menu,
        refused: Option<&'a str>,
    },
    Over(&'a Over),
    /// The game cannot go on, and why.
    Broken(&'a str),
}

#[derive(Serialize)]
pub struct Cover<'a> {
    pub overview: Overview<'a>,
    pub seat: Seat,
}

/// Why an answer is not taken.
pub const STALE: &str = "this was answered already";

impl Desk {
    pub fn new(entry: &'static Entry, seat: Seat) -> Desk {
        Desk { entry, seat, state: Mutex::default(), count: watch::Sender::new(0), fetched: watch::Sender::new(0) }
    }

    /// Hears the news of a table to their end.
    pub fn attend(&self, news: Receiver<News>) {
        for heard in news {
            self.hear(heard);
        }
    }

    fn hear(&self, heard: News) {
        let mut state = self.state();
        let state = &mut *state;
        let told = match heard {
            News::Begin(header) => Reel::begin(header, self.entry).map(|reel| state.reel = Some(reel)).map_err(|error| error.to_string()),
            News::Line(line) => state.reel.as_mut().map_or(Ok(()), |reel| reel.push(line)).map_err(|error| error.to_string()),
            News::Asked(question) => {
                let (number, refused) = (state.asked, question.refused.as_deref());
                state.events.push(spelled(&Event::Question { number, menu: &question.menu, refused }));
                state.asked += 1;
                // A question that is dropped tells the table that the person left.
                state.question = Some(question).filter(|_| !state.closed);
                Ok(())
            }
            News::Over(over) => {
                state.events.push(spelled(&Event::Over(&over)));
                Ok(())
            }
        };
        if let Err(why) = told {
            state.events.push(spelled(&Event::Broken(&why)));
        }
        if let Some(reel) = &state.reel {
            let frames = reel.frames_from(state.frames).map(|frame| frame.seen_by(View::Seat(self.seat)));
            let shown = frames.zip(&reel.chart().points[state.frames..]);
            let shown: Vec<String> = shown.map(|(frame, points)| spelled(&Event::Frame { frame: Box::new(frame), points })).collect();
            state.frames += shown.len();
            state.events.extend(shown);
        }
        self.count.send_replace(state.events.len());
    }

    /// The game ends without a result.
    pub fn call_off(&self, why: &str) {
        let mut state = self.state();
        state.events.push(spelled(&Event::Broken(why)));
        self.count.send_replace(state.events.len());
    }

    /// The page cannot be reached any more: whoever sat at it has left.
    pub fn close(&self) {
        let mut state = self.state();
        (state.closed, state.question) = (true, None);
    }

    /// What the page shows at once, packed; `None` until the game begins.
    pub fn cover(&self) -> Option<Vec<u8>> {
        let (state, blank) = (self.state(), Chart::default());
        // The seed would tell all luck to come, and the curves come with the frames.
        let overview = Overview { seed: None, turns: 0, over: None, chart: &blank, ..state.reel.as_ref()?.overview() };
        Some(book::packed(&Cover { overview, seat: self.seat }))
    }

    /// The events from a number on, as a JSON list. Waits until there is one.
    pub async fn news(&self, from: usize) -> String {
        // That the sender is gone cannot be: it is ours.
        let _ = self.count.subscribe().wait_for(|count| *count > from).await;
        let state = self.state();
        let all = format!("[{}]", state.events.get(from..).unwrap_or_default().join(","));
        self.fetched.send_replace(state.events.len());
        all
    }

    /// Waits until the page has heard everything.
    pub async fn farewell(&self) {
        let all = self.state().events.len();
        let _ = self.fetched.subscribe().wait_for(|fetched| *fetched >= all).await;
    }

    /// Answers the question of this number. Whether the answer is legal is for the table to say.
    pub fn answer(&self, number: usize, action: String) -> Result<(), &'static str> {
        let mut state = self.state();
        if number + 1 != state.asked {
            return Err(STALE);
        }
        state.question.take().ok_or(STALE)?.answer(action);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no event fails")
    }
}

fn spelled(event: &Event<'_>) -> String {
    serde_json::to_string(event).expect("events always serialize")
}

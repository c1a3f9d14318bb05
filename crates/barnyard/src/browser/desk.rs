//! A page before a game that is being played: what has happened so far, through the eyes of whoever looks at it, and what a person is asked.
//!
//! Everything that leaves here has been seen through those eyes. The page knows no seed, no hidden piece, no thought of others.
use super::book::{self, Packing};
use games::tape::Over;
use games::{Chart, Frame, Menu, Overview, Reel, View};
use runner::{News, Question};
use serde::Serialize;
use std::sync::mpsc::Receiver;
use std::sync::{Mutex, MutexGuard};
use tokio::sync::watch;

/// Where a page gets its news and brings its answers.
pub struct Desk {
    view: View,
    state: Mutex<State>,
    /// How many events there are.
    count: watch::Sender<usize>,
    /// How many the page has fetched.
    fetched: watch::Sender<usize>,
}

struct State {
    reel: Reel,
    frames: usize,
    events: Vec<String>,
    asked: usize,
    question: Option<Question>,
    over: bool,
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

/// What a page shows at once.
#[derive(Serialize)]
pub struct Cover<'a> {
    pub overview: Overview<'a>,
    pub eyes: View,
}

/// Why an answer is not taken.
const STALE: &str = "this was answered already";

impl Desk {
    /// A page before a game that begins.
    pub fn new(reel: Reel, view: View) -> Desk {
        let state = State { reel, frames: 0, events: Vec::new(), asked: 0, question: None, over: false, closed: false };
        let desk = Desk { view, state: Mutex::new(state), count: watch::Sender::new(0), fetched: watch::Sender::new(0) };
        desk.note(|state| desk.show(state));
        desk
    }

    /// Hears the news of the table to their end.
    pub fn attend(&self, news: Receiver<News>) {
        for heard in news {
            self.note(|state| self.hear(state, heard));
        }
        self.note(|state| {
            if !state.over {
                state.events.push(spelled(&Event::Broken("the game ended without a result")));
            }
        });
    }

    fn hear(&self, state: &mut State, heard: News) {
        let told = match heard {
            News::Begin(_) => Ok(()),
            News::Line(line) => state.reel.push(line),
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
                state.over = true;
                Ok(())
            }
        };
        match told {
            Ok(()) => self.show(state),
            Err(error) => state.events.push(spelled(&Event::Broken(&error.to_string()))),
        }
    }

    /// Tells the frames that have come to be.
    fn show(&self, state: &mut State) {
        let State { reel, frames, events, .. } = state;
        let points = &reel.chart().points[*frames..];
        let shown = reel.frames_from(*frames).zip(points).map(|(frame, points)| {
            let frame = Box::new(frame.seen_by(self.view));
            spelled(&Event::Frame { frame, points })
        });
        events.extend(shown);
        *frames = reel.len();
    }

    fn note(&self, happens: impl FnOnce(&mut State)) {
        let mut state = self.state();
        happens(&mut state);
        self.count.send_replace(state.events.len());
    }

    /// The page cannot be reached any more: whoever sat at it has left.
    pub fn close(&self) {
        let mut state = self.state();
        (state.closed, state.question) = (true, None);
    }

    /// What the page shows at once, packed.
    pub fn cover(&self) -> Vec<u8> {
        let (state, blank) = (self.state(), Chart::default());
        // The seed would tell all luck to come, and the curves come with the frames.
        let overview = Overview { seed: None, turns: 0, over: None, chart: &blank, ..state.reel.overview() };
        book::packed(&Cover { overview, eyes: self.view }, Packing::Fast)
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

//! Games on the terminal: those on tape, those being played, and those that a person plays.
mod board;
mod page;
mod pick;
mod plain;
mod screen;
mod show;
mod spark;

pub use plain::{frames, perform};
pub use screen::Screen;
pub use show::Show;

use crate::failure::Failure;
use runner::News;
use screen::{INTERRUPTED, Input};
use show::Flow;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

/// How long a key may wait to be seen, and a picture to be painted.
const TICK: Duration = Duration::from_millis(25);

/// Shows it until whoever looks has seen enough.
pub fn open(show: Show) -> Result<(), Failure> {
    run(show, None)
}

/// The same while the game is being played. Whoever leaves lets go of the news.
pub fn open_live(show: Show, news: Receiver<News>) -> Result<(), Failure> {
    run(show, Some(news))
}

fn run(mut show: Show, news: Option<Receiver<News>>) -> Result<(), Failure> {
    let lost = |error: std::io::Error| Failure::refused(format!("the terminal cannot be used: {error}"));
    let mut screen = Screen::open().map_err(lost)?;
    let mut before = Instant::now();
    let mut stale = true;
    loop {
        let turn = show.turn;
        if let Some(news) = &news {
            let closed = loop {
                match news.try_recv() {
                    Ok(news) => {
                        show.hear(news);
                        stale = true;
                    }
                    Err(end) => break end == TryRecvError::Disconnected,
                }
            };
            if closed && show.live {
                // The game broke off without a result. Its failure is told when the terminal is free again.
                return Ok(());
            }
        }
        show.wait(before.elapsed());
        before = Instant::now();
        if stale || show.turn != turn {
            screen.draw(|frame| page::draw(&show, frame.area(), frame.buffer_mut())).map_err(lost)?;
            stale = false;
        }
        match screen.input(TICK).map_err(lost)? {
            Input::Nothing => {}
            Input::Redraw => stale = true,
            Input::Stop => return Err(Failure::Told(INTERRUPTED)),
            Input::Key(key) => {
                stale = true;
                if show.key(key) == Flow::Leave {
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;

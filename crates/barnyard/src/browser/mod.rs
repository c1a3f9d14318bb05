//! Games in the browser: one document, served to this machine only or written into a file.
mod book;
mod desk;
mod document;
#[cfg(test)]
mod fixture;
mod server;
mod ticket;

pub use book::Book;
pub use document::whole;

use crate::failure::Failure;
use desk::Desk;
use games::{Entry, Reel, Seat};
use runner::News;
use server::Door;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use tokio::sync::oneshot;

/// How a page is shown.
#[derive(clap::Args, Clone, Debug)]
pub struct Browsing {
    /// Show it in the browser
    #[arg(long)]
    pub browser: bool,
    /// The port of this machine to serve the page on; without it, any that is free
    #[arg(long, value_name = "N", requires = "browser", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// Print the address of the page without opening it
    #[arg(long, requires = "browser")]
    no_open: bool,
}

impl Browsing {
    /// Lets the person on this seat play in the browser. `play` plays the game and gives its news to the sender it gets.
    pub fn host<T>(&self, entry: &'static Entry, seat: Seat, play: impl FnOnce(Sender<News>) -> Result<T, Failure>) -> Result<T, Failure> {
        let (door, desk, open) = (Door::at(self.port)?, Arc::new(Desk::new(entry, seat)), !self.no_open);
        let (sender, news) = channel();
        let (ending, end) = oneshot::channel::<()>();
        let server = std::thread::spawn({
            let desk = desk.clone();
            move || server::show_desk(desk, door, open, async { drop(end.await) })
        });
        let listener = std::thread::spawn({
            let desk = desk.clone();
            move || desk.attend(news)
        });
        let played = play(sender);
        listener.join().expect("every event is told");
        if let Err(failure) = &played {
            desk.call_off(&failure.to_string());
        }
        drop(ending);
        server.join().expect("the server ends in order")?;
        played
    }

    /// Serves a game until the program is ended.
    pub fn show(&self, reel: Reel) -> Result<(), Failure> {
        server::show_book(Book::new(reel), Door::at(self.port)?, !self.no_open)
    }
}

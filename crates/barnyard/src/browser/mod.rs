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
use games::{Reel, View};
use runner::News;
use server::Door;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use tokio::sync::oneshot;

/// How a page is shown.
#[derive(clap::Args, Clone, Copy, PartialEq, Eq, Debug)]
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
    /// Shows a game as it is played, and lets a person play in it, to its end. `view` is all that the page gets to see.
    pub fn host(&self, reel: Reel, view: View, news: Receiver<News>) -> Result<(), Failure> {
        let (door, desk, open) = (Door::at(self.port)?, Arc::new(Desk::new(reel, view)), !self.no_open);
        let (ending, end) = oneshot::channel::<()>();
        let server = std::thread::spawn({
            let desk = desk.clone();
            move || server::show_desk(desk, door, open, async { drop(end.await) })
        });
        desk.attend(news);
        drop(ending);
        server.join().expect("the server ends in order")
    }

    /// Serves a game until the program is ended. The page opens at this turn, through these eyes.
    pub fn show(&self, reel: Reel, turn: usize, view: View) -> Result<(), Failure> {
        let eyes = match view {
            View::Spectator => String::new(),
            View::Truth => "&view=truth".into(),
            View::Seat(seat) => format!("&view={}", seat.0),
        };
        let door = Door::at(self.port)?.leading_to(format!("#turn={turn}{eyes}"));
        server::show_book(Book::new(reel), door, !self.no_open)
    }
}

//! Games in the browser: one document, served to this machine only or written into a file.
mod book;
mod document;
mod server;
mod ticket;

pub use book::Book;
pub use document::whole;

use crate::failure::Failure;
use games::Reel;
use server::Door;

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
    /// Serves a game until the program is ended.
    pub fn show(&self, reel: Reel) -> Result<(), Failure> {
        server::serve(Book::new(reel), Door::at(self.port)?, !self.no_open)
    }
}

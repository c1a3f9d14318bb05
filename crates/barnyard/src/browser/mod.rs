//! Games in the browser: one document, served to this machine only or written into a file.
mod book;
mod document;
mod server;
mod ticket;

pub use book::Book;
pub use document::whole;
pub use server::{Door, serve};

//! The viewer as one HTML document. It asks no other machine for anything, and runs no script but ours.
use super::book::{Book, Packing, lettered};
use crate::tournament::html::escape;
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// What `npm run build` made of `viewer/src`.
const SCRIPT: &str = include_str!("../../viewer/dist/viewer.js");
const STYLE: &str = include_str!("../../viewer/dist/viewer.css");

/// A barn on green, so that nobody asks for an icon.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'%3E%3Crect width='100' height='100' rx='20' fill='%23a9ca88'/%3E%3Cpath d='M22 84V46L50 20l28 26v38z' fill='%23c9432f'/%3E%3Cpath d='M12 50 50 14l38 36-6 6-32-30-32 30z' fill='%235a3a26'/%3E%3Cpath d='M38 84V58h24v26z' fill='%23fdf6e3'/%3E%3C/svg%3E";

/// What a document may do. A text that gets into it by mistake still runs nothing.
pub fn policy(connect: &str) -> String {
    let hash = |text: &str| lettered(&Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; connect-src {connect}; base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE)
    )
}

/// The whole game in one file, which can be mailed.
pub fn whole(book: &Book) -> String {
    let pages = (0..book.pages()).filter_map(|number| Some((format!("page-{number}"), book.page(number, Packing::Small)?)));
    let blocks = std::iter::once(("book".to_owned(), book.cover(Packing::Small))).chain(pages);
    document(&title(book), "'none'", blocks)
}

/// A chair at a game that is being played; everything else is asked for where the document came from.
pub fn chair(title: &str, cover: Vec<u8>) -> String {
    document(title, "'self'", [("book".to_owned(), cover)])
}

/// The cover alone: the pages are asked for where the document came from.
pub fn cover(book: &Book) -> String {
    document(&title(book), "'self'", [("book".to_owned(), book.cover(Packing::Fast))])
}

fn title(book: &Book) -> String {
    let names: Vec<&str> = book.reel().header().seats.iter().map(|seat| seat.name.as_str()).collect();
    format!("{}: {}", book.reel().entry().title, names.join(" v "))
}

/// A document with blocks of data, each under its id.
fn document(title: &str, connect: &str, blocks: impl IntoIterator<Item = (String, Vec<u8>)>) -> String {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <link rel=\"icon\" href=\"{ICON}\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <div id=\"viewer\"><noscript>This page shows a game of {}. It needs JavaScript.</noscript></div>\n",
        policy(connect),
        escape(title),
        escape(title)
    );
    for (id, bytes) in blocks {
        let _ = writeln!(text, "<script type=\"text/plain\" id=\"{id}\">{}</script>", lettered(&bytes));
    }
    let _ = write!(text, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_the_bundle_ends_its_element() {
        assert!(!SCRIPT.to_lowercase().contains("</script"), "the script would end early");
        assert!(!SCRIPT.contains("<!--"), "the script would begin a comment");
        assert!(!STYLE.to_lowercase().contains("</style"), "the style would end early");
    }

    #[test]
    fn hostile_names_stay_text() {
        let page = document("<img src=x onerror=alert(1)>\"'</title><script>alert(2)</script>", "'none'", []);
        assert!(!page.contains("<img") && !page.contains("<script>alert"), "{page}");
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("</title>").count(), 1);
    }
}

//! A bot for Barnyard in plain Rust: legal random moves in any game that lists them. Build: rustc -O bot.rs
use std::io::{BufRead, Write};

fn main() {
    let mut dice = std::process::id() as u64; // replaced by the referee's seed as soon as a game starts
    // The referee writes one JSON object a line. It never writes spaces between words, so a bot this small needs no JSON library.
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("the referee writes UTF-8");
        if line.starts_with(r#"{"hello":"#) {
            say(r#"{"ready":{}}"#); // it waits for this before anything else
        } else if line.starts_with(r#"{"start":"#) {
            dice = number_after(&line, r#""seed":"#); // the same seed gives the same game
        } else if line.starts_with(r#"{"turn":"#) {
            let nonce = number_after(&line, r#""nonce":"#); // an answer repeats the number of its question
            let choices = legal(&line);
            dice = dice.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let choice = choices[(dice >> 33) as usize % choices.len()]; // <- your idea goes here
            say(&format!(r#"{{"nonce":{nonce},"action":{choice}}}"#));
        }
        // `series` and `over` need no answer. When the input ends, so do we.
    }
}

/// Standard output is for the referee alone. Use `eprintln!` to talk to people.
fn say(line: &str) {
    println!("{line}");
    std::io::stdout().flush().expect("the referee listens");
}

/// The whole number that follows a key, as in `"nonce":90342`.
fn number_after(line: &str, key: &str) -> u64 {
    let rest = &line[line.find(key).expect("the key is there") + key.len()..];
    rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().expect("a number")
}

/// The legal actions, each as the text to answer with. They are split at the commas that stand in no bracket and no brace.
fn legal(line: &str) -> Vec<&str> {
    let list = &line[line.rfind(r#""legal":["#).expect("this game lists its moves") + 9..];
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in list.char_indices() {
        match c {
            '[' | '{' => depth += 1,
            ',' | ']' if depth == 0 => {
                found.push(&list[start..i]);
                start = i + 1;
                if c == ']' {
                    break; // the end of the list
                }
            }
            ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    found
}

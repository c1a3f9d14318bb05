//! The referee's lines: one JSON object each, without blanks. You need not change this file; docs/protocol.md explains it.
use std::io::{BufRead, Write};

/// What plays a game.
pub trait Bot {
    /// A game begins. `start` has `seat`, `brief` (the settings) and `seed` (for your own dice).
    fn new(start: &str) -> Self;
    /// Your turn: the action, as JSON.
    fn act(&mut self, seen: &str) -> String;
}

/// Answers the referee until it has no more to say.
pub fn serve<B: Bot>() {
    let mut bot = None;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let (start, turn) = (get(&line, "start"), get(&line, "turn"));
        if !get(&line, "hello").is_empty() {
            say("{\"ready\":{}}");
        } else if !start.is_empty() {
            bot = Some(B::new(start));
        } else if !turn.is_empty() {
            let action = bot.as_mut().expect("a game has begun").act(get(turn, "observation"));
            say(&format!("{{\"nonce\":{},\"action\":{action}}}", get(turn, "nonce")));
        }
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The value of a key of an object, as its JSON text; empty if there is none.
pub fn get<'a>(object: &'a str, key: &str) -> &'a str {
    let bytes = object.as_bytes();
    let (mut depth, mut i) = (0, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b'"' => {
                let end = string_end(bytes, i);
                if depth == 1 && bytes.get(end + 1) == Some(&b':') && &object[i + 1..end] == key {
                    return first_value(&object[end + 2..]);
                }
                i = end;
            }
            _ => {}
        }
        i += 1;
    }
    ""
}

/// A string without its quotes.
pub fn text(json: &str) -> &str {
    json.trim_matches('"')
}

/// All whole numbers in a piece of JSON, from left to right.
pub fn numbers(json: &str) -> Vec<i64> {
    json.split(|c: char| c != '-' && !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

fn first_value(json: &str) -> &str {
    let bytes = json.as_bytes();
    let (mut depth, mut i) = (0, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => break,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => break,
            b'"' => i = string_end(bytes, i),
            _ => {}
        }
        i += 1;
    }
    &json[..i]
}

/// Where the string that opens at `start` closes.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut i = start + 1;
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i.min(bytes.len() - 1)
}

/// Dice that fall the same way for the same seed.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: i64) -> Dice {
        Dice((seed as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// One of the choices, all as likely.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        &choices[(self.0 >> 11) as usize % choices.len()]
    }
}

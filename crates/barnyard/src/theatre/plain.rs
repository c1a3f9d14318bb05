//! The same without a terminal that can be painted on: frames as text, and people who type a line.
use crate::failure::Failure;
use crate::{output, paint};
use games::{Frame, Item, Menu, Reel, Seat, View};
use runner::{News, Question};
use std::fmt::Write as _;
use std::io::BufRead;
use std::sync::mpsc::Receiver;

/// More of a menu than this is not read by anybody; what is not listed can be typed all the same.
const MOST_LISTED: usize = 40;

/// One frame as text.
pub fn text(reel: &Reel, frame: &Frame) -> String {
    // While it is played, nobody knows of how many.
    let of = reel.over().map_or_else(String::new, |_| format!(" of {}", reel.len() - 1));
    let mut text = format!("turn {}{of}\n\n{}", frame.turn, paint::scene(&frame.scene));
    for deed in frame.deeds.iter().filter(|deed| deed.foul.is_some()) {
        let why = deed.why.as_ref().map_or_else(String::new, |why| format!(": {}", crate::glyph::clean(why)));
        let _ = writeln!(text, "  {} fouled, {}{why}", reel.entry().seat_names[deed.seat.index()], deed.foul.unwrap_or_default());
    }
    for thought in &frame.thoughts {
        let loss =
            thought.loss.map_or_else(|| "says what it believes".into(), |bits| format!("believes something that is {bits:.1} bits off"));
        let _ = writeln!(text, "  {} {loss}", reel.entry().seat_names[thought.seat.index()]);
    }
    text
}

/// Prints the frames of a game, or one of them.
pub fn frames(reel: &Reel, view: View, only: Option<usize>) {
    let shown = reel.frames_from(only.unwrap_or(0)).take(only.map_or(usize::MAX, |_| 1));
    for frame in shown {
        output::say(&text(reel, &frame.seen_by(view)));
    }
}

/// Prints a game as it is played, and asks people for a line where they have to decide. Frames are shown to those who look on; people are
/// shown the one that they have to decide about.
pub fn perform(mut reel: Reel, people: bool, news: Receiver<News>) -> Result<(), Failure> {
    let broken = |error: games::tape::TapeError| Failure::refused(error.to_string());
    let mut shown = 0;
    for heard in news {
        match heard {
            News::Begin(_) => {}
            News::Line(line) => reel.push(line).map_err(broken)?,
            News::Over(over) => reel.end(over).map_err(broken)?,
            News::Asked(question) => {
                if !ask(&reel, question) {
                    return Ok(());
                }
            }
        }
        while !people && shown < reel.len() {
            frames(&reel, View::Spectator, Some(shown));
            shown += 1;
        }
    }
    Ok(())
}

/// Shows the frame and the menu, and reads a line that is an answer; `false` when there are no more lines.
fn ask(reel: &Reel, question: Question) -> bool {
    if question.refused.is_none() {
        output::say(&text(reel, &reel.frame(reel.len() - 1).seen_by(View::Seat(question.seat))));
        output::say(&offer(reel, question.seat, &question.menu));
    }
    if let Some(why) = &question.refused {
        output::say(why);
    }
    loop {
        let mut line = String::new();
        match std::io::stdin().lock().read_line(&mut line) {
            Ok(0) | Err(_) => return false,
            Ok(_) => match answer(&question.menu, line.trim()) {
                Ok(action) => {
                    question.answer(action);
                    return true;
                }
                Err(why) => output::say(&why),
            },
        }
    }
}

fn offer(reel: &Reel, seat: Seat, menu: &Menu) -> String {
    let mut text = format!("{}, your {}: ", reel.entry().seat_names[seat.index()], menu.prompt);
    if let Some(range) = &menu.range {
        let _ = write!(text, "a number from {} to {}", range.least, range.most);
        return text;
    }
    text += "a number or its words";
    for (number, item) in menu.items.iter().enumerate().take(MOST_LISTED) {
        let _ = write!(text, "\n  {number:>2}  {}", item.choice.label);
    }
    if menu.items.len() > MOST_LISTED {
        let _ = write!(text, "\n  and {} more, up to {}: {}", menu.items.len() - MOST_LISTED, menu.items.len() - 1, last(menu));
    }
    text
}

fn last(menu: &Menu) -> &str {
    menu.items.last().map_or("", |item| &item.choice.label)
}

/// The action that a line stands for: a number of the list or in the range, the words of an item, or JSON as a bot would send it.
fn answer(menu: &Menu, line: &str) -> Result<String, String> {
    if let Some(range) = &menu.range {
        let number = line.parse().ok().filter(|number| (range.least..=range.most).contains(number));
        return number.map(|number| range.action(number)).ok_or_else(|| format!("a number from {} to {}", range.least, range.most));
    }
    let worded = |item: &&Item| item.choice.label.eq_ignore_ascii_case(line);
    let numbered = line.parse().ok().and_then(|number: usize| menu.items.get(number));
    let found = numbered.or_else(|| menu.items.iter().find(worded)).or_else(|| menu.items.iter().find(|item| item.action == line));
    found
        .map(|item| item.action.clone())
        .ok_or_else(|| format!("there is no {line:?} here: a number from 0 to {}, or the words", menu.items.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Range;

    #[test]
    fn a_line_is_a_number_words_or_json() {
        let menu = games::find("microchess").map(|entry| entry.open("{}").unwrap()).map(|mut game| {
            game.roll(&mut games::Luck::new(1).nature(0), false);
            game.menu(Seat(0))
        });
        let menu = menu.unwrap();
        let first = menu.items[0].clone();
        for line in ["0", &first.choice.label, &first.choice.label.to_uppercase(), &first.action] {
            assert_eq!(answer(&menu, line), Ok(first.action.clone()), "{line}");
        }
        assert!(answer(&menu, "99").unwrap_err().starts_with("there is no \"99\" here: a number from 0 to "));
        let bid = Menu { prompt: "bid", items: Vec::new(), range: Some(Range { least: 0, most: 30, around: ["{\"bid\":", "}"] }) };
        assert_eq!(answer(&bid, "30").unwrap(), "{\"bid\":30}");
        assert_eq!(answer(&bid, "31").unwrap_err(), "a number from 0 to 30");
        assert_eq!(answer(&bid, "").unwrap_err(), "a number from 0 to 30");
    }
}

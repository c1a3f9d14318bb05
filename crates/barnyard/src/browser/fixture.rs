//! That TypeScript and Rust mean the same by a frame: values made here are checked by `tsc` against `viewer/src/scene.ts`.
//!
//! A field that only one side has fails on the other. `full` values have every field that may be absent, and TypeScript is told to
//! want them all; `bare` values have none of them, and TypeScript is told to do without.
use super::book;
use super::desk::{self, Event};
use games::tape::Over;
use games::{
    Chart, Choice, Deed, Frame, Hidden, Item, Json, Menu, Overview, Panel, Piece, Range, Scene, Seat, SeatSet, Sitter, Spot, Thought, View,
};
use serde::Serialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/viewer/tests/fixture.ts");

fn panels(full: bool) -> Vec<Panel> {
    let private = if full { vec![("hears", "a squeak".to_owned())] } else { Vec::new() };
    Seat::first(2)
        .map(|seat| Panel { seat, title: "White", score: 3, lines: vec![("turns left", "4".into())], private: private.clone() })
        .collect()
}

fn pieces(full: bool) -> Vec<Piece> {
    let bare = Piece { id: 1, kind: "rat", seat: None, x: 2, y: 3, known_to: None };
    if !full {
        return vec![bare];
    }
    let known = [SeatSet::EMPTY, SeatSet::one(Seat(0)), SeatSet::one(Seat(1)), SeatSet::first(2)];
    known.into_iter().zip(1..).map(|(seats, id)| Piece { id, seat: Some(Seat(1)), known_to: Some(seats), ..bare.clone() }).collect()
}

fn frame(full: bool) -> Frame {
    let some = |text: &str| full.then(|| text.to_owned());
    let deed = |seat| Deed { seat, action: some("up"), ms: full.then_some(1.5), foul: full.then_some("late"), why: some("took 2 s") };
    let thought = |seat| Thought { seat, belief: [("rat".to_owned(), vec![0.25, 0.75])].into(), loss: full.then_some(0.5) };
    let scene = Scene {
        width: 8,
        height: 8,
        layers: [("terrain", "..".to_owned())].into(),
        pieces: pieces(full),
        panels: panels(full),
        caption: "White steps up".into(),
        aside: some("Black bid 3"),
        mark: full.then_some("capture"),
    };
    Frame {
        turn: 7,
        scene,
        acting: SeatSet::one(Seat(1)),
        deeds: Seat::first(2).map(deed).collect(),
        thoughts: Seat::first(2).map(thought).collect(),
        marks: if full { vec!["capture"] } else { Vec::new() },
    }
}

/// Nothing that may be absent, lists included.
fn bare_frame() -> Frame {
    Frame { deeds: Vec::new(), thoughts: Vec::new(), ..frame(false) }
}

fn over(full: bool) -> Over {
    let clock_ms = full.then(|| [1.0, 2.0].into());
    Over { payoffs: [1.0, 0.0].into(), points: [3, 2].into(), reason: "points".into(), clock_ms }
}

fn menu(full: bool) -> Menu {
    let spot = full.then(|| Spot::new(1, 2));
    let choice = Choice { label: "up, egg".into(), manner: "egg", from: spot, to: spot };
    let range = full.then_some(Range { least: 0, most: 9, around: ["{\"bid\":", "}"] });
    Menu { prompt: "step", items: vec![Item { action: "\"up\"".into(), choice }], range }
}

fn spelled(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// `export const fullScene: Full<Scene> = {...};`
fn line(text: &mut String, name: &str, kind: &str, value: &impl Serialize) {
    let _ = writeln!(text, "export const {name}: {kind} = {};", spelled(value));
}

fn fixture() -> String {
    let mut text = String::from(
        "// Written by the tests of the program (src/browser/fixture.rs); BARNYARD_BLESS=1 writes it anew.\n\
         // What is wrong here is wrong in scene.ts, or in the program.\n\
         import type { Cover, Frame, Menu, News, Over, Overview } from \"../src/scene.js\";\n\n\
         /** The same with every field that may be absent. */\n\
         export type Full<T> = T extends string | number | null ? T : { [K in keyof T]-?: Full<T[K]> };\n\n",
    );
    let config: Json = RawValue::from_string("{}".into()).unwrap();
    let (chart, empty) = (
        Chart { points: vec![[1, 2].into()], clock: vec![(1, Seat(0), 1.5)], loss: vec![(1, Seat(0), 2.5)], marks: vec![(1, "capture")] },
        Chart::default(),
    );
    let ends = over(true);
    let full = Overview {
        game: "chickens",
        title: "eggs",
        seats: vec![Sitter { seat: "White", name: "</script><img src=x onerror=alert(1)>" }],
        config: &config,
        seed: Some(7),
        hidden: &[Hidden { kind: "rat", count: 1 }],
        turns: 1,
        over: Some(&ends),
        chart: &chart,
    };
    let bare = Overview { seed: None, over: None, chart: &empty, seats: Vec::new(), hidden: &[], ..full.clone() };
    line(&mut text, "fullFrame", "Full<Frame>", &frame(true));
    line(&mut text, "sparseFrame", "Frame", &frame(false));
    line(&mut text, "bareFrame", "Frame", &bare_frame());
    line(&mut text, "fullOverview", "Full<Overview>", &full);
    line(&mut text, "bareOverview", "Overview", &bare);
    line(&mut text, "fullOver", "Full<Over>", &over(true));
    line(&mut text, "bareOver", "Over", &over(false));
    line(&mut text, "fullMenu", "Full<Menu>", &menu(true));
    line(&mut text, "bareMenu", "Menu", &menu(false));
    line(&mut text, "bookCover", "Extract<Cover, { page: number }>", &book::Cover { overview: full.clone(), page: 128 });
    let live = |eyes| desk::Cover { overview: bare.clone(), eyes };
    line(&mut text, "deskCovers", "Extract<Cover, { eyes: unknown }>[]", &[View::Truth, View::Spectator, View::Seat(Seat(1))].map(live));
    let (asks, points) = (menu(true), [3, 2]);
    let news = [
        Event::Frame { frame: Box::new(bare_frame()), points: &points },
        Event::Question { number: 0, menu: &asks, refused: None },
        Event::Question { number: 1, menu: &asks, refused: Some("no such square") },
        Event::Over(&ends),
        Event::Broken("the player left the table"),
    ];
    line(&mut text, "news", "News[]", &news);
    let views = [View::Truth, View::Spectator, View::Seat(Seat(0)), View::Seat(Seat(1))];
    let seen: Vec<Frame> = views.into_iter().map(|view| frame(true).seen_by(view)).collect();
    text += "\n/** One moment through the eyes of: the truth, a spectator, the first seat, the second. */\n";
    line(&mut text, "eyes", "Frame[]", &seen);
    text
}

#[test]
fn the_fixture_of_the_viewer_is_what_this_program_writes() {
    let text = fixture();
    if std::env::var_os("BARNYARD_BLESS").is_some() {
        std::fs::write(Path::new(FILE), &text).unwrap();
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == text, "viewer/tests/fixture.ts is old: run this test with BARNYARD_BLESS=1, and then `npm run check` in viewer");
}

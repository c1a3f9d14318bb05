//! The original program's replay text: a line for the start, one a round, and `finish`.
//!
//! Every line is `[Replay]` and a JSON object. The document prints a blank between the two and one `finish`, the
//! program no blank and two; both are read, the program's form is written.
use super::picture::{fruit_letter, heat_layer, terrain};
use super::{Action, Cell, Chance, Config, Grid, Heat, Kind, Map, Orchard, Phase, Pile};
use crate::game::{Game, Turn};
use crate::scene::{Panel, Piece, Scene};
use crate::seat::{Joint, Seat};
use crate::tape::{Line, Tape};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::ser::{CharEscape, Formatter};
use std::io;

const PREFIX: &str = "[Replay]";
/// No replay has more lines.
const MOST_LINES: usize = 10_100;

/// A whole game as the original records it.
#[derive(Clone, PartialEq, Debug)]
pub struct Replay {
    pub init: Init,
    pub ticks: Vec<Tick>,
    /// Whether the game went on to its end.
    pub finished: bool,
}

/// The start of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Init {
    /// The map, a letter a cell.
    pub grid: Grid<char>,
    pub scores: [i64; 2],
    pub teams: [String; 2],
    pub spawn: [Cell; 2],
    pub total_rounds: u32,
}

/// A round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tick {
    pub heatmap: Grid<Warmth>,
    /// Where the players went; before the auction, if there was one.
    pub positions: [Position; 2],
    /// What lies on each cell after the round, in the order in which it landed.
    pub items: Grid<Vec<Letter>>,
    /// Whether a bike still runs in the next round.
    pub bike: [bool; 2],
    /// Whether a portal gun still works in the next round.
    pub teleport: [bool; 2],
    pub scores: [i64; 2],
    pub remaining_rounds: u32,
    /// The bids of the last auction of the round, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wagers: Option<[u32; 2]>,
    /// Where the players stood after the auction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wager_positions: Option<[Cell; 2]>,
}

/// Where a player went, and by which way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    pub new_pos: Cell,
    /// Rows and columns moved.
    pub delta: [i16; 2],
}

/// A cell of a recorded heatmap: whole zero where it is blocked, else a number with decimals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warmth {
    Blocked,
    Free(Heat),
}

/// A fruit, as its letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Letter(pub Kind);

/// What is wrong with a replay, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ReplayError {
    pub line: usize,
    pub what: String,
}

fn at<T>(line: usize, what: impl Into<String>) -> Result<T, ReplayError> {
    Err(ReplayError { line, what: what.into() })
}

/// Reads a replay in either form.
pub fn import(text: &str) -> Result<Replay, ReplayError> {
    let (mut init, mut ticks, mut finished) = (None, Vec::new(), false);
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row = i + 1;
        if row > MOST_LINES {
            return at(row, "the replay is longer than any game");
        }
        let Some(json) = line.strip_prefix(PREFIX) else { return at(row, format!("the line does not start with {PREFIX}")) };
        let entry: Entry = serde_json::from_str(json).or_else(|error| at(row, error.to_string()))?;
        match (entry, &init) {
            (Entry::Finish, Some(_)) => finished = true,
            (_, Some(_)) if finished => return at(row, "the game has already finished"),
            (Entry::Init(start), None) => {
                check_init(&start).or_else(|what| at(row, what))?;
                init = Some(start);
            }
            (Entry::Init(_), Some(_)) => return at(row, "the game has already started"),
            (Entry::Tick(tick), Some(init)) => {
                check_tick(init, &tick).or_else(|what| at(row, what))?;
                ticks.push(*tick);
            }
            (_, None) => return at(row, "the first line must be the start of a game"),
        }
    }
    match init {
        Some(init) => Ok(Replay { init, ticks, finished }),
        None => at(1, "the replay is empty"),
    }
}

/// A tape of ours as a replay of the original.
pub fn export(tape: &Tape) -> Result<String, ReplayError> {
    Replay::of(tape).map(|replay| replay.text())
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Entry {
    Init(Init),
    Tick(Box<Tick>),
    Finish,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum EntryRef<'a> {
    Init(&'a Init),
    Tick(&'a Tick),
    Finish,
}

fn check_init(init: &Init) -> Result<(), String> {
    let map = init.map().map_err(|error| format!("the grid is no map: {error}"))?;
    match init.spawn.iter().find(|spawn| !map.is_free(**spawn)) {
        Some(spawn) => Err(format!("nobody can start on {spawn}")),
        None => Ok(()),
    }
}

fn check_tick(init: &Init, tick: &Tick) -> Result<(), String> {
    let size = |rows: usize, cols: usize| (rows, cols) == (init.grid.rows(), init.grid.cols());
    if !size(tick.heatmap.rows(), tick.heatmap.cols()) || !size(tick.items.rows(), tick.items.cols()) {
        return Err("the heatmap or the items do not fit the map".into());
    }
    let after = tick.wager_positions.into_iter().flatten();
    match tick.positions.iter().map(|position| position.new_pos).chain(after).find(|cell| init.grid.get(*cell).is_none()) {
        Some(cell) => Err(format!("{cell} is off the map")),
        None => Ok(()),
    }
}

impl Init {
    fn map(&self) -> Result<Map, super::MapError> {
        let rows: Vec<String> = self.grid.cells().chunks(self.grid.cols()).map(|row| row.iter().collect()).collect();
        Map::parse(&rows.join("\n"))
    }
}

impl Replay {
    /// The game on a tape.
    pub fn of(tape: &Tape) -> Result<Replay, ReplayError> {
        let header = &tape.header;
        if header.game != Orchard::NAME || header.rules != Orchard::RULES || header.seats.len() != Orchard::SEATS {
            return at(1, format!("the tape is not of {}, version {} of its rules, with two seats", Orchard::NAME, Orchard::RULES));
        }
        let config: Config = serde_json::from_str(header.config.get()).or_else(|error| at(1, error.to_string()))?;
        let game = Orchard::new(&config).or_else(|error| at(1, error.to_string()))?;
        let mut recorder = Recorder::new(game, [0, 1].map(|i| header.seats[i].name.clone()));
        for (i, line) in tape.lines.iter().enumerate() {
            if !recorder.read(line).or_else(|what| at(i + 2, what))? {
                break;
            }
        }
        Ok(recorder.finish())
    }

    /// The text, byte for byte as the original writes it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        spell(&mut text, &EntryRef::Init(&self.init));
        for tick in &self.ticks {
            spell(&mut text, &EntryRef::Tick(tick));
        }
        for _ in 0..if self.finished { 2 } else { 0 } {
            spell(&mut text, &EntryRef::Finish);
        }
        text
    }

    /// What a spectator sees: the start, then each round's end.
    pub fn scenes(&self) -> Vec<Scene> {
        let init = &self.init;
        let map = init.map().expect("a replay was checked when it was read");
        let nothing = || ".".repeat(map.len());
        let start = Moment {
            places: init.spawn,
            fruit: nothing(),
            heat: nothing(),
            bike: [false; 2],
            scores: init.scores,
            left: init.total_rounds,
        };
        let mut scenes = vec![Scene { caption: format!("{} rounds to play", init.total_rounds), ..self.scene(&map, start) }];
        let mut before = init.scores;
        for tick in &self.ticks {
            let places = tick.wager_positions.unwrap_or(tick.positions.map(|position| position.new_pos));
            let pile = |letters: &Vec<Letter>| {
                letters.iter().fold(Pile::EMPTY, |mut pile, letter| {
                    pile.add(letter.0);
                    pile
                })
            };
            let heat: Vec<Heat> = tick.heatmap.cells().iter().map(|warmth| warmth.heat()).collect();
            let moment = Moment {
                places,
                fruit: tick.items.cells().iter().map(|letters| fruit_letter(pile(letters))).collect(),
                heat: heat_layer(&Grid::new(map.cols(), heat)),
                bike: tick.bike,
                scores: tick.scores,
                left: tick.remaining_rounds.saturating_sub(1),
            };
            let change = |i: usize| format!("{} {:+}", init.teams[i], tick.scores[i].saturating_sub(before[i]));
            let mut caption = format!("{}, {}", change(0), change(1));
            if let Some([a, b]) = tick.wagers {
                caption = format!("Auction, {a} against {b}; {caption}");
            }
            scenes.push(Scene { caption, mark: tick.wagers.map(|_| "auction"), ..self.scene(&map, moment) });
            before = tick.scores;
        }
        scenes
    }

    fn scene(&self, map: &Map, moment: Moment) -> Scene {
        let Moment { places, fruit, heat, bike, scores, left } = moment;
        let kind = |i: usize| if bike[i] { "rider" } else { "walker" };
        let panel = |seat: Seat| {
            let score = scores[seat.index()].clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            let lines = vec![("name", self.init.teams[seat.index()].clone()), ("rounds left", left.to_string())];
            Panel::new(seat, Orchard::SEAT_NAMES[seat.index()], score, lines)
        };
        Scene {
            width: map.cols() as u8,
            height: map.rows() as u8,
            layers: [("terrain", terrain(map)), ("fruit", fruit), ("heat", heat)].into(),
            pieces: Seat::first(2)
                .zip(places)
                .map(|(seat, at)| Piece::new(seat.0.into(), kind(seat.index()), seat, at.col, at.row))
                .collect(),
            panels: Seat::first(2).map(panel).collect(),
            ..Scene::default()
        }
    }
}

/// What changes from one picture to the next.
struct Moment {
    places: [Cell; 2],
    fruit: String,
    heat: String,
    bike: [bool; 2],
    scores: [i64; 2],
    left: u32,
}

/// Writes a game down as the original would, while it is played.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Orchard,
    /// What lies on each cell, in the order in which it landed.
    letters: Vec<Vec<Letter>>,
    moved: [Position; 2],
    wagered: bool,
    replay: Replay,
}

impl Recorder {
    /// Starts with an empty table.
    pub fn new(game: Orchard, teams: [String; 2]) -> Recorder {
        let (map, config) = (game.map(), game.config());
        let init = Init {
            grid: Grid::new(map.cols(), map.lines().flat_map(str::chars).collect::<Vec<_>>()),
            scores: config.start_scores.map(i64::from),
            teams,
            spawn: [0, 1].map(|i| game.player(Seat(i)).location),
            total_rounds: config.rounds,
        };
        let moved = init.spawn.map(|new_pos| Position { new_pos, delta: [0; 2] });
        let replay = Replay { init, ticks: Vec::new(), finished: false };
        Recorder { letters: vec![Vec::new(); map.len()], game, moved, wagered: false, replay }
    }

    /// The game as far as it was played.
    pub fn game(&self) -> &Orchard {
        &self.game
    }

    /// What was written down so far, with the lines that end it.
    pub fn finish(self) -> Replay {
        Replay { finished: true, ..self.replay }
    }

    /// Puts another batch in the place of the one that comes next.
    pub fn announce(&mut self, batch: Grid<Pile>) {
        self.game.announce(batch);
    }

    /// Plays a line of a tape; `false`: a seat forfeits here.
    fn read(&mut self, line: &Line) -> Result<bool, String> {
        match (self.game.turn(), line) {
            (Turn::Chance, Line::Chance(line)) => {
                let chance: Chance = serde_json::from_str(line.chance.get()).map_err(|error| error.to_string())?;
                if !self.game.possible(&chance) {
                    return Err("the chance outcome is impossible here".into());
                }
                self.settle(&chance);
            }
            (Turn::Act(seats), Line::Act(line)) => {
                if !line.act.iter().map(|(seat, _)| *seat).eq(seats.iter()) {
                    return Err("not the seats that have to act here".into());
                }
                let mut joint = Joint::EMPTY;
                for (seat, action) in &line.act {
                    let Some(action) = action else { return Ok(false) };
                    let action: Action = serde_json::from_str(action.get()).map_err(|error| error.to_string())?;
                    self.game.check(*seat, action).map_err(|breach| breach.to_string())?;
                    joint.set(*seat, action);
                }
                self.play(&joint);
            }
            _ => return Err("the line does not fit the game".into()),
        }
        Ok(true)
    }

    /// Applies what nature decided. That it is possible is the caller's promise.
    pub fn settle(&mut self, chance: &Chance) {
        if let Chance::Spawn(cells) = chance {
            self.replay.init.spawn = *cells;
        }
        if matches!(chance, Chance::Items(_)) {
            for (letters, pile) in self.letters.iter_mut().zip(self.game.incoming().cells()) {
                letters.extend(pile.kinds().map(Letter));
            }
        }
        self.step(|game| game.settle(chance));
    }

    /// Advances by one decision. Legality is the caller's promise.
    pub fn play(&mut self, joint: &Joint<Action>) {
        if self.game.phase() == Phase::Move {
            self.wagered = false;
            for (seat, action) in joint.iter() {
                let (from, Action::Move(to)) = (self.game.player(seat).location, action) else { continue };
                let delta = [i16::from(to.row) - i16::from(from.row), i16::from(to.col) - i16::from(from.col)];
                self.moved[seat.index()] = Position { new_pos: to, delta };
            }
        }
        self.wagered |= self.game.phase() == Phase::Bid;
        self.step(|game| game.play(joint));
    }

    /// One step of the game; if it ends a round, that is a tick.
    fn step(&mut self, apply: impl FnOnce(&mut Orchard)) {
        let round = self.game.round();
        let heat = self.game.heatmap().clone();
        apply(&mut self.game);
        let game = &self.game;
        if game.round() == round {
            return;
        }
        let map = game.map();
        let players = [Seat(0), Seat(1)].map(|seat| game.player(seat));
        for player in players {
            self.letters[game.at(player.location) as usize].clear();
        }
        let warmth = |(at, heat): (Cell, &Heat)| if map.is_free(at) { Warmth::Free(*heat) } else { Warmth::Blocked };
        self.replay.ticks.push(Tick {
            heatmap: Grid::new(map.cols(), heat.iter().map(warmth).collect::<Vec<_>>()),
            positions: self.moved,
            items: Grid::new(map.cols(), self.letters.clone()),
            bike: players.map(|player| player.bike > 0),
            teleport: players.map(|player| player.portal_gun > 0),
            scores: players.map(|player| player.score.into()),
            remaining_rounds: game.config().rounds - round,
            wagers: self.wagered.then(|| game.bids()),
            wager_positions: self.wagered.then(|| players.map(|player| player.location)),
        });
    }
}

impl Warmth {
    pub fn heat(self) -> Heat {
        match self {
            Warmth::Blocked => Heat::default(),
            Warmth::Free(heat) => heat,
        }
    }
}

impl Serialize for Warmth {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        match self {
            Warmth::Blocked => into.serialize_u8(0),
            Warmth::Free(heat) => into.serialize_f64(heat.value()),
        }
    }
}

impl<'de> Deserialize<'de> for Warmth {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Warmth, D::Error> {
        let number = serde_json::Number::deserialize(from)?;
        if number.as_u64() == Some(0) {
            return Ok(Warmth::Blocked);
        }
        let heat = number.as_f64().and_then(Heat::exact);
        heat.map(Warmth::Free).ok_or_else(|| D::Error::custom(format!("heat {number} is not a positive number of two decimals")))
    }
}

impl Serialize for Letter {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.serialize_char(self.0.letter())
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Letter, D::Error> {
        let letter = char::deserialize(from)?;
        Kind::of(letter).map(Letter).ok_or_else(|| D::Error::custom(format!("{letter:?} is no fruit: O, S or D")))
    }
}

fn spell(text: &mut String, entry: &EntryRef<'_>) {
    let mut json = Vec::new();
    entry.serialize(&mut serde_json::Serializer::with_formatter(&mut json, Python)).expect("replay lines always serialize");
    text.push_str(PREFIX);
    text.push_str(std::str::from_utf8(&json).expect("JSON is UTF-8"));
    text.push('\n');
}

/// JSON as Python's `json.dumps` spaces and escapes it.
struct Python;

impl Formatter for Python {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, into: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { into.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, into: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { into.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, into: &mut W) -> io::Result<()> {
        into.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, into: &mut W, fragment: &str) -> io::Result<()> {
        for letter in fragment.chars() {
            if matches!(letter, ' '..='~') {
                into.write_all(&[letter as u8])?;
            } else {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    write!(into, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }

    fn write_char_escape<W: ?Sized + io::Write>(&mut self, into: &mut W, escape: CharEscape) -> io::Result<()> {
        match escape {
            CharEscape::Quote => into.write_all(b"\\\""),
            CharEscape::ReverseSolidus => into.write_all(b"\\\\"),
            CharEscape::Solidus => into.write_all(b"/"),
            CharEscape::Backspace => into.write_all(b"\\b"),
            CharEscape::FormFeed => into.write_all(b"\\f"),
            CharEscape::LineFeed => into.write_all(b"\\n"),
            CharEscape::CarriageReturn => into.write_all(b"\\r"),
            CharEscape::Tab => into.write_all(b"\\t"),
            CharEscape::AsciiControl(byte) => write!(into, "\\u{byte:04x}"),
        }
    }
}

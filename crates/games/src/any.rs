//! The same games without their types: JSON in, JSON out. For the referee, tapes and viewers.
use crate::belief::{self, Belief, Hidden};
use crate::foul::{ConfigError, Foul, FoulKind};
use crate::game::{Game, Turn, playout};
use crate::luck::{Dice, Sprint};
use crate::menu::{Item, Menu};
use crate::player::{Native, Start};
use crate::scene::Scene;
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use serde_json::value::{RawValue, to_raw_value};
use std::time::Duration;

/// A JSON value, kept as its canonical text.
pub type Json = Box<RawValue>;

/// A piece of a tape that does not fit the game it claims to be from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misfit(pub String);

/// Object-safe twin of [`Game`], implemented once for every game.
///
/// A decision has two steps. Each acting seat's choice is *held* ([`propose`](AnyGame::propose),
/// [`consult`](AnyGame::consult) or [`substitute`](AnyGame::substitute)); then [`play`](AnyGame::play) applies all of
/// them at once. A native bot's action never takes the way through JSON.
pub trait AnyGame: Send {
    fn turn(&self) -> Turn;

    /// Nature's next outcome, as a tape spells it.
    fn draw(&self, dice: &mut Dice) -> Json;
    /// Applies a recorded outcome, if it is possible here.
    fn settle(&mut self, chance: &RawValue) -> Result<(), Misfit>;
    /// Draws and applies in one step; spells the outcome out only if asked to.
    fn roll(&mut self, dice: &mut Dice, spell: bool) -> Option<Json>;

    /// Reads a seat's answer and holds it, if it is legal.
    fn propose(&mut self, seat: Seat, answer: &str) -> Result<(), Foul>;
    /// Asks a native bot and holds its answer, if it is legal.
    fn consult(&mut self, seat: Seat, bot: &mut Native, left: Duration) -> Result<(), Foul>;
    /// What a native bot believed when it last decided, if that is a belief.
    fn belief(&self, bot: &mut Native) -> Option<Belief>;
    /// Holds what the rules play for a seat whose answer does not count; `false`: they play nothing, it forfeits.
    fn substitute(&mut self, seat: Seat, dice: &mut Dice) -> bool;
    /// The choices held so far.
    fn held(&self) -> Vec<(Seat, Json)>;
    /// Plays the held choices. That every acting seat has one is the caller's promise.
    fn play(&mut self);
    /// Ends the game: these seats lose it.
    fn forfeit(&mut self, losers: SeatSet);
    fn forfeited(&self) -> SeatSet;
    /// How far the game has come after so many decisions: in rounds, where a round may take several.
    fn length(&self, decisions: u64) -> u64;

    /// Tells a native bot that a game begins at this table.
    fn welcome(&self, seat: Seat, bot: &mut Native, seed: u64);
    /// Tells a native bot that the game is over.
    fn dismiss(&self, seat: Seat, bot: &mut Native);

    fn brief(&self) -> Json;
    fn observe(&self, seat: Seat) -> Json;
    fn legal(&self, seat: Seat) -> Vec<Json>;
    /// How many actions are legal.
    fn choices(&self, seat: Seat) -> usize;
    /// All legal actions as one JSON list, if there are at most `most`.
    fn short_list(&self, seat: Seat, most: usize) -> Option<Json>;
    /// The same for people: in words and places.
    fn menu(&self, seat: Seat) -> Menu;
    fn scene(&self) -> Scene;
    /// What is wrong with what a bot says it believes.
    fn doubt(&self, belief: &Belief) -> Result<(), Misfit>;
    fn points(&self) -> PerSeat<i32>;
    fn payoffs(&self) -> PerSeat<f32>;
    fn reason(&self) -> &'static str;

    /// The same position once more, to go on from by itself.
    fn fork(&self) -> Box<dyn AnyGame>;
}

/// A newtype, since a blanket implementation would make `game.play(..)` ambiguous.
struct Erased<G: Game> {
    game: G,
    held: Joint<G::Action>,
    forfeited: SeatSet,
}

/// As much of an answer as a report has room for.
fn opening(answer: &str) -> String {
    match answer.char_indices().nth(80) {
        Some((end, _)) => format!("{}...", &answer[..end]),
        None if answer.is_empty() => "nothing".into(),
        None => answer.into(),
    }
}

fn json<T: serde::Serialize>(value: &T) -> Json {
    to_raw_value(value).expect("game types always serialize")
}

impl<G: Game> Erased<G> {
    fn hold(&mut self, seat: Seat, action: G::Action) -> Result<(), Foul> {
        self.game.check(seat, action).map_err(|breach| Foul::new(FoulKind::Illegal, format!("{}: {breach}", json(&action))))?;
        self.held.set(seat, action);
        Ok(())
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn turn(&self) -> Turn {
        if self.forfeited.is_empty() { self.game.turn() } else { Turn::Over }
    }

    fn draw(&self, dice: &mut Dice) -> Json {
        json(&self.game.draw(dice))
    }

    fn settle(&mut self, chance: &RawValue) -> Result<(), Misfit> {
        let chance: G::Chance =
            serde_json::from_str(chance.get()).map_err(|error| Misfit(format!("the chance outcome cannot be read: {error}")))?;
        if !self.game.possible(&chance) {
            return Err(Misfit("the chance outcome is impossible here".into()));
        }
        self.game.settle(&chance);
        Ok(())
    }

    fn roll(&mut self, dice: &mut Dice, spell: bool) -> Option<Json> {
        let chance = self.game.draw(dice);
        self.game.settle(&chance);
        spell.then(|| json(&chance))
    }

    fn propose(&mut self, seat: Seat, answer: &str) -> Result<(), Foul> {
        let action = serde_json::from_str(answer)
            .map_err(|error| Foul::new(FoulKind::Unreadable, format!("{} is not an action of {}: {error}", opening(answer), G::NAME)))?;
        self.hold(seat, action)
    }

    fn consult(&mut self, seat: Seat, bot: &mut Native, left: Duration) -> Result<(), Foul> {
        let action = bot.of::<G>().act(&self.game.observe(seat), left);
        self.hold(seat, action)
    }

    fn belief(&self, bot: &mut Native) -> Option<Belief> {
        bot.of::<G>().belief().filter(|belief| self.doubt(belief).is_ok())
    }

    fn substitute(&mut self, seat: Seat, dice: &mut Dice) -> bool {
        match self.game.fallback(seat, dice) {
            Some(action) => {
                self.held.set(seat, action);
                true
            }
            None => false,
        }
    }

    fn held(&self) -> Vec<(Seat, Json)> {
        self.held.iter().map(|(seat, action)| (seat, json(&action))).collect()
    }

    fn play(&mut self) {
        self.game.play(&self.held);
        self.held = Joint::EMPTY;
    }

    fn forfeit(&mut self, losers: SeatSet) {
        self.held = Joint::EMPTY;
        self.forfeited = losers;
    }

    fn forfeited(&self) -> SeatSet {
        self.forfeited
    }

    fn length(&self, decisions: u64) -> u64 {
        self.game.length(decisions)
    }

    fn welcome(&self, seat: Seat, bot: &mut Native, seed: u64) {
        let (brief, seen) = (self.game.brief(), self.game.observe(seat));
        bot.of::<G>().prepare_for_match(&Start { brief: &brief, seat, seen: &seen, seed });
    }

    fn dismiss(&self, seat: Seat, bot: &mut Native) {
        bot.of::<G>().match_over(&self.game.observe(seat), &self.payoffs());
    }

    fn brief(&self) -> Json {
        json(&self.game.brief())
    }

    fn observe(&self, seat: Seat) -> Json {
        json(&self.game.observe(seat))
    }

    fn legal(&self, seat: Seat) -> Vec<Json> {
        let mut all = Vec::new();
        self.game.legal(seat, &mut all);
        all.iter().map(json).collect()
    }

    fn choices(&self, seat: Seat) -> usize {
        let mut all = Vec::new();
        self.game.legal(seat, &mut all);
        all.len()
    }

    fn short_list(&self, seat: Seat, most: usize) -> Option<Json> {
        if self.game.at_least(seat) > most {
            return None;
        }
        let mut all = Vec::with_capacity(most);
        self.game.legal(seat, &mut all);
        (all.len() <= most).then(|| json(&all))
    }

    fn menu(&self, seat: Seat) -> Menu {
        let (mut all, range) = (Vec::new(), self.game.range(seat));
        if range.is_none() {
            self.game.legal(seat, &mut all);
        }
        let item = |action: &G::Action| Item { action: json(action).get().into(), choice: self.game.choice(seat, *action) };
        Menu { prompt: self.game.prompt(seat), items: all.iter().map(item).collect(), range }
    }

    fn scene(&self) -> Scene {
        let mut scene = self.game.scene();
        if !self.forfeited.is_empty() {
            let losers: Vec<_> = self.forfeited.iter().map(|seat| G::SEAT_NAMES[seat.index()]).collect();
            scene.caption = format!("{} forfeits", losers.join(" and "));
            scene.mark = Some("fault");
        }
        scene
    }

    fn doubt(&self, belief: &Belief) -> Result<(), Misfit> {
        if belief.is_empty() {
            return Ok(());
        }
        let scene = self.game.scene();
        belief::check(belief, G::HIDDEN, usize::from(scene.width) * usize::from(scene.height)).map_err(Misfit)
    }

    fn points(&self) -> PerSeat<i32> {
        self.game.points()
    }

    fn payoffs(&self) -> PerSeat<f32> {
        if self.forfeited.is_empty() { self.game.payoffs() } else { self.game.forfeit(self.forfeited) }
    }

    fn reason(&self) -> &'static str {
        if self.forfeited.is_empty() { self.game.reason() } else { "forfeit" }
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(Erased { game: self.game.clone(), held: self.held, forfeited: self.forfeited })
    }
}

/// One row of the table of games: all that the rest of the program knows of a game.
pub struct Entry {
    pub name: &'static str,
    pub title: &'static str,
    pub aliases: &'static [&'static str],
    pub rules: u32,
    pub seats: usize,
    pub seat_names: &'static [&'static str],
    pub payoff: (f32, f32),
    /// What a step of a random playout is: a `decision`, or a `round` when all seats decide at once.
    pub unit: &'static str,
    pub hidden: &'static [Hidden],
    open: fn(&str) -> Result<Box<dyn AnyGame>, ConfigError>,
    settings: fn(&str) -> Result<Json, ConfigError>,
    playouts: fn(u64, u64) -> u64,
}

impl Entry {
    /// The row of a game.
    pub const fn of<G: Game>() -> Entry {
        Entry {
            name: G::NAME,
            title: G::TITLE,
            aliases: G::ALIASES,
            rules: G::RULES,
            seats: G::SEATS,
            seat_names: G::SEAT_NAMES,
            payoff: G::PAYOFF,
            hidden: G::HIDDEN,
            unit: if G::SIMULTANEOUS { "round" } else { "decision" },
            open: |config| Ok(Entry::at(open::<G>(config)?.1)),
            settings: |config| Ok(json(&open::<G>(config)?.0)),
            playouts: playouts::<G>,
        }
    }

    /// A table on which this game stands.
    pub fn at<G: Game>(game: G) -> Box<dyn AnyGame> {
        Box::new(Erased { game, held: Joint::EMPTY, forfeited: SeatSet::EMPTY })
    }

    /// An empty table with this configuration, a JSON object; missing keys have their defaults.
    pub fn open(&self, config: &str) -> Result<Box<dyn AnyGame>, ConfigError> {
        (self.open)(config)
    }

    /// The same configuration with every default written out, or what is wrong with it.
    pub fn settings(&self, config: &str) -> Result<Json, ConfigError> {
        (self.settings)(config)
    }

    /// Plays random games by the game's [yardstick](Game::yardstick) until `steps` steps are done; says how many were.
    pub fn playouts(&self, seed: u64, steps: u64) -> u64 {
        (self.playouts)(seed, steps)
    }

    /// Whether this row answers to a name, in any case.
    pub fn answers_to(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name) || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }
}

fn open<G: Game>(config: &str) -> Result<(G::Config, G), ConfigError> {
    let config: G::Config = serde_json::from_str(config).map_err(|error| misread::<G>(config, &error))?;
    let game = G::new(&config)?;
    Ok((config, game))
}

/// Names the setting that cannot be read: the first that cannot be read alone either.
fn misread<G: Game>(config: &str, error: &serde_json::Error) -> ConfigError {
    let settings: serde_json::Map<String, serde_json::Value> = serde_json::from_str(config).unwrap_or_default();
    for (key, value) in settings {
        let alone = serde_json::json!({ &key: value }).to_string();
        if let Err(error) = serde_json::from_str::<G::Config>(&alone) {
            let why = error.to_string();
            let why = why.split(" at line ").next().unwrap_or(&why);
            return ConfigError(match why.starts_with("unknown field") {
                true => format!("{} has no setting {key:?}: {why}", G::NAME),
                false => format!("{key} of {} cannot be {}: {why}", G::NAME, brief_of(&value)),
            });
        }
    }
    ConfigError(format!("the configuration of {} cannot be read: {error}", G::NAME))
}

/// A value as it fits into a sentence.
fn brief_of(value: &serde_json::Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn playouts<G: Game>(seed: u64, steps: u64) -> u64 {
    let fresh = G::new(&G::yardstick()).expect("the yardstick is playable");
    let (mut rng, mut scratch, mut done) = (Sprint::new(seed), Vec::new(), 0);
    while done < steps {
        let mut game = fresh.clone();
        let decisions = playout(&mut game, &mut rng, &mut scratch);
        done += game.length(decisions).max(1);
    }
    done
}

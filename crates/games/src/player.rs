//! A bot in the same process: it sees observations, never the game.
use crate::any::{Json, Misfit};
use crate::belief::Belief;
use crate::game::Game;
use crate::seat::{PerSeat, Seat};
use serde::de::DeserializeOwned;
use serde_json::value::to_raw_value;
use std::any::Any;
use std::time::Duration;

/// Decides for one seat of one kind of game. Lives for as many games as the match plan says.
pub trait Player<G: Game>: Send {
    /// A series against the same opponents begins: what belonged to the last one may go.
    fn prepare_for_series(&mut self) {}
    /// A game begins.
    fn prepare_for_match(&mut self, _start: &Start<'_, G>) {}
    /// The decision. `left` is what the clock still grants for it.
    fn act(&mut self, seen: &G::Observation, left: Duration) -> G::Action;
    /// What it believed of the things it cannot see when it last decided, if it keeps count of that.
    fn belief(&self) -> Option<Belief> {
        None
    }
    /// A game ended with these payoffs; `seen` is the last look at it.
    fn match_over(&mut self, _seen: &G::Observation, _payoffs: &PerSeat<f32>) {}
}

/// What a player is told when a game begins.
#[derive(Debug)]
pub struct Start<'a, G: Game> {
    pub brief: &'a G::Brief,
    pub seat: Seat,
    /// The first look at the table, whoever moves first.
    pub seen: &'a G::Observation,
    /// Private to this player and this game: equal command lines give equal games.
    pub seed: u64,
}

/// A player without its types, on the way from the table of bots to the referee, or to a referee elsewhere that talks JSON.
pub struct Native(Box<dyn AnyPlayer>);

impl Native {
    pub fn new<G: Game>(player: impl Player<G> + 'static) -> Native {
        Native(Box::new(Seated::<G>(Box::new(player))))
    }

    /// A series against the same opponents begins.
    pub fn prepare_for_series(&mut self) {
        self.0.prepare_for_series();
    }

    /// A game begins: what a [`Start`] tells, as texts.
    pub fn begin(&mut self, brief: &str, seat: Seat, seen: &str, seed: u64) -> Result<(), Misfit> {
        self.0.begin(brief, seat, seen, seed)
    }

    /// The decision, from the text of an observation to that of an action.
    pub fn answer(&mut self, seen: &str, left: Duration) -> Result<Json, Misfit> {
        self.0.answer(seen, left)
    }

    /// What it believed when it last decided.
    pub fn belief(&self) -> Option<Belief> {
        self.0.belief()
    }

    /// A game ended with these payoffs.
    pub fn end(&mut self, seen: &str, payoffs: &PerSeat<f32>) -> Result<(), Misfit> {
        self.0.end(seen, payoffs)
    }

    /// The player inside. That it plays this game is the caller's promise.
    pub(crate) fn of<G: Game>(&mut self) -> &mut dyn Player<G> {
        self.0.inside().downcast_mut::<Box<dyn Player<G>>>().expect("a native bot sits only at tables of its own game").as_mut()
    }
}

/// Object-safe twin of [`Player`], implemented once for every game.
trait AnyPlayer: Send {
    fn prepare_for_series(&mut self);
    fn begin(&mut self, brief: &str, seat: Seat, seen: &str, seed: u64) -> Result<(), Misfit>;
    fn answer(&mut self, seen: &str, left: Duration) -> Result<Json, Misfit>;
    fn belief(&self) -> Option<Belief>;
    fn end(&mut self, seen: &str, payoffs: &PerSeat<f32>) -> Result<(), Misfit>;
    fn inside(&mut self) -> &mut dyn Any;
}

struct Seated<G: Game>(Box<dyn Player<G>>);

impl<G: Game> AnyPlayer for Seated<G> {
    fn prepare_for_series(&mut self) {
        self.0.prepare_for_series();
    }

    fn begin(&mut self, brief: &str, seat: Seat, seen: &str, seed: u64) -> Result<(), Misfit> {
        let (brief, seen) = (read::<G, _>("brief", brief)?, read::<G, _>("observation", seen)?);
        self.0.prepare_for_match(&Start { brief: &brief, seat, seen: &seen, seed });
        Ok(())
    }

    fn answer(&mut self, seen: &str, left: Duration) -> Result<Json, Misfit> {
        let action = self.0.act(&read::<G, _>("observation", seen)?, left);
        Ok(to_raw_value(&action).expect("actions always serialize"))
    }

    fn belief(&self) -> Option<Belief> {
        self.0.belief()
    }

    fn end(&mut self, seen: &str, payoffs: &PerSeat<f32>) -> Result<(), Misfit> {
        self.0.match_over(&read::<G, _>("observation", seen)?, payoffs);
        Ok(())
    }

    fn inside(&mut self) -> &mut dyn Any {
        &mut self.0
    }
}

/// What a player is told, or why it is nothing that this game tells.
fn read<G: Game, T: DeserializeOwned>(what: &str, text: &str) -> Result<T, Misfit> {
    serde_json::from_str(text).map_err(|error| Misfit(format!("the {what} is none of {}: {error}", G::NAME)))
}

//! A bot in the same process: it sees observations, never the game.
use crate::game::Game;
use crate::seat::{PerSeat, Seat};
use crate::tape::Belief;
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
    /// What it believed of the things it cannot see when it last decided, for the tape; nothing if it keeps no odds.
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

/// A player without its types, on the way from the table of bots to the referee.
pub struct Native {
    player: Box<dyn Any + Send>,
    prepare_for_series: fn(&mut Native),
    belief: fn(&mut Native) -> Option<Belief>,
}

impl Native {
    pub fn new<G: Game>(player: impl Player<G> + 'static) -> Native {
        let player: Box<dyn Player<G>> = Box::new(player);
        Native {
            player: Box::new(player),
            prepare_for_series: |native| native.of::<G>().prepare_for_series(),
            belief: |native| native.of::<G>().belief(),
        }
    }

    /// A series against the same opponents begins.
    pub fn prepare_for_series(&mut self) {
        (self.prepare_for_series)(self);
    }

    /// What it believed when it last decided.
    pub fn belief(&mut self) -> Option<Belief> {
        (self.belief)(self)
    }

    /// The player inside. That it plays this game is the caller's promise.
    pub(crate) fn of<G: Game>(&mut self) -> &mut dyn Player<G> {
        self.player.downcast_mut::<Box<dyn Player<G>>>().expect("a native bot sits only at tables of its own game").as_mut()
    }
}

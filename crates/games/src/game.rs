//! The contract every game signs. A value of `G: Game` *is* a game in progress.
use crate::belief::Hidden;
use crate::foul::{Breach, ConfigError};
use crate::luck::pick;
use crate::menu::{Choice, Range};
use crate::scene::Scene;
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use rand_core::Rng;
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// Who moves next: nature, some seats at once, or nobody any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Chance,
    Act(SeatSet),
    Over,
}

/// Rules, and nothing but rules: no clock, no I/O, no hidden randomness.
///
/// Randomness enters in [`draw`](Game::draw) and leaves as data that [`settle`](Game::settle) applies, so
/// that a replay is a list of outcomes and actions. What a seat may know is a type of its own with no
/// room for secrets.
pub trait Game: Clone + Send + 'static {
    /// The name on the command line and in tapes: one small word.
    const NAME: &'static str;
    /// One line for tables: what kind of game this is.
    const TITLE: &'static str;
    /// Other names people know it by.
    const ALIASES: &'static [&'static str] = &[];
    /// Bumped whenever the same tape could lead to another result.
    const RULES: u32;
    const SEATS: usize;
    /// What the seats are called, in order.
    const SEAT_NAMES: &'static [&'static str];
    /// Lowest and highest payoff a seat can end with. Payoffs also rank the seats: more is better.
    const PAYOFF: (f32, f32) = (0.0, 1.0);
    /// Seats decide at once, so that speed is counted in rounds.
    const SIMULTANEOUS: bool = false;

    /// What seats have to guess at, for bots that say what they believe.
    const HIDDEN: &'static [Hidden] = &[];

    /// Everything an organizer may vary, with the document's values as default. Unknown keys must be refused.
    type Config: Clone + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    type Action: Copy + PartialEq + Debug + Send + Serialize + DeserializeOwned;
    type Chance: Clone + PartialEq + Debug + Send + Serialize + DeserializeOwned;
    /// What every seat is told once, when the table is set: the configuration, a map, a matrix.
    type Brief: Clone + Debug + Send + Serialize + DeserializeOwned;
    type Observation: Clone + PartialEq + Debug + Send + Serialize + DeserializeOwned;
    /// What no observation may contain.
    type Secret: Clone + Debug;

    /// The settings that the speed of playouts is measured with: the defaults, unless setting up would hide what a
    /// step costs.
    fn yardstick() -> Self::Config {
        Self::Config::default()
    }

    /// How long the game was so far, in what speed and opening limits are counted in. A round may take several decisions.
    fn length(&self, decisions: u64) -> u64 {
        decisions
    }

    /// An empty table; the first turn is usually [`Turn::Chance`], which sets it up.
    fn new(config: &Self::Config) -> Result<Self, ConfigError>;
    fn turn(&self) -> Turn;

    /// Nature decides. Asked only when the turn is [`Turn::Chance`].
    fn draw<R: Rng>(&self, rng: &mut R) -> Self::Chance;
    /// Whether [`draw`](Game::draw) could have returned this here. Tapes are checked with it at the door.
    fn possible(&self, chance: &Self::Chance) -> bool;
    /// Applies what nature decided. That it is possible is the caller's promise.
    fn settle(&mut self, chance: &Self::Chance);

    /// Appends the legal actions of an acting seat, in the game's canonical order.
    fn legal(&self, seat: Seat, into: &mut Vec<Self::Action>);
    /// At least so many actions are legal, if that can be told faster than by listing them.
    fn at_least(&self, _seat: Seat) -> usize {
        0
    }
    /// The rule that an action of an acting seat breaks, if any.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Breach>;
    /// A random legal action, for playouts and random bots: uniform over the list unless a game says
    /// otherwise because its list is long.
    fn sample<R: Rng>(&self, seat: Seat, rng: &mut R, scratch: &mut Vec<Self::Action>) -> Self::Action {
        scratch.clear();
        self.legal(seat, scratch);
        *pick(rng, scratch)
    }
    /// What a person has to decide now, in a word or two.
    fn prompt(&self, _seat: Seat) -> &'static str {
        "move"
    }
    /// How a legal action looks to a person.
    fn choice(&self, _seat: Seat, action: Self::Action) -> Choice {
        Choice::new(serde_json::to_string(&action).expect("actions always serialize"), "")
    }
    /// Where the actions are nothing but numbers, these are easier to name than to list.
    fn range(&self, _seat: Seat) -> Option<Range> {
        None
    }
    /// Advances by one decision. Legality is the caller's promise.
    fn play(&mut self, joint: &Joint<Self::Action>);

    /// What a seat plays whose own answer does not count; `None`: the seat forfeits the game.
    fn fallback<R: Rng>(&self, seat: Seat, rng: &mut R) -> Option<Self::Action>;
    /// Payoffs when these seats forfeit.
    fn forfeit(&self, losers: SeatSet) -> PerSeat<f32> {
        let (low, high) = Self::PAYOFF;
        let everyone = losers.len() == Self::SEATS;
        PerSeat::new(Self::SEATS, |seat| match losers.contains(seat) {
            _ if everyone => (low + high) / 2.0,
            true => low,
            false => high,
        })
    }

    /// What both sides of the table know from the start. Constant once somebody has to act.
    fn brief(&self) -> Self::Brief;
    /// All that `seat` may know now, acting or not.
    fn observe(&self, seat: Seat) -> Self::Observation;
    fn secret(&self) -> Self::Secret;
    /// The inverse: what a seat knows and a guess at the rest make a position to search.
    fn assume(brief: &Self::Brief, seat: Seat, seen: &Self::Observation, secret: &Self::Secret) -> Self;

    /// All there is to see, for replays and spectators.
    fn scene(&self) -> Scene;
    /// What the score board shows.
    fn points(&self) -> PerSeat<i32>;
    /// Running result; final once the turn is [`Turn::Over`].
    fn payoffs(&self) -> PerSeat<f32>;
    /// Why the game is over, in a few words. Asked only when it is.
    fn reason(&self) -> &'static str;
}

/// Plays one random game through the typed trait and counts its decisions.
pub fn playout<G: Game, R: Rng>(game: &mut G, rng: &mut R, scratch: &mut Vec<G::Action>) -> u64 {
    let mut decisions = 0;
    loop {
        match game.turn() {
            Turn::Chance => {
                let chance = game.draw(rng);
                game.settle(&chance);
            }
            Turn::Act(seats) => {
                let mut joint = Joint::EMPTY;
                for seat in seats.iter() {
                    joint.set(seat, game.sample(seat, rng, scratch));
                }
                game.play(&joint);
                decisions += 1;
            }
            Turn::Over => return decisions,
        }
    }
}

/// How a win is shared: one for the highest payoff, split evenly between those who have it.
pub fn share(payoffs: &[f32]) -> PerSeat<f64> {
    let best = payoffs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let winners = payoffs.iter().filter(|payoff| **payoff == best).count();
    PerSeat::new(payoffs.len(), |seat| if payoffs[seat.index()] == best { 1.0 / winners as f64 } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_is_one_a_draw_one_half_and_four_seats_split() {
        assert_eq!(*share(&[3.0, 0.0]), [1.0, 0.0]);
        assert_eq!(*share(&[2.0, 2.0]), [0.5, 0.5]);
        assert_eq!(*share(&[1.0, 0.0, 1.0, 1.0]), [1.0 / 3.0, 0.0, 1.0 / 3.0, 1.0 / 3.0]);
    }
}

//! The Horde: the personalities of the document, those who keep faith, and a player that answers them.
//!
//! What commands show of the solver: [`census::count`], [`survey::values`], [`survey::explain`] and [`matrix::matrix`].
pub mod atlas;
pub mod census;
pub mod handshake;
pub mod horde;
pub mod matrix;
mod mixed;
pub mod oracle;
pub mod response;
pub mod solution;
pub mod strategy;
pub mod survey;
pub mod titfortat;
pub mod utility;

use crate::Reference;
use games::microchess::Microchess;
use games::{Game, Native};
use handshake::Shaker;
use horde::Member;
use oracle::Oracle;
use titfortat::{Creed, Faithful};
use utility::Personality;

/// Weakest first, by mean payoff in a round robin of all of them.
pub const BOTS: &[Reference] = &[
    member!(Nihilist, "moves at random: every choice is best when nothing matters"),
    member!(Optimist, "thinks that everyone is out to help it"),
    member!(Utilitarian, "wants the largest sum of payoffs and believes that all do"),
    member!(Truster, "wants three parts its own payoff and two parts yours, and trusts you to want the like"),
    member!(Cooperative, "prefers a tie even to a win and believes that all do"),
    member!(Monkey, "takes the best piece it can, else moves at random"),
    faithful!(FORGIVENESS),
    faithful!(TIT_FOR_TAT),
    faithful!(TWITCH_FOR_TAT),
    shaker!(double_agent, "DoubleAgent", "gives a secret sign; plays for whoever answers it, and as a Realist against others"),
    member!(Queller, "wants you to get little and believes that you want much"),
    faithful!(CONDESCENSION),
    faithful!(GRUDGER),
    faithful!(TIT_FOR_TAT_TAT),
    faithful!(TAT_FOR_TIT),
    member!(Scrapper, "wants you to get little and believes that you want the like"),
    member!(Pessimist, "wants much and believes that you want it to get little"),
    member!(Realist, "plays the game as it was designed: each for its own payoff"),
    shaker!(accepter, "Handshaker", "a Realist that answers a double agent's secret sign, and is served from then on"),
    Reference::of::<Microchess, Oracle>("Oracle", "finds out who you are and plays the best answer to that"),
];

/// A row for a personality.
macro_rules! member {
    ($personality:ident, $about:literal) => {
        Reference::made(Microchess::NAME, Personality::$personality.name(), $about, || {
            Native::new::<Microchess>(Member::new(Personality::$personality))
        })
    };
}

/// A row for one of the family that keeps faith.
macro_rules! faithful {
    ($creed:ident) => {
        Reference::made(Microchess::NAME, Creed::$creed.name, Creed::$creed.about, || {
            Native::new::<Microchess>(Faithful::new(Creed::$creed))
        })
    };
}
/// A row for one of those who shake hands.
macro_rules! shaker {
    ($make:ident, $name:literal, $about:literal) => {
        Reference::made(Microchess::NAME, $name, $about, || Native::new::<Microchess>(Shaker::$make()))
    };
}
use {faithful, member, shaker};

#[cfg(test)]
mod tests;

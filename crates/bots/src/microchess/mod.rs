//! The Horde: the personalities of the document, those who keep faith, and a player that answers them.
//!
//! What commands show of the solver: [`census::count`], [`survey::values`], [`survey::explain`] and [`matrix::matrix`].
pub mod atlas;
pub mod census;
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
use horde::Member;
use oracle::Oracle;
use titfortat::{CREEDS, Faithful};
use utility::Personality;

/// Weakest first, by mean payoff against the others.
pub const BOTS: &[Reference] = &[
    member!(Utilitarian, "wants the largest sum of payoffs and believes that all do"),
    member!(Nihilist, "moves at random: every choice is best when nothing matters"),
    member!(Truster, "wants three parts its own payoff and two parts yours, and trusts you to want the like"),
    member!(Cooperative, "prefers a tie even to a win and believes that all do"),
    member!(Optimist, "thinks that everyone is out to help it"),
    member!(Monkey, "takes the best piece it can, else moves at random"),
    member!(Queller, "wants you to get little and believes that you want much"),
    member!(Realist, "plays the game as it was designed: each for its own payoff"),
    member!(Pessimist, "wants much and believes that you want it to get little"),
    member!(Scrapper, "wants you to get little and believes that you want the like"),
    faithful!(4),
    faithful!(2),
    faithful!(1),
    faithful!(3),
    faithful!(6),
    faithful!(0),
    faithful!(5),
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
    ($creed:literal) => {
        Reference::made(Microchess::NAME, CREEDS[$creed].name, CREEDS[$creed].about, || {
            Native::new::<Microchess>(Faithful::new(CREEDS[$creed]))
        })
    };
}
use {faithful, member};

#[cfg(test)]
mod tests;

//! What a personality wants, and what it believes its opponent wants.
use games::microchess::Outcome;

/// Two utilities by the outcome of the first player, in the order loss, draw, tie, win.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    /// The player's own.
    pub own: [i16; 4],
    /// What the player believes its opponent's to be, by the *player's* outcome.
    pub other: [i16; 4],
}

impl Pair {
    /// What a side wants by *its own* outcome: the player is side 0, the opponent it believes in is side 1.
    pub fn wants(&self, side: usize) -> [i16; 4] {
        let [loss, draw, tie, win] = self.other;
        if side == 0 { self.own } else { [win, draw, tie, loss] }
    }

    /// Whether outcomes that are equal to one side are equal to the other too. Then moves tied for whoever moves have
    /// the same worth for both, and no average is ever taken over unequal values.
    pub fn is_aligned(&self) -> bool {
        let same = |of: &[i16; 4], a: usize, b: usize| of[a] == of[b];
        (0..4).all(|a| (0..a).all(|b| same(&self.own, a, b) == same(&self.other, a, b)))
    }
}

/// Those of the document, in alphabetical order as in its tables, and the engine's Cooperative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Personality {
    Monkey,
    Nihilist,
    Optimist,
    Pessimist,
    Queller,
    Realist,
    Scrapper,
    Truster,
    Utilitarian,
    Cooperative,
}

use Personality::{Cooperative, Monkey, Nihilist, Optimist, Pessimist, Queller, Realist, Scrapper, Truster, Utilitarian};

impl Personality {
    /// The nine of the document.
    pub const HORDE: [Personality; 9] = [Monkey, Nihilist, Optimist, Pessimist, Queller, Realist, Scrapper, Truster, Utilitarian];
    pub const ALL: [Personality; 10] =
        [Monkey, Nihilist, Optimist, Pessimist, Queller, Realist, Scrapper, Truster, Utilitarian, Cooperative];
    /// Those who reason about their opponent.
    pub const RATIONAL: [Personality; 8] = [Optimist, Pessimist, Queller, Realist, Scrapper, Truster, Utilitarian, Cooperative];

    pub const fn name(self) -> &'static str {
        match self {
            Monkey => "Monkey",
            Nihilist => "Nihilist",
            Optimist => "Optimist",
            Pessimist => "Pessimist",
            Queller => "Queller",
            Realist => "Realist",
            Scrapper => "Scrapper",
            Truster => "Truster",
            Utilitarian => "Utilitarian",
            Cooperative => "Cooperative",
        }
    }

    /// The utilities; `None` for the Monkey, who has none.
    pub fn pair(self) -> Option<Pair> {
        let of = |own: fn(i16, i16) -> i16, other: fn(i16, i16) -> i16| {
            let by = |utility: fn(i16, i16) -> i16| {
                Outcome::ALL.map(|outcome| utility(outcome.payoff().into(), outcome.reversed().payoff().into()))
            };
            Some(Pair { own: by(own), other: by(other) })
        };
        match self {
            Monkey => None,
            Nihilist => of(|_, _| 0, |_, _| 0),
            Optimist => of(|u1, _| u1, |u1, _| u1),
            Pessimist => of(|u1, _| u1, |u1, _| -u1),
            Queller => of(|_, u2| -u2, |_, u2| u2),
            Realist => of(|u1, _| u1, |_, u2| u2),
            Scrapper => of(|_, u2| -u2, |u1, _| -u1),
            Truster => of(|u1, u2| 3 * u1 + 2 * u2, |u1, u2| 2 * u1 + 3 * u2),
            Utilitarian => of(|u1, u2| u1 + u2, |u1, u2| u1 + u2),
            // A tie before a win before a draw before a loss, and the opponent likewise.
            Cooperative => Some(Pair { own: [0, 1, 3, 2], other: [2, 1, 3, 0] }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utilities_are_those_of_the_document() {
        let own = |personality: Personality| personality.pair().unwrap().own;
        let other = |personality: Personality| personality.pair().unwrap().other;
        assert_eq!((own(Realist), other(Realist)), ([0, 1, 2, 3], [3, 1, 2, 0]));
        assert_eq!((own(Truster), other(Truster)), ([6, 5, 10, 9], [9, 5, 10, 6]));
        assert_eq!((own(Utilitarian), other(Utilitarian)), ([3, 2, 4, 3], [3, 2, 4, 3]));
        assert_eq!((own(Queller), other(Pessimist)), ([-3, -1, -2, 0], [0, -1, -2, -3]));
    }

    #[test]
    fn ties_never_mix_outcomes_that_differ_for_anybody() {
        assert!(Personality::ALL.iter().filter_map(|personality| personality.pair()).all(|pair| pair.is_aligned()));
        assert!(!Pair { own: [0, 1, 2, 2], other: [3, 1, 2, 0] }.is_aligned());
    }
}

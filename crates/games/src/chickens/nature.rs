//! What nature decides: where everything starts, and what a chicken hears and feels. The odds are here for
//! everyone who wants to guess: nature draws from the same functions.
use super::config::Config;
use super::square::{Colour, SIDE, Square};
use crate::luck::{below, pick};
use rand_core::Rng;
use serde::{Deserialize, Serialize};

/// An outcome of nature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chance {
    /// Before the first turn.
    Setup(Setup),
    /// At the start of each turn: what the chicken to move notices of the white and of the black trapdoor.
    Sense([Sense; 2]),
}

/// Where everything starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The birthplace of White. Black is born across the board, in the same row.
    pub white: Square,
    /// The trapdoor on a white square, then the one on a black square.
    pub trapdoors: [Square; 2],
}

/// The white squares on the left and right edge that are not corners.
pub const BIRTHPLACES: [Square; 6] =
    [Square::at(7, 1), Square::at(0, 2), Square::at(7, 3), Square::at(0, 4), Square::at(7, 5), Square::at(0, 6)];

impl Setup {
    pub(super) fn draw<R: Rng>(config: &Config, rng: &mut R) -> Setup {
        let white = *pick(rng, &BIRTHPLACES);
        Setup { white, trapdoors: Colour::BOTH.map(|colour| config.draw_trapdoor(colour, rng)) }
    }

    pub(super) fn possible(&self, config: &Config) -> bool {
        let trapdoor = |colour: Colour| {
            let square = self.trapdoors[colour as usize];
            square.colour() == colour && config.trapdoor_weight(square) > 0
        };
        BIRTHPLACES.contains(&self.white) && Colour::BOTH.into_iter().all(trapdoor)
    }

    /// Where a chicken is born.
    pub const fn spawn(&self, colour: Colour) -> Square {
        match colour {
            Colour::White => self.white,
            Colour::Black => Square::at(SIDE - 1 - self.white.x(), self.white.y()),
        }
    }
}

/// What a chicken notices of one trapdoor. On the wire: `[heard, felt]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize)]
#[serde(from = "(bool, bool)", into = "(bool, bool)")]
pub struct Sense {
    pub heard: bool,
    pub felt: bool,
}

impl From<(bool, bool)> for Sense {
    fn from((heard, felt): (bool, bool)) -> Sense {
        Sense { heard, felt }
    }
}

impl From<Sense> for (bool, bool) {
    fn from(sense: Sense) -> (bool, bool) {
        (sense.heard, sense.felt)
    }
}

/// Chances in percent of noticing a trapdoor. Hearing and feeling are independent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Odds {
    pub hear: u8,
    pub feel: u8,
}

impl Odds {
    /// How likely it is to notice just this.
    pub fn of(self, sense: Sense) -> f64 {
        let chance = |percent: u8, yes: bool| f64::from(if yes { percent } else { 100 - percent }) / 100.0;
        chance(self.hear, sense.heard) * chance(self.feel, sense.felt)
    }

    const fn admits(self, sense: Sense) -> bool {
        const fn can(percent: u8, yes: bool) -> bool {
            if yes { percent > 0 } else { percent < 100 }
        }
        can(self.hear, sense.heard) && can(self.feel, sense.felt)
    }

    /// What is noticed when two numbers below 100 come up.
    const fn sense(self, hear: u32, feel: u32) -> Sense {
        Sense { heard: hear < self.hear as u32, felt: feel < self.feel as u32 }
    }
}

impl Config {
    /// The odds of noticing a trapdoor from a square.
    pub fn odds(&self, from: Square, trapdoor: Square) -> Odds {
        let (dx, dy) = from.offset(trapdoor);
        match REACH[dx as usize][dy as usize] {
            OUT_OF_REACH => Odds::default(),
            reach => Odds { hear: self.hear[reach as usize], feel: self.feel[reach as usize] },
        }
    }

    /// How likely a trapdoor of the square's colour is to be on this square before anything is noticed.
    pub fn trapdoor_odds(&self, square: Square) -> f64 {
        f64::from(self.trapdoor_weight(square)) / f64::from(self.trapdoor_total())
    }

    fn trapdoor_weight(&self, square: Square) -> u32 {
        u32::from(self.trapdoor_weights[square.depth()])
    }

    /// The weights of all squares of one colour: half the squares of every ring are white, half black.
    fn trapdoor_total(&self) -> u32 {
        const OF_ONE_COLOUR: [u32; 4] = [14, 10, 6, 2];
        OF_ONE_COLOUR.iter().zip(self.trapdoor_weights).map(|(squares, weight)| squares * u32::from(weight)).sum()
    }

    fn draw_trapdoor<R: Rng>(&self, colour: Colour, rng: &mut R) -> Square {
        let mut left = below(rng, self.trapdoor_total());
        for square in colour.squares().iter() {
            let weight = self.trapdoor_weight(square);
            if left < weight {
                return square;
            }
            left -= weight;
        }
        unreachable!("the total is that of these squares")
    }

    /// One number below 100^4 is four numbers below 100; where nothing can be noticed none is drawn.
    #[inline]
    pub(super) fn draw_senses<R: Rng>(&self, from: Square, trapdoors: [Square; 2], rng: &mut R) -> [Sense; 2] {
        let [white, black] = trapdoors.map(|trapdoor| self.odds(from, trapdoor));
        if white.hear | white.feel | black.hear | black.feel == 0 {
            return [Sense::default(); 2];
        }
        let roll = below(rng, 100_000_000);
        let (low, high) = (roll % 10_000, roll / 10_000);
        [white.sense(low % 100, low / 100), black.sense(high % 100, high / 100)]
    }

    pub(super) fn possible_senses(&self, from: Square, trapdoors: [Square; 2], senses: &[Sense; 2]) -> bool {
        trapdoors.into_iter().zip(senses).all(|(trapdoor, sense)| self.odds(from, trapdoor).admits(*sense))
    }
}

/// Which of the three odds applies, by columns and rows between chicken and trapdoor.
const REACH: [[u8; 8]; 8] = {
    let mut reach = [[OUT_OF_REACH; 8]; 8];
    (reach[0][1], reach[1][0]) = (0, 0);
    reach[1][1] = 1;
    (reach[0][2], reach[2][0], reach[1][2], reach[2][1]) = (2, 2, 2, 2);
    reach
};
const OUT_OF_REACH: u8 = 3;

//! What an organizer may vary, and what every seat is told of it.
use super::board::{Floor, Roll};
use super::drift::{Drift, Headstart, Matrix};
use super::rat::{Noise, Odds};
use super::square::{SIDE, Square};
use crate::foul::ConfigError;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::sync::{Arc, OnceLock};

/// Which text decides where the two part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rules {
    /// The tournament's document.
    #[default]
    Document,
    /// The course's engine: a turn without a search is told as `[null, null]`.
    Original,
}

/// Every constant of the document.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub rules: Rules,
    /// Turns of each player.
    pub turns: u8,
    /// For painting a square with glue.
    pub prime_points: i32,
    /// For a carpet roll of 1, 2, ... 7 squares.
    pub carpet_points: [i32; Roll::LONGEST as usize],
    /// For finding the rat.
    pub rat_bonus: i32,
    /// What a search in vain costs.
    pub rat_penalty: i32,
    /// Where a rat is placed.
    pub rat_start: Square,
    /// How often it then moves before anybody senses it.
    pub headstart: u16,
    pub noise_odds: NoiseOdds,
    /// How likely each of `distance_offsets` is.
    pub distance_odds: [f64; 4],
    /// Reported minus actual distance.
    pub distance_offsets: [i8; 4],
    /// Columns and rows of the blocked rectangles, one of which lies in each corner.
    pub blocks: Vec<(u8, u8)>,
    /// Columns and rows of the square in the middle where the workers start.
    pub spawn_square: u8,
    /// How the rat moves in every game; absent: drawn anew for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transition: Option<Matrix>,
}

/// How likely each noise is, by the floor above the rat: squeak, scratch, squeal.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoiseOdds {
    pub blocked: [f64; 3],
    pub space: [f64; 3],
    pub primed: [f64; 3],
    pub carpet: [f64; 3],
}

impl Default for NoiseOdds {
    fn default() -> NoiseOdds {
        NoiseOdds { blocked: [0.5, 0.3, 0.2], space: [0.7, 0.15, 0.15], primed: [0.1, 0.8, 0.1], carpet: [0.1, 0.1, 0.8] }
    }
}

impl NoiseOdds {
    pub const fn of(&self, floor: Floor) -> &[f64; 3] {
        match floor {
            Floor::Space => &self.space,
            Floor::Primed => &self.primed,
            Floor::Carpet => &self.carpet,
            Floor::Blocked => &self.blocked,
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            rules: Rules::Document,
            turns: 40,
            prime_points: 1,
            carpet_points: [-1, 2, 4, 6, 10, 15, 21],
            rat_bonus: 4,
            rat_penalty: 2,
            rat_start: Square::ORIGIN,
            headstart: 1000,
            noise_odds: NoiseOdds::default(),
            distance_odds: [0.12, 0.7, 0.12, 0.06],
            distance_offsets: [-1, 0, 1, 2],
            blocks: vec![(2, 3), (3, 2), (2, 2)],
            spawn_square: 4,
            transition: None,
        }
    }
}

/// Limits of the settings.
pub const MOST_TURNS: u8 = 200;
pub const MOST_POINTS: i32 = 1000;
pub const MOST_HEADSTART: u16 = 10_000;
pub const MOST_OFFSET: i8 = 14;
/// No report is longer: the board's longest distance and the largest offset.
pub const MOST_DISTANCE: u8 = 2 * (SIDE - 1) + MOST_OFFSET as u8;

impl Config {
    fn check(&self) -> Result<(), ConfigError> {
        within("turns", self.turns, 1, MOST_TURNS)?;
        for (name, points) in [("prime_points", self.prime_points), ("rat_bonus", self.rat_bonus), ("rat_penalty", self.rat_penalty)] {
            within(name, points, -MOST_POINTS, MOST_POINTS)?;
        }
        for points in self.carpet_points {
            within("carpet_points", points, -MOST_POINTS, MOST_POINTS)?;
        }
        within("headstart", self.headstart, 0, MOST_HEADSTART)?;
        for floor in Floor::ALL {
            odds(&format!("noise_odds of {floor:?}"), self.noise_odds.of(floor))?;
        }
        odds("distance_odds", &self.distance_odds)?;
        for offset in self.distance_offsets {
            within("distance_offsets", offset, -MOST_OFFSET, MOST_OFFSET)?;
        }
        if ![2, 4, 6, 8].contains(&self.spawn_square) {
            return refuse(format!("spawn_square is {}, not 2, 4, 6 or 8", self.spawn_square));
        }
        self.check_blocks()
    }

    fn check_blocks(&self) -> Result<(), ConfigError> {
        if !(1..=16).contains(&self.blocks.len()) {
            return refuse(format!("blocks has {} shapes, not 1 to 16", self.blocks.len()));
        }
        let margin = self.margin();
        for (width, height) in &self.blocks {
            if *width > SIDE / 2 || *height > SIDE / 2 {
                return refuse(format!("blocks has {width} by {height}, not sizes from 0 to 4"));
            }
            if *width > margin && *height > margin {
                return refuse(format!("blocks has {width} by {height}, which reaches into the spawn_square of {}", self.spawn_square));
            }
        }
        Ok(())
    }

    /// Columns left of the square where the workers start.
    pub(super) const fn margin(&self) -> u8 {
        (SIDE - self.spawn_square) / 2
    }
}

fn refuse(sentence: String) -> Result<(), ConfigError> {
    Err(ConfigError(sentence))
}

fn within<T: PartialOrd + std::fmt::Display>(name: &str, value: T, least: T, most: T) -> Result<(), ConfigError> {
    if value >= least && value <= most { Ok(()) } else { refuse(format!("{name} is {value}, not a number from {least} to {most}")) }
}

fn odds(name: &str, all: &[f64]) -> Result<(), ConfigError> {
    for p in all {
        within(name, *p, 0.0, 1.0)?;
    }
    let sum: f64 = all.iter().sum();
    if (sum - 1.0).abs() <= 1e-9 { Ok(()) } else { refuse(format!("{name} sums to {sum}, not to 1")) }
}

/// What every seat is told: the configuration with the game's transition matrix in it. Cheap to clone.
///
/// On the wire it is a configuration, so that a game with the same matrix can be asked for with it.
#[derive(Clone, Debug)]
pub struct Brief(Arc<Table>);

#[derive(Debug)]
struct Table {
    config: Config,
    noises: [Odds<3>; 4],
    distances: Odds<4>,
    drift: Option<Drift>,
    headstart: OnceLock<Headstart>,
}

impl Brief {
    pub(super) fn new(config: &Config) -> Result<Brief, ConfigError> {
        config.check()?;
        let drift = config.transition.clone().map(Drift::new);
        Ok(Brief::with(config.clone(), drift))
    }

    /// The same table with a matrix that was drawn for one game.
    pub(super) fn drawn(&self, matrix: Matrix) -> Brief {
        Brief::with(self.0.config.clone(), Some(Drift::new(matrix)))
    }

    fn with(config: Config, drift: Option<Drift>) -> Brief {
        let noises = Floor::ALL.map(|floor| Odds::new(config.noise_odds.of(floor)));
        let distances = Odds::new(&config.distance_odds);
        Brief(Arc::new(Table { config, noises, distances, drift, headstart: OnceLock::new() }))
    }

    /// The configuration as given: it has a matrix only if the organizer chose one.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// How the rat moves. Known as soon as the table is set.
    pub fn drift(&self) -> &Drift {
        self.0.drift.as_ref().expect("the matrix is known once the table is set")
    }

    /// Where a rat is after its headstart, before the move that precedes every turn. Computed when first asked for.
    pub fn headstart(&self) -> &Headstart {
        let Config { rat_start, headstart, .. } = self.0.config;
        self.0.headstart.get_or_init(|| Headstart::new(self.drift(), rat_start, u32::from(headstart)))
    }

    /// How likely each noise is under a floor.
    pub fn noise_odds(&self, floor: Floor) -> &Odds<3> {
        &self.0.noises[floor as usize]
    }

    /// How likely a rat under this floor makes this noise.
    pub fn noise_chance(&self, floor: Floor, noise: Noise) -> f64 {
        self.noise_odds(floor).chance(noise as usize)
    }

    /// How likely each of the `distance_offsets` is.
    pub fn distance_odds(&self) -> &Odds<4> {
        &self.0.distances
    }

    /// What is reported of an actual distance with the k-th offset: never less than zero.
    pub fn reported(&self, actual: u8, k: usize) -> u8 {
        actual.saturating_add_signed(self.0.config.distance_offsets[k])
    }

    /// How likely an actual distance is reported as this one.
    pub fn distance_chance(&self, actual: u8, reported: u8) -> f64 {
        let tells = |k: &usize| self.reported(actual, *k) == reported;
        (0..4).filter(tells).map(|k| self.0.distances.chance(k)).sum()
    }

    /// Points for a carpet roll.
    pub fn carpet_points(&self, roll: Roll) -> i32 {
        self.0.config.carpet_points[usize::from(roll.length()) - 1]
    }
}

impl Serialize for Brief {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        let transition = self.0.drift.as_ref().map(|drift| drift.matrix().clone());
        Config { transition, ..self.0.config.clone() }.serialize(into)
    }
}

impl<'de> Deserialize<'de> for Brief {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Brief, D::Error> {
        let config = Config::deserialize(from)?;
        if config.transition.is_none() {
            return Err(D::Error::custom("a brief tells the transition matrix"));
        }
        Brief::new(&config).map_err(D::Error::custom)
    }
}

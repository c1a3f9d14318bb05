//! What an organizer may vary, and what follows from it once for a whole game.
use super::map::{Map, Reach, SHIPPED, shipped};
use crate::foul::ConfigError;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Display;
use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

/// No score grows beyond this: it bounds the bids, and no game with sensible settings comes near it.
pub const MOST_POINTS: u32 = 1_000_000;

/// Which text decides where the document and the original program part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rules {
    Document,
    /// A rider whose way to a near cell is blocked stays, even with a portal gun at hand.
    Original,
}

/// What an organizer may vary, with the document's values as default.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub rules: Rules,
    /// The name of a shipped map, or the text of one.
    pub map: String,
    pub rounds: u32,
    /// The points each seat starts with.
    pub start_scores: [u32; 2],
    pub bike_cost: u32,
    /// How many steps a bike goes in one round.
    pub bike_length: u32,
    /// For how many rounds a bike is rented.
    pub bike_turns: u32,
    pub portal_gun_cost: u32,
    pub portal_gun_turns: u32,
    /// Rounds from one batch of fruit to the next.
    pub item_period: u32,
    /// How far the heatmap feels fruit when a batch is announced.
    pub heatmap_distance: u32,
    /// Rounds since the last auction after which there is one anyway.
    pub forced_auction: u32,
    /// Auctions in one round after which nature parts the players.
    pub auction_limit: u32,
    pub onion_points: u32,
    pub strawberry_points: u32,
    pub dragon_fruit_points: u32,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            rules: Rules::Document,
            map: "1".into(),
            rounds: 100,
            start_scores: [100, 100],
            bike_cost: 30,
            bike_length: 3,
            bike_turns: 3,
            portal_gun_cost: 100,
            portal_gun_turns: 1,
            item_period: 20,
            heatmap_distance: 10,
            forced_auction: 30,
            auction_limit: 100,
            onion_points: 2,
            strawberry_points: 10,
            dragon_fruit_points: 30,
        }
    }
}

impl Config {
    /// The points of each kind of fruit.
    pub const fn worth(&self) -> [u32; 3] {
        [self.onion_points, self.strawberry_points, self.dragon_fruit_points]
    }

    /// How far the heatmap feels fruit in a round; after the last round, as in the last.
    pub fn radius(&self, round: u32) -> u32 {
        super::radius(round.min(self.rounds - 1), self.item_period, self.heatmap_distance)
    }

    fn check(&self) -> Result<(), ConfigError> {
        within("rounds", self.rounds, 1..=10_000)?;
        for score in self.start_scores {
            within("start_scores", score, 0..=MOST_POINTS)?;
        }
        within("bike_cost", self.bike_cost, 0..=MOST_POINTS)?;
        within("bike_length", self.bike_length, 1..=10)?;
        within("bike_turns", self.bike_turns, 1..=100)?;
        within("portal_gun_cost", self.portal_gun_cost, 0..=MOST_POINTS)?;
        within("portal_gun_turns", self.portal_gun_turns, 1..=100)?;
        within("item_period", self.item_period, 1..=10_000)?;
        within("heatmap_distance", self.heatmap_distance, 1..=20)?;
        within("forced_auction", self.forced_auction, 1..=10_000)?;
        within("auction_limit", self.auction_limit, 1..=1_000)?;
        within("onion_points", self.onion_points, 0..=1_000)?;
        within("strawberry_points", self.strawberry_points, 0..=1_000)?;
        within("dragon_fruit_points", self.dragon_fruit_points, 0..=1_000)
    }

    fn ground(&self) -> Result<Map, ConfigError> {
        let text = shipped(&self.map).unwrap_or(&self.map);
        // One word with a letter that no map has: somebody meant a name.
        let is_name = text.starts_with(|first: char| first.is_ascii_alphanumeric())
            && text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-'))
            && text.chars().any(|letter| !matches!(letter, '.' | 'S' | 's'));
        if is_name {
            let names: Vec<_> = SHIPPED.iter().map(|(name, _)| *name).collect();
            return Err(ConfigError(format!("map is {text:?}, neither one of {} nor the text of a map", names.join(", "))));
        }
        Map::parse(text).map_err(|error| ConfigError(format!("map, {error}")))
    }
}

fn within<T: PartialOrd + Display + Copy>(name: &str, value: T, range: RangeInclusive<T>) -> Result<(), ConfigError> {
    match range.contains(&value) {
        true => Ok(()),
        false => Err(ConfigError(format!("{name} is {value}, not a number from {} to {}", range.start(), range.end()))),
    }
}

/// What everyone knows from the start: the settings and the map. On the wire: `{"config", "map"}`.
#[derive(Clone, Debug)]
pub struct Brief(Arc<Table>);

/// The table a game is played on: it never changes.
#[derive(Debug)]
pub struct Table {
    pub config: Config,
    pub map: Map,
    /// Where a player on foot can be after a move, and where a rider can be.
    pub(super) walk: Reach,
    pub(super) ride: Reach,
}

impl Brief {
    pub fn new(config: &Config) -> Result<Brief, ConfigError> {
        config.check()?;
        let map = config.ground()?;
        let (walk, ride) = (Reach::new(&map, 1), Reach::new(&map, config.bike_length));
        Ok(Brief(Arc::new(Table { config: config.clone(), map, walk, ride })))
    }
}

impl Deref for Brief {
    type Target = Table;
    fn deref(&self) -> &Table {
        &self.0
    }
}

impl Serialize for Brief {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Wire<'a> {
            config: &'a Config,
            map: &'a Map,
        }
        Wire { config: &self.config, map: &self.map }.serialize(into)
    }
}

impl<'de> Deserialize<'de> for Brief {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Brief, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Wire {
            config: Config,
            map: Map,
        }
        let wire = Wire::deserialize(from)?;
        let brief = Brief::new(&wire.config).map_err(D::Error::custom)?;
        if brief.map != wire.map {
            return Err(D::Error::custom("the map is not the one that the configuration names"));
        }
        Ok(brief)
    }
}

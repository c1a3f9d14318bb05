//! A tournament as its file says it: everything that is needed to play it, here or on another machine.
use crate::House;
use crate::clocks::Clocks;
use crate::failure::Failure;
use crate::tournament::seal;
use games::{Entry, Json};
use league::schedule::{Adaptive, Gauntlet, Knockout, Ladders, Rivals, RoundRobin, Schedule, SeriesRoundRobin, Swiss, Tables};
use league::{GradeRules, Method, RatingSettings, Seating};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::path::Path;

/// The keys of a tournament file; what is missing has a default that fits the game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Spec {
    pub name: String,
    pub game: String,
    /// Names of native bots, or paths; a path in a file starts from the file's folder.
    pub bots: Vec<String>,
    /// Files and folders that were handed out: an entrant that is one of them is a sample.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<String>,
    /// The best of an earlier tournament in the same database, in their order there.
    pub best_of: Option<BestOf>,
    pub seed: u64,
    /// The hash that was published before, of the secret that the seed comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    pub schedule: Option<Kind>,
    /// Fixtures a meeting.
    pub fixtures: Option<u32>,
    /// Swiss and drawn tables: how many rounds. Round robin: how often all meet. Adaptive: rounds of the base.
    pub rounds: Option<u32>,
    /// Ladder and adaptive: fixtures in all.
    pub budget: Option<u64>,
    /// Gauntlet: how many of the bots, from the first, meet all the others.
    pub runners: Option<usize>,
    pub seating: Option<Seating>,
    pub instance: Option<Instance>,
    pub rating: Option<Method>,
    pub rating_settings: RatingSettings,
    /// What counts: the game's payoff, or its own score.
    pub value: Measure,
    pub tapes: Option<Tapes>,
    pub settings: Map<String, Value>,
    /// Settings by fixture, in turn: maps, for example.
    pub variants: Vec<Map<String, Value>>,
    pub limits: Clocks,
    pub grading: Option<GradeRules>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestOf {
    pub tournament: String,
    pub top: usize,
}

/// The schedules by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everybody meets everybody
    RoundRobin,
    /// CO 456: a round robin of series whose end nobody can foresee
    Series,
    /// Those meet who have won about as much
    Swiss,
    /// The first bot, or the first few, against all others
    Gauntlet,
    /// The loser of a match is out
    Knockout,
    /// Out after two losses
    DoubleKnockout,
    /// Plays what is expected to tell most
    Ladder,
    /// Every group that fills a table
    Tables,
    /// Tables are drawn, round after round
    DrawnTables,
    /// More games for those whose grade is not decided
    Adaptive,
}

/// How long an instance of a bot lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Instance {
    Game,
    Fixture,
    Series,
    Tournament,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    #[default]
    Payoff,
    Points,
}

/// Which games are kept on tape.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tapes {
    All,
    Faults,
    None,
}

impl Spec {
    /// Reads a tournament file; what is wrong is named with line and column. Paths in it start from its folder.
    pub fn read(path: &Path) -> Result<Spec, Failure> {
        let text =
            std::fs::read_to_string(path).map_err(|error| Failure::refused(format!("{} cannot be read: {error}", path.display())))?;
        let mut spec: Spec =
            toml::from_str(&text).map_err(|error| Failure::refused(format!("{}: {}", path.display(), located(&text, &error))))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for bot in spec.bots.iter_mut().chain(&mut spec.samples) {
            let beside = folder.join(&*bot);
            if bot.contains('/') && !Path::new(bot).is_absolute() && beside.exists() {
                *bot = beside.to_string_lossy().into_owned();
            }
        }
        if spec.name.is_empty() {
            spec.name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        }
        Ok(spec)
    }

    /// From the text of a stored tournament.
    pub fn restore(text: &str) -> Result<Spec, Failure> {
        serde_json::from_str(text).map_err(|error| Failure::refused(format!("the tournament was stored by another Barnyard: {error}")))
    }

    /// Fills in what the game decides, and checks that it can be played.
    pub fn settle(&mut self, house: &House, entrants: usize) -> Result<&'static Entry, Failure> {
        let entry = house.game(&self.game)?;
        self.game = entry.name.to_string();
        let duel = entry.seats == 2;
        let kind = *self.schedule.get_or_insert(if duel { Kind::RoundRobin } else { Kind::Tables });
        let pairs_only = !matches!(kind, Kind::Tables | Kind::DrawnTables);
        if pairs_only && !duel {
            return Err(Failure::refused(format!(
                "{} has {} seats, and this schedule is for pairs: use tables or drawn-tables",
                entry.name, entry.seats
            )));
        }
        if entrants < entry.seats {
            return Err(Failure::refused(format!("{} has {} seats, and {entrants} entered", entry.name, entry.seats)));
        }
        if let Some(commitment) = &self.commitment {
            seal::check(commitment, self.secret.as_deref(), self.seed)
                .map_err(|why| Failure::refused(format!("{:?}: {why}", self.name)))?;
        }
        let series = kind == Kind::Series;
        let rating = match (series || self.game == "microchess", duel) {
            (true, true) => Method::Payoff,
            (_, true) => Method::EloMl,
            (_, false) => Method::PlackettLuceMl,
        };
        self.rating.get_or_insert(rating);
        self.seating.get_or_insert(Seating::Mirror);
        self.instance.get_or_insert(if series { Instance::Tournament } else { Instance::Fixture });
        self.fixtures.get_or_insert(if matches!(kind, Kind::Knockout | Kind::DoubleKnockout) { 3 } else { 10 });
        self.configs(entry)?;
        Ok(entry)
    }

    /// The settings of each kind of fixture, checked.
    pub fn configs(&self, entry: &'static Entry) -> Result<Vec<Json>, Failure> {
        let none = [Map::new()];
        let variants = if self.variants.is_empty() { &none[..] } else { &self.variants };
        let whole = |variant: &Map<String, Value>| {
            let mut all = self.settings.clone();
            all.extend(variant.clone());
            entry.settings(&Value::Object(all).to_string()).map_err(|error| Failure::refused(error.to_string()))
        };
        variants.iter().map(whole).collect()
    }

    pub fn kind(&self) -> Kind {
        self.schedule.expect("the spec is settled")
    }

    /// Whether the fixtures of a meeting are played one after the other, by the same instances.
    pub fn together(&self) -> bool {
        self.kind() == Kind::Series || matches!(self.instance, Some(Instance::Series))
    }

    pub fn knockout(&self, entrants: usize) -> Option<Knockout> {
        let double = self.kind() == Kind::DoubleKnockout;
        let is = double || self.kind() == Kind::Knockout;
        is.then(|| Knockout { entrants, double, best_of: self.fixtures(), seating: self.seating() })
    }

    pub fn swiss(&self, entrants: usize) -> Option<Swiss> {
        let usual = entrants.max(2).next_power_of_two().ilog2() + 1;
        let rounds = self.rounds.unwrap_or(usual);
        (self.kind() == Kind::Swiss).then(|| Swiss {
            entrants,
            rounds,
            fixtures: self.fixtures(),
            seating: self.seating(),
            seed: self.seed,
        })
    }

    /// The schedule for these entrants.
    pub fn schedule(&self, entry: &Entry, names: &[String]) -> Result<Box<dyn Schedule + Send>, Failure> {
        let (entrants, fixtures, seating, seed) = (names.len(), self.fixtures(), self.seating(), self.seed);
        let pairs = (entrants * (entrants - 1) / 2) as u64;
        let budget = self.budget.unwrap_or(pairs * u64::from(fixtures));
        let rounds = self.rounds.unwrap_or(1);
        Ok(match self.kind() {
            Kind::RoundRobin => {
                let pairs = RoundRobin::new(entrants, rounds, fixtures, seating);
                Box::new(if self.together() { pairs.together() } else { pairs })
            }
            Kind::Series => Box::new(SeriesRoundRobin::new(entrants, self.limits.series_length(), seed)),
            Kind::Swiss => Box::new(self.swiss(entrants).expect("it is one")),
            Kind::Gauntlet => {
                let runners: Vec<u32> = (0..self.runners.unwrap_or(1).min(entrants - 1) as u32).collect();
                Box::new(Gauntlet::new(entrants, &runners, fixtures, seating))
            }
            Kind::Knockout | Kind::DoubleKnockout => Box::new(self.knockout(entrants).expect("it is one")),
            Kind::Ladder => Box::new(Ladders { entrants, budget, per_round: (entrants / 2).max(1), floor: 0.5, seating, seed }),
            Kind::Tables => {
                let groups = Tables::all(entrants, entry.seats, fixtures, seating);
                Box::new(if self.together() { groups.together() } else { groups })
            }
            Kind::DrawnTables => Box::new(Tables::drawn(entrants, entry.seats, self.rounds.unwrap_or(10), fixtures, seating, seed)),
            Kind::Adaptive => {
                let above = self.grading.iter().flat_map(|rules| &rules.thresholds).flat_map(|thresholds| &thresholds.above);
                let number = |name: &String| {
                    let found = names.iter().position(|known| known == name).map(|number| number as u32);
                    found.ok_or_else(|| Failure::refused(format!("thresholds.above names {name:?}, but no entrant has that name")))
                };
                let references = above.map(|above| number(&above.reference)).collect::<Result<Vec<_>, _>>()?;
                if references.is_empty() {
                    return Err(Failure::refused("an adaptive schedule needs [grading.thresholds] with references to tell teams from"));
                }
                Box::new(Adaptive {
                    entrants,
                    references,
                    base: self.rounds.unwrap_or(fixtures),
                    budget,
                    per_round: (entrants / 10).max(1),
                    confidence: self.grading.as_ref().map_or(0.95, |rules| rules.confidence),
                    rivals: Rivals::Anyone,
                    seating,
                    seed,
                    rating: self.rating_settings.clone(),
                })
            }
        })
    }

    pub fn rating(&self) -> Method {
        self.rating.expect("the spec is settled")
    }

    pub fn seating(&self) -> Seating {
        self.seating.expect("the spec is settled")
    }

    fn fixtures(&self) -> u32 {
        self.fixtures.expect("the spec is settled").max(1)
    }
}

/// What a TOML reader has to say, with line and column.
pub fn located(text: &str, error: &toml::de::Error) -> String {
    let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
    format!("line {line}, column {column}: {}", error.message())
}

//! What a bot may take: defaults by game, every one a setting.
use crate::clock::Clock;
use crate::program::Grants;
use std::time::Duration;

/// The limits of one seat in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// For all decisions of a game together.
    pub game: Option<Duration>,
    /// For each decision.
    pub each: Option<Duration>,
    /// For each decision at the start of a game, instead of `each`.
    pub opening: Option<Opening>,
    /// After this many fouls in a game a seat is not asked any more: the rules play for it.
    pub fouls: Option<u32>,
    /// A bot that never becomes ready loses at once, instead of having the rules play for it.
    pub must_start: bool,
}

/// A time in which bots may be slower: libraries warm up, tables are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// So long it lasts, in what [`games::AnyGame::length`] counts: rounds, where a round takes several decisions.
    pub length: u64,
    /// For each decision.
    pub each: Duration,
}

impl Limits {
    /// The defaults of a game.
    pub fn of(game: &str) -> Limits {
        let row = TABLE.iter().find(|row| row.game == game);
        row.map_or(Limits { game: None, each: Some(Duration::from_secs(10)), opening: None, fouls: None, must_start: true }, |row| Limits {
            game: row.game_seconds.map(Duration::from_secs),
            each: row.each_ms.map(Duration::from_millis),
            opening: row.opening,
            fouls: row.fouls,
            must_start: row.must_start,
        })
    }

    /// What a program may use beside its time: to start, and in memory.
    pub fn grants(game: &str) -> Grants {
        let row = TABLE.iter().find(|row| row.game == game);
        let (startup, memory) = row.map_or((30, 1024), |row| (row.startup_seconds, row.memory_mb));
        Grants {
            clock: Clock::Fair,
            startup: Duration::from_secs(startup),
            prepare: Duration::from_secs(startup),
            memory: Some(memory << 20),
            disk: 128 << 20,
            processes: 64,
            confinement: None,
            frozen: true,
        }
    }

    /// Bytes of an archive that holds a bot.
    pub fn archive(game: &str) -> u64 {
        TABLE.iter().find(|row| row.game == game).map_or(50, |row| row.archive_mb) << 20
    }

    /// What a seat may still use for its next decision, having `used` this much of a game of this length so far.
    pub fn left(&self, used: Duration, length: u64) -> Duration {
        let budget = self.game.map_or(Duration::MAX, |game| game.saturating_sub(used));
        let opening = self.opening.filter(|opening| length < opening.length).map(|opening| opening.each);
        budget.min(opening.or(self.each).unwrap_or(Duration::MAX))
    }
}

struct Row {
    game: &'static str,
    game_seconds: Option<u64>,
    each_ms: Option<u64>,
    opening: Option<Opening>,
    fouls: Option<u32>,
    must_start: bool,
    startup_seconds: u64,
    memory_mb: u64,
    archive_mb: u64,
}

/// The original's patience with libraries that are slow to load.
const WARM_UP: Opening = Opening { length: 3, each: Duration::from_secs(30) };

const TABLE: &[Row] = &[
    Row {
        game: "chickens",
        game_seconds: Some(360),
        each_ms: None,
        opening: None,
        fouls: None,
        must_start: true,
        startup_seconds: 20,
        memory_mb: 1536,
        archive_mb: 200,
    },
    Row {
        game: "carpets",
        game_seconds: Some(240),
        each_ms: None,
        opening: None,
        fouls: None,
        must_start: true,
        startup_seconds: 30,
        memory_mb: 1536,
        archive_mb: 200,
    },
    Row {
        game: "bovine",
        game_seconds: None,
        each_ms: Some(100),
        opening: None,
        fouls: None,
        must_start: false,
        startup_seconds: 30,
        memory_mb: 1024,
        archive_mb: 50,
    },
    Row {
        game: "orchard",
        game_seconds: None,
        each_ms: Some(2_000),
        opening: Some(WARM_UP),
        fouls: None,
        must_start: true,
        startup_seconds: 30,
        memory_mb: 1024,
        archive_mb: 50,
    },
    // The document's 0.1 s is soft; three times as much is a foul, and three fouls bring the Monkey.
    Row {
        game: "microchess",
        game_seconds: None,
        each_ms: Some(300),
        opening: None,
        fouls: Some(3),
        must_start: false,
        startup_seconds: 60,
        memory_mb: 220,
        archive_mb: 10,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_has_the_smaller_of_its_own_limit_and_the_rest_of_the_game() {
        let second = Duration::from_secs;
        let limits = Limits { game: Some(second(10)), each: Some(second(2)), opening: None, fouls: None, must_start: true };
        assert_eq!(limits.left(Duration::ZERO, 0), second(2));
        assert_eq!(limits.left(second(9), 0), second(1));
        assert_eq!(limits.left(second(11), 0), Duration::ZERO);
    }

    #[test]
    fn orchard_has_30_s_an_answer_in_rounds_0_to_2_and_then_2_s() {
        let limits = Limits::of("orchard");
        let seconds = [0, 1, 2, 3, 99].map(|round| limits.left(Duration::from_secs(1_000), round).as_secs());
        assert_eq!(seconds, [30, 30, 30, 2, 2]);
    }

    #[test]
    fn every_row_is_a_game() {
        for entry in games::GAMES {
            assert!(TABLE.iter().any(|row| row.game == entry.name), "{} has its limits", entry.name);
        }
    }
}

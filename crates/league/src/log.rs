//! The log: a set of outcomes in one fixed order, so that nothing derived from it depends on the order of play.
use crate::{Entrant, Fault, Faults, Outcome};
use thiserror::Error;

/// Every outcome of a tournament. Two logs of the same set are equal, whatever order they were read in.
#[derive(Clone, PartialEq, Debug)]
pub struct Log {
    entrants: usize,
    outcomes: Vec<Outcome>,
}

/// Why a list of outcomes is no log.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LogError {
    #[error("fixture {fixture}, game {game}: two different results")]
    Conflict { fixture: u64, game: u32 },
    #[error("fixture {fixture}, game {game}: entrant {entrant}, but there are only {entrants}, counted from zero")]
    Stranger { fixture: u64, game: u32, entrant: Entrant, entrants: usize },
    #[error("fixture {fixture}, game {game}: entrant {entrant} sits twice")]
    Twice { fixture: u64, game: u32, entrant: Entrant },
    #[error("fixture {fixture}, game {game}: {seats} at the table, and a game needs two")]
    Lonely { fixture: u64, game: u32, seats: usize },
    #[error("fixture {fixture}, game {game}: a payoff is not a finite number")]
    Payoff { fixture: u64, game: u32 },
}

impl Log {
    /// Sorts and checks. A result recorded twice counts once; voided games and games the platform spoilt may
    /// stand beside the game that was played in their place.
    pub fn new(entrants: usize, mut outcomes: Vec<Outcome>) -> Result<Log, LogError> {
        for outcome in &outcomes {
            check(entrants, outcome)?;
        }
        outcomes.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| compare(a, b)));
        outcomes.dedup();
        let twice = outcomes.windows(2).find(|pair| key(&pair[0]) == key(&pair[1]) && pair.iter().all(Outcome::scores));
        if let Some([Outcome { fixture, game, .. }, _]) = twice {
            return Err(LogError::Conflict { fixture: *fixture, game: *game });
        }
        Ok(Log { entrants, outcomes })
    }

    pub fn entrants(&self) -> usize {
        self.entrants
    }

    /// Everything, also what does not score, by fixture and game.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// What scores, by fixture and game.
    pub fn scored(&self) -> impl Iterator<Item = &Outcome> {
        self.outcomes.iter().filter(|outcome| outcome.scores())
    }

    /// The scored games of each fixture that has any.
    pub fn fixtures(&self) -> impl Iterator<Item = Vec<&Outcome>> {
        self.outcomes.chunk_by(|a, b| a.fixture == b.fixture).filter_map(|games| {
            let scored: Vec<&Outcome> = games.iter().filter(|game| game.scores()).collect();
            (!scored.is_empty()).then_some(scored)
        })
    }

    /// What there is of the fixtures below a number: the past of a schedule.
    pub fn before(&self, fixture: u64) -> &[Outcome] {
        &self.outcomes[..self.outcomes.partition_point(|outcome| outcome.fixture < fixture)]
    }

    /// The scored games of one fixture.
    pub fn of(&self, fixture: u64) -> impl Iterator<Item = &Outcome> {
        let from = self.outcomes.partition_point(|outcome| outcome.fixture < fixture);
        self.outcomes[from..].iter().take_while(move |outcome| outcome.fixture == fixture).filter(|outcome| outcome.scores())
    }

    /// The log of some of the outcomes: a part of a log is a log.
    pub(crate) fn part(&self, outcomes: &[Outcome]) -> Log {
        Log { entrants: self.entrants, outcomes: outcomes.to_vec() }
    }

    /// The number of seats of the scored games, if all have the same.
    pub fn seats(&self) -> Option<usize> {
        let mut seats = self.scored().map(|outcome| outcome.seats.len());
        let first = seats.next()?;
        seats.all(|others| others == first).then_some(first)
    }

    /// Games with a fault of an entrant, as far as a log knows: the first one of each game.
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::new();
        for game in self.scored() {
            if let Some(Fault::Bot { seat, kind }) = &game.fault
                && let Some(at) = game.seats.get(usize::from(*seat))
            {
                *faults.entry((at.entrant, kind.clone())).or_default() += 1;
            }
        }
        faults
    }

    /// A short fingerprint of what scores (64-bit FNV-1a), to store with what was derived from it.
    pub fn fingerprint(&self) -> u64 {
        let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
        hash.word(self.entrants as u64);
        for outcome in self.scored() {
            hash.word(outcome.fixture);
            hash.word(u64::from(outcome.game));
            for seat in &outcome.seats {
                hash.word(u64::from(seat.entrant));
                hash.word((seat.payoff + 0.0).to_bits());
            }
        }
        hash.0
    }
}

/// What an entrant scored in a fixture, as a mean over its games; absent where it did not play.
pub fn fixture_score(games: &[&Outcome], entrant: Entrant) -> Option<f64> {
    mean(games.iter().filter_map(|game| game.seat_of(entrant).map(|seat| game.score(seat))))
}

/// What an entrant was paid in a fixture, as a mean over its games; absent where it did not play.
pub fn fixture_payoff(games: &[&Outcome], entrant: Entrant) -> Option<f64> {
    mean(games.iter().filter_map(|game| game.seat_of(entrant).map(|seat| game.seats[seat].payoff)))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

fn key(outcome: &Outcome) -> (u64, u32) {
    (outcome.fixture, outcome.game)
}

/// A total order of the outcomes of one game, so that a set has one order.
fn compare(a: &Outcome, b: &Outcome) -> std::cmp::Ordering {
    let seats = |o: &Outcome| o.seats.iter().map(|seat| (seat.entrant, seat.payoff.to_bits())).collect::<Vec<_>>();
    let fault = |o: &Outcome| format!("{:?}", o.fault);
    a.scores()
        .cmp(&b.scores())
        .then_with(|| a.voided.cmp(&b.voided))
        .then_with(|| seats(a).cmp(&seats(b)))
        .then_with(|| fault(a).cmp(&fault(b)))
}

fn check(entrants: usize, outcome: &Outcome) -> Result<(), LogError> {
    let (fixture, game) = key(outcome);
    if outcome.seats.len() < 2 {
        return Err(LogError::Lonely { fixture, game, seats: outcome.seats.len() });
    }
    for (n, seat) in outcome.seats.iter().enumerate() {
        let entrant = seat.entrant;
        if entrant as usize >= entrants {
            return Err(LogError::Stranger { fixture, game, entrant, entrants });
        }
        if outcome.seats[..n].iter().any(|other| other.entrant == entrant) {
            return Err(LogError::Twice { fixture, game, entrant });
        }
        if !seat.payoff.is_finite() {
            return Err(LogError::Payoff { fixture, game });
        }
    }
    Ok(())
}

struct Fnv(u64);

impl Fnv {
    fn word(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fault;

    fn duel(fixture: u64, game: u32, payoffs: [f64; 2]) -> Outcome {
        Outcome::duel(fixture, game, [0, 1], payoffs)
    }

    #[test]
    fn a_log_is_a_set() {
        let games = vec![duel(1, 0, [1.0, 0.0]), duel(0, 1, [0.0, 1.0]), duel(0, 0, [0.5, 0.5])];
        let log = Log::new(2, games.clone()).unwrap();
        let again = Log::new(2, games.iter().rev().chain(&games).cloned().collect()).unwrap();
        assert_eq!(log, again);
        assert_eq!(log.fingerprint(), again.fingerprint());
        assert_eq!(log.scored().map(key).collect::<Vec<_>>(), [(0, 0), (0, 1), (1, 0)]);
        assert_eq!(log.fixtures().map(|games| games.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(log.before(1).len(), 2);
        assert_eq!(log.of(0).count(), 2);
    }

    #[test]
    fn two_different_results_of_one_game_are_a_conflict() {
        let error = Log::new(2, vec![duel(3, 1, [1.0, 0.0]), duel(3, 1, [0.0, 1.0])]).unwrap_err();
        assert_eq!(error.to_string(), "fixture 3, game 1: two different results");
    }

    #[test]
    fn a_spoilt_game_may_be_played_again() {
        let spoilt = Outcome { fault: Some(Fault::Platform { kind: "disk".into() }), ..duel(0, 0, [0.0, 0.0]) };
        let voided = Outcome { voided: true, ..duel(0, 0, [1.0, 0.0]) };
        let log = Log::new(2, vec![duel(0, 0, [0.0, 1.0]), spoilt, voided]).unwrap();
        assert_eq!((log.outcomes().len(), log.scored().count()), (3, 1));
        assert_eq!(log.fingerprint(), Log::new(2, vec![duel(0, 0, [0.0, 1.0])]).unwrap().fingerprint());
    }

    #[test]
    fn nonsense_is_refused_by_name() {
        let strange = |seats: [Entrant; 2], payoff| Log::new(2, vec![Outcome::duel(7, 0, seats, [payoff, 0.0])]).unwrap_err().to_string();
        assert_eq!(strange([0, 2], 0.0), "fixture 7, game 0: entrant 2, but there are only 2, counted from zero");
        assert_eq!(strange([1, 1], 0.0), "fixture 7, game 0: entrant 1 sits twice");
        assert_eq!(strange([0, 1], f64::NAN), "fixture 7, game 0: a payoff is not a finite number");
    }

    #[test]
    fn a_fixtures_score_is_the_mean_over_its_games() {
        let log = Log::new(2, vec![duel(0, 0, [3.0, 1.0]), Outcome::duel(0, 1, [1, 0], [2.0, 2.0])]).unwrap();
        let games = log.fixtures().next().unwrap();
        assert_eq!((fixture_score(&games, 0), fixture_payoff(&games, 1)), (Some(0.75), Some(1.5)));
        assert_eq!(fixture_score(&games, 5), None);
    }
}

//! The budget planner: simulated leagues say how many grades a budget gets wrong.
use crate::rating::{Method, RatingSettings, Ratings};
use crate::schedule::{Adaptive, Fixture, Rivals, Step, Walk, foresee};
use crate::{Dice, Elo, Entrant, Ladder, Log, Outcome, Seating};
use serde::{Deserialize, Serialize};

/// A league to be planned. The default is the fixed case that methods are compared on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    pub teams: usize,
    /// The standard deviation of the teams' strengths in Elo, around zero.
    pub spread: f64,
    /// The references' strengths in Elo.
    pub references: Vec<f64>,
    /// Games each entrant plays on average; a game counts for both.
    pub games: u32,
    /// K of the sequential Elo that the plan is compared with.
    pub k: f64,
    /// How much one board favours the first seat, as a standard deviation in Elo; both games of a fixture share it.
    pub board: f64,
    /// How much the first seat is worth on average, in Elo.
    pub seat: f64,
    /// The part of the budget that is played after the base, by the undecided.
    pub adaptive: f64,
    pub rivals: Rivals,
    /// Seconds a game takes on one slot.
    pub seconds: f64,
    /// Games at a time.
    pub slots: u32,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            teams: 80,
            spread: 200.0,
            references: vec![-150.0, 0.0, 150.0],
            games: 80,
            k: 32.0,
            board: 0.0,
            seat: 0.0,
            adaptive: 0.7,
            rivals: Rivals::Anyone,
            seconds: 10.0,
            slots: 1,
        }
    }
}

/// What a plan comes to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Forecast {
    /// Games in all, and the hours they take on the slots.
    pub games: u64,
    pub hours: f64,
    /// The share of teams in the wrong band, as a mean over leagues.
    pub sequential: Share,
    /// The same games, rated all at once.
    pub batch: Share,
    /// Mirror fixtures, part of them chosen as results come in, rated all at once.
    pub ours: Share,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

impl Plan {
    /// Games of the whole league.
    pub fn total_games(&self) -> u64 {
        self.entrants() as u64 * u64::from(self.games) / 2
    }

    pub fn hours(&self) -> f64 {
        self.total_games() as f64 * self.seconds / f64::from(self.slots.max(1)) / 3600.0
    }

    /// The mean over leagues of seeds `0..seeds`.
    pub fn simulate(&self, seeds: u64) -> Forecast {
        let mut tallies = [crate::Tally::default(); 3];
        for seed in 0..seeds {
            self.league(seed).into_iter().zip(&mut tallies).for_each(|(share, tally)| tally.add(share));
        }
        let [sequential, batch, ours] = tallies.map(|tally| Share { mean: tally.mean(), error: tally.error().unwrap_or(0.0) });
        Forecast { games: self.total_games(), hours: self.hours(), sequential, batch, ours }
    }

    /// One league: the share of teams in the wrong band by sequential Elo, by batch ratings of the same games, and by our way.
    pub fn league(&self, seed: u64) -> [f64; 3] {
        let mut dice = Dice::new(seed, 0);
        let mut truth = self.references.clone();
        truth.extend((0..self.teams).map(|_| self.spread * dice.normal()));
        let world = World { plan: self, truth: &truth };
        let drawn = world.drawn(seed);
        let mut ladder = Ladder::new(Elo::constant(self.k), truth.len());
        drawn.scored().for_each(|game| ladder.play(game));
        let adaptive = world.ours(seed);
        [world.wrong(&ladder.ratings), world.wrong(&world.rate(&drawn)), world.wrong(&world.rate(&adaptive))]
    }

    fn entrants(&self) -> usize {
        self.references.len() + self.teams
    }
}

/// A league whose true strengths are known. The references come first.
struct World<'a> {
    plan: &'a Plan,
    truth: &'a [f64],
}

impl World<'_> {
    /// Single games between drawn opponents, a round at a time, each on a board of its own.
    fn drawn(&self, seed: u64) -> Log {
        let mut outcomes = Vec::new();
        let mut lots: Vec<Entrant> = (0..self.truth.len() as Entrant).collect();
        let mut dice = Dice::new(seed, 1);
        while (outcomes.len() as u64) < self.plan.total_games() {
            dice.shuffle(&mut lots);
            for pair in lots.chunks_exact(2).take((self.plan.total_games() - outcomes.len() as u64) as usize) {
                let board = self.plan.seat + self.plan.board * dice.normal();
                outcomes.push(self.game(outcomes.len() as u64, 0, [pair[0], pair[1]], board, &mut dice));
            }
        }
        Log::new(self.truth.len(), outcomes).expect("simulated games are good")
    }

    /// The real schedule, with the same number of games.
    fn ours(&self, seed: u64) -> Log {
        let entrants = self.truth.len();
        let budget = self.plan.total_games() / 2;
        let round = foresee(self.schedule(seed, 1, budget)).count().max(1);
        let rounds = budget as f64 * (1.0 - self.plan.adaptive) / round as f64;
        let mut walk = Walk::new(self.schedule(seed, rounds.round() as u32, budget));
        let mut dice = Dice::new(seed, 2);
        let mut log = Log::new(entrants, Vec::new()).expect("nothing is a log");
        loop {
            let mut outcomes = log.outcomes().to_vec();
            loop {
                match walk.next(&log) {
                    Step::Play(fixture) => outcomes.extend(self.fixture(&fixture, &mut dice)),
                    Step::Wait => break,
                    Step::Over => return log,
                }
            }
            log = Log::new(entrants, outcomes).expect("simulated games are good");
        }
    }

    fn schedule(&self, seed: u64, base: u32, budget: u64) -> Adaptive {
        let entrants = self.truth.len();
        Adaptive {
            entrants,
            references: (0..self.plan.references.len() as Entrant).collect(),
            base,
            budget,
            per_round: (entrants / 10).max(1),
            // Play on until the budget ends: it is given.
            confidence: 1.0,
            rivals: self.plan.rivals,
            seating: Seating::Mirror,
            seed,
            rating: self.settings(),
        }
    }

    fn fixture(&self, fixture: &Fixture, dice: &mut Dice) -> Vec<Outcome> {
        let board = self.plan.seat + self.plan.board * dice.normal();
        let seats = |game: usize| <[Entrant; 2]>::try_from(fixture.seats(game)).expect("two seats");
        (0..fixture.seatings.len()).map(|game| self.game(fixture.id, game as u32, seats(game), board, dice)).collect()
    }

    fn game(&self, fixture: u64, game: u32, seats: [Entrant; 2], board: f64, dice: &mut Dice) -> Outcome {
        let [first, second] = seats.map(|entrant| self.truth[entrant as usize]);
        let won = dice.unit() < Elo::constant(self.plan.k).expected(first + board, second);
        Outcome::duel(fixture, game, seats, if won { [1.0, 0.0] } else { [0.0, 1.0] })
    }

    fn settings(&self) -> RatingSettings {
        RatingSettings { seat_term: self.plan.seat != 0.0, ..RatingSettings::default() }
    }

    fn rate(&self, log: &Log) -> Vec<f64> {
        let ratings = Ratings::new(Method::EloMl, log, &self.settings()).expect("games of two");
        (0..self.truth.len() as Entrant).map(|entrant| ratings.of(entrant).rating).collect()
    }

    /// The share of teams that are above another number of references than they should be.
    fn wrong(&self, ratings: &[f64]) -> f64 {
        let references = self.plan.references.len();
        let band = |values: &[f64], team: usize| (0..references).filter(|reference| values[team] > values[*reference]).count();
        let wrong = (references..self.truth.len()).filter(|team| band(ratings, *team) != band(self.truth, *team)).count();
        wrong as f64 / self.plan.teams.max(1) as f64
    }
}

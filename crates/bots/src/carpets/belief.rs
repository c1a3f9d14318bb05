//! Where the rat may be: an exact filter over the 64 squares.
use games::Seat;
use games::carpets::{Board, Brief, Observation, SQUARES, Search, Sense, Square};

/// The odds of every square to hide the rat, given all that a seat has been told.
#[derive(Clone, Debug)]
pub struct Belief {
    brief: Brief,
    odds: [f64; SQUARES],
}

impl Belief {
    /// Before the first move of the first rat.
    pub fn new(brief: &Brief) -> Belief {
        Belief { brief: brief.clone(), odds: *brief.headstart().odds() }
    }

    /// The odds of each square, which sum to one.
    pub fn odds(&self) -> &[f64; SQUARES] {
        &self.odds
    }

    /// The same as viewers are told it. Five digits are enough for a picture and keep tapes short; zeros have no sign.
    pub fn told(&self) -> games::Belief {
        let rounded = self.odds.iter().map(|p| ((p * 1e5).round() / 1e5 + 0.0) as f32).collect();
        [("rat".to_string(), rounded)].into()
    }

    /// The likeliest square and its odds.
    pub fn best(&self) -> (Square, f64) {
        Square::all().zip(self.odds).max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("the board has squares")
    }

    /// Takes in a seat's own turn: both searches since its last one, both moves of the rat, and what it senses now.
    /// To be told every turn of that seat, each once.
    pub fn update(&mut self, seen: &Observation) {
        if seen.turn >= 2 {
            self.searched(seen.player_search);
        }
        if seen.turn >= 1 {
            self.moved();
            self.searched(seen.opponent_search);
        }
        self.moved();
        if let Some(sense) = seen.sense {
            self.sensed(&seen.board(), seen.seat, sense);
        }
    }

    /// The rat moves once.
    pub fn moved(&mut self) {
        self.odds = self.brief.drift().flow(&self.odds);
    }

    /// Somebody searched, or not: a rat that was found is replaced by a new one after its headstart.
    pub fn searched(&mut self, search: Search) {
        match search {
            Search::None | Search::Skipped => {}
            Search::Missed(square) => self.weigh(|other| f64::from(u8::from(other != square))),
            Search::Found(_) => self.odds = *self.brief.headstart().odds(),
        }
    }

    /// A seat's worker hears and feels the rat.
    pub fn sensed(&mut self, board: &Board, seat: Seat, sense: Sense) {
        let brief = self.brief.clone();
        let worker = board.worker(seat);
        self.weigh(|square| {
            let noise = brief.noise_chance(board.floor(square), sense.noise);
            noise * brief.distance_chance(worker.manhattan(square), sense.distance.steps())
        });
    }

    /// Bayes' rule. News that contradicts everything known leaves the odds as they were.
    fn weigh(&mut self, likelihood: impl Fn(Square) -> f64) {
        let mut odds = self.odds;
        for (square, p) in Square::all().zip(&mut odds) {
            *p *= likelihood(square);
        }
        let sum: f64 = odds.iter().sum();
        if sum > 0.0 {
            self.odds = odds.map(|p| p / sum);
        }
    }
}

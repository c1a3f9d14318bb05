//! Where the trapdoors may be: an exact filter over the squares of each colour.
use games::chickens::{Bird, Colour, Config, Observation, Square, Squares};

/// The odds of every square to hide the trapdoor of its colour, given all that one chicken has been told.
#[derive(Clone, Debug)]
pub struct Doors {
    config: Config,
    odds: [f64; 64],
    last: Option<Observation>,
}

impl Doors {
    /// Before the first turn.
    pub fn new(config: &Config) -> Doors {
        let mut odds = [0.0; 64];
        Square::all().for_each(|square| odds[square.index()] = config.trapdoor_odds(square));
        Doors { config: *config, odds, last: None }
    }

    /// How likely each square hides a trapdoor. The squares of each colour sum to one.
    pub fn odds(&self) -> &[f64; 64] {
        &self.odds
    }

    /// Takes in a chicken's own turn: what it notices now, and what has become of both chickens since its last turn. To be told
    /// every turn of that chicken, each once.
    pub fn update(&mut self, seen: &Observation) {
        for square in seen.found.iter() {
            self.weigh(square.colour(), |other| f64::from(u8::from(other == square)));
        }
        if let Some(last) = self.last.replace(seen.clone()) {
            self.stepped(&last.me, &seen.me, &last.enemy, &seen.enemy);
            self.stepped(&last.enemy, &seen.enemy, &last.me, &seen.me);
        } else if seen.enemy.turns_left < seen.me.turns_left {
            // The enemy's first step came before anything was seen.
            let fell = seen.me.score > 0 || seen.enemy.at == seen.enemy.spawn;
            self.stands(&seen.enemy, fell);
        }
        for (colour, sense) in Colour::BOTH.into_iter().zip(seen.senses) {
            let config = self.config;
            self.weigh(colour, |square| config.odds(seen.me.at, square).of(sense));
        }
    }

    /// A chicken made a step: where it stands is no trapdoor, unless it is there because it fell.
    fn stepped(&mut self, before: &Bird, after: &Bird, foe_before: &Bird, foe_after: &Bird) {
        let corner =
            |eggs: Squares| i16::try_from((eggs & Squares::CORNERS).len()).expect("there are four") * self.config.corner_bonus as i16;
        let laid = |bird: &Bird| bird.eggs.len() as i16 + corner(bird.eggs);
        let given = (foe_after.score - foe_before.score) - (laid(foe_after) - laid(foe_before));
        // A fall that gives nothing shows in no score.
        let silent = self.config.trapdoor_penalty == 0 && after.at == after.spawn;
        if after.turns_left < before.turns_left {
            self.stands(after, given > 0 || silent);
        }
    }

    fn stands(&mut self, bird: &Bird, fell: bool) {
        if !fell {
            self.weigh(bird.at.colour(), |square| f64::from(u8::from(square != bird.at)));
        }
    }

    /// Bayes' rule for the trapdoor of one colour. News that contradicts everything known leaves the odds as they were.
    fn weigh(&mut self, colour: Colour, likelihood: impl Fn(Square) -> f64) {
        let mut odds = self.odds;
        colour.squares().iter().for_each(|square| odds[square.index()] *= likelihood(square));
        let sum: f64 = colour.squares().iter().map(|square| odds[square.index()]).sum();
        if sum > 0.0 {
            colour.squares().iter().for_each(|square| odds[square.index()] /= sum);
            self.odds = odds;
        }
    }
}

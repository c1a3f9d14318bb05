//! Two chickens race to lay eggs on a board with two hidden trapdoors, which they only hear and feel.
mod bird;
mod config;
mod nature;
mod picture;
pub mod replay;
mod square;
mod step;

pub use bird::Bird;
pub use config::{Config, MOST_EGGS, MOST_POINTS, MOST_TURDS, MOST_TURNS, Rules};
pub use nature::{BIRTHPLACES, Chance, Odds, Sense, Setup};
pub use square::{Colour, Dir, SIDE, Square, Squares};
pub use step::{Drop, Step, Steps};

use crate::belief::Hidden;
use crate::foul::{Breach, ConfigError};
use crate::game::{Game, Turn};
use crate::luck::below;
use crate::menu::{Choice, Spot};
use crate::scene::Scene;
use crate::seat::{Joint, PerSeat, Seat, SeatSet};
use rand_core::Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chickens {
    birds: [Bird; 2],
    /// The trapdoor on a white square and the one on a black square.
    trapdoors: [Square; 2],
    /// Which of them a chicken has stepped onto.
    found: [bool; 2],
    /// What the chicken to move notices of each.
    senses: [Sense; 2],
    mover: Colour,
    phase: Phase,
    last: Option<Last>,
    config: Config,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Setup,
    Sense,
    Move,
    Over(Ending, Verdict),
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Both chickens have made all their turns.
    Turns,
    /// A chicken cannot move: the other one has been given the bonus.
    Blocked,
    /// A chicken stepped onto a trapdoor and cannot occupy the square it was born on.
    Homeless,
    /// Original rules only: a chicken was asked to move and could not, for which it loses.
    Stuck,
}

/// Who has won, or neither.
type Verdict = Option<Colour>;

/// What the last step was, for the caption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Last {
    who: Colour,
    step: Step,
    from: Square,
    fell: bool,
}

/// What a chicken knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct Observation {
    /// Turns taken by both chickens together.
    pub turn: u16,
    pub to_move: Colour,
    pub me: Bird,
    pub enemy: Bird,
    /// What you notice now of the trapdoor on a white square and of the one on a black square; nothing while
    /// the other chicken is to move.
    pub senses: [Sense; 2],
    /// Trapdoors that a chicken has stepped onto: both know them.
    pub found: Squares,
    /// Whether the game has ended.
    pub over: bool,
}

impl Chickens {
    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn bird(&self, colour: Colour) -> &Bird {
        &self.birds[colour as usize]
    }

    pub fn mover(&self) -> Colour {
        self.mover
    }

    /// The trapdoor on a white square and the one on a black square.
    pub fn trapdoors(&self) -> [Square; 2] {
        self.trapdoors
    }

    /// The trapdoors that both chickens know.
    pub fn found(&self) -> Squares {
        let known = self.trapdoors.into_iter().zip(self.found);
        known.filter(|(_, found)| *found).map(|(trapdoor, _)| trapdoor).collect()
    }

    /// Turns taken by both chickens together.
    pub fn played(&self) -> u16 {
        let left = |bird: &Bird| u16::from(bird.turns_left);
        (2 * u16::from(self.config.turns)).saturating_sub(left(&self.birds[0]) + left(&self.birds[1]))
    }

    /// Every step that a chicken may take, whether it is to move or not.
    #[inline]
    pub fn steps(&self, colour: Colour) -> Steps {
        self.bird(colour).steps(self.bird(colour.other()), self.config.rules)
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Over(ending, _) => Some(ending),
            _ => None,
        }
    }

    fn is_stuck(&self, colour: Colour) -> bool {
        self.bird(colour).is_stuck(self.bird(colour.other()), self.config.rules)
    }

    /// Who has more eggs.
    fn leader(&self) -> Verdict {
        let [white, black] = self.birds.map(|bird| bird.score);
        match white.cmp(&black) {
            std::cmp::Ordering::Greater => Some(Colour::White),
            std::cmp::Ordering::Less => Some(Colour::Black),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn reward(&mut self, colour: Colour, eggs: u8) {
        self.birds[colour as usize].score += i16::from(eggs);
    }

    /// The most eggs win.
    fn end(&mut self, ending: Ending) {
        self.phase = Phase::Over(ending, self.leader());
    }

    /// One turn of the mover, up to the point where nature or nobody is next.
    #[inline]
    fn advance(&mut self, step: Step) {
        let who = self.mover;
        let bird = &mut self.birds[who as usize];
        let from = bird.at;
        bird.take(step, self.config.corner_bonus);
        let to = bird.at;
        let fell = self.trapdoors.contains(&to);
        self.last = Some(Last { who, step, from, fell });
        self.senses = [Sense::default(); 2];
        match self.config.rules {
            Rules::Document => self.finish_by_the_document(to, fell),
            Rules::Original => self.finish_as_the_original(to, fell),
        }
    }

    /// The trapdoor first, then the end of the game, then the other chicken, which may be unable to move.
    #[inline]
    fn finish_by_the_document(&mut self, to: Square, fell: bool) {
        let (who, foe) = (self.mover, self.mover.other());
        if fell {
            self.fall(to);
            if self.bird(foe).closes(self.config.rules).contains(self.bird(who).spawn) {
                return self.end(Ending::Homeless);
            }
        }
        if self.bird(foe).turns_left == 0 && self.bird(who).turns_left == 0 {
            return self.end(Ending::Turns);
        }
        self.mover = foe;
        self.phase = Phase::Sense;
        if self.is_stuck(foe) {
            self.reward(who, self.config.blocking_bonus);
            self.end(Ending::Blocked);
        }
    }

    /// The end of the game first: what the trapdoor does comes too late to count.
    fn finish_as_the_original(&mut self, to: Square, fell: bool) {
        let (who, foe) = (self.mover, self.mover.other());
        let blocked = self.bird(foe).turns_left > 0 && self.is_stuck(foe);
        if blocked {
            self.reward(who, self.config.blocking_bonus);
        }
        if self.bird(foe).turns_left == 0 && self.bird(who).turns_left == 0 {
            self.end(Ending::Turns);
        } else if blocked {
            self.end(Ending::Blocked);
        }
        if fell {
            self.fall(to);
        }
        if self.ending().is_some() {
            return;
        }
        self.mover = foe;
        self.phase = Phase::Sense;
        if self.is_stuck(foe) {
            self.phase = Phase::Over(Ending::Stuck, Some(who));
        }
    }

    /// The mover stepped onto a trapdoor: it is back where it was born, and everyone knows the trapdoor.
    fn fall(&mut self, trapdoor: Square) {
        let who = self.mover;
        let bird = &mut self.birds[who as usize];
        bird.at = bird.spawn;
        self.found[trapdoor.colour() as usize] = true;
        self.reward(who.other(), self.config.trapdoor_penalty);
    }
}

/// The seat of a chicken: White's is the first.
pub const fn seat_of(colour: Colour) -> Seat {
    Seat(colour as u8)
}

/// The chicken of a seat.
pub const fn colour_of(seat: Seat) -> Colour {
    Colour::BOTH[seat.index()]
}

impl Game for Chickens {
    const NAME: &'static str = "chickens";
    const TITLE: &'static str = "egg-laying duel over hidden trapdoors (CS3600 Fall 2025)";
    const ALIASES: &'static [&'static str] = &["cs3600-fall25"];
    const RULES: u32 = 1;
    const SEATS: usize = 2;
    const SEAT_NAMES: &'static [&'static str] = &["White", "Black"];
    const HIDDEN: &'static [Hidden] = &[Hidden { kind: "trapdoor", count: 2 }];

    type Config = Config;
    type Action = Step;
    type Chance = Chance;
    type Brief = Config;
    type Observation = Observation;
    /// The trapdoor on a white square and the one on a black square.
    type Secret = [Square; 2];

    fn new(config: &Config) -> Result<Chickens, ConfigError> {
        config.check()?;
        let blank = Setup { white: BIRTHPLACES[0], trapdoors: [Square::at(3, 3), Square::at(3, 4)] };
        let unborn = |colour| Bird {
            colour,
            at: blank.spawn(colour),
            spawn: blank.spawn(colour),
            eggs: Squares::EMPTY,
            turds: Squares::EMPTY,
            score: 0,
            turds_left: config.turds,
            turns_left: config.turns,
        };
        Ok(Chickens {
            birds: Colour::BOTH.map(unborn),
            trapdoors: blank.trapdoors,
            found: [false; 2],
            senses: [Sense::default(); 2],
            mover: Colour::White,
            phase: Phase::Setup,
            last: None,
            config: *config,
        })
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Setup | Phase::Sense => Turn::Chance,
            Phase::Move => Turn::Act(SeatSet::one(seat_of(self.mover))),
            Phase::Over(..) => Turn::Over,
        }
    }

    #[inline]
    fn draw<R: Rng>(&self, rng: &mut R) -> Chance {
        match self.phase {
            Phase::Setup => Chance::Setup(Setup::draw(&self.config, rng)),
            _ => Chance::Sense(self.config.draw_senses(self.bird(self.mover).at, self.trapdoors, rng)),
        }
    }

    fn possible(&self, chance: &Chance) -> bool {
        match (self.phase, chance) {
            (Phase::Setup, Chance::Setup(setup)) => setup.possible(&self.config),
            (Phase::Sense, Chance::Sense(senses)) => self.config.possible_senses(self.bird(self.mover).at, self.trapdoors, senses),
            _ => false,
        }
    }

    #[inline]
    fn settle(&mut self, chance: &Chance) {
        match *chance {
            Chance::Setup(setup) => {
                for bird in &mut self.birds {
                    bird.spawn = setup.spawn(bird.colour);
                    bird.at = bird.spawn;
                }
                self.trapdoors = setup.trapdoors;
                self.phase = Phase::Sense;
            }
            Chance::Sense(senses) => {
                self.senses = senses;
                self.phase = Phase::Move;
            }
        }
    }

    fn legal(&self, seat: Seat, into: &mut Vec<Step>) {
        into.extend(self.steps(colour_of(seat)).iter());
    }

    fn check(&self, seat: Seat, step: Step) -> Result<(), Breach> {
        let colour = colour_of(seat);
        self.bird(colour).check(step, self.bird(colour.other()), self.config.rules)
    }

    #[inline]
    fn sample<R: Rng>(&self, seat: Seat, rng: &mut R, _: &mut Vec<Step>) -> Step {
        let steps = self.steps(colour_of(seat));
        steps.nth(below(rng, steps.len()))
    }

    #[inline]
    fn prompt(&self, _: Seat) -> &'static str {
        "step"
    }

    fn choice(&self, seat: Seat, step: Step) -> Choice {
        let from = self.bird(colour_of(seat)).at;
        let to = from.stepped(step.dir);
        let label = format!("{}, {}", step.dir.name(), step.drop.name());
        Choice::new(label, step.drop.name()).from(Spot::new(from.x(), from.y())).to(Spot::new(to.x(), to.y()))
    }

    fn play(&mut self, joint: &Joint<Step>) {
        let step = joint.get(seat_of(self.mover)).expect("the mover acts");
        self.advance(step);
    }

    /// A bad answer loses the game.
    fn fallback<R: Rng>(&self, _: Seat, _: &mut R) -> Option<Step> {
        None
    }

    fn brief(&self) -> Config {
        self.config
    }

    fn observe(&self, seat: Seat) -> Observation {
        let colour = colour_of(seat);
        Observation {
            turn: self.played(),
            to_move: self.mover,
            me: *self.bird(colour),
            enemy: *self.bird(colour.other()),
            senses: if colour == self.mover { self.senses } else { [Sense::default(); 2] },
            found: self.found(),
            over: matches!(self.phase, Phase::Over(..)),
        }
    }

    fn secret(&self) -> [Square; 2] {
        self.trapdoors
    }

    /// A trapdoor that has been found is where it was found, whatever the guess.
    fn assume(config: &Config, seat: Seat, seen: &Observation, guess: &[Square; 2]) -> Chickens {
        let known = Colour::BOTH.map(|colour| (seen.found & colour.squares()).iter().next());
        let birds = if colour_of(seat) == Colour::White { [seen.me, seen.enemy] } else { [seen.enemy, seen.me] };
        let mut game = Chickens {
            birds,
            trapdoors: Colour::BOTH.map(|colour| known[colour as usize].unwrap_or(guess[colour as usize])),
            found: known.map(|trapdoor| trapdoor.is_some()),
            senses: seen.senses,
            mover: seen.to_move,
            phase: if seen.to_move == seen.me.colour { Phase::Move } else { Phase::Sense },
            last: None,
            config: *config,
        };
        if seen.over {
            game.end(Ending::Turns);
        }
        game
    }

    fn scene(&self) -> Scene {
        self.picture()
    }

    fn points(&self) -> PerSeat<i32> {
        self.birds.map(|bird| i32::from(bird.score)).into()
    }

    fn payoffs(&self) -> PerSeat<f32> {
        let verdict = match self.phase {
            Phase::Over(_, verdict) => verdict,
            _ => self.leader(),
        };
        PerSeat::new(2, |seat| match verdict {
            Some(winner) if winner == colour_of(seat) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        })
    }

    fn reason(&self) -> &'static str {
        match self.ending() {
            Some(Ending::Blocked) => "blocked",
            Some(Ending::Homeless) => "no way home",
            Some(Ending::Stuck) => "no valid move",
            Some(Ending::Turns) | None => "out of turns",
        }
    }
}

impl Serialize for Observation {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        Observation::serialize(self, into)
    }
}

/// Refuses what no game shows, so that a position made from it can be played.
impl<'de> Deserialize<'de> for Observation {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Observation, D::Error> {
        let seen = Observation::deserialize(from)?;
        let refuse = |why| Err(serde::de::Error::custom(why));
        let birds = [&seen.me, &seen.enemy];
        if seen.me.colour == seen.enemy.colour {
            return refuse("both chickens have the same colour");
        }
        if birds.iter().any(|bird| bird.turns_left > MOST_TURNS || bird.turds_left > MOST_TURDS || !(0..=MOST_POINTS).contains(&bird.score))
        {
            return refuse("a chicken has more turns, turds or points than any game grants");
        }
        if !seen.over && birds.iter().any(|bird| bird.colour == seen.to_move && bird.turns_left == 0) {
            return refuse("the chicken to move has no turns left");
        }
        if Colour::BOTH.iter().any(|colour| (seen.found & colour.squares()).len() > 1) {
            return refuse("there is one trapdoor of each colour");
        }
        Ok(seen)
    }
}

#[cfg(test)]
mod tests;

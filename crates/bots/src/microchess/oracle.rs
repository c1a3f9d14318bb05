//! Finds out who the opponent is, and plays the best answer to that.
//!
//! Every move of the opponent is weighed under each hypothesis: the ten personalities; a *stranger*, who mostly plays
//! like a Realist and is answered like one; and the faithful of [`CREEDS`], whose trust it follows from game to game.
//! A move is chosen for the payoff it promises on average over what is still believed, where each hypothesis promises
//! what the exact best response to it would get. Faithful opponents are kept faithful: once they are the likely ones it
//! betrays only trust that survives it, and earns it back when it is lost.
use super::atlas::Atlas;
use super::horde::{Die, choices, solved};
use super::matrix::strategy;
use super::response::{Response, Starts};
use super::solution::{Side, Solution};
use super::strategy::Menu;
use super::titfortat::{CREEDS, Creed, faithful};
use super::utility::{Pair, Personality};
use games::microchess::{Board, Colour, Config, LONGEST_GAME, Microchess, Move, Observation, Outcome, outcome};
use games::{PerSeat, Player, Start};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The chance that anybody's move is a slip.
const SLIP: f64 = 1e-4;
/// The chance that a stranger's move is not a Realist's.
const WHIM: f64 = 0.1;
/// The chance that one of the faithful acts against its trust in a game.
const TWITCH: f64 = 0.03;
/// What is believed before the first move, next to 1 for a personality.
const STRANGER: f64 = 0.3;
const FAITHFUL: f64 = 0.05;
/// Weighed in at least this much, a stranger decides between moves that are equal otherwise.
const CAUTION: f64 = 1e-3;
/// Who trusts less than this is not worth the ties that would win it back.
const LOST: i32 = -6;

/// Plays the best answer to whom it believes to face. Its beliefs last for a series.
pub struct Oracle {
    config: Config,
    beliefs: Beliefs,
    answers: Option<Arc<Answers>>,
    plan: Plan,
    /// What the opponent was left to move on, and its moves left.
    left_with: Option<(Board, u8)>,
    die: Die,
}

/// How it means to play a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// For the payoff of this game.
    Answer,
    /// For a tie with one who trusts.
    Cooperate,
    /// For a tie with one who does not trust any more.
    Appease,
}

impl Default for Oracle {
    fn default() -> Oracle {
        Oracle {
            config: Config::default(),
            beliefs: Beliefs::default(),
            answers: None,
            plan: Plan::Answer,
            left_with: None,
            die: Die::default(),
        }
    }
}

impl Player<Microchess> for Oracle {
    fn prepare_for_series(&mut self) {
        self.beliefs = Beliefs::default();
    }

    fn prepare_for_match(&mut self, start: &Start<'_, Microchess>) {
        self.config = start.brief.clone();
        self.answers = Some(Answers::shared(&self.config));
        self.die = Die::new(start);
        self.plan = self.beliefs.plan();
        let waits = start.seen.you != start.seen.to_move;
        self.left_with = waits.then_some((start.seen.board, start.seen.left));
    }

    fn act(&mut self, seen: &Observation, _: Duration) -> Move {
        self.watch(seen);
        let counts = self.config.last_move_counts;
        let menu = match self.plan {
            Plan::Answer => self.answer(seen),
            Plan::Cooperate => faithful(true, &seen.board, seen.you, seen.left, counts),
            Plan::Appease => Menu::best(Atlas::shared(), peace(counts), &seen.board, seen.you, seen.left),
        };
        let step = self.die.pick(menu.moves());
        self.left_with = Some((seen.board.after(seen.you, step).0, seen.left.saturating_sub(1)));
        step
    }

    fn match_over(&mut self, seen: &Observation, _: &PerSeat<f32>) {
        self.watch(seen);
        self.beliefs.close_game(outcome(&seen.board, seen.you.other()));
    }
}

impl Oracle {
    /// Learns from the opponent's last move, if there was one.
    fn watch(&mut self, seen: &Observation) {
        let Some((board, left)) = self.left_with.take() else { return };
        let (them, counts) = (seen.you.other(), self.config.last_move_counts);
        let legal = Menu::all(&board, them);
        if let Some(step) = legal.moves().iter().find(|step| board.after(them, **step).0 == seen.board) {
            self.beliefs.weigh(*step, &legal, &board, them, left, counts);
        }
    }

    /// The moves that promise most for this game.
    fn answer(&self, seen: &Observation) -> Menu {
        let (atlas, left) = (Atlas::shared(), seen.left.saturating_sub(1));
        let answers = self.answers.as_ref().expect("a game has begun");
        let realist = solved(Personality::Realist, self.config.last_move_counts).expect("a Realist reasons");
        let believed = self.beliefs.shares();
        let promise = |step: Move| {
            let target = atlas.target(&seen.board, seen.you, step);
            let known: f64 = answers
                .responses
                .iter()
                .zip(&believed.minds)
                .map(|(response, share)| share * f64::from(response.worth(target, left)))
                .sum();
            known + believed.stranger.max(CAUTION) * realist.value(target, Side::Other, left)[0]
        };
        let (mut menu, mut most) = (Menu::default(), f64::NEG_INFINITY);
        seen.board.each_move(seen.you, |step| {
            let promise = promise(step);
            if promise > most + 1e-6 {
                most = promise;
                menu.clear();
            }
            if promise > most - 1e-6 {
                menu.add(step);
            }
        });
        menu
    }
}

/// How likely each hypothesis has made what was seen, as logarithms.
#[derive(Clone)]
struct Beliefs {
    minds: [f64; 10],
    stranger: f64,
    creeds: [Follower; 6],
    /// This game under a faithful player's two ways: without trust, with trust.
    ways: [f64; 2],
}

/// One of the faithful, as it would feel by now.
#[derive(Clone, Copy)]
struct Follower {
    creed: Creed,
    trust: i32,
    /// Up to this game.
    log: f64,
}

/// How much of the belief is whose.
struct Shares {
    /// The faithful are with the personality they play in this game.
    minds: [f64; 10],
    stranger: f64,
}

impl Default for Beliefs {
    fn default() -> Beliefs {
        let follow = |at: usize| Follower { creed: CREEDS[at], trust: CREEDS[at].start, log: FAITHFUL.ln() };
        Beliefs { minds: [0.0; 10], stranger: STRANGER.ln(), creeds: std::array::from_fn(follow), ways: [0.0; 2] }
    }
}

impl Beliefs {
    fn weigh(&mut self, step: Move, legal: &Menu, board: &Board, mover: Colour, left: u8, last_move_counts: bool) {
        let chance = |menu: &Menu, slip: f64| {
            let meant = if menu.moves().contains(&step) { (1.0 - slip) / menu.moves().len() as f64 } else { 0.0 };
            (meant + slip / legal.moves().len() as f64).ln()
        };
        for (mind, log) in Personality::ALL.into_iter().zip(&mut self.minds) {
            let menu = choices(mind, board, mover, left, last_move_counts);
            *log += chance(&menu, SLIP);
            if mind == Personality::Realist {
                self.stranger += chance(&menu, WHIM);
            }
        }
        for (trusting, log) in [false, true].into_iter().zip(&mut self.ways) {
            *log += chance(&faithful(trusting, board, mover, left, last_move_counts), SLIP);
        }
    }

    /// The game is over with this outcome for the opponent.
    fn close_game(&mut self, outcome: Outcome) {
        for follower in &mut self.creeds {
            follower.log += follower.this_game(&self.ways);
            follower.trust = follower.creed.after(follower.trust, outcome);
        }
        self.ways = [0.0; 2];
    }

    /// Logarithms up to now, the faithful with this game.
    fn logs(&self) -> ([f64; 10], f64, [f64; 6]) {
        (self.minds, self.stranger, self.creeds.map(|follower| follower.log + follower.this_game(&self.ways)))
    }

    fn shares(&self) -> Shares {
        let (minds, stranger, creeds) = self.logs();
        let top = minds.iter().chain(&creeds).fold(stranger, |top, log| top.max(*log));
        let mut shares = minds.map(|log| (log - top).exp());
        for (follower, log) in self.creeds.iter().zip(creeds) {
            let mind = if follower.trust > 0 { Personality::Cooperative } else { Personality::Realist };
            shares[mind as usize] += (log - top).exp();
        }
        let stranger = (stranger - top).exp();
        let sum = shares.iter().sum::<f64>() + stranger;
        Shares { minds: shares.map(|share| share / sum), stranger: stranger / sum }
    }

    /// Asked between two games.
    fn plan(&self) -> Plan {
        let (minds, stranger, creeds) = self.logs();
        let top = minds.iter().chain(&creeds).fold(stranger, |top, log| top.max(*log));
        let weight = |log: &f64| (log - top).exp();
        let others = minds.iter().map(weight).sum::<f64>() + weight(&stranger);
        let family: f64 = creeds.iter().map(weight).sum();
        if family <= others {
            return Plan::Answer;
        }
        let likely = || self.creeds.iter().zip(&creeds).filter(|(_, log)| weight(log) > 0.05 * family).map(|(follower, _)| follower);
        match () {
            () if likely().all(|follower| follower.survives_betrayal() || follower.trust < LOST) => Plan::Answer,
            () if likely().all(|follower| follower.trust > 0) => Plan::Cooperate,
            () => Plan::Appease,
        }
    }
}

impl Follower {
    fn this_game(&self, [without, with]: &[f64; 2]) -> f64 {
        let (expected, twitched) = if self.trust > 0 { (with, without) } else { (without, with) };
        let top = expected.max(*twitched);
        top + ((1.0 - TWITCH) * (expected - top).exp() + TWITCH * (twitched - top).exp()).ln()
    }

    fn survives_betrayal(&self) -> bool {
        self.trust > 0 && self.creed.after(self.trust, Outcome::Loss) > 0
    }
}

/// The exact best responses to the ten personalities.
struct Answers {
    responses: Vec<Response>,
}

impl Answers {
    /// Worked out once for a rule and a length of games.
    fn shared(config: &Config) -> Arc<Answers> {
        static SHARED: Mutex<BTreeMap<(bool, u8), Arc<Answers>>> = Mutex::new(BTreeMap::new());
        let mut shared = SHARED.lock().expect("nobody panics while working out answers");
        shared.entry((config.last_move_counts, config.game_length)).or_insert_with(|| Arc::new(Answers::to(config))).clone()
    }

    fn to(config: &Config) -> Answers {
        let atlas = Atlas::shared();
        let starts = Starts::of(atlas, &Config::default());
        let respond = |mind| Response::to(atlas, &*strategy(atlas, mind, config.last_move_counts), &starts, config);
        Answers { responses: Personality::ALL.into_iter().map(respond).collect() }
    }
}

/// For ties with a Realist: prefers them to wins and expects no gift.
fn peace(last_move_counts: bool) -> &'static Solution {
    static PEACE: [OnceLock<Solution>; 2] = [const { OnceLock::new() }; 2];
    let realist = Personality::Realist.pair().expect("a Realist reasons");
    let pair = Pair { own: [0, 1, 3, 2], ..realist };
    PEACE[usize::from(last_move_counts)].get_or_init(|| Solution::of(Atlas::shared(), pair, last_move_counts, LONGEST_GAME))
}

//! Everybody against everybody, without luck: exact expected payoffs.
use super::atlas::Atlas;
use super::response::{Chances, Response, Starts, meet_in_pairs, payoff, reversed};
use super::solution::Solution;
use super::strategy::{Habit, Strategy};
use super::utility::Personality;
use games::microchess::{Config, LONGEST_GAME};
use serde::Serialize;

/// Rows and columns are the nine personalities; entries are the row's, per game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Matrix {
    pub names: Vec<&'static str>,
    /// Mean payoff over all starts and both colours.
    pub payoff: Vec<Vec<f64>>,
    pub as_white: Vec<Vec<f64>>,
    pub as_black: Vec<Vec<f64>>,
    /// Chances of loss, draw, tie and win over both colours.
    pub outcomes: Vec<Vec<Chances>>,
    /// The most that a player without memory can get from each column.
    pub best_response: Vec<f64>,
}

/// The table of the document's nine personalities. That the configuration is one to play with is the caller's promise.
pub fn matrix(config: &Config) -> Matrix {
    let atlas = Atlas::shared();
    let players = Personality::HORDE.map(|personality| (personality.name(), strategy(atlas, personality, config.last_move_counts)));
    between(atlas, &players, config)
}

/// The table of any strategies.
pub fn between(atlas: &Atlas, players: &[(&'static str, Box<dyn Strategy>)], config: &Config) -> Matrix {
    let starts = Starts::of(atlas, config);
    let n = players.len();
    let table = |entry: &dyn Fn(usize, usize) -> f64| -> Vec<Vec<f64>> { (0..n).map(|a| (0..n).map(|b| entry(a, b)).collect()).collect() };
    let strategies: Vec<&dyn Strategy> = players.iter().map(|(_, strategy)| &**strategy).collect();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).collect();
    let met = meet_in_pairs(atlas, &strategies, &pairs, &starts, config);
    let first: Vec<&[Chances]> = met.chunks(n).collect();
    let white = |a: usize, b: usize| payoff(&first[a][b]);
    let black = |a: usize, b: usize| payoff(&reversed(first[b][a]));
    let both = |a: usize, b: usize| -> Chances {
        let (white, black) = (first[a][b], reversed(first[b][a]));
        std::array::from_fn(|outcome| f64::midpoint(white[outcome], black[outcome]))
    };
    Matrix {
        names: players.iter().map(|(name, _)| *name).collect(),
        payoff: table(&|a, b| f64::midpoint(white(a, b), black(a, b))),
        as_white: table(&white),
        as_black: table(&black),
        outcomes: (0..n).map(|a| (0..n).map(|b| both(a, b)).collect()).collect(),
        best_response: players.iter().map(|(_, opponent)| Response::to(atlas, &**opponent, &starts, config).mean()).collect(),
    }
}

/// How a personality plays.
pub fn strategy(atlas: &Atlas, personality: Personality, last_move_counts: bool) -> Box<dyn Strategy> {
    match personality.pair() {
        None => Box::new(Habit::monkey(atlas)),
        Some(_) if personality == Personality::Nihilist => Box::new(Habit::nihilist(atlas)),
        Some(pair) => Box::new(Solution::of(atlas, pair, last_move_counts, LONGEST_GAME)),
    }
}

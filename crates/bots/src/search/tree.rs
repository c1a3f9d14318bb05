//! A search for games with luck, secrets and moves at once: a Monte-Carlo tree that is walked once an iteration.
//!
//! Each walk begins at a guess of the position, so that the tree rests on what the thinker knows and on nothing else. A node stands for
//! all positions that the same moves lead to, whatever luck and the guess were. There every acting seat has a table of its own and
//! chooses without the others: where it alone has a choice by an upper confidence bound, where several choose at once by matching its
//! regrets, whose average is what theory calls a mixed strategy.
use super::Limit;
use games::luck::{Sprint, unit};
use games::{Joint, PerSeat, Seat, SeatSet};

/// A game as a tree search sees it.
pub trait World {
    type Position;
    type Move: Copy + PartialEq;

    /// A position that the thinker cannot tell from the true one. What it does not know is drawn anew each time.
    fn guess(&self, rng: &mut Sprint) -> Self::Position;
    /// The seats that act next; none where the game is over, or far enough for a glance.
    fn acting(&self, at: &Self::Position) -> SeatSet;
    /// The moves that an acting seat may think of, at least one. The number is how likely the move looks, compared with the others:
    /// more than zero.
    fn moves(&self, at: &Self::Position, seat: Seat, into: &mut Vec<(Self::Move, f32)>);
    /// What a seat knows that the thinker does not, as a hash: it may choose by that.
    fn knows(&self, _: &Self::Position, _: Seat) -> u64 {
        0
    }
    /// The moves are made, and luck decides what it has to.
    fn play(&self, at: &mut Self::Position, joint: &Joint<Self::Move>, rng: &mut Sprint);
    /// What a position is worth to each seat, from 0 to 1: the result, a glance, or the end of a game played out.
    fn worth(&self, at: Self::Position, rng: &mut Sprint) -> PerSeat<f32>;
}

/// What a search found for one move of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice<M> {
    pub step: M,
    /// How often to make it. The shares of all moves sum to one.
    pub share: f32,
    /// What it is worth to the thinker, if it was tried.
    pub worth: f32,
    /// How often it was tried.
    pub tried: u32,
}

/// How much a move that was hardly tried is worth a try.
const CURIOSITY: f32 = 0.6;
/// How often a move is tried for no reason, where several seats choose at once.
const WHIM: f32 = 0.1;

/// The tree of one decision.
struct Tree<'a, W: World> {
    world: &'a W,
    thinker: Seat,
    nodes: Vec<Node<W::Move>>,
    rng: Sprint,
}

/// The moves of the root with their shares, in the order of [`World::moves`]. That the thinker acts there is the caller's promise. Equal
/// worlds, seeds and limits in nodes, of which each walk is one, find the same.
pub fn explore<W: World>(world: &W, thinker: Seat, seed: u64, limit: Limit) -> Vec<Choice<W::Move>> {
    let mut tree = Tree { world, thinker, nodes: vec![Node::default()], rng: Sprint::new(seed) };
    let mut walks = 0;
    while walks == 0 || !limit.is_over(walks) {
        tree.walk();
        walks += 1;
    }
    tree.choices()
}

/// The move with the largest share, the first of equals.
pub fn best<M: Copy>(choices: &[Choice<M>]) -> M {
    choices.iter().rev().max_by(|a, b| a.share.total_cmp(&b.share)).expect("an acting seat has a move").step
}

struct Node<M> {
    /// One for each seat and what it knows.
    tables: Vec<Table<M>>,
    /// Where the moves lead that were made here.
    next: Vec<(Joint<M>, usize)>,
}

impl<M> Default for Node<M> {
    fn default() -> Node<M> {
        Node { tables: Vec::new(), next: Vec::new() }
    }
}

struct Table<M> {
    seat: Seat,
    knows: u64,
    arms: Vec<Arm<M>>,
}

/// A move, and what came of it.
struct Arm<M> {
    step: M,
    /// Among the moves of this walk.
    open: bool,
    prior: f32,
    tried: u32,
    sum: f32,
    regret: f32,
    /// How often it was meant to be made, later walks counting more.
    mix: f32,
}

impl<M> Arm<M> {
    /// What it was worth so far.
    fn mean(&self, unknown: f32) -> f32 {
        if self.tried == 0 { unknown } else { self.sum / self.tried as f32 }
    }
}

/// A choice on the way down: the table, the move, and how likely it was if it was drawn.
struct Step {
    node: usize,
    table: usize,
    arm: usize,
    odds: Option<f32>,
}

impl<W: World> Tree<'_, W> {
    /// Down to a node that is new, and back with what it is worth.
    fn walk(&mut self) {
        let world = self.world;
        let mut at = world.guess(&mut self.rng);
        let (mut node, mut path, mut fresh) = (0, Vec::new(), false);
        loop {
            let acting = world.acting(&at);
            if acting.is_empty() || fresh {
                break;
            }
            let tables: Vec<usize> = acting.iter().map(|seat| self.nodes[node].table(world, &at, seat)).collect();
            let arms = |table: usize| &self.nodes[node].tables[table].arms;
            let alone = tables.iter().filter(|table| open(arms(**table)).count() > 1).count() < 2;
            let mut joint = Joint::EMPTY;
            for (seat, table) in acting.iter().zip(tables) {
                let (arm, odds) = if alone { (boldest(arms(table)), None) } else { drawn(arms(table), &mut self.rng) };
                joint.set(seat, arms(table)[arm].step);
                path.push(Step { node, table, arm, odds });
            }
            world.play(&mut at, &joint, &mut self.rng);
            (node, fresh) = self.enter(node, joint);
        }
        let worth = world.worth(at, &mut self.rng);
        for Step { node, table, arm, odds } in path {
            let Table { seat, arms, .. } = &mut self.nodes[node].tables[table];
            learn(arms, arm, odds, worth[seat.index()]);
        }
    }

    /// The node behind these moves, and whether it is new.
    fn enter(&mut self, node: usize, joint: Joint<W::Move>) -> (usize, bool) {
        if let Some((_, next)) = self.nodes[node].next.iter().find(|(made, _)| *made == joint) {
            return (*next, false);
        }
        let new = self.nodes.len();
        self.nodes[node].next.push((joint, new));
        self.nodes.push(Node::default());
        (new, true)
    }

    fn choices(&self) -> Vec<Choice<W::Move>> {
        let table = self.nodes[0].tables.iter().find(|table| table.seat == self.thinker).expect("the thinker acts at the root");
        // Where it alone had a choice nothing was drawn, and the tries speak.
        let alone = table.arms.iter().all(|arm| arm.mix == 0.0);
        let weight = |arm: &Arm<W::Move>| if alone { arm.tried as f32 } else { arm.mix };
        let all: f32 = table.arms.iter().map(weight).sum();
        let choice = |arm: &Arm<W::Move>| Choice { step: arm.step, share: weight(arm) / all, worth: arm.mean(0.0), tried: arm.tried };
        table.arms.iter().map(choice).collect()
    }
}

impl<M: Copy + PartialEq> Node<M> {
    /// The table of a seat with what it knows, with the moves of this position open.
    fn table<W: World<Move = M>>(&mut self, world: &W, at: &W::Position, seat: Seat) -> usize {
        let knows = world.knows(at, seat);
        let found = self.tables.iter().position(|table| table.seat == seat && table.knows == knows);
        let index = found.unwrap_or_else(|| {
            self.tables.push(Table { seat, knows, arms: Vec::new() });
            self.tables.len() - 1
        });
        let arms = &mut self.tables[index].arms;
        let mut moves = Vec::with_capacity(arms.len());
        world.moves(at, seat, &mut moves);
        let all: f32 = moves.iter().map(|(_, prior)| prior).sum();
        arms.iter_mut().for_each(|arm| arm.open = false);
        for (step, prior) in moves {
            let prior = prior / all;
            match arms.iter_mut().find(|arm| arm.step == step) {
                Some(arm) => (arm.open, arm.prior) = (true, prior),
                None => arms.push(Arm { step, open: true, prior, tried: 0, sum: 0.0, regret: 0.0, mix: 0.0 }),
            }
        }
        index
    }
}

fn open<M>(arms: &[Arm<M>]) -> impl Iterator<Item = (usize, &Arm<M>)> {
    arms.iter().enumerate().filter(|(_, arm)| arm.open)
}

/// What the open moves were worth on average.
fn average<M>(arms: &[Arm<M>]) -> f32 {
    let (sum, tried) = open(arms).fold((0.0, 0), |(sum, tried), (_, arm)| (sum + arm.sum, tried + arm.tried));
    if tried == 0 { 0.5 } else { sum / tried as f32 }
}

/// The move that may be worth most: what it was worth so far, and more the less it was tried for how likely it looked.
fn boldest<M>(arms: &[Arm<M>]) -> usize {
    let unknown = average(arms);
    let all = open(arms).map(|(_, arm)| arm.tried).sum::<u32>() as f32;
    let hope = |arm: &Arm<M>| arm.mean(unknown) + CURIOSITY * arm.prior * (all + 1.0).sqrt() / (1.0 + arm.tried as f32);
    open(arms).fold((0, f32::MIN), |top, (k, arm)| if hope(arm) > top.1 { (k, hope(arm)) } else { top }).0
}

/// What regret says of a move: its share of all regrets, and where nothing is regretted how likely it looked.
fn plan<M>(arms: &[Arm<M>]) -> impl Fn(&Arm<M>) -> f32 + use<M> {
    let all: f32 = open(arms).map(|(_, arm)| arm.regret).sum();
    move |arm| if all > 0.0 { arm.regret / all } else { arm.prior }
}

/// A move drawn by regret, now and then on a whim, and how likely it was.
fn drawn<M>(arms: &[Arm<M>], rng: &mut Sprint) -> (usize, Option<f32>) {
    let plan = plan(arms);
    let odds = |arm: &Arm<M>| (1.0 - WHIM) * plan(arm) + WHIM * arm.prior;
    let mut left = unit(rng) as f32;
    let mut last = (0, None);
    for (k, arm) in open(arms) {
        last = (k, Some(odds(arm)));
        left -= odds(arm);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// What came of a choice. Of a move that was drawn, the others learn too: each is regretted by what it would have been worth more.
fn learn<M>(arms: &mut [Arm<M>], chosen: usize, odds: Option<f32>, worth: f32) {
    if let Some(odds) = odds {
        let (plan, unknown) = (plan(arms), average(arms));
        // The mean of a move stands for what it would have been worth; what luck added to the one made is weighed by its odds, so that
        // all of this is right on average.
        let guess = |k: usize, arm: &Arm<M>| arm.mean(unknown) + if k == chosen { (worth - arm.mean(unknown)) / odds } else { 0.0 };
        let meant: f32 = open(arms).map(|(k, arm)| plan(arm) * guess(k, arm)).sum();
        let walks = 1.0 + open(arms).map(|(_, arm)| arm.tried).sum::<u32>() as f32;
        let news: Vec<(f32, f32)> = arms.iter().enumerate().map(|(k, arm)| (guess(k, arm) - meant, plan(arm) * walks)).collect();
        for (arm, (regret, mix)) in arms.iter_mut().zip(news).filter(|(arm, _)| arm.open) {
            arm.regret = (arm.regret + regret).max(0.0);
            arm.mix += mix;
        }
    }
    arms[chosen].tried += 1;
    arms[chosen].sum += worth;
}

#[cfg(test)]
mod tests;

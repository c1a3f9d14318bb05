//! What two strategies without memory get from each other, and the most that anybody can get from one.
use super::atlas::Atlas;
use super::strategy::Strategy;
use games::microchess::{Colour, Config, Outcome};

/// Chances of loss, draw, tie and win.
pub type Chances = [f64; 4];

/// The expected payoff.
pub fn payoff(chances: &Chances) -> f64 {
    Outcome::ALL.iter().map(|outcome| f64::from(outcome.payoff()) * chances[*outcome as usize]).sum()
}

/// The same seen from the other side.
pub fn reversed([loss, draw, tie, win]: Chances) -> Chances {
    [win, draw, tie, loss]
}

/// The start positions of a configuration: how many boards each node stands for.
pub struct Starts {
    boards: Vec<(usize, u32)>,
    total: u32,
}

impl Starts {
    pub fn of(atlas: &Atlas, config: &Config) -> Starts {
        let boards: Vec<(usize, u32)> = match &config.board {
            Some(board) => vec![(atlas.node(board, Colour::White).expect("a start has both kings"), 1)],
            // Whether a board is admitted does not change when it is turned.
            None => {
                let admitted = |node: &usize| atlas.board(*node).is_full() && config.start.admits(atlas.board(*node));
                (0..atlas.nodes()).filter(admitted).map(|node| (node, atlas.size(node))).collect()
            }
        };
        let total = boards.iter().map(|(_, count)| count).sum();
        Starts { boards, total }
    }

    /// The nodes that games start from, and how many boards each stands for.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        self.boards.iter().copied()
    }

    /// The mean over all boards.
    pub fn mean(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.iter().map(|(node, boards)| f64::from(boards) * value(node)).sum::<f64>() / f64::from(self.total)
    }
}

/// The chances of the outcomes for the side that moves first.
pub fn meet(atlas: &Atlas, first: &dyn Strategy, second: &dyn Strategy, starts: &Starts, config: &Config) -> Chances {
    meet_in_pairs(atlas, &[first, second], &[(0, 1)], starts, config)[0]
}

/// The same for many pairs of players, the one who moves first named first. All pairs take each step back together, so that
/// a strategy is asked once a step and not once a pair.
pub fn meet_in_pairs(atlas: &Atlas, players: &[&dyn Strategy], pairs: &[(usize, usize)], starts: &Starts, config: &Config) -> Vec<Chances> {
    let mut meetings = vec![Meeting::ended(atlas); pairs.len()];
    let (mut odds, mut scratch) = (vec![0.0; atlas.edge_count()], Meeting::ended(atlas));
    for left in u8::from(config.last_move_counts)..=config.game_length {
        let first_moves = (config.game_length - left).is_multiple_of(2);
        for (player, strategy) in players.iter().enumerate() {
            let mover = |(first, second): (usize, usize)| if first_moves { first } else { second };
            if !pairs.iter().any(|pair| mover(*pair) == player) {
                continue;
            }
            strategy.layer(atlas, left, &mut odds);
            for (meeting, _) in meetings.iter_mut().zip(pairs).filter(|(_, pair)| mover(**pair) == player) {
                let may_move = |node| left > 0 || atlas.is_last_move(node);
                meeting.step_back(atlas, &odds, may_move, &mut scratch);
            }
        }
    }
    let result = |meeting: &Meeting| std::array::from_fn(|outcome| starts.mean(|node| meeting.0[node][outcome]));
    meetings.iter().map(result).collect()
}

/// What two players come to from each node and end, as the side to move sees it.
#[derive(Clone)]
struct Meeting(Vec<Chances>);

impl Meeting {
    /// No move is left.
    fn ended(atlas: &Atlas) -> Meeting {
        let sure = |outcome| -> Chances { std::array::from_fn(|other| f64::from(u8::from(other == outcome as usize))) };
        let rest = |node| if atlas.is_last_move(node) { Outcome::Loss } else { Outcome::Draw };
        Meeting((0..atlas.nodes()).map(rest).chain(Outcome::ALL).map(sure).collect())
    }

    fn step_back(&mut self, atlas: &Atlas, odds: &[f64], may_move: impl Fn(usize) -> bool, scratch: &mut Meeting) {
        for (node, value) in scratch.0[..atlas.nodes()].iter_mut().enumerate() {
            *value = self.0[node];
            if may_move(node) {
                let mut sum = [0.0; 4];
                for (chance, target) in odds[atlas.edges(node)].iter().zip(atlas.to(node)) {
                    // Most chances are zero, but asking costs more than adding nothing.
                    sum.iter_mut().zip(&self.0[*target as usize]).for_each(|(sum, value)| *sum += chance * value);
                }
                *value = reversed(sum);
            }
        }
        std::mem::swap(self, scratch);
    }
}

/// The best answer to a strategy without memory: expected payoffs when it is the opponent's move.
pub struct Response {
    width: usize,
    /// By moves left, then node or end; expected payoffs of the one who answers.
    values: Vec<f32>,
    /// Mean payoff over the starts, moving first and second.
    pub as_white: f64,
    pub as_black: f64,
}

impl Response {
    pub fn to(atlas: &Atlas, opponent: &dyn Strategy, starts: &Starts, config: &Config) -> Response {
        let (nodes, width, length) = (atlas.nodes(), atlas.width(), config.game_length);
        let mut odds = vec![0.0; atlas.edge_count()];
        let expected = |odds: &[f64], mine: &[f64], node: usize| -> f64 {
            odds[atlas.edges(node)].iter().zip(atlas.to(node)).map(|(chance, target)| chance * mine[*target as usize]).sum()
        };
        let most =
            |theirs: &[f64], node: usize| atlas.to(node).iter().map(|target| theirs[*target as usize]).fold(f64::NEG_INFINITY, f64::max);
        // My payoff when I am to move, and when the opponent is.
        let table = |end: fn(Outcome) -> Outcome| -> Vec<f64> {
            let pays = |outcome| f64::from(end(outcome).payoff());
            let rest = |node| if atlas.is_last_move(node) { Outcome::Loss } else { Outcome::Draw };
            (0..nodes).map(rest).chain(Outcome::ALL).map(pays).collect()
        };
        let (mut mine, mut theirs) = (table(|outcome| outcome), table(Outcome::reversed));
        let (mut mine_before, mut theirs_before) = (mine.clone(), theirs.clone());
        if !config.last_move_counts {
            opponent.layer(atlas, 0, &mut odds);
            for node in (0..nodes).filter(|node| atlas.is_last_move(*node)) {
                mine[node] = most(&theirs_before, node);
                theirs[node] = expected(&odds, &mine_before, node);
            }
        }
        let mut values = Vec::with_capacity((length as usize + 1) * width);
        let mut keep = |theirs: &[f64]| values.extend(theirs.iter().map(|value| *value as f32));
        keep(&theirs);
        for left in 1..=length {
            std::mem::swap(&mut mine, &mut mine_before);
            std::mem::swap(&mut theirs, &mut theirs_before);
            opponent.layer(atlas, left, &mut odds);
            for node in 0..nodes {
                mine[node] = most(&theirs_before, node);
                theirs[node] = expected(&odds, &mine_before, node);
            }
            keep(&theirs);
        }
        Response { width, as_white: starts.mean(|node| mine[node]), as_black: starts.mean(|node| theirs[node]), values }
    }

    /// Mean payoff over both colours.
    pub fn mean(&self) -> f64 {
        f64::midpoint(self.as_white, self.as_black)
    }

    /// What can be expected with so many moves left, once a move has led to this node or end.
    #[inline]
    pub fn worth(&self, target: usize, left: u8) -> f32 {
        self.values[left as usize * self.width + target]
    }
}

/// Plays the first of the best answers.
impl Strategy for Response {
    fn odds(&self, atlas: &Atlas, node: usize, left: u8, into: &mut [f64]) {
        let worth = |target: u16| self.worth(target as usize, left.saturating_sub(1));
        let targets = atlas.to(node);
        let best = (0..targets.len()).max_by(|a, b| worth(targets[*a]).total_cmp(&worth(targets[*b]))).expect("there is a move");
        into.fill(0.0);
        into[best] = 1.0;
    }
}

//! Svarog fences land in. Then it suspects what the others are up to, plays its plans against that, and follows the one that ends best.
use super::campaign::Campaign;
use super::habit::{Habit, Hunch};
use super::{Die, ME};
use crate::search::tree::{World, explore};
use crate::search::{Effort, Limit};
use games::bovine::{Action, Board, Bovine, Config, FARMERS, Land, Observation};
use games::luck::Sprint;
use games::{Game, Joint, PerSeat, Player, Rng, Seat, SeatSet, Start, Turn};
use std::time::Duration;

/// What it chooses from. The first is how it begins.
const PLANS: [Campaign; 3] = [Campaign::FENCE, Campaign::FIRM, Campaign::RAID];
/// It fences land in for so many rounds for each row of the meadow: a look ahead is too short to see what that is good for.
const OPENING: u16 = 6;
/// Rounds from one look ahead to the next at first, and after how many rounds it is one more: an old game hardly changes.
const REST: u16 = 10;
const AGE: u16 = 100;
/// Rounds that a look ahead goes.
const AHEAD: u16 = 20;
/// Rounds of all looks ahead of a decision, unless told otherwise: a few milliseconds of the processor.
pub const USUAL: u64 = 160;
/// With so much on the clock a usual decision is not cut short, however busy the machine is: equal games stay equal.
const AMPLE: Duration = Duration::from_millis(50);
/// How much better another plan must look to be followed.
const INERTIA: f32 = 0.03;
/// So many cows more are a good look ahead.
const GOOD: f32 = 10.0;
/// What open land counts for that only one farmer can reach, in cows.
const ENCLOSED: f32 = 0.7;

pub struct Svarog {
    effort: Effort,
    die: Die,
    config: Config,
    /// What was on the clock at first. If it is less later, one clock has to do for the whole game.
    clock: Option<Duration>,
    hunches: [Hunch; FARMERS],
    before: Option<Board>,
    /// Which of the plans it follows.
    plan: usize,
    /// The round of its next look ahead.
    due: u16,
}

impl Svarog {
    /// One that thinks this hard. Positions are rounds looked at ahead.
    pub fn new(effort: Effort) -> Svarog {
        let effort = match effort {
            Effort::Nodes(rounds) => Effort::Nodes(rounds.div_ceil(AHEAD.into())),
            other => other,
        };
        let (die, config) = (Die::default(), Config::default());
        Svarog { effort, die, config, clock: None, hunches: Default::default(), before: None, plan: 0, due: 0 }
    }

    /// Learns from the others' last moves.
    fn watch(&mut self, now: &Board) {
        let Some(before) = self.before.replace(*now) else { return };
        for rival in Seat::first(FARMERS).filter(|rival| *rival != ME && now.holds_barn(*rival)) {
            self.hunches[rival.index()].watch(&before.seen_by(rival), &now.seen_by(rival));
        }
    }

    fn limit(&mut self, seen: &Observation, left: Duration) -> Limit {
        let first = *self.clock.get_or_insert(left);
        match self.effort {
            effort if left < first => effort.limit(left, 1 + u32::from(seen.rounds - seen.round) / u32::from(REST)),
            Effort::Nodes(walks) if left >= AMPLE && walks <= USUAL / u64::from(AHEAD) => Limit::nodes(walks),
            effort => effort.limit(left, 1),
        }
    }

    /// The plan that ends best, the present one if there is little between them.
    fn look_ahead(&mut self, seen: &Observation, limit: Limit) -> usize {
        let root = Bovine::assume(&self.config, ME, seen, &());
        let future = Future { rivals: self.hunches.map(|hunch| hunch.likely().collect()), start: standing(root.board()), root };
        let choices = explore(&future, ME, self.die.0.next_u64(), limit);
        let appeal = |plan: usize, worth: f32| if plan == self.plan { worth + INERTIA } else { worth };
        let tried = choices.iter().filter(|choice| choice.tried > 0).map(|choice| (choice.step, appeal(choice.step, choice.worth)));
        tried.max_by(|a, b| a.1.total_cmp(&b.1)).expect("a search tries something").0
    }
}

impl Player<Bovine> for Svarog {
    fn prepare_for_match(&mut self, start: &Start<'_, Bovine>) {
        let due = OPENING * u16::from(start.brief.size);
        *self = Svarog { effort: self.effort, die: Die::new(start), config: start.brief.clone(), due, ..Svarog::new(self.effort) };
    }

    fn act(&mut self, seen: &Observation, left: Duration) -> Action {
        self.watch(&seen.board);
        let limit = self.limit(seen, left);
        if seen.round >= self.due {
            self.plan = self.look_ahead(seen, limit);
            self.due = seen.round.saturating_add(REST + seen.round / AGE);
        }
        Habit::Campaign(&PLANS[self.plan]).act(&seen.board, &mut self.die.0)
    }
}

/// The next rounds as a game of one move: everybody chooses a plan, and follows it.
struct Future {
    root: Bovine,
    /// How everybody stands before.
    start: [f32; FARMERS],
    rivals: [Vec<(Habit, f32)>; FARMERS],
}

impl World for Future {
    /// The game, and whether the plans were followed.
    type Position = (Bovine, bool);
    /// The number of a plan of ours, or of what a rival is suspected of.
    type Move = usize;

    fn guess(&self, _: &mut Sprint) -> (Bovine, bool) {
        (self.root.clone(), false)
    }

    fn acting(&self, (game, done): &(Bovine, bool)) -> SeatSet {
        match game.turn() {
            Turn::Act(seats) if !done => seats,
            _ => SeatSet::EMPTY,
        }
    }

    fn moves(&self, _: &(Bovine, bool), seat: Seat, into: &mut Vec<(usize, f32)>) {
        if seat == ME {
            into.extend((0..PLANS.len()).map(|plan| (plan, 1.0)));
        } else {
            into.extend(self.rivals[seat.index()].iter().enumerate().map(|(k, (_, odds))| (k, *odds)));
        }
    }

    fn play(&self, (game, done): &mut (Bovine, bool), plans: &Joint<usize>, rng: &mut Sprint) {
        let habit = |seat: Seat| {
            let plan = plans.get(seat).expect("all who live have a plan");
            if seat == ME { Habit::Campaign(&PLANS[plan]) } else { self.rivals[seat.index()][plan].0 }
        };
        *done = true;
        for _ in 0..AHEAD {
            let Turn::Act(seats) = game.turn() else { break };
            let mut joint = Joint::EMPTY;
            for seat in seats.iter() {
                joint.set(seat, habit(seat).act(&game.board().seen_by(seat), rng));
            }
            game.play(&joint);
            let chance = game.draw(rng);
            game.settle(&chance);
        }
    }

    /// Nothing for the dead; for the others how much better they stand than before.
    fn worth(&self, (game, _): (Bovine, bool), _: &mut Sprint) -> PerSeat<f32> {
        let now = standing(game.board());
        let gain = |seat: Seat| (now[seat.index()] - self.start[seat.index()]) / GOOD;
        PerSeat::new(FARMERS, |seat| if game.board().holds_barn(seat) { 1.0 / (1.0 + (-gain(seat)).exp()) } else { 0.0 })
    }
}

/// How far each farmer is ahead of the others, half of that of the best of them and half of their mean: in cows, and land
/// that will have some.
fn standing(board: &Board) -> [f32; FARMERS] {
    let (size, lands) = (board.size(), board.lands());
    let others = |farmer: usize| (0..FARMERS).filter(move |other| *other != farmer);
    let cows = lands.iter().fold(Land::NONE, |all, land| all.or(land));
    let open = Land::field(size).without(&cows);
    let wealth: [f32; FARMERS] = std::array::from_fn(|farmer| {
        let rivals = others(farmer).fold(Land::NONE, |all, rival| all.or(&lands[rival]));
        let enclosed = open.without(&open.reached_from(&rivals.fringe(size)));
        if lands[farmer].is_empty() { 0.0 } else { lands[farmer].count() as f32 + ENCLOSED * enclosed.count() as f32 }
    });
    std::array::from_fn(|farmer| {
        let best = others(farmer).map(|other| wealth[other]).fold(0.0, f32::max);
        let mean = others(farmer).map(|other| wealth[other]).sum::<f32>() / (FARMERS - 1) as f32;
        wealth[farmer] - (best + mean) / 2.0
    })
}

//! A way to play: what a farmer values, and the moves that follow from it.
use super::ME;
use super::meadow::{Meadow, NEVER, OPEN, Place, Way, beside, cell};
use games::bovine::{Board, Cell, FARMERS};

/// What a farmer with this plan likes. All worths are in cows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Campaign {
    /// Open land that a rival could reach: a fence there wins all that is behind it.
    pub open: f32,
    /// What it gains for each step that a rival is nearer, below twenty: first comes what is contested.
    pub front: f32,
    /// Open land right beside a rival's cow.
    pub rim: f32,
    /// Open land that only I can reach, and what it gains for each move that rivals are nearer behind the fence.
    pub enclosed: f32,
    pub thick: f32,
    /// A rival's cow, what it gains for each open side, and with each step from its owner's barn.
    pub prey: f32,
    pub breach: f32,
    pub afar: f32,
    /// What is lost for each rival cow that can follow into the square I leave, and for each that can strike back.
    pub gap: f32,
    pub exposed: f32,
    /// What is lost if a cow of mine may lose its connection.
    pub stray: f32,
    /// Strays that are joined again.
    pub join: f32,
    /// For each connected cow of mine beside the square: a front without dents is hard to break.
    pub support: f32,
    /// What a step from my barn costs: land that is near stays mine.
    pub step: f32,
    /// The square beside my barn.
    pub home: Fading,
    /// Being before a rival's barn.
    pub march: Fading,
    /// A rival's cow before my barn.
    pub guard: Fading,
}

impl Campaign {
    /// A fence around as much land as can be had, then what is behind it.
    pub const FENCE: Campaign = Campaign {
        open: 3.0,
        front: 0.145,
        rim: -1.46,
        enclosed: 1.5,
        thick: 0.15,
        prey: 1.05,
        breach: 0.0,
        afar: 0.006,
        gap: 0.1,
        exposed: 0.05,
        stray: 0.25,
        join: 0.275,
        support: 0.47,
        step: 0.016,
        home: Fading(12.0, 0.22),
        march: Fading(112.0, 0.506),
        guard: Fading(100.0, 0.425),
    };

    /// Land near the barn first, and a front that holds.
    pub const FIRM: Campaign = Campaign {
        open: 2.47,
        front: 0.03,
        rim: -0.22,
        enclosed: 1.3,
        thick: 0.02,
        prey: 1.33,
        breach: 0.73,
        afar: 0.006,
        gap: 0.05,
        exposed: -0.09,
        stray: 0.12,
        join: 0.17,
        support: 0.28,
        step: 0.016,
        home: Fading(18.0, 0.316),
        march: Fading(116.0, 0.478),
        guard: Fading(127.0, 0.594),
    };

    /// The shortest way to a rival's barn, however far it is.
    pub const RAID: Campaign = Campaign { march: Fading(30.0, 0.85), ..Campaign::FIRM };
}

/// So many cows, and what is left of them for each move further away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fading(pub f32, pub f32);

impl Fading {
    fn at(self, moves: u8) -> f32 {
        self.0 * self.1.powi(moves.into())
    }

    /// Moves after which hardly anything is left.
    fn reach(self) -> u8 {
        (0..NEVER - 1).find(|moves| self.at(*moves) < 0.03).unwrap_or(NEVER - 1)
    }
}

/// A rival's barn is worth any price.
const PRIZE: f32 = 1_000.0;
/// A stray that comes home.
const RETURN: f32 = 0.2;
/// A stray that dies with its prey.
const STRAY: f32 = 0.3;

/// Worths that differ by less are the same.
const ALIKE: f32 = 1e-4;

/// A campaign on one board.
pub struct Survey<'a> {
    plan: &'a Campaign,
    meadow: Meadow,
    /// The way to each rival's barn, and how near to it I am.
    ways: Vec<(Way, u8)>,
    threat: Way,
    near: Way,
    deep: Way,
}

impl Survey<'_> {
    pub fn new<'a>(board: &Board, plan: &'a Campaign) -> Survey<'a> {
        let meadow = Meadow::new(board);
        let (march, guard) = (plan.march.reach(), plan.guard.reach());
        let way = |rival: usize| {
            let way = meadow.way(meadow.barns[rival], march, |holder| holder == ME.0);
            (way, meadow.herd().map(|at| way[at]).min().unwrap_or(NEVER))
        };
        let ways = (1..FARMERS).filter(|rival| meadow.alive[*rival]).map(way).filter(|(_, reach)| *reach < NEVER).collect();
        let threat = meadow.way(meadow.barns[0], guard, |holder| (1..OPEN).contains(&holder));
        let near = meadow.near();
        let fenced = near.iter().zip(&meadow.holder).any(|(near, holder)| (*near, *holder) == (NEVER, OPEN));
        let deep = if fenced { meadow.deep() } else { near };
        Survey { plan, ways, threat, near, deep, meadow }
    }

    /// The best moves. None: rather pass.
    pub fn best(&self) -> Vec<(Cell, Cell)> {
        let (mut best, mut most) = (Vec::new(), 0.0);
        for (from, to) in self.meadow.moves() {
            let worth = self.worth(from, to);
            if worth > most + ALIKE {
                most = worth;
                best.clear();
            }
            if worth > 0.0 && worth >= most - ALIKE {
                best.push((cell(from), cell(to)));
            }
        }
        best
    }

    fn worth(&self, from: Place, to: Place) -> f32 {
        let meadow = &self.meadow;
        match (meadow.holder[to], meadow.linked[from]) {
            (OPEN, true) => self.graze(from, to),
            (OPEN, false) => self.wander(from, to),
            // A barn that its cow leaves is lost.
            _ if from == meadow.barns[0] => -1.0,
            (rival, _) if to == meadow.barns[rival as usize] && meadow.alive[rival as usize] => PRIZE,
            (rival, linked) => self.capture(from, to, rival as usize, linked),
        }
    }

    /// A new cow on open land.
    fn graze(&self, from: Place, to: Place) -> f32 {
        let (plan, meadow) = (self.plan, &self.meadow);
        let nearer = |way: &Way| f32::from(20 - way[to].min(20));
        let land = match self.near[to] {
            NEVER => plan.enclosed + plan.thick * nearer(&self.deep),
            1 => plan.open + plan.front * nearer(&self.near) + plan.rim,
            _ => plan.open + plan.front * nearer(&self.near),
        };
        let joins = beside(to).iter().any(|side| meadow.holder[*side] == ME.0 && !meadow.linked[*side]);
        land + self.ground(from, to) + if joins { plan.join } else { 0.0 } + self.advance(to, 0)
    }

    /// A stray on its way home, or to a barn.
    fn wander(&self, from: Place, to: Place) -> f32 {
        let joins = beside(to).iter().any(|side| *side != from && self.meadow.linked[*side]);
        let march = self.plan.march;
        let step = |(way, _): &(Way, u8)| march.at(way[to]) - march.at(way[from]);
        self.ways.iter().map(step).fold(if joins { RETURN } else { 0.0 }, f32::max)
    }

    fn capture(&self, from: Place, to: Place, rival: usize, linked: bool) -> f32 {
        let (plan, meadow) = (self.plan, &self.meadow);
        let count = |at: Place, what: &dyn Fn(Place) -> bool| beside(at).into_iter().filter(|side| what(*side)).count() as f32;
        let far = f32::from(cell(to).distance(cell(meadow.barns[rival])));
        let mut worth = plan.prey + plan.guard.at(self.threat[to]) + plan.afar * far + self.ground(from, to);
        worth += plan.breach * count(to, &|side| meadow.holder[side] == OPEN);
        if !linked {
            return worth - STRAY;
        }
        worth -= plan.gap * count(from, &|side| side != to && meadow.is_rival(side));
        worth -= plan.exposed * count(to, &|side| side != from && meadow.is_rival(side));
        worth -= if meadow.spares(from) { 0.0 } else { plan.stray };
        let held = beside(to).iter().any(|side| *side != from && meadow.linked[*side]);
        worth + self.advance(to, u8::from(!held))
    }

    /// What the place itself is good for.
    fn ground(&self, from: Place, to: Place) -> f32 {
        let (plan, out) = (self.plan, cell(to).distance(cell(self.meadow.barns[0])));
        let friends = beside(to).iter().filter(|side| **side != from && self.meadow.linked[**side]).count() as f32;
        plan.home.at(out) - plan.step * f32::from(out) + plan.support * friends
    }

    /// How much nearer a barn is from there, with so many moves more to make.
    fn advance(&self, to: Place, more: u8) -> f32 {
        let march = self.plan.march;
        let gain = |(way, reach): &(Way, u8)| if way[to] + more < *reach { march.at(way[to] + more) - march.at(*reach) } else { 0.0 };
        self.ways.iter().map(gain).fold(0.0, f32::max)
    }
}

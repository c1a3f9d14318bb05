//! What a position promises: eggs that each chicken may still lay, by the ground that it holds.
use super::yard::{EGG, Scene, Yard};
use games::chickens::{Bird, Squares};

/// How much things count, in hundredths of an egg.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    /// A free square to lay on that the enemy cannot reach.
    pub own: i32,
    /// One that the chicken reaches first.
    pub first: i32,
    /// One that the enemy reaches first.
    pub second: i32,
    /// A corner to lay on, on top of that, in hundredths of its bonus: reached first, and reached second.
    pub corner: [i32; 2],
    /// A turd that is not dropped yet, with all turns to come.
    pub turd: i32,
    /// How much ground beyond what can be used is worth: the more, the less it saturates.
    pub plenty: i32,
    /// A way to leave one's square.
    pub exit: i32,
    /// What the way home costs a chicken that falls, beside the eggs.
    pub journey: i32,
}

impl Outlook {
    /// All free squares count alike, whoever is nearer.
    pub const DAVID: Outlook = Outlook { own: 40, first: 40, second: 40, corner: [50, 50], turd: 40, plenty: 60, exit: 5, journey: 150 };
    /// Ground that is reached first counts more.
    pub const MAX: Outlook = Outlook { own: 100, first: 90, second: 50, corner: [70, 30], turd: 20, plenty: 50, exit: 5, journey: 150 };
    /// Tuned in games against itself.
    pub const GERTRUDE: Outlook = Outlook { own: 84, first: 43, second: 0, corner: [72, 14], turd: 4, plenty: 77, exit: 14, journey: 34 };

    /// What the mover may expect to be ahead by in the end.
    pub fn value(&self, yard: &Yard, at: &Scene) -> i32 {
        let (me, foe) = (at.mover(), at.foe());
        let rules = yard.config.rules;
        let mine = !(foe.closes(rules) | yard.found);
        let theirs = !(me.closes(rules) | yard.found);
        // Both spread over the board one step at a time, the mover first.
        let (mut a, mut b) = (Squares::one(me.at), Squares::one(foe.at));
        let (mut a_first, mut b_first) = (a, b);
        let turns = u32::from(me.turns_left.max(foe.turns_left));
        for _ in 0..turns {
            let next_a = a | (a.neighbours() & mine);
            a_first |= next_a & !b;
            let next_b = b | (b.neighbours() & theirs);
            b_first |= next_b & !next_a;
            if next_a == a && next_b == b {
                break;
            }
            (a, b) = (next_a, next_b);
        }
        let litter = me.eggs | me.turds | foe.eggs | foe.turds;
        let mine = self.prospects(yard, me, litter, a, a_first, b) + self.exit * (me.at.neighbours() & mine).len() as i32;
        let theirs = self.prospects(yard, foe, litter, b, b_first, a) + self.exit * (foe.at.neighbours() & theirs).len() as i32;
        at.ahead() + mine - theirs
    }

    /// Eggs that a chicken may still lay: it has `reach`, gets there `first`, and the enemy has `rival`.
    #[inline]
    fn prospects(&self, yard: &Yard, bird: &Bird, litter: Squares, reach: Squares, first: Squares, rival: Squares) -> i32 {
        let nests = bird.colour.squares() & !litter & reach;
        let count = |squares: Squares| squares.len() as i32;
        let own = count(nests & !rival);
        let leading = count(nests & first);
        let all = count(nests);
        let ground = self.own * own + self.first * (leading - own) + self.second * (all - leading);
        // An egg takes two turns.
        let turns = i32::from(bird.turns_left);
        let most = (turns + 1) * EGG / 2;
        let eggs = if ground > 0 { ground * most / (ground + most * self.plenty / 100) } else { 0 };
        let corners = nests & Squares::CORNERS;
        let bonus = i32::from(yard.config.corner_bonus);
        let corner = bonus * (self.corner[0] * count(corners & first) + self.corner[1] * count(corners & !first));
        let turds = self.turd * i32::from(bird.turds_left) * turns / i32::from(yard.config.turns).max(1);
        eggs + corner + turds
    }
}

//! A chicken, what it left behind, and where the other one lets it go.
use super::config::Rules;
use super::square::{Colour, Square, Squares};
use super::step::{Drop, Step, Steps};
use crate::foul::Breach;
use serde::{Deserialize, Serialize};

/// One chicken and all that belongs to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bird {
    pub colour: Colour,
    pub at: Square,
    pub spawn: Square,
    /// Squares with its eggs.
    pub eggs: Squares,
    /// Squares with its turds.
    pub turds: Squares,
    /// Eggs that count for it: laid, and given for what befell the other.
    pub score: i16,
    pub turds_left: u8,
    /// Turns it has yet to take, the one it may be about to take included.
    pub turns_left: u8,
}

impl Bird {
    /// The squares that this chicken keeps the other from: where it stands, its eggs, its turds and all around them.
    pub fn closes(&self, rules: Rules) -> Squares {
        let closed = Squares::one(self.at) | self.eggs | self.turds.neighbours();
        match rules {
            Rules::Document => closed | self.turds,
            // The original looks around a square for turds, not at it.
            Rules::Original => closed,
        }
    }

    /// Whether something lies here that rules out an egg and a turd of this chicken.
    fn is_littered(&self, foe: &Bird, rules: Rules) -> bool {
        let litter = match rules {
            Rules::Document => self.eggs | self.turds | foe.eggs | foe.turds,
            // The original looks for the chicken's own things only.
            Rules::Original => self.eggs | self.turds,
        };
        litter.contains(self.at)
    }

    /// Whether it could lay an egg where it stands, if it can leave.
    pub fn may_lay(&self, foe: &Bird, rules: Rules) -> bool {
        self.colour.squares().contains(self.at) && !self.is_littered(foe, rules)
    }

    /// Whether it could drop a turd where it stands, if it can leave.
    pub fn may_drop(&self, foe: &Bird, rules: Rules) -> bool {
        self.turds_left > 0 && !self.is_too_near(foe) && !self.is_littered(foe, rules)
    }

    fn is_too_near(&self, foe: &Bird) -> bool {
        (self.at.neighbours() | Squares::one(self.at)).contains(foe.at)
    }

    /// Every step it may take.
    #[inline]
    pub fn steps(&self, foe: &Bird, rules: Rules) -> Steps {
        let dirs = self.open_dirs(foe, rules);
        Steps::of(dirs, self.may_lay(foe, rules), self.may_drop(foe, rules))
    }

    /// Whether it cannot leave its square.
    pub fn is_stuck(&self, foe: &Bird, rules: Rules) -> bool {
        (self.at.neighbours() & !foe.closes(rules)).is_empty()
    }

    /// The directions it may step in, one bit each by number.
    #[inline]
    fn open_dirs(&self, foe: &Bird, rules: Rules) -> u8 {
        let Squares(open) = self.at.neighbours() & !foe.closes(rules);
        // Turned so that the square above comes to bit 0, the others are at 7 (left), 9 (right) and 16 (below).
        let around = open.rotate_right((self.at.index() as u32).wrapping_sub(8));
        (around & 1 | around >> 8 & 2 | around >> 14 & 4 | around >> 4 & 8) as u8
    }

    /// The rule that a step breaks, if any.
    pub fn check(&self, step: Step, foe: &Bird, rules: Rules) -> Result<(), Breach> {
        let breach = |rule| Err(Breach::of(rule));
        let Some(to) = self.at.step(step.dir) else { return breach("a step stays on the board") };
        if foe.at == to {
            return breach("a chicken may not move into the square of its enemy");
        }
        if foe.eggs.contains(to) {
            return breach("a chicken may not move into a square with an egg of its enemy");
        }
        if rules == Rules::Document && foe.turds.contains(to) {
            return breach("a chicken may not move into a square with a turd of its enemy");
        }
        if foe.turds.neighbours().contains(to) {
            return breach("a chicken may not move into a square next to a turd of its enemy");
        }
        match step.drop {
            Drop::Plain => Ok(()),
            Drop::Egg if self.at.colour() != self.colour => breach("a chicken lays eggs on squares of its own colour"),
            Drop::Turd if self.turds_left == 0 => breach("the chicken has no turds left"),
            Drop::Turd if self.is_too_near(foe) => breach("a turd is not dropped next to the enemy"),
            _ if self.is_littered(foe, rules) => breach("an egg or a turd is left on an empty square only"),
            _ => Ok(()),
        }
    }

    /// Leaves something behind and steps away; returns what it gained. Legality is the caller's promise.
    #[inline]
    pub fn take(&mut self, step: Step, corner_bonus: u8) -> i16 {
        let gained = match step.drop {
            Drop::Plain => 0,
            Drop::Egg => {
                self.eggs.insert(self.at);
                1 + if Squares::CORNERS.contains(self.at) { i16::from(corner_bonus) } else { 0 }
            }
            Drop::Turd => {
                self.turds.insert(self.at);
                self.turds_left -= 1;
                0
            }
        };
        self.score += gained;
        self.at = self.at.stepped(step.dir);
        self.turns_left -= 1;
        gained
    }
}

#[cfg(test)]
mod tests {
    use super::super::square::Dir;
    use super::*;

    #[test]
    fn directions_are_gathered_from_the_right_squares() {
        let far = |at: Square| Square::all().find(|square| square.distance(at) > 2).unwrap();
        let bird = |colour, at| Bird {
            colour,
            at,
            spawn: at,
            eggs: Squares::EMPTY,
            turds: Squares::EMPTY,
            score: 0,
            turds_left: 0,
            turns_left: 1,
        };
        for at in Square::all() {
            let (me, foe) = (bird(Colour::White, at), bird(Colour::Black, far(at)));
            for dir in Dir::ALL {
                let open = me.open_dirs(&foe, Rules::Document) >> dir as u8 & 1 == 1;
                assert_eq!(open, at.step(dir).is_some(), "{at} {}", dir.name());
            }
        }
    }
}

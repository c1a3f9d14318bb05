//! The game as a hen searches it: no trapdoor is hidden, and stepping where one may be costs what is to be expected.
use super::outlook::Outlook;
use crate::search::{Model, Move, Moves, mix};
use games::chickens::{Bird, Colour, Config, Observation, Rules, Square, Squares, Step};

/// Values are in hundredths of an egg.
pub const EGG: i32 = 100;
/// A game that is won is worth this many times the lead it is won by, up to a lead of one egg.
const VICTORY: i32 = 10;

/// Two chickens, and who of them is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scene {
    /// White, then Black.
    pub birds: [Bird; 2],
    pub mover: Colour,
    pub over: bool,
    /// What White is ahead by.
    pub lead: i32,
    /// Squares that were risked on the way here: they need not be risked again.
    pub risked: Squares,
}

impl Scene {
    /// The table as a chicken sees it when it is to move.
    pub fn of(seen: &Observation) -> Scene {
        let birds = if seen.me.colour == Colour::White { [seen.me, seen.enemy] } else { [seen.enemy, seen.me] };
        let lead = EGG * i32::from(birds[0].score - birds[1].score);
        Scene { birds, mover: seen.me.colour, over: false, lead, risked: Squares::EMPTY }
    }

    pub fn mover(&self) -> &Bird {
        &self.birds[self.mover as usize]
    }

    pub fn foe(&self) -> &Bird {
        &self.birds[self.mover.other() as usize]
    }

    /// What the mover is ahead by.
    pub fn ahead(&self) -> i32 {
        self.of_mover(self.lead)
    }

    fn of_mover(&self, value: i32) -> i32 {
        if self.mover == Colour::White { value } else { -value }
    }
}

/// What a hen knows beside the table: the rules, the trapdoors that were found, and what each other square may cost.
pub struct Yard {
    pub config: Config,
    pub found: Squares,
    /// What a step onto a square is expected to cost, once.
    pub risks: [i32; 64],
    /// The squares where that is more than nothing.
    pub risky: Squares,
    pub outlook: Outlook,
}

impl Yard {
    /// The yard as it is with these odds of trapdoors.
    pub fn new(config: &Config, found: Squares, odds: &[f64; 64], outlook: Outlook) -> Yard {
        let fall = f64::from(EGG * i32::from(config.trapdoor_penalty) + outlook.journey);
        let mut yard = Yard { config: *config, found, risks: [0; 64], risky: Squares::EMPTY, outlook };
        for square in Square::all().filter(|square| !found.contains(*square)) {
            let risk = (fall * odds[square.index()]).round() as i32;
            if risk > 0 {
                yard.risks[square.index()] = risk;
                yard.risky.insert(square);
            }
        }
        yard
    }

    /// The mover has stepped away and stands on `to`: what that leads to, by the rules.
    #[inline]
    fn finish(&self, scene: &mut Scene, to: Square) {
        let (who, foe) = (scene.mover as usize, scene.mover.other() as usize);
        let rules = self.config.rules;
        let fell = self.found.contains(to);
        let turns = scene.birds[0].turns_left | scene.birds[1].turns_left;
        if rules == Rules::Document && fell {
            self.fall(scene);
            scene.over = scene.birds[foe].closes(rules).contains(scene.birds[who].spawn);
        }
        let stuck = scene.birds[foe].is_stuck(&scene.birds[who], rules);
        if turns == 0 {
            scene.over = true;
        } else if stuck && !scene.over {
            scene.over = true;
            scene.lead += scene.of_mover(EGG * i32::from(self.config.blocking_bonus));
        }
        if rules == Rules::Original && fell && !scene.over {
            self.fall(scene);
            if scene.birds[foe].is_stuck(&scene.birds[who], rules) {
                // Whoever cannot move then has lost, whatever the eggs.
                scene.over = true;
                scene.lead = scene.of_mover(EGG * 1_000);
            }
        }
    }

    fn fall(&self, scene: &mut Scene) {
        let bird = &mut scene.birds[scene.mover as usize];
        bird.at = bird.spawn;
        scene.lead -= scene.of_mover(EGG * i32::from(self.config.trapdoor_penalty));
    }
}

impl Model for Yard {
    type Position = Scene;

    #[inline]
    fn moves(&self, at: &Scene) -> Moves {
        u64::from(at.mover().steps(at.foe(), self.config.rules).bits())
    }

    #[inline]
    fn after(&self, at: &Scene, step: Move) -> Scene {
        let mut next = *at;
        let bird = &mut next.birds[at.mover as usize];
        let gained = bird.take(Step::ALL[usize::from(step) % Step::COUNT], self.config.corner_bonus);
        let to = bird.at;
        next.lead += next.of_mover(EGG * i32::from(gained));
        let risk = self.risks[to.index()];
        if risk > 0 && !next.risked.contains(to) {
            next.risked.insert(to);
            next.lead -= next.of_mover(risk);
        }
        self.finish(&mut next, to);
        next.mover = at.mover.other();
        next
    }

    #[inline]
    fn end(&self, at: &Scene) -> Option<i32> {
        at.over.then(|| at.ahead() + VICTORY * at.ahead().clamp(-EGG, EGG))
    }

    #[inline]
    fn glance(&self, at: &Scene) -> i32 {
        self.outlook.value(self, at)
    }

    fn length(&self, at: &Scene) -> u32 {
        at.birds.iter().map(|bird| u32::from(bird.turns_left)).sum()
    }

    #[inline]
    fn key(&self, at: &Scene) -> u64 {
        let [white, black] = &at.birds;
        let spot = |bird: &Bird| bird.at.index() as u64 | u64::from(bird.turns_left) << 8 | u64::from(bird.turds_left) << 16;
        let spots = spot(white) | spot(black) << 24 | (at.mover as u64) << 48;
        mix([(white.eggs.0, black.eggs.0), (white.turds.0, black.turds.0), (at.risked.0, spots), (at.lead as u64, 0)])
    }

    /// Eggs first, then turds.
    #[inline]
    fn promise(&self, _: &Scene, step: Move) -> i32 {
        [0, 300, 50][usize::from(step % 3)]
    }

    #[inline]
    fn place(&self, at: &Scene) -> usize {
        at.mover().at.index() + 64 * at.mover as usize
    }
}

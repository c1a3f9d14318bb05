//! Knockout: the loser of a best-of-n is out, or after the second one it loses.
use super::{Fixture, Meeting, Past, Schedule, Total};
use crate::{Entrant, Seating};

/// Entrants are in order of seeding: the first meets the last as late as they can. Free places are byes of the best.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knockout {
    pub entrants: usize,
    /// Out after two losses instead of one.
    pub double: bool,
    /// Fixtures a match. It ends when it is decided; a level one goes on for at most as many again, then the better seed
    /// is through.
    pub best_of: u32,
    pub seating: Seating,
}

/// How far it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Matches that need another fixture.
    Pending(Vec<[Entrant; 2]>),
    /// Everybody by place; those who went out in the same round in order of seeding.
    Done(Vec<Entrant>),
}

impl Knockout {
    /// Plays the bracket through as far as there are results.
    pub fn progress(&self, past: &Past<'_>) -> Progress {
        let mut play = Play { past, left: past.rounds.iter().flatten().collect(), best_of: self.best_of.max(1), out: Vec::new() };
        match if self.double { play.double(self.bracket()) } else { play.single(self.bracket()) } {
            Err(pending) => Progress::Pending(pending),
            Ok(champion) => {
                play.out.extend(champion);
                play.out.reverse();
                Progress::Done(play.out)
            }
        }
    }

    /// Places of the first round; neighbours meet.
    fn bracket(&self) -> Vec<Place> {
        let mut seeds = vec![0];
        while seeds.len() < self.entrants {
            let size = 2 * seeds.len();
            seeds = seeds.iter().flat_map(|seed| [*seed, size - 1 - seed]).collect();
        }
        seeds.into_iter().map(|seed| (seed < self.entrants).then_some(seed as Entrant)).collect()
    }
}

impl Schedule for Knockout {
    fn round(&self, past: &Past<'_>) -> Vec<Meeting> {
        match self.progress(past) {
            Progress::Pending(pairs) => pairs.into_iter().map(|pair| Meeting::new(pair.to_vec(), 1, self.seating)).collect(),
            Progress::Done(_) => Vec::new(),
        }
    }

    fn total(&self) -> Total {
        // Every match but perhaps the last has a loser who is out, or who has one life less. Results that are taken back may add some.
        let lives = if self.double { 2 } else { 1 };
        let matches = (lives * self.entrants as u64).saturating_sub(1);
        Total::AtMost(matches * 2 * u64::from(self.best_of.max(1)))
    }

    fn depends(&self) -> bool {
        true
    }
}

/// A place in a bracket; nobody in it is a bye.
type Place = Option<Entrant>;

/// Pairs that must play on.
type Pending = Vec<[Entrant; 2]>;

/// A pass through the bracket that uses up the fixtures played. A fixture belongs to the first match of its pair that needs it: if a
/// result was taken back, and others meet therefore, fixtures of matches that are none any more are left over.
struct Play<'a, 'b> {
    past: &'a Past<'b>,
    left: Vec<&'a Fixture>,
    best_of: u32,
    /// Who went out, first to last.
    out: Vec<Entrant>,
}

impl Play<'_, '_> {
    fn single(&mut self, mut places: Vec<Place>) -> Result<Place, Pending> {
        while places.len() > 1 {
            let (winners, losers) = self.stage(neighbours(&places))?;
            self.dismiss(losers);
            places = winners;
        }
        Ok(places.first().copied().flatten())
    }

    fn double(&mut self, mut upper: Vec<Place>) -> Result<Place, Pending> {
        let mut lower: Vec<Place> = Vec::new();
        while upper.len() > 1 {
            let (winners, dropped) = self.stage(neighbours(&upper))?;
            upper = winners;
            if lower.is_empty() {
                lower = dropped;
            } else {
                // Crossed over, so that the same two do not meet again at once.
                let pairs = lower.iter().copied().zip(dropped.into_iter().rev()).collect();
                lower = self.cut(pairs)?;
            }
            if lower.len() > 1 {
                lower = self.cut(neighbours(&lower))?;
            }
        }
        let (first, second) = (upper.first().copied().flatten(), lower.first().copied().flatten());
        if second.is_none() {
            return Ok(first);
        }
        let (winner, loser) = self.stage(vec![(first, second)])?;
        // Whoever comes from below must win twice: the other one has not lost before.
        let (winner, loser) = if winner[0] == first { (winner, loser) } else { self.stage(vec![(first, second)])? };
        self.dismiss(loser);
        Ok(winner[0])
    }

    fn cut(&mut self, pairs: Vec<(Place, Place)>) -> Result<Vec<Place>, Pending> {
        let (winners, losers) = self.stage(pairs)?;
        self.dismiss(losers);
        Ok(winners)
    }

    fn dismiss(&mut self, losers: Vec<Place>) {
        let mut losers: Vec<Entrant> = losers.into_iter().flatten().collect();
        losers.sort_unstable_by(|a, b| b.cmp(a));
        self.out.extend(losers);
    }

    /// Winners and losers of matches played side by side, or the pairs that must play on.
    fn stage(&mut self, pairs: Vec<(Place, Place)>) -> Result<(Vec<Place>, Vec<Place>), Pending> {
        let mut matches: Vec<Match> =
            pairs.iter().filter_map(|(a, b)| Some(Match { pair: [(*a)?, (*b)?], points: [0, 0], played: 0 })).collect();
        let mut open = Vec::new();
        for one in &mut matches {
            while one.winner(self.best_of).is_none() {
                let [a, b] = one.pair;
                let Some(next) = self.left.iter().position(|fixture| fixture.entrants == [a, b] || fixture.entrants == [b, a]) else {
                    open.push(one.pair);
                    break;
                };
                let fixture = self.left.remove(next);
                let score = self.past.score(fixture);
                one.add(if fixture.entrants[0] == a { score } else { 1.0 - score });
            }
        }
        if !open.is_empty() {
            return Err(open);
        }
        let mut done = matches.into_iter();
        let mut verdict = |(a, b): (Place, Place)| match (a, b) {
            (Some(_), Some(_)) => {
                let one = done.next().expect("both places are taken: they played");
                let winner = one.winner(self.best_of).expect("the stage is over");
                (Some(winner), one.pair.into_iter().find(|entrant| *entrant != winner))
            }
            _ => (a.or(b), None),
        };
        Ok(pairs.into_iter().map(&mut verdict).unzip())
    }
}

struct Match {
    pair: [Entrant; 2],
    /// Two for a fixture won, one for a draw.
    points: [u32; 2],
    played: u32,
}

impl Match {
    fn add(&mut self, score: f64) {
        self.played += 1;
        let mine = if score == 0.5 { 1 } else { 2 * u32::from(score > 0.5) };
        self.points[0] += mine;
        self.points[1] += 2 - mine;
    }

    fn winner(&self, best_of: u32) -> Option<Entrant> {
        let [a, b] = self.points;
        let left = best_of.saturating_sub(self.played);
        if a.abs_diff(b) > 2 * left {
            return Some(self.pair[usize::from(b > a)]);
        }
        (self.played >= 2 * best_of).then(|| self.pair[0].min(self.pair[1]))
    }
}

fn neighbours(places: &[Place]) -> Vec<(Place, Place)> {
    places.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

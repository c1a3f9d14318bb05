//! The model behind batch ratings: at each stage of a game some of those who are left are chosen as the best of them.
//!
//! The chance that the set S is chosen from the set A is proportional to `exp(mean of strengths in S + tie term of |S|)`,
//! over all sets in A that are not larger than the largest tie seen. A strength is the entrant's own and its seat's.
//! Two seats: Bradley and Terry with Davidson's draws. More seats: Plackett and Luce, with ties.
//! The logarithm of the likelihood is concave, and a normal prior keeps everything finite: Newton's method finds the one top.
use crate::cholesky::Cholesky;
use crate::{Entrant, Log, Outcome};

/// Elo points of one unit of strength.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The most seats that a game may have here: a stage of m has 2^m - 1 possible choices.
pub const MOST_SEATS: usize = 6;

/// How the model is set up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The standard deviation of strengths before anything was played, in Elo.
    pub prior: f64,
    /// A term for each tie size that occurs; otherwise a tie counts as all its orders, in equal parts.
    pub ties: bool,
    /// A term for each seat.
    pub seats: bool,
}

/// Entrants at a stage, the same people in the same seats, and how often which of them were chosen.
#[derive(Clone, Copy, Debug)]
struct Stage {
    members: u32,
    picks: u32,
    size: u8,
}

/// All games, counted.
#[derive(Clone, Debug)]
pub struct Counts {
    model: Model,
    entrants: usize,
    /// Seats of the largest game.
    seats: usize,
    /// The sizes of ties that have a term, in order.
    ties: Vec<usize>,
    stages: Vec<Stage>,
    /// Entrant and seat of each member of each stage.
    members: Vec<(Entrant, u8)>,
    /// By stage and by set of members (a bit each): how often it was chosen.
    picks: Vec<f64>,
    /// Which fixture, by order, chose which pick, with what weight: for the bootstrap.
    events: Vec<(u32, u32, f64)>,
    fixtures: usize,
}

/// The top of the posterior, and how sharp it is.
#[derive(Clone, Debug)]
pub struct Fit {
    entrants: usize,
    seats: usize,
    ties: Vec<usize>,
    /// Strengths of entrants, then of seats, then tie terms.
    top: Vec<f64>,
    covariance: Vec<f64>,
}

impl Counts {
    /// Counts a log. Games must have at most `MOST_SEATS` seats.
    pub fn new(log: &Log, model: Model) -> Counts {
        let mut made: Vec<(Key, u8, u32, f64)> = Vec::with_capacity(log.outcomes().len());
        let (mut seats, mut sizes, mut fixture, mut number) = (2, [false; MOST_SEATS + 1], None, 0u32);
        for outcome in log.scored() {
            if fixture != Some(outcome.fixture) {
                number += u32::from(fixture.is_some());
                fixture = Some(outcome.fixture);
            }
            seats = seats.max(outcome.seats.len());
            split(outcome, model.ties, &mut |key, mask, weight| {
                sizes[mask.count_ones() as usize] = true;
                made.push((key, mask, number, weight));
            });
        }
        // Stable: equal keys keep the order of the log, so sums of fractions are the same each time.
        made.sort_by_key(|(key, ..)| *key);
        let mut counts = Counts {
            model,
            entrants: log.entrants(),
            seats,
            ties: (2..=MOST_SEATS).filter(|size| sizes[*size]).collect(),
            stages: Vec::new(),
            members: Vec::new(),
            picks: Vec::new(),
            events: Vec::with_capacity(made.len()),
            fixtures: fixture.map_or(0, |_| number as usize + 1),
        };
        for same in made.chunk_by(|a, b| a.0 == b.0) {
            let key = &same[0].0;
            let size = key.iter().filter(|member| **member != 0).count();
            let picks = counts.picks.len();
            counts.stages.push(Stage { members: counts.members.len() as u32, picks: picks as u32, size: size as u8 });
            counts.members.extend(key[..size].iter().map(|member| ((member - 1) >> 3, ((member - 1) & 7) as u8)));
            counts.picks.resize(picks + (1 << size), 0.0);
            for (_, mask, fixture, weight) in same {
                let pick = picks + usize::from(*mask);
                counts.picks[pick] += weight;
                counts.events.push((*fixture, pick as u32, *weight));
            }
        }
        counts
    }

    /// How many fixtures were counted.
    pub fn fixtures(&self) -> usize {
        self.fixtures
    }

    /// The same games, with the fixture of each number counted so many times.
    pub fn weighted(&self, times: &[u32]) -> Counts {
        let mut picks = vec![0.0; self.picks.len()];
        for (fixture, pick, weight) in &self.events {
            picks[*pick as usize] += weight * f64::from(times[*fixture as usize]);
        }
        Counts { picks, events: Vec::new(), ..self.clone() }
    }

    fn seat_terms(&self) -> usize {
        if self.model.seats { self.seats - 1 } else { 0 }
    }

    fn size(&self) -> usize {
        self.entrants + self.seat_terms() + self.ties.len()
    }

    /// Precision of the prior of each parameter: tie terms have a wide one of their own.
    fn prior(&self, parameter: usize) -> f64 {
        let strengths = self.entrants + self.seat_terms();
        if parameter < strengths { (ELO / self.model.prior).powi(2) } else { 0.01 }
    }

    /// The top alone, starting from a guess or from zero.
    pub fn top(&self, guess: Option<&[f64]>) -> Vec<f64> {
        let size = self.size();
        let mut at = guess.map_or_else(|| vec![0.0; size], <[f64]>::to_vec);
        let mut slope = Slope::default();
        let mut height = self.slope(&at, &mut slope, true);
        let mut factor = Cholesky::new(size, std::mem::take(&mut slope.curvature)).expect("a prior makes the curvature positive");
        for _ in 0..200 {
            let mut step = factor.solve(&slope.gradient);
            let length = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            let next = loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(at, step)| at + step).collect();
                let higher = self.slope(&next, &mut slope, false);
                if higher >= height - 1e-9 * height.abs().max(1.0) {
                    height = higher;
                    break next;
                }
                step.iter_mut().for_each(|part| *part *= 0.5);
            };
            at = next;
            if length < 1e-11 {
                break;
            }
            // Near the top the curvature hardly changes: the old factor still gains three digits or more a step.
            if length > 1e-2 {
                self.slope(&at, &mut slope, true);
                factor = Cholesky::new(size, std::mem::take(&mut slope.curvature)).expect("a prior makes the curvature positive");
            }
        }
        at
    }

    /// The top and the curvature there.
    pub fn fit(&self) -> Fit {
        let top = self.top(None);
        let mut slope = Slope::default();
        self.slope(&top, &mut slope, true);
        let factor = Cholesky::new(self.size(), slope.curvature).expect("a prior makes the curvature positive");
        let seats = if self.model.seats { self.seats } else { 0 };
        Fit { entrants: self.entrants, seats, ties: self.ties.clone(), top, covariance: factor.inverse() }
    }

    /// The logarithm of the posterior at a point, its gradient and, if asked, its curvature (negated, lower triangle).
    fn slope(&self, at: &[f64], slope: &mut Slope, curved: bool) -> f64 {
        let (size, entrants, seat_terms) = (self.size(), self.entrants, self.seat_terms());
        slope.gradient.clear();
        slope.gradient.extend((0..size).map(|k| -self.prior(k) * at[k]));
        let mut height: f64 = -0.5 * (0..size).map(|k| self.prior(k) * at[k] * at[k]).sum::<f64>();
        if curved {
            slope.curvature = vec![0.0; size * size];
            (0..size).for_each(|k| slope.curvature[k * size + k] = self.prior(k));
        }
        let mut term_of = [None; MOST_SEATS + 1];
        self.ties.iter().enumerate().for_each(|(n, tie)| term_of[*tie] = Some(entrants + seat_terms + n));
        let mut local = Local::default();
        for stage in &self.stages {
            let m = usize::from(stage.size);
            let members = &self.members[stage.members as usize..][..m];
            let picks = &self.picks[stage.picks as usize..][..1 << m];
            let total: f64 = picks.iter().sum();
            if total == 0.0 {
                continue;
            }
            if m == 2 {
                let tie = term_of[2].map(|place| (place, at[place]));
                height += self.duel(members, [picks[1], picks[2], picks[3]], at, tie, slope, curved);
                continue;
            }
            // The parameters of this stage: its members, their seats, the tie terms.
            let seat_place = |seat: u8| (usize::from(seat) < seat_terms).then_some(entrants + usize::from(seat));
            let strength = |(entrant, seat): &(Entrant, u8)| at[*entrant as usize] + seat_place(*seat).map_or(0.0, |place| at[place]);
            let strengths: [f64; MOST_SEATS] = std::array::from_fn(|n| members.get(n).map_or(0.0, strength));
            local.weigh(m, &strengths, |tie| term_of[tie].map(|place| at[place]));
            height -= total * local.log_sum;
            let count = m + m.saturating_sub(1);
            height += local.pull(m, picks, total);
            for n in 0..count {
                let change = local.sum[n];
                if n < m {
                    slope.gradient[members[n].0 as usize] += change;
                    if let Some(place) = seat_place(members[n].1) {
                        slope.gradient[place] += change;
                    }
                } else if let Some(place) = term_of[n - m + 2] {
                    slope.gradient[place] += change;
                }
            }
            if !curved {
                continue;
            }
            local.covary(m);
            let places = |n: usize| -> [Option<usize>; 2] {
                if n < m { [Some(members[n].0 as usize), seat_place(members[n].1)] } else { [term_of[n - m + 2], None] }
            };
            for a in 0..count {
                for b in 0..count {
                    let value = total * local.covariance[a][b];
                    for i in places(a).into_iter().flatten() {
                        for j in places(b).into_iter().flatten().filter(|j| *j <= i) {
                            slope.curvature[i * size + j] += value;
                        }
                    }
                }
            }
        }
        height
    }

    /// A stage of two, of which leagues have millions: the same sums, written out.
    fn duel(
        &self,
        members: &[(Entrant, u8)],
        picks: [f64; 3],
        at: &[f64],
        tie: Option<(usize, f64)>,
        slope: &mut Slope,
        curved: bool,
    ) -> f64 {
        let (size, seat_terms) = (at.len(), self.seat_terms());
        let seat_place = |seat: u8| (usize::from(seat) < seat_terms).then_some(self.entrants + usize::from(seat));
        let places = [members[0].0 as usize, members[1].0 as usize];
        let seats = [seat_place(members[0].1), seat_place(members[1].1)];
        let strength = |n: usize| at[places[n]] + seats[n].map_or(0.0, |place| at[place]);
        let half = 0.5 * (strength(0) - strength(1));
        let logs = [half, -half, tie.map_or(f64::NEG_INFINITY, |(_, term)| term)];
        let most = logs[0].max(logs[1]).max(logs[2]);
        let weights = logs.map(|log| (log - most).exp());
        let sum = weights[0] + weights[1] + weights[2];
        let [first, _, both] = weights.map(|weight| weight / sum);
        let total = picks[0] + picks[1] + picks[2];
        let mean = first + 0.5 * both;
        let pull = picks[0] + 0.5 * picks[2] - total * mean;
        let ends = [(Some(places[0]), 1.0), (seats[0], 1.0), (Some(places[1]), -1.0), (seats[1], -1.0)];
        for (place, sign) in ends {
            if let Some(place) = place {
                slope.gradient[place] += sign * pull;
            }
        }
        if let Some((place, _)) = tie {
            slope.gradient[place] += picks[2] - total * both;
        }
        if curved {
            let variance = total * (first + 0.25 * both - mean * mean);
            for (i, mine) in ends {
                let Some(i) = i else { continue };
                for (j, theirs) in ends {
                    if let Some(j) = j.filter(|j| *j <= i) {
                        slope.curvature[i * size + j] += mine * theirs * variance;
                    }
                }
                if let Some((place, _)) = tie {
                    slope.curvature[place * size + i] += mine * total * both * (0.5 - mean);
                }
            }
            if let Some((place, _)) = tie {
                slope.curvature[place * size + place] += total * both * (1.0 - both);
            }
        }
        let tied = if picks[2] > 0.0 { picks[2] * logs[2] } else { 0.0 };
        (picks[0] - picks[1]) * half + tied - total * (most + sum.ln())
    }
}

impl Fit {
    /// The strengths of all entrants, in Elo from the prior's middle.
    pub fn elos(&self) -> Vec<f64> {
        self.top[..self.entrants].iter().map(|strength| strength * ELO).collect()
    }

    /// How much stronger `a` is than `b` in Elo, and the standard error of that.
    pub fn difference(&self, a: Entrant, b: Entrant) -> (f64, f64) {
        let (a, b) = (a as usize, b as usize);
        let variance = self.covariance(a, a) + self.covariance(b, b) - 2.0 * self.covariance(a, b);
        (ELO * (self.top[a] - self.top[b]), ELO * variance.max(0.0).sqrt())
    }

    /// The standard error of an entrant's strength in Elo, measured from the mean of all.
    pub fn error_from_mean(&self, a: Entrant) -> f64 {
        self.errors_from_mean()[a as usize]
    }

    pub(crate) fn errors_from_mean(&self) -> Vec<f64> {
        let n = self.entrants;
        let means: Vec<f64> = (0..n).map(|i| (0..n).map(|j| self.covariance(i, j)).sum::<f64>() / n as f64).collect();
        let all = means.iter().sum::<f64>() / n as f64;
        (0..n).map(|i| ELO * (self.covariance(i, i) - 2.0 * means[i] + all).max(0.0).sqrt()).collect()
    }

    /// What each seat is worth in Elo, measured from the mean of the seats.
    pub fn seat_advantages(&self) -> Vec<f64> {
        let mut seats: Vec<f64> =
            (0..self.seats).map(|seat| if seat + 1 < self.seats { ELO * self.top[self.entrants + seat] } else { 0.0 }).collect();
        let mean = seats.iter().sum::<f64>() / seats.len().max(1) as f64;
        seats.iter_mut().for_each(|seat| *seat -= mean);
        seats
    }

    /// The tie terms by size: Davidson's `nu` for two.
    pub fn tie_terms(&self) -> Vec<(usize, f64)> {
        let from = self.top.len() - self.ties.len();
        self.ties.iter().zip(&self.top[from..]).map(|(size, term)| (*size, term.exp())).collect()
    }

    /// All parameters, as a guess for a similar fit.
    pub fn parameters(&self) -> &[f64] {
        &self.top
    }

    /// The covariance of two strengths in natural units.
    pub(crate) fn covariance(&self, i: usize, j: usize) -> f64 {
        self.covariance[i * self.top.len() + j]
    }
}

#[derive(Default)]
struct Slope {
    gradient: Vec<f64>,
    curvature: Vec<f64>,
}

/// The members of a stage: entrant and seat in a word each, by entrant; zero where there is none.
type Key = [u32; MOST_SEATS];

const LOCAL: usize = 2 * MOST_SEATS - 1;

/// One stage at one point.
#[derive(Default)]
struct Local {
    /// Possible sets, their chances and the logarithms of their weights.
    choices: Vec<(usize, f64, f64)>,
    log_sum: f64,
    /// By member and tie size: the sum of pulls.
    sum: [f64; LOCAL],
    covariance: [[f64; LOCAL]; LOCAL],
}

impl Local {
    fn weigh(&mut self, m: usize, strengths: &[f64; MOST_SEATS], tie: impl Fn(usize) -> Option<f64>) {
        self.choices.clear();
        self.sum = [0.0; LOCAL];
        let mut most = f64::NEG_INFINITY;
        for mask in 1..1usize << m {
            let size = mask.count_ones() as usize;
            let Some(term) = (if size == 1 { Some(0.0) } else { tie(size) }) else { continue };
            let sum: f64 = (0..m).filter(|n| mask >> n & 1 == 1).map(|n| strengths[n]).sum();
            let log = sum / size as f64 + term;
            most = most.max(log);
            self.choices.push((mask, 0.0, log));
        }
        let mut total = 0.0;
        for choice in &mut self.choices {
            choice.1 = (choice.2 - most).exp();
            total += choice.1;
        }
        self.choices.iter_mut().for_each(|choice| choice.1 /= total);
        self.log_sum = most + total.ln();
    }

    /// Sums what was chosen beyond what was expected; gives the logarithm of the weights of what was chosen.
    fn pull(&mut self, m: usize, picks: &[f64], total: f64) -> f64 {
        let mut height = 0.0;
        for (mask, chance, log) in &self.choices {
            let size = mask.count_ones() as usize;
            let pull = picks[*mask] - total * chance;
            (0..m).filter(|n| mask >> n & 1 == 1).for_each(|n| self.sum[n] += pull / size as f64);
            if size > 1 {
                self.sum[m + size - 2] += pull;
            }
            height += picks[*mask] * log;
        }
        height
    }

    /// The covariance of what a choice holds: its members in equal parts, its size.
    fn covary(&mut self, m: usize) {
        let count = 2 * m - 1;
        let mut mean = [0.0; LOCAL];
        self.covariance = [[0.0; LOCAL]; LOCAL];
        for (mask, chance, _) in &self.choices {
            let size = mask.count_ones() as usize;
            let part = |n: usize| {
                if n < m { if mask >> n & 1 == 1 { 1.0 / size as f64 } else { 0.0 } } else { f64::from(u8::from(size == n - m + 2)) }
            };
            let holds: [f64; LOCAL] = std::array::from_fn(|n| if n < count { part(n) } else { 0.0 });
            for a in 0..count {
                mean[a] += chance * holds[a];
                for b in 0..count {
                    self.covariance[a][b] += chance * holds[a] * holds[b];
                }
            }
        }
        for a in 0..count {
            for b in 0..count {
                self.covariance[a][b] -= mean[a] * mean[b];
            }
        }
    }
}

/// Takes a game apart into its stages: the best of all, then the best of the rest, until one is left.
fn split(outcome: &Outcome, ties: bool, made: &mut impl FnMut(Key, u8, f64)) {
    let mut left: Vec<(Entrant, u8, f64)> =
        outcome.seats.iter().enumerate().map(|(seat, at)| (at.entrant, seat as u8, at.payoff)).collect();
    left.sort_by_key(|(entrant, ..)| *entrant);
    stages(&mut left, ties, 1.0, made);
}

fn stages(left: &mut Vec<(Entrant, u8, f64)>, ties: bool, weight: f64, made: &mut impl FnMut(Key, u8, f64)) {
    if left.len() < 2 {
        return;
    }
    let best = left.iter().map(|(.., payoff)| *payoff).fold(f64::NEG_INFINITY, f64::max);
    let key: Key = std::array::from_fn(|n| left.get(n).map_or(0, |(entrant, seat, _)| (entrant << 3 | u32::from(*seat)) + 1));
    let top: Vec<usize> = (0..left.len()).filter(|n| left[*n].2 == best).collect();
    if ties || top.len() == 1 {
        made(key, top.iter().map(|n| 1 << n).sum(), weight);
        left.retain(|(.., payoff)| *payoff != best);
        stages(left, ties, weight, made);
    } else {
        let part = weight / top.len() as f64;
        for n in top {
            made(key, 1 << n, part);
            let mut rest = left.clone();
            rest.remove(n);
            stages(&mut rest, ties, part, made);
        }
    }
}

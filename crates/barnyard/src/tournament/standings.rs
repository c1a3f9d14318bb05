//! What came of a tournament: everything is derived from the log, so that anybody gets the same.
use crate::commands::grid;
use crate::failure::Failure;
use crate::tournament::shelf::Shelf;
use crate::tournament::spec::{Kind, Measure, Spec};
use league::{Faults, Fixture, GradeRules, Grades, Log, Matrix, Method, Practice, Ratings, Walk};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{FaultRow, Row, Tournament, WorkerRow};

/// Games at this level are played without a sandbox, and never rated.
pub const UNRATED: &str = "L0";

/// A tournament as the database has it.
pub struct Records {
    pub tournament: Tournament,
    pub spec: Spec,
    pub names: Vec<String>,
    pub hashes: Vec<String>,
    pub rows: Vec<Row>,
    pub faults: Vec<FaultRow>,
    /// Machines that were measured and played.
    pub workers: Vec<WorkerRow>,
    /// What practice tournaments showed; read where somebody grades.
    pub practice: Vec<Practice>,
    /// Of a schedule whose rounds depend on results and decide places: what was handed out.
    pub rounds: Vec<Fixture>,
}

/// The final table, or the table so far.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    pub tournament: String,
    pub game: String,
    pub rating: Method,
    /// Of the log that it was made from.
    pub fingerprint: String,
    pub games: u64,
    /// Played without a sandbox.
    pub unrated: u64,
    pub voided: u64,
    pub rows: Vec<Standing>,
    /// Mean payoff by seat.
    pub seats: Vec<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub place: usize,
    pub name: String,
    pub rating: f64,
    /// The 95 % interval.
    pub interval: Option<[f64; 2]>,
    /// Mean payoff a game over opponents, and its standard error.
    pub payoff: Option<f64>,
    pub payoff_error: Option<f64>,
    pub games: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Games with a fault of this bot.
    pub faults: u32,
    /// The probability to be stronger than the next row.
    pub superiority: Option<f64>,
    pub tied: bool,
    /// Swiss: points of meetings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

/// The log of rows, by what counts.
pub fn log_of(rows: &[Row], entrants: usize, value: Measure) -> Result<Log, Failure> {
    let outcome = |row: &Row| if value == Measure::Points { row.scored() } else { row.outcome() };
    Log::new(entrants, rows.iter().map(outcome).collect()).map_err(|error| Failure::refused(error.to_string()))
}

impl Records {
    pub fn read(shelf: &Shelf, tournament: &Tournament) -> Result<Records, Failure> {
        let id = tournament.id;
        let (names, hashes) = shelf.wait(|store| store.entrants(id))?.into_iter().map(|row| (row.name, row.hash)).unzip();
        let spec = Spec::restore(&tournament.spec)?;
        let placing = matches!(spec.kind(), Kind::Swiss | Kind::Knockout | Kind::DoubleKnockout);
        Ok(Records {
            tournament: tournament.clone(),
            spec,
            names,
            hashes,
            rows: shelf.wait(|store| store.results(id))?,
            faults: shelf.wait(|store| store.faults(id))?,
            workers: shelf.wait(|store| store.workers(id))?,
            practice: Vec::new(),
            rounds: if placing { shelf.wait(|store| store.fixtures(id))? } else { Vec::new() },
        })
    }

    /// What ratings are made from.
    pub fn log(&self) -> Result<Log, Failure> {
        let rated: Vec<Row> = self.rows.iter().filter(|row| row.level != UNRATED).cloned().collect();
        log_of(&rated, self.names.len(), self.spec.value)
    }

    pub fn standings(&self) -> Result<Standings, Failure> {
        let log = self.log()?;
        let method = self.spec.rating();
        let ratings = Ratings::new(method, &log, &self.spec.rating_settings).map_err(|error| Failure::refused(error.to_string()))?;
        let matrix = Matrix::new(&log);
        let seats = log.seats().unwrap_or(2);
        let mut counts = vec![[0u32; 3]; self.names.len()];
        let mut chairs = vec![league::Tally::default(); seats];
        for game in log.scored() {
            for (seat, at) in game.seats.iter().enumerate() {
                let share = game.share(seat);
                counts[at.entrant as usize][if share == 1.0 {
                    0
                } else if share > 0.0 {
                    1
                } else {
                    2
                }] += 1;
                if let Some(chair) = chairs.get_mut(seat) {
                    chair.add(at.payoff);
                }
            }
        }
        let mut guilty: BTreeMap<i64, BTreeSet<(u64, i64, i64)>> = BTreeMap::new();
        for fault in self.faults.iter().filter(|fault| fault.entrant >= 0) {
            guilty.entry(fault.entrant).or_default().insert((fault.fixture, fault.take, fault.game));
        }
        let row = |rating: &league::Rating| {
            let who = rating.entrant as usize;
            let payoff = matrix.mean(rating.entrant, seats);
            let [won, drawn, lost] = counts[who];
            Standing {
                place: rating.place,
                name: self.names[who].clone(),
                rating: rating.rating,
                interval: rating.interval(),
                payoff: payoff.map(|payoff| payoff.value),
                payoff_error: payoff.and_then(|payoff| payoff.error),
                games: rating.games,
                won,
                drawn,
                lost,
                faults: guilty.get(&(who as i64)).map_or(0, |games| games.len() as u32),
                superiority: rating.superiority,
                tied: rating.tied,
                points: None,
            }
        };
        let mut rows: Vec<Standing> = ratings.rows.iter().map(row).collect();
        self.by_bracket(&log, &mut rows);
        Ok(Standings {
            tournament: self.tournament.name.clone(),
            game: self.tournament.game.clone(),
            rating: method,
            fingerprint: format!("{:016x}", ratings.fingerprint),
            games: log.scored().count() as u64,
            unrated: self.rows.iter().filter(|row| row.level == UNRATED).count() as u64,
            voided: self.rows.iter().filter(|row| row.voided).count() as u64,
            rows,
            seats: chairs.iter().map(league::Tally::mean).collect(),
        })
    }

    /// A knockout is decided by its bracket and a Swiss tournament by its points, whatever ratings say.
    fn by_bracket(&self, log: &Log, rows: &mut [Standing]) {
        // Games that are not rated decide nothing.
        if self.rows.iter().any(|row| row.level == UNRATED) {
            return;
        }
        let name = |row: &Standing| self.names.iter().position(|name| *name == row.name).expect("rows are of entrants");
        let mut placed = false;
        if let Some(knockout) = self.spec.knockout(self.names.len()) {
            let walk = Walk::resume(knockout.clone(), self.rounds.clone());
            if let league::schedule::Progress::Done(order) = knockout.progress(&walk.past(log)) {
                let place = |row: &Standing| order.iter().position(|one| *one as usize == name(row)).unwrap_or(order.len());
                rows.sort_by_key(place);
                placed = true;
                rows.iter_mut().zip(1..).for_each(|(row, place)| row.place = place);
            }
        }
        if let Some(swiss) = self.spec.swiss(self.names.len()) {
            let walk = Walk::resume(swiss.clone(), self.rounds.clone());
            let points = swiss.points(&walk.past(log));
            rows.iter_mut().for_each(|row| row.points = Some(points[name(row)]));
            // Ratings part those of equal points.
            rows.sort_by(|a, b| b.points.partial_cmp(&a.points).expect("points are numbers").then(a.place.cmp(&b.place)));
            rows.iter_mut().zip(1..).for_each(|(row, place)| row.place = place);
            placed = true;
        }
        if placed {
            // The next row is another one now.
            rows.iter_mut().for_each(|row| (row.superiority, row.tied) = (None, false));
        }
    }

    pub fn matrix(&self) -> Result<Matrix, Failure> {
        Ok(Matrix::new(&self.log()?))
    }

    /// Grades by a rules file, or by the tournament's own rules.
    pub fn grades(&self, rules: &GradeRules) -> Result<Grades, Failure> {
        rules.grade(&self.names, &self.log()?, &self.practice, &self.guilt()).map_err(|error| Failure::refused(error.to_string()))
    }

    /// Games with a fault, by entrant and kind, as far as they count.
    fn guilt(&self) -> Faults {
        let counts = |row: &&Row| !row.voided && row.level != UNRATED;
        let rated: BTreeSet<(u64, i64, i64)> =
            self.rows.iter().filter(counts).map(|row| (row.fixture, row.take, i64::from(row.game))).collect();
        let mut guilt = Faults::new();
        for fault in self.faults.iter().filter(|fault| rated.contains(&(fault.fixture, fault.take, fault.game))) {
            if let Ok(entrant) = u32::try_from(fault.entrant) {
                *guilt.entry((entrant, fault.kind.clone())).or_default() += 1;
            }
        }
        guilt
    }
}

impl Standings {
    /// The whole table, as people read it.
    pub fn text(&self) -> String {
        let digits = if matches!(self.rating, Method::Payoff) { 4 } else { 1 };
        let swiss = self.rows.iter().any(|row| row.points.is_some());
        let title = self.rating.to_string();
        let mut header = vec!["place", "bot", &title, "games", "won", "drawn", "lost", "faults"];
        let beside = self.rating != Method::Payoff;
        if beside {
            header.insert(3, "payoff");
        }
        if swiss {
            header.insert(2, "points");
        }
        let row = |row: &Standing| {
            let mut cells = vec![
                format!("{}{}", row.place, if row.tied { " ~" } else { "" }),
                row.name.clone(),
                row.shown(digits),
                row.games.to_string(),
                row.won.to_string(),
                row.drawn.to_string(),
                row.lost.to_string(),
                row.faults.to_string(),
            ];
            if beside {
                cells.insert(3, row.payoff.map_or("–".into(), |payoff| format!("{payoff:.4}")));
            }
            if swiss {
                cells.insert(2, row.points.unwrap_or_default().to_string());
            }
            cells
        };
        let mut text = grid(&header, &self.rows.iter().map(row).collect::<Vec<_>>(), 2);
        let seats: Vec<String> = self.seats.iter().map(|mean| format!("{mean:.4}")).collect();
        text += &format!("\n\n{}: {} games, mean payoff by seat {}.", self.tournament, self.games, seats.join(", "));
        text += " Margins are 95 % intervals over fixtures; ~ is not told apart from the next.";
        for (count, what) in [(self.unrated, "played without a sandbox are not rated"), (self.voided, "taken back do not count")] {
            if count > 0 {
                text += &format!("\n{count} games {what}.");
            }
        }
        text
    }

    /// The first few in one line each.
    pub fn top(&self, most: usize) -> String {
        let digits = if matches!(self.rating, Method::Payoff) { 4 } else { 0 };
        let row = |row: &Standing| format!("{:>3}  {:<20} {}", row.place, row.name, row.shown(digits));
        self.rows.iter().take(most).map(row).collect::<Vec<_>>().join("\n")
    }
}

impl Standing {
    /// The rating with its reach; whoever has not played has none.
    pub fn shown(&self, digits: usize) -> String {
        if self.games == 0 { "–".into() } else { with_reach(self.rating, self.interval, digits) }
    }
}

fn with_reach(value: f64, interval: Option<[f64; 2]>, digits: usize) -> String {
    match interval {
        Some([low, high]) => format!("{value:.digits$} ± {:.digits$}", (high - low) / 2.0),
        None => format!("{value:.digits$}"),
    }
}

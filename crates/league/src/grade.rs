//! Grades from results: rules as a file states them, and a row with its evidence for each team.
use crate::rating::{Method, RatingError, RatingSettings, Ratings, strengths, superiority};
use crate::{Entrant, Log, Matrix, Points};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// A rules file. Every section is optional; what a file has adds up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GradeRules {
    #[serde(default)]
    pub name: String,
    /// Which rating decides thresholds.
    #[serde(default = "elo_ml")]
    pub rating: Method,
    /// How sure a threshold must be to count as decided.
    #[serde(default = "confidence")]
    pub confidence: f64,
    #[serde(default)]
    pub rating_settings: RatingSettings,
    pub thresholds: Option<Thresholds>,
    pub alliance: Option<Alliance>,
    /// Match points, such as AI Arena's.
    pub points: Option<Points>,
    #[serde(default)]
    pub milestones: Vec<Milestone>,
    /// Marks off for each game with a fault of this kind, such as `time` or `memory`.
    #[serde(default)]
    pub penalties: BTreeMap<String, f64>,
}

/// CS3600: whoever ranks above a reference gets at least so much.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Thresholds {
    /// For whoever is above nobody.
    #[serde(default = "lowest")]
    pub lowest: f64,
    pub above: Vec<Threshold>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threshold {
    pub reference: String,
    pub percent: f64,
}

/// CO 456: `4 (s-1)/(2n-1) + 4 (S-sigma)/(Sigma-sigma)`; whoever opted out gets `8 (s-1)/(2n-1)`.
/// `S` is the sum of the ranks of those who did not opt out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Alliance {
    pub horde: Vec<String>,
    #[serde(default)]
    pub opt_out: Vec<String>,
}

/// Marks for something besides the final tournament: for practice results, or as the organizer entered them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Milestone {
    pub name: String,
    pub marks: f64,
    /// The practice tournament that counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub practice: Option<String>,
    /// What a practice must show.
    #[serde(default)]
    pub needs: Vec<Need>,
    /// Marks by team; they stand instead of the practice.
    #[serde(default)]
    pub entered: BTreeMap<String, f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    /// It ran without crashing.
    Ran,
    /// It respected the limits.
    Limits,
    /// It is not a sample player as it was handed out.
    Original,
}

impl Need {
    pub fn name(self) -> &'static str {
        match self {
            Need::Ran => "ran",
            Need::Limits => "limits",
            Need::Original => "original",
        }
    }
}

/// Games with a fault of an entrant, by kind.
pub type Faults = BTreeMap<(Entrant, String), u64>;

/// What a practice tournament showed of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    pub milestone: String,
    pub entrant: Entrant,
    pub shown: Vec<Need>,
}

#[derive(Clone, PartialEq, Debug, Error)]
pub enum GradeError {
    #[error("line {line}, column {column}: {message}")]
    Syntax { line: usize, column: usize, message: String },
    #[error("{place} names \"{name}\", but no entrant has that name")]
    Nobody { place: &'static str, name: String },
    #[error("without a Horde there is no battle: [alliance] must name some entrants, and not all")]
    NoHorde,
    #[error("confidence is {0}, and it must lie between 0.5 and 1")]
    Confidence(f64),
    #[error(transparent)]
    Rating(#[from] RatingError),
}

/// Everybody's grade.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grades {
    pub rows: Vec<Grade>,
    /// Team and reference that need more fixtures, with the probability that the team is stronger.
    pub undecided: Vec<crate::schedule::Undecided>,
    /// Where the rating that decides and `elo-ml` disagree about a threshold.
    pub disagreements: Vec<(Entrant, Entrant)>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Grade {
    pub entrant: Entrant,
    pub name: String,
    pub grade: f64,
    /// What the grade is made of, and what it rests on: columns, the same for all rows.
    pub evidence: Vec<(String, String)>,
}

impl GradeRules {
    /// Reads a rules file; what is wrong is named with line and column.
    pub fn parse(text: &str) -> Result<GradeRules, GradeError> {
        let rules: GradeRules = toml::from_str(text).map_err(|error| {
            let before = &text[..error.span().map_or(0, |span| span.start.min(text.len()))];
            let line = before.matches('\n').count() + 1;
            let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
            GradeError::Syntax { line, column, message: error.message().to_string() }
        })?;
        if !(0.5..1.0).contains(&rules.confidence) {
            return Err(GradeError::Confidence(rules.confidence));
        }
        Ok(rules)
    }

    /// Grades everybody who is neither a reference nor of the Horde. `faults` are all of them: a log knows one a game.
    pub fn grade(&self, names: &[String], log: &Log, practice: &[Practice], faults: &Faults) -> Result<Grades, GradeError> {
        let find = |place: &'static str, name: &String| {
            let found = names.iter().position(|known| known == name).map(|entrant| entrant as Entrant);
            found.ok_or_else(|| GradeError::Nobody { place, name: name.clone() })
        };
        let house = self.house(&find)?;
        let teams: Vec<Entrant> = (0..names.len() as Entrant).filter(|entrant| !house.contains(entrant)).collect();
        let row = |entrant: &Entrant| Grade { entrant: *entrant, name: names[*entrant as usize].clone(), grade: 0.0, evidence: Vec::new() };
        let mut grades = Grades { rows: teams.iter().map(row).collect(), undecided: Vec::new(), disagreements: Vec::new() };
        if let Some(thresholds) = &self.thresholds {
            self.thresholds(thresholds, log, &find, &mut grades)?;
        }
        if let Some(alliance) = &self.alliance {
            let opted = alliance.opt_out.iter().map(|name| find("opt-out", name)).collect::<Result<Vec<_>, _>>()?;
            alliance_marks(log, &opted, &mut grades)?;
        }
        if let Some(points) = &self.points {
            let table = points.table(log);
            for row in &mut grades.rows {
                row.add("points", table[row.entrant as usize].0);
            }
        }
        for milestone in &self.milestones {
            milestone.entered.keys().try_for_each(|name| find("milestones.entered", name).map(drop))?;
            for row in &mut grades.rows {
                let marks = milestone.marks_of(row, practice);
                if milestone.practice.is_some() {
                    row.note(&format!("{} shown", milestone.name), milestone.shown(row, practice));
                }
                row.add(&milestone.name, marks);
            }
        }
        self.penalise(faults, &mut grades);
        Ok(grades)
    }

    /// References and Horde.
    fn house(&self, find: &impl Fn(&'static str, &String) -> Result<Entrant, GradeError>) -> Result<Vec<Entrant>, GradeError> {
        let references = self.thresholds.iter().flat_map(|t| &t.above).map(|above| find("thresholds.above", &above.reference));
        let horde = self.alliance.iter().flat_map(|alliance| &alliance.horde).map(|name| find("horde", name));
        references.chain(horde).collect()
    }

    fn thresholds(
        &self,
        thresholds: &Thresholds,
        log: &Log,
        find: &impl Fn(&'static str, &String) -> Result<Entrant, GradeError>,
        grades: &mut Grades,
    ) -> Result<(), GradeError> {
        let ratings = Ratings::new(self.rating, log, &self.rating_settings)?;
        let fit = strengths(Method::EloMl, log, &self.rating_settings)?;
        for row in &mut grades.rows {
            let mine = *ratings.of(row.entrant);
            row.note("place", mine.place);
            row.note(&self.rating.to_string(), format!("{:.1}", mine.rating));
            let mut percent = thresholds.lowest;
            for above in &thresholds.above {
                let reference = find("thresholds.above", &above.reference)?;
                let (by, error) = fit.difference(row.entrant, reference);
                let probability = superiority(by, error);
                let passed = mine.rating > ratings.of(reference).rating;
                if passed {
                    percent = percent.max(above.percent);
                }
                if passed != (by > 0.0) {
                    grades.disagreements.push((row.entrant, reference));
                }
                if probability.max(1.0 - probability) < self.confidence {
                    grades.undecided.push(crate::schedule::Undecided { team: row.entrant, reference, probability });
                }
                row.note(&format!("above {}", above.reference), if passed { "yes" } else { "no" });
                row.note(&format!("P(stronger than {})", above.reference), format!("{probability:.4}"));
            }
            row.add("threshold", percent);
        }
        Ok(())
    }

    fn penalise(&self, faults: &Faults, grades: &mut Grades) {
        for (kind, off) in &self.penalties {
            for row in &mut grades.rows {
                let faults = faults.get(&(row.entrant, kind.clone())).copied().unwrap_or(0);
                row.note(&format!("{kind} faults"), faults);
                row.add(&format!("{kind} penalty"), 0.0 - off * faults as f64);
            }
        }
    }
}

impl Milestone {
    /// What the practice showed, in words.
    fn shown(&self, row: &Grade, practice: &[Practice]) -> String {
        let mine = practice.iter().find(|one| one.milestone == self.name && one.entrant == row.entrant);
        let words = mine.map(|one| one.shown.iter().map(|need| need.name()).collect::<Vec<_>>().join(" "));
        words.map_or("absent".into(), |words| if words.is_empty() { "nothing".into() } else { words })
    }

    fn marks_of(&self, row: &Grade, practice: &[Practice]) -> f64 {
        if let Some(entered) = self.entered.get(&row.name) {
            return *entered;
        }
        let shown = practice.iter().filter(|one| one.milestone == self.name && one.entrant == row.entrant);
        // Without a practice there is nothing to give marks for.
        let passed = shown.into_iter().any(|one| self.needs.iter().all(|need| one.shown.contains(need)));
        if passed { self.marks } else { 0.0 }
    }
}

impl Grades {
    /// The names of the columns.
    pub fn header(&self) -> Vec<String> {
        let evidence = self.rows.first().into_iter().flat_map(|row| row.evidence.iter().map(|(name, _)| name.clone()));
        ["team".to_string(), "grade".to_string()].into_iter().chain(evidence).collect()
    }
}

impl Grade {
    fn add(&mut self, what: &str, marks: f64) {
        self.grade += marks;
        self.note(what, format!("{marks:.4}"));
    }

    fn note(&mut self, what: &str, value: impl ToString) {
        self.evidence.push((what.to_string(), value.to_string()));
    }
}

fn alliance_marks(log: &Log, opted: &[Entrant], grades: &mut Grades) -> Result<(), GradeError> {
    let all = log.entrants();
    let members: Vec<Entrant> = grades.rows.iter().map(|row| row.entrant).filter(|entrant| !opted.contains(entrant)).collect();
    if grades.rows.len() >= all {
        return Err(GradeError::NoHorde);
    }
    let matrix = Matrix::new(log);
    let totals: Vec<f64> = (0..all as Entrant).map(|entrant| matrix.total(entrant).value).collect();
    // One is the lowest; equals share the mean of their ranks.
    let rank = |entrant: Entrant| {
        let mine = totals[entrant as usize];
        let below = totals.iter().filter(|total| **total < mine).count() as f64;
        let equal = totals.iter().filter(|total| **total == mine).count() as f64;
        below + (equal + 1.0) / 2.0
    };
    let (n, m) = (all as f64, members.len() as f64);
    let sum: f64 = members.iter().map(|entrant| rank(*entrant)).sum();
    let (least, most) = (m * (m + 1.0) / 2.0, m * (2.0 * n - m + 1.0) / 2.0);
    for row in &mut grades.rows {
        let own = (rank(row.entrant) - 1.0) / (n - 1.0);
        row.note("total payoff", format!("{:.6}", totals[row.entrant as usize]));
        row.note("rank", rank(row.entrant));
        let (mine, ours) = if opted.contains(&row.entrant) { (8.0 * own, 0.0) } else { (4.0 * own, 4.0 * (sum - least) / (most - least)) };
        row.add("own rank", mine);
        row.add("alliance", ours);
    }
    Ok(())
}

fn elo_ml() -> Method {
    Method::EloMl
}

fn confidence() -> f64 {
    0.95
}

fn lowest() -> f64 {
    60.0
}

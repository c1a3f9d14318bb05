//! `barnyard grade`: marks from results, by rules that are written down.
use super::grid;
use crate::failure::Failure;
use crate::output;
use crate::tapes::Sink;
use crate::tournament::shelf::Which;
use crate::tournament::standings::Records;
use league::{GradeRules, Grades};
use std::path::PathBuf;

/// Grade a tournament by a rules file
#[derive(clap::Args, Debug)]
#[command(after_help = "Without a file the tournament's own [grading] decides.

Examples:
  barnyard grade rules.toml
  barnyard grade rules.toml --csv grades.csv
  barnyard grade --name final --json")]
pub struct GradeArgs {
    /// The rules
    #[arg(value_name = "RULES.toml")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    which: Which,
    /// Write a table for a gradebook here
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl GradeArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let given = match &self.rules {
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .map_err(|error| Failure::refused(format!("{} cannot be read: {error}", path.display())))?;
                Some(GradeRules::parse(&text).map_err(|error| Failure::refused(format!("{}: {error}", path.display())))?)
            }
            None => None,
        };
        let (shelf, tournament) = self.which.look()?;
        let records = Records::read(&shelf, &tournament)?;
        let rules = given.or_else(|| records.spec.grading.clone());
        let rules = rules.ok_or_else(|| Failure::refused(format!("{:?} has no [grading]: name a rules file", tournament.name)))?;
        let grades = records.grades(&rules)?;
        if let Some(path) = &self.csv {
            Sink::claim(path)?.write_text(&csv(&grades))?;
        }
        if self.json {
            output::say_json(&grades);
            return Ok(());
        }
        let header = grades.header();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let rows: Vec<_> = rows(&grades).collect();
        output::say(&grid(&header, &rows, 1));
        let name = |entrant: u32| &records.names[entrant as usize];
        for doubt in &grades.undecided {
            output::remark(&format!(
                "not decided: {} is above {} with probability {:.3}",
                name(doubt.team),
                name(doubt.reference),
                doubt.probability
            ));
        }
        for (team, reference) in &grades.disagreements {
            output::remark(&format!("{} and elo-ml disagree on whether {} is above {}", rules.rating, name(*team), name(*reference)));
        }
        Ok(())
    }
}

fn rows(grades: &Grades) -> impl Iterator<Item = Vec<String>> + '_ {
    grades.rows.iter().map(|row| {
        let evidence = row.evidence.iter().map(|(_, value)| value.clone());
        [row.name.clone(), format!("{:.2}", row.grade)].into_iter().chain(evidence).collect()
    })
}

fn csv(grades: &Grades) -> String {
    let mut text = super::export::line(&grades.header());
    rows(grades).for_each(|row| text += &super::export::line(&row));
    text
}

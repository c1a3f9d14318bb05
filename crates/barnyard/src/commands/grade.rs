//! `barnyard grade`: marks from results, by rules that are written down.
use super::grid;
use crate::failure::Failure;
use crate::output;
use crate::tapes::Sink;
use crate::tournament::marks::{self, Lms, Roster};
use crate::tournament::practice;
use crate::tournament::shelf::Which;
use crate::tournament::standings::Records;
use league::GradeRules;
use std::path::PathBuf;

/// Grade a tournament by a rules file
#[derive(clap::Args, Debug)]
#[command(after_help = "Without a file the tournament's own [grading] decides.

Examples:
  barnyard grade rules.toml
  barnyard grade rules.toml --csv grades.csv --html grades.html
  barnyard grade --csv import.csv --lms canvas --roster students.csv --title 'Bot tournament'
  barnyard grade --name final --json")]
pub struct GradeArgs {
    /// The rules
    #[arg(value_name = "RULES.toml")]
    rules: Option<PathBuf>,
    #[command(flatten)]
    which: Which,
    /// Write a table with one row a team and its evidence here
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Make that table one that this gradebook imports: one row a student
    #[arg(long, value_enum, requires = "csv")]
    lms: Option<Lms>,
    /// Who is in which team: a CSV file with a column `team`, and `student`, `id`, `sis`, `login`, `section`, `email` as needed
    #[arg(long, value_name = "FILE", requires = "lms")]
    roster: Option<PathBuf>,
    /// What the gradebook calls it; the tournament's name unless given
    #[arg(long, requires = "lms")]
    title: Option<String>,
    /// Write a page here
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
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
        let mut records = Records::read(&shelf, &tournament)?;
        let rules = given.or_else(|| records.spec.grading.clone());
        let rules = rules.ok_or_else(|| Failure::refused(format!("{:?} has no [grading]: name a rules file", tournament.name)))?;
        records.practice = practice::shown(&shelf, &rules, &records.names)?;
        let grades = records.grades(&rules)?;
        if let Some(path) = &self.csv {
            let text = match self.lms {
                Some(lms) => {
                    let roster = self.roster.as_deref().map_or_else(|| Ok(Roster::of_teams(&grades)), Roster::read)?;
                    roster.doubts(&grades).iter().for_each(|doubt| output::remark(doubt));
                    marks::gradebook(&grades, lms, &roster, self.title.as_deref().unwrap_or(&tournament.name))
                }
                None => marks::csv(&grades),
            };
            Sink::claim(path)?.write_text(&text)?;
        }
        if let Some(path) = &self.html {
            Sink::claim(path)?.write_text(&marks::page(&records, &rules, &grades)?)?;
        }
        if self.json {
            output::say_json(&grades);
            return Ok(());
        }
        let header = grades.header();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let rows: Vec<_> = marks::rows(&grades).collect();
        output::say(&grid(&header, &rows, 1));
        marks::doubts(&records, &rules, &grades).iter().for_each(|doubt| output::remark(doubt));
        Ok(())
    }
}

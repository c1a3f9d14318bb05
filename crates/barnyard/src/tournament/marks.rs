//! Grades on paper: a table for a spreadsheet, the columns that a gradebook imports, and a page.
use crate::commands::csv_line;
use crate::failure::Failure;
use crate::tapes::ErrorText;
use crate::tournament::html::{STYLE, escape};
use crate::tournament::standings::Records;
use league::{GradeRules, Grades};
use std::fmt::Write as _;
use std::path::Path;

/// A learning management system, and what its gradebook wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Lms {
    /// Student, ID, SIS User ID, SIS Login ID, Section
    Canvas,
    /// Username, Email address
    Moodle,
}

/// For each system the columns before the grade, and the column of the roster each is taken from.
const GRADEBOOKS: &[(Lms, &[(&str, &str)])] = &[
    (Lms::Canvas, &[("Student", "student"), ("ID", "id"), ("SIS User ID", "sis"), ("SIS Login ID", "login"), ("Section", "section")]),
    (Lms::Moodle, &[("Username", "login"), ("Email address", "email")]),
];

/// Who is in which team: a table whose first line names its columns.
pub struct Roster {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Roster {
    pub fn read(path: &Path) -> Result<Roster, Failure> {
        let refuse = |why: String| Failure::refused(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| refuse(format!("it cannot be read: {}", error.error_text())))?;
        Roster::parse(&text).map_err(refuse)
    }

    fn parse(text: &str) -> Result<Roster, String> {
        let mut lines = cells(text).into_iter();
        let columns: Vec<String> = lines.next().unwrap_or_default().iter().map(|name| name.trim().to_lowercase()).collect();
        if !columns.iter().any(|name| name == "team") {
            return Err("line 1: a roster has a column called team, and columns such as student, id, login, email, section".into());
        }
        let rows: Vec<Vec<String>> = lines.collect();
        match rows.iter().position(|row| row.len() != columns.len()) {
            Some(n) => Err(format!("line {}: {} cells, and line 1 has {}", n + 2, rows[n].len(), columns.len())),
            None => Ok(Roster { columns, rows }),
        }
    }

    /// Every team for itself, where there is no roster.
    pub fn of_teams(grades: &Grades) -> Roster {
        let columns = ["team", "student", "login"].map(String::from).to_vec();
        Roster { columns, rows: grades.rows.iter().map(|row| vec![row.name.clone(); 3]).collect() }
    }

    fn cell<'a>(&self, row: &'a [String], column: &str) -> &'a str {
        self.columns.iter().position(|name| name == column).map_or("", |at| &row[at])
    }

    /// Teams with a grade and nobody in them, and teams of the roster without a grade.
    pub fn doubts(&self, grades: &Grades) -> Vec<String> {
        let graded = |team: &str| grades.rows.iter().any(|row| row.name == team);
        let empty = grades.rows.iter().filter(|row| !self.rows.iter().any(|student| self.cell(student, "team") == row.name));
        let strange = self.rows.iter().filter(|row| !graded(self.cell(row, "team")));
        empty
            .map(|row| format!("nobody of the roster is in {}", row.name))
            .chain(strange.map(|row| format!("{:?} of the roster has no grade", self.cell(row, "team"))))
            .collect()
    }
}

/// One row a team, with everything a grade rests on.
pub fn csv(grades: &Grades) -> String {
    let mut text = csv_line(&grades.header());
    rows(grades).for_each(|row| text += &csv_line(&row));
    text
}

/// One row a student, with the columns that the gradebook imports and no other: it would take more for more assignments.
pub fn gradebook(grades: &Grades, lms: Lms, roster: &Roster, title: &str) -> String {
    let (_, columns) = GRADEBOOKS.iter().find(|(known, _)| *known == lms).expect("every system is in the table");
    let header: Vec<String> = columns.iter().map(|(name, _)| *name).chain([title]).map(String::from).collect();
    let mut text = csv_line(&header);
    for student in &roster.rows {
        let Some(grade) = grades.rows.iter().find(|row| row.name == roster.cell(student, "team")) else { continue };
        let who = columns.iter().map(|(_, from)| roster.cell(student, from).to_string());
        text += &csv_line(&who.chain([format!("{:.2}", grade.grade)]).collect::<Vec<_>>());
    }
    text
}

/// The cells of a grade, as people read them.
pub fn rows(grades: &Grades) -> impl Iterator<Item = Vec<String>> + '_ {
    grades.rows.iter().map(|row| {
        let evidence = row.evidence.iter().map(|(_, value)| value.clone());
        [row.name.clone(), format!("{:.2}", row.grade)].into_iter().chain(evidence).collect()
    })
}

/// What is not certain about grades, one sentence each.
pub fn doubts(records: &Records, rules: &GradeRules, grades: &Grades) -> Vec<String> {
    let name = |entrant: u32| &records.names[entrant as usize];
    let undecided = grades.undecided.iter().map(|doubt| {
        format!("not decided: {} is above {} with probability {:.3}", name(doubt.team), name(doubt.reference), doubt.probability)
    });
    let apart = grades
        .disagreements
        .iter()
        .map(|(team, reference)| format!("{} and elo-ml disagree on whether {} is above {}", rules.rating, name(*team), name(*reference)));
    undecided.chain(apart).collect()
}

/// The whole page; it needs nothing from anywhere.
pub fn page(records: &Records, rules: &GradeRules, grades: &Grades) -> Result<String, Failure> {
    let table = records.standings()?;
    let title = escape(if rules.name.is_empty() { &table.tournament } else { &rules.name });
    let mut body = format!(
        "<h1>{title}</h1>\n<p>From {} games of {}; log {}. The columns after the grade are what it is made of and what it rests on.</p>\n",
        table.games,
        escape(&table.tournament),
        table.fingerprint
    );
    body += "<div class=\"wide\"><table><thead><tr>";
    for (n, name) in grades.header().iter().enumerate() {
        let _ = write!(body, "<th{}>{}", if n == 0 { " class=\"name\"" } else { "" }, escape(name));
    }
    body += "</tr></thead><tbody>\n";
    for row in rows(grades) {
        body += "<tr>";
        for (n, cell) in row.iter().enumerate() {
            let _ = write!(body, "<td{}>{}", if n == 0 { " class=\"name\"" } else { "" }, escape(cell));
        }
        body += "</tr>\n";
    }
    body += "</tbody></table></div>\n<h2>In doubt</h2>\n";
    let doubts = doubts(records, rules, grades);
    if doubts.is_empty() {
        body += "<p>Nothing.</p>\n";
    } else {
        body += "<ul>\n";
        doubts.iter().for_each(|doubt| {
            let _ = writeln!(body, "<li>{}", escape(doubt));
        });
        body += "</ul>\n";
    }
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}.wide{{overflow-x:auto}}</style>\n{body}</html>\n"
    ))
}

/// The cells of a table as spreadsheets write it.
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(letter) = letters.next() {
        let line = lines.last_mut().expect("there is a line");
        let cell = line.last_mut().expect("a line has a cell");
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\n' if !quoted => lines.push(vec![String::new()]),
            '\r' if !quoted => (),
            _ => cell.push(letter),
        }
    }
    lines.retain(|line| line.len() > 1 || !line[0].trim().is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use league::Grade;

    fn grades() -> Grades {
        let row = |entrant, name: &str, grade| Grade { entrant, name: name.into(), grade, evidence: vec![("place".into(), "1".into())] };
        Grades { rows: vec![row(0, "TeamA", 91.5), row(1, "TeamB", 70.0)], undecided: Vec::new(), disagreements: Vec::new() }
    }

    #[test]
    fn a_gradebook_has_one_row_a_student() {
        let roster = Roster::parse(
            "Team,Student,ID,Section\r\nTeamA,\"Lovelace, Ada\",7,001\r\nTeamA,\"Bob \"\"B\"\" Hall\",8,001\r\nTeamX,Eve,9,002\r\n",
        );
        let roster = roster.unwrap();
        assert_eq!(
            gradebook(&grades(), Lms::Canvas, &roster, "Final"),
            "Student,ID,SIS User ID,SIS Login ID,Section,Final\n\"Lovelace, Ada\",7,,,001,91.50\n\"Bob \"\"B\"\" Hall\",8,,,001,91.50\n"
        );
        assert_eq!(roster.doubts(&grades()), ["nobody of the roster is in TeamB", "\"TeamX\" of the roster has no grade"]);
        let teams = Roster::of_teams(&grades());
        assert_eq!(gradebook(&grades(), Lms::Moodle, &teams, "Final"), "Username,Email address,Final\nTeamA,,91.50\nTeamB,,70.00\n");
    }

    #[test]
    fn a_roster_that_is_none_is_named() {
        assert!(Roster::parse("name,id\nAda,7\n").err().unwrap().starts_with("line 1: a roster has a column called team"));
        assert_eq!(Roster::parse("team,id\nA,7\nB\n").err().unwrap(), "line 3: 1 cells, and line 1 has 2");
        assert!(Roster::parse("").is_err());
    }
}

//! Grades by hand, and what a wrong rules file is told.
use league::{Fault, Faults, GradeError, GradeRules, Log, Need, Outcome, Practice};

fn names(list: &[&str]) -> Vec<String> {
    list.iter().map(|name| name.to_string()).collect()
}

/// A round robin in which entrant `a` is paid `pay[a]` by everybody.
fn paid(pay: &[f64]) -> Log {
    let mut games = Vec::new();
    for a in 0..pay.len() {
        for b in 0..a {
            games.push(Outcome::duel(games.len() as u64, 0, [a as u32, b as u32], [pay[a], pay[b]]));
        }
    }
    Log::new(pay.len(), games).unwrap()
}

#[track_caller]
fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn co_456_by_hand() {
    // Ranks by payoff: Horde one 1, Ada 2, Bob and Horde two share 3 and 4, Horde three 5, Cy 6. 2n = 6.
    let log = paid(&[2.0, 3.0, 6.0, 1.0, 3.0, 5.0]);
    let names = names(&["Ada", "Bob", "Cy", "One", "Two", "Three"]);
    let rules = GradeRules::parse("[alliance]\nhorde = ['One', 'Two', 'Three']").unwrap();
    let rows = rules.grade(&names, &log, &[], &log.faults()).unwrap().rows;
    // S = 2 + 3.5 + 6 = 11.5, least 6, most 15.
    let ours = 4.0 * 5.5 / 9.0;
    for (row, own) in rows.iter().zip([1.0, 2.5, 5.0]) {
        close(row.grade, 4.0 * own / 5.0 + ours);
    }
    let rules = GradeRules::parse("[alliance]\nhorde = ['One', 'Two', 'Three']\nopt-out = ['Cy']").unwrap();
    let rows = rules.grade(&names, &log, &[], &log.faults()).unwrap().rows;
    close(rows[2].grade, 8.0);
    // The battle goes on without Cy: S = 5.5 of two, least 3, most 11.
    close(rows[0].grade, 4.0 / 5.0 + 4.0 * 2.5 / 8.0);
    let none = GradeRules::parse("[alliance]\nhorde = []").unwrap().grade(&names, &log, &[], &log.faults());
    assert_eq!(none.unwrap_err(), GradeError::NoHorde);
}

#[test]
fn milestones_and_penalties_add_up() {
    let mut outcomes = paid(&[2.0, 1.0]).outcomes().to_vec();
    outcomes[0].fault = Some(Fault::Bot { seat: 0, kind: "time".into() });
    let log = Log::new(2, outcomes).unwrap();
    let text = "[[milestones]]\nname = 'zeroth'\nmarks = 1\nentered = { Ada = 0.5 }\n
        [[milestones]]\nname = 'first'\nmarks = 3\nneeds = ['ran', 'original']\n[penalties]\ntime = 0.25";
    let shown = |entrant, shown: &[Need]| Practice { milestone: "first".into(), entrant, shown: shown.to_vec() };
    let practice = [shown(0, &[Need::Ran, Need::Original]), shown(1, &[Need::Ran, Need::Limits])];
    let grades = GradeRules::parse(text).unwrap().grade(&names(&["Ada", "Bob"]), &log, &practice, &log.faults()).unwrap();
    // The game seats Bob first: the penalty is his, and his bot was a sample.
    assert_eq!(grades.rows.iter().map(|row| row.grade).collect::<Vec<_>>(), [3.5, -0.25]);
    assert_eq!(grades.header(), ["team", "grade", "zeroth", "first", "time faults", "time penalty"]);
}

#[test]
fn cs3600_thresholds_come_with_their_evidence() {
    // Ada beats both references, Bob loses to Max, Cy is as good as Max.
    let mut games = Vec::new();
    let mut play = |a: u32, b: u32, wins: u32, of: u32| {
        for n in 0..of {
            let won = f64::from(u8::from(n < wins));
            // Seats in turn: a team that always sits first cannot be told from its seat.
            let (seats, payoffs) = if n % 2 == 0 { ([a, b], [won, 1.0 - won]) } else { ([b, a], [1.0 - won, won]) };
            games.push(Outcome::duel(games.len() as u64, 0, seats, payoffs));
        }
    };
    play(0, 3, 30, 40);
    play(0, 4, 38, 40);
    play(1, 3, 2, 40);
    play(1, 4, 30, 40);
    play(2, 3, 20, 40);
    let log = Log::new(5, games).unwrap();
    let text = "rating = 'elo-ml'\n[thresholds]\nabove = [{ reference = 'Henny', percent = 70 }, { reference = 'Max', percent = 90 }]";
    let grades = GradeRules::parse(text).unwrap().grade(&names(&["Ada", "Bob", "Cy", "Max", "Henny"]), &log, &[], &log.faults()).unwrap();
    assert_eq!(grades.rows[..2].iter().map(|row| row.grade).collect::<Vec<_>>(), [90.0, 70.0]);
    assert!(grades.undecided.iter().any(|doubt| (doubt.team, doubt.reference) == (2, 3)), "{:?}", grades.undecided);
    assert!(grades.undecided.iter().all(|doubt| doubt.team == 2));
    assert!(grades.header().contains(&"P(stronger than Max)".to_string()));
}

#[test]
fn ai_arena_pays_match_points() {
    let text = "[points]\nkind = 'margin'\nmargin = 0.2\nclear = [5, 1]\nnarrow = [4, 2]\ndraw = 3";
    let grades =
        GradeRules::parse(text).unwrap().grade(&names(&["Ada", "Bob", "Cy"]), &paid(&[100.0, 90.0, 90.0]), &[], &Faults::new()).unwrap();
    assert_eq!(grades.rows.iter().map(|row| row.grade).collect::<Vec<_>>(), [8.0, 5.0, 5.0]);
}

#[test]
fn a_wrong_rules_file_is_told_where() {
    let error = GradeRules::parse("name = 'x'\n[thresholds]\n  lowst = 50\nabove = []").unwrap_err();
    assert!(matches!(&error, GradeError::Syntax { line: 3, column: 3, message } if message.contains("lowst")), "{error}");
    let error = GradeRules::parse("rating = 'glicko'").unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 10: there is no rating \"glicko\""), "{error}");
    let rules = GradeRules::parse("[alliance]\nhorde = ['Oen']").unwrap();
    let error = rules.grade(&names(&["Ada", "One"]), &paid(&[1.0, 2.0]), &[], &Faults::new()).unwrap_err();
    assert_eq!(error.to_string(), "horde names \"Oen\", but no entrant has that name");
}

//! What practice tournaments showed, for milestones: who ran, who kept the limits, and whose bot is its own.
use crate::failure::Failure;
use crate::tournament::shelf::Shelf;
use league::{GradeRules, Need, Practice};
use std::collections::BTreeSet;

/// Faults that tell against a need.
const AGAINST: &[(Need, &[&str])] = &[(Need::Ran, &["crash", "startup"]), (Need::Limits, &["late", "memory", "disk", "flood", "thinking"])];

/// What each entrant showed in the practice of each milestone that names one.
pub fn shown(shelf: &Shelf, rules: &GradeRules, names: &[String]) -> Result<Vec<Practice>, Failure> {
    let mut all = Vec::new();
    for milestone in &rules.milestones {
        let Some(name) = &milestone.practice else { continue };
        let practice = shelf.wait(|store| store.tournament(Some(name)))?.id;
        let people = shelf.wait(|store| store.entrants(practice))?;
        let rows = shelf.wait(|store| store.results(practice))?;
        let voided: BTreeSet<(u64, i64, i64)> =
            rows.iter().filter(|row| row.voided).map(|row| (row.fixture, row.take, i64::from(row.game))).collect();
        let faults = shelf.wait(|store| store.faults(practice))?;
        for (entrant, name) in names.iter().enumerate() {
            let Some(number) = people.iter().position(|person| person.name == *name) else { continue };
            let played = rows.iter().filter(|row| !row.voided).flat_map(|row| &row.seats).any(|seat| seat.0 as usize == number);
            let guilty = |kinds: &[&str]| {
                let mine = faults.iter().filter(|fault| fault.entrant == number as i64);
                mine.filter(|fault| !voided.contains(&(fault.fixture, fault.take, fault.game))).any(|fault| kinds.contains(&&*fault.kind))
            };
            let mut shown: Vec<Need> = AGAINST.iter().filter(|(_, kinds)| played && !guilty(kinds)).map(|(need, _)| *need).collect();
            if !people[number].source.is_empty() && !people[number].sample {
                shown.push(Need::Original);
            }
            all.push(Practice { milestone: milestone.name.clone(), entrant: entrant as u32, shown });
        }
    }
    Ok(all)
}

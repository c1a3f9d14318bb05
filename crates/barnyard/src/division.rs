//! The two divisions of Jigga Jigga. The hacker division takes two words, so that nobody gets into it by accident.
use crate::entrant::Entrant;
use crate::failure::Failure;
use games::Entry;
use runner::Hackers;

#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Divisions (bovine)")]
pub struct Divisions {
    /// `hacker`: the four bots share one process, and may see and touch each other in it
    #[arg(long, value_enum, default_value_t = Division::Standard)]
    division: Division,
    /// The organizer's word that the hacker division is meant
    #[arg(long)]
    allow_hacker_division: bool,
}

#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Division {
    Standard,
    Hacker,
}

impl Divisions {
    /// The four who share a process, if that is what was asked for.
    pub fn hackers<'a>(&self, entry: &Entry, lineup: &'a [Entrant], names: &[String]) -> Result<Option<Hackers>, Failure> {
        let refuse = |why: String| Err(Failure::refused(why));
        match (self.division, self.allow_hacker_division) {
            (Division::Standard, false) => return Ok(None),
            (Division::Standard, true) => return refuse("--allow-hacker-division says nothing without --division hacker".into()),
            (Division::Hacker, false) => {
                return refuse("in the hacker division bots may touch each other: its organizer says --allow-hacker-division too".into());
            }
            (Division::Hacker, true) => {}
        }
        if entry.name != "bovine" {
            return refuse(format!("{} has no hacker division: bovine has one", entry.name));
        }
        let farmer = |entrant: &'a Entrant| match entrant {
            Entrant::Program(recipe) => recipe.hosted().ok_or(entrant),
            Entrant::Human | Entrant::Native(_) => Err(entrant),
        };
        match lineup.iter().map(farmer).collect::<Result<Vec<_>, _>>() {
            Ok(farmers) => Ok(Some(Hackers::new(&farmers, names))),
            Err(other) => refuse(format!("{} cannot share a process: hackers are Python farmers, as in FILE.py:NAME", other.name())),
        }
    }
}

/// What became of a run: a void game is told as what it is.
pub fn judged<T>(run: Result<T, Failure>, hackers: Option<&Hackers>) -> Result<T, Failure> {
    match hackers.and_then(Hackers::void) {
        Some(void) if void.began => Err(Failure::Wanting(void.why.clone())),
        Some(void) => Err(Failure::refused(&void.why)),
        None => run,
    }
}

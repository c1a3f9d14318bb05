//! The hens of the document, weakest first.
mod doors;
mod hen;
mod henny;
mod outlook;
mod yard;
mod yolanda;

pub use doors::Doors;
pub use hen::Hen;
pub use henny::Henny;
pub use outlook::Outlook;
pub use yard::{Scene, Yard};
pub use yolanda::Yolanda;

use crate::Reference;
use crate::search::Effort;
use games::chickens::Chickens;
use games::{Game, Native};

pub const BOTS: &[Reference] = &[
    Reference::of::<Chickens, Yolanda>("Yolanda", "takes any step at random"),
    Reference::of::<Chickens, Henny>(
        "Henny",
        "greedy: lays wherever it can, heads for free squares and corners, drops turds in the enemy's way",
    ),
    hen("David", "looks a few steps ahead and keeps exact odds of the trapdoors", 200, |effort| summon(Outlook::DAVID, effort)),
    hen("Max", "looks further ahead and counts the ground that each chicken reaches first", 500, |effort| summon(Outlook::MAX, effort)),
    hen("Gertrude", "looks furthest, with a sense for ground that was tuned in games against itself", 100_000, |effort| {
        summon(Outlook::GERTRUDE, effort)
    }),
];

/// A row of a hen that searches.
const fn hen(name: &'static str, about: &'static str, nodes: u64, summon: fn(Effort) -> Native) -> Reference {
    Reference::thinker(Chickens::NAME, name, about, Effort::Nodes(nodes), summon)
}

fn summon(outlook: Outlook, effort: Effort) -> Native {
    Native::new::<Chickens>(Hen::new(outlook, effort))
}

#[cfg(test)]
mod tests;

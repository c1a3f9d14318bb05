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
    Reference::thinker(
        Chickens::NAME,
        "Gertrude",
        "searches deep with exact odds of trapdoors, and counts who gets where first",
        Effort::Nodes(100_000),
        |effort| Native::new::<Chickens>(Hen::new(Outlook::GERTRUDE, effort)),
    ),
];

#[cfg(test)]
mod tests;

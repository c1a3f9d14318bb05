//! The hens of the document, weakest first.
mod henny;
mod yolanda;

pub use henny::Henny;
pub use yolanda::Yolanda;

use crate::Reference;
use games::chickens::Chickens;

pub const BOTS: &[Reference] = &[
    Reference::of::<Chickens, Yolanda>("Yolanda", "takes any step at random"),
    Reference::of::<Chickens, Henny>(
        "Henny",
        "greedy: lays wherever it can, heads for free squares and corners, drops turds in the enemy's way",
    ),
];

#[cfg(test)]
mod tests;

//! The rules reproduce the vectors of the original engines.
mod microchess;
mod orchard;
mod vectors;

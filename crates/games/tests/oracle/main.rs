//! The rules reproduce the vectors of the original engines.
mod chickens;
mod microchess;
mod vectors;

//! The rules reproduce the vectors of the original engines.
mod carpets;
mod microchess;
mod vectors;

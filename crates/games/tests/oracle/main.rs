//! The rules reproduce the vectors of the original engines.
mod bovine;
mod microchess;
mod vectors;

//! The rules reproduce the vectors of the original engines.
mod bovine;
mod carpets;
mod chickens;
mod microchess;
mod orchard;
mod replays;
mod vectors;

//! One test a sentence of the rules, then the laws.

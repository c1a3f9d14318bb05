//! Words that nobody can guess.

/// 128 bits from the system, in letters that fit into an address.
pub fn draw() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

//! Which crate must never know which.
use crate::packages_of;

const NEVER: &[(&str, &[&str])] = &[
    ("games", &["bots", "runner", "league", "store", "web", "tokio", "rayon", "getrandom", "libc", "rustix", "sqlx", "axum"]),
    ("league", &["games", "bots", "runner", "store", "web", "tokio", "sqlx"]),
    ("bots", &["runner", "league", "store", "web", "tokio", "sqlx"]),
    ("runner", &["bots", "league", "store", "web", "sqlx"]),
    ("store", &["games", "bots", "runner", "web", "axum", "hyper", "reqwest"]),
];

pub fn check() -> Result<(), String> {
    for (package, banned) in NEVER {
        let all = packages_of(package)?;
        if let Some(found) = banned.iter().find(|name| all.iter().any(|package| package == *name)) {
            return Err(format!("{package} must not depend on {found}: `cargo tree -p {package} -i {found}` shows the way"));
        }
        println!("xtask: {package} knows none of {}", banned.join(", "));
    }
    Ok(())
}

//! A seed that is promised before anybody knows who plays: its hash is published, and the secret behind it is told afterwards.
use crate::failure::Failure;
use crate::tapes::ErrorText;
use games::luck::SEED_LIMIT;
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// 64 digits that nobody can guess.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    pub fn random() -> Result<Secret, Failure> {
        let mut bytes = [0; 32];
        let read = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
        read.map_err(|error| Failure::refused(format!("/dev/urandom cannot be read: {error}")))?;
        Ok(Secret(digits(&bytes)))
    }

    /// What a file or a bundle says; anything but 64 digits is none.
    pub fn parse(text: &str) -> Result<Secret, String> {
        let text = text.trim().to_lowercase();
        let whole = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if whole { Ok(Secret(text)) } else { Err("a secret is 64 hexadecimal digits, as `barnyard seal` writes it".into()) }
    }

    pub fn read(path: &Path) -> Result<Secret, Failure> {
        let refuse = |why: String| Failure::refused(format!("{}: {why}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| refuse(format!("it cannot be read: {}", error.error_text())))?;
        Secret::parse(&text).map_err(refuse)
    }

    /// Writes it where only we can read it, and never over another one.
    pub fn write(&self, path: &Path) -> Result<(), Failure> {
        let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let written = opened.and_then(|mut file| writeln!(file, "{}", self.0));
        written.map_err(|error| Failure::refused(format!("{} cannot be written: {}", path.display(), error.error_text())))
    }

    /// What is published beforehand.
    pub fn commitment(&self) -> String {
        digits(&self.hash("commitment"))
    }

    /// Where all luck comes from.
    pub fn seed(&self) -> u64 {
        let first: [u8; 8] = self.hash("seed")[..8].try_into().expect("a hash has more than eight bytes");
        u64::from_be_bytes(first) % SEED_LIMIT
    }

    pub fn text(&self) -> &str {
        &self.0
    }

    fn hash(&self, purpose: &str) -> Vec<u8> {
        Sha256::digest(format!("barnyard {purpose} {}", self.0)).to_vec()
    }
}

/// Whether a tournament's seed is what was promised; a sentence where it is not.
pub fn check(commitment: &str, secret: Option<&str>, seed: u64) -> Result<(), String> {
    let secret = secret.ok_or("its seed was promised, and the secret behind it is not told")?;
    let secret = Secret::parse(secret)?;
    if !secret.commitment().eq_ignore_ascii_case(commitment.trim()) {
        return Err(format!("its seed was promised as {commitment}, and its secret is that of {}", secret.commitment()));
    }
    if secret.seed() != seed {
        return Err(format!("its seed is {seed}, and its secret stands for {}", secret.seed()));
    }
    Ok(())
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_keeps_its_promise_and_no_other_does() {
        let secret = Secret::parse(&"7f".repeat(32)).unwrap();
        // By another program: printf 'barnyard commitment 7f7f...' | sha256sum
        assert_eq!(secret.commitment(), "1d4ab86c2ee971baf1b07b3c2e04fec9d951dcc7fbb660461fde52173585b572");
        assert_eq!(secret.seed(), 2378005351540187);
        assert_eq!(check(&secret.commitment(), Some(secret.text()), secret.seed()), Ok(()));
        assert!(check(&secret.commitment(), None, secret.seed()).unwrap_err().contains("is not told"));
        assert!(check(&secret.commitment(), Some(secret.text()), secret.seed() + 1).unwrap_err().contains("stands for"));
        let other = Secret::random().unwrap();
        assert!(check(&secret.commitment(), Some(other.text()), other.seed()).unwrap_err().contains("was promised as"));
        assert!(Secret::parse("7f").is_err() && Secret::parse(&"zz".repeat(32)).is_err());
    }
}

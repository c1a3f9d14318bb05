//! Why a command did not do what it was asked, as one sentence.
use runner::PlatformFault;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The work was done and the answer is no: exit code 1.
    Wanting(String),
    /// It cannot be done as asked: exit code 2.
    Refused(String),
    /// Everything has been said already; this is the exit code.
    Told(u8),
}

impl Failure {
    pub fn refused(why: impl Into<String>) -> Failure {
        Failure::Refused(why.into())
    }

    pub fn code(&self) -> u8 {
        match self {
            Failure::Wanting(_) => 1,
            Failure::Refused(_) => 2,
            Failure::Told(code) => *code,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Wanting(why) | Failure::Refused(why) => f.write_str(why),
            Failure::Told(_) => Ok(()),
        }
    }
}

impl From<PlatformFault> for Failure {
    fn from(fault: PlatformFault) -> Failure {
        Failure::Refused(fault.to_string())
    }
}

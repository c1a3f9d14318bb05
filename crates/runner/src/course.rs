//! The numbers that CO 456 announces before a tournament.
use std::time::Duration;

/// What a team may take, and how much is played. GameLength is a setting of the game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// SizeLimit: bytes of a team's sources, or of its jar.
    pub size: u64,
    /// TimeLimit: to make a team.
    pub time: Duration,
    /// MemoryLimit: megabytes for a team's objects. The virtual machine itself comes on top.
    pub memory: u64,
    /// SeriesLength: boards a series, about.
    pub series_length: u32,
}

impl Default for Course {
    /// The document's numbers.
    fn default() -> Course {
        Course { size: 10 << 20, time: Duration::from_secs(60), memory: 100, series_length: 20 }
    }
}

/// What a virtual machine holds beside the objects of its team.
const MACHINE: u64 = 120;

impl Course {
    /// Bytes that a team's process may hold.
    pub fn resident(&self) -> u64 {
        (self.memory + MACHINE) << 20
    }

    /// Why sources or a jar of this many bytes are refused, if they are.
    pub fn refuses(&self, size: u64) -> Option<String> {
        let mb = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        (size > self.size).then(|| format!("it has {:.2} MB, and SizeLimit is {:.2} MB", mb(size), mb(self.size)))
    }

    /// What the host tells its team.
    pub(crate) fn words(&self) -> [String; 4] {
        [
            format!("size_limit={}", self.size),
            format!("time_limit={}", self.time.as_secs_f64()),
            format!("memory_limit={}", self.memory),
            format!("series_length={}", self.series_length),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_is_refused_from_one_byte_too_many_on() {
        let course = Course::default();
        assert_eq!(course.refuses(10 << 20), None);
        assert_eq!(course.refuses((10 << 20) + 1).unwrap(), "it has 10.00 MB, and SizeLimit is 10.00 MB");
        assert_eq!(course.refuses(12 << 20).unwrap(), "it has 12.00 MB, and SizeLimit is 10.00 MB");
    }

    #[test]
    fn the_document_s_memory_is_what_the_table_of_limits_grants() {
        assert_eq!(Some(Course::default().resident()), crate::Limits::grants("microchess").memory);
        assert_eq!(Course::default().time, crate::Limits::grants("microchess").startup);
    }
}

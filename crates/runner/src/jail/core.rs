//! One match, one core: a bot runs where its referee runs. A line between two processes on the same core takes 6 us, between two
//! cores ten times as long; and a bot has one core, however many there are.
use rustix::process::Pid;
use rustix::thread::{CpuSet, gettid, sched_getaffinity, sched_setaffinity};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The core of a bot, for as long as it lives. Its referee stays there until its last bot is gone.
#[derive(Debug)]
pub struct Core {
    pub number: usize,
    /// The thread of its referee.
    thread: Pid,
}

/// A thread that has bots.
struct Referee {
    core: usize,
    bots: u32,
    /// Where it might run before.
    before: CpuSet,
}

static REFEREES: Mutex<BTreeMap<i32, Referee>> = Mutex::new(BTreeMap::new());

fn referees() -> MutexGuard<'static, BTreeMap<i32, Referee>> {
    REFEREES.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Core {
    /// The core of this thread's bots; for its first, of those that it may use, the one with the fewest referees.
    pub fn take() -> Core {
        let thread = gettid();
        let mut referees = referees();
        if let Some(referee) = referees.get_mut(&thread.as_raw_nonzero().get()) {
            referee.bots += 1;
            return Core { number: referee.core, thread };
        }
        let before = sched_getaffinity(None).unwrap_or_else(|_| CpuSet::new());
        let ours = (0..CpuSet::MAX_CPU).filter(|core| before.is_set(*core));
        let taken = |core: &usize| referees.values().filter(|referee| referee.core == *core).count();
        let core = ours.min_by_key(taken).unwrap_or(0);
        let mut only = CpuSet::new();
        only.set(core);
        let _ = sched_setaffinity(None, &only);
        referees.insert(thread.as_raw_nonzero().get(), Referee { core, bots: 1, before });
        Core { number: core, thread }
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        let mut referees = referees();
        let number = self.thread.as_raw_nonzero().get();
        let Some(referee) = referees.get_mut(&number) else { return };
        referee.bots -= 1;
        if referee.bots == 0 {
            let _ = sched_setaffinity(Some(self.thread), &referee.before);
            referees.remove(&number);
        }
    }
}

/// The cores that this thread may use when it has no bots.
pub fn free_cores() -> Option<CpuSet> {
    let before = referees().get(&gettid().as_raw_nonzero().get()).map(|referee| referee.before);
    before.or_else(|| sched_getaffinity(None).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cores() -> Vec<usize> {
        let set = sched_getaffinity(None).unwrap();
        (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
    }

    #[test]
    fn a_referee_stays_with_its_bots_and_is_free_afterwards() {
        std::thread::spawn(|| {
            let before = cores();
            let (first, second) = (Core::take(), Core::take());
            assert_eq!(first.number, second.number);
            assert_eq!(cores(), [first.number]);
            drop(first);
            assert_eq!(cores(), [second.number]);
            // Whoever drops the last one.
            std::thread::spawn(|| drop(second)).join().unwrap();
            assert_eq!(cores(), before);
        })
        .join()
        .unwrap();
    }
}

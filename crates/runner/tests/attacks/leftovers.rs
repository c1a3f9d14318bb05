//! What a game must not leave behind: processes, groups, mounts, files, shared memory.
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// One test at a time has the house: what is left behind can only be its own.
pub struct House {
    _alone: MutexGuard<'static, ()>,
    mounts: String,
}

/// Where everything temporary of this program goes. Others may pass through.
pub fn place() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let place = std::env::temp_dir().join(format!("barnyard-attacks-{}", std::process::id()));
        tempfile::env::override_temp_dir(&place).unwrap();
        place
    })
}

impl House {
    pub fn enter() -> House {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        std::fs::create_dir_all(place()).unwrap();
        std::fs::set_permissions(place(), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        House { _alone: alone, mounts: mounts() }
    }

    /// What is still there, given a moment to go.
    pub fn left(&self) -> Vec<String> {
        runner::dismiss_spares();
        settled(|| {
            let mut left: Vec<String> = children().into_iter().map(|pid| format!("a child {pid} is left")).collect();
            left.extend(groups(std::process::id()).into_iter().map(|group| format!("the group {} is left", group.display())));
            left.extend(files().into_iter().map(|file| format!("{} is left", file.display())));
            if mounts() != self.mounts {
                left.push(format!("mounts differ:\n{}\n{}", self.mounts, mounts()));
            }
            left
        })
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(place());
    }
}

/// What a look finds, after a few seconds of finding something.
pub fn settled(look: impl Fn() -> Vec<String>) -> Vec<String> {
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let left = look();
        if left.is_empty() || Instant::now() > deadline {
            return left;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Living processes that were started with this text in their words or their environment.
pub fn processes(text: &str) -> Vec<u32> {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let found = all.filter_map(|process| {
        let pid = process.file_name().to_str()?.parse::<u32>().ok().filter(|pid| *pid != std::process::id())?;
        let read = |file: &str| std::fs::read(process.path().join(file)).unwrap_or_default();
        let said = [read("cmdline"), read("environ")].concat();
        String::from_utf8_lossy(&said).contains(text).then_some(pid)
    });
    found.collect()
}

/// Living processes of a user.
pub fn processes_of(uid: u32) -> Vec<u32> {
    use std::os::unix::fs::MetadataExt;
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let theirs = all.filter(|process| process.metadata().is_ok_and(|data| data.uid() == uid));
    theirs.filter_map(|process| process.file_name().to_str()?.parse().ok()).collect()
}

/// The user that a process runs as.
pub fn user_of(pid: u32) -> Option<u32> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix("Uid:")).and_then(|ids| ids.split_whitespace().next()?.parse().ok())
}

fn children() -> Vec<u32> {
    let threads = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let lists = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|pid| pid.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Groups that an engine made for its jails.
pub fn groups(engine: u32) -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), vec![PathBuf::from("/sys/fs/cgroup")]);
    while let Some(folder) = left.pop() {
        for item in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            if item.file_type().is_ok_and(|kind| kind.is_dir()) {
                let ours = item.file_name().to_string_lossy().starts_with(&format!("barnyard-{engine}-"));
                if ours { &mut found } else { &mut left }.push(item.path());
            }
        }
    }
    found
}

fn files() -> Vec<PathBuf> {
    std::fs::read_dir(place()).into_iter().flatten().flatten().map(|item| item.path()).collect()
}

pub fn mounts() -> String {
    std::fs::read_to_string("/proc/self/mountinfo").unwrap()
}

/// Objects of System V with this key: their kind and number.
pub fn objects(key: i32) -> Vec<(&'static str, i32)> {
    let rows = ["shm", "sem", "msg"].into_iter().flat_map(|kind| {
        let text = std::fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
        text.lines().skip(1).map(|line| (kind, line.to_string())).collect::<Vec<_>>()
    });
    let ours = rows.filter_map(|(kind, line)| {
        let mut words = line.split_whitespace();
        let (found, id) = (words.next()?.parse::<i32>().ok()?, words.next()?.parse().ok()?);
        (found == key).then_some((kind, id))
    });
    ours.collect()
}

/// Removes such an object, where one was meant to get through.
#[allow(unsafe_code)]
pub fn remove_object(kind: &str, id: i32) {
    // SAFETY: numbers, and no buffer where none is asked for.
    unsafe {
        match kind {
            "shm" => libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut()),
            "sem" => libc::semctl(id, 0, libc::IPC_RMID),
            _ => libc::msgctl(id, libc::IPC_RMID, std::ptr::null_mut()),
        };
    }
}

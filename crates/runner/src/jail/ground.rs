//! What this machine offers, found out by trying it.
use super::cgroup;
use super::order::{Bounds, Home, Order};
use super::{Confinement, Jail, Level, policy};
use serde::Serialize;
use std::io::Read;
use std::sync::OnceLock;

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Ground {
    /// The best level at which nothing got through.
    pub level: Level,
    /// Each level from the strongest on, and what keeps this machine from it.
    pub findings: Vec<Finding>,
    /// The version of Landlock; 0: there is none.
    pub landlock: i32,
    /// The kind of control groups that hold bots.
    pub cgroup: Option<&'static str>,
    pub kernel: String,
    /// The command that would raise the level.
    pub advice: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub level: Level,
    /// Why not.
    pub lacks: Option<String>,
}

/// Where groups can be made, found once.
pub fn cgroups() -> Result<&'static cgroup::Ground, String> {
    static GROUND: OnceLock<Result<cgroup::Ground, String>> = OnceLock::new();
    GROUND.get_or_init(cgroup::Ground::find).as_ref().map_err(Clone::clone)
}

impl Ground {
    /// Tries every level, once in the life of the program.
    pub fn proven() -> &'static Ground {
        static GROUND: OnceLock<Ground> = OnceLock::new();
        GROUND.get_or_init(Ground::prove)
    }

    fn prove() -> Ground {
        let levels = Level::ALL.into_iter().filter(|level| *level != Level::Trusted);
        let findings: Vec<Finding> = levels.map(|level| Finding { level, lacks: test(level.confinement()).err() }).collect();
        let best = findings.iter().find(|finding| finding.lacks.is_none()).map_or(Level::Trusted, |finding| finding.level);
        let cgroup = if best == Level::Strong { cgroups().ok().map(cgroup::Ground::kind) } else { None };
        let kernel = super::kernel();
        Ground { level: best, advice: advice(best, &findings), findings, landlock: policy::landlock_version(), cgroup, kernel }
    }

    /// What holds a bot here, if nobody asks for less.
    pub fn confinement(&self) -> Confinement {
        self.level.confinement()
    }
}

/// A jail with a dozen attacks in it, frozen and thawed once. What got through, or why it cannot be built.
fn test(confinement: Confinement) -> Result<(), String> {
    let folder = tempfile::Builder::new().prefix("barnyard-probe-").tempdir().map_err(|error| error.to_string())?;
    let (own, canary) = (folder.path().join("homes/bot"), folder.path().join("canary"));
    let made = std::fs::create_dir_all(&own).and_then(|()| std::fs::write(&canary, "nobody may read this"));
    let open = |path: &std::path::Path, mode| std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode));
    let made = made.and_then(|()| open(folder.path(), 0o755)).and_then(|()| open(&canary, 0o666));
    made.map_err(|error| error.to_string())?;
    let bounds = Bounds { memory: Some(64 << 20), disk: 1 << 20, processes: 8, cpu: Some(5), network: false };
    let inside = if confinement.namespaces { "/bot/probe".into() } else { own.clone() };
    let order = Order {
        confinement,
        words: Vec::new(),
        env: Vec::new(),
        home: Home { outside: own, inside },
        reads: Vec::new(),
        writes: Vec::new(),
        bounds,
        uid: None,
        core: None,
        canary: Some(canary.clone()),
    };
    let (mut process, mut jail) = Jail::send(&order).map_err(|error| error.to_string())?;
    let frozen = jail.freeze().and_then(|()| jail.thaw());
    let mut said = String::new();
    if let Some(out) = process.stdout.take() {
        let _ = out.take(4096).read_to_string(&mut said);
    }
    jail.kill();
    let _ = process.wait();
    frozen.map_err(|error| error.to_string())?;
    let got: Vec<&str> = said.lines().filter(|line| *line != "done").collect();
    match (said.lines().last(), &got[..]) {
        (Some("done"), []) => Ok(()),
        (Some("done"), got) => Err(format!("a bot there {}", got.join(", "))),
        _ => Err("the self-test did not end".into()),
    }
}

/// The one command that would help.
fn advice(level: Level, findings: &[Finding]) -> Option<String> {
    let why = |level: Level| findings.iter().find(|finding| finding.level == level).and_then(|finding| finding.lacks.as_deref());
    let exists = |path: &str| std::fs::read_to_string(path).ok();
    match level {
        Level::Strong => None,
        Level::Isolated if rustix::process::getuid().is_root() => {
            Some("mount -t cgroup2 none /sys/fs/cgroup    (control groups are missing or read-only)".into())
        }
        Level::Isolated => Some("systemd-run --user --scope -q -p Delegate=yes barnyard ...".into()),
        _ if exists("/proc/sys/user/max_user_namespaces").is_some_and(|most| most.trim() == "0") => {
            Some("sudo sysctl user.max_user_namespaces=15000".into())
        }
        _ if exists("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").is_some_and(|on| on.trim() == "1") => {
            Some("sudo barnyard install-apparmor".into())
        }
        Level::Confined if why(Level::Isolated).is_some_and(|why| why.contains("permitted")) => {
            Some("in a container: start it with --security-opt seccomp=unconfined --cap-add SYS_ADMIN".into())
        }
        Level::Confined => None,
        Level::Trusted => Some("run Linux 5.13 or newer; only your own bots: --trust-bots".into()),
    }
}

//! A PostgreSQL server of our own: in a folder that goes away, behind a socket in it.
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Cluster {
    folder: tempfile::TempDir,
    programs: PathBuf,
    server: Option<Child>,
    databases: std::cell::Cell<u32>,
}

impl Cluster {
    /// A new one; none where PostgreSQL is not installed, and then it says so.
    pub fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            println!("skipped: there is no initdb here; `apt-get install postgresql` brings it");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("yard-pg-").tempdir().unwrap();
        if root() {
            // PostgreSQL refuses to run as root.
            let somebody = user();
            chown(folder.path(), Some(somebody), Some(somebody)).unwrap();
        }
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut cluster = Cluster { folder, programs, server: None, databases: 0.into() };
        let made = cluster
            .command("initdb")
            .args(["-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C", "-D"])
            .arg(cluster.data())
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        cluster.go_on();
        Some(cluster)
    }

    /// Starts the server, at first or after a stop.
    pub fn go_on(&mut self) {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        command.args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=60", "-c", "shared_buffers=32MB"]);
        self.server = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        for _ in 0..600 {
            let asked = self.command("pg_isready").arg("-h").arg(self.folder.path()).stdout(Stdio::null()).status().unwrap();
            if asked.success() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the server does not start");
    }

    /// Stops the server at once.
    pub fn stop(&mut self) {
        if let Some(mut server) = self.server.take() {
            let _ = self
                .command("pg_ctl")
                .args(["stop", "-m", "immediate", "-D"])
                .arg(self.data())
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status();
            let _ = server.wait();
        }
    }

    /// The address of a new, empty database.
    pub fn database(&self) -> String {
        let number = self.databases.get() + 1;
        self.databases.set(number);
        let name = format!("yard{number}");
        let made = self.command("createdb").arg("-h").arg(self.folder.path()).args(["-U", "postgres", &name]).output().unwrap();
        assert!(made.status.success(), "createdb: {}", String::from_utf8_lossy(&made.stderr));
        format!("postgres://postgres@localhost/{name}?host={}", self.folder.path().display())
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn command(&self, program: &str) -> Command {
        let path = self.programs.join(program);
        let mut command = if root() {
            let mut command = Command::new("setpriv");
            command.args([format!("--reuid={}", user()), format!("--regid={}", user()), "--clear-groups".into()]).arg(path);
            command
        } else {
            Command::new(path)
        };
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
    }
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let path: Vec<PathBuf> = std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    versions.chain(path).find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

fn root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|me| me.uid() == 0)
}

/// The number of somebody without rights: `postgres` where there is one.
fn user() -> u32 {
    let people = std::fs::read_to_string(Path::new("/etc/passwd")).unwrap_or_default();
    let of = |name: &str| people.lines().find_map(|line| line.strip_prefix(&format!("{name}:x:"))?.split(':').next()?.parse().ok());
    of("postgres").or_else(|| of("nobody")).unwrap_or(65_534)
}

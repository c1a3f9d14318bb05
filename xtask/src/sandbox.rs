//! The attacks on the sandbox once more, with the rights of an ordinary user: a laptop is no server.
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// `nobody`, on every system that we know.
const USER: u32 = 65534;

/// Runs them as an ordinary user. Does nothing for somebody who is one: the other tests did that.
pub fn as_ordinary_user() -> Result<(), String> {
    if std::fs::metadata("/proc/self").map_or(USER, |data| data.uid()) != 0 {
        return Ok(());
    }
    if Command::new("setpriv").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("xtask: the attacks as an ordinary user are skipped: there is no setpriv (package util-linux)");
        return Ok(());
    }
    let tests = built()?;
    let launcher = tests.parent().and_then(Path::parent).map(|folder| folder.join("jailer")).ok_or("the tests lie nowhere")?;
    let place = std::env::temp_dir().join(format!("barnyard-sandbox-{}", std::process::id()));
    let done = furnish(&place, &tests, &launcher).map_err(|error| format!("{}: {error}", place.display())).and_then(|()| run(&place));
    let removed = std::fs::remove_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()));
    done.and(removed)
}

/// Where cargo put the test program.
fn built() -> Result<PathBuf, String> {
    // The whole workspace, as for the other tests: alone, the same program would be built anew with fewer features.
    let words = ["test", "--workspace", "--test", "attacks", "--no-run", "--message-format=json"];
    let out = Command::new(env!("CARGO")).args(words).stderr(Stdio::inherit()).output();
    let text = out.map_err(|error| format!("cargo cannot be started: {error}"))?.stdout;
    let text = String::from_utf8_lossy(&text);
    let of = |line: &str| Some(PathBuf::from(line.split_once("\"executable\":\"")?.1.split_once('"')?.0));
    let path = text.lines().filter(|line| line.contains("\"name\":\"attacks\"")).find_map(of);
    path.ok_or_else(|| "cargo does not say where the attacks are".into())
}

/// Copies what is needed to where everybody can reach it, beside a home of the user's own.
fn furnish(place: &Path, tests: &Path, launcher: &Path) -> std::io::Result<()> {
    std::fs::create_dir(place)?;
    std::fs::copy(tests, place.join("attacks"))?;
    std::fs::copy(launcher, place.join("jailer"))?;
    for path in [place.to_path_buf(), place.join("attacks"), place.join("jailer")] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755))?;
    }
    std::fs::create_dir(place.join("home"))?;
    chown(place.join("home"), Some(USER), Some(USER))
}

fn run(place: &Path) -> Result<(), String> {
    println!("xtask: the attacks as an ordinary user");
    let home = place.join("home");
    let mut command = Command::new("setpriv");
    command.args([format!("--reuid={USER}"), format!("--regid={USER}"), "--clear-groups".into()]);
    command.arg(place.join("attacks")).current_dir(&home).env_clear();
    command.env("PATH", "/usr/local/bin:/usr/bin:/bin").env("HOME", &home).env("TMPDIR", &home);
    command.env("BARNYARD_JAILER", place.join("jailer"));
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("the attacks as an ordinary user failed: {status}")),
        Err(error) => Err(format!("setpriv cannot be started: {error}")),
    }
}

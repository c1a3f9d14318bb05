//! `barnyard install-apparmor`: lets this executable make user namespaces where Ubuntu keeps programs from it.
use crate::failure::Failure;
use crate::output;
use std::path::Path;
use std::process::Command;

/// Let barnyard build its sandbox on Ubuntu 23.10 and newer, where AppArmor forbids user namespaces
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  barnyard install-apparmor --print
  sudo barnyard install-apparmor")]
pub struct InstallApparmor {
    /// Only show the profile
    #[arg(long)]
    print: bool,
}

const PLACE: &str = "/etc/apparmor.d/barnyard";

impl InstallApparmor {
    pub fn run(&self) -> Result<(), Failure> {
        let executable = std::env::current_exe().and_then(std::fs::canonicalize);
        let executable = executable.map_err(|error| Failure::refused(format!("where barnyard lies cannot be told: {error}")))?;
        let profile = profile(&executable)?;
        if self.print {
            output::say(profile.trim_end());
            return Ok(());
        }
        if !Path::new("/sys/kernel/security/apparmor").exists() {
            return Err(Failure::refused("there is no AppArmor on this machine, so it is not what keeps the sandbox from being built"));
        }
        let write = || std::fs::write(PLACE, &profile);
        write().map_err(|error| Failure::refused(format!("{PLACE}: {error}; run it with sudo")))?;
        let loaded = Command::new("apparmor_parser").args(["--replace", PLACE]).status();
        match loaded {
            Ok(status) if status.success() => {
                output::say(&format!("{PLACE} is loaded: `barnyard doctor` shows the level now"));
                Ok(())
            }
            Ok(status) => Err(Failure::refused(format!("apparmor_parser did not take {PLACE}: {status}"))),
            Err(error) => Err(Failure::refused(format!("apparmor_parser cannot be started: {error}"))),
        }
    }
}

/// All that it says: this one file may make user namespaces.
fn profile(executable: &Path) -> Result<String, Failure> {
    let path = executable.to_str().filter(|path| !path.contains(['"', '\\', '*', '?', '[', '{', '\n']));
    let path = path.ok_or_else(|| Failure::refused(format!("{}: a profile cannot name such a path", executable.display())))?;
    Ok(format!(
        "abi <abi/4.0>,\ninclude <tunables/global>\n\nprofile barnyard \"{path}\" flags=(unconfined) {{\n  userns,\n  include if exists <local/barnyard>\n}}\n"
    ))
}

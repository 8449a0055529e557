//! Bubblewrap gives a bot its own file system, processes and network. It is a small program that many systems have.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::folders::BotFolders;

/// Its name on the PATH.
const PROGRAM: &str = "bwrap";

/// The parts of the system that bots may read: programs and libraries.
const SYSTEM: [&str; 7] = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store"];

/// The settings of the system that programs need. None of them is secret.
const SETTINGS: [&str; 12] = [
    "/etc/alternatives",
    "/etc/ca-certificates",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/passwd",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
];

/// Where a sandbox shows the folder with the socket to the arena.
pub(crate) const RUN: &str = "/run/kahua";

/// The files that a sandbox shows in addition to the system's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SandboxFiles<'a> {
    /// The bot's own folders. It may write in its home and its folder for temporary files, and nowhere else.
    pub(crate) folders: &'a BotFolders,
    /// The files that it may read. The paths have no links in them.
    pub(crate) readable: &'a [PathBuf],
    /// The directory that it must not see, even if a readable one contains it.
    pub(crate) hidden: &'a Path,
}

/// Bubblewrap's path, if it is there and works here.
///
/// # Errors
/// What is missing, for people.
pub(crate) fn find() -> Result<PathBuf, String> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut programs =
        env::split_paths(&folders).filter(|folder| folder.is_absolute()).map(|folder| folder.join(PROGRAM));
    let program = programs.find(|program| program.is_file());
    let program = program.ok_or("bubblewrap isn't installed (bwrap isn't on the PATH)")?;
    let mut tried = apart(&program);
    let tried = tried.args(["--", "true"]).stdin(Stdio::null()).output();
    let problem = match tried {
        Ok(tried) if tried.status.success() => return Ok(program),
        Ok(tried) => String::from_utf8_lossy(&tried.stderr).trim().to_owned(),
        Err(error) => error.to_string(),
    };
    Err(format!("bubblewrap can't be used here ({problem})"))
}

/// The beginning of a command that runs in a sandbox with these files. The command itself follows.
pub(crate) fn command(program: &Path, shown: SandboxFiles<'_>) -> Command {
    let mut command = apart(program);
    for readable in shown.readable {
        command.arg("--ro-bind").args([readable, readable]);
    }
    let BotFolders { home, tmp, run } = shown.folders;
    // Later words override earlier ones: the data directory is empty, except for the bot's own folders.
    command.arg("--tmpfs").arg(shown.hidden);
    for folder in [home, tmp] {
        command.arg("--bind").args([folder, folder]);
    }
    command.arg("--remount-ro").arg(shown.hidden);
    command.arg("--ro-bind").arg(run).arg(RUN);
    // No limit counts files in memory, so this is on the disk, in the bot's folder.
    command.arg("--bind").arg(tmp).arg("/dev/shm").args(["--remount-ro", "/dev"]);
    command.args(["--remount-ro", "/", "--chdir"]).arg(home);
    command
}

/// Bubblewrap with all kinds of separation, and with the system's files.
fn apart(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]);
    command.args(["--die-with-parent", "--new-session", "--proc", "/proc", "--dev", "/dev"]);
    for path in SYSTEM {
        // Some are links into /usr.
        match fs::read_link(path) {
            Ok(target) => command.arg("--symlink").arg(target).arg(path),
            Err(_) => command.args(["--ro-bind-try", path, path]),
        };
    }
    for path in SETTINGS {
        command.args(["--ro-bind-try", path, path]);
    }
    command
}

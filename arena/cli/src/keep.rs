//! `kahua keep`: runs a bot's command, confined or not, and ends it with the arena. The other commands start it.

pub(crate) mod limits;
pub(crate) mod relay;

use std::env;
use std::ffi::OsString;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use kahua_process::{Signalled, UNBUFFERED};

use crate::command_dir::this_program;
use crate::confine::folders::BotFolders;
use crate::confine::sandbox::{self, SandboxFiles};
use crate::exit::CommandResult;
use crate::runtime::in_runtime;

/// The variables of the arena's environment that a confined bot gets.
const ENVIRONMENT: [&str; 8] =
    ["PATH", "LANG", "LC_ALL", "TZ", UNBUFFERED.0, "KAHUA_ADDR", "KAHUA_NAME", "KAHUA_TOKEN"];

/// The variable with the path of the program that has the rules.
const RULES: &str = "KAHUA_RULES";

/// The socket that leads out of the sandbox. Outside, it is in the bot's folder `run`. Its name is relative, since the
/// path of a socket must be short.
const SOCKET: &str = "arena";

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Confine the command to folders in this one, which are made if they are missing.
    #[arg(long, requires = "memory_mib")]
    folder: Option<PathBuf>,
    /// The most memory of a process, in MiB.
    #[arg(long, requires = "folder")]
    memory_mib: Option<u64>,
    /// Run the command in a sandbox that this program, bubblewrap, makes.
    #[arg(long, requires_all = ["folder", "hidden"])]
    sandbox: Option<PathBuf>,
    /// What can be read in the sandbox; may be given several times.
    #[arg(long, requires = "sandbox")]
    readable: Vec<PathBuf>,
    /// What can't be seen in the sandbox, but for the folder.
    #[arg(long, requires = "sandbox")]
    hidden: Option<PathBuf>,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    in_runtime(async {
        let folders = args.folder.as_deref().map(BotFolders::open).transpose()?;
        if let Some(memory_mib) = args.memory_mib {
            limits::set(memory_mib).context("cannot set the limits of the command")?;
        }
        match (&folders, &args.sandbox, &args.hidden) {
            (Some(folders), Some(sandbox), Some(hidden)) => {
                let shown = SandboxFiles { folders, readable: &args.readable, hidden };
                in_sandbox(sandbox, shown, &args.command).await
            }
            (Some(folders), ..) => {
                enter(&folders.home)?;
                limits::set_processes().context("cannot limit the processes of the command")?;
                let mut command = plain(&args.command);
                with_own_environment(&mut command, folders);
                // The arena gets the reason if a command can't be started, and reports it itself. The same holds below.
                let _told = kahua_process::keep(&mut command, Signalled::All).await;
                Ok(())
            }
            _ => {
                let _told = kahua_process::keep(&mut plain(&args.command), Signalled::All).await;
                Ok(())
            }
        }
    })?
}

fn enter(folder: &Path) -> anyhow::Result<()> {
    env::set_current_dir(folder).with_context(|| format!("cannot enter {}", folder.display()))
}

fn plain(words: &[OsString]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    if env::var_os(RULES).is_none() {
        command.envs(rules());
    }
    command
}

/// What tells a bot's library where it finds the rules, in the arena's own version and without kahua on the PATH.
fn rules() -> Option<(&'static str, OsString)> {
    this_program().ok().map(|program| (RULES, program))
}

/// Runs the command in a sandbox, and carries its connections to the arena, the only place that it can reach.
async fn in_sandbox(program: &Path, shown: SandboxFiles<'_>, words: &[OsString]) -> CommandResult {
    let arena: SocketAddr = env::var("KAHUA_ADDR").context("KAHUA_ADDR")?.parse().context("KAHUA_ADDR")?;
    enter(&shown.folders.run)?;
    let socket = relay::listen(Path::new(SOCKET)).context("cannot make the socket that leads out of the sandbox")?;
    let inside = SocketAddr::from((Ipv4Addr::LOCALHOST, arena.port()));
    let kahua = PathBuf::from(this_program()?);
    // Their links are resolved now, before the sandbox is made.
    let readable = shown.readable.iter().chain([&kahua]).filter_map(|path| fs::canonicalize(path).ok());
    let readable: Vec<PathBuf> = readable.collect();
    let mut command = sandbox::command(program, SandboxFiles { readable: &readable, ..shown });
    command.arg("--").arg(&kahua).arg("forward").arg("--to").arg(Path::new(sandbox::RUN).join(SOCKET));
    command.args(["--listen", &inside.to_string(), "--"]).args(words);
    with_own_environment(&mut command, shown.folders);
    command.env("KAHUA_ADDR", inside.to_string());
    tokio::select! {
        biased;
        // On SIGTERM, bubblewrap itself would end at once, and the bot with it.
        _told = kahua_process::keep(&mut command, Signalled::Children) => Ok(()),
        () = relay::to_arena(socket, arena) => Ok(()),
    }
}

fn with_own_environment(command: &mut Command, folders: &BotFolders) {
    let own = ENVIRONMENT.into_iter().filter_map(|name| Some((name, env::var_os(name)?)));
    let own: Vec<_> = own.collect();
    command.env_clear().envs(own).envs(rules()).env("HOME", &folders.home).env("TMPDIR", &folders.tmp);
}

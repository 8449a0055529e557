//! Bots' commands in their place: a folder and an environment of their own, limits, and a sandbox where there is one.

pub(crate) mod folders;
mod readable;
pub(crate) mod removal;
pub(crate) mod sandbox;

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kahua_core::ids::BotName;
use kahua_process::BotCommand;

use self::readable::Named;
use crate::command_dir::{CommandDir, this_program};
use crate::exit::Failure;
use crate::output::complain;

#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Commands of strangers")]
pub(crate) struct ConfineArgs {
    /// Confine the bots' commands. Each gets a folder of its own below the data directory, a clean environment, and limits;
    /// where bubblewrap is installed, also no network but the arena, and no files but its own and the system's. `required`
    /// refuses to run without bubblewrap, `limits` does without it. docs/security.md says what is kept out.
    #[arg(long, value_enum, value_name = "HOW", num_args = 0..=1, require_equals = true, default_missing_value = "auto")]
    confine: Option<How>,
    /// A directory that confined bots may read, in addition to the system's and those of the files that their commands name;
    /// may be given several times.
    #[arg(long, value_name = "DIR", requires = "confine")]
    readable: Vec<PathBuf>,
    /// The most memory that a process of a confined bot may have, in MiB.
    #[arg(long, value_name = "MIB", requires = "confine", default_value_t = 2048,
          value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    bot_memory: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum How {
    Auto,
    Required,
    Limits,
}

/// How the commands of a run are confined.
#[derive(Clone, Debug)]
pub(crate) struct Confinement {
    /// The data directory, which no bot may see.
    data: PathBuf,
    /// Where the bots have their folders.
    folders: PathBuf,
    /// The program bubblewrap, if it is used.
    sandbox: Option<PathBuf>,
    readable: Vec<PathBuf>,
    memory_mib: u64,
}

impl ConfineArgs {
    /// How to confine the bots of a run with this data directory; `None` if they run freely. Says once what is missing.
    ///
    /// # Errors
    /// If there is no sandbox where one is required, or a directory isn't there.
    pub(crate) fn prepare(&self, data: &Path) -> Result<Option<Confinement>, Failure> {
        let Some(how) = self.confine else { return Ok(None) };
        let sandbox = match (how, sandbox::find()) {
            (How::Limits, _) => None,
            (_, Ok(program)) => Some(program),
            (How::Required, Err(problem)) => {
                return Err(Failure::Outside(anyhow::anyhow!("--confine=required: {problem}")));
            }
            (How::Auto, Err(problem)) => {
                complain(&format!("{problem}: confined bots have limits, but can read your files and use the network"));
                None
            }
        };
        if rustix::process::geteuid().is_root() {
            complain(
                "kahua runs as root, for whom the system doesn't limit the number of processes: use another account",
            );
        }
        let canonical =
            |path: &PathBuf| fs::canonicalize(path).with_context(|| format!("cannot use {}", path.display()));
        // Only a directory that is there has a canonical path, and a first run hasn't made it yet.
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(data)
            .with_context(|| format!("cannot create {}", data.display()))?;
        let readable = self.readable.iter().map(canonical).collect::<anyhow::Result<_>>().map_err(Failure::usage)?;
        let data = canonical(&data.to_owned())?;
        let folders = folders_in(&data);
        Ok(Some(Confinement { data, folders, sandbox, readable, memory_mib: self.bot_memory }))
    }
}

impl Confinement {
    /// The same for bots that have their folders in this directory below the data directory.
    pub(crate) fn for_bots_in(&self, dir: &Path) -> Confinement {
        Confinement { folders: folders_in(&fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned())), ..self.clone() }
    }

    /// What starts this bot, confined.
    ///
    /// # Errors
    /// If its folder can't be made.
    pub(crate) fn command(
        &self,
        name: BotName,
        words: Vec<OsString>,
        place: &CommandDir,
    ) -> anyhow::Result<BotCommand> {
        let folder = folders::make_folder(&self.folders, name)?;
        let here = std::env::current_dir().context("cannot find the current directory")?;
        let kahua = this_program()?;
        let Named { words, folders } = readable::named(words, place, &here, &kahua);
        let mut keeper = vec![kahua, "keep".into(), "--folder".into(), folder.into()];
        keeper.extend(["--memory-mib".into(), self.memory_mib.to_string().into()]);
        if let Some(sandbox) = &self.sandbox {
            keeper.extend(["--sandbox".into(), sandbox.into(), "--hidden".into(), (&self.data).into()]);
            let readable = folders.into_iter().chain(self.readable.iter().cloned());
            keeper.extend(readable.flat_map(|folder| ["--readable".into(), folder.into()]));
        }
        keeper.push("--".into());
        Ok(BotCommand::kept(keeper, words))
    }
}

/// Where the bots of this data directory have their folders.
pub(crate) fn folders_in(data: &Path) -> PathBuf {
    data.join("bots")
}

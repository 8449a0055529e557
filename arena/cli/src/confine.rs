//! Bots' commands in their place: a folder and an environment of their own, limits, and a sandbox where there is one.

pub(crate) mod sandbox;

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::Context;
use kahua_core::ids::BotName;
use kahua_server::process::BotCommand;

use crate::bot_arg::this_program;
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
    /// A directory that confined bots may read beside the system's and those of the files that their commands name; may be
    /// given several times.
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
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(data)
            .with_context(|| format!("cannot create {}", data.display()))?;
        let readable = self.readable.iter().map(canonical).collect::<anyhow::Result<_>>().map_err(Failure::usage)?;
        let data = canonical(&data.to_owned())?;
        let folders = data.join("bots");
        Ok(Some(Confinement { data, folders, sandbox, readable, memory_mib: self.bot_memory }))
    }
}

impl Confinement {
    /// The same for bots that have their folders in this directory below the data directory, and may read these others.
    pub(crate) fn for_bots_in(&self, dir: &Path, readable: &[PathBuf]) -> Confinement {
        let readable = readable.iter().filter_map(|folder| fs::canonicalize(folder).ok());
        Confinement {
            folders: fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned()).join("bots"),
            readable: self.readable.iter().cloned().chain(readable).collect(),
            ..self.clone()
        }
    }

    /// What starts this bot, confined. Words that name files of its directory, or the current one, become absolute, since the
    /// bot gets another one.
    ///
    /// # Errors
    /// If its folder can't be made.
    pub(crate) fn command(
        &self,
        name: BotName,
        words: Vec<OsString>,
        dir: Option<&Path>,
    ) -> anyhow::Result<BotCommand> {
        let folder = self.folders.join(name.as_str());
        // Also where the bot puts what it needs for a while.
        fs::create_dir_all(folder.join("tmp")).with_context(|| format!("cannot create {}", folder.display()))?;
        let here = std::env::current_dir().context("cannot find the current directory")?;
        let here = dir.map_or(here.clone(), |dir| here.join(dir));
        let words: Vec<OsString> = words.into_iter().enumerate().map(|(at, word)| absolute(at, word, &here)).collect();
        let kahua = this_program()?;
        let mut keeper = vec![kahua.clone(), "keep".into(), "--folder".into(), folder.into()];
        keeper.extend(["--memory-mib".into(), self.memory_mib.to_string().into()]);
        if let Some(sandbox) = &self.sandbox {
            keeper.extend(["--sandbox".into(), sandbox.into(), "--hidden".into(), (&self.data).into()]);
            let named = words.iter().filter(|word| **word != kahua).filter_map(|word| folder_of(Path::new(word)));
            let readable = named.chain(self.readable.iter().cloned());
            keeper.extend(readable.flat_map(|folder| ["--readable".into(), folder.into()]));
        }
        keeper.push("--".into());
        Ok(BotCommand::kept(keeper, words))
    }
}

/// A word of a command, absolute if it names something in this directory. The first word does so only with a slash: without
/// one, it is a program on the PATH.
fn absolute(at: usize, word: OsString, here: &Path) -> OsString {
    let is_name = at == 0 && Path::new(&word).components().count() == 1 && !word.as_encoded_bytes().contains(&b'/');
    // Without the dots of ./ in it.
    let path: PathBuf = here.join(&word).components().collect();
    if word.is_empty() || is_name || !path.exists() { word } else { path.into() }
}

/// What must be readable so that a bot can use this file: the folder that it is in, where its other parts are, too.
fn folder_of(word: &Path) -> Option<PathBuf> {
    if !word.is_absolute() || !word.exists() {
        return None;
    }
    match word.parent() {
        Some(parent) if word.is_file() && parent != Path::new("/") => Some(parent.to_owned()),
        _ => Some(word.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_current_directory_are_named_in_full() {
        let here = tempfile::tempdir().unwrap();
        fs::write(here.path().join("bot.py"), "").unwrap();
        let word = |at, word: &str| absolute(at, word.into(), here.path());
        let full = here.path().join("bot.py");
        assert_eq!(word(1, "bot.py"), full.as_os_str());
        assert_eq!(word(0, "./bot.py"), full.as_os_str());
        for (at, plain) in [(0, "bot.py"), (0, "python3"), (1, "other.py"), (1, "--level=3"), (1, ""), (1, "/bin/sh")] {
            assert_eq!(word(at, plain), plain);
        }
        assert_eq!(folder_of(&full).as_deref(), Some(here.path()));
        assert_eq!(folder_of(here.path()).as_deref(), Some(here.path()));
        assert_eq!(folder_of(Path::new("bot.py")), None);
    }
}

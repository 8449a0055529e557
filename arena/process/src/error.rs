//! Why a bot's process can't be started, or ended too early.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use kahua_core::ids::BotName;

/// Why a bot's process can't be started.
#[derive(Debug, thiserror::Error)]
pub enum StartProcessError {
    /// There is no program to start.
    #[error("bot {name}: the command is empty")]
    EmptyCommand {
        /// The bot.
        name: BotName,
    },
    /// The bot's log can't be written.
    #[error("bot {name}: can't write its log {}", path.display())]
    Log {
        /// The bot.
        name: BotName,
        /// The log, or its folder.
        path: PathBuf,
        /// What the system reports.
        source: io::Error,
    },
    /// The system can't start the program.
    #[error("bot {name}: the command {program:?} can't be started: {error}{}", remedy(Path::new(program), error))]
    Spawn {
        /// The bot.
        name: BotName,
        /// The first word of its command.
        program: OsString,
        /// What the system reports.
        error: io::Error,
    },
    /// The command's keeper fails before it has started the command.
    #[error("bot {name}: the process that starts and watches its command failed: {error}; its log: {}", log.display())]
    Keeper {
        /// The bot.
        name: BotName,
        /// Its log.
        log: PathBuf,
        /// What the system reports.
        error: io::Error,
    },
}

impl StartProcessError {
    /// Which bot it is.
    #[must_use]
    pub fn bot(&self) -> BotName {
        match self {
            StartProcessError::EmptyCommand { name }
            | StartProcessError::Log { name, .. }
            | StartProcessError::Spawn { name, .. }
            | StartProcessError::Keeper { name, .. } => *name,
        }
    }
}

/// What to do about a program that can't be started.
fn remedy(program: &Path, error: &io::Error) -> &'static str {
    match error.kind() {
        // A name without a folder is looked for on the PATH only.
        io::ErrorKind::NotFound if program.components().count() > 1 && program.exists() => {
            "; the program that its first line names after #! isn't there, or the line ends as on Windows (CRLF)"
        }
        io::ErrorKind::NotFound if is_meant_for_a_shell(&program.to_string_lossy()) => {
            "; only a shell understands it, and no shell runs the command: write sh -c '...'"
        }
        io::ErrorKind::NotFound if program.to_string_lossy().contains('=') => {
            "; commands run without a shell: to set a variable, put env before it"
        }
        io::ErrorKind::NotFound if program.components().count() > 1 => {
            "; commands run in the current directory, without a shell"
        }
        io::ErrorKind::NotFound => {
            "; there is no such program on the PATH: for a file in the current directory, put ./ before its name"
        }
        io::ErrorKind::PermissionDenied => {
            "; make the file executable, or name its interpreter first, as in \"python3 my_bot.py\""
        }
        _ => "",
    }
}

/// Whether the first word of a command is meant for a shell: `cd`, or `./prepare.sh;`.
fn is_meant_for_a_shell(program: &str) -> bool {
    ["cd", "exec", "export", "set", "source", "ulimit", "."].contains(&program) || program.ends_with(';')
}

/// A bot's process ended while its matches were still being played.
#[derive(Debug)]
pub struct EndedError {
    pub(super) name: BotName,
    /// The exit status, or why it is unknown.
    pub(super) status: io::Result<ExitStatus>,
    pub(super) command: String,
    /// The first and the last lines that the process wrote.
    pub(super) written: Vec<String>,
    pub(super) log: PathBuf,
}

impl std::error::Error for EndedError {}

impl EndedError {
    /// The exit status in words, or why it is unknown.
    #[must_use]
    pub fn status(&self) -> String {
        match &self.status {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        }
    }
}

impl fmt::Display for EndedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bot {} ended while it was needed ({})", self.name, self.status())?;
        if self.status.as_ref().is_ok_and(ExitStatus::success) {
            writeln!(f, "a bot must run until the arena ends its stream")?;
        }
        writeln!(f, "its command: {}", self.command)?;
        match self.written.is_empty() {
            true => writeln!(f, "it wrote nothing")?,
            false => writeln!(f, "what it wrote:")?,
        }
        self.written.iter().try_for_each(|line| writeln!(f, "  | {line}"))?;
        write!(f, "its log: {}", self.log.display())
    }
}

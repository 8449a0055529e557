//! Bots as processes of their own: started, watched and ended.

mod error;
mod excerpt;
mod log;

use std::ffi::OsString;
use std::fs::{DirBuilder, File};
use std::io;
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::limits;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::process::{Child, ChildStdin, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

pub use error::{EndedError, StartProcessError};
pub use excerpt::excerpt;
pub use log::{length, log_path, written_since};

/// A bot's process, together with all processes that it starts itself: a bot inside of a shell, say, or the bridge's
/// command. All of them end when this is dropped.
#[derive(Debug)]
pub struct Process {
    name: BotName,
    /// The command, for people.
    command: String,
    child: Child,
    /// The process group of the child; `None` once it was killed.
    group: Option<Pid>,
    /// Held open as long as this process lives; waiting for the child must not close it.
    _stdin: Option<ChildStdin>,
    log: PathBuf,
    /// How long the log was before the process was started.
    log_before: u64,
    /// Copies what the process writes to its log.
    copying: JoinHandle<()>,
}

/// How a process ended that was told that it isn't needed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// It exited by itself.
    ByItself(ExitStatus),
    /// It exited after SIGTERM.
    Terminated(ExitStatus),
    /// It was still running [`limits::BOT_TERM_TIMEOUT`] after SIGTERM, and was killed.
    Killed,
}

impl Process {
    /// Starts the bot `name` with this command, a program and its arguments. What it writes to its standard output and
    /// its standard error is appended to its log in `logs`, both in the order in which they are written.
    ///
    /// # Errors
    /// If the command is empty or can't be started, or the log can't be written.
    pub fn start(
        name: BotName,
        command: &[OsString],
        addr: SocketAddr,
        token: &str,
        logs: &Path,
    ) -> Result<Process, StartProcessError> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(StartProcessError::EmptyCommand { name });
        };
        let log_error = |path: &Path| {
            let path = path.to_owned();
            move |source| StartProcessError::Log { name, path, source }
        };
        DirBuilder::new().recursive(true).mode(0o700).create(logs).map_err(log_error(logs))?;
        let log = log_path(logs, name);
        let file = File::options().create(true).append(true).mode(0o600).open(&log).map_err(log_error(&log))?;
        let log_before = length(&log);
        let (written, pipe) = log::pipe().map_err(log_error(&log))?;
        let second = pipe.try_clone().map_err(log_error(&log))?;
        let mut child = Command::new(program)
            .args(arguments)
            .env("KAHUA_ADDR", addr.to_string())
            .env("KAHUA_TOKEN", token)
            .env("KAHUA_NAME", name.as_str())
            // The way to the arena doesn't leave this machine, whatever its address is.
            .env("KAHUA_ALLOW_CLEARTEXT_TOKEN", "1")
            // Python would keep what it prints until it exits, since it prints to no terminal.
            .env("PYTHONUNBUFFERED", "1")
            // A house bot ends with its standard input, so that none is left behind if this process is killed.
            .stdin(Stdio::piped())
            // One pipe for both, so that their lines stay in order.
            .stdout(pipe)
            .stderr(second)
            .process_group(0)
            .spawn()
            .map_err(|error| StartProcessError::Spawn { name, program: program.clone(), error })?;
        let group = child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?));
        let copying = tokio::spawn(log::copy(name, written, file));
        let command = in_words(command);
        Ok(Process { name, command, _stdin: child.stdin.take(), child, group, log, log_before, copying })
    }

    /// The bot's name.
    #[must_use]
    pub fn name(&self) -> BotName {
        self.name
    }

    /// The file that holds what the bot has written.
    #[must_use]
    pub fn log(&self) -> &Path {
        &self.log
    }

    /// Waits until the process ends by itself. The error says how it ended, and what it wrote.
    pub async fn ended(&mut self) -> EndedError {
        EndedError {
            status: self.exit().await,
            name: self.name,
            command: self.command.clone(),
            written: excerpt(&written_since(&self.log, self.log_before)),
            log: self.log.clone(),
        }
    }

    /// Waits for the process to exit, then kills what is left of its process group, and sees to it that its last words are
    /// in the log. May be called again after that.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn exit(&mut self) -> io::Result<ExitStatus> {
        let status = self.child.wait().await?;
        self.kill_group();
        self.copied().await;
        Ok(status)
    }

    /// Whether the process is running.
    pub fn is_running(&self) -> bool {
        self.child.id().is_some()
    }

    /// Gives the process `patience` to exit by itself, then ends it as [`terminate`](Process::terminate) does.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn leave(&mut self, patience: Duration) -> io::Result<Departure> {
        match timeout(patience, self.exit()).await {
            Ok(status) => status.map(Departure::ByItself),
            Err(_) => self.terminate().await,
        }
    }

    /// Sends SIGTERM to the process and to all that it has started, and kills them if they don't end.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn terminate(&mut self) -> io::Result<Departure> {
        if let Some(group) = self.group {
            // It may just have ended by itself.
            let _gone = kill_process_group(group, Signal::TERM);
        }
        match timeout(limits::BOT_TERM_TIMEOUT, self.exit()).await {
            Ok(status) => status.map(Departure::Terminated),
            Err(_) => self.kill().await.map(|()| Departure::Killed),
        }
    }

    /// Kills the process and all that it has started.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn kill(&mut self) -> io::Result<()> {
        self.kill_group();
        self.exit().await.map(drop)
    }

    fn kill_group(&mut self) {
        // Once only: the system may give the number to another group later.
        if let Some(group) = self.group.take() {
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }

    /// Waits until everything that was written is in the log. A process that has left the group may hold the pipe open,
    /// and isn't waited for.
    async fn copied(&mut self) {
        if !self.copying.is_finished() {
            let _copied_or_held_open = timeout(limits::BOT_LOG_TIMEOUT, &mut self.copying).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill_group();
    }
}

/// A command as it could be typed into a shell.
fn in_words(command: &[OsString]) -> String {
    shell_words::join(command.iter().map(|word| word.to_string_lossy()))
}

#[cfg(test)]
mod tests;

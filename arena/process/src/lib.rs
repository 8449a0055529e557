//! Bots as processes of their own: started, watched and ended.

mod command;
mod descendants;
mod environment;
mod error;
mod excerpt;
mod keeper;
mod last_error;
mod log;
mod marks;
mod proxies;
mod tie;

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use kahua_core::ids::BotName;
use kahua_core::limits;
use tokio::process::{Child, Command};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use self::tie::{StartError, Tie};

pub use command::BotCommand;
pub use environment::{UNBUFFERED, set_bot_environment};
pub use error::{EndedError, StartProcessError};
pub use excerpt::excerpt;
pub use keeper::{Signalled, keep};
pub use last_error::last_error;
pub use log::{length, log_path, written_since};
pub use marks::{MatchMark, written_during};
pub use proxies::proxy_hint;

/// A bot's process, together with all processes that it starts itself, such as a bot inside a shell or the bridge's
/// command. All of them end when this is dropped, and when this process ends, even if it is killed. [`BotCommand`] says
/// which don't.
#[derive(Debug)]
pub struct Process {
    name: BotName,
    /// The command, in a form for people.
    command: String,
    /// The bot's own process, or its keeper.
    child: Child,
    tie: Tie,
    /// How the bot's own process ended, once that is known.
    status: Option<ExitStatus>,
    log: PathBuf,
    /// How long the log was before the process was started.
    log_before: u64,
    /// The channel for the marks of matches in the log.
    marks: mpsc::Sender<MatchMark>,
    /// The task that copies what the process writes to its log.
    copying: JoinHandle<()>,
}

/// How a process ended after it was told to leave.
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
    /// Starts the bot `name` with this command. Its standard output and standard error are appended to its log in
    /// `logs`, in the order in which they are written.
    ///
    /// # Errors
    /// If the command is empty or can't be started, or the log can't be written.
    pub async fn start(
        name: BotName,
        command: &BotCommand,
        addr: SocketAddr,
        token: &str,
        logs: &Path,
    ) -> Result<Process, StartProcessError> {
        let Some(program) = command.program() else {
            return Err(StartProcessError::EmptyCommand { name });
        };
        let log_error = |path: &Path| {
            let path = path.to_owned();
            move |source| StartProcessError::Log { name, path, source }
        };
        let log = log_path(logs, name);
        let file = log::open(&log).map_err(log_error(&log))?;
        // After it was opened, which may have moved a long log aside.
        let log_before = length(&log);
        let (written, pipe) = log::pipe().map_err(log_error(&log))?;
        let second = pipe.try_clone().map_err(log_error(&log))?;
        let mut words = command.all_words();
        let mut started = Command::new(words.next().unwrap_or(program));
        set_bot_environment(&mut started)
            .args(words)
            .env("KAHUA_ADDR", addr.to_string())
            .env("KAHUA_TOKEN", token)
            .env("KAHUA_NAME", name.as_str())
            // The connection to the arena doesn't leave this machine, whatever its address is, so the token is safe.
            .env("KAHUA_ALLOW_CLEARTEXT_TOKEN", "1")
            .envs(proxies::exceptions(addr))
            // One pipe for both, so that their lines stay in order.
            .stdout(pipe)
            .stderr(second);
        if let Some(dir) = command.dir() {
            started.current_dir(dir);
        }
        let result = match command.is_kept() {
            true => tie::start_kept(&mut started).await,
            false => tie::start_alone(&mut started),
        };
        // The log is copied before the process is known to run, so that the log has what a failing keeper writes.
        let (marks, to_write) = mpsc::channel(limits::BOT_LOG_MARKS_MAX);
        let copying = tokio::spawn(log::copy(name, written, file, to_write));
        let (child, tie) = result.map_err(|error| match error {
            StartError::Command(error) => StartProcessError::Spawn { name, program: program.clone(), error },
            StartError::Keeper(error) => StartProcessError::Keeper { name, log: log.clone(), error },
        })?;
        Ok(Process { name, command: command.in_words(), child, tie, status: None, log, log_before, marks, copying })
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

    /// The channel for marks of the bot's matches. They appear in the log among what the bot writes.
    #[must_use]
    pub fn marks(&self) -> mpsc::Sender<MatchMark> {
        self.marks.clone()
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

    /// Waits for the process to exit, kills what it has left, and makes sure that its last output is in the log. It may
    /// be called again after that.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn exit(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        let ended = self.child.wait().await?;
        let status = self.tie.ended(ended).await;
        self.status = Some(status);
        // Now that what was left is killed: it might have held the pipe open.
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

    /// Sends SIGTERM to the process and all its descendants, and kills them if they don't end.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn terminate(&mut self) -> io::Result<Departure> {
        self.tie.terminate();
        match timeout(limits::BOT_TERM_TIMEOUT, self.exit()).await {
            Ok(status) => status.map(Departure::Terminated),
            Err(_) => self.kill().await.map(|()| Departure::Killed),
        }
    }

    /// Kills the process and all its descendants.
    ///
    /// # Errors
    /// If the system can't report the exit.
    pub async fn kill(&mut self) -> io::Result<()> {
        self.tie.kill().await;
        if timeout(limits::KEEPER_KILL_TIMEOUT, self.exit()).await.is_err() {
            // The keeper itself doesn't react, for example because it was stopped.
            self.child.start_kill()?;
        }
        self.exit().await.map(drop)
    }

    /// Waits until everything that was written is in the log. It doesn't wait for a process that has left the group,
    /// which may hold the pipe open.
    async fn copied(&mut self) {
        if !self.copying.is_finished() {
            let _copied_or_held_open = timeout(limits::BOT_LOG_TIMEOUT, &mut self.copying).await;
        }
    }
}

#[cfg(test)]
mod tests;

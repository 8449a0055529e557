//! The process of the bot under check: started, started again, asked to end.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use tokio::time::timeout;

use super::error::CheckError;
use kahua_core::ids::BotName;
use kahua_server::process::{Process, log_path};

/// How long a bot has to end after SIGTERM.
const END_MAX: Duration = Duration::from_secs(2);
/// How much of a step's standard error is reported, in bytes: the end of it.
const STDERR_BYTES_MAX: u64 = 4096;

/// The bot under check.
#[derive(Debug)]
pub(crate) struct Candidate {
    name: BotName,
    /// The program that starts it, and its arguments.
    command: Vec<OsString>,
    token: String,
    logs: PathBuf,
    process: Option<Process>,
    /// How the process ended, once that is known.
    ended: Option<ExitStatus>,
}

impl Candidate {
    /// A bot that hasn't been started; its log goes into this directory.
    pub(crate) fn new(name: BotName, command: Vec<OsString>, token: String, logs: PathBuf) -> Candidate {
        Candidate { name, command, token, logs, process: None, ended: None }
    }

    /// Kills the bot's process, if it runs.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) async fn stop(&mut self) -> Result<(), CheckError> {
        match self.process.take() {
            Some(mut process) => process.kill().await.map_err(CheckError::Process),
            None => Ok(()),
        }
    }

    /// Starts the bot's process.
    ///
    /// # Errors
    /// If the command can't be started.
    pub(crate) async fn start(&mut self, addr: SocketAddr) -> Result<(), CheckError> {
        let process = Process::start(self.name, &self.command, addr, &self.token, &self.logs);
        self.process = Some(process.map_err(|error| CheckError::Start(error.into()))?);
        self.ended = None;
        Ok(())
    }

    /// Resolves with the exit status when the process has ended, at once if it has already.
    ///
    /// # Errors
    /// If the system doesn't report it.
    pub(crate) async fn ended(&mut self) -> Result<ExitStatus, CheckError> {
        if let Some(ended) = self.ended {
            return Ok(ended);
        }
        let Some(process) = &mut self.process else { return std::future::pending().await };
        let ended = process.exit().await.map_err(CheckError::Process)?;
        Ok(*self.ended.insert(ended))
    }

    /// Whether the process is running.
    pub(crate) fn is_running(&self) -> bool {
        self.ended.is_none() && self.process.as_ref().is_some_and(Process::is_running)
    }

    /// Asks the process to end with SIGTERM, and kills it if it doesn't. The text says how it ended.
    ///
    /// # Errors
    /// If the process can't be watched or killed.
    pub(crate) async fn end(&mut self) -> Result<String, CheckError> {
        let Some(process) = &mut self.process else { return Ok("it wasn't running".into()) };
        process.ask_to_end();
        match timeout(END_MAX, process.exit()).await {
            Ok(status) => Ok(format!("exited after SIGTERM ({})", status.map_err(CheckError::Process)?)),
            Err(_) => {
                process.kill().await.map_err(CheckError::Process)?;
                Ok(format!("was still running {} s after SIGTERM and was killed", END_MAX.as_secs()))
            }
        }
    }

    /// The bot's log.
    pub(crate) fn log(&self) -> PathBuf {
        log_path(&self.logs, self.name)
    }

    /// How long the log is, in bytes.
    pub(crate) fn log_length(&self) -> u64 {
        self.log().metadata().map_or(0, |log| log.len())
    }

    /// The end of what was written to the log after its first `length` bytes, in whole lines.
    pub(crate) fn stderr_since(&self, length: u64) -> String {
        tail(&self.log(), length).unwrap_or_default()
    }
}

fn tail(log: &Path, from: u64) -> std::io::Result<String> {
    let mut file = File::open(log)?;
    let length = file.metadata()?.len();
    let start = from.max(length.saturating_sub(STDERR_BYTES_MAX));
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(STDERR_BYTES_MAX).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let whole = if start > from { text.split_once('\n').map_or(&*text, |(_, rest)| rest) } else { &text };
    Ok(whole.to_owned())
}

//! The process of the bot under check: starting, restarting and ending it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitStatus;

use super::error::CheckError;
use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_process::{BotCommand, Departure, Process, excerpt, length, log_path, written_since};

/// The bot under check.
#[derive(Debug)]
pub(crate) struct Candidate {
    name: BotName,
    command: BotCommand,
    token: String,
    logs: PathBuf,
    process: Option<Process>,
    /// How the process ended, once that is known.
    ended: Option<ExitStatus>,
}

impl Candidate {
    /// A bot that hasn't been started; its log goes into this directory.
    pub(crate) fn new(name: BotName, command: BotCommand, token: String, logs: PathBuf) -> Candidate {
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
        let process = Process::start(self.name, &self.command, addr, &self.token, &self.logs).await;
        self.process = Some(process.map_err(|error| CheckError::Start(error.into()))?);
        self.ended = None;
        Ok(())
    }

    /// Resolves with the exit status when the process has ended; at once if it has ended already.
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
        Ok(match process.terminate().await.map_err(CheckError::Process)? {
            Departure::ByItself(status) | Departure::Terminated(status) => format!("exited after SIGTERM ({status})"),
            Departure::Killed => {
                format!("was still running {} s after SIGTERM and was killed", limits::BOT_TERM_TIMEOUT.as_secs())
            }
        })
    }

    /// The bot's log.
    pub(crate) fn log(&self) -> PathBuf {
        log_path(&self.logs, self.name)
    }

    /// How long the log is, in bytes.
    pub(crate) fn log_length(&self) -> u64 {
        length(&self.log())
    }

    /// The first and the last lines that were written to the log after its first `length` bytes.
    pub(crate) fn output_since(&self, length: u64) -> String {
        excerpt(&written_since(&self.log(), length)).join("\n")
    }
}

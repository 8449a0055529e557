//! The process of the bot under check: started, started again, asked to end.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use anyhow::Context;
use tokio::time::timeout;

use kahua_core::ids::BotName;
use kahua_server::process::{Process, log_path};

/// How long a bot has to end after SIGTERM.
const END_MAX: Duration = Duration::from_secs(2);
/// The most of a step's standard error that is shown, in bytes: its end.
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
    /// How the process ended, once that was seen.
    ended: Option<ExitStatus>,
}

impl Candidate {
    /// A bot that isn't started yet; its log goes into this directory.
    pub(crate) fn new(name: BotName, command: Vec<OsString>, token: String, logs: PathBuf) -> Candidate {
        Candidate { name, command, token, logs, process: None, ended: None }
    }

    /// Ends the bot's process at once, if it runs.
    ///
    /// # Errors
    /// If the system refuses.
    pub(crate) async fn stop(&mut self) -> anyhow::Result<()> {
        match self.process.take() {
            Some(mut process) => process.kill().await.context("the bot's process can't be ended"),
            None => Ok(()),
        }
    }

    /// Starts the bot's process.
    ///
    /// # Errors
    /// If the command can't be started.
    pub(crate) async fn start(&mut self, addr: SocketAddr) -> anyhow::Result<()> {
        self.process = Some(Process::start(self.name, &self.command, addr, &self.token, &self.logs)?);
        self.ended = None;
        Ok(())
    }

    /// Resolves when the process has ended, at once if it has already; says how.
    ///
    /// # Errors
    /// If the system doesn't tell.
    pub(crate) async fn ended(&mut self) -> anyhow::Result<ExitStatus> {
        if let Some(ended) = self.ended {
            return Ok(ended);
        }
        let Some(process) = &mut self.process else { return std::future::pending().await };
        let ended = process.exit().await.context("the bot's process")?;
        Ok(*self.ended.insert(ended))
    }

    /// Whether the process is running.
    pub(crate) fn is_running(&self) -> bool {
        self.ended.is_none() && self.process.as_ref().is_some_and(Process::is_running)
    }

    /// Asks the process to end by SIGTERM, and ends it if it doesn't; says how it ended.
    ///
    /// # Errors
    /// If the system is in the way.
    pub(crate) async fn end(&mut self) -> anyhow::Result<String> {
        let Some(process) = &mut self.process else { return Ok("it wasn't running".into()) };
        process.ask_to_end();
        match timeout(END_MAX, process.exit()).await {
            Ok(status) => Ok(format!("ended at SIGTERM ({})", status.context("the bot's process")?)),
            Err(_) => {
                process.kill().await.context("the bot's process can't be ended")?;
                Ok(format!("was still there {} s after SIGTERM, so it was killed", END_MAX.as_secs()))
            }
        }
    }

    /// The bot's whole log.
    pub(crate) fn log(&self) -> PathBuf {
        log_path(&self.logs, self.name)
    }

    /// How long the log is, in bytes.
    pub(crate) fn log_length(&self) -> u64 {
        self.log().metadata().map_or(0, |log| log.len())
    }

    /// What was written to the log since it was so long: the end of it, in whole lines.
    pub(crate) fn said_since(&self, length: u64) -> String {
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

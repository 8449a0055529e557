//! The command behind a bridge: started, written to, read line by line, and ended.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, anyhow};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::line::shown;
use kahua_core::limits::{BRIDGE_LINE_BYTES_MAX, BRIDGE_LINES_UNREAD_MAX};

/// How long a command whose output or input is closed has to end, so that it can be said how it did.
const LAST_MOMENT: Duration = Duration::from_millis(500);
/// How long a command has to end by itself once its standard input has ended, before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// Lines of the command that wait to be looked at. There is one for each ask, so more only lets it be a little ahead.
const LINES_READ_AHEAD: usize = 4;

/// A running command. It is killed when this is dropped; [`Command::end`] is kinder.
#[derive(Debug)]
pub(super) struct Command {
    child: Child,
    reading: JoinHandle<String>,
    writing: JoinHandle<String>,
}

/// The two ways between a bridge and its command, as lines.
#[derive(Debug)]
pub(super) struct Lines {
    /// To its standard input, with their ends.
    pub(super) to: mpsc::Sender<String>,
    /// From its standard output, each with its number.
    pub(super) from: mpsc::Receiver<(u64, String)>,
}

impl Command {
    /// Starts this command; its standard error is this process's own.
    ///
    /// # Errors
    /// If it can't be started.
    pub(super) fn start(words: &[String]) -> anyhow::Result<(Command, Lines)> {
        let mut child = tokio::process::Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("the command {:?} can't be started", words[0]))?;
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let (to, unread) = mpsc::channel(BRIDGE_LINES_UNREAD_MAX);
        let (read, from) = mpsc::channel(LINES_READ_AHEAD);
        let (reading, writing) = (tokio::spawn(read_lines(stdout, read)), tokio::spawn(write_lines(unread, stdin)));
        Ok((Command { child, reading, writing }, Lines { to, from }))
    }

    /// Waits until nothing more can be said or heard, which should never be; says why.
    pub(super) async fn failed(&mut self) -> anyhow::Error {
        let reason = tokio::select! {
            biased;
            reason = &mut self.reading => reason,
            reason = &mut self.writing => reason,
        };
        let ended = timeout(LAST_MOMENT, self.child.wait()).await;
        match (ended, reason) {
            (Ok(Ok(status)), _) => {
                anyhow!("it ended while it was needed ({status}): it must answer asks until its input ends")
            }
            (_, Ok(reason)) => anyhow!(reason),
            (_, Err(error)) => anyhow!(error),
        }
    }

    /// Ends its standard input, and the command itself if it doesn't end then.
    pub(super) async fn end(mut self) {
        self.reading.abort();
        // The task holds the only way in; it is gone when the task is.
        self.writing.abort();
        if !self.writing.is_finished() {
            let _aborted = (&mut self.writing).await;
        }
        if timeout(GRACE, self.child.wait()).await.is_err() {
            // It may just have ended by itself.
            let _ = self.child.kill().await;
        }
    }
}

/// Reads lines until there are no more; says why.
async fn read_lines(stdout: ChildStdout, read: mpsc::Sender<(u64, String)>) -> String {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let found = (&mut stdout).take(BRIDGE_LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut bytes).await;
        match found {
            Ok(0) => break,
            Ok(length) if length > BRIDGE_LINE_BYTES_MAX => return too_long(number, &bytes),
            Ok(_) => {}
            Err(error) => return format!("its output can't be read: {error}"),
        }
        if read.send((number, String::from_utf8_lossy(&bytes).into_owned())).await.is_err() {
            break;
        }
    }
    "it closed its standard output: expected one line for each ask until its input ends".to_owned()
}

fn too_long(number: u64, bytes: &[u8]) -> String {
    let start = shown(&String::from_utf8_lossy(bytes));
    format!(
        "line {number} of its output, {start}, is longer than the {BRIDGE_LINE_BYTES_MAX} bytes that an answer may have"
    )
}

/// Writes lines until that fails; says why.
async fn write_lines(mut unread: mpsc::Receiver<String>, mut stdin: ChildStdin) -> String {
    while let Some(line) = unread.recv().await {
        let written: io::Result<()> = async {
            stdin.write_all(line.as_bytes()).await?;
            stdin.flush().await
        }
        .await;
        if let Err(error) = written {
            return format!("it doesn't read its standard input any more: {error}");
        }
    }
    // Nobody is there to hear this: the other end is gone with the whole bridge.
    String::new()
}

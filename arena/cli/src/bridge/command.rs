//! The process of a bridge's command: starting it, writing and reading lines, and ending it.

use std::io;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, anyhow};
use kahua_process::set_bot_environment;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::line::shown;
use kahua_core::limits::{BRIDGE_LINE_BYTES_MAX, BRIDGE_LINES_UNREAD_MAX};

/// How long to wait for the exit status of a command that has closed its output or input, to report it.
const LAST_MOMENT: Duration = Duration::from_millis(500);
/// How long a command may take to exit after its standard input has ended, before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// How many lines of the command may wait to be read. It should write one line per ask, so a few are enough.
const LINES_READ_AHEAD: usize = 4;

/// A running command, with all that it starts: a script and its engine, say. It is killed when this is dropped;
/// [`Command::end`] lets it exit by itself first.
#[derive(Debug)]
pub(super) struct Command {
    child: Child,
    group: Group,
    reading: JoinHandle<String>,
    writing: JoinHandle<String>,
}

/// The command's process group, which is killed when this is dropped.
#[derive(Debug)]
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0 {
            // All of it may have ended.
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }
}

/// The lines between a bridge and its command, in both directions.
#[derive(Debug)]
pub(super) struct Lines {
    /// To its standard input, each with its line feed.
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
        let mut child = tokio::process::Command::new(&words[0]);
        let mut child = set_bot_environment(&mut child)
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // So that a script's children end with it, and Ctrl-C in a terminal reaches the bridge alone: the command is
            // needed until the open matches have ended.
            .process_group(0)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot start the command {:?}", words[0]))?;
        let group = Group(child.id().and_then(|id| Pid::from_raw(id.try_into().ok()?)));
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let (to, unread) = mpsc::channel(BRIDGE_LINES_UNREAD_MAX);
        let (read, from) = mpsc::channel(LINES_READ_AHEAD);
        let (reading, writing) = (tokio::spawn(read_lines(stdout, read)), tokio::spawn(write_lines(unread, stdin)));
        Ok((Command { child, group, reading, writing }, Lines { to, from }))
    }

    /// Waits until the command can't be read from or written to any more, which should never happen. The error says why.
    pub(super) async fn failed(&mut self) -> anyhow::Error {
        let reason = tokio::select! {
            biased;
            reason = &mut self.reading => reason,
            reason = &mut self.writing => reason,
        };
        let ended = timeout(LAST_MOMENT, self.child.wait()).await;
        match (ended, reason) {
            (Ok(Ok(status)), _) => {
                anyhow!("it exited while it was still needed ({status}): it must answer asks until its input ends")
            }
            (_, Ok(reason)) => anyhow!(reason),
            (_, Err(error)) => anyhow!(error),
        }
    }

    /// Closes its standard input, and kills the command if it doesn't exit then, with all that it has left.
    pub(super) async fn end(mut self) {
        self.reading.abort();
        // The task owns the standard input, which is closed when the task is gone.
        self.writing.abort();
        // `failed` may have taken the result already, and to await it twice is a panic.
        if !self.writing.is_finished() {
            let _aborted = (&mut self.writing).await;
        }
        let exited = timeout(GRACE, self.child.wait()).await.is_ok();
        // What the command has started may still run, even if the command itself has exited.
        drop(self.group);
        if !exited {
            // It has been killed just now, so this is short.
            let _status = self.child.wait().await;
        }
    }
}

/// Reads lines until there are no more. The text says why.
async fn read_lines(stdout: ChildStdout, read: mpsc::Sender<(u64, String)>) -> String {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        // One byte more than allowed shows that a line is too long.
        let found = (&mut stdout).take(BRIDGE_LINE_BYTES_MAX as u64 + 1).read_until(b'\n', &mut bytes).await;
        match found {
            Ok(0) => break,
            Ok(length) if length > BRIDGE_LINE_BYTES_MAX => return too_long(number, &bytes),
            Ok(_) => {}
            Err(error) => return format!("cannot read its output: {error}"),
        }
        if read.send((number, String::from_utf8_lossy(&bytes).into_owned())).await.is_err() {
            break;
        }
    }
    "it closed its standard output: one line for each ask is expected until its input ends".to_owned()
}

fn too_long(number: u64, bytes: &[u8]) -> String {
    let start = shown(&String::from_utf8_lossy(bytes));
    format!(
        "line {number} of its output, {start}, is longer than {BRIDGE_LINE_BYTES_MAX} bytes, the most that an answer may have"
    )
}

/// Writes lines until that fails. The text says why.
async fn write_lines(mut unread: mpsc::Receiver<String>, mut stdin: ChildStdin) -> String {
    while let Some(line) = unread.recv().await {
        let written: io::Result<()> = async {
            stdin.write_all(line.as_bytes()).await?;
            stdin.flush().await
        }
        .await;
        if let Err(error) = written {
            return format!("it no longer reads its standard input: {error}");
        }
    }
    // Nobody reads this: the sender is gone only when the whole bridge is.
    String::new()
}

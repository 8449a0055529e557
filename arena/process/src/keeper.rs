//! The keeper of a bot's command: a process between the arena and the command, which sees to it that nothing of the command
//! is left when the arena has gone, even by SIGKILL.
//!
//! The keeper's standard input is a socket whose other end the arena holds, and nobody else. Over it the keeper says whether
//! the command could be started, and at last how it ended; when it is closed, the keeper kills the command with everything
//! that it has started. On Linux that includes processes that have left the group or the session: the system gives the
//! keeper those whose parents have gone. Elsewhere it is the command's process group.
//!
//! A command that kills its own keeper is on its own: it has the same user's rights.

use std::io;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::sleep;

use super::descendants;
use kahua_core::limits;

/// What the keeper says instead of an error number when the command was started.
pub(super) const STARTED: i32 = 0;

/// What the keeper says when the system gives no number for an error: EINVAL.
const UNNUMBERED: i32 = 22;

/// Which processes hear SIGTERM when the arena wants a bot to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signalled {
    /// The command and all that it has started.
    All,
    /// All that the command has started: it is only what stands around the bot, and ends with it.
    Children,
}

/// Runs a bot's command to its end, or until the arena has gone, and then ends all that is left of it. Whoever calls this
/// starts no other process, and is itself started with a [`BotCommand::kept`](super::BotCommand::kept).
///
/// # Errors
/// If the standard input isn't the arena's socket, or the command can't be started; the arena is told why.
pub async fn keep(command: &mut Command, signalled: Signalled) -> io::Result<()> {
    let mut arena = arena()?;
    descendants::adopt()?;
    // Before the arena hears that the command runs, since it may send these from then on.
    let mut ended = signal(SignalKind::child())?;
    let mut terminate = signal(SignalKind::terminate())?;
    // Its input is held open until it ends, as the arena does for bots that have no keeper.
    let started = command.stdin(Stdio::piped()).process_group(0).spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => {
            arena.write_i32_le(error.raw_os_error().unwrap_or(UNNUMBERED)).await?;
            return Err(error);
        }
    };
    let _input = child.stdin.take();
    let pid = Pid::from_child(&child);
    arena.write_i32_le(STARTED).await?;
    let mut nothing = [0; 1];
    let status = loop {
        tokio::select! {
            biased;
            _ = ended.recv() => {
                if let Some(status) = reap(pid) {
                    break Some(status);
                }
            }
            // It never says anything, so whatever comes is the end.
            _gone = arena.read(&mut nothing) => break None,
            _ = terminate.recv() => descendants::signal(pid, signalled, Signal::TERM),
        }
    };
    let status = end_all(pid, status).await;
    if let Some(status) = status {
        // An arena that has gone needn't be told.
        let _told = arena.write_i32_le(status.as_raw()).await;
    }
    Ok(())
}

/// The arena's socket.
fn arena() -> io::Result<UnixStream> {
    let socket = StdUnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    socket.set_nonblocking(true)?;
    UnixStream::from_std(socket)
}

/// Kills whatever the command has left, until nothing is; returns the status of the command itself.
async fn end_all(pid: Pid, mut status: Option<WaitStatus>) -> Option<WaitStatus> {
    for _ in 0..limits::KEEPER_ROUNDS_MAX {
        if !descendants::kill_all(pid) {
            break;
        }
        sleep(limits::KEEPER_PAUSE).await;
        status = reap(pid).or(status);
    }
    status
}

/// Takes note of all children that have ended, adopted ones too; returns the status of the command, if it is one of them.
fn reap(pid: Pid) -> Option<WaitStatus> {
    let mut status = None;
    while let Ok(Some((ended, how))) = rustix::process::wait(WaitOptions::NOHANG) {
        if ended == pid {
            status = Some(how);
        }
    }
    status
}

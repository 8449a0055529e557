//! The keeper of a bot's command: a process between the arena and the command. It makes sure that nothing of the
//! command is left when the arena has gone, even by SIGKILL.
//!
//! The keeper's standard input is a socket, and only the arena holds its other end. Over it the keeper reports whether
//! the command could be started, and at last how it ended. When the socket is closed, the keeper kills the command and
//! everything that it has started. On Linux that includes processes that have left the group or the session, because
//! the system makes the keeper the parent of orphans. Elsewhere it is the command's process group.
//!
//! A command can kill its own keeper, since both run as the same user. Then nothing cleans up after it.

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

/// The keeper's message that the command was started, in place of an error number.
pub(super) const STARTED: i32 = 0;

/// The keeper's error number if the system gives none: EINVAL.
const UNNUMBERED: i32 = 22;

/// Which processes get SIGTERM when the arena wants a bot to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signalled {
    /// The command and all its descendants.
    All,
    /// Only the descendants: the command is a wrapper around the bot, and ends with it.
    Children,
}

/// Runs a bot's command to its end, or until the arena has gone, and then ends all that is left of it. The calling
/// process must start no other process, and must itself be started with a
/// [`BotCommand::kept`](super::BotCommand::kept).
///
/// # Errors
/// If the standard input isn't the arena's socket, or the command can't be started; the arena is told why.
pub async fn keep(command: &mut Command, signalled: Signalled) -> io::Result<()> {
    let mut arena = arena()?;
    descendants::adopt()?;
    // This comes before the arena hears that the command runs, since the arena may send these signals from then on.
    let mut ended = signal(SignalKind::child())?;
    let mut terminate = signal(SignalKind::terminate())?;
    // The keeper holds the command's input open until it ends, as the arena does for bots without a keeper.
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
            // The arena never writes to this socket, so whatever comes is its end.
            _gone = arena.read(&mut nothing) => break None,
            _ = terminate.recv() => descendants::signal(pid, signalled, Signal::TERM),
        }
    };
    let status = end_all(pid, status).await;
    if let Some(status) = status {
        // If the arena has gone, the message fails, and that is fine.
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

/// Kills everything that the command has left, until nothing remains; returns the status of the command itself.
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

/// Reaps all children that have ended, including adopted ones; returns the status of the command if it is one of them.
fn reap(pid: Pid) -> Option<WaitStatus> {
    let mut status = None;
    while let Ok(Some((ended, how))) = rustix::process::wait(WaitOptions::NOHANG) {
        if ended == pid {
            status = Some(how);
        }
    }
    status
}

//! The tie between a bot's process and the arena: the process ends with the arena.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdUnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

use super::keeper;
use kahua_core::limits;

/// The tie to a running process. When it is dropped, the process and its descendants end.
#[derive(Debug)]
pub(super) enum Tie {
    /// The process group of a process without a keeper; `None` once it was killed. Its standard input ends when the
    /// arena is killed.
    Group { group: Option<Pid>, _stdin: Option<ChildStdin> },
    /// A keeper, and the socket to it.
    Keeper { keeper: Option<Pid>, socket: UnixStream },
}

/// Why a bot's process can't be started.
#[derive(Debug)]
pub(super) enum StartError {
    /// The system can't start the command.
    Command(io::Error),
    /// The keeper can't be started, or has failed and has written the reason to the log.
    Keeper(io::Error),
}

/// Starts this command, alone in a process group of its own.
///
/// # Errors
/// If the system can't start it.
pub(super) fn start_alone(command: &mut Command) -> Result<(Child, Tie), StartError> {
    let mut child = command.stdin(Stdio::piped()).process_group(0).spawn().map_err(StartError::Command)?;
    let tie = Tie::Group { group: pid(&child), _stdin: child.stdin.take() };
    Ok((child, tie))
}

/// Starts a keeper, and waits until it has started the bot's command.
///
/// # Errors
/// If the system can't start one of them, or the keeper doesn't answer.
pub(super) async fn start_kept(command: &mut Command) -> Result<(Child, Tie), StartError> {
    let (child, mut socket) = start_keeper(command).map_err(StartError::Keeper)?;
    let said = timeout(limits::KEEPER_START_TIMEOUT, socket.read_i32_le()).await;
    match said.map_err(|_| io::Error::from(io::ErrorKind::TimedOut)).flatten() {
        Ok(keeper::STARTED) => {
            let keeper = pid(&child);
            Ok((child, Tie::Keeper { keeper, socket }))
        }
        Ok(error) => Err(StartError::Command(io::Error::from_raw_os_error(error))),
        Err(error) => Err(StartError::Keeper(error)),
    }
}

fn start_keeper(command: &mut Command) -> io::Result<(Child, UnixStream)> {
    let (ours, theirs) = StdUnixStream::pair()?;
    ours.set_nonblocking(true)?;
    let socket = UnixStream::from_std(ours)?;
    let child = command.stdin(Stdio::from(OwnedFd::from(theirs))).process_group(0).spawn()?;
    // The command still holds the keeper's end of the socket. While that is open, the arena wouldn't notice that a
    // keeper dies.
    command.stdin(Stdio::null());
    Ok((child, socket))
}

fn pid(child: &Child) -> Option<Pid> {
    Pid::from_raw(child.id()?.try_into().ok()?)
}

impl Tie {
    /// Sends SIGTERM to the process and all its descendants.
    pub(super) fn terminate(&self) {
        // The process may just have ended by itself.
        let _gone = match self {
            Tie::Group { group: Some(group), .. } => kill_process_group(*group, Signal::TERM),
            Tie::Keeper { keeper: Some(keeper), .. } => kill_process(*keeper, Signal::TERM),
            Tie::Group { group: None, .. } | Tie::Keeper { keeper: None, .. } => Ok(()),
        };
    }

    /// Kills the process and all its descendants. A keeper may need a moment for that.
    pub(super) async fn kill(&mut self) {
        match self {
            Tie::Group { .. } => self.kill_group(),
            // A keeper that has just gone can't be told.
            Tie::Keeper { socket, .. } => _ = socket.shutdown().await,
        }
    }

    /// How the command itself ended, after its own process or its keeper has ended with `status`. Then kills what is
    /// left of its group.
    pub(super) async fn ended(&mut self, status: ExitStatus) -> ExitStatus {
        match self {
            Tie::Group { .. } => {
                self.kill_group();
                status
            }
            Tie::Keeper { keeper, socket } => {
                *keeper = None;
                // The keeper has gone, so either its message is here or the end of the socket.
                socket.read_i32_le().await.map_or(status, ExitStatus::from_raw)
            }
        }
    }

    fn kill_group(&mut self) {
        // Only once: later the system may give the number to another group.
        if let Tie::Group { group, .. } = self
            && let Some(group) = group.take()
        {
            let _gone = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Tie {
    fn drop(&mut self) {
        // A keeper notices that its socket ends, and kills everything itself.
        self.kill_group();
    }
}

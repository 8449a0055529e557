//! `kahua forward` runs a bot inside a sandbox, and takes the arena's place there. The keeper starts it.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;

use anyhow::{Context, anyhow};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::signal::unix::{SignalKind, signal};

use crate::exit::{CommandResult, Failure};
use crate::keep::{limits, relay};
use crate::runtime::in_runtime;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Carry connections to this socket.
    #[arg(long, value_name = "SOCKET")]
    to: PathBuf,
    /// Accept them at this address.
    #[arg(long, value_name = "ADDR")]
    listen: SocketAddr,
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let status = in_runtime(async {
        let listener = TcpListener::bind(args.listen).await.context("cannot listen inside of the sandbox")?;
        // The command gets the signal too, and this process ends with it.
        let _heard = signal(SignalKind::terminate())?;
        limits::set_processes().context("cannot limit the processes of the command")?;
        let program = &args.command[0];
        let mut bot = Command::new(program).args(&args.command[1..]).spawn().map_err(|error| {
            let remedy = "to show it what it needs, use --readable";
            anyhow!("the command {program:?} can't be started in the sandbox: {error}; {remedy}")
        })?;
        tokio::select! {
            biased;
            status = bot.wait() => status.context("cannot wait for the command"),
            () = relay::to_socket(listener, &args.to) => anyhow::bail!("nothing leads out of the sandbox any more"),
        }
    })??;
    match status.code().or_else(|| Some(128 + status.signal()?)) {
        Some(0) => Ok(()),
        code => Err(Failure::OfCommand(code.and_then(|code| code.try_into().ok()).unwrap_or(1))),
    }
}

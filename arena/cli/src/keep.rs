//! `kahua keep`: runs a bot's command between an arena and the system. The other commands start it.

use std::ffi::OsString;
use std::process::Command;

use kahua_server::process;

use crate::exit::CommandResult;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut command = Command::new(&args.command[0]);
    command.args(&args.command[1..]);
    // The arena is told why a command can't be started, and says so itself.
    let _told = runtime.block_on(process::keep(&mut command));
    Ok(())
}

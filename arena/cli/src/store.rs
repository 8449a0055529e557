//! `kahua store`: what is done with a whole store.

mod copy;
mod name;

use crate::exit::CommandResult;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Copy a store into a PostgreSQL database, or from there into a data directory, and verify every record of the copy.
    Copy(copy::Args),
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Copy(args) => copy::run(args),
    }
}

//! The command line: one file a command, and here the list of them.

mod bench;
mod exit;
mod games;
mod look;
mod playthrough;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use exit::Failure;

/// What a command returns.
type Done = Result<(), Failure>;

#[derive(Debug, Parser)]
#[command(
    name = "kahua",
    version,
    about = "A bot arena for board games: it owns the games, asks bots over gRPC, and keeps records and ratings.",
    after_help = "\
Examples:
  kahua demo                                  see it all at work in a minute
  kahua serve --data league                   an arena on this machine, for bots to connect to
  kahua play --game haleakala --bot a=./a.py --bot b=./b.py --matches 20

Exit codes: 0 done; 1 a check failed (verify, check); 2 a wrong command line;
3 something outside is in the way (a port, a file, a store, a bot that doesn't start); 70 a defect in kahua."
)]
struct Kahua {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the games with their seats, options and rulesets.
    Games(games::Args),
    /// Play one random game and tell it in full, for golden files and cross-checks.
    Playthrough(playthrough::Args),
    /// Measure the engine or the whole arena on this machine.
    #[command(subcommand)]
    Bench(bench::Bench),
}

/// Runs the command that the process was started with.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Kahua::parse().command {
        Command::Games(args) => games::run(&args),
        Command::Playthrough(args) => playthrough::run(&args),
        Command::Bench(bench) => bench::run(&bench),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

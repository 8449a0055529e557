//! The command line: one file a command, and here the list of them.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::exit::Failure;
use crate::{bench, bot, bridge, check, demo, games, house, matches, play, playthrough, serve, standings, verify};

/// What a command returns.
pub(crate) type CommandResult = Result<(), Failure>;

#[derive(Debug, Parser)]
#[command(
    name = "kahua",
    version,
    about = "A bot arena for board games: it owns the games, asks bots over gRPC, and keeps records and ratings.",
    after_help = "\
Examples:
  kahua demo                    see it all at work in a minute
  kahua serve --data league     an arena on this machine, for bots to connect to
  kahua play --game haleakala --bot a=\"python3 a.py\" --bot b=house:greedy --matches 20
  kahua check --bot \"python3 a.py\"   is this bot ready for a league?

Exit codes: 0 done; 1 a check failed (check, verify); 2 a wrong command line or file of settings;
3 something outside is in the way (a port, a file, a store, a bot that doesn't start); 101 a defect in kahua."
)]
struct Kahua {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// See it all at work: an arena, bots in processes of their own, rated matches, a live table.
    Demo(demo::Args),
    /// Run an arena for bots to connect to.
    Serve(serve::Args),
    /// Start the bots you name, play them, and print the cross table and the ratings.
    Play(play::Args),
    /// Check step by step that a bot keeps to the protocol, before it enters a league.
    Check(check::Args),
    /// Play as a bot with a command that reads asks and writes answers as lines, so that it needs no gRPC.
    Bridge(bridge::Args),
    /// The tables of all pools, computed from the records.
    Standings(standings::Args),
    /// Finished and running matches, one by one.
    #[command(subcommand)]
    Match(matches::Match),
    /// Play every record again and check that all of it follows from rules, seed and decisions.
    Verify(verify::Args),
    /// The bots that an arena knows, and their tokens.
    #[command(subcommand)]
    Bot(bot::Bot),
    /// List the games with their seats, options and rulesets.
    Games(games::Args),
    /// Play one random game and tell it in full, for golden files and cross-checks.
    Playthrough(playthrough::Args),
    /// Measure the engine or the whole arena on this machine.
    #[command(subcommand)]
    Bench(bench::Bench),
    /// One of the house bots, in this process.
    #[command(hide = true)]
    House(house::Args),
}

/// Runs the command that the process was started with.
#[must_use]
pub(crate) fn main() -> ExitCode {
    let done = match Kahua::parse().command {
        Command::Demo(args) => demo::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Bridge(args) => bridge::run(&args),
        Command::Standings(args) => standings::run(&args),
        Command::Match(command) => matches::run(&command),
        Command::Verify(args) => verify::run(&args),
        Command::Bot(command) => bot::run(&command),
        Command::Games(args) => games::run(&args),
        Command::Playthrough(args) => playthrough::run(&args),
        Command::Bench(bench) => bench::run(&bench),
        Command::House(args) => house::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

//! `kahua match`: lists, shows, replays, exports and corrects matches.

mod correct;
mod csv;
mod decisions;
mod export;
mod filter;
mod list;
pub(crate) mod pages;
mod pgn;
mod replay;
mod show;
mod written;

pub(crate) use replay::{expect_moves, in_words};
pub(crate) use written::written;

use crate::exit::CommandResult;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// List matches, one per line: first the running ones, then the finished ones, newest first.
    List(list::Args),
    /// Show a match: what was played, by whom, how it ended, and how long each bot thought.
    Show(show::Args),
    /// Tell a match in words, step by step, with its boards as text or as pictures.
    Replay(replay::Args),
    /// Write records for other programs as JSON, text, CSV, or PGN headers with results.
    Export(export::Args),
    /// Let a match count for nothing.
    Annul(correct::Annul),
    /// Let a match count with other places.
    Correct(correct::Correct),
}

pub(super) fn run(command: &Command) -> CommandResult {
    match command {
        Command::List(args) => list::run(args),
        Command::Show(args) => show::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Export(args) => export::run(args),
        Command::Annul(args) => correct::annul(args),
        Command::Correct(args) => correct::set_places(args),
    }
}

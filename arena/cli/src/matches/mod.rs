//! `kahua match`: finished and running matches, one by one.

mod export;
mod list;
mod pgn;
mod replay;
mod show;

use crate::cli::CommandResult;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Match {
    /// One line a match: the running ones first, then the finished ones, newest first.
    List(list::Args),
    /// One match: who, what, how it ended, and how long everybody thought.
    Show(show::Args),
    /// Every event of a match, checked by the rules on the way; with what a spectator saw.
    Replay(replay::Args),
    /// Records for other programs: as JSON, as text, or as PGN headers with results for rating tools.
    Export(export::Args),
}

pub(super) fn run(command: &Match) -> CommandResult {
    match command {
        Match::List(args) => list::run(args),
        Match::Show(args) => show::run(args),
        Match::Replay(args) => replay::run(args),
        Match::Export(args) => export::run(args),
    }
}

/// A match's end in words: `finished`, `forfeited`, `aborted: the organizer stopped it`.
fn ending(termination: Option<&kahua_proto::pb::arena::v1::Termination>) -> String {
    use kahua_proto::pb::arena::v1::termination::Kind;
    let Some(termination) = termination else { return "running".into() };
    match termination.kind() {
        Kind::Finished => "finished".into(),
        Kind::Forfeited => "forfeited".into(),
        Kind::Aborted => format!("aborted: {}", termination.reason),
        Kind::Unspecified => "?".into(),
    }
}

/// A point in time for people: `2026-11-21 22:40:03Z`.
fn date(unix_ms: i64) -> String {
    jiff::Timestamp::from_millisecond(unix_ms)
        .map_or_else(|_| unix_ms.to_string(), |time| time.strftime("%Y-%m-%d %H:%M:%SZ").to_string())
}

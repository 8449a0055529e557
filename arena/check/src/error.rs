//! What can stop a check.

use std::io;

use crate::harness::ARENA_MAX;

/// An error of another crate, whatever its type.
pub(crate) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a check was stopped before its end: something that isn't the bot's doing. What the bot does wrong is never one of
/// these; it makes a step fail.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is no free port for the bot to connect to.
    #[error("cannot listen on a port of the loopback interface")]
    Listen(#[source] io::Error),
    /// The arena of the check failed: it could not be started, or its server ended with an error.
    #[error("the arena of the check failed")]
    Arena(#[source] BoxError),
    /// The arena of the check refused a match, or its store failed.
    #[error("a match of the check cannot begin")]
    Match(#[source] BoxError),
    /// The arena of the check took far too long; the text says over what.
    #[error("{0} took longer than {limit} s", limit = ARENA_MAX.as_secs())]
    TooSlow(&'static str),
    /// The bot's command can't be started.
    #[error(transparent)]
    Start(BoxError),
    /// The system doesn't let the check watch or end the bot's process.
    #[error("the bot's process cannot be watched or ended")]
    Process(#[source] io::Error),
    /// A step needed the arena while it was stopped: a defect of the check.
    #[error("the arena of the check isn't running")]
    NoArena,
}

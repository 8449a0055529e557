//! What can stop a check, or a step of it.

use std::io;
use std::time::Duration;

/// An error of another crate, whatever its type.
pub(crate) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a check was stopped before its end, for a reason that isn't the bot's fault. A mistake of the bot is never one
/// of these; it makes a step fail.
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
    /// The arena of the check took far too long; it is far quicker on any machine.
    #[error("{what} took longer than {} s", limit.as_secs())]
    TooSlow {
        /// What it did, such as "starting the arena of the check".
        what: &'static str,
        /// The most that it may take.
        limit: Duration,
    },
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

/// Why a step ended before it passed.
#[derive(Debug)]
pub(crate) enum StepError {
    /// The bot failed it; the text says how.
    Failed(String),
    /// There is nothing to check; the text says why.
    Skipped(String),
    /// Something that isn't the bot's doing stops the whole check.
    Broken(CheckError),
}

impl From<CheckError> for StepError {
    fn from(error: CheckError) -> StepError {
        StepError::Broken(error)
    }
}

/// What a step saw when it passed, or why it didn't.
pub(crate) type StepResult = Result<String, StepError>;

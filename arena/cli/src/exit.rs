//! How a command fails: the message for people, and the exit code for programs.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use kahua_server::BuildError;
use kahua_server::host::HostError;
use kahua_settings::LeagueError;

use crate::output::complain;

/// What every command returns.
pub(crate) type CommandResult = Result<(), Failure>;

/// Why a command ended without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check failed, or a test has found that the first bot isn't stronger: exit code 1. The result has been printed
    /// already.
    CheckFailed,
    /// The command line or a settings file is wrong: exit code 2.
    Usage(String),
    /// Something outside kahua went wrong: exit code 3.
    Outside(anyhow::Error),
    /// The allowed matches weren't enough to decide: exit code 4. The result so far has been printed already.
    Undecided,
    /// All matches were played, but a bot has failed in some by its own fault: exit code 5. What it did has been printed already.
    BotFailed,
    /// Not all matches were played: exit code 6. How many are missing has been printed already.
    NotAllPlayed,
    /// The command that this one runs has ended in this way. The exit code is that command's, and there is no message.
    OfCommand(u8),
    /// A second signal has interrupted an orderly exit: exit code 130, and no message.
    Interrupted,
    /// The reader of the output has gone, as `head` does: exit code 0, and no message.
    OutputClosed,
}

impl Failure {
    /// A wrong command line; `problem` says what is wrong, and what would be right.
    pub(crate) fn usage(problem: impl Display) -> Failure {
        Failure::Usage(problem.to_string())
    }

    /// Prints the message to standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::CheckFailed => ExitCode::from(1),
            Failure::Usage(problem) => {
                complain(&format!("error: {problem}\n\nFor more information, try '--help'."));
                ExitCode::from(2)
            }
            Failure::Outside(error) => {
                complain(&format!("error: {error:#}"));
                ExitCode::from(3)
            }
            Failure::Undecided => ExitCode::from(4),
            Failure::BotFailed => ExitCode::from(5),
            Failure::NotAllPlayed => ExitCode::from(6),
            Failure::OfCommand(code) => ExitCode::from(code),
            Failure::Interrupted => ExitCode::from(130),
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Outside(error)
    }
}

impl From<HostError> for Failure {
    fn from(error: HostError) -> Failure {
        match error {
            HostError::Build(BuildError::Tls(problem)) => Failure::usage(problem),
            HostError::Build(BuildError::Webhook(problem)) => Failure::usage(problem),
            HostError::Build(BuildError::League(LeagueError::Store(problem))) => Failure::Outside(problem.into()),
            HostError::Build(BuildError::League(problem)) => Failure::usage(problem),
            other => Failure::Outside(other.into()),
        }
    }
}

impl From<kahua_check::CheckError> for Failure {
    fn from(error: kahua_check::CheckError) -> Failure {
        Failure::Outside(error.into())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::OutputClosed } else { Failure::Outside(error.into()) }
    }
}

//! How a command fails: what it says, and the exit code that programs read.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

/// Why a command ended without success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A check said no: exit code 1. What was found has been printed already.
    CheckFailed,
    /// The command line asks for something that can't be: exit code 2.
    Usage(String),
    /// Something outside is in the way: exit code 3.
    Outside(anyhow::Error),
    /// Whoever reads the output has gone, as `head` does: exit code 0, and nothing more is said.
    OutputClosed,
}

impl Failure {
    /// A wrong command line, in words: what is wrong and what would be right.
    pub(crate) fn usage(problem: impl Display) -> Failure {
        Failure::Usage(problem.to_string())
    }

    /// Says on standard error what is the matter.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::CheckFailed => ExitCode::from(1),
            Failure::Usage(problem) => {
                eprintln!("error: {problem}\n\nFor more, try '--help'.");
                ExitCode::from(2)
            }
            Failure::Outside(error) => {
                eprintln!("error: {error:#}");
                ExitCode::from(3)
            }
            Failure::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Outside(error)
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

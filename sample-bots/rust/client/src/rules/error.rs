//! Why the rules don't answer.

use std::io;

/// Why the rules don't answer a request.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The rules of the game don't allow it now.
    #[error("{0}")]
    Illegal(String),
    /// It was asked for in a wrong way, or it is too much.
    #[error("{0}")]
    Request(String),
    /// The process can't be started.
    #[error("can't start {command}: {error}; put kahua into a folder of PATH, or set KAHUA_RULES to its path")]
    Start {
        /// The command.
        command: String,
        /// What the system says.
        error: io::Error,
    },
    /// The process has ended, or it answers something else than `kahua rules` does.
    #[error("{0}")]
    Process(String),
}

impl RulesError {
    /// The refusal of a request, of a kind that docs/bots/rules.md lists.
    pub(super) fn refused(text: &str, kind: &str) -> RulesError {
        match kind {
            "illegal" => RulesError::Illegal(text.to_owned()),
            _ => RulesError::Request(text.to_owned()),
        }
    }

    /// What the process has answered isn't what was asked for.
    pub(super) fn unexpected(missing: &str) -> RulesError {
        RulesError::Process(format!("an answer of the rules has no {missing}: is the program as new as this library?"))
    }
}

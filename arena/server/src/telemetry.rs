//! Where the arena's log goes, and how much of it.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people.
    #[default]
    Text,
    /// One JSON object a line, for programs.
    Json,
}

/// Writes the log to the standard error output from now on, as the environment variable `KAHUA_LOG` says (`info`,
/// `arena=debug,warn`, ...); `usual` stands where it says nothing. Later calls change nothing.
///
/// # Errors
/// If the variable can't be understood.
pub fn init(form: LogForm, usual: &str) -> Result<(), TelemetryError> {
    let directives = std::env::var("KAHUA_LOG").unwrap_or_else(|_| usual.to_owned());
    let filter = EnvFilter::try_new(&directives)
        .map_err(|problem| TelemetryError { directives, problem: problem.to_string() })?;
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // The first one stands: tests in one process all come here.
    let _already_set = match form {
        LogForm::Text => log.try_init(),
        LogForm::Json => log.json().try_init(),
    };
    Ok(())
}

/// A log setting that can't be understood.
#[derive(Debug, thiserror::Error)]
#[error(
    "the log setting {directives:?} can't be understood: {problem}; write a level such as info, or arena=debug,warn"
)]
pub struct TelemetryError {
    directives: String,
    problem: String,
}

//! The arena's log: where it goes, and which events are in it.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogForm {
    /// Lines for people to read.
    #[default]
    Text,
    /// One JSON object a line, for programs.
    Json,
}

/// Writes the log to standard error from now on. The environment variable `KAHUA_LOG` filters it (`info`,
/// `kahua_play=debug,warn`, ...), or `default` if it isn't set. Later calls change nothing.
///
/// # Errors
/// If the variable isn't a valid filter.
pub fn init(form: LogForm, default: &str) -> Result<(), TelemetryError> {
    let directives = std::env::var("KAHUA_LOG").unwrap_or_else(|_| default.to_owned());
    let filter = EnvFilter::try_new(&directives)
        .map_err(|problem| TelemetryError { directives, problem: problem.to_string() })?;
    let log =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // Tests in one process all call this. The first call counts.
    let _already_set = match form {
        LogForm::Text => log.try_init(),
        LogForm::Json => log.json().try_init(),
    };
    Ok(())
}

/// A log filter that isn't valid.
#[derive(Debug, thiserror::Error)]
#[error(
    "KAHUA_LOG: {directives:?} is not a valid log filter: {problem}; expected a level such as info, or filters such as \
     kahua_play=debug,warn"
)]
pub struct TelemetryError {
    directives: String,
    problem: String,
}

//! The arena's log: where it goes, and which events are in it.

use std::io::{self, IsTerminal};

use tracing_subscriber::Layer;
use tracing_subscriber::filter::{ParseError, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
    let filter = filter(&directives)?;
    let log = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    let log = match form {
        LogForm::Text => log.boxed(),
        LogForm::Json => log.json().boxed(),
    };
    // Tests in one process all call this. The first call counts.
    let _already_set = tracing_subscriber::registry().with(log).with(filter).try_init();
    Ok(())
}

/// The filter that these directives describe. Of the filters of the library, this kind needs no regular expressions, which would
/// take longer to build than all the rest of the log.
fn filter(directives: &str) -> Result<Targets, TelemetryError> {
    let problem =
        |problem: ParseError| TelemetryError { directives: directives.to_owned(), problem: problem.to_string() };
    directives.parse().map_err(problem)
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

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn a_filter_has_a_level_for_everything_and_others_for_parts() {
        let filter = filter("warn,kahua_play=debug,h2=off").unwrap();
        let enabled = |target, level: Level| filter.would_enable(target, &level);
        assert!(enabled("kahua_play::matches", Level::DEBUG) && !enabled("kahua_play::matches", Level::TRACE));
        assert!(enabled("kahua_server", Level::WARN) && !enabled("kahua_server", Level::INFO));
        assert!(!enabled("h2::codec", Level::ERROR));
    }

    #[test]
    fn an_empty_filter_leaves_errors_and_a_wrong_one_is_refused_with_an_example() {
        assert!(filter("").unwrap().would_enable("any", &Level::ERROR));
        let told = filter("kahua_play=loud").unwrap_err().to_string();
        assert!(
            told.contains("\"kahua_play=loud\" is not a valid log filter") && told.contains("such as info"),
            "{told}"
        );
    }
}

//! A bot as a program of its own.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use tracing::warn;
use tracing_subscriber::EnvFilter;

use crate::agent::Agent;
use crate::connection::play_until;
use crate::error::PlayError;
use crate::settings::Settings;
use crate::signals::asked_to_leave;

/// Runs a bot as a program: plays with the settings of the environment ([`Settings::from_env`]) until the arena dismisses
/// the bot. The exit code is 0 then, 1 after an error, and 2 if the settings are wrong.
///
/// - On SIGTERM or Ctrl-C the bot leaves in good order, as [`Connection::play_until`](crate::Connection::play_until)
///   says; a second signal ends it at once.
/// - It logs to standard error what `KAHUA_LOG` asks for, unless the program has set a `tracing` subscriber of its own. At
///   the default level, `info`, that is every match and every fault; at `debug` every answer too.
/// - An error ends the program with one line that says why.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use kahua_client::{Answer, Bot, pb};
///
/// struct FirstLegal;
///
/// impl Bot for FirstLegal {
///     fn choose(&mut self, _ask: &pb::Ask) -> Answer {
///         Answer::index(0)
///     }
/// }
///
/// fn main() -> ExitCode {
///     kahua_client::run(FirstLegal)
/// }
/// ```
pub fn run(bot: impl Agent) -> ExitCode {
    run_with(|settings| (bot, settings))
}

/// Like [`run`], for a bot that needs the settings or changes them.
///
/// ```no_run
/// # use kahua_client::{Answer, Bot, pb};
/// # struct FirstLegal;
/// # impl Bot for FirstLegal {
/// #     fn choose(&mut self, _ask: &pb::Ask) -> Answer {
/// #         Answer::index(0)
/// #     }
/// # }
/// use std::process::ExitCode;
///
/// use kahua_client::Settings;
///
/// fn main() -> ExitCode {
///     let version = env!("CARGO_PKG_VERSION").to_owned();
///     kahua_client::run_with(|settings| (FirstLegal, Settings { version, matches_max: Some(4), ..settings }))
/// }
/// ```
pub fn run_with<A: Agent>(prepare: impl FnOnce(Settings) -> (A, Settings)) -> ExitCode {
    log_to_stderr();
    match play(prepare) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Not through the log, whose filter may hide it.
            eprintln!("error: {error}");
            ExitCode::from(if matches!(error, PlayError::Settings(_)) { 2 } else { 1 })
        }
    }
}

fn play<A: Agent>(prepare: impl FnOnce(Settings) -> (A, Settings)) -> Result<(), PlayError> {
    let (agent, settings) = prepare(Settings::from_env()?);
    let leave = asked_to_leave()?;
    // A bot has one connection, and thus one task: a second thread would only slow it down.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(play_until(settings, agent, leave))
}

fn log_to_stderr() {
    let wanted = std::env::var("KAHUA_LOG").unwrap_or_default();
    let filter = EnvFilter::try_new(if wanted.is_empty() { "info" } else { &wanted });
    let problem = filter.as_ref().err().map(ToString::to_string);
    let filter = filter.unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A program that has a subscriber of its own keeps it.
    let _already_set = log.with_ansi(io::stderr().is_terminal()).try_init();
    if let Some(problem) = problem {
        warn!("KAHUA_LOG is {wanted:?}, which is not a valid filter ({problem}); logging at level info");
    }
}

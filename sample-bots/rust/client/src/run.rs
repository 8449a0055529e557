//! A bot as its own program.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use tracing::warn;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::agent::Agent;
use crate::bot::Bot;
use crate::connection::play_until;
use crate::error::PlayError;
use crate::own_thread::OwnThread;
use crate::pb;
use crate::per_match::{MatchBot, PerMatch};
use crate::settings::Settings;
use crate::signals::asked_to_leave;

/// Runs a bot as a program: plays with the settings of the environment ([`Settings::from_env`]) until the arena dismisses
/// the bot. The exit code is 0 then, 1 after an error, and 2 if the settings are wrong.
///
/// - The bot runs on a thread of its own ([`OwnThread`]), so it may think for as long as its clock allows.
/// - On SIGTERM or Ctrl-C the bot leaves in good order: it gets no new matches, and the program ends with exit code 0 when
///   the open ones have ended, however long that takes. A second signal ends it at once, with exit code 130.
/// - It logs to standard error what `KAHUA_LOG` asks for, unless the program has set a `tracing` subscriber of its own. At
///   the default level, `info`, that is every match and every fault; at `debug` every answer too.
/// - An error ends the program with one line that says why. A panic of the bot has been printed by then, with its place in the
///   source, and with its backtrace where `RUST_BACKTRACE=1` asks for it.
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
pub fn run(bot: impl Bot) -> ExitCode {
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
pub fn run_with<B: Bot>(prepare: impl FnOnce(Settings) -> (B, Settings)) -> ExitCode {
    run_agent(|settings| {
        let (bot, settings) = prepare(settings);
        (OwnThread::new(bot), settings)
    })
}

/// Like [`run`], with an object for each match: `begin` makes it, and the library then calls its methods and closes it.
/// A reconnect keeps it.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use kahua_client::{Answer, MatchBot, pb};
///
/// struct Table {
///     seats: usize,
///     events: usize,
/// }
///
/// impl MatchBot for Table {
///     fn choose(&mut self, ask: &pb::Ask) -> Answer {
///         Answer::index((self.events / self.seats) as u32 % ask.legal_total)
///     }
///
///     fn on_events(&mut self, events: &[pb::MatchEvent]) {
///         self.events += events.len();
///     }
/// }
///
/// fn main() -> ExitCode {
///     kahua_client::run_per_match(|seated| Table { seats: seated.players.len(), events: 0 })
/// }
/// ```
pub fn run_per_match<M: MatchBot>(begin: impl FnMut(&pb::Seated) -> M + Send + 'static) -> ExitCode {
    run_agent(|settings| (OwnThread::new(PerMatch::new(begin)), settings))
}

/// Like [`run_with`], for an agent. It handles events on the connection's thread, and must not block it.
pub fn run_agent<A: Agent>(prepare: impl FnOnce(Settings) -> (A, Settings)) -> ExitCode {
    log_to_stderr();
    match play(prepare) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // This doesn't go through the log, whose filter may hide it.
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
    let filter: Result<Targets, _> = if wanted.is_empty() { "info" } else { &wanted }.parse();
    let problem = filter.as_ref().err().map(ToString::to_string);
    let filter = filter.unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let log = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // If the program has its own subscriber, it keeps it.
    let _already_set = tracing_subscriber::registry().with(filter).with(log).try_init();
    if let Some(problem) = problem {
        warn!("KAHUA_LOG is {wanted:?}, which is not a valid filter ({problem}); logging at level info");
    }
}

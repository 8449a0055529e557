//! A sample bot as a program of its own.

use std::process::ExitCode;

use kahua_client::{PlayError, Settings, connect};
use tracing::error;
use tracing_subscriber::EnvFilter;

use crate::names;

/// Plays as the sample bot with this name, with settings from the environment ([`Settings::from_env`]), until the arena
/// dismisses it. On Ctrl-C it plays its open matches to the end and leaves. It logs to stderr; `KAHUA_LOG=debug` adds every
/// answer.
///
/// # Panics
/// If `name` is not one of [`crate::NAMES`].
#[must_use]
pub fn main(name: &str) -> ExitCode {
    let filter = EnvFilter::try_from_env("KAHUA_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let settings = match Settings::from_env() {
        Ok(settings) => settings,
        Err(error) => {
            error!("{error}");
            return ExitCode::from(2);
        }
    };
    // A bot has one connection, and thus one task: a second thread would only slow it down.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let played = match runtime {
        Ok(runtime) => runtime.block_on(play(name, settings)).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match played {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn play(name: &str, settings: Settings) -> Result<(), PlayError> {
    let (agent, settings) = names::agent(name, settings);
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    connect(settings).await?.play_until(agent, interrupted).await
}

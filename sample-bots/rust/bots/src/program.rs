//! A sample bot as a program of its own.

use std::process::ExitCode;

use tracing::error;
use tracing_subscriber::EnvFilter;

use crate::names;
use kahua_client::Settings;
use kahua_client::{PlayError, connect};

/// Plays as the sample bot with this name, as the environment says, until the arena has no more use for it or the user
/// interrupts it; then it plays its open matches to their end. Logs to stderr; `KAHUA_LOG=debug` shows every ask.
///
/// # Panics
/// If `name` is none of [`crate::NAMES`].
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
    // One connection is one stream of work: a second thread would only pass it to and fro.
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
    let (bot, settings) = names::make(name, settings);
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    connect(settings).await?.play_until(bot, interrupted).await
}

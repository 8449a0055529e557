//! How a command learns that it should stop.

/// Resolves when the process is asked to stop, by Ctrl-C or SIGTERM.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        biased;
        _ = terminate.recv() => Ok(()),
        interrupted = tokio::signal::ctrl_c() => interrupted,
    }
}

/// Resolves with an error when the process is asked to stop before its work is done.
pub(crate) async fn stopped() -> anyhow::Error {
    asked_to_end().await.map_or_else(Into::into, |()| anyhow::anyhow!("interrupted before the end"))
}

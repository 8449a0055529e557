//! How a command learns that it is to end.

/// Resolves when the process is asked to end, by Ctrl-C or SIGTERM.
///
/// # Errors
/// If the system doesn't tell of signals.
pub(crate) async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        biased;
        _ = terminate.recv() => Ok(()),
        interrupted = tokio::signal::ctrl_c() => interrupted,
    }
}

/// Resolves when the process is asked to end before it was through; as an error that says so.
pub(crate) async fn stopped() -> anyhow::Error {
    asked_to_end().await.map_or_else(Into::into, |()| anyhow::anyhow!("stopped before the end"))
}

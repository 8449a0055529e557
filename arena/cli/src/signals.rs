//! How a command learns that it should stop.

use std::io;

use rustix::process::Signal;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::signal::unix::{SignalKind, signal};

/// Listens for Ctrl-C and SIGTERM from the moment of this call; the future resolves when one of them has come. A signal
/// that comes earlier kills the process at once, so this must be called before anything is started that needs an orderly
/// end, such as another process.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn asked_to_end() -> impl Future<Output = io::Result<()>> {
    let (terminate, interrupt) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()));
    async {
        let (mut terminate, mut interrupt) = (terminate?, interrupt?);
        tokio::select! {
            biased;
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        Ok(())
    }
}

/// Makes a write beyond the system's limit of file sizes an error, like one to a full disk. By default it kills the process,
/// without a word.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn survive_file_size_limit() -> io::Result<()> {
    // A command that starts no runtime may write, too.
    let runtime = match Handle::try_current() {
        Ok(_) => None,
        Err(_) => Some(Builder::new_current_thread().enable_io().build()?),
    };
    let _entered = runtime.as_ref().map(Runtime::enter);
    // Tokio's handler stays for as long as the process runs, and nobody has to hear of the signal.
    signal(SignalKind::from_raw(Signal::XFSZ.as_raw())).map(drop)
}

/// As [`asked_to_end`], for a command whose work isn't done by then: resolves with an error that says so.
pub(crate) fn stopped() -> impl Future<Output = anyhow::Error> {
    let asked = asked_to_end();
    async { asked.await.map_or_else(Into::into, |()| anyhow::anyhow!("interrupted before the end")) }
}

//! How a command learns that it should stop.

use std::future::pending;
use std::io;

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens for Ctrl-C, SIGTERM and the end of the terminal (SIGHUP) from this call on; the future resolves when one of
/// them has come. An earlier signal kills the process at once. So call this before starting anything that needs an
/// orderly end, such as another process. If SIGHUP is ignored, as with `nohup`, it stays ignored.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn asked_to_end() -> impl Future<Output = io::Result<()>> {
    let hangup = (!ignores_hangups()).then(hangups);
    let stopped = asked_to_stop();
    async {
        let mut hangup = hangup.transpose()?;
        tokio::select! {
            biased;
            stopped = stopped => stopped,
            () = heard(&mut hangup) => Ok(()),
        }
    }
}

/// As [`asked_to_end`], but only for Ctrl-C and SIGTERM. SIGHUP doesn't end such a command, since supervisors send it
/// with another meaning.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn asked_to_stop() -> impl Future<Output = io::Result<()>> {
    // This isn't part of the future, which may be polled much later: until then, a signal would kill the process.
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

/// Listens for SIGHUP, which doesn't end the process from this call on.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn hangups() -> io::Result<Signal> {
    signal(SignalKind::hangup())
}

async fn heard(hangups: &mut Option<Signal>) {
    match hangups {
        Some(hangups) => drop(hangups.recv().await),
        None => pending().await,
    }
}

/// Whether the process was started with SIGHUP ignored. Only on Linux can this be found out without unsafe code;
/// elsewhere the signal keeps its meaning.
fn ignores_hangups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status");
    status.map_or(true, |status| ignores(&status, SignalKind::hangup()))
}

/// Whether a process with this status ignores the signal.
fn ignores(status: &str, signal: SignalKind) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (signal.as_raw_value() - 1) & 1 == 1)
}

/// Makes a write beyond the system's limit of file sizes an error, like a write to a full disk. By default it kills the
/// process without a message.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn survive_file_size_limit() -> io::Result<()> {
    // A command without a runtime may write, too.
    let runtime = match Handle::try_current() {
        Ok(_) => None,
        Err(_) => Some(Builder::new_current_thread().enable_io().build()?),
    };
    let _entered = runtime.as_ref().map(Runtime::enter);
    // Tokio's handler stays as long as the process runs, and the signal itself needs no reaction.
    signal(SignalKind::from_raw(rustix::process::Signal::XFSZ.as_raw())).map(drop)
}

/// As [`asked_to_end`], for a command that isn't done when the signal comes: resolves with an error that says so.
pub(crate) fn stopped() -> impl Future<Output = anyhow::Error> {
    let asked = asked_to_end();
    async { asked.await.map_or_else(Into::into, |()| anyhow::anyhow!("interrupted before the end")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_says_which_signals_are_ignored() {
        let hangup = SignalKind::hangup();
        assert!(ignores("Name:\tkahua\nSigIgn:\t0000000000000001\nSigCgt:\t0\n", hangup));
        assert!(!ignores("SigIgn:\t0000000000001000\nSigCgt:\t0000000000000001\n", hangup));
        assert!(ignores("Name:\tkahua\n", hangup), "nothing is changed where nothing is known");
    }
}

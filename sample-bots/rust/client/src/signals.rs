//! How a bot's program learns that it should end.

use std::future::Future;
use std::io;
use std::process;
use std::thread;

use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tracing::info;

use crate::play_stream::{FAREWELL_TIMEOUT, LEAVE_TIMEOUT};

/// The exit code of a program that Ctrl-C has ended.
const INTERRUPTED: i32 = 130;

/// Resolves at the first SIGTERM or Ctrl-C. A second one ends the process at once, and so does the end of the time that a
/// bot has to leave: both are noticed by a thread of their own, even while the bot thinks where its connection is.
///
/// # Errors
/// If the process can't receive signals.
pub(crate) fn asked_to_leave() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let mut signals = {
        let _context = runtime.enter();
        Signals::new()?
    };
    let (ask, asked) = oneshot::channel();
    let watch = async move {
        signals.next().await;
        info!("leaving as soon as the open asks are answered; a second signal ends this at once");
        // The receiver is gone if the bot has ended by itself.
        let _ended = ask.send(());
        let code = tokio::select! {
            biased;
            () = signals.next() => INTERRUPTED,
            () = sleep(LEAVE_TIMEOUT + 2 * FAREWELL_TIMEOUT) => 0,
        };
        #[expect(clippy::disallowed_methods, reason = "a bot has nothing to flush, and its own code may never return")]
        process::exit(code);
    };
    thread::Builder::new().name("signals".to_owned()).spawn(move || runtime.block_on(watch))?;
    Ok(async {
        if asked.await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

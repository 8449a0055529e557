//! How a bot's program learns that it should end.

use std::future::Future;
use std::io;
use std::process;
use std::thread;

use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tracing::info;

/// The exit code of a program that a second signal has ended.
const INTERRUPTED: i32 = 130;

/// Resolves at the first SIGTERM or Ctrl-C. A second one ends the process at once. A separate thread notices it, even
/// while the bot blocks the connection's thread.
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
        info!("leaving when the open matches have ended; a second signal ends this at once");
        // The receiver is gone if the bot has ended by itself.
        let _ended = ask.send(());
        signals.next().await;
        #[expect(clippy::disallowed_methods, reason = "a bot has nothing to flush, and its own code may never return")]
        process::exit(INTERRUPTED);
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

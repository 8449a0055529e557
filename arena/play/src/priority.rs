//! What may wait gives way to what players wait for.

use std::cell::Cell;

use kahua_core::limits;
use tracing::debug;

thread_local! {
    static GIVES_WAY: Cell<bool> = const { Cell::new(false) };
}

/// Lets all other threads go before this one, from now on, where the system counts niceness by threads.
///
/// A thread that is merely nice still keeps others waiting until its time slice is over, which takes milliseconds. Whoever has many
/// things to do calls this before each of them, so that those who wait meanwhile wait for one of them at most.
pub fn give_way() {
    std::thread::yield_now();
    if cfg!(target_os = "linux")
        && !GIVES_WAY.replace(true)
        && let Err(problem) = rustix::process::nice(limits::CALL_NICENESS)
    {
        debug!(%problem, "a thread competes with those that serve the players");
    }
}

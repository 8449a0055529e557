//! Lets background work give way to players.

use std::cell::Cell;

use kahua_core::limits;
use tracing::debug;

thread_local! {
    static GIVES_WAY: Cell<bool> = const { Cell::new(false) };
}

/// Lets all other threads run before this one, from now on, if the system has niceness for each thread.
///
/// A nice thread still keeps others waiting until its time slice is over, which takes milliseconds. So a thread with
/// many things to do calls this before each of them. Others then wait for at most one of them.
pub fn give_way() {
    std::thread::yield_now();
    if cfg!(target_os = "linux")
        && !GIVES_WAY.replace(true)
        && let Err(problem) = rustix::process::nice(limits::CALL_NICENESS)
    {
        debug!(%problem, "a thread competes with those that serve the players");
    }
}

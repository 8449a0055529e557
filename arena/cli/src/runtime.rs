//! The async runtimes in which commands wait.

use std::pin::{Pin, pin};

use anyhow::Context;
use tokio::runtime::{Builder, Runtime};

/// Waits for this on one thread, in a command that does nothing beside.
///
/// # Errors
/// If the system has no room for a runtime.
pub(crate) fn in_runtime<T>(work: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = Builder::new_current_thread().enable_all().build().context("cannot start the async runtime")?;
    Ok(block_on(&runtime, work))
}

/// A runtime with a thread for each core.
///
/// # Errors
/// If the system has no room for it.
pub(crate) fn on_all_cores() -> anyhow::Result<Runtime> {
    Runtime::new().context("cannot start the async runtime")
}

/// As [`Runtime::block_on`].
pub(crate) fn block_on<T>(runtime: &Runtime, work: impl Future<Output = T>) -> T {
    let mut result = None;
    block_on_erased(runtime, pin!(async { result = Some(work.await) }));
    result.expect("the work was run to its end")
}

/// One type for all, since a runtime's code is compiled anew for each type of future that it blocks on: seventy among the commands, which were
/// a twentieth of the program.
fn block_on_erased(runtime: &Runtime, work: Pin<&mut dyn Future<Output = ()>>) {
    runtime.block_on(work);
}

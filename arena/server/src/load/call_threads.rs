//! The threads for calls that may block. They are few and of low priority, so that calls, however many, don't take the
//! cores away from players.

use std::sync::LazyLock;

use tokio::sync::Semaphore;
use tokio::task::{JoinError, spawn_blocking};

use kahua_play::priority::give_way;

/// For reading the store: half of the machine's cores.
static READING: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Semaphore::new(cores.div_ceil(2))
});

/// For computing. Estimates may take seconds, and must not keep calls waiting that only read.
static COMPUTING: Semaphore = Semaphore::const_new(1);

/// Reads the store.
pub(crate) async fn read<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    run(&READING, work).await
}

/// Runs a long computation.
pub(crate) async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    run(&COMPUTING, work).await
}

async fn run<T: Send + 'static>(
    threads: &'static Semaphore,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, JoinError> {
    let thread = threads.acquire().await;
    let work = move || {
        // Held until the work is done, even if its caller has gone.
        let _thread = thread;
        give_way();
        work()
    };
    spawn_blocking(work).await
}

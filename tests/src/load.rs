//! What tests and measurements under load share: clients on threads of their own, and the time that players wait.

use std::collections::HashMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use tokio::runtime;
use tokio::sync::oneshot;

/// The priority of threads that must not disturb others.
pub const LOWEST: i32 = 19;

/// Each kind of client has a thread of its own, with this niceness, until what this returns is dropped.
///
/// # Panics
/// If the system has no room for a runtime.
pub fn on_a_thread(niceness: i32, work: impl Future<Output = ()> + Send + 'static) -> oneshot::Sender<()> {
    let (stop, stopped) = oneshot::channel();
    thread::spawn(move || {
        // On Linux this changes only the thread; elsewhere it would change the players, too.
        #[cfg(target_os = "linux")]
        rustix::process::nice(niceness).expect("everybody may be nicer");
        let runtime = runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            tokio::spawn(work);
            let _dropped = stopped.await;
        });
    });
    stop
}

/// The memory of this process as the system counts it, in megabytes; 0 where the system doesn't report it.
pub fn resident_mb(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or_default() / 1024
}

/// When each match's last answer was sent, and how long the next asks took to come.
#[derive(Debug, Default)]
pub struct Waits {
    open: Mutex<HashMap<String, Instant>>,
    done: Mutex<Vec<Duration>>,
}

impl Waits {
    /// Notes that the answer to an ask of this match is sent.
    pub fn begin(&self, match_id: &str) {
        self.open.lock().insert(match_id.to_owned(), Instant::now());
    }

    /// Notes that the next ask of this match has come.
    pub fn end(&self, match_id: &str) {
        if let Some(begun) = self.open.lock().remove(match_id) {
            self.done.lock().push(begun.elapsed());
        }
    }

    /// How many there were, their median, and what one in a hundred exceeds.
    pub fn take(&self) -> (usize, Duration, Duration) {
        let mut done = std::mem::take(&mut *self.done.lock());
        done.sort_unstable();
        let at = |part: usize| done.get(done.len() * part / 100).copied().unwrap_or_default();
        (done.len(), at(50), at(99))
    }
}

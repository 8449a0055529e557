//! The timing of an ask on its way: the task that hands it on sets it, and the match reads it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kahua_core::clock::Micros;

/// How long the arena delayed an ask before the transport took it. If the transport leads to another node, also how
/// much of the time since then is accounted for.
#[derive(Clone, Debug, Default)]
pub struct AskTiming(Arc<Stamp>);

/// In both fields 0 means "none", so the stored value is one higher.
#[derive(Debug, Default)]
struct Stamp {
    delay: AtomicU64,
    /// Since when the other node hasn't reported the ask. Before that, from when it was handed on, the bot had it.
    unknown_since: AtomicU64,
}

impl AskTiming {
    /// The delay, or `None` if the ask still waits in the queue.
    #[must_use]
    pub fn delay(&self) -> Option<Duration> {
        self.0.delay.load(Ordering::Acquire).checked_sub(1).map(Duration::from_micros)
    }

    pub(super) fn mark(&self, delay: Duration) {
        let micros = u64::try_from(delay.as_micros()).unwrap_or(u64::MAX);
        self.0.delay.store(micros.saturating_add(1), Ordering::Release);
    }

    /// How long the ask or its answer may have been on the way between two nodes by now, and not with the bot. The
    /// referee subtracts at most its bound for lags.
    #[must_use]
    pub(crate) fn unknown(&self, now: Micros) -> Duration {
        let since = self.0.unknown_since.load(Ordering::Acquire).checked_sub(1);
        since.map_or(Duration::ZERO, |since| now.since(Micros(since)))
    }

    pub(super) fn unknown_since(&self, since: Micros) {
        self.0.unknown_since.store(since.0.saturating_add(1), Ordering::Release);
    }

    pub(super) fn settle(&self) {
        self.0.unknown_since.store(0, Ordering::Release);
    }
}

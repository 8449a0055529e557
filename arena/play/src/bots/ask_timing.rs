//! What is known of an ask on its way: set by whoever hands it on, read by the match.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kahua_core::clock::Micros;

/// By how much the arena delayed an ask until it was handed to the transport, and what is known of the time since then if the
/// transport leads to another node.
#[derive(Clone, Debug, Default)]
pub struct AskTiming(Arc<Stamp>);

/// In each, 0 stands for "none", so what is kept is one higher.
#[derive(Debug, Default)]
struct Stamp {
    delay: AtomicU64,
    /// Since when nothing is known of the ask. The bot has had it for all of the time before, from when it was handed on.
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

    /// For how long by now the ask, or its answer, may have been between two nodes, instead of with the bot. The referee takes no
    /// more than its bound for lags off.
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

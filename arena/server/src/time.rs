//! The arena's only clock: microseconds since its start for thinking times, and the wall clock for records.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::time::Instant;

use kahua_core::clock::Micros;

/// Reads the time. Everything in the arena shares one, so that all thinking times count from the same moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    start: Instant,
}

impl Time {
    /// A clock that starts from 0 now.
    pub(crate) fn start() -> Time {
        Time { start: Instant::now() }
    }

    /// How long the arena has been running. Never goes back.
    pub(crate) fn now(self) -> Micros {
        Micros(u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX))
    }

    /// The instant at which [`Time::now`] returns `at`.
    pub(crate) fn instant(self, at: Micros) -> Instant {
        self.start + Duration::from_micros(at.0)
    }

    /// Milliseconds since 1970-01-01 UTC by the machine's clock; 0 if it shows an earlier time.
    pub(crate) fn unix_ms() -> i64 {
        #[cfg(feature = "simulation")]
        if let Some(unix_ms) = crate::simulated::unix_ms() {
            return unix_ms;
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}

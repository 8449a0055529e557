//! Logs something that keeps failing in a few lines instead of thousands.

use kahua_core::limits;
use tokio::time::Instant;

/// Says when to log a failure: when it begins, once a minute while it lasts, and when it is over. It is over when
/// nothing has failed for a while: something that works every other time doesn't count as working.
#[derive(Debug, Default)]
pub struct LogThrottle {
    failures: u64,
    last: Option<Instant>,
    logged: Option<Instant>,
}

impl LogThrottle {
    /// Counts a failure. Returns how many there were so far if it is time for a line.
    pub fn failed(&mut self) -> Option<u64> {
        self.failures += 1;
        let now = Instant::now();
        self.last = Some(now);
        let is_due = self.logged.is_none_or(|logged| now - logged >= limits::OUTAGE_LOG_INTERVAL);
        is_due.then(|| {
            self.logged = Some(now);
            self.failures
        })
    }

    /// Notes that it works. Returns how many failures there were if this is the end of them.
    pub fn worked(&mut self) -> Option<u64> {
        let is_over = self.last?.elapsed() >= limits::OUTAGE_CALM;
        is_over.then(|| std::mem::take(self).failures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_outage_is_told_at_its_beginning_once_a_minute_and_at_its_end() {
        let mut throttle = LogThrottle::default();
        assert_eq!(throttle.worked(), None);
        assert_eq!((throttle.failed(), throttle.worked(), throttle.failed()), (Some(1), None, None));
        tokio::time::advance(limits::OUTAGE_LOG_INTERVAL).await;
        assert_eq!((throttle.failed(), throttle.failed()), (Some(3), None));
        tokio::time::advance(limits::OUTAGE_CALM).await;
        assert_eq!((throttle.worked(), throttle.worked()), (Some(4), None));
        assert_eq!(throttle.failed(), Some(1));
    }
}

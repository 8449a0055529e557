//! When an event that wasn't taken is tried again.

use tokio::time::Instant;

use crate::limits::{RETRY_PAUSE_MAX, RETRY_PAUSE_MIN, TRIES_MAX};

/// The tries of the event that waits longest.
#[derive(Debug, Default)]
pub(crate) struct Retry {
    failed: u32,
    next: Option<Instant>,
}

impl Retry {
    /// Whether it is time for a try.
    pub(crate) fn is_due(&self, now: Instant) -> bool {
        self.next.is_none_or(|next| now >= next)
    }

    /// Notes that a try has failed. If it was the last one, returns `true`, and the next event may be tried.
    pub(crate) fn failed(&mut self, now: Instant) -> bool {
        self.failed += 1;
        if self.failed == TRIES_MAX {
            *self = Retry::default();
            return true;
        }
        let pause = RETRY_PAUSE_MIN.saturating_mul(1 << (self.failed - 1));
        self.next = Some(now + pause.min(RETRY_PAUSE_MAX));
        false
    }

    /// Lets the next try be now.
    #[cfg(test)]
    pub(crate) fn make_due(&mut self) {
        self.next = None;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn pauses_double_up_to_an_hour_and_end_after_six() {
        let (mut retry, begin) = (Retry::default(), Instant::now());
        let (mut now, mut pauses) = (begin, Vec::new());
        while !retry.failed(now) {
            let next = retry.next.unwrap();
            assert!(!retry.is_due(next - Duration::from_millis(1)) && retry.is_due(next));
            pauses.push((next - now).as_secs());
            now = next;
        }
        assert_eq!((&pauses[..4], pauses.len()), (&[1, 2, 4, 8][..], TRIES_MAX as usize - 1));
        assert!(pauses.is_sorted() && pauses[10..13] == [1024, 2048, 3600] && pauses.ends_with(&[3600]), "{pauses:?}");
        assert_eq!((now - begin).as_secs() / 3600, 6);
        assert!(retry.is_due(begin), "the next event has tries of its own");
    }
}

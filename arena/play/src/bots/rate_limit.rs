//! How many messages a bot may send: one for each ask, and a steady rate beyond that.
//!
//! A token bucket in a dozen lines. The crate governor would bring five more packages. It reads its own clock, so it
//! would also need an adapter for the arena's time.

use kahua_core::clock::Micros;
use kahua_core::limits::MESSAGES_PER_SECOND_MAX;

/// The cost of one message. At a rate of 1 message a second the bucket gains 1 each microsecond, so whole numbers are
/// exact.
const MESSAGE: u64 = 1_000_000;
/// Over how many seconds the mean is taken.
const MEAN_OVER_S: u32 = 10;
const FULL: u64 = MESSAGES_PER_SECOND_MAX as u64 * MEAN_OVER_S as u64 * MESSAGE;

/// A token bucket for the messages beyond one for each ask.
#[derive(Debug)]
pub(super) struct RateLimiter {
    level: u64,
    filled: Micros,
    answered: u64,
}

impl RateLimiter {
    /// Starts with a full bucket.
    pub(super) fn new(now: Micros) -> RateLimiter {
        RateLimiter { level: FULL, filled: now, answered: 0 }
    }

    /// Counts one message; `false` if it is one too many. `asks` is how many asks the bot has been sent in all.
    pub(super) fn take(&mut self, now: Micros, asks: u64) -> bool {
        if self.answered < asks {
            self.answered += 1;
            return true;
        }
        let passed = now.0.saturating_sub(self.filled.0);
        self.filled = now;
        self.level = passed.saturating_mul(u64::from(MESSAGES_PER_SECOND_MAX)).saturating_add(self.level).min(FULL);
        match self.level.checked_sub(MESSAGE) {
            Some(rest) => {
                self.level = rest;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BURST: u64 = MESSAGES_PER_SECOND_MAX as u64 * MEAN_OVER_S as u64;

    #[test]
    fn a_burst_is_ten_seconds_worth_and_time_fills_it_again() {
        let mut limiter = RateLimiter::new(Micros(0));
        let now = Micros(5);
        assert!((0..BURST).all(|_| limiter.take(now, 0)));
        assert!(!limiter.take(now, 0));
        let second_later = Micros(1_000_005);
        assert!((0..MESSAGES_PER_SECOND_MAX).all(|_| limiter.take(second_later, 0)));
        assert!(!limiter.take(second_later, 0));
    }

    #[test]
    fn an_answer_to_each_ask_costs_nothing() {
        let mut limiter = RateLimiter::new(Micros(0));
        let now = Micros(0);
        assert!((1..=10 * BURST).all(|asks| limiter.take(now, asks)));
        assert!((0..BURST).all(|_| limiter.take(now, 10 * BURST)));
        assert!(!limiter.take(now, 10 * BURST));
    }
}

//! How many messages a bot may send: one for each ask, and a steady few beyond.

use kahua_core::clock::Micros;
use kahua_core::limits::MESSAGES_PER_SECOND_MAX;

/// One message, in the unit in which the bucket is filled: a rate of 1 a second fills one unit each microsecond.
const MESSAGE: u64 = 1_000_000;
/// Over how many seconds the mean is taken.
const PACE_SECONDS: u32 = 10;
const FULL: u64 = MESSAGES_PER_SECOND_MAX as u64 * PACE_SECONDS as u64 * MESSAGE;

/// A bucket that fills with time and from which every message beyond one for each ask is taken.
#[derive(Debug)]
pub(super) struct RateLimiter {
    level: u64,
    filled: Micros,
    answered: u64,
}

impl RateLimiter {
    /// A full bucket.
    pub(super) fn new(now: Micros) -> RateLimiter {
        RateLimiter { level: FULL, filled: now, answered: 0 }
    }

    /// Takes one message: `false` if the bot may not send it. `asks` is how many asks it was sent in all.
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

    const BURST: u64 = MESSAGES_PER_SECOND_MAX as u64 * PACE_SECONDS as u64;

    #[test]
    fn a_burst_is_ten_seconds_worth_and_time_fills_it_again() {
        let mut pace = RateLimiter::new(Micros(0));
        let now = Micros(5);
        assert!((0..BURST).all(|_| pace.take(now, 0)));
        assert!(!pace.take(now, 0));
        let second_later = Micros(1_000_005);
        assert!((0..MESSAGES_PER_SECOND_MAX).all(|_| pace.take(second_later, 0)));
        assert!(!pace.take(second_later, 0));
    }

    #[test]
    fn an_answer_to_each_ask_costs_nothing() {
        let mut pace = RateLimiter::new(Micros(0));
        let now = Micros(0);
        assert!((1..=10 * BURST).all(|asks| pace.take(now, asks)));
        assert!((0..BURST).all(|_| pace.take(now, 10 * BURST)));
        assert!(!pace.take(now, 10 * BURST));
    }
}

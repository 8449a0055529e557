//! How many matches may be played at once: no more than the settings allow, and few while the arena lags.
//!
//! A match that begins later is only late. A match in an arena that can't keep up is unfair, unless it has no clock.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::available_parallelism;

use kahua_core::clock::{Micros, Moment};
use kahua_core::limits::{LAG_CALM, PAIRING_LAG_MAX, PAIRING_PAUSE};
use parking_lot::Mutex;
use tracing::{info, warn};

use crate::lag::Lag;
use crate::time::Time;

fn cores() -> NonZeroUsize {
    available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Says whether another match may begin.
#[derive(Debug)]
pub struct AdmissionControl {
    time: Time,
    lag: Lag,
    pace: Mutex<StartRate>,
    starting: Arc<AtomicUsize>,
}

/// A match that is about to begin; counts until it is dropped.
#[derive(Debug)]
pub(crate) struct Starting(Arc<AtomicUsize>);

impl AdmissionControl {
    pub fn new(at_once: NonZeroUsize, time: Time, lag: Lag) -> AdmissionControl {
        let pace = StartRate { at_once: at_once.get(), at_least: cores().get(), lagged: None, held_back: None };
        AdmissionControl { time, lag, pace: Mutex::new(pace), starting: Arc::default() }
    }

    /// Whether another match may begin while so many are running.
    pub(super) fn has_room(&self, running: usize) -> bool {
        let now = self.time.moment(&self.lag);
        self.pace.lock().has_room(now, running + self.starting.load(Ordering::Relaxed))
    }

    /// Whether another match without a clock may begin while so many are running: a lag costs none of its players anything.
    pub(super) fn has_room_without_clock(&self, running: usize) -> bool {
        running + self.starting.load(Ordering::Relaxed) < self.pace.lock().at_once
    }

    /// Counts one more match.
    pub(super) fn start(&self) -> Starting {
        self.starting.fetch_add(1, Ordering::Relaxed);
        Starting(self.starting.clone())
    }
}

impl Drop for Starting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[derive(Debug)]
struct StartRate {
    at_once: usize,
    /// This many matches may always be played: so few can't be the cause of a lag.
    at_least: usize,
    /// When the lag was last too high, unless that is long ago.
    lagged: Option<Micros>,
    /// When matches last waited because of the lag, if the log has said so and not yet that this is over.
    held_back: Option<Micros>,
}

impl StartRate {
    fn has_room(&mut self, now: Moment, open: usize) -> bool {
        if now.lag > PAIRING_LAG_MAX {
            self.lagged = Some(now.at);
        } else if self.lagged.is_some_and(|at| now.at.since(at) >= PAIRING_PAUSE) {
            self.lagged = None;
        }
        // An arena that lags for a moment again and again says so once.
        if self.held_back.is_some_and(|at| now.at.since(at) >= LAG_CALM) {
            self.held_back = None;
            info!(open, "the arena has kept up for a while; matches begin as usual");
        }
        let few = open < self.at_least;
        if self.lagged.is_some() && !few && open < self.at_once {
            if self.held_back.is_none() {
                warn!(open, lag = ?now.lag, "the arena can't keep up; new matches wait until it can");
            }
            self.held_back = Some(now.at);
        }
        open < self.at_once && (few || self.lagged.is_none())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const START: Micros = Micros(5_000_000);

    fn pace() -> StartRate {
        StartRate { at_once: 10, at_least: 2, lagged: None, held_back: None }
    }

    fn lagging(at: Micros) -> Moment {
        Moment { lag: PAIRING_LAG_MAX + Duration::from_micros(1), ..Moment::from(at) }
    }

    #[test]
    fn no_more_matches_are_played_at_once_than_the_settings_allow() {
        let mut pace = pace();
        assert!(pace.has_room(START.into(), 9) && !pace.has_room(START.into(), 10));
        assert!(pace.held_back.is_none(), "a match that ends makes room; there is no need to wait for anything else");
    }

    #[test]
    fn an_arena_that_lags_plays_a_few_matches_and_begins_no_others() {
        let mut pace = pace();
        assert!(pace.has_room(Moment { lag: PAIRING_LAG_MAX, ..Moment::from(START) }, 9), "just bearable");
        assert!(!pace.has_room(lagging(START), 9) && !pace.has_room(lagging(START), 2) && pace.held_back.is_some());
        assert!(pace.has_room(lagging(START), 1));
    }

    #[test]
    fn an_arena_that_lags_lets_matches_without_a_clock_begin() {
        let at_once = NonZeroUsize::new(1000).unwrap();
        let admission = AdmissionControl::new(at_once, Time::start(), Lag::always(PAIRING_LAG_MAX * 2));
        assert!(!admission.has_room(998) && admission.has_room_without_clock(999));
        assert!(!admission.has_room_without_clock(1000));
        let _starting = admission.start();
        assert!(!admission.has_room_without_clock(999));
    }

    #[test]
    fn matches_begin_as_usual_when_the_lag_has_been_small_for_a_while() {
        let mut pace = pace();
        assert!(!pace.has_room(lagging(START), 5));
        let just_before = START + (PAIRING_PAUSE - Duration::from_micros(1));
        assert!(!pace.has_room(just_before.into(), 5));
        assert!(pace.has_room((START + PAIRING_PAUSE).into(), 5));
    }

    #[test]
    fn the_log_says_that_the_arena_keeps_up_again_when_it_has_for_long() {
        let mut pace = pace();
        let mut now = START;
        for _ in 0..10 {
            assert!(!pace.has_room(lagging(now), 5));
            now = now + PAIRING_PAUSE * 2;
            assert!(pace.has_room(now.into(), 5) && pace.held_back.is_some(), "nothing is said of a moment");
        }
        now = now + LAG_CALM;
        assert!(pace.has_room(now.into(), 5) && pace.held_back.is_none());
    }
}

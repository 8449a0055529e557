//! The arena's only clock: microseconds since its start for thinking times, and the wall clock for records.
//!
//! This clock stands still while the arena does. A process may be stopped by SIGSTOP, a paused container, the move of a
//! virtual machine, or swapping. A thread of the arena reads the clock every few milliseconds. If a read comes long
//! after the last one, the process stood still in between, and the clock leaves that span out, however long it was. A
//! read by any thread shows that the arena runs, so a busy arena never looks like one that stands still.
//!
//! A decision reads the clock a dozen times, from all threads. So only the first read of each [`BEAT`] takes a lock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use kahua_core::clock::{Micros, Moment};
use kahua_core::limits::STANDSTILL_MIN;
use parking_lot::Mutex;
use tokio::time::Instant;
use tracing::warn;

use crate::lag::Lag;

/// Reads within this span of a noted one aren't noted. Small against [`STANDSTILL_MIN`].
const BEAT: Duration = Duration::from_millis(1);

/// Reads the time. Everything in the arena shares one, so that all thinking times count from the same moment.
#[derive(Clone, Debug)]
pub struct Time {
    start: Instant,
    /// `None` if the clock doesn't detect standstills.
    watch: Option<Arc<Watch>>,
}

impl Time {
    /// A clock that starts from 0 now, and never stands still.
    #[cfg(test)]
    pub(crate) fn start() -> Time {
        Time { start: Instant::now(), watch: None }
    }

    /// A clock that starts from 0 now, and stands still while this process does. Something must [read](Time::now) it more often
    /// than every [`STANDSTILL_MIN`].
    pub fn start_watched() -> Time {
        #[cfg(feature = "simulation")]
        let is_watched = !crate::simulated::is_on();
        #[cfg(not(feature = "simulation"))]
        let is_watched = true;
        Time { start: Instant::now(), watch: is_watched.then(|| Arc::new(Watch::start())) }
    }

    /// How long the arena has been running. Never goes back.
    pub fn now(&self) -> Micros {
        let Some(watch) = &self.watch else { return self.passed() - self.stood_still().0 };
        loop {
            let stood_still = watch.stood_still();
            let passed = self.passed();
            if passed >= watch.next_beat() {
                return self.beat(watch);
            }
            // If another thread has noticed a standstill meanwhile, this thread can't tell whether it read the time before or after.
            if watch.stood_still() == stood_still {
                return passed - stood_still;
            }
        }
    }

    /// Notes that the time is read, and returns it.
    #[cold]
    fn beat(&self, watch: &Watch) -> Micros {
        let mut pulse = watch.pulse.lock();
        // Once for both: a standstill between two reads would be in one of them only.
        let read = Instant::now();
        let gap = pulse.beat_at((read.into_std(), SystemTime::now()));
        let passed = self.passed_at(read);
        let now = passed - pulse.stood_still;
        watch.show(&pulse, passed, gap.map(|_| now));
        drop(pulse);
        if let Some(gap) = gap {
            warn!(?gap, "the arena stood still, or its machine slept; no bot is charged for that");
        }
        now
    }

    /// Now, with the arena's own delays.
    pub fn moment(&self, lag: &Lag) -> Moment {
        let at = self.now();
        let (lag, doubt) = lag.at(at);
        Moment { at, lag, doubt: self.stood_still().1.max(doubt) }
    }

    /// The instant at which [`Time::now`] will return `at`, unless the arena stands still before.
    pub(crate) fn instant(&self, at: Micros) -> Instant {
        self.start + self.stood_still().0 + Duration::from_micros(at.0)
    }

    /// Milliseconds since 1970-01-01 UTC by the machine's clock; 0 if it shows an earlier time.
    pub fn unix_ms() -> i64 {
        #[cfg(feature = "simulation")]
        if let Some(unix_ms) = crate::simulated::unix_ms() {
            return unix_ms;
        }
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }

    fn passed(&self) -> Micros {
        self.passed_at(Instant::now())
    }

    fn passed_at(&self, read: Instant) -> Micros {
        Micros(u64::try_from(read.duration_since(self.start).as_micros()).unwrap_or(u64::MAX))
    }

    /// How long the arena has stood still in all, and when it last did, by its own clock.
    fn stood_still(&self) -> (Duration, Option<Micros>) {
        #[cfg(feature = "simulation")]
        if let Some((in_all, last)) = crate::simulated::stood_still() {
            return (in_all, last.map(|last| Micros(0) + (last - self.start).saturating_sub(in_all)));
        }
        self.watch.as_ref().map_or((Duration::ZERO, None), |watch| (watch.stood_still(), watch.doubt()))
    }
}

/// What all threads know of standstills, and read without a lock. All times are microseconds.
#[derive(Debug)]
struct Watch {
    pulse: Mutex<Pulse>,
    /// A read from this time on is noted.
    next_beat: AtomicU64,
    /// How long the process has stood still in all. It is written before `next_beat`, so a thread that sees the new beat sees this as well.
    stood_still: AtomicU64,
    /// When it last did, by the arena's time, plus one; 0 for never.
    doubt: AtomicU64,
}

impl Watch {
    fn start() -> Watch {
        let [next_beat, stood_still, doubt] = [0; 3].map(AtomicU64::new);
        Watch { pulse: Mutex::new(Pulse::start()), next_beat, stood_still, doubt }
    }

    fn next_beat(&self) -> Micros {
        Micros(self.next_beat.load(Ordering::Acquire))
    }

    fn stood_still(&self) -> Duration {
        Duration::from_micros(self.stood_still.load(Ordering::Acquire))
    }

    fn doubt(&self) -> Option<Micros> {
        self.doubt.load(Ordering::Acquire).checked_sub(1).map(Micros)
    }

    /// Shows what was noted at this time to all threads.
    fn show(&self, pulse: &Pulse, passed: Micros, doubt: Option<Micros>) {
        if let Some(doubt) = doubt {
            self.doubt.store(doubt.0 + 1, Ordering::Release);
        }
        self.stood_still.store(pulse.stood_still.as_micros() as u64, Ordering::Release);
        self.next_beat.store((passed + BEAT).0, Ordering::Release);
    }
}

/// Detects standstills of this process by the reads of the time.
#[derive(Debug)]
struct Pulse {
    /// When a read was last noted: by the monotonic clock, which stands still while the machine sleeps, and by the
    /// wall clock, which doesn't.
    last: (std::time::Instant, SystemTime),
    /// How long the process has stood still in all, in whole microseconds.
    stood_still: Duration,
}

impl Pulse {
    fn start() -> Pulse {
        Pulse { last: (std::time::Instant::now(), SystemTime::now()), stood_still: Duration::ZERO }
    }

    /// Notes a read of the time. If the process stood still before it, or its machine slept, returns for how long.
    fn beat_at(&mut self, now: (std::time::Instant, SystemTime)) -> Option<Duration> {
        let last = std::mem::replace(&mut self.last, now);
        let gap = now.0.saturating_duration_since(last.0);
        if gap >= STANDSTILL_MIN {
            // Others may have read the time up to a beat after the one that was noted. It doesn't go back for them.
            self.stood_still += Duration::from_micros((gap - BEAT).as_micros() as u64);
            return Some(gap);
        }
        // The machine slept, and the monotonic clock with it. Or somebody has set the wall clock: then the doubt does
        // no harm.
        let slept = now.1.duration_since(last.1).unwrap_or_default();
        (slept >= STANDSTILL_MIN + gap).then_some(slept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn only_a_gap_in_which_nobody_read_the_time_is_a_standstill() {
        let mut pulse = Pulse::start();
        let (start, wall) = pulse.last;
        let mut beat = |at: u64, wall_at: u64| {
            let gap = pulse.beat_at((start + ms(at), wall + ms(wall_at)));
            (gap, pulse.stood_still)
        };
        let short = (STANDSTILL_MIN - ms(1)).as_millis() as u64;
        assert_eq!(beat(short, short), (None, ms(0)), "as a busy arena");
        assert_eq!(beat(short + 60_000, short + 60_000), (Some(ms(60_000)), ms(60_000) - BEAT));
        let (at, slept) = (short + 60_001, 3_600_000);
        assert_eq!(beat(at, slept), (Some(ms(slept - short - 60_000)), ms(60_000) - BEAT), "the clock slept as well");
        assert_eq!(beat(at + 1, 0), (None, ms(60_000) - BEAT), "somebody has set the clock back");
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the process must stand still")]
    fn the_time_stands_still_while_nobody_reads_it() {
        let time = Time::start_watched();
        let before = time.now();
        std::thread::sleep(STANDSTILL_MIN);
        let after = time.now();
        assert!(after.since(before) < STANDSTILL_MIN, "{before:?} {after:?}");
        assert_eq!(time.moment(&Lag::always(ms(0))).doubt, Some(after));
        let due = time.instant(after + ms(1));
        while Instant::now() < due {
            time.now();
        }
        assert!(time.now() >= after + ms(1));
    }
}

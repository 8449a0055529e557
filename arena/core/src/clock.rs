//! Thinking time: points in time, time controls, and one seat's clock, in whole microseconds.
//!
//! The clock of an ask starts when the arena is ready to hand the ask over, even if the bot's connection doesn't take
//! it yet. It stops when the arena reads the answer. Delays of the arena itself, on the way out and back, are
//! subtracted and recorded separately; the rest is the *think time*. An answer is in time if its think time is at most
//! the ask's limit plus the time control's allowance for the network. The bank pays only for the time beyond the
//! allowance.
//!
//! Time stops while the arena itself stands still, so no bot is charged for that, however long it takes. If an ask runs
//! out of time and the arena can't tell whose delay it was, the match ends without result ([`Moment::doubt`]).
//!
//! A stopped clock (for debugging) records think times as well, but they have no consequence.

mod control;

use std::ops::{Add, Sub};
use std::time::Duration;

pub use control::{ParseTimeControlError, TimeControl};

use crate::limits::LAG_MAX;

/// A point in time: microseconds since the arena's start. The core never reads a clock; it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Micros(pub u64);

impl Micros {
    /// How much time went by since `earlier`; zero if that is later.
    #[must_use]
    pub fn since(self, earlier: Micros) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Micros {
    type Output = Micros;

    /// That much later; the end of time at the latest.
    fn add(self, span: Duration) -> Micros {
        Micros(self.0.saturating_add(whole_micros(span)))
    }
}

impl Sub<Duration> for Micros {
    type Output = Micros;

    /// That much earlier; the arena's start at the earliest.
    fn sub(self, span: Duration) -> Micros {
        Micros(self.0.saturating_sub(whole_micros(span)))
    }
}

/// When the arena noticed something, and how long before that it may have happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// When it was noticed.
    pub at: Micros,
    /// The arena's own lag at that time. At most [`LAG_MAX`] of it is credited to a bot.
    pub lag: Duration,
    /// When the arena last couldn't tell its own delay from a bot's, because it had stood still or lagged by more than
    /// [`LAG_MAX`]; `None` if that never happened. A bot that was asked at that time loses nothing by being late.
    pub doubt: Option<Micros>,
}

impl Moment {
    /// As `doubt`, or this moment itself if its lag is above [`LAG_MAX`].
    pub(crate) fn in_doubt(self) -> Option<Micros> {
        self.doubt.max((self.lag > LAG_MAX).then_some(self.at))
    }

    /// The earliest time at which it may have happened.
    pub(crate) fn earliest(self) -> Micros {
        self.at - self.lag.min(LAG_MAX)
    }
}

impl From<Micros> for Moment {
    /// Noticed as soon as it happened.
    fn from(at: Micros) -> Moment {
        Moment { at, lag: Duration::ZERO, doubt: None }
    }
}

/// The time that went by on an ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    /// What the seat spent.
    pub(crate) think: Duration,
    /// What the arena itself spent on the way to the bot and back.
    pub(crate) delay: Duration,
}

/// A span in whole microseconds, as records hold it.
pub(crate) fn whole_micros(span: Duration) -> u64 {
    span.as_micros().try_into().unwrap_or(u64::MAX)
}

/// One seat's thinking time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    control: TimeControl,
    bank: Option<Duration>,
}

/// Whether an answer came in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Timeliness {
    /// It did.
    InTime,
    /// It came after the limit and the allowance had run out.
    Late,
}

impl Clock {
    /// The clock of a seat at the start of a match.
    pub(crate) fn new(control: TimeControl) -> Clock {
        Clock { control, bank: control.bank }
    }

    /// What is left in the bank; `None` without one.
    #[cfg(test)]
    pub(crate) fn bank(&self) -> Option<Duration> {
        self.bank
    }

    /// The time for an ask that is opened now: the cap or the bank, whichever is less. The allowance comes on top.
    /// `None` without limit.
    pub(crate) fn limit(&self) -> Option<Duration> {
        match (self.control.ask_cap, self.bank) {
            (Some(cap), Some(bank)) => Some(cap.min(bank)),
            (cap, bank) => cap.or(bank),
        }
    }

    /// What is left of the ask's limit and of the bank after this think time, as the arena tells bots.
    pub(crate) fn left(&self, think: Duration) -> (Option<Duration>, Option<Duration>) {
        let charged = if self.is_stopped() { Duration::ZERO } else { think };
        let left = |span: Duration| span.saturating_sub(charged);
        (self.limit().map(left), self.bank.map(left))
    }

    /// The longest think time that is in time: the limit plus the allowance. `None` without limit.
    pub(crate) fn patience(&self) -> Option<Duration> {
        if self.is_stopped() { None } else { Some(self.limit()? + self.control.allowance) }
    }

    /// Whether it stands still: no think time has a consequence.
    pub(crate) fn is_stopped(&self) -> bool {
        self.control.stopped
    }

    /// Takes a decision's think time from the bank and adds the increment. Decisions that the arena takes in the seat's
    /// place count like the seat's own, increment included, so that a bot that was late once may recover.
    pub(crate) fn stop(&mut self, think: Duration) -> Timeliness {
        if self.is_stopped() {
            return Timeliness::InTime;
        }
        let verdict = match self.patience() {
            Some(patience) if think > patience => Timeliness::Late,
            _ => Timeliness::InTime,
        };
        self.bank = self.bank.map(|bank| self.control.bank_after(bank, think));
        verdict
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clock(control: &str) -> Clock {
        Clock::new(control.parse().unwrap())
    }

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_allowance_comes_on_top_and_is_not_paid_for() {
        let mut clock = clock("1s/400ms~50ms");
        assert_eq!(clock.limit(), Some(ms(400)));
        assert_eq!(clock.stop(ms(450)), Timeliness::InTime);
        assert_eq!(clock.bank(), Some(ms(600)));
        assert_eq!(clock.stop(ms(451)), Timeliness::Late);
        assert_eq!(clock.stop(ms(30)), Timeliness::InTime);
        assert_eq!(clock.bank(), Some(ms(199)));
        assert_eq!(clock.limit(), Some(ms(199)), "the bank is less than the cap");
    }

    #[test]
    fn an_empty_bank_lives_on_its_increment() {
        let mut clock = clock("100ms+10ms");
        assert_eq!(clock.stop(ms(5000)), Timeliness::Late);
        assert_eq!(clock.bank(), Some(ms(10)));
        assert_eq!(clock.stop(ms(10)), Timeliness::InTime);
    }

    #[test]
    fn without_limit_nothing_is_late() {
        let mut clock = clock("none");
        assert_eq!(clock.patience(), None);
        assert_eq!(clock.stop(Duration::MAX), Timeliness::InTime);
    }

    #[test]
    fn a_clock_that_stands_still_tells_its_times_and_never_moves() {
        let mut clock = clock("1s+10ms/400ms~50ms stopped");
        assert_eq!((clock.limit(), clock.patience()), (Some(ms(400)), None));
        assert_eq!(clock.left(ms(300)), (Some(ms(400)), Some(ms(1000))));
        assert_eq!(clock.stop(Duration::MAX), Timeliness::InTime);
        assert_eq!(clock.bank(), Some(ms(1000)), "neither less nor more");
    }

    #[test]
    fn time_never_runs_out_of_its_range() {
        assert_eq!(Micros(3).since(Micros(5)), Duration::ZERO);
        assert_eq!(Micros(3) + Duration::MAX, Micros(u64::MAX));
        assert_eq!(Micros(3) - Duration::MAX, Micros(0));
    }

    #[test]
    fn no_lag_reaches_back_farther_than_its_bound() {
        let second = Micros(1_000_000);
        let lag = |lag| Moment { lag, ..Moment::from(second + LAG_MAX) }.earliest();
        assert_eq!(lag(LAG_MAX - ms(1)), second + ms(1));
        assert_eq!(lag(Duration::MAX), second);
    }

    proptest! {
        #[test]
        fn thinking_longer_never_pays(
            control in control::tests::controls(),
            before in prop::collection::vec(0u64..3_000_000, 0..8),
            think in 0u64..3_000_000,
            more in 1u64..1_000_000,
        ) {
            let mut clock = Clock::new(control);
            for think in before {
                clock.stop(Duration::from_micros(think));
            }
            let (mut quick, mut slow) = (clock, clock);
            let quick_verdict = quick.stop(Duration::from_micros(think));
            let slow_verdict = slow.stop(Duration::from_micros(think + more));
            prop_assert!(slow.bank() <= quick.bank());
            prop_assert!(!(quick_verdict == Timeliness::Late && slow_verdict == Timeliness::InTime));
        }

        #[test]
        fn a_bank_holds_at_most_what_was_put_in(
            control in control::tests::controls(),
            thinks in prop::collection::vec(0u64..3_000_000, 0..20),
        ) {
            let mut clock = Clock::new(control);
            for (done, think) in thinks.into_iter().enumerate() {
                let put_in = control.bank.map(|bank| bank + control.increment.unwrap_or_default() * done as u32);
                prop_assert!(clock.bank() <= put_in);
                let think = Duration::from_micros(think);
                let in_time = clock.patience().is_none_or(|patience| think <= patience);
                prop_assert_eq!(clock.stop(think) == Timeliness::InTime, in_time);
            }
        }
    }
}

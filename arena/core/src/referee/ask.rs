//! The open ask, and whether the bot is there to answer.

use std::time::Duration;

use kahua_engine::Seat;

use crate::clock::{Clock, Micros, Moment, Spent};
use crate::ids::Ticket;
use crate::limits::{LAG_MAX, OUT_OF_REACH_MAX};

/// A seat is asked, and hasn't answered yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenAsk {
    pub(crate) seat: Seat,
    pub(crate) ticket: Ticket,
    /// When its clock started; `None` as long as the bot hasn't come back after a restart of the arena, or can't be
    /// reached.
    started: Option<Micros>,
    /// Whether that start is final. It is once the ask was ready to be handed over, or comes again.
    fixed: bool,
    /// How long the arena delayed it on the way out, once that is known.
    delay: Option<Duration>,
}

/// Where a seat's bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Connected.
    Here,
    /// Without connection since then.
    Away { since: Micros },
    /// Expected to connect again since then; `None` means since the arena's restart. The bot didn't cause the
    /// disconnection, so its clock waits for it.
    Expected { since: Option<Micros> },
    /// Since then connected to a node that the arena can't reach. Its clock waits as well, and the bot is never to
    /// blame.
    OutOfReach { since: Micros },
}

/// What is to blame when the arena stops waiting for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blame {
    /// The bot is slow.
    Slowness,
    /// The bot isn't there.
    Absence,
    /// The arena can't reach the bot.
    Reach,
    /// The arena can't tell its own delay from the bot's.
    Doubt,
}

/// When an ask is over, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expiry {
    /// The first time at which the ask is over.
    pub(crate) at: Micros,
    pub(crate) blame: Blame,
}

impl OpenAsk {
    pub(crate) fn new(seat: Seat, ticket: Ticket, presence: Presence, now: Micros) -> OpenAsk {
        let waits = matches!(presence, Presence::Expected { .. } | Presence::OutOfReach { .. });
        let started = if waits { None } else { Some(now) };
        OpenAsk { seat, ticket, started, fixed: false, delay: None }
    }

    /// The ask is ready to be handed over. The clock runs even if the connection takes nothing: the bot could read the
    /// position elsewhere and think.
    pub(crate) fn ready(&mut self, now: Micros) {
        if !self.fixed {
            (self.fixed, self.started) = (true, Some(now));
        }
    }

    /// The arena handed the ask over too late by this much.
    pub(crate) fn delayed(&mut self, by: Duration) {
        self.delay.get_or_insert(by);
    }

    /// The bot is connected again, and is asked again. If the clock was running, it has kept running.
    pub(crate) fn back(&mut self, now: Micros) {
        match self.started {
            Some(_) => self.fixed = true,
            None => self.started = Some(now),
        }
    }

    /// The bot is away for a reason that isn't its fault. It is asked again later, and the clock starts anew then.
    pub(crate) fn begin_anew(&mut self) {
        *self = OpenAsk { started: None, fixed: false, delay: None, ..*self };
    }

    /// Whether its clock has started.
    pub(crate) fn has_started(&self) -> bool {
        self.started.is_some()
    }

    /// The time that was spent on it until this moment.
    pub(crate) fn spent(&self, noticed: Moment) -> Spent {
        let Some(started) = self.started else { return Spent::default() };
        let passed = noticed.at.since(started);
        let lag = noticed.at.since(noticed.earliest());
        // The lag is only a bound, so the two together may be more than what has passed.
        let delay = self.delay.unwrap_or_default().saturating_add(lag).min(passed);
        Spent { think: passed - delay, delay }
    }

    /// When the arena stops waiting; `None` for never, for example if the clock is stopped. `resumed` is when the arena
    /// began or resumed the match, and `doubt` when it last couldn't tell whose delay something was.
    pub(crate) fn expiry(
        &self,
        clock: &Clock,
        presence: Presence,
        resumed: Micros,
        reconnect: Duration,
        doubt: Option<Micros>,
    ) -> Option<Expiry> {
        if clock.is_stopped() {
            return None;
        }
        let (lost, blame) = match presence {
            Presence::Here => (None, Blame::Slowness),
            Presence::Away { since } => (Some(since + reconnect), Blame::Absence),
            Presence::Expected { since } => (Some(since.unwrap_or(resumed) + reconnect), Blame::Absence),
            Presence::OutOfReach { since } => (Some(since + OUT_OF_REACH_MAX), Blame::Reach),
        };
        // Only the delay on the way out. For the way back, the referee compares with the earliest time of an input.
        let delay = self.delay.unwrap_or_default();
        let slow = self.started.zip(clock.patience()).map(|(started, patience)| started + delay + patience);
        let last = match (slow, lost) {
            (Some(slow), Some(lost)) => slow.min(lost),
            (slow, lost) => slow.or(lost)?,
        };
        let left = match presence {
            Presence::Away { since } => Some(since),
            Presence::Expected { since } => Some(since.unwrap_or(resumed)),
            Presence::Here | Presence::OutOfReach { .. } => None,
        };
        // The arena notices a lost connection only a moment later, so a loss soon after the doubt may belong to it.
        let is_doubtful = |doubt| {
            self.started.is_some_and(|started| started <= doubt) || left.is_some_and(|left| left <= doubt + LAG_MAX)
        };
        let blame = if blame != Blame::Reach && doubt.is_some_and(is_doubtful) { Blame::Doubt } else { blame };
        // An answer that takes exactly the whole time is still in time.
        Some(Expiry { at: last + Duration::from_micros(1), blame })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECONNECT: Duration = Duration::from_millis(2);

    fn expiry(control: &str, presence: Presence) -> Option<(u64, Blame)> {
        let clock = Clock::new(control.parse().unwrap());
        let ask = OpenAsk::new(Seat::FIRST, Ticket::new(None, 1), presence, Micros(1_000));
        ask.expiry(&clock, presence, Micros(500), RECONNECT, None).map(|expiry| (expiry.at.0, expiry.blame))
    }

    fn think_us(ask: &OpenAsk, now: u64) -> u128 {
        ask.spent(Micros(now).into()).think.as_micros()
    }

    #[test]
    fn the_arena_waits_for_the_slow_and_the_lost_but_not_for_ever() {
        let away = Presence::Away { since: Micros(700) };
        let expected = |since: Option<u64>| Presence::Expected { since: since.map(Micros) };
        assert_eq!(expiry("/1ms~1ms", Presence::Here), Some((3_001, Blame::Slowness)));
        assert_eq!(expiry("none", Presence::Here), None);
        assert_eq!(expiry("/1ms", away), Some((2_001, Blame::Absence)));
        assert_eq!(expiry("/9ms", away), Some((2_701, Blame::Absence)));
        assert_eq!(expiry("none", away), Some((2_701, Blame::Absence)));
        assert_eq!(expiry("/1ms", expected(None)), Some((2_501, Blame::Absence)), "its clock hasn't started");
        assert_eq!(expiry("/1ms", expected(Some(700))), Some((2_701, Blame::Absence)));
        let out_of_reach = Presence::OutOfReach { since: Micros(700) };
        let last = 700 + OUT_OF_REACH_MAX.as_micros() as u64;
        assert_eq!(expiry("/1ms", out_of_reach), Some((last + 1, Blame::Reach)), "whatever time bots have");
        for presence in [Presence::Here, away, expected(None), out_of_reach] {
            assert_eq!(expiry("/1ms stopped", presence), None);
        }
    }

    #[test]
    fn who_was_asked_or_lost_its_connection_in_doubt_is_not_to_blame() {
        let clock = Clock::new("/1ms".parse().unwrap());
        let ask = OpenAsk::new(Seat::FIRST, Ticket::new(None, 1), Presence::Here, Micros(1_000));
        let blame =
            |presence, doubt| ask.expiry(&clock, presence, Micros(0), RECONNECT, Some(Micros(doubt))).unwrap().blame;
        assert_eq!(blame(Presence::Here, 999), Blame::Slowness, "asked later");
        assert_eq!(blame(Presence::Here, 1_000), Blame::Doubt);
        let soon_after = Micros(500) + LAG_MAX;
        assert_eq!(blame(Presence::Away { since: soon_after }, 500), Blame::Doubt);
        assert_eq!(blame(Presence::Away { since: soon_after }, 499), Blame::Absence);
    }

    #[test]
    fn the_clock_starts_when_the_ask_is_first_ready() {
        let mut ask = OpenAsk::new(Seat::FIRST, Ticket::new(None, 1), Presence::Here, Micros(10));
        assert_eq!(think_us(&ask, 15), 5);
        ask.ready(Micros(20));
        ask.back(Micros(80));
        ask.ready(Micros(90));
        assert_eq!(think_us(&ask, 100), 80);
    }

    #[test]
    fn what_the_arena_delayed_is_taken_off_once() {
        let us = Duration::from_micros;
        let mut ask = OpenAsk::new(Seat::FIRST, Ticket::new(None, 1), Presence::Here, Micros(10));
        ask.ready(Micros(20));
        ask.delayed(us(30));
        ask.delayed(us(30));
        assert_eq!(ask.spent(Micros(100).into()), Spent { think: us(50), delay: us(30) });
        let lagging = |at, lag| ask.spent(Moment { lag: us(lag), ..Moment::from(Micros(at)) });
        assert_eq!(lagging(100, 40), Spent { think: us(10), delay: us(70) });
        assert_eq!(lagging(100, 999), Spent { think: us(0), delay: us(80) }, "no more than has passed");
        let clock = Clock::new("/1ms".parse().unwrap());
        let expiry = ask.expiry(&clock, Presence::Here, Micros(0), RECONNECT, None);
        assert_eq!(expiry.unwrap().at, Micros(20 + 30 + 1_000 + 1));
    }

    #[test]
    fn the_clock_runs_while_the_bot_is_away_but_waits_while_the_arena_is() {
        let left = |presence| {
            let mut ask = OpenAsk::new(Seat::FIRST, Ticket::new(None, 1), presence, Micros(10));
            ask.back(Micros(60));
            ask.ready(Micros(70));
            think_us(&ask, 100)
        };
        assert_eq!(left(Presence::Away { since: Micros(5) }), 90);
        assert_eq!(left(Presence::Expected { since: None }), 30);
    }
}

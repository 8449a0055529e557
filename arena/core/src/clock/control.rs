//! Time controls: how much time a seat has, as a setting, a message and a text.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;

use crate::limits::SETTING_TIME_MAX;

/// How much thinking time a seat has. A part that is `None` doesn't apply; with neither bank nor cap there is no limit.
///
/// Every part is in whole milliseconds, more than zero and at most [`SETTING_TIME_MAX`]; the allowance may be zero.
/// An increment needs a bank.
///
/// As text: `bank+increment/cap~allowance`, such as `60s+100ms/5s~50ms`, `/5s` or `10m`; `none` for no limit. Units are
/// `ms`, `s`, `m` and `h`. Behind it ` stopped` for a clock that stands still: `60s+100ms/5s~50ms stopped`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Thinking time for the whole match.
    pub bank: Option<Duration>,
    /// Added to the bank after every decision.
    pub increment: Option<Duration>,
    /// The most for one ask.
    pub ask_cap: Option<Duration>,
    /// Granted on top of every ask for the way to the bot and back; never taken from the bank.
    pub allowance: Duration,
    /// Whether the clock stands still, for debugging. Bots are told the usual times, but no bot is ever late, banks
    /// don't change, and the arena waits for a bot that is away. Never in a rated match.
    pub stopped: bool,
}

impl TimeControl {
    /// What is left in this bank after a decision with this think time.
    #[must_use]
    pub fn bank_after(&self, bank: Duration, think: Duration) -> Duration {
        if self.stopped {
            return bank;
        }
        bank.saturating_sub(think.saturating_sub(self.allowance)) + self.increment.unwrap_or_default()
    }

    /// The same for a machine that needs `permille` thousandths of the time. The allowance doesn't change, since a
    /// slower machine doesn't make the network slower. Every part stays within its bounds.
    #[must_use]
    pub fn scaled(&self, permille: u32) -> TimeControl {
        let scaled = |span: Duration| {
            let ms = span.as_millis() * u128::from(permille) / 1000;
            Duration::from_millis(u64::try_from(ms).unwrap_or(u64::MAX))
                .clamp(Duration::from_millis(1), SETTING_TIME_MAX)
        };
        TimeControl {
            bank: self.bank.map(scaled),
            increment: self.increment.map(scaled),
            ask_cap: self.ask_cap.map(scaled),
            ..*self
        }
    }

    /// The longest time that a match can take if each seat makes this many decisions, all in time; `None` without
    /// limit.
    #[must_use]
    pub fn whole_match(&self, seats: u32, decisions: u32) -> Option<Duration> {
        if self.stopped {
            return None;
        }
        let capped = self.ask_cap.map(|cap| (cap + self.allowance).saturating_mul(decisions));
        let each = self.increment.unwrap_or_default() + self.allowance;
        let banked = self.bank.map(|bank| bank.saturating_add(each.saturating_mul(decisions)));
        let seat = capped.into_iter().chain(banked).min()?;
        // Seats decide one after the other, so their times add up.
        Some(seat.saturating_mul(seats))
    }

    /// This time control as a message.
    #[must_use]
    pub fn to_wire(&self) -> pb::TimeControl {
        let ms = |span: Duration| span.as_millis() as u64;
        pb::TimeControl {
            bank_ms: self.bank.map(ms),
            increment_ms: self.increment.map(ms),
            ask_cap_ms: self.ask_cap.map(ms),
            allowance_ms: ms(self.allowance),
            stopped: self.stopped,
        }
    }

    /// The time control that a message holds.
    ///
    /// # Errors
    /// If a part is out of its range.
    pub fn from_wire(message: &pb::TimeControl) -> Result<TimeControl, ParseTimeControlError> {
        let span = Duration::from_millis;
        TimeControl {
            bank: message.bank_ms.map(span),
            increment: message.increment_ms.map(span),
            ask_cap: message.ask_cap_ms.map(span),
            allowance: span(message.allowance_ms),
            stopped: message.stopped,
        }
        .checked()
    }

    fn checked(self) -> Result<TimeControl, ParseTimeControlError> {
        let named = [("bank", self.bank), ("increment", self.increment), ("ask cap", self.ask_cap)];
        for (part, span) in named {
            match span {
                Some(Duration::ZERO) => return Err(ParseTimeControlError::Zero(part)),
                Some(span) if span > SETTING_TIME_MAX => return Err(ParseTimeControlError::TooLong(part)),
                _ => {}
            }
        }
        if self.allowance > SETTING_TIME_MAX {
            return Err(ParseTimeControlError::TooLong("allowance"));
        }
        if self.increment.is_some() && self.bank.is_none() {
            return Err(ParseTimeControlError::IncrementWithoutBank);
        }
        Ok(self)
    }
}

/// What stands behind the text of a clock that stands still.
const STOPPED: &str = " stopped";

/// Why a text or a message is not a valid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeControlError {
    /// A part is not a span of time.
    #[error("{0:?} is not a valid time: write a whole number with its unit (ms, s, m or h), such as 100ms")]
    NoTime(String),
    /// The whole is empty.
    #[error("the time control is empty: write bank+increment/cap~allowance, such as 60s+100ms/5s~50ms, or none")]
    Empty,
    /// A part is zero.
    #[error("the {0} of the time control is zero: leave it out or make it longer")]
    Zero(&'static str),
    /// A part is longer than any setting may be.
    #[error("the {0} of the time control is longer than {max} days", max = SETTING_TIME_MAX.as_secs() / 86_400)]
    TooLong(&'static str),
    /// There is nothing that the increment could be added to.
    #[error("the time control has an increment but no bank: write bank+increment")]
    IncrementWithoutBank,
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let (text, stopped) = match text.strip_suffix(STOPPED) {
            Some(running) => (running, true),
            None => (text, false),
        };
        match text {
            "none" => return Ok(TimeControl { stopped, ..TimeControl::default() }),
            "" => return Err(ParseTimeControlError::Empty),
            _ => {}
        }
        // From the end, because everything behind a mark is read as one span.
        let (text, allowance) = split_off(text, '~')?;
        let (text, ask_cap) = split_off(text, '/')?;
        let (text, increment) = split_off(text, '+')?;
        let bank = if text.is_empty() { None } else { Some(parse_span(text)?) };
        TimeControl { bank, increment, ask_cap, allowance: allowance.unwrap_or_default(), stopped }.checked()
    }
}

/// What stands before the mark, and the span behind it.
fn split_off(text: &str, mark: char) -> Result<(&str, Option<Duration>), ParseTimeControlError> {
    match text.split_once(mark) {
        Some((before, span)) => Ok((before, Some(parse_span(span)?))),
        None => Ok((text, None)),
    }
}

fn parse_span(text: &str) -> Result<Duration, ParseTimeControlError> {
    let no_time = || ParseTimeControlError::NoTime(text.chars().take(40).collect());
    let digits = text.find(|c: char| !c.is_ascii_digit()).ok_or_else(no_time)?;
    let (number, unit) = text.split_at(digits);
    let unit_ms: u64 = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(no_time()),
    };
    let number: u64 = number.parse().map_err(|_| no_time())?;
    Ok(Duration::from_millis(number.saturating_mul(unit_ms)))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if (TimeControl { stopped: false, ..*self }) == TimeControl::default() {
            f.write_str("none")?;
        }
        let parts = [("", self.bank), ("+", self.increment), ("/", self.ask_cap)];
        for (mark, span) in parts {
            if let Some(span) = span {
                f.write_str(mark)?;
                write_span(f, span)?;
            }
        }
        if !self.allowance.is_zero() {
            f.write_str("~")?;
            write_span(f, self.allowance)?;
        }
        if self.stopped { f.write_str(STOPPED) } else { Ok(()) }
    }
}

fn write_span(f: &mut fmt::Formatter<'_>, span: Duration) -> fmt::Result {
    if span.subsec_nanos() == 0 { write!(f, "{}s", span.as_secs()) } else { write!(f, "{}ms", span.as_millis()) }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Any sound time control of up to two seconds a part.
    pub(in super::super) fn controls() -> impl Strategy<Value = TimeControl> {
        let part = || prop::option::of(1u64..2_000);
        let parts = (part(), part(), part(), 0u64..200, any::<bool>());
        parts.prop_map(|(bank, increment, ask_cap, allowance, stopped)| TimeControl {
            bank: bank.map(Duration::from_millis),
            increment: bank.and(increment).map(Duration::from_millis),
            ask_cap: ask_cap.map(Duration::from_millis),
            allowance: Duration::from_millis(allowance),
            stopped,
        })
    }

    #[test]
    fn every_part_can_be_left_out() {
        let whole: TimeControl = "60s+100ms/5s~50ms".parse().unwrap();
        assert_eq!(whole.bank, Some(Duration::from_secs(60)));
        assert_eq!(whole.increment, Some(Duration::from_millis(100)));
        assert_eq!(whole.ask_cap, Some(Duration::from_secs(5)));
        assert_eq!(whole.allowance, Duration::from_millis(50));
        for text in
            ["none", "60s", "60s/5s", "/5s", "~50ms", "60s+1s~1ms", "/100ms~5ms", "none stopped", "60s/5s stopped"]
        {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("2m+1h".parse::<TimeControl>().unwrap().to_string(), "120s+3600s");
    }

    #[test]
    fn wrong_time_controls_say_what_is_wrong() {
        let error = |text: &str| text.parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(
            error("60"),
            r#""60" is not a valid time: write a whole number with its unit (ms, s, m or h), such as 100ms"#
        );
        assert_eq!(error("/0s"), "the ask cap of the time control is zero: leave it out or make it longer");
        assert_eq!(error("31h+1000h"), "the increment of the time control is longer than 30 days");
        assert_eq!(error("+1s/5s"), "the time control has an increment but no bank: write bank+increment");
        for bad in [
            "",
            "s",
            "-1s",
            "1.5s",
            "1s+",
            "1s/",
            "1s~",
            "1s//1s",
            "99999999999999999999s",
            "1 s",
            "1д",
            " stopped",
            "1sstopped",
        ] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad:?}");
        }
    }

    proptest! {
        #[test]
        fn text_and_message_hold_the_whole_control(control in controls()) {
            prop_assert_eq!(control.to_string().parse(), Ok(control));
            prop_assert_eq!(TimeControl::from_wire(&control.to_wire()), Ok(control));
        }

        #[test]
        fn no_text_panics(text in "[0-9smh+/~ ]{0,24}") {
            let _ = text.parse::<TimeControl>();
        }
    }

    #[test]
    fn the_longest_match_follows_from_bank_increment_and_cap() {
        let longest = |text: &str| text.parse::<TimeControl>().unwrap().whole_match(2, 100).map(|time| time.as_secs());
        assert_eq!(longest("60s+1s~0ms"), Some(320));
        assert_eq!(longest("/5s~0ms"), Some(1000));
        assert_eq!(longest("60s+1s/1s~0ms"), Some(200));
        assert_eq!(longest("60s~100ms"), Some(140));
        assert_eq!([longest("none"), longest("60s stopped")], [None, None]);
    }
}

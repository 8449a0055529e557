//! A league's rule for spectators: who may watch its running matches, and when.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;

/// A league's rule for spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchPolicy {
    /// All callers who may read watch at once, including players.
    Open,
    /// All callers watch at once, except those who may play in the league.
    PlayersNever,
    /// Every caller sees each event this long after it happened. The delay is a time and not a number of events,
    /// because it has to outlast the time that a player may think.
    Delayed(Duration),
    /// No caller watches. The record can be read when the match is over.
    After,
}

/// A text is not a rule for spectators.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a valid rule for spectators: expected \"open\", \"players-never\", \"delayed SECONDS\" with 1 to {max} \
     seconds, or \"after\"",
    max = limits::WATCH_DELAY_MAX.as_secs()
)]
pub struct ParseWatchPolicyError(String);

impl FromStr for WatchPolicy {
    type Err = ParseWatchPolicyError;

    fn from_str(text: &str) -> Result<WatchPolicy, ParseWatchPolicyError> {
        let delay = |seconds: &str| {
            let delay = Duration::from_secs(seconds.parse::<u32>().ok()?.into());
            (Duration::from_secs(1)..=limits::WATCH_DELAY_MAX).contains(&delay).then_some(WatchPolicy::Delayed(delay))
        };
        let policy = match text.split_once(' ') {
            Some(("delayed", seconds)) => delay(seconds),
            None if text == "open" => Some(WatchPolicy::Open),
            None if text == "players-never" => Some(WatchPolicy::PlayersNever),
            None if text == "after" => Some(WatchPolicy::After),
            _ => None,
        };
        policy.ok_or_else(|| ParseWatchPolicyError(limits::cut(text, limits::UNKNOWN_NAME_BYTES_MAX).into()))
    }
}

impl fmt::Display for WatchPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WatchPolicy::Open => f.write_str("open"),
            WatchPolicy::PlayersNever => f.write_str("players-never"),
            WatchPolicy::Delayed(delay) => write!(f, "delayed {}", delay.as_secs()),
            WatchPolicy::After => f.write_str("after"),
        }
    }
}

impl WatchPolicy {
    /// The rule as services describe it.
    pub fn to_wire(self) -> pb::WatchPolicy {
        let (kind, delay_ms) = match self {
            WatchPolicy::Open => (pb::watch_policy::Kind::Open, None),
            WatchPolicy::PlayersNever => (pb::watch_policy::Kind::PlayersNever, None),
            WatchPolicy::Delayed(delay) => (pb::watch_policy::Kind::Delayed, Some(delay.as_millis() as u64)),
            WatchPolicy::After => (pb::watch_policy::Kind::After, None),
        };
        pb::WatchPolicy { kind: kind.into(), delay_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_as_they_are_written() {
        for text in ["open", "players-never", "delayed 60", "after"] {
            assert_eq!(text.parse::<WatchPolicy>().unwrap().to_string(), text);
        }
        for wrong in ["", "Open", "delayed", "delayed 0", "delayed -1", "delayed 86401", "delayed 1 s", "after 1"] {
            let error = wrong.parse::<WatchPolicy>().unwrap_err().to_string();
            assert!(error.contains("is not a valid rule for spectators: expected \"open\""), "{error}");
        }
    }
}

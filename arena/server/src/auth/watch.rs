//! Who may watch the running matches of a league, and when.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;

use super::caller::Caller;

/// A league's rule for spectators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchPolicy {
    /// Everybody who may read watches at once, players too.
    Open,
    /// Everybody watches at once but those who may play in the league.
    PlayersNever,
    /// Everybody sees each event this long after it happened. The delay is a time and not a number of events: it stands
    /// against the time that a player may think.
    Delayed(Duration),
    /// Nobody watches; the record can be read when the match is over.
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
    /// How long after it happens this caller sees what happens in a running match. `may_play` says whether the caller may
    /// play in the match's league. Organizers run the arena, so nothing is kept from them.
    ///
    /// # Errors
    /// If the caller may not watch.
    pub(crate) fn delay_for(self, caller: Caller, may_play: bool) -> Result<Duration, NotWatched> {
        match self {
            _ if caller == Caller::Organizer => Ok(Duration::ZERO),
            WatchPolicy::Open => Ok(Duration::ZERO),
            WatchPolicy::PlayersNever if may_play => Err(NotWatched::Player(caller)),
            WatchPolicy::PlayersNever => Ok(Duration::ZERO),
            WatchPolicy::Delayed(delay) => Ok(delay),
            WatchPolicy::After => Err(NotWatched::Running),
        }
    }

    /// The rule as services describe it.
    pub(crate) fn to_wire(self) -> pb::WatchPolicy {
        let (kind, delay_ms) = match self {
            WatchPolicy::Open => (pb::watch_policy::Kind::Open, None),
            WatchPolicy::PlayersNever => (pb::watch_policy::Kind::PlayersNever, None),
            WatchPolicy::Delayed(delay) => (pb::watch_policy::Kind::Delayed, Some(delay.as_millis() as u64)),
            WatchPolicy::After => (pb::watch_policy::Kind::After, None),
        };
        pb::WatchPolicy { kind: kind.into(), delay_ms }
    }
}

/// Why a caller may not watch a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotWatched {
    /// It may play in the league.
    Player(Caller),
    /// Nobody watches while the match is running.
    Running,
}

impl fmt::Display for NotWatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotWatched::Player(Caller::Anybody) => f.write_str(
                "whoever may play in this league may not watch its matches, and a caller without a token may be a player; \
                 call with a watcher's or an organizer's token, or read the record with GetMatch when the match has ended",
            ),
            NotWatched::Player(caller) => write!(
                f,
                "{caller} may play in this league, whose matches players may not watch; GetMatch returns the record when \
                 the match has ended"
            ),
            NotWatched::Running => f.write_str(
                "nobody may watch the matches of this league while they are played; GetMatch returns the record when the \
                 match has ended",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Result<Duration, NotWatched> = Ok(Duration::ZERO);
    const MINUTE: Duration = Duration::from_secs(60);

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

    #[test]
    fn players_watch_only_where_everybody_does() {
        let bot = Caller::Bot("a".parse().unwrap());
        for player in [bot, Caller::Anybody] {
            let of = |policy: WatchPolicy| policy.delay_for(player, true);
            assert_eq!(of(WatchPolicy::Open), NOW);
            assert_eq!(of(WatchPolicy::PlayersNever), Err(NotWatched::Player(player)));
            assert_eq!(of(WatchPolicy::Delayed(MINUTE)), Ok(MINUTE));
            assert_eq!(of(WatchPolicy::After), Err(NotWatched::Running));
        }
        assert_eq!(WatchPolicy::PlayersNever.delay_for(bot, false), NOW, "the bot of another league");
    }

    #[test]
    fn watchers_obey_the_rule_and_organizers_see_all() {
        assert_eq!(WatchPolicy::PlayersNever.delay_for(Caller::Watcher, false), NOW);
        assert_eq!(WatchPolicy::Delayed(MINUTE).delay_for(Caller::Watcher, false), Ok(MINUTE));
        assert_eq!(WatchPolicy::After.delay_for(Caller::Watcher, false), Err(NotWatched::Running));
        for policy in [WatchPolicy::Open, WatchPolicy::PlayersNever, WatchPolicy::Delayed(MINUTE), WatchPolicy::After] {
            assert_eq!(policy.delay_for(Caller::Organizer, false), NOW);
        }
    }
}

//! Who may watch the running matches of a league, and when.

use std::fmt;
use std::time::Duration;

use super::caller::Caller;
use kahua_settings::config::WatchPolicy;

/// The delay with which this caller sees a running match. `may_play` says whether the caller may play in the match's
/// league. Organizers run the arena, so they see everything at once.
///
/// # Errors
/// If the caller may not watch.
pub fn watch_delay(policy: WatchPolicy, caller: Caller, may_play: bool) -> Result<Duration, NotWatched> {
    match policy {
        _ if caller == Caller::Organizer => Ok(Duration::ZERO),
        WatchPolicy::Open => Ok(Duration::ZERO),
        WatchPolicy::PlayersNever if may_play => Err(NotWatched::Player(caller)),
        WatchPolicy::PlayersNever => Ok(Duration::ZERO),
        WatchPolicy::Delayed(delay) => Ok(delay),
        WatchPolicy::After => Err(NotWatched::Running),
    }
}

/// Why a caller may not watch a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWatched {
    /// It may play in the league.
    Player(Caller),
    /// The league shows no running matches.
    Running,
}

impl fmt::Display for NotWatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotWatched::Player(Caller::Anybody) => f.write_str(
                "players may not watch this league's matches, and a caller without a token may be a player; \
                 call with a watcher's or an organizer's token, or read the record with GetMatch when the match has ended",
            ),
            NotWatched::Player(caller) => write!(
                f,
                "{caller} may play in this league, whose matches players may not watch; GetMatch returns the record when \
                 the match has ended"
            ),
            NotWatched::Running => f.write_str(
                "this league's matches can't be watched while they are played; GetMatch returns the record when the \
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
    fn players_watch_only_where_everybody_does() {
        let bot = Caller::Bot("a".parse().unwrap());
        for player in [bot, Caller::Anybody] {
            let of = |policy: WatchPolicy| watch_delay(policy, player, true);
            assert_eq!(of(WatchPolicy::Open), NOW);
            assert_eq!(of(WatchPolicy::PlayersNever), Err(NotWatched::Player(player)));
            assert_eq!(of(WatchPolicy::Delayed(MINUTE)), Ok(MINUTE));
            assert_eq!(of(WatchPolicy::After), Err(NotWatched::Running));
        }
        assert_eq!(watch_delay(WatchPolicy::PlayersNever, bot, false), NOW, "the bot of another league");
    }

    #[test]
    fn watchers_obey_the_rule_and_organizers_see_all() {
        assert_eq!(watch_delay(WatchPolicy::PlayersNever, Caller::Watcher, false), NOW);
        assert_eq!(watch_delay(WatchPolicy::Delayed(MINUTE), Caller::Watcher, false), Ok(MINUTE));
        assert_eq!(watch_delay(WatchPolicy::After, Caller::Watcher, false), Err(NotWatched::Running));
        for policy in [WatchPolicy::Open, WatchPolicy::PlayersNever, WatchPolicy::Delayed(MINUTE), WatchPolicy::After] {
            assert_eq!(watch_delay(policy, Caller::Organizer, false), NOW);
        }
    }
}

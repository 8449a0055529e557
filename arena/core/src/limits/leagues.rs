//! The bounds of leagues, and of the tables that follow from their matches.

use std::time::Duration;

/// How many versions of a bot play in one season, unless the league's settings say otherwise. Each version plays the
/// league's whole schedule, and so makes more matches for the other bots.
pub const VERSIONS_PER_SEASON: u32 = 20;

/// How many time controls a season of a league may have, one after the other.
pub const TIMES_PER_SEASON_MAX: usize = 20;

/// How many hours, and how many closed days or spans of them, a league's calendar may have.
pub const CALENDAR_LINES_MAX: usize = 50;

/// How many days a span in which a league is closed may have.
pub const CALENDAR_CLOSED_DAYS_MAX: i64 = 366;

/// The longest league name, in bytes.
pub const LEAGUE_BYTES_MAX: usize = 64;

/// How many bots an organizer may give for a season.
pub const SEASON_BOTS_MAX: usize = 1000;

/// The longest id of a set of matches, in bytes.
pub const SET_ID_BYTES_MAX: usize = 64;

/// The standings of a season with at most this many records include every match that has ended. The arena computes the
/// standings of larger seasons in the background, so they may lack the last seconds.
pub const STANDINGS_AT_ONCE_MAX: u64 = 2_000;

/// The most points in the history of a bot's rating in one pool, in addition to the first and the last.
pub const CAREER_POINTS_MAX: usize = 128;

/// The pause after the standings of larger seasons were computed. If computing takes less than a second, they are at
/// most two seconds old.
pub const STANDINGS_INTERVAL: Duration = Duration::from_secs(1);

/// How long after its start an arena first says how far its leagues are and whom they wait for.
pub const LEAGUE_REPORT_FIRST: Duration = Duration::from_secs(5);

/// How often it says so from then on.
pub const LEAGUE_REPORT_INTERVAL: Duration = Duration::from_secs(60);

/// How often the log repeats for whom a league waits while nothing changes. The bots are told more often.
pub const WAITING_LOG_INTERVAL: Duration = Duration::from_secs(3600);

/// The most matches that a league may plan when it starts. Leagues without an end, and those that every bot may join,
/// have no such limit.
pub const LEAGUE_MATCHES_MAX: u64 = 1_000_000;

/// The longest time for which a round of a Swiss league may be announced before it begins, in seconds: a day.
pub const ANNOUNCED_S_MAX: u32 = 86_400;

/// How many sets a table of a knock-out plays beyond its planned ones while its first two bots are equal.
pub const KNOCKOUT_EXTRA_SETS_MAX: u32 = 3;

/// The pause before a match that couldn't begin is tried again.
pub const BEGIN_RETRY_PAUSE: Duration = Duration::from_secs(1);

/// The most corrections of results that a store takes, those that take others back included. All are kept in memory.
pub const CORRECTIONS_MAX: usize = 10_000;

/// The longest time that a time control or a fault policy may set.
pub const SETTING_TIME_MAX: Duration = Duration::from_secs(30 * 24 * 3600);

/// The most strikes that a fault policy may grant.
pub const STRIKES_MAX: u32 = 1000;

/// The most matches at once for each core of the machine, unless the settings say otherwise.
pub const MATCHES_PER_CORE: usize = 250;

//! The bounds of the store, and of what it keeps about the acts of organizers.

use std::time::Duration;

/// How long something that kept failing must work without a failure before it counts as working again.
pub const OUTAGE_CALM: Duration = Duration::from_secs(5);

/// How often the arena looks whether its store can be written.
pub const STORE_LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// How often something that keeps failing is logged.
pub const OUTAGE_LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The most events of running matches that wait to be written to disk, in bytes as written. An event has about 30, so
/// this is a minute of the busiest arena.
pub const JOURNAL_BYTES_MAX: usize = 64 * 1024 * 1024;

/// How long after it happened an event of a running match is on disk at the latest, as long as the disk keeps up.
pub const FLUSH_INTERVAL: Duration = Duration::from_millis(20);

/// The least time between two commits that somebody waits for, so that many callers share one.
pub const COMMIT_INTERVAL_MIN: Duration = Duration::from_millis(4);

/// The pause before a write that the disk refused is tried again.
pub const STORE_RETRY_PAUSE: Duration = Duration::from_millis(500);

/// How long it takes at most until an arena with nothing to write notices that the files of its store are gone. After a
/// write it notices at once.
pub const STORE_WATCH_INTERVAL: Duration = Duration::from_secs(1);

/// How long the store tries to reach a database server, for each of its addresses.
pub const STORE_CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a database server may be silent before its connection counts as lost.
pub const STORE_SILENCE_MAX: Duration = Duration::from_secs(30);

/// How many connections a store uses to read from a database server. When all are busy, a reader waits.
pub const STORE_READERS_MAX: usize = 8;

/// How many matches lose their moves in one transaction. Small, so that other writes don't wait for long.
pub const REMOVALS_AT_ONCE: u32 = 64;

/// How many records are in memory at once while a store is copied.
pub const COPIED_RECORDS_AT_ONCE: u32 = 64;

/// How many short rows, such as the links of the chain, are in memory at once while a store is copied.
pub const COPIED_ROWS_AT_ONCE: u32 = 1024;

/// How often an arena looks for matches whose moves have been kept long enough.
pub const RETENTION_INTERVAL: Duration = Duration::from_secs(3600);

/// The most acts of organizers that the audit log keeps; the oldest ones go first.
pub const ACTS_MAX: i64 = 100_000;

/// How many organizers a refusal names that doesn't know the one that it was asked for.
pub const ORGANIZERS_SHOWN_MAX: usize = 10;

/// The longest span of time of a report.
pub const REPORT_SPAN_MAX: Duration = Duration::from_secs(100 * 24 * 3600);

/// The most entries of each list in a report.
pub const REPORT_ENTRIES_MAX: usize = 1000;

/// How many refused calls of one organizer the audit log has one by one. Further ones are only counted, with one more
/// entry every [`REFUSED_ACT_INTERVAL`]. So refused calls can't push the acts that were done out of the log.
pub const REFUSED_ACTS_AT_ONCE: u32 = 20;

/// See [`REFUSED_ACTS_AT_ONCE`]. At one entry in two hours, refused calls of one organizer need more than twenty years
/// to fill the log.
pub const REFUSED_ACT_INTERVAL: Duration = Duration::from_secs(2 * 3600);

/// For how many organizers the arena counts refused calls separately. It counts those of all others together.
pub const REFUSED_CALLERS_MAX: usize = 64;

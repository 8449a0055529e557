//! The bounds of workers, and of the arena that they play for.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The most workers that are connected at once.
pub const WORKERS_MAX: usize = 256;

/// The most matches that one worker plays at once.
pub const WORKER_MATCHES_MAX: usize = 256;

/// The most bots that one worker offers.
pub const WORKER_BOTS_MAX: usize = 1024;

/// The largest message that is read from a worker, or by one, in bytes. A record is most of it.
pub const WORK_MESSAGE_BYTES_MAX: usize = 4 * 1024 * 1024;

/// How long nothing may come from a worker before it counts as gone.
pub const WORKER_SILENCE_MAX: Duration = Duration::from_secs(60);

/// How often a worker shows that it is there, when it has nothing else to say.
pub const WORKER_ALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// A worker may keep a match for as long as this many decisions of each seat can take.
pub const WORKER_DECISIONS_COUNTED: u32 = 1000;

/// How much longer it may keep the match: bots start, fail and are started again.
pub const WORKER_MATCH_GRACE: Duration = Duration::from_secs(300);

/// How long a worker may have one match whatever its time control. Then the match is played by somebody else.
pub const WORKER_MATCH_TIME_MAX: Duration = Duration::from_secs(12 * 3600);

/// How many records of a worker may be refused. Then it gets no more matches until the arena is started again.
pub const WORKER_REFUSALS_MAX: u32 = 3;

/// How many of its last [`WORKER_MATCHES_COUNTED`] matches a worker may fail to play. Then its stream ends, and for
/// [`WORKER_BARRED_FOR`] it isn't let in again.
pub const WORKER_FAILURES_MAX: u32 = 16;

/// How many of a worker's last matches are looked at: the bits of a number.
pub const WORKER_MATCHES_COUNTED: u32 = u64::BITS;

/// How long a worker is kept out after too many failures.
pub const WORKER_BARRED_FOR: Duration = Duration::from_secs(600);

/// How many workers that have failed are remembered, connected or not.
pub const WORKERS_REMEMBERED_MAX: usize = 1024;

/// How long a match that was assigned waits for its bots to be free, before it is given back.
pub const ASSIGNED_WAIT_MAX: Duration = Duration::from_secs(5);

/// The pause before the worker looks again whether they are.
pub const ASSIGNED_RETRY_PAUSE: Duration = Duration::from_millis(20);

/// The shortest pause before a worker tries again to reach its arena; it doubles with each failure.
pub const WORKER_RETRY_PAUSE: Duration = Duration::from_millis(500);

/// The longest such pause.
pub const WORKER_RETRY_PAUSE_MAX: Duration = Duration::from_secs(30);

/// The least and the most by which the time control of a match is multiplied for a worker's machine, in thousandths.
pub const TIME_PERMILLE: RangeInclusive<u32> = 250..=4000;

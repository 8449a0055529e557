//! The bounds of the work that connections make by what they send.

use std::time::Duration;

/// How much work all connections together may make in a second, for each core of the machine, as a mean over
/// [`WORK_MEAN_OVER`] and beyond what each may make by itself. A unit takes about a microsecond, so this is 2.5 % of
/// the machine: about 600 calls a second for each core.
pub const WORK_PER_CORE: u32 = 25_000;

/// The time for [`WORK_PER_CORE`], so short that a burst hardly delays players.
pub const WORK_MEAN_OVER: Duration = Duration::from_millis(5);

/// How much work a connection that carries a bot may make in a second by itself, as a mean over [`BOT_WORK_MEAN_OVER`]:
/// several times as much as any bot needs.
pub const BOT_WORK_MAX: u32 = 50_000;

/// The time for [`BOT_WORK_MAX`]: a bot may answer in hundreds of matches at once.
pub const BOT_WORK_MEAN_OVER: Duration = Duration::from_millis(100);

/// How much of [`BOT_WORK_MAX`] a bot has when it has just connected: enough to answer in hundreds of matches, but so
/// little that connecting again and again gains nothing. The rest comes with time.
pub const BOT_WORK_AT_FIRST: u32 = 600;

/// How much work a new connection may make by itself: enough for a bot's Hello, or for some calls.
pub const FIRST_CALLS_WORK: u32 = 250;

/// The work of a call, without the bytes of its message. It was measured as 45 microseconds of the threads that serve players, where
/// many calls come at once.
pub const CALL_WORK: u32 = 40;

/// The work of reading a connection, however few bytes come.
pub const READ_WORK: u32 = 2;

/// The work of an HTTP/2 DATA frame without data. A call may need one to end its stream, and no client needs more.
pub const EMPTY_DATA_WORK: u32 = 4;

/// The work of an HTTP/2 SETTINGS frame, which may concern all streams of a connection. It counts as so many control frames.
pub const SETTINGS_WORK: u32 = 10;

/// How many bytes of a frame make one more unit of work.
pub const BYTES_PER_WORK_UNIT: u32 = 1024;

/// The same over HTTP/1.1, where most bytes are headers. Each empty line counts as a call, since one ends the headers of every request.
pub const HTTP_1_BYTES_PER_WORK_UNIT: u32 = 32;

/// The most HTTP/2 control frames that a connection may send in a second, as a mean over [`CONTROL_FRAMES_MEAN_OVER`],
/// besides those that it has earned. The arena closes a connection that sends more. Pings, window updates, settings and
/// empty data frames count.
pub const CONTROL_FRAMES_PER_SECOND_MAX: u32 = 1000;

/// The time for [`CONTROL_FRAMES_PER_SECOND_MAX`].
pub const CONTROL_FRAMES_MEAN_OVER: Duration = Duration::from_secs(4);

/// How many control frames a connection earns by each frame that the arena sends it: clients answer with window
/// updates, and some with pings that measure the connection.
pub const CONTROL_FRAMES_PER_FRAME: u32 = 8;

/// The most control frames that a connection can have earned and not sent.
pub const CONTROL_FRAMES_EARNED_MAX: u32 = 4096;

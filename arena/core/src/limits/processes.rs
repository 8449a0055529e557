//! The bounds of bots' processes: the bridge, logs, keepers and sandboxes.

use std::time::Duration;

use super::MESSAGE_BYTES_MAX;

/// The longest line that a bridge reads from its command, in bytes: the longest answer that the arena accepts fits.
pub const BRIDGE_LINE_BYTES_MAX: usize = MESSAGE_BYTES_MAX;

/// The most lines that wait for a bridge's command to read them; a command that falls further behind is stopped. It has
/// at most one ask at a time, so these are lines about matches.
pub const BRIDGE_LINES_UNREAD_MAX: usize = 512;

/// How long a bridge's command may take to say that it is ready.
pub const BRIDGE_START_TIMEOUT: Duration = Duration::from_secs(60);

/// How long a bridge waits for an answer that comes too late to count. The wait is bounded because all other asks wait
/// for it.
pub const BRIDGE_OWED_MAX: Duration = Duration::from_secs(10);

/// The most that is kept of what a bot's process writes, in bytes, besides its last [`BOT_LOG_TAIL_BYTES`].
pub const BOT_LOG_BYTES_MAX: usize = 8 * 1024 * 1024;

/// How much of the end of a bot's output is kept when its log is full, in bytes.
pub const BOT_LOG_TAIL_BYTES: usize = 64 * 1024;

/// The pause after each chunk that is read of a bot's output when its log is full. With chunks of at most 64 KiB, a bot
/// can write at most 16 MiB a second. The log keeps only the end of that output.
pub const BOT_LOG_PAUSE: Duration = Duration::from_millis(4);

/// How long a keeper may take to start a bot's command, or to say why it can't.
pub const KEEPER_START_TIMEOUT: Duration = Duration::from_secs(30);

/// How many rounds a keeper makes to kill the processes that its command has left, before it gives up.
pub const KEEPER_ROUNDS_MAX: usize = 1000;

/// How long a keeper may take to kill its command, before it is killed itself.
pub const KEEPER_KILL_TIMEOUT: Duration = Duration::from_secs(30);

/// The pause between two of these rounds.
pub const KEEPER_PAUSE: Duration = Duration::from_millis(5);

/// The most processes and threads that a confined bot may have; without a sandbox, beyond those that its user has already.
pub const CONFINED_PROCESSES_MAX: u64 = 128;

/// The most files that each process of a confined bot may have open.
pub const CONFINED_FILES_MAX: u64 = 512;

/// The longest file that a confined bot may write, in bytes.
pub const CONFINED_FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// The most processor time that each process of a confined bot may use.
pub const CONFINED_CPU_MAX: Duration = Duration::from_secs(24 * 3600);

/// How much a confined bot yields to other processes, as a `nice` value.
pub const CONFINED_NICENESS: i32 = 10;

/// The most connections to the arena that a bot in a sandbox may have at once.
pub const CONFINED_CONNECTIONS_MAX: usize = 8;

/// How long after a bot's process has ended its last words may take to be in its log.
pub const BOT_LOG_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a bot's process may take to exit by itself when everything has been played.
pub const BOT_EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a bot's process may take to exit after SIGTERM, before it is killed.
pub const BOT_TERM_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a bot that the arena has started may stay silent after a missed ask, before it is ended and started again.
pub const BOT_SILENCE_MAX: Duration = Duration::from_secs(10);

/// The pause before a bot that has crashed is started again; it doubles with each crash in a row.
pub const BOT_RESTART_PAUSE: Duration = Duration::from_millis(500);

/// The longest such pause.
pub const BOT_RESTART_PAUSE_MAX: Duration = Duration::from_secs(60);

/// A crash of a bot that has run for this long counts as its first one.
pub const BOT_RESTART_CALM: Duration = Duration::from_secs(600);

/// The most marks that wait to be written to a bot's log: one for each match that begins or ends. More are left out.
pub const BOT_LOG_MARKS_MAX: usize = 256;

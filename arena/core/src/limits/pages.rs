//! The bounds of calls, of pages, and of those who watch or play in a browser.

use std::time::Duration;

/// The most spectators in the whole arena. A caller gets another place as long as more are free than it holds.
pub const SPECTATORS_MAX: usize = 4096;

/// The most spectators that wait for their first look at a match. When there are more, further calls wait.
pub const SPECTATORS_JOINING_MAX: usize = 256;

/// The least time between two updates to a spectator; what happens in between comes in one update.
pub const SPECTATOR_INTERVAL: Duration = Duration::from_millis(100);

/// The most updates to spectators in a millisecond, all matches together, so that they never keep a player waiting.
pub const SPECTATOR_UPDATES_PER_MS: u32 = 8;

/// How long a spectator may leave an update unread while more has happened, before its stream ends.
pub const SPECTATOR_STALL_MAX: Duration = Duration::from_secs(10);

/// The least time between two pictures of a running match on its page.
pub const LIVE_PICTURE_INTERVAL: Duration = Duration::from_millis(250);

/// How long the stream of a running match's page is silent at most, so that a visitor who is gone is noticed.
pub const LIVE_HEARTBEAT: Duration = Duration::from_secs(15);

/// How long the arena keeps the page of a running match up to date after a visitor has loaded it, in addition to the
/// league's delay. To load the page again in this time, or to follow it, costs the match nothing.
pub const LIVE_LINGER: Duration = Duration::from_secs(30);

/// The most running matches whose pages the arena keeps up to date only because a visitor may load them again.
pub const LIVE_LINGERING_MAX: usize = 64;

/// How long the page of a running match waits at most for the first look at it.
pub const LIVE_PAGE_WAIT_MAX: Duration = Duration::from_secs(1);

/// The longest delay with which a league may be shown to spectators. The updates that wait for one spectator are
/// bounded by the match: there is at most one for each event.
pub const WATCH_DELAY_MAX: Duration = Duration::from_secs(24 * 3600);

/// The most unary calls that one network connection may have open; more are refused.
pub const CALLS_AT_ONCE_MAX: usize = 64;

/// The most unary calls of organizers, spectators and reports that the arena answers at once. A caller gets another one as long
/// as more are free than it holds.
pub const CALLS_MAX: usize = 256;

/// How much the threads that work for such calls yield to others, as a `nice` value.
pub const CALL_NICENESS: i32 = 10;

/// How long such a thread reads matches before it lets other threads run. Longer turns keep players waiting. With
/// shorter turns, lists would hardly make progress on a machine that is busy with other things.
pub const READING_TURN_MAX: Duration = Duration::from_micros(500);

/// How long a unary call may take.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a page may take. Shorter than [`CALL_TIMEOUT`], at whose end a browser would get an empty page that looks like a
/// success.
pub const PAGE_TIMEOUT: Duration = Duration::from_secs(8);

/// How many of a bot's latest matches its page tells of.
pub const BOT_PAGE_MATCHES: u32 = 500;

/// The most items on a page of a list.
pub const PAGE_MAX: u32 = 1000;

/// The items on a page where the request gives no number.
pub const PAGE_DEFAULT: u32 = 100;

/// How many tables are still shown whose match is over; the oldest go first.
pub const TABLES_OVER_MAX: usize = 16;

/// How long a table may stay without a move before its match ends without result.
pub const TABLE_UNMOVED_MAX: Duration = Duration::from_secs(3600);

/// How long a table may go unwatched before its match ends without result.
pub const TABLE_UNSEEN_MAX: Duration = Duration::from_secs(600);

/// How often an arena looks for abandoned tables.
pub const TABLES_LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// How long a player's page waits for the arena to process a resignation.
pub const TABLE_RESIGN_WAIT: Duration = Duration::from_secs(1);

/// How many browsers may hold one seat at a table, for a person who goes on at another device; the one that came first
/// loses it.
pub const SEAT_PLAYERS_MAX: usize = 8;

/// How long a browser keeps the cookie that holds its seats. Opening a table or a link begins it anew.
pub const PLAYER_COOKIE_AGE: Duration = Duration::from_secs(24 * 3600);

/// How long a page waits for something to happen at its table before it asks again.
pub const TABLE_WAIT_MAX: Duration = Duration::from_secs(20);

/// The largest form that is read of a browser, in bytes.
pub const FORM_BYTES_MAX: usize = 8 * 1024;

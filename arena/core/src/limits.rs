//! Every bound of the arena: nothing that comes from outside grows without one of these.

mod nodes;
mod worker;

use std::num::NonZeroU16;
use std::time::Duration;

pub use nodes::*;
pub use worker::*;

/// The newest version of the protocol that the arena speaks. It speaks all versions from 1 to this one.
pub const PROTOCOL_VERSION: u32 = 1;

/// The longest bot name, in bytes.
pub const BOT_NAME_BYTES_MAX: usize = 32;

/// The longest version that a bot may give, in bytes.
pub const VERSION_BYTES_MAX: usize = 32;

/// The longest name of a client library in a Hello, in bytes.
pub const LIBRARY_BYTES_MAX: usize = 64;

/// The longest comment of an answer that is recorded, in bytes; longer ones are cut.
pub const COMMENT_BYTES_MAX: usize = 200;

/// The longest explanation of a fault or an abort that is recorded, in bytes; longer ones are cut.
pub const DETAIL_BYTES_MAX: usize = 200;

/// How many versions of a bot play in one season, unless the league's settings say otherwise. Each version plays the
/// league's whole schedule, and so makes more matches for the other bots.
pub const VERSIONS_PER_SEASON: u32 = 20;

/// How many time controls a season of a league may have, one after the other.
pub const TIMES_PER_SEASON_MAX: usize = 20;

/// How many hours, and how many closed days or spans of them, a league's calendar may have.
pub const CALENDAR_LINES_MAX: usize = 50;

/// How many days a span in which a league is closed may have.
pub const CALENDAR_CLOSED_DAYS_MAX: i64 = 366;

/// How many webhooks an arena may have.
pub const WEBHOOKS_MAX: usize = 8;

/// The longest league name, in bytes.
pub const LEAGUE_BYTES_MAX: usize = 64;

/// How many bots an organizer may give for a season.
pub const SEASON_BOTS_MAX: usize = 1000;

/// How much of an unknown name from outside an error repeats, in bytes.
pub const UNKNOWN_NAME_BYTES_MAX: usize = 64;

/// The longest id of a set of matches, in bytes.
pub const SET_ID_BYTES_MAX: usize = 64;

/// The largest message that is read from a bot, in bytes.
pub const MESSAGE_BYTES_MAX: usize = 64 * 1024;

/// The most messages that a bot may send in a second, as a mean over ten seconds, beyond one for each ask.
pub const MESSAGES_PER_SECOND_MAX: u32 = 50;

/// The most matches that one bot plays at once.
pub const MATCHES_PER_BOT_MAX: u32 = 64;

/// The most bots that are connected at once, unless the settings say otherwise. Bots that come back may exceed it: see
/// [`RETURNING_MAX`].
pub const BOTS_AT_ONCE: NonZeroU16 = NonZeroU16::new(1024).expect("not zero");

/// How many bots with a valid resume token the arena lets in beyond its most bots at once. It always lets in bots that
/// have a seat.
pub const RETURNING_MAX: usize = 256;

/// The most messages that wait for one bot to read them; a bot that falls further behind is disconnected.
pub const OUTBOUND_QUEUE: usize = 512;

/// How long a new connection may take to send its Hello.
pub const HELLO_TIMEOUT: Duration = Duration::from_secs(10);

/// The most connections at once that haven't sent their Hello yet. When there are more, the arena closes the oldest one
/// of the address or token that has the most.
pub const HANDSHAKES_MAX: usize = 256;

/// As [`HANDSHAKES_MAX`], for connections whose call carries a token that the arena knows.
pub const KNOWN_HANDSHAKES_MAX: usize = 256;

/// How often bots with one token may connect in a second, as a mean over [`ENTERING_MEAN_OVER`]. Further ones wait with their Hello.
pub const ENTERED_PER_SECOND_MAX: u32 = 10;

/// The time for [`ENTERED_PER_SECOND_MAX`]: a bot may lose many connections in a row.
pub const ENTERING_MEAN_OVER: Duration = Duration::from_secs(5);

/// The pause before a connection that waits with its Hello looks again whether it is its turn.
pub const ENTERING_RETRY_PAUSE: Duration = Duration::from_millis(100);

/// The most network connections at once beyond one for each bot that may be connected, if the system's limit of open files
/// allows as many. When there are more, the arena closes the oldest one without a bot of the address that has the most.
pub const NETWORK_CONNECTIONS_BESIDE_BOTS: usize = 3072;

/// How many open files the arena leaves to other things than connections: the store, its bots' processes and their logs.
pub const FILES_RESERVED: usize = 128;

/// The most connections at once at the address of the metrics, in addition to those at the main address. Each may
/// last for [`FIRST_REQUEST_TIMEOUT`] in all.
pub const METRICS_CONNECTIONS_MAX: usize = 32;

/// How long connections there have to end when the arena stops. It must be shorter than [`SHUTDOWN_TIMEOUT`], after
/// which the arena no longer waits for the store to write what is left.
pub const SIDE_STOP_GRACE: Duration = Duration::from_secs(1);

/// As [`FILES_RESERVED`], for the connections at the addresses of the metrics and of other nodes.
pub const SIDE_FILES_RESERVED: usize = METRICS_CONNECTIONS_MAX + NODE_CONNECTIONS_MAX;

/// The address of the metrics, and that of other nodes, have at most this part of the files that may be open.
pub const SIDE_FILES_PART: usize = 16;

/// How long a connection may take to make its first request, after its TLS handshake if there is one.
pub const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// The pause before accepting connections is tried again when the system had no room for one.
pub const ACCEPT_RETRY_PAUSE: Duration = Duration::from_millis(100);

/// How long something that kept failing must work without a failure before it counts as working again.
pub const OUTAGE_CALM: Duration = Duration::from_secs(5);

/// How often the arena looks whether its store can be written.
pub const STORE_LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// How often something that keeps failing is logged.
pub const OUTAGE_LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The most connections that are accepted in a second, as a mean over [`ACCEPTING_MEAN_OVER`]. Others wait in the
/// system's backlog.
pub const ACCEPTED_PER_SECOND_MAX: u32 = 1000;

/// The time for [`ACCEPTED_PER_SECOND_MAX`].
pub const ACCEPTING_MEAN_OVER: Duration = Duration::from_millis(250);

/// The receive buffer that the arena asks the system for, for each connection, in bytes; Linux takes twice as much. It
/// is small because the system frees it in one go when the connection ends, also after a flood.
pub const UNREAD_BYTES_MAX: usize = 64 * 1024;

/// The most bytes that are read of a connection that carries a bot before all others have had their turn.
pub const READ_BYTES_MAX: usize = 1024;

/// The same for other connections. Smaller, because a kilobyte can hold dozens of calls.
pub const STRANGER_READ_BYTES_MAX: usize = 256;

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

/// How long a TLS handshake may take.
pub const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a connection may be silent before TCP probes it.
pub const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// How many of TCP's probes go unanswered before the connection counts as lost.
pub const KEEPALIVE_PROBES: u32 = 5;

/// How long the other machine may leave both data and probes unacknowledged before the connection counts as lost.
pub const UNACKNOWLEDGED_MAX: Duration = Duration::from_secs(30);

/// The most streams at once on one network connection.
pub const STREAMS_PER_CONNECTION_MAX: u32 = 256;

/// The standings of a season with at most this many records include every match that has ended. The arena computes the
/// standings of larger seasons in the background, so they may lack the last seconds.
pub const STANDINGS_AT_ONCE_MAX: u64 = 2_000;

/// The most points in the history of a bot's rating in one pool, in addition to the first and the last.
pub const CAREER_POINTS_MAX: usize = 128;

/// How many of a bot's latest matches its page tells of.
pub const BOT_PAGE_MATCHES: u32 = 500;

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

/// How long connections have to end when the arena stops.
pub const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);

/// The most inputs that wait for one match's referee.
pub const INBOX_QUEUE: usize = 64;

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

/// How long a node's lease on a shared store lasts unless the node renews it. After that, other nodes take its matches
/// over.
pub const NODE_LEASE: Duration = Duration::from_secs(10);

/// How long before the end of its lease, by its own clock, a node stops playing. The margin is there because the clocks
/// of two machines don't run equally fast.
pub const NODE_LEASE_MARGIN: Duration = Duration::from_secs(2);

/// How often a node renews its lease.
pub const NODE_RENEWAL_INTERVAL: Duration = Duration::from_secs(1);

/// How often a node looks for what other nodes have done.
pub const NODE_LOOK_INTERVAL: Duration = Duration::from_millis(100);

/// How many matches a node takes at most each time it looks, so that others get some too.
pub const NODE_TAKES_AT_ONCE: u32 = 4;

/// How many bytes the name of a node has at most.
pub const NODE_NAME_BYTES_MAX: usize = 64;

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

/// The most corrections of results that a store takes, those that take others back included. All are kept in memory.
pub const CORRECTIONS_MAX: usize = 10_000;

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

/// The most items on a page of a list.
pub const PAGE_MAX: u32 = 1000;

/// The items on a page where the request gives no number.
pub const PAGE_DEFAULT: u32 = 100;

/// The longest time that a time control or a fault policy may set.
pub const SETTING_TIME_MAX: Duration = Duration::from_secs(30 * 24 * 3600);

/// The most strikes that a fault policy may grant.
pub const STRIKES_MAX: u32 = 1000;

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

/// The most submissions that are graded in one go.
pub const SUBMISSIONS_MAX: usize = 1000;

/// The longest name of a submission that an assignment may give, in bytes: as long as that of a folder.
pub const SUBMISSION_NAME_BYTES_MAX: usize = 255;

/// The longest name of a submission's folder in the data directory, in bytes. Longer names are shortened.
pub const SUBMISSION_FOLDER_BYTES_MAX: usize = 64;

/// How many nested folders a submission's program may lie in, if each is the only entry of the one around it.
pub const SUBMISSION_NESTING_MAX: usize = 4;

/// How many files that aren't submissions a report names.
pub const LEFT_OUT_SHOWN_MAX: usize = 20;

/// The longest file in which a submission names its command, in bytes.
pub const MANIFEST_BYTES_MAX: u64 = 64 * 1024;

/// The most files and folders that a submission's folder may have.
pub const GRADED_FILES_MAX: usize = 10_000;

/// The largest file of a submission, in bytes.
pub const GRADED_FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

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

/// The most of the arena's own lag that is subtracted for an ask on its way out, and again for its answer on the way
/// back. The bound is there so that a bot gains little by making the arena slow.
pub const LAG_MAX: Duration = Duration::from_secs(1);

/// If no thread of the arena ran for this long, the arena stood still, and all of that time is the arena's own. A
/// shorter delay is a lag. The thread that measures lags runs every [`LAG_INTERVAL`].
pub const STANDSTILL_MIN: Duration = Duration::from_millis(500);

/// A shorter lag than this counts as none: time controls are in whole milliseconds.
pub const LAG_MIN: Duration = Duration::from_millis(1);

/// How often the arena measures its lag. It may miss a shorter delay.
pub const LAG_INTERVAL: Duration = Duration::from_millis(5);

/// For how long a measured lag counts. Longer than the time between two measurements, so that one covers every answer.
pub const LAG_WINDOW: Duration = Duration::from_millis(100);

/// Above this lag of the arena, no more matches begin than the machine has cores. Small against the usual allowance of
/// 50 ms.
pub const PAIRING_LAG_MAX: Duration = Duration::from_millis(20);

/// How long the lag must have been small before matches begin as usual again.
pub const PAIRING_PAUSE: Duration = Duration::from_secs(1);

/// How long no match must have waited because of the arena's lag before the log says that the arena keeps up again.
pub const LAG_CALM: Duration = Duration::from_secs(300);

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

/// The most matches at once for each core of the machine, unless the settings say otherwise.
pub const MATCHES_PER_CORE: usize = 250;

/// The longest prefix of `text` that has at most `bytes_max` bytes and ends on a character boundary.
#[must_use]
pub fn cut(text: &str, bytes_max: usize) -> &str {
    &text[..text.floor_char_boundary(bytes_max)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        assert_eq!(cut("short", 200), "short");
        assert_eq!(cut("abc", 2), "ab");
        assert_eq!(cut("aé", 2), "a");
    }
}

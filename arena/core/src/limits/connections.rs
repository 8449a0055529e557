//! The bounds of connections, and of bots that come and go over them.

use std::num::NonZeroU16;
use std::time::Duration;

use super::NODE_CONNECTIONS_MAX;

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

/// How long connections there have to end when the arena stops. It must be shorter than [`SHUTDOWN_TIMEOUT`](super::SHUTDOWN_TIMEOUT), after
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

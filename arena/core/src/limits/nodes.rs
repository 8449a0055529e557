//! The bounds of what passes between the nodes of one arena.

use std::time::Duration;

use super::MESSAGE_BYTES_MAX;

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

/// If all bots of a match are connected to other nodes, how long this node leaves the match to those nodes. The reason:
/// a decision of a bot on another node costs about twice as much. Long enough for each node to look several times.
pub const NODE_PREFERS_ITS_BOTS: Duration = Duration::from_millis(500);

/// How many free matches a node looks at to find some of its own bots.
pub const NODE_FREE_MATCHES_SEEN_MAX: u32 = 64;

/// While a bot thinks, how often its node tells the match's node that the bot still has the ask. Small compared with
/// [`LAG_MAX`](super::LAG_MAX), so that the match's node soon notices a late bot, and doesn't blame a bot whose answer
/// is on the way.
pub const RELAY_REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// The most connections of other nodes that a node has open; one from each is enough. Further ones wait in the system's backlog.
pub const NODE_CONNECTIONS_MAX: usize = 64;

/// The most calls over one connection between two nodes: one for each seat whose bot is elsewhere.
pub const RELAY_CALLS_MAX: u32 = 16 * 1024;

/// The most messages that wait to be sent to another node, for each seat and direction, in addition to those that wait
/// for the bot.
pub const RELAY_QUEUE: usize = 16;

/// The largest message for a bot that passes between nodes, in bytes. The longest ones tell a whole match to a bot that is back.
pub const RELAY_TO_HOST_BYTES_MAX: usize = 4 * 1024 * 1024;

/// The largest message of a bot that passes between nodes, in bytes: what the arena reads of a bot, and a bit around it.
pub const RELAY_FROM_HOST_BYTES_MAX: usize = MESSAGE_BYTES_MAX + 1024;

/// The most bytes on the way over one connection between two nodes that the receiver hasn't taken yet.
pub const NODE_WINDOW_BYTES: u32 = 4 * 1024 * 1024;

/// How long it takes at most to reach another node, and to begin a call there.
pub const RELAY_OPEN_TIMEOUT: Duration = Duration::from_secs(2);

/// The pause before a node that can't be reached is tried again.
pub const RELAY_RETRY_PAUSE: Duration = Duration::from_millis(200);

/// How long a match waits for a bot that is connected to another node, while that node can't be reached. It must be
/// longer than [`NODE_LEASE`](super::NODE_LEASE). Once the lease of a node that is gone has ended, its bots must
/// connect to another node, and a bot that doesn't is to blame.
pub const OUT_OF_REACH_MAX: Duration = Duration::from_secs(60);

/// How long a node must be out of reach before the log says so. A node that is gone disappears from the list when its
/// lease ends. So a node that is still listed by then is alive, and its address or the network is wrong.
pub const RELAY_OUTAGE_TOLD_AFTER: Duration = super::NODE_LEASE;

/// How long another node may take to receive what a bot is told at the end of its match.
pub const RELAY_END_TIMEOUT: Duration = Duration::from_secs(1);

/// How long the database server may take to answer a lease renewal, or to accept its connection, before that connection
/// counts as lost. Some connections break silently, and a lease must last for several tries over new ones. Other
/// connections use [`STORE_SILENCE_MAX`](super::STORE_SILENCE_MAX).
pub const NODE_RENEWAL_TIMEOUT: Duration = Duration::from_secs(2);

/// How long a node that stops tries to give its lease back. If the database answers, this is quick; if not, the lease
/// ends by itself.
pub const NODE_LEAVE_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a node looks whether another one to which it is connected still answers.
pub const NODE_PING_INTERVAL: Duration = Duration::from_secs(1);

/// How long such an answer may take, before the node counts as gone and its bots as away.
pub const NODE_SILENCE_MAX: Duration = Duration::from_secs(3);

/// How long another node may take to answer a call about a match that it plays.
pub const NODE_CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// The largest update for a spectator that passes between nodes, in bytes. The first one tells the whole match so far.
pub const NODE_UPDATE_BYTES_MAX: usize = 4 * 1024 * 1024;

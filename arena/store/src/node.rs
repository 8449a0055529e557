//! The nodes of a store that several arenas share, as they see each other.

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;

/// The number of a node: each arena that opens the store for writing gets the next one, from 1. No number is used
/// twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeNumber(pub i64);

/// An open match that no node plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeMatch {
    /// The match, as its row names it.
    pub id: String,
    /// The names of its players; none if its header is damaged.
    pub players: Vec<String>,
}

/// What a node tells the others when it joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeCard {
    /// What organizers call it. A node that joins under the name of another one takes its place.
    pub name: String,
    /// Where other nodes reach it.
    pub address: String,
}

/// A node as the others see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number.
    pub number: NodeNumber,
    /// What it told when it joined.
    pub card: NodeCard,
    /// How often it has changed settings or tokens.
    pub settings: i64,
    /// How often it has reported bots that came or went.
    pub arrivals: i64,
    /// When it joined, in milliseconds since 1970-01-01 UTC.
    pub joined_unix_ms: i64,
    /// For how many more milliseconds its lease lasts; `None` for an arena that is alone.
    pub lease_left_ms: Option<i64>,
    /// The status that it reported with its last renewal.
    pub status: Vec<u8>,
}

/// What a node sees when it looks at the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterSnapshot {
    /// All nodes, in the order in which they have joined.
    pub nodes: Vec<Node>,
    /// The node that pairs the matches of all leagues; `None` until a node takes this on.
    pub pairing: Option<NodeNumber>,
    /// How many open matches no node plays yet, or any more.
    pub free_matches: u64,
    /// The number of the newest record.
    pub last_number: i64,
}

/// A match that isn't over, and who plays it.
#[derive(Clone, Debug, PartialEq)]
pub struct HeldMatch {
    /// The match's record before its first event.
    pub header: pb::MatchRecord,
    /// The node that plays it; `None` if it waits for one.
    pub node: Option<NodeNumber>,
}

/// Where a bot is connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presence {
    /// The bot.
    pub bot: BotName,
    /// The node that it has connected to.
    pub node: NodeNumber,
    /// The value of [`Node::arrivals`] when the node reported it.
    pub arrival: i64,
    /// What the node reports of it; `None` once it has left.
    pub profile: Option<Vec<u8>>,
}

//! What the store and a database give each other: rows, and what rows are named by. The rows of finished matches are in
//! `record`.

use std::fmt;

use kahua_core::ids::MatchId;
use kahua_engine::ruleset::RulesetHash;

use super::node::NodeNumber;

/// Names an open match in the journal's rows; shorter than its id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MatchKey(pub(crate) i64);

impl MatchKey {
    /// Below all keys that this node gives. Two nodes never give the same key, unless one begins 2³² matches.
    pub(crate) fn before_all_of(node: NodeNumber) -> MatchKey {
        MatchKey(node.0 << 32)
    }

    /// The node that has given it.
    pub(crate) fn node(self) -> NodeNumber {
        NodeNumber(self.0 >> 32)
    }

    pub(crate) fn next(self) -> MatchKey {
        MatchKey(self.0 + 1)
    }
}

/// A match that is begun.
#[derive(Debug)]
pub(crate) struct Begun {
    pub(crate) key: MatchKey,
    pub(crate) id: MatchId,
    pub(crate) header: Vec<u8>,
    pub(crate) ruleset: (RulesetHash, String),
    /// The node that plays it; `None` if any node may take it, or there is only one arena.
    pub(crate) node: Option<NodeNumber>,
}

/// Events of one match, one after another.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) key: MatchKey,
    pub(crate) first_event: u32,
    pub(crate) events: Vec<u8>,
}

/// The ends of the lists of records, links and acts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ends {
    /// The highest number that a record ever had; 0 if there never was one.
    pub(crate) number: i64,
    /// The last link of the chain: its number and its hash.
    pub(crate) link: Option<(i64, [u8; 32])>,
    /// The highest number that an act ever had; 0 if there never was one.
    pub(crate) act_number: i64,
    /// The number and the hash of the newest act that is there.
    pub(crate) act: Option<(i64, [u8; 32])>,
}

/// A link that is added to the chain.
#[derive(Debug)]
pub(crate) struct NewLink {
    pub(crate) hash: [u8; 32],
    /// The digest of the record's summary.
    pub(crate) summary: [u8; 32],
    /// The number of the newest act, and its hash.
    pub(crate) act: (i64, [u8; 32]),
}

/// A link of the chain, and the stored rows to compare it with.
#[derive(Debug)]
pub(crate) struct LinkRow {
    pub(crate) number: i64,
    pub(crate) digest: Vec<u8>,
    pub(crate) hash: [u8; 32],
    /// The digest of the record's summary.
    pub(crate) summary: [u8; 32],
    pub(crate) act: (i64, [u8; 32]),
    /// The match and the digest of the record with this number; `None` if it is gone.
    pub(crate) record: Option<(String, Vec<u8>)>,
    /// The summary with this number.
    pub(crate) kept_summary: Option<Vec<u8>>,
}

/// Something that an organizer has done, or tried to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When it was done, in milliseconds since 1970-01-01 UTC.
    pub unix_ms: i64,
    /// By whom, as far as the arena can tell.
    pub who: String,
    /// What was done: the name of a call or command.
    pub what: String,
    /// To what, and how.
    pub arguments: String,
    /// What came of it.
    pub outcome: String,
}

/// An act of an organizer, and its place among the others.
#[derive(Debug)]
pub(crate) struct ActRow {
    pub(crate) number: i64,
    pub(crate) act: Act,
    /// Over the act and the hash of the one before.
    pub(crate) hash: [u8; 32],
}

/// A bot as its row says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BotRow {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) token: Option<[u8; 32]>,
}

/// SHA-256 of a bot's token. The store never sees the token itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}

//! The nodes of an arena as people are shown them, and what they tell of the matches that they play.

use std::collections::BTreeMap;

use kahua_core::ids::MatchId;
use kahua_core::season::Season;
use kahua_proto::pb::node::v1 as pb;
use kahua_store::{ClusterSnapshot, Node, NodeNumber};
use prost::Message;
use tonic::{Status, Streaming};

use super::Cluster;
use super::match_calls::Neighbour;

/// A node of an arena: one of several `kahua serve` that share a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeInfo {
    /// What organizers call it.
    pub name: String,
    /// Its number, counted from 1 with each arena that has opened the store for writing.
    pub number: i64,
    /// Where bots and people reach it: HOST:PORT, as it listens.
    pub for_bots: String,
    /// Where other nodes reach it.
    pub for_nodes: String,
    /// The version of its program.
    pub version: String,
    /// How many bots are connected to it.
    pub bots: u32,
    /// How many matches it plays.
    pub matches: u32,
    /// When it joined, in milliseconds since 1970-01-01 UTC.
    pub joined_unix_ms: i64,
    /// For how many more milliseconds its lease lasts, below 0 if it has ended; `None` for an arena that is alone.
    pub lease_left_ms: Option<i64>,
    /// Whether it pairs the matches of all leagues.
    pub pairs: bool,
}

impl NodeInfo {
    /// All nodes that are seen, in the order in which they have joined.
    #[must_use]
    pub fn all(snapshot: &ClusterSnapshot) -> Vec<NodeInfo> {
        let info = |node: &Node| {
            let pb::NodeStatus { version, matches, bots, listens, .. } = status(node);
            NodeInfo {
                name: node.card.name.clone(),
                number: node.number.0,
                for_bots: listens,
                for_nodes: node.card.address.clone(),
                version,
                bots,
                matches,
                joined_unix_ms: node.joined_unix_ms,
                lease_left_ms: node.lease_left_ms,
                pairs: snapshot.pairing == Some(node.number),
            }
        };
        snapshot.nodes.iter().map(info).collect()
    }
}

/// What the node told last; nothing before its first round.
fn status(node: &Node) -> pb::NodeStatus {
    pb::NodeStatus::decode(node.status.as_slice()).unwrap_or_default()
}

impl Cluster {
    /// The name of this node.
    pub fn own_name(&self) -> Option<String> {
        self.name_of(self.node)
    }

    pub fn name_of(&self, number: NodeNumber) -> Option<String> {
        let snapshot = self.snapshot();
        snapshot.nodes.iter().find(|node| node.number == number).map(|node| node.card.name.clone())
    }

    /// The node with this number, if it is another one that is there.
    pub fn neighbour(&self, number: NodeNumber) -> Option<Neighbour> {
        let snapshot = self.snapshot();
        let node = snapshot.nodes.iter().find(|node| node.number == number && number != self.node)?;
        Some(Neighbour { name: node.card.name.clone(), place: node.card.address.parse().ok()? })
    }

    /// How many matches of each season of each league the other nodes play, for those of which there are any.
    pub fn seasons_elsewhere(&self) -> BTreeMap<(String, Season), u32> {
        let snapshot = self.snapshot();
        let others = snapshot.nodes.iter().filter(|node| node.number != self.node);
        let mut seasons = BTreeMap::new();
        for pb::PlayedSeason { league, season, matches } in others.flat_map(|node| status(node).seasons) {
            *seasons.entry((league, Season::numbered(season).unwrap_or(Season::FIRST))).or_default() += matches;
        }
        seasons
    }

    /// Follows a match that another node plays.
    ///
    /// # Errors
    /// As that node's own `WatchMatch`, or if it can't be reached.
    pub async fn watch(&self, node: &Neighbour, id: MatchId) -> Result<Streaming<pb::WatchUpdate>, Status> {
        self.calls.watch(node, id).await
    }

    /// Ends a match that another node plays, without a result.
    ///
    /// # Errors
    /// As that node's own `AbortMatch`, or if it can't be reached.
    pub async fn abort(&self, node: &Neighbour, id: MatchId, reason: String) -> Result<(), Status> {
        self.calls.abort(node, id, reason).await
    }
}

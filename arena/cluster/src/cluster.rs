//! A node among those that share a store: its key, its lease, and what it saw of the others last.

use std::sync::Arc;

use kahua_play::matches::matchmaker::SharedPairing;
use kahua_store::{ClusterSnapshot, NodeNumber, NodesReader};
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use super::join::NodeSession;
use super::key::NodeKey;
use super::match_calls::MatchCalls;
use super::renewals::Renewals;

/// A node among those that share a store.
#[derive(Debug)]
pub struct Cluster {
    pub(super) node: NodeNumber,
    key: NodeKey,
    pub(super) calls: MatchCalls,
    pub(super) pairing: Arc<SharedPairing>,
    /// What was seen last.
    pub(super) snapshot: Mutex<Arc<ClusterSnapshot>>,
    nodes_reader: NodesReader,
    pub(super) renewals: Arc<Renewals>,
}

impl Cluster {
    /// The place of a node that has just joined, among those that have this key.
    pub fn new(joined: &NodeSession, key: NodeKey) -> Cluster {
        let snapshot = ClusterSnapshot { nodes: Vec::new(), pairing: None, free_matches: 0, last_number: 0 };
        Cluster {
            node: joined.membership.node(),
            key,
            calls: MatchCalls::new(key),
            pairing: Arc::default(),
            snapshot: Mutex::new(Arc::new(snapshot)),
            nodes_reader: joined.membership.nodes().clone(),
            renewals: joined.renewals.clone(),
        }
    }

    /// This node's number.
    pub fn node(&self) -> NodeNumber {
        self.node
    }

    /// By which the nodes know each other.
    pub fn key(&self) -> NodeKey {
        self.key
    }

    /// What this node and the matchmaker share.
    pub fn pairing(&self) -> &Arc<SharedPairing> {
        &self.pairing
    }

    /// What was seen last.
    pub fn snapshot(&self) -> Arc<ClusterSnapshot> {
        self.snapshot.lock().clone()
    }

    /// Reads from the store which node plays which match.
    pub fn nodes_reader(&self) -> &NodesReader {
        &self.nodes_reader
    }

    /// Resolves when this node has lost its lease: whatever it plays, others play on.
    pub async fn lease_ended(&self) {
        self.renewals.ended().cancelled().await;
    }

    /// Notices when the lease ends because it can't be renewed, until the arena stops.
    pub fn watch_lease(&self, stop: CancellationToken) -> impl Future<Output = ()> + Send + use<> {
        self.renewals.watch(stop)
    }

    /// Lets others take the node's matches over at once, when the arena has stopped and everything is in the store.
    pub async fn leave(&self) {
        self.renewals.give_back().await;
    }
}

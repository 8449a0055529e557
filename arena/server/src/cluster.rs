//! Several arenas that share one store: its nodes.
//!
//! The database coordinates them, and nothing else: each node looks at it ten times a second. One node pairs the matches of
//! all leagues and writes them to the store, and each node takes some of them to play. A bot may have connected to any node.

pub(crate) mod bot_locations;
pub(crate) mod channels;
mod context;
mod join;
pub(crate) mod key;
pub(crate) mod match_calls;
mod match_picker;
mod node_loop;
mod nodes;
mod presence;
pub(crate) mod relay;
mod renewals;
mod settings;

use std::sync::Arc;

use kahua_store::{ClusterSnapshot, NodeNumber};
use parking_lot::Mutex;
use tokio_util::sync::CancellationToken;

use kahua_play::matches::matchmaker::SharedPairing;

pub(crate) use context::NodeContext;
use join::NodeSession;
use key::NodeKey;
use match_calls::MatchCalls;

pub use join::{JoinError, OpenStore};
use node_loop::NodeLoop;
pub use nodes::NodeInfo;
use renewals::Renewals;

/// A node among those that share a store.
#[derive(Debug)]
pub(crate) struct Cluster {
    node: NodeNumber,
    key: NodeKey,
    calls: MatchCalls,
    pairing: Arc<SharedPairing>,
    /// What was seen last.
    snapshot: Mutex<Arc<ClusterSnapshot>>,
    renewals: Arc<Renewals>,
}

impl Cluster {
    /// The place of a node that has just joined, among those that have this key.
    pub(crate) fn new(joined: &NodeSession, key: NodeKey) -> Cluster {
        let snapshot = ClusterSnapshot { nodes: Vec::new(), pairing: None, free_matches: 0, last_number: 0 };
        Cluster {
            node: joined.membership.node(),
            key,
            calls: MatchCalls::new(key),
            pairing: Arc::default(),
            snapshot: Mutex::new(Arc::new(snapshot)),
            renewals: joined.renewals.clone(),
        }
    }

    /// This node's number.
    pub(crate) fn node(&self) -> NodeNumber {
        self.node
    }

    /// By which the nodes know each other.
    pub(crate) fn key(&self) -> NodeKey {
        self.key
    }

    /// What this node and the matchmaker share.
    pub(crate) fn pairing(&self) -> &Arc<SharedPairing> {
        &self.pairing
    }

    /// What was seen last.
    pub(crate) fn snapshot(&self) -> Arc<ClusterSnapshot> {
        self.snapshot.lock().clone()
    }

    /// Resolves when this node has lost its lease: whatever it plays, others play on.
    pub(crate) async fn lease_ended(&self) {
        self.renewals.ended().cancelled().await;
    }

    /// Notices when the lease ends because it can't be renewed, until the arena stops.
    pub(crate) fn watch_lease(&self, stop: CancellationToken) -> impl Future<Output = ()> + Send + use<> {
        self.renewals.watch(stop)
    }

    /// Lets others take the node's matches over at once, when the arena has stopped and everything is in the store.
    pub(crate) async fn leave(&self) {
        self.renewals.give_back().await;
    }
}

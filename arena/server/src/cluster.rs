//! Several arenas that share one store: its nodes.
//!
//! The database coordinates them, and nothing else: each node looks at it ten times a second. One node pairs the matches of
//! all leagues and writes them to the store, and each node takes some of them to play. A bot may have connected to any node.

mod channels;
mod join;
pub(crate) mod key;
mod listener;
pub(crate) mod match_calls;
mod match_host;
mod nodes;
mod presence;
pub(crate) mod relay;
mod rounds;
mod settings;
pub(crate) mod whereabouts;

use std::sync::Arc;
use std::time::Instant;

use kahua_store::{Membership, NodeNumber, Sight};
use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio::time::sleep_until;
use tokio_util::sync::CancellationToken;
use tracing::{error, warn};

use crate::matches::matchmaker::SharedPairing;

use key::NodeKey;
use match_calls::MatchCalls;

pub use join::{JoinError, Opened};
pub use nodes::NodeInfo;
use rounds::Rounds;

/// A node among those that share a store.
#[derive(Debug)]
pub(crate) struct Cluster {
    node: NodeNumber,
    key: NodeKey,
    calls: MatchCalls,
    pairing: Arc<SharedPairing>,
    /// What was seen last.
    sight: Mutex<Arc<Sight>>,
    /// Until when the node's lease surely lasts.
    until: watch::Sender<Instant>,
    /// Cancelled when the lease has ended.
    lease_ended: CancellationToken,
    /// Gives the membership back when the rounds have ended.
    left: Mutex<Option<oneshot::Receiver<Membership>>>,
}

impl Cluster {
    /// The place of a node that has just joined, among those that have this key.
    pub(crate) fn new(membership: &Membership, key: NodeKey) -> Cluster {
        let sight = Sight { nodes: Vec::new(), pairing: None, free_matches: 0, last_number: 0 };
        Cluster {
            node: membership.node(),
            key,
            calls: MatchCalls::new(key),
            pairing: Arc::default(),
            sight: Mutex::new(Arc::new(sight)),
            until: watch::Sender::new(membership.until()),
            lease_ended: CancellationToken::new(),
            left: Mutex::default(),
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
    pub(crate) fn sight(&self) -> Arc<Sight> {
        self.sight.lock().clone()
    }

    /// Resolves when this node has lost its lease: whatever it plays, others play on.
    pub(crate) async fn lease_ended(&self) {
        self.lease_ended.cancelled().await;
    }

    /// Notices when the lease ends because it can't be renewed, until the arena stops.
    pub(crate) async fn watch_lease(self: Arc<Self>, stop: CancellationToken) {
        let mut renewed = self.until.subscribe();
        loop {
            let until = *renewed.borrow_and_update();
            tokio::select! {
                biased;
                () = stop.cancelled() => return,
                Ok(()) = renewed.changed() => {}
                () = sleep_until(until.into()) => {
                    error!("this node couldn't renew its lease in time: other nodes take its matches over");
                    return self.lease_ended.cancel();
                }
            }
        }
    }

    /// Lets others take the node's matches over at once, when the arena has stopped and everything is in the store.
    pub(crate) async fn leave(&self) {
        let left = self.left.lock().take();
        let Some(left) = left else { return };
        // There is none if the rounds have ended in a panic; the lease then ends by itself.
        if let Ok(membership) = left.await
            && let Ok(Err(problem)) = tokio::task::spawn_blocking(move || membership.leave()).await
        {
            warn!(%problem, "the node's lease can't be given back; it ends by itself");
        }
    }
}

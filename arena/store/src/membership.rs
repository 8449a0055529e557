//! Several arenas that share one store in a PostgreSQL database: its nodes.
//!
//! A node has a row in the database and a lease, which it renews again and again. It may write, and owns its matches,
//! as long as the row exists. When a lease has ended, any other node may delete the row. The matches are then free for
//! any node, and go on where their journals end. Each transaction changes the row of its node, so a node without its
//! row can't commit anything, even if it doesn't know yet. All times are those of the database server.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use kahua_core::ids::{BotName, MatchId};

use super::Store;
use super::backend::{Joined, Lease, ReadNodes, Server};
use super::error::StoreError;
use super::location::PostgresUrl;
use super::node::{ClusterSnapshot, FreeMatch, HeldMatch, NodeCard, NodeNumber, Presence};
use super::queue::Queue;
use super::reader::OpenMatch;
use super::record;
use super::rows::MatchKey;
use super::writer::Writer;

/// A node's place among those that share a store. Its calls wait for the database server.
#[derive(Debug)]
pub struct Membership {
    lease: Box<dyn Lease>,
    queue: Arc<Queue>,
    nodes: NodesReader,
}

/// Reads what the nodes of a store do, for them and for others: a handle, cheap to clone. Its calls wait for the database
/// server.
#[derive(Clone, Debug)]
pub struct NodesReader(Arc<dyn ReadNodes>);

impl Store {
    /// Opens the store in this database as one of several arenas that may write it. If a node of the same name is still
    /// there, it counts as an earlier run of this one and loses its lease. `earlier` is for an arena that comes back
    /// after it lost its lease: the number that it had. Then a newer node of the same name stays, and this call fails.
    ///
    /// # Errors
    /// If an arena has opened the store to be alone, if a newer arena has written it, or if the server can't be used;
    /// [`StoreError::NameTaken`] if this arena was replaced.
    pub fn join(
        url: &PostgresUrl,
        card: &NodeCard,
        earlier: Option<NodeNumber>,
    ) -> Result<(Store, Membership), StoreError> {
        let Joined { reader, nodes, target, lease } = url.join(card, earlier)?;
        let queue = Arc::new(Queue::new(&[], MatchKey::before_all_of(lease.node())));
        let writer = Arc::new(Writer::spawn(Arc::clone(&queue), target));
        let nodes = NodesReader(nodes);
        Ok((Store { reader, writer, node: Some(lease.node()) }, Membership { lease, queue, nodes }))
    }
}

impl Membership {
    /// The node's number.
    #[must_use]
    pub fn node(&self) -> NodeNumber {
        self.lease.node()
    }

    /// The same membership over a connection of its own, for renewing the lease: renewals don't wait for the node's
    /// other queries. If the server is silent, this connection is soon replaced by a new one.
    #[must_use]
    pub fn for_renewals(&self) -> Membership {
        let (queue, nodes) = (Arc::clone(&self.queue), self.nodes.clone());
        Membership { lease: self.lease.for_renewals(), queue, nodes }
    }

    /// Reads what the nodes do, over the connections of the store's readers.
    #[must_use]
    pub fn nodes(&self) -> &NodesReader {
        &self.nodes
    }

    /// Until when the node may play for sure, by the renewals that were made through this value.
    #[must_use]
    pub fn until(&self) -> Instant {
        self.lease.until()
    }

    /// Renews the node's lease, and publishes its status.
    ///
    /// # Errors
    /// [`StoreError::LeaseEnded`] if the node's own lease has ended, or if the server can't be asked.
    pub fn renew(&mut self, status: &[u8]) -> Result<(), StoreError> {
        self.lease.renew(status)
    }

    /// Deletes the nodes whose leases have ended, so that their matches may be taken, and takes on the pairing if no node has it.
    ///
    /// # Errors
    /// If the server can't be asked.
    pub fn succeed(&mut self) -> Result<(), StoreError> {
        self.lease.succeed()
    }

    /// Looks at what other nodes have done.
    ///
    /// # Errors
    /// If the server can't be asked.
    pub fn look(&mut self) -> Result<ClusterSnapshot, StoreError> {
        self.lease.look()
    }

    /// At most this many open matches that no node plays, the oldest first.
    ///
    /// # Errors
    /// If the server can't be asked.
    pub fn free_matches(&mut self, limit: u32) -> Result<Vec<FreeMatch>, StoreError> {
        self.lease.free_matches(limit)
    }

    /// Takes the matches of these that are still free. They are this node's from now on, the damaged ones included.
    ///
    /// # Errors
    /// If the server can't be asked, or the lease has ended.
    pub fn take_matches(&mut self, ids: &[String]) -> Result<Vec<Result<OpenMatch, StoreError>>, StoreError> {
        let taken = self.lease.take_matches(ids)?;
        // Before the matches are handed on, because they give their next events at once.
        taken.iter().for_each(|open| self.queue.take_over(open));
        Ok(taken.into_iter().map(|(_, open)| open).collect())
    }

    /// Reports to other nodes that these bots have come to this one or, without a profile, have left it. A bot that has
    /// moved to another node stays there.
    ///
    /// # Errors
    /// If the server can't be asked.
    pub fn report_presence(&mut self, bots: &[(BotName, Option<Vec<u8>>)]) -> Result<(), StoreError> {
        self.lease.report_presence(bots)
    }

    /// What other nodes have reported of their bots since these values of [`Node::arrivals`](crate::Node::arrivals).
    ///
    /// # Errors
    /// If the server can't be asked.
    pub fn presence_since(&mut self, seen: &[(NodeNumber, i64)]) -> Result<Vec<Presence>, StoreError> {
        self.lease.presence_since(seen)
    }

    /// Ends the lease, so that others may take the node's matches at once. Before this call, everything that was given
    /// to the store must be written.
    ///
    /// # Errors
    /// If the server can't be asked; the lease then ends by itself.
    pub fn leave(mut self) -> Result<(), StoreError> {
        self.lease.end()
    }
}

impl NodesReader {
    /// Opens the store in this database to look at its nodes, without being one.
    ///
    /// # Errors
    /// If there is no store, if a newer arena has written it, or if the server can't be reached.
    pub fn open(url: &PostgresUrl) -> Result<NodesReader, StoreError> {
        Ok(NodesReader(url.open_for_nodes()?))
    }

    /// What a node would see now.
    ///
    /// # Errors
    /// If the database can't be read.
    pub fn look(&self) -> Result<ClusterSnapshot, StoreError> {
        self.0.look()
    }

    /// The matches of these that aren't over, each with the node that plays it, without damaged ones.
    ///
    /// # Errors
    /// If the database can't be read.
    pub fn held_matches(&self, ids: &[MatchId]) -> Result<BTreeMap<MatchId, HeldMatch>, StoreError> {
        let held = self.0.held_among(ids)?.into_iter().filter_map(|(id, header, node)| {
            let header = record::decode(&id, &header).ok()?;
            Some((id.parse().ok()?, HeldMatch { header, node }))
        });
        Ok(held.collect())
    }
}

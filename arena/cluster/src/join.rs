//! How an arena becomes a node: it listens for others, and joins those that share the store.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use kahua_core::ids::ArenaRun;
use kahua_store::{Membership, NodeCard, NodeNumber, PostgresUrl, Store, StoreError};
use tokio::net::TcpListener;
use tracing::{info, warn};

use super::bot_locations::BotLocations;
use super::node_loop::NodeLoop;
use super::renewals::Renewals;
use super::{Cluster, NodeContext};
use kahua_play::listen::{ListenError, listen};
use kahua_settings::config::Config;

/// A store for an arena.
#[derive(Debug)]
pub struct OpenStore {
    pub store: Store,
    /// `None` if the arena is alone.
    pub joined: Option<NodeSession>,
}

/// An arena's place among those that share its store.
#[derive(Debug)]
pub struct NodeSession {
    pub(super) membership: Membership,
    pub(super) renewals: Arc<Renewals>,
    /// Where other nodes reach this one.
    listener: TcpListener,
    /// Where bots and people reach this node.
    listens: String,
}

/// Why an arena can't become a node.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// It can't listen for other nodes.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The store can't be joined.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Store> for OpenStore {
    /// The arena is alone.
    fn from(store: Store) -> OpenStore {
        OpenStore { store, joined: None }
    }
}

impl OpenStore {
    /// Joins the arenas that share the store in this database, as these settings say. `earlier` is the number that this arena had
    /// before it lost its lease, if it comes back.
    ///
    /// # Errors
    /// If the address for other nodes can't be listened on, or the store can't be joined;
    /// [`StoreError::NameTaken`] if another arena has taken this one's place.
    pub async fn join(url: &PostgresUrl, config: &Config, earlier: Option<NodeNumber>) -> Result<OpenStore, JoinError> {
        let (listener, addr) = listen(config.node.listen, "node.listen").await?;
        let card = NodeCard { name: config.node.name(config.listen), address: address(config, addr) };
        if !url.is_on_this_machine() && !is_for_other_machines(&card.address) {
            warn!(
                address = card.address,
                "the database is on another machine, but other machines can't reach this node at the address that it gives them: \
                 bots that connect here can't play matches that run on other nodes; set \
                 `node = {{ listen = …, address = … }}` in the settings"
            );
        }
        let (url, joining) = (url.clone(), card.clone());
        let joined = tokio::task::spawn_blocking(move || Store::join(&url, &joining, earlier)).await;
        let (store, membership) = joined.unwrap_or(Err(StoreError::Closed))?;
        // From now on: the arena may take longer to read all records than its lease lasts.
        let renewals = Arc::new(Renewals::start(&membership));
        info!(node = %membership.node().0, name = card.name, address = card.address, "joined the nodes that share the store");
        let joined = NodeSession { membership, renewals, listener, listens: config.listen.to_string() };
        Ok(OpenStore { store, joined: Some(joined) })
    }

    /// The number of the node; `None` for an arena that is alone.
    #[must_use]
    pub fn node(&self) -> Option<NodeNumber> {
        self.joined.as_ref().map(|joined| joined.membership.node())
    }
}

impl NodeSession {
    /// Makes the rounds until the arena stops. Returns the listener at which the other nodes are to be served.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn take_part(
        self,
        arena: NodeContext,
        cluster: &Arc<Cluster>,
        run: ArenaRun,
        bot_locations: BotLocations,
    ) -> Result<TcpListener, StoreError> {
        NodeLoop::start(arena, cluster, self.membership, (run, self.listens), bot_locations)?;
        Ok(self.listener)
    }
}

/// Where others reach a node that listens at this address.
fn address(config: &Config, listens: SocketAddr) -> String {
    config.node.address.clone().unwrap_or_else(|| listens.to_string())
}

/// Whether the host of this address may be meant for other machines: it leads back to whoever uses it otherwise.
fn is_for_other_machines(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host).trim_matches(['[', ']']);
    host != "localhost" && !host.parse().is_ok_and(|ip: IpAddr| ip.is_loopback() || ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_leads_back_to_its_user_is_for_no_other_machine() {
        for address in ["127.0.0.1:7701", "127.9.9.9:1", "[::1]:7701", "localhost:7701", "0.0.0.0:7701", "[::]:7701"] {
            assert!(!is_for_other_machines(address), "{address}");
        }
        for address in ["10.0.0.5:7701", "[2001:db8::1]:7701", "node-b:7701", "localhost.example:7701"] {
            assert!(is_for_other_machines(address), "{address}");
        }
    }
}

//! How an arena becomes a node: it listens for others, and joins those that share the store.

use std::net::SocketAddr;
use std::sync::Arc;

use kahua_core::ids::ArenaRun;
use kahua_store::{Membership, NodeCard, PostgresUrl, Store, StoreError};
use tokio::net::TcpListener;
use tracing::{error, info};

use super::listener::serve_nodes;
use super::whereabouts::Whereabouts;
use super::{Cluster, Rounds};
use crate::app::App;
use crate::config::Config;
use crate::host::{HostError, listen};

/// A store for an arena.
#[derive(Debug)]
pub struct Opened {
    pub(crate) store: Store,
    /// `None` if the arena is alone.
    pub(crate) joined: Option<Joined>,
}

/// An arena's place among those that share its store.
#[derive(Debug)]
pub(crate) struct Joined {
    pub(crate) membership: Membership,
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
    Listen(#[from] HostError),
    /// The store can't be joined.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Store> for Opened {
    /// The arena is alone.
    fn from(store: Store) -> Opened {
        Opened { store, joined: None }
    }
}

impl Opened {
    /// Joins the arenas that share the store in this database, as these settings say.
    ///
    /// # Errors
    /// If the address for other nodes can't be listened on, or the store can't be joined.
    pub async fn join(url: &PostgresUrl, config: &Config) -> Result<Opened, JoinError> {
        let (listener, addr) = listen(config.node.listen, "node.listen").await?;
        let card = NodeCard { name: config.node.name(config.listen), address: address(config, addr) };
        let (url, joining) = (url.clone(), card.clone());
        let joined = tokio::task::spawn_blocking(move || Store::join(&url, &joining)).await;
        let (store, membership) = joined.unwrap_or(Err(StoreError::Closed))?;
        info!(node = %membership.node().0, name = card.name, address = card.address, "joined the nodes that share the store");
        let joined = Joined { membership, listener, listens: config.listen.to_string() };
        Ok(Opened { store, joined: Some(joined) })
    }
}

impl Joined {
    /// Serves the other nodes and makes the rounds, until the arena stops.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(crate) fn take_part(
        self,
        app: &Arc<App>,
        cluster: &Arc<Cluster>,
        run: ArenaRun,
        whereabouts: Whereabouts,
    ) -> Result<(), StoreError> {
        let serving = serve_nodes(self.listener, app.clone(), cluster.key());
        app.tasks.spawn(async move {
            if let Err(problem) = serving.await {
                error!(%problem, "other nodes are no longer served");
            }
        });
        Rounds::start(app, cluster, self.membership, (run, self.listens), whereabouts)
    }
}

/// Where others reach a node that listens at this address.
fn address(config: &Config, listens: SocketAddr) -> String {
    config.node.address.clone().unwrap_or_else(|| listens.to_string())
}

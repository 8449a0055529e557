//! The connections to other nodes: one to each, which all calls share.

use std::collections::BTreeMap;

use kahua_core::limits;
use parking_lot::Mutex;
use tonic::transport::{Channel, Endpoint, Error};

use super::bot_locations::NodeAddress;

/// Opens connections when they are first needed, and again when they have broken.
#[derive(Debug, Default)]
pub(super) struct Channels(Mutex<BTreeMap<NodeAddress, Channel>>);

impl Channels {
    /// The connection to the node at this place.
    ///
    /// # Errors
    /// If there can be no such address.
    pub(super) fn to(&self, place: &NodeAddress) -> Result<Channel, Error> {
        let mut channels = self.0.lock();
        if let Some(channel) = channels.get(place) {
            return Ok(channel.clone());
        }
        let channel = endpoint(place)?.connect_lazy();
        // Nodes come and go under new addresses. Whoever uses a connection has it in their own hands.
        if channels.len() >= limits::NODE_CONNECTIONS_MAX {
            channels.clear();
        }
        channels.insert(place.clone(), channel.clone());
        Ok(channel)
    }

    /// Uses this connection for that place.
    #[cfg(feature = "simulation")]
    pub(super) fn set(&self, place: NodeAddress, channel: Channel) {
        self.0.lock().insert(place, channel);
    }
}

/// How the node at this place is reached.
///
/// # Errors
/// If there can be no such address.
pub fn endpoint(place: &NodeAddress) -> Result<Endpoint, Error> {
    let endpoint = Endpoint::from_shared(format!("http://{place}"))?
        .connect_timeout(limits::RELAY_OPEN_TIMEOUT)
        .tcp_nodelay(true)
        // All calls share one window: none may keep the others waiting.
        .initial_connection_window_size(limits::NODE_WINDOW_BYTES)
        // A machine that is gone says nothing, and its bots play on elsewhere.
        .http2_keep_alive_interval(limits::NODE_PING_INTERVAL)
        .keep_alive_timeout(limits::NODE_SILENCE_MAX)
        .keep_alive_while_idle(true);
    Ok(endpoint)
}

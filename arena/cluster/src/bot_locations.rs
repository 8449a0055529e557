//! To which other nodes the bots are connected, as far as this node knows.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use kahua_core::ids::BotName;
use parking_lot::Mutex;
use tokio::sync::watch;
use tonic::codegen::http::uri::Authority;

/// The address at which a node serves other nodes: a name or an IP address, and a port.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeAddress(Arc<str>);

/// The text isn't the address of a node.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid address of a node (expected HOST:PORT)")]
pub struct ParseNodeAddressError(String);

impl FromStr for NodeAddress {
    type Err = ParseNodeAddressError;

    fn from_str(text: &str) -> Result<NodeAddress, ParseNodeAddressError> {
        let authority = text.parse::<Authority>().ok();
        let is_valid = authority.is_some_and(|place| {
            place.port_u16().is_some_and(|port| port > 0) && !place.host().is_empty() && !text.contains('@')
        });
        if is_valid { Ok(NodeAddress(text.into())) } else { Err(ParseNodeAddressError(text.to_owned())) }
    }
}

impl fmt::Display for NodeAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Knows of each bot that is connected to another node where that is. Clones share what they know.
#[derive(Clone, Debug, Default)]
pub struct BotLocations {
    places: Arc<watch::Sender<Locations>>,
    /// What organizers call the node at each place.
    names: Arc<Mutex<BTreeMap<NodeAddress, String>>>,
}

/// Where each bot is that is connected to another node.
pub(super) type Locations = BTreeMap<BotName, NodeAddress>;

impl BotLocations {
    /// Sets where all bots are that are connected to other nodes. Nobody is woken if that is what is known already.
    pub fn set(&self, places: BTreeMap<BotName, NodeAddress>) {
        self.places.send_if_modified(|known| {
            let is_news = *known != places;
            *known = places;
            is_news
        });
    }

    /// Where this bot is, if it is connected to another node.
    pub fn of(&self, bot: BotName) -> Option<NodeAddress> {
        self.places.borrow().get(&bot).cloned()
    }

    /// Sets what organizers call the node at each place.
    pub(super) fn set_names(&self, names: BTreeMap<NodeAddress, String>) {
        *self.names.lock() = names;
    }

    /// What organizers call the node at this place, if that is known.
    pub(super) fn name_of(&self, place: &NodeAddress) -> Option<String> {
        self.names.lock().get(place).cloned()
    }

    /// Tells of what is set from now on, and of what was set already.
    pub(super) fn watch(&self) -> watch::Receiver<Locations> {
        self.places.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_a_host_and_a_port() {
        for text in ["10.0.0.2:7000", "node-b:7000", "[::1]:7000"] {
            assert_eq!(text.parse::<NodeAddress>().unwrap().to_string(), text);
        }
        for text in
            ["", "node-b", "node-b:", "node-b:0", ":7000", "http://node-b:7000", "a@node-b:7000", "node-b:7000/x"]
        {
            let problem = text.parse::<NodeAddress>().unwrap_err().to_string();
            assert_eq!(problem, format!("{text:?} is not a valid address of a node (expected HOST:PORT)"));
        }
    }

    #[test]
    fn nobody_is_woken_by_what_is_known_already() {
        let (bot_locations, bot) = (BotLocations::default(), "a".parse().unwrap());
        let mut watch = bot_locations.watch();
        let places: Locations = [(bot, "node-b:7000".parse().unwrap())].into();
        bot_locations.set(places.clone());
        assert!(watch.has_changed().unwrap());
        watch.mark_unchanged();
        bot_locations.set(places);
        bot_locations.set_names([("node-b:7000".parse().unwrap(), "east".to_owned())].into());
        assert!(!watch.has_changed().unwrap());
        assert_eq!(bot_locations.name_of(&"node-b:7000".parse().unwrap()).as_deref(), Some("east"));
        assert_eq!(bot_locations.of(bot), "node-b:7000".parse().ok());
        assert_eq!(bot_locations.of("b".parse().unwrap()), None);
    }
}

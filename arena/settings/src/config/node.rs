//! How an arena presents itself to other arenas that share its store.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use kahua_core::limits::NODE_NAME_BYTES_MAX;
use kahua_core::text::unseen;
use serde::{Deserialize, Deserializer};

use super::address::address;

/// An arena among several that share a store in a PostgreSQL database.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NodeSettings {
    /// The node's name for organizers. The default is the name of its machine, with the port on which it listens.
    #[serde(deserialize_with = "name")]
    pub name: Option<String>,
    /// Where the node listens for other nodes. That traffic isn't encrypted.
    #[serde(deserialize_with = "address")]
    pub listen: SocketAddr,
    /// The address under which other nodes reach it, if they can't use `listen`.
    pub address: Option<String>,
}

impl Default for NodeSettings {
    fn default() -> NodeSettings {
        NodeSettings { name: None, listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0), address: None }
    }
}

impl NodeSettings {
    /// The name of the node, which listens for bots at this address.
    pub fn name(&self, listens: SocketAddr) -> String {
        self.name.clone().unwrap_or_else(|| {
            let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
            // Where the system chooses the port, it can't tell nodes on one machine apart, but their process ids can.
            let port = if listens.port() == 0 { std::process::id() } else { listens.port().into() };
            format!("{machine}:{port}")
        })
    }
}

fn name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(from)?;
    if name.is_empty() || name.len() > NODE_NAME_BYTES_MAX || unseen(&name).is_some() {
        let problem = format!("the name of a node has 1 to {NODE_NAME_BYTES_MAX} bytes, all of which can be seen");
        return Err(serde::de::Error::custom(problem));
    }
    Ok(Some(name))
}

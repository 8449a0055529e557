//! Who makes a call, for sharing the arena's slots fairly.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;

use super::access::Access;
use super::credentials::Credentials;
use super::fair_slots::{Slot, SlotGuard};

/// The network of a caller, about the size that one person has: an IPv4 address, or the /64 of an IPv6 address, since
/// the owner of one address in a /64 usually has them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Network {
    pub fn of(address: IpAddr) -> Network {
        Network(match address.to_canonical() {
            IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64).into(),
            v4 => v4,
        })
    }
}

/// Where a call comes from: a network, over a connection that has a slot.
#[derive(Clone, Debug)]
pub struct Peer {
    network: Network,
    /// `None` for a caller inside of this process.
    connection: Option<Arc<Slot<Network>>>,
}

impl Peer {
    pub fn over(connection: Arc<Slot<Network>>) -> Peer {
        Peer { network: connection.owner(), connection: Some(connection) }
    }

    pub fn in_process() -> Peer {
        Peer { network: Network(IpAddr::V6(Ipv6Addr::LOCALHOST)), connection: None }
    }

    pub fn network(&self) -> Network {
        self.network
    }

    /// Whether the caller's connection is kept because it carries a bot.
    pub fn carries_bot(&self) -> bool {
        self.connection.as_ref().is_some_and(|slot| slot.is_kept())
    }

    /// Keeps the arena from closing the caller's connection to make room for others.
    pub fn keep_connection(&self) -> Option<SlotGuard<Network>> {
        self.connection.as_ref().map(Slot::keep)
    }
}

/// The owner whose share of slots a call uses: its token if the arena knows it, else its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SlotOwner {
    Network(Network),
    /// The hash of the token.
    Token([u8; 32]),
    /// All callers that are connected to other nodes.
    Nodes,
}

impl SlotOwner {
    pub fn of(peer: &Peer, credentials: &Credentials, access: &Access) -> SlotOwner {
        match access.known_token(credentials) {
            Some(token) => SlotOwner::Token(token.0),
            None => SlotOwner::Network(peer.network),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(text: &str) -> Network {
        Network::of(text.parse().unwrap())
    }

    #[test]
    fn addresses_that_one_person_can_choose_from_are_one_network() {
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff::9"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }
}

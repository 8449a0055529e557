//! The places of connections that haven't sent their Hello yet.

use std::sync::Arc;

use crate::auth::access::Access;
use crate::auth::credentials::Credentials;
use crate::auth::peer::{Peer, Share};
use crate::auth::room::{Place, Room};
use kahua_core::limits;

/// Where connections wait with their Hello. Those whose call carries a token that the arena knows have places of their own:
/// no number of strangers keeps a bot from coming back to its matches.
#[derive(Clone, Debug)]
pub(crate) struct Newcomers {
    strangers: Arc<Room<Share>>,
    known: Arc<Room<Share>>,
}

impl Newcomers {
    pub(crate) fn new() -> Newcomers {
        Newcomers { strangers: Room::new(limits::NEWCOMERS_MAX), known: Room::new(limits::KNOWN_NEWCOMERS_MAX) }
    }

    /// How many wait.
    pub(crate) fn count(&self) -> usize {
        self.strangers.taken() + self.known.taken()
    }

    pub(super) fn enter(&self, peer: &Peer, credentials: &Credentials, access: &Access) -> Arc<Place<Share>> {
        let share = Share::of(peer, credentials, access);
        let room = if matches!(share, Share::Token(_)) { &self.known } else { &self.strangers };
        room.enter(share)
    }
}

//! The slots of connections that haven't sent their Hello yet, and how often a bot may come in.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::sleep;

use crate::auth::access::Access;
use crate::auth::credentials::Credentials;
use crate::auth::fair_slots::{FairSlots, Slot};
use crate::auth::peer::{Peer, SlotOwner};
use crate::budget::Budget;
use kahua_core::limits;

/// The slots of connections that owe their Hello. Calls with a known token have slots of their own, so that strangers,
/// however many, can't keep a bot from coming back to its matches.
#[derive(Clone, Debug)]
pub struct HandshakeLimiter {
    strangers: Arc<FairSlots<SlotOwner>>,
    known: Arc<FairSlots<SlotOwner>>,
    /// How often each token has connected lately.
    paces: Arc<Mutex<BTreeMap<[u8; 32], Budget>>>,
}

impl Default for HandshakeLimiter {
    fn default() -> HandshakeLimiter {
        HandshakeLimiter {
            strangers: FairSlots::new(limits::HANDSHAKES_MAX),
            known: FairSlots::new(limits::KNOWN_HANDSHAKES_MAX),
            paces: Arc::default(),
        }
    }
}

impl HandshakeLimiter {
    /// How many wait.
    pub fn count(&self) -> usize {
        self.strangers.taken() + self.known.taken()
    }

    pub(super) fn enter(&self, peer: &Peer, credentials: &Credentials, access: &Access) -> Arc<Slot<SlotOwner>> {
        let owner = SlotOwner::of(peer, credentials, access);
        let slots = if matches!(owner, SlotOwner::Token(_)) { &self.known } else { &self.strangers };
        slots.enter(owner)
    }

    /// Resolves when this owner may connect. A token that connects again and again waits, since each connection costs
    /// as much as dozens of answers. Callers without a token can't be told apart, so only the number of connections
    /// limits them.
    pub(super) async fn turn_of(&self, owner: SlotOwner) {
        let SlotOwner::Token(token) = owner else { return };
        while !self.has_turn(token) {
            sleep(limits::ENTERING_RETRY_PAUSE).await;
        }
    }

    fn has_turn(&self, token: [u8; 32]) -> bool {
        let pace = || Budget::new(limits::ENTERED_PER_SECOND_MAX, limits::ENTERING_MEAN_OVER);
        // At most one entry for each token that the arena has known since it started.
        self.paces.lock().entry(token).or_insert_with(pace).take_if_free(1)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_comes_again_and_again_waits_and_nobody_else_does() {
        let (handshakes, start) = (HandshakeLimiter::default(), Instant::now());
        for _ in 0..50 {
            handshakes.turn_of(SlotOwner::Token([1; 32])).await;
        }
        assert_eq!(start.elapsed(), Duration::ZERO, "a bot may have a bad network");
        for _ in 0..20 {
            handshakes.turn_of(SlotOwner::Token([1; 32])).await;
        }
        assert!((1900..2200).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
        let now = Instant::now();
        handshakes.turn_of(SlotOwner::Token([2; 32])).await;
        assert_eq!(now.elapsed(), Duration::ZERO);
    }
}

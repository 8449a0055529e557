//! The places of connections that haven't sent their Hello yet, and how often a bot may come in.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::sleep;

use crate::auth::access::Access;
use crate::auth::credentials::Credentials;
use crate::auth::peer::{Peer, Share};
use crate::auth::room::{Place, Room};
use crate::budget::Budget;
use kahua_core::limits;

/// Where connections wait with their Hello. Those whose call carries a token that the arena knows have places of their own:
/// no number of strangers keeps a bot from coming back to its matches.
#[derive(Clone, Debug)]
pub struct Newcomers {
    strangers: Arc<Room<Share>>,
    known: Arc<Room<Share>>,
    /// How often those with each token have come in lately.
    paces: Arc<Mutex<BTreeMap<[u8; 32], Budget>>>,
}

impl Default for Newcomers {
    fn default() -> Newcomers {
        Newcomers {
            strangers: Room::new(limits::NEWCOMERS_MAX),
            known: Room::new(limits::KNOWN_NEWCOMERS_MAX),
            paces: Arc::default(),
        }
    }
}

impl Newcomers {
    /// How many wait.
    pub fn count(&self) -> usize {
        self.strangers.taken() + self.known.taken()
    }

    pub(super) fn enter(&self, peer: &Peer, credentials: &Credentials, access: &Access) -> Arc<Place<Share>> {
        let share = Share::of(peer, credentials, access);
        let room = if matches!(share, Share::Token(_)) { &self.known } else { &self.strangers };
        room.enter(share)
    }

    /// Resolves when whoever this is may come in. Who connects again and again with one token waits, since each connection costs as
    /// much as dozens of answers. Without a token nobody can be told from others, so that only connections are counted there.
    pub(super) async fn turn_of(&self, share: Share) {
        let Share::Token(token) = share else { return };
        while !self.has_turn(token) {
            sleep(limits::ENTERING_RETRY_PAUSE).await;
        }
    }

    fn has_turn(&self, token: [u8; 32]) -> bool {
        let pace = || Budget::new(limits::ENTERED_PER_SECOND_MAX, limits::ENTERING_MEAN_OVER);
        // As many entries as the arena has known tokens since it started.
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
        let (newcomers, start) = (Newcomers::default(), Instant::now());
        for _ in 0..50 {
            newcomers.turn_of(Share::Token([1; 32])).await;
        }
        assert_eq!(start.elapsed(), Duration::ZERO, "a bot may have a bad network");
        for _ in 0..20 {
            newcomers.turn_of(Share::Token([1; 32])).await;
        }
        assert!((1900..2200).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
        let now = Instant::now();
        newcomers.turn_of(Share::Token([2; 32])).await;
        assert_eq!(now.elapsed(), Duration::ZERO);
    }
}

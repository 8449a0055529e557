//! Watches the store: no match begins while it can't be written, and matches begin again on their own when it can.

use std::sync::Arc;

use kahua_core::limits;
use kahua_store::{Health, Store};
use tokio::sync::watch;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;
use tracing::error;

use crate::bots::lobby::Lobby;
use crate::log_throttle::LogThrottle;

/// Keeps `can_begin` up to date until the arena stops.
pub async fn watch_store(store: Store, lobby: Arc<Lobby>, can_begin: watch::Sender<bool>, stop: CancellationToken) {
    let mut failures = LogThrottle::default();
    let mut looks = interval(limits::STORE_LOOK_INTERVAL);
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return,
            _ = looks.tick() => {}
        }
        let health = store.health();
        let has_changed = can_begin.send_if_modified(|can| std::mem::replace(can, health == Health::Well) != *can);
        match health {
            // The store itself logs the beginning and the end of a failure, so only what is in between is logged here.
            Health::Trouble(problem) => {
                if failures.failed().is_some_and(|looks| looks > 1) {
                    error!(%problem, "the store still can't be written; no match begins until it can");
                }
            }
            Health::Well => {
                failures.worked();
                if has_changed {
                    lobby.notify();
                }
            }
        }
    }
}

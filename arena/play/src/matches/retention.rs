//! Removes the moves of matches that have been kept as long as the settings say.

use kahua_core::limits::RETENTION_INTERVAL;
use kahua_store::{Removed, Store, StoreError};
use tokio::time::interval;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::time::Time;
use kahua_settings::config::RetentionSettings;

/// Looks for such matches now and every [`RETENTION_INTERVAL`], until the arena stops.
pub async fn remove_old_moves(store: Store, settings: RetentionSettings, stop: CancellationToken) {
    let mut looks = interval(RETENTION_INTERVAL);
    let removing = async {
        loop {
            looks.tick().await;
            let now = Time::unix_ms();
            match store.remove_moves(now - settings.keep_ms(), now).await {
                Ok(Removed { matches: 0, .. }) => {}
                Ok(Removed { matches, .. }) => {
                    info!(matches, keep_days = settings.keep_days, "the moves of old matches were removed");
                }
                Err(StoreError::Closed) => return,
                Err(problem) => warn!(%problem, "the moves of old matches stay for now"),
            }
        }
    };
    // The store finishes the removals that were begun, even if this task stops waiting.
    stop.run_until_cancelled(removing).await;
}

//! What webhooks look at in a running arena.

use kahua_core::limits::PAIRING_LAG_MAX;
use kahua_play::metrics::Metrics;
use kahua_store::{Health, Store};
use kahua_webhooks::Watched;

use super::App;

impl Watched for App {
    fn store(&self) -> &Store {
        &self.store
    }

    fn pairs(&self) -> bool {
        self.matchmaker.pairs()
    }

    fn trouble(&self) -> Option<String> {
        if let Health::Trouble(problem) = self.store.health() {
            return Some(format!("the store can't be written, so no match begins: {problem}"));
        }
        let lags = self.sessions.lag.now() > PAIRING_LAG_MAX;
        lags.then(|| "the arena reads and sends late, so few matches begin".to_owned())
    }

    fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}

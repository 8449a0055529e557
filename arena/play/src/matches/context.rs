//! The parts of the arena that a running match uses.

use std::sync::Arc;

use kahua_store::Store;
use tokio_util::sync::CancellationToken;

use crate::lag::Lag;
use crate::matches::ledger::Ledger;
use crate::metrics::Metrics;
use crate::time::Time;

/// Handed to every match. A match knows nothing else of the arena: no lobby, no other match, no league.
#[derive(Clone, Debug)]
pub struct MatchContext {
    /// Keeps the journal.
    pub store: Store,
    /// Takes the record.
    pub ledger: Arc<Ledger>,
    pub time: Time,
    pub metrics: Metrics,
    pub lag: Lag,
    /// Cancelled when the arena stops. The match then stays in the store as it is.
    pub stop: CancellationToken,
}

//! What a running match uses of the arena around it.

use std::sync::Arc;

use kahua_store::Store;
use tokio_util::sync::CancellationToken;

use crate::lag::Lag;
use crate::matches::ledger::Ledger;
use crate::metrics::Metrics;
use crate::time::Time;

/// Handed to every match. A match knows nothing else of the arena: no lobby, no other match, no league.
#[derive(Clone, Debug)]
pub(crate) struct MatchContext {
    /// Keeps the journal.
    pub(crate) store: Store,
    /// Takes the record.
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) time: Time,
    pub(crate) metrics: Metrics,
    pub(crate) lag: Lag,
    /// Cancelled when the arena stops: the match is then left in the store as it stands.
    pub(crate) stop: CancellationToken,
}

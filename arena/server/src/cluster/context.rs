//! What a node uses of the arena around it.

use std::sync::Arc;

use kahua_store::Store;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use kahua_play::bots::lobby::Lobby;
use kahua_play::matches::ledger::Ledger;
use kahua_play::matches::matchmaker::Matchmaker;
use kahua_play::matches::running::RunningMatches;
use kahua_play::token_changes::TokenChanges;
use kahua_settings::Rulesets;

/// Handed to the rounds of a node, which tell the arena what other nodes do.
#[derive(Clone, Debug)]
pub(crate) struct NodeContext {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) matches: Arc<RunningMatches>,
    pub(crate) matchmaker: Arc<Matchmaker>,
    pub(crate) rulesets: Rulesets,
    pub(crate) store: Store,
    pub(crate) token_changes: TokenChanges,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: TaskTracker,
}

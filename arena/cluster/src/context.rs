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
pub struct NodeContext {
    pub lobby: Arc<Lobby>,
    pub ledger: Arc<Ledger>,
    pub matches: Arc<RunningMatches>,
    pub matchmaker: Arc<Matchmaker>,
    pub rulesets: Rulesets,
    pub store: Store,
    pub token_changes: TokenChanges,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
}

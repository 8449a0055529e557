//! What an arena keeps in its store for itself: how often it ran, and its secrets.

use kahua_core::ids::ArenaRun;
use kahua_store::{RUNS, Store, StoreError};

use kahua_cluster::key::NodeKey;
use kahua_play::auth::token;
use kahua_play::bots::resume::ResumeKey;

/// Under this key the store keeps the secret behind the resume tokens.
const RESUME_KEY: &str = "resume_key";

/// Under this key the store keeps the secret that all its nodes share.
const NODE_KEY: &str = "node_key";

/// How many runs an arena may have had between a backup and its restoration. Tickets repeat after 4,095 runs, so this must
/// be well below.
const RUNS_AFTER_BACKUP_MAX: u32 = 1000;

/// Prepares a store that was restored from a backup for its arena. The arena may have run on after the backup, and the
/// tickets of those runs must not be made again: a bot may still have an answer to one.
///
/// # Errors
/// If the store fails.
pub async fn prepare_restored(store: &Store) -> Result<(), StoreError> {
    let before = runs(store)?;
    store.set_meta(RUNS, &before.wrapping_add(RUNS_AFTER_BACKUP_MAX).to_le_bytes()).await
}

/// How often an arena was started with this store.
fn runs(store: &Store) -> Result<u32, StoreError> {
    Ok(store.reader().meta(RUNS)?.and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes))
}

/// Counts this run of the arena. On disk before any ticket is made of it.
pub(super) async fn count_run(store: &Store) -> Result<ArenaRun, StoreError> {
    let run = runs(store)?.wrapping_add(1);
    store.set_meta(RUNS, &run.to_le_bytes()).await?;
    Ok(ArenaRun(run))
}

/// The key by which the nodes that share this store know each other.
pub(super) async fn node_key(store: &Store) -> Result<NodeKey, StoreError> {
    let kept = store.meta_or(NODE_KEY, &token::random_bytes::<32>()).await?;
    Ok(NodeKey::new(kept.try_into().unwrap_or_else(|_| token::random_bytes())))
}

/// The secret behind the resume tokens: the kept one, or a new one, kept from now on.
pub(super) async fn resume_key(store: &Store) -> Result<ResumeKey, StoreError> {
    let kept = store.meta_or(RESUME_KEY, &token::random_bytes::<32>()).await?;
    Ok(ResumeKey::new(kept.try_into().unwrap_or_else(|_| token::random_bytes())))
}

//! The organizers whose tokens were made by a command or a call. The store keeps the hash of each token, in addition to
//! those in the settings.

use kahua_core::ids::BotName;
use kahua_store::{Reader, Store, StoreError, TokenHash};

/// The store's key for the hash of a token: this prefix, then the organizer's name.
const KEY: &str = "organizer:";

/// The organizers, each with the hash of its token.
///
/// # Errors
/// If the store can't be read.
pub fn read(reader: &Reader) -> Result<Vec<(BotName, TokenHash)>, StoreError> {
    let kept = reader.metas(KEY)?.into_iter();
    let parsed = kept.filter_map(|(key, hash)| {
        let name = key.strip_prefix(KEY)?.parse().ok()?;
        Some((name, TokenHash(hash.try_into().ok()?)))
    });
    Ok(parsed.collect())
}

/// Gives an organizer this token, which replaces an earlier one. Durable on return.
///
/// # Errors
/// If the store fails.
pub async fn set_token(name: BotName, token: TokenHash, store: &Store) -> Result<(), StoreError> {
    store.set_meta(&key(name), &token.0).await
}

/// Takes an organizer's token away. Durable on return.
///
/// # Errors
/// If the store fails.
pub async fn clear_token(name: BotName, store: &Store) -> Result<(), StoreError> {
    store.clear_meta(&key(name)).await
}

fn key(name: BotName) -> String {
    format!("{KEY}{name}")
}

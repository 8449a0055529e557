//! The organizers for whom tokens were made by command or by call: the store keeps the hash of each one's token, beside those in the
//! settings.

use kahua_core::ids::BotName;
use kahua_store::{Reader, Store, StoreError, TokenHash};

/// Before the name of an organizer, the key under which the store keeps the hash of the token.
const KEY: &str = "organizer:";

/// The organizers, each with the hash of the token.
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

/// Gives an organizer this token, in place of an earlier one. Durable on return.
///
/// # Errors
/// If the store fails.
pub async fn set_token(name: BotName, token: TokenHash, store: &Store) -> Result<(), StoreError> {
    store.set_meta(&format!("{KEY}{name}"), &token.0).await
}

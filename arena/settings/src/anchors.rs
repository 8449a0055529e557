//! The anchors of leagues, as the store keeps them, so that a data directory gives standings on the scale of its arena.

use std::collections::BTreeMap;

use kahua_leagues::Anchor;
use kahua_store::{Reader, Store, StoreError};

use crate::config::AnchorSettings;

/// The store's key for the anchor of a league: this prefix, then the league's name. Its value is empty if the league has none any more.
const KEY: &str = "anchor:";

/// The anchors that the leagues of a store had when an arena last played them.
///
/// # Errors
/// If the store can't be read.
pub fn read(reader: &Reader) -> Result<BTreeMap<String, Anchor>, StoreError> {
    let anchor = |(key, value): (String, Vec<u8>)| {
        let anchor: AnchorSettings = String::from_utf8(value).ok()?.parse().ok()?;
        Some((key.strip_prefix(KEY)?.to_owned(), anchor.0))
    };
    Ok(reader.metas(KEY)?.into_iter().filter_map(anchor).collect())
}

/// Saves the anchor of a league if it is another one than before.
///
/// # Errors
/// If the store fails.
pub async fn keep(anchor: Option<AnchorSettings>, league: &str, store: &Store) -> Result<(), StoreError> {
    let (key, text) = (format!("{KEY}{league}"), anchor.map(|anchor| anchor.to_string()).unwrap_or_default());
    if store.reader().meta(&key)?.unwrap_or_default() == text.as_bytes() {
        return Ok(());
    }
    store.set_meta(&key, text.as_bytes()).await
}

//! A season as the store keeps it, be it the present one of its league or an earlier one.

use std::collections::BTreeSet;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_store::{Reader, Store, StoreError};

use super::{KeptSeason, Terms};
use crate::overrides::Overrides;

/// The store's key for an earlier season: this prefix, its number, a colon and the league's name.
const KEY: &str = "past_season:";

/// The first line of what the store keeps of an earlier season: this prefix, then the bots that were withdrawn. The terms follow on
/// the next lines.
const WITHDRAWN: &str = "withdrawn ";

/// A season of a league, with what organizers changed in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeason {
    /// Its number and terms.
    pub kept: KeptSeason,
    /// The bots that were withdrawn from it.
    pub withdrawn: BTreeSet<BotName>,
}

impl StoredSeason {
    /// The present season of this league; `None` if no season was recorded.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn present(league: &str, reader: &Reader) -> Result<Option<StoredSeason>, StoreError> {
        let Some(kept) = KeptSeason::of(league, reader)? else { return Ok(None) };
        let withdrawn = Overrides::read(league, kept.season, reader)?.withdrawn;
        Ok(Some(StoredSeason { kept, withdrawn }))
    }

    /// This season of this league; `None` if the store doesn't know it.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn of(league: &str, season: Season, reader: &Reader) -> Result<Option<StoredSeason>, StoreError> {
        if let Some(present) = StoredSeason::present(league, reader)?.filter(|present| present.kept.season == season) {
            return Ok(Some(present));
        }
        Ok(reader
            .meta(&key(league, season))?
            .and_then(|bytes| StoredSeason::parse(season, &String::from_utf8(bytes).ok()?)))
    }

    /// Saves this as an earlier season of this league, since the next one begins. Durable when the future resolves.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep_as_past(
        &self,
        league: &str,
        store: &Store,
    ) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        let names: Vec<&str> = self.withdrawn.iter().map(BotName::as_str).collect();
        let text = format!("{WITHDRAWN}{}\n{}", names.join(" "), self.kept.terms);
        store.set_meta(&key(league, self.kept.season), text.as_bytes())
    }

    fn parse(season: Season, text: &str) -> Option<StoredSeason> {
        let (withdrawn, terms) = text.split_once('\n')?;
        let names = withdrawn.strip_prefix(WITHDRAWN)?.split_whitespace();
        let withdrawn = names.map(str::parse).collect::<Result<_, _>>().ok()?;
        Some(StoredSeason { kept: KeptSeason { season, terms: Terms::parse(terms) }, withdrawn })
    }
}

fn key(league: &str, season: Season) -> String {
    format!("{KEY}{season}:{league}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seasons::start_new_season;

    #[tokio::test]
    async fn a_season_is_kept_with_its_terms_and_who_was_withdrawn_when_the_next_one_begins() {
        let store = Store::open_in_memory().unwrap();
        let of = |season| StoredSeason::of("cup", season, store.reader()).unwrap();
        assert_eq!(of(Season::FIRST), None);
        let terms = Terms::new([("game", "senet".into()), ("bots", "ann bob".into())]);
        let kept = KeptSeason { season: Season::FIRST, terms };
        kept.keep("cup", &store).await.unwrap();
        let mut changes = Overrides::read("cup", Season::FIRST, store.reader()).unwrap();
        changes.set_withdrawn("bob".parse().unwrap(), true);
        changes.keep("cup", &store).await.unwrap();
        let season = StoredSeason { kept, withdrawn: changes.withdrawn };
        assert_eq!(of(Season::FIRST), Some(season.clone()));
        start_new_season("cup", &store).await.unwrap();
        assert_eq!(of(Season::FIRST), Some(season), "as an earlier season");
        let next = of(Season::FIRST.next()).unwrap();
        assert!(next.withdrawn.is_empty() && next.kept.terms == Terms::default(), "{next:?}");
        assert_eq!(of(Season::FIRST.next().next()), None);
    }
}

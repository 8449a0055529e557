//! The seasons of leagues. A league is its name and its terms; changed terms make a new season.

pub(crate) mod knockout;
mod stored;
mod terms;

use std::collections::BTreeMap;

use kahua_core::season::Season;
use kahua_store::{Reader, Store, StoreError};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::config::SeasonChoice;

pub use stored::StoredSeason;
pub use terms::{Change, Terms};

/// The store's key for the present season of a league: this prefix, then the league's name.
const KEY: &str = "season:";

/// The first line of what the store keeps: this prefix, then the number of the season. The terms follow on the next
/// lines.
const NUMBER: &str = "season ";

/// The present season of a league, as the store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptSeason {
    /// The season's number.
    pub season: Season,
    /// Its terms; empty until an arena has begun to play it.
    pub terms: Terms,
}

/// A league's settings have other terms than its season.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "league {league:?} is in season {season}, which is played on other terms than those of the settings: {}. Give the \
     settings the season's terms again, choose another name for the league, or start a new season with \
     `kahua league season {league:?} --data DIR`",
    in_words(changes)
)]
pub struct ChangedTermsError {
    league: String,
    season: Season,
    changes: Vec<Change>,
}

impl KeptSeason {
    /// The present season of this league; `None` if no season was recorded.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn of(league: &str, reader: &Reader) -> Result<Option<KeptSeason>, StoreError> {
        Ok(reader.meta(&format!("{KEY}{league}"))?.and_then(|bytes| KeptSeason::parse(&String::from_utf8(bytes).ok()?)))
    }

    /// What a term says, as the settings would; `None` if the season has no such term, or this version of Kahua doesn't know its value.
    #[must_use]
    pub fn term<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        let text: StrDeserializer<'_, serde::de::value::Error> = self.terms.get(name)?.into_deserializer();
        T::deserialize(text).ok()
    }

    /// Saves this as the present season of this league. It counts at once, so the last call wins, and is durable when
    /// the future resolves.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep(&self, league: &str, store: &Store) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        let text = format!("{NUMBER}{}\n{}", self.season, self.terms);
        store.set_meta(&format!("{KEY}{league}"), text.as_bytes())
    }

    fn parse(text: &str) -> Option<KeptSeason> {
        let (season, terms) = text.split_once('\n')?;
        Some(KeptSeason { season: season.strip_prefix(NUMBER)?.parse().ok()?, terms: Terms::parse(terms) })
    }
}

/// The present season of every league of a store.
#[derive(Clone, Debug, Default)]
pub struct PresentSeasons(BTreeMap<String, Season>);

impl PresentSeasons {
    /// The seasons that this store keeps.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn read(reader: &Reader) -> Result<PresentSeasons, StoreError> {
        let kept = reader.metas(KEY)?.into_iter();
        let parsed = kept.filter_map(|(key, bytes)| {
            let kept = KeptSeason::parse(&String::from_utf8(bytes).ok()?)?;
            Some((key.strip_prefix(KEY)?.to_owned(), kept.season))
        });
        Ok(PresentSeasons(parsed.collect()))
    }

    /// The present season of this league. It is the first one if the store knows nothing of the league.
    #[must_use]
    pub fn of(&self, league: &str) -> Season {
        self.0.get(league).copied().unwrap_or(Season::FIRST)
    }

    /// The names of the leagues with a stored season: those that an arena has played.
    pub fn leagues(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Starts a new season of this league and returns it. Its terms are those with which an arena will play it next. `None`
/// if the store knows no such league.
///
/// # Errors
/// If the store fails.
pub async fn start_new_season(league: &str, store: &Store) -> Result<Option<Season>, StoreError> {
    let present = match end_present(league, store).await? {
        Some(season) => season,
        None if store.reader().has_matches_of(league)? => Season::FIRST,
        None => return Ok(None),
    };
    let next = KeptSeason { season: present.next(), terms: Terms::default() };
    next.keep(league, store).await?;
    Ok(Some(next.season))
}

/// Keeps the present season of this league as an earlier one, since the next one begins. Returns its number; `None` if no season
/// was recorded.
async fn end_present(league: &str, store: &Store) -> Result<Option<Season>, StoreError> {
    let Some(ended) = StoredSeason::present(league, store.reader())? else { return Ok(None) };
    ended.keep_as_past(league, store).await?;
    Ok(Some(ended.kept.season))
}

/// The season of this league in which matches on these terms are played. The store keeps both.
///
/// # Errors
/// If the present season has other terms and they may not change, or the store fails.
pub(crate) async fn open_season(
    league: &str,
    terms: Terms,
    choice: SeasonChoice,
    store: &Store,
) -> Result<Season, OpenSeasonError> {
    let kept = KeptSeason::of(league, store.reader())?;
    let present = kept.as_ref().map_or(Season::FIRST, |kept| kept.season);
    let changes = kept.as_ref().map(|kept| kept.terms.changes(&terms)).unwrap_or_default();
    let season = match choice {
        SeasonChoice::New if kept.is_some() || store.reader().has_matches_of(league)? => present.next(),
        SeasonChoice::NewIfChanged if !changes.is_empty() => present.next(),
        SeasonChoice::Present if !changes.is_empty() => {
            return Err(ChangedTermsError { league: league.to_owned(), season: present, changes }.into());
        }
        _ => present,
    };
    if season != present {
        end_present(league, store).await?;
    }
    let opened = KeptSeason { season, terms };
    if kept.as_ref() != Some(&opened) {
        opened.keep(league, store).await?;
    }
    Ok(season)
}

/// Why a season can't be played.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenSeasonError {
    #[error(transparent)]
    Terms(#[from] ChangedTermsError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

fn in_words(changes: &[Change]) -> String {
    changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{DisqualifiedMatches, FormatKind};

    fn terms(time: &str) -> Terms {
        Terms::new([("game", "senet".into()), ("time", time.into())])
    }

    async fn open(store: &Store, time: &str, choice: SeasonChoice) -> Result<u32, String> {
        let opened = open_season("spring", terms(time), choice, store).await;
        opened.map(Season::number).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn changed_terms_are_refused_until_a_new_season_is_started() {
        let store = Store::open_in_memory().unwrap();
        assert_eq!(open(&store, "60s", SeasonChoice::Present).await, Ok(1));
        assert_eq!(open(&store, "60s", SeasonChoice::Present).await, Ok(1));
        let refusal = open(&store, "5s", SeasonChoice::Present).await.unwrap_err();
        assert_eq!(
            refusal,
            "league \"spring\" is in season 1, which is played on other terms than those of the settings: time was 60s \
             and is 5s now. Give the settings the season's terms again, choose another name for the league, or start a \
             new season with `kahua league season \"spring\" --data DIR`"
        );
        assert_eq!(open(&store, "60s", SeasonChoice::Present).await, Ok(1), "nothing was changed by the refusal");
        assert_eq!(start_new_season("spring", &store).await.unwrap().map(Season::number), Some(2));
        assert_eq!(open(&store, "5s", SeasonChoice::Present).await, Ok(2));
        assert!(open(&store, "60s", SeasonChoice::Present).await.is_err());
        let present = PresentSeasons::read(store.reader()).unwrap();
        assert_eq!(present.leagues().collect::<Vec<_>>(), ["spring"]);
        assert_eq!((present.of("spring"), present.of("summer")), (Season::FIRST.next(), Season::FIRST));
    }

    #[test]
    fn a_term_is_read_as_settings_are() {
        use FormatKind::{Gauntlet, Knockout, Ladder, RoundRobin, Swiss};
        for kind in [RoundRobin, Gauntlet, Ladder, Swiss, Knockout] {
            let kept = KeptSeason { season: Season::FIRST, terms: Terms::new([("format", kind.to_string())]) };
            assert_eq!(kept.term("format"), Some(kind));
            assert_eq!(kept.term::<DisqualifiedMatches>("disqualified"), None, "it has no such term");
        }
        for effect in [DisqualifiedMatches::Annulled, DisqualifiedMatches::Lost] {
            let terms = Terms::new([("disqualified", effect.to_string()), ("format", "of later".to_owned())]);
            let kept = KeptSeason { season: Season::FIRST, terms };
            assert_eq!((kept.term("disqualified"), kept.term::<FormatKind>("format")), (Some(effect), None));
        }
    }

    #[tokio::test]
    async fn leagues_that_nobody_has_written_down_start_a_season_by_themselves() {
        let store = Store::open_in_memory().unwrap();
        assert_eq!(open(&store, "60s", SeasonChoice::NewIfChanged).await, Ok(1));
        assert_eq!(open(&store, "60s", SeasonChoice::NewIfChanged).await, Ok(1));
        assert_eq!(open(&store, "5s", SeasonChoice::NewIfChanged).await, Ok(2));
        assert_eq!(open(&store, "5s", SeasonChoice::New).await, Ok(3));
    }

    #[tokio::test]
    async fn a_league_that_was_never_played_has_no_new_season() {
        let store = Store::open_in_memory().unwrap();
        assert_eq!(start_new_season("summer", &store).await.unwrap(), None);
    }
}

//! What organizers change by hand while a league is played. The store keeps it, apart from the settings.
//!
//! A change by hand overrides the settings. Only the length of a league and its list of bots can be set in both places. There
//! the change by hand holds until the settings give another value, since that is the later decision.

use std::collections::BTreeSet;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, Store, StoreError};
use prost::Message;

use crate::config::Length;

/// The store's key for the changes of a league: this prefix, then the league's name.
const KEY: &str = "by_hand:";

/// The store's key for whether the pairing of all leagues is paused.
const PAUSED_KEY: &str = "paused";

/// What organizers have changed of a league.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overrides {
    /// Whether the pairing of its matches is paused.
    pub paused: bool,
    /// The season in which the rest was changed. These changes end with it.
    pub season: Season,
    /// The bots that get no more matches in this season.
    pub withdrawn: BTreeSet<BotName>,
    /// How much is played, instead of what the settings say.
    pub length: Option<Length>,
    /// The length in the settings when an arena last played the league; `None` if it had no end, or was never played.
    pub length_of_settings: Option<Length>,
    /// The bots that play, instead of those in the settings; empty if those play. They stay for later seasons.
    pub bots: Vec<BotName>,
    /// The bots in the settings when an arena last played the league.
    pub bots_of_settings: Vec<BotName>,
}

/// Why a league can't be extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExtendError {
    /// The league has no end.
    #[error("it has no end, or no arena has played it yet")]
    Endless,
    /// Its settings give another key.
    #[error("its settings use another key: it has {0} now; extend it by that key")]
    OtherKey(Length),
    /// It is that long already.
    #[error("it has {0} now; give more")]
    LongEnough(Length),
}

/// A bot isn't on its league's list.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("league {league:?} has no bot {bot} on its list; there are {listed}")]
pub struct NotListed {
    league: String,
    bot: BotName,
    listed: String,
}

impl NotListed {
    /// Checks that a bot is on this list of its league, if it isn't empty.
    ///
    /// # Errors
    /// If it isn't.
    pub fn check(league: &str, bot: BotName, listed: &[BotName]) -> Result<(), NotListed> {
        if listed.is_empty() || listed.contains(&bot) {
            return Ok(());
        }
        let listed = listed.iter().map(BotName::as_str).collect::<Vec<_>>().join(", ");
        Err(NotListed { league: league.to_owned(), bot, listed })
    }
}

impl Overrides {
    /// The changes of this league in this season, which is the present one.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn read(league: &str, season: Season, reader: &Reader) -> Result<Overrides, StoreError> {
        let kept = reader.meta(&format!("{KEY}{league}"))?;
        let kept = kept.and_then(|bytes| pb::LeagueChanges::decode(bytes.as_slice()).ok()).unwrap_or_default();
        let names = |names: &[String]| names.iter().filter_map(|name| name.parse().ok()).collect::<Vec<BotName>>();
        let changes = Overrides {
            paused: kept.paused,
            season: Season::numbered(kept.season).unwrap_or(Season::FIRST),
            withdrawn: names(&kept.withdrawn).into_iter().collect(),
            length: kept.length.as_ref().and_then(Length::from_wire),
            length_of_settings: kept.length_of_settings.as_ref().and_then(Length::from_wire),
            bots: names(&kept.bots),
            bots_of_settings: names(&kept.bots_of_settings),
        };
        Ok(if changes.season == season { changes } else { changes.in_season(season) })
    }

    /// Saves the changes of a league. They count at once, so the last call wins, and are durable when the future
    /// resolves.
    ///
    /// # Errors
    /// If the store fails.
    pub fn keep(&self, league: &str, store: &Store) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        store.set_meta(&format!("{KEY}{league}"), &self.to_wire().encode_to_vec())
    }

    /// The changes that still hold in another season.
    pub fn in_season(&self, season: Season) -> Overrides {
        Overrides { season, withdrawn: BTreeSet::new(), length: None, ..self.clone() }
    }

    /// Takes note of the length that the settings give now. If it is new, it replaces a length given by hand, which is
    /// returned.
    pub fn reconcile(&mut self, length: Option<Length>) -> Option<Length> {
        let before = std::mem::replace(&mut self.length_of_settings, length);
        if before == length { None } else { self.length.take() }
    }

    /// Takes note of the bots that the settings list now. If they are others than before, they replace those given by hand.
    /// Returns whether there were any.
    pub fn reconcile_bots(&mut self, bots: &[BotName]) -> bool {
        let before = std::mem::replace(&mut self.bots_of_settings, bots.to_vec());
        let are_given = !self.bots.is_empty();
        if before != bots {
            self.bots.clear();
        }
        are_given && self.bots.is_empty()
    }

    /// Extends the league to this length.
    ///
    /// # Errors
    /// If it can't be extended to that.
    pub fn extend(&mut self, to: Length) -> Result<(), ExtendError> {
        let present = self.length.or(self.length_of_settings).ok_or(ExtendError::Endless)?;
        if present.key() != to.key() {
            return Err(ExtendError::OtherKey(present));
        }
        if present.number() >= to.number() {
            return Err(ExtendError::LongEnough(present));
        }
        self.length = Some(to);
        Ok(())
    }

    /// The bots that play, as far as a store tells; empty if the league has no list.
    #[must_use]
    pub fn listed(&self) -> &[BotName] {
        if self.bots.is_empty() { &self.bots_of_settings } else { &self.bots }
    }

    /// Withdraws this bot, or lets it play again.
    pub fn set_withdrawn(&mut self, name: BotName, withdrawn: bool) {
        match withdrawn {
            true => drop(self.withdrawn.insert(name)),
            false => drop(self.withdrawn.remove(&name)),
        }
    }

    /// The same as a message.
    #[must_use]
    pub fn to_wire(&self) -> pb::LeagueChanges {
        fn texts<'n>(names: impl IntoIterator<Item = &'n BotName>) -> Vec<String> {
            names.into_iter().map(ToString::to_string).collect()
        }
        pb::LeagueChanges {
            paused: self.paused,
            season: self.season.number(),
            withdrawn: texts(&self.withdrawn),
            length: self.length.map(Length::to_wire),
            length_of_settings: self.length_of_settings.map(Length::to_wire),
            bots: texts(&self.bots),
            bots_of_settings: texts(&self.bots_of_settings),
        }
    }
}

/// Whether the pairing of all leagues is paused.
///
/// # Errors
/// If the store can't be read.
pub fn is_all_paused(reader: &Reader) -> Result<bool, StoreError> {
    Ok(reader.meta(PAUSED_KEY)?.is_some_and(|value| value == [1]))
}

/// Saves whether the pairing of all leagues is paused. Durable on return.
///
/// # Errors
/// If the store fails.
pub async fn keep_all_paused(paused: bool, store: &Store) -> Result<(), StoreError> {
    store.set_meta(PAUSED_KEY, &[u8::from(paused)]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(number: u32) -> Length {
        Length::Sets(number.try_into().unwrap())
    }

    fn rounds(number: u32) -> Length {
        Length::Rounds(number.try_into().unwrap())
    }

    #[tokio::test]
    async fn what_was_changed_is_kept_and_ends_with_its_season_but_for_the_pause_and_the_bots() {
        let store = Store::open_in_memory().unwrap();
        let read = |season| Overrides::read("spring", season, store.reader()).unwrap();
        let mut changes = read(Season::FIRST);
        assert_eq!(changes.reconcile(Some(sets(2))), None);
        changes.paused = true;
        changes.set_withdrawn("ann".parse().unwrap(), true);
        changes.extend(sets(5)).unwrap();
        changes.bots = vec!["bob".parse().unwrap()];
        changes.keep("spring", &store).await.unwrap();
        assert_eq!(read(Season::FIRST), changes);
        let later = read(Season::FIRST.next());
        assert_eq!((later.paused, later.length_of_settings), (true, Some(sets(2))));
        assert!(later.withdrawn.is_empty() && later.length.is_none());
        assert_eq!(later.bots, changes.bots, "a list by hand stays");
    }

    #[test]
    fn a_length_by_hand_holds_until_the_settings_have_another() {
        let store = Store::open_in_memory().unwrap();
        let mut changes = Overrides::read("spring", Season::FIRST, store.reader()).unwrap();
        assert_eq!(changes.extend(sets(5)), Err(ExtendError::Endless));
        changes.reconcile(Some(sets(2)));
        changes.extend(sets(5)).unwrap();
        assert_eq!(changes.reconcile(Some(sets(2))), None);
        assert_eq!(changes.length, Some(sets(5)));
        assert_eq!(changes.reconcile(Some(sets(3))), Some(sets(5)));
        assert_eq!(changes.length, None);
    }

    #[test]
    fn bots_by_hand_play_until_the_settings_list_others() {
        let store = Store::open_in_memory().unwrap();
        let mut changes = Overrides::read("spring", Season::FIRST, store.reader()).unwrap();
        let [ann, bob, cid]: [BotName; 3] = ["ann", "bob", "cid"].map(|name| name.parse().unwrap());
        assert!(!changes.reconcile_bots(&[ann, bob]));
        changes.bots = vec![ann, cid];
        assert!(!changes.reconcile_bots(&[ann, bob]));
        assert_eq!(changes.bots, [ann, cid]);
        assert!(changes.reconcile_bots(&[ann]));
        assert!(changes.bots.is_empty());
    }

    #[test]
    fn a_league_is_extended_by_the_key_of_its_settings_and_never_shortened() {
        let store = Store::open_in_memory().unwrap();
        let mut changes = Overrides::read("spring", Season::FIRST, store.reader()).unwrap();
        changes.reconcile(Some(sets(2)));
        assert_eq!(changes.extend(rounds(5)), Err(ExtendError::OtherKey(sets(2))));
        assert_eq!(changes.extend(sets(2)), Err(ExtendError::LongEnough(sets(2))));
        changes.extend(sets(5)).unwrap();
        let refusal = changes.extend(sets(4)).unwrap_err();
        assert_eq!(refusal.to_string(), "it has sets = 5 now; give more");
    }
}

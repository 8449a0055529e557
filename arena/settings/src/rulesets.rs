//! The games that an arena offers, each with its ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::limits;
use kahua_engine::{DynRuleset, RulesetHash, registry};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::Reader;

/// One ruleset for each game.
#[derive(Clone, Debug)]
pub struct Rulesets(BTreeMap<&'static str, Arc<dyn DynRuleset>>);

impl Rulesets {
    /// Every built-in game with its default ruleset.
    #[must_use]
    pub fn built_in() -> Rulesets {
        Rulesets::of(registry::all().iter().map(|kind| kind.built_in_ruleset()))
    }

    /// These rulesets. If two are for the same game, the later one counts.
    pub fn of(rulesets: impl IntoIterator<Item = Arc<dyn DynRuleset>>) -> Rulesets {
        Rulesets(rulesets.into_iter().map(|ruleset| (ruleset.info().name, ruleset)).collect())
    }

    /// Replaces the ruleset of one game.
    #[must_use]
    pub fn with(mut self, ruleset: Arc<dyn DynRuleset>) -> Rulesets {
        self.0.insert(ruleset.info().name, ruleset);
        self
    }

    /// The ruleset of this game, if the arena offers the game.
    #[must_use]
    pub fn find(&self, game: &str) -> Option<&Arc<dyn DynRuleset>> {
        self.0.get(game)
    }

    /// The ruleset of this game, for a request that needs it.
    ///
    /// # Errors
    /// If the arena doesn't offer the game.
    pub fn expect(&self, game: &str) -> Result<&Arc<dyn DynRuleset>, UnknownGame> {
        let unknown =
            || UnknownGame { name: limits::cut(game, limits::UNKNOWN_NAME_BYTES_MAX).into(), known: self.names() };
        self.find(game).ok_or_else(unknown)
    }

    /// The ruleset of this game with this hash: the present one, or an earlier one whose file is `kept`.
    #[must_use]
    pub fn find_exact(&self, game: &str, hash: RulesetHash, kept: Option<&str>) -> Option<Arc<dyn DynRuleset>> {
        let current = self.find(game).filter(|ruleset| ruleset.hash() == hash).cloned();
        current.or_else(|| registry::find(game)?.read_ruleset(kept?).ok().filter(|ruleset| ruleset.hash() == hash))
    }

    /// The ruleset by which a match of this game was played: the present one, or an earlier one from this store. `None`
    /// if there is none with this hash, or it can't be read.
    #[must_use]
    pub fn of_match(&self, game: &str, hash: RulesetHash, reader: &Reader) -> Option<Arc<dyn DynRuleset>> {
        // The store is asked only if the rulesets in memory don't have it.
        self.find_exact(game, hash, None).or_else(|| self.find_exact(game, hash, reader.ruleset(hash).ok()?.as_deref()))
    }

    /// The rulesets, by the names of their games.
    pub fn all(&self) -> impl Iterator<Item = &Arc<dyn DynRuleset>> {
        self.0.values()
    }

    /// How many games there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The games' names, joined by commas, for messages.
    #[must_use]
    pub fn names(&self) -> String {
        self.0.keys().copied().collect::<Vec<_>>().join(", ")
    }

    /// The limits that a bot is told if it may play this many matches at once.
    pub fn wire_limits(&self, matches_max: u32) -> pb::Limits {
        pb::Limits {
            message_bytes_max: limits::MESSAGE_BYTES_MAX as u32,
            matches_max,
            messages_per_second_max: limits::MESSAGES_PER_SECOND_MAX,
            legal_max: self.0.values().map(|ruleset| ruleset.info().legal_max).max().unwrap_or(0) as u32,
        }
    }
}

/// The arena doesn't offer a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this arena has no game {name:?}; it has: {known}")]
pub struct UnknownGame {
    /// The game that was asked for, cut to [`limits::UNKNOWN_NAME_BYTES_MAX`].
    name: String,
    /// The games that the arena offers.
    known: String,
}

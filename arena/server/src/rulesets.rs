//! The games that an arena offers, each with the ruleset that it plays by.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_engine::{DynRuleset, RulesetHash, registry};

/// One ruleset for each game.
#[derive(Clone, Debug)]
pub struct Games(BTreeMap<&'static str, Arc<dyn DynRuleset>>);

impl Games {
    /// Every built-in game with its usual ruleset.
    #[must_use]
    pub fn built_in() -> Games {
        Games::of(registry::all().iter().map(|kind| kind.built_in_ruleset()))
    }

    /// These games; of two rulesets for one game the later one stands.
    pub fn of(rulesets: impl IntoIterator<Item = Arc<dyn DynRuleset>>) -> Games {
        Games(rulesets.into_iter().map(|ruleset| (ruleset.info().name, ruleset)).collect())
    }

    /// These games, this one played by this ruleset.
    #[must_use]
    pub fn with(mut self, ruleset: Arc<dyn DynRuleset>) -> Games {
        self.0.insert(ruleset.info().name, ruleset);
        self
    }

    /// The ruleset by which this game is played.
    #[must_use]
    pub fn find(&self, game: &str) -> Option<&Arc<dyn DynRuleset>> {
        self.0.get(game)
    }

    /// The ruleset of this game with this hash: the one played by now, or an earlier one, of which `kept` is the file.
    #[must_use]
    pub fn find_exact(&self, game: &str, hash: RulesetHash, kept: Option<&str>) -> Option<Arc<dyn DynRuleset>> {
        let current = self.find(game).filter(|ruleset| ruleset.hash() == hash).cloned();
        current.or_else(|| registry::find(game)?.read_ruleset(kept?).ok().filter(|ruleset| ruleset.hash() == hash))
    }

    /// How many games there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The names, joined by commas: for messages.
    #[must_use]
    pub fn names(&self) -> String {
        self.0.keys().copied().collect::<Vec<_>>().join(", ")
    }

    /// The length of the longest legal list that any of these games can have.
    #[must_use]
    pub fn legal_max(&self) -> usize {
        self.0.values().map(|ruleset| ruleset.info().legal_max).max().unwrap_or(0)
    }
}

//! The games that an arena offers, each with its ruleset.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_engine::{DynRuleset, RulesetHash, registry};

/// One ruleset for each game.
#[derive(Clone, Debug)]
pub struct Rulesets(BTreeMap<&'static str, Arc<dyn DynRuleset>>);

impl Rulesets {
    /// Every built-in game with its default ruleset.
    #[must_use]
    pub fn built_in() -> Rulesets {
        Rulesets::of(registry::all().iter().map(|kind| kind.built_in_ruleset()))
    }

    /// These rulesets; if two are for the same game, the later one counts.
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

    /// The ruleset of this game with this hash: the present one, or an earlier one whose file is `kept`.
    #[must_use]
    pub fn find_exact(&self, game: &str, hash: RulesetHash, kept: Option<&str>) -> Option<Arc<dyn DynRuleset>> {
        let current = self.find(game).filter(|ruleset| ruleset.hash() == hash).cloned();
        current.or_else(|| registry::find(game)?.read_ruleset(kept?).ok().filter(|ruleset| ruleset.hash() == hash))
    }

    /// The rulesets, by the names of their games.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<dyn DynRuleset>> {
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

    /// The length of the longest legal list that any of these games can have.
    #[must_use]
    pub fn legal_max(&self) -> usize {
        self.0.values().map(|ruleset| ruleset.info().legal_max).max().unwrap_or(0)
    }
}

//! The one list of games. A new game is one more line at its end.

#[cfg(feature = "wire")]
use std::sync::Arc;

#[cfg(feature = "wire")]
use crate::dyn_ruleset::{DynRuleset, Entry, GameEntry};
use crate::encode::Encode;
#[cfg(not(feature = "wire"))]
use crate::game::Game as Wire;
#[cfg(feature = "wire")]
use crate::ruleset::{self, RulesetError};
#[cfg(feature = "wire")]
use crate::wire::Wire;

macro_rules! games {
    ($($game:path),* $(,)?) => {
        /// Every game, in the order of the list.
        #[cfg(feature = "wire")]
        #[must_use]
        pub fn all() -> &'static [&'static dyn GameEntry] {
            &[$(&Entry::<$game>(std::marker::PhantomData)),*]
        }

        /// Visits every game, in the order of the list.
        pub fn visit_all(visitor: &mut impl Visit) {
            $(visitor.visit::<$game>();)*
        }
    };
}

games! {
    crate::games::haleakala::Haleakala,
    crate::games::kanaloa::Kanaloa,
    crate::games::hawaii::Hawaii,
}

/// Something to be done with the type of every game: a test, a benchmark.
pub trait Visit {
    /// Called once for each game.
    fn visit<G: Wire + Encode>(&mut self);
}

/// The game with this name.
#[cfg(feature = "wire")]
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn GameEntry> {
    all().iter().copied().find(|entry| entry.info().name == name)
}

/// The names of all games, joined by commas: for messages.
#[cfg(feature = "wire")]
#[must_use]
pub fn names() -> String {
    all().iter().map(|entry| entry.info().name).collect::<Vec<_>>().join(", ")
}

/// Reads a ruleset file for whichever game it names.
///
/// # Errors
/// If there is no such game, or as [`Ruleset::read`](crate::Ruleset::read).
#[cfg(feature = "wire")]
pub fn read_ruleset(toml: &str) -> Result<Arc<dyn DynRuleset>, RulesetError> {
    let game = ruleset::game_of(toml)?;
    let entry = find(&game)
        .ok_or_else(|| RulesetError::new(format!("game: there is no game {game:?}; there are: {}", names())))?;
    entry.read_ruleset(toml)
}

#[cfg(all(test, feature = "wire"))]
mod tests {
    use super::*;

    #[test]
    fn a_ruleset_finds_its_game() {
        for entry in all() {
            let info = entry.info();
            assert_eq!(read_ruleset(info.ruleset).unwrap().info().name, info.name);
        }
        let error = |toml| read_ruleset(toml).unwrap_err().to_string();
        assert_eq!(
            error("id = 'x'\ngame = 'chess'"),
            "the ruleset can't be used: game: there is no game \"chess\"; there are: haleakala, kanaloa, hawaii"
        );
        assert!(error("game = 'hawaii'").contains("missing field `id`"));
    }
}

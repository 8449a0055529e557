//! The one list of games. A new game is one more line at its end.

#[cfg(not(feature = "wire"))]
use crate::game::Game as Playable;
#[cfg(feature = "wire")]
use crate::table::{Entry, GameEntry};
#[cfg(feature = "wire")]
use crate::wire::Wire as Playable;

macro_rules! games {
    ($($game:path),* $(,)?) => {
        /// Every game, in the order of the list.
        #[cfg(feature = "wire")]
        #[must_use]
        pub fn all() -> &'static [&'static dyn GameEntry] {
            &[$(&Entry::<$game>(std::marker::PhantomData)),*]
        }

        /// Visits every game, in the order of the list.
        #[allow(unused_variables, reason = "the list may be empty")]
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
    fn visit<G: Playable>(&mut self);
}

/// The game with this name.
#[cfg(feature = "wire")]
#[must_use]
pub fn find(name: &str) -> Option<&'static dyn GameEntry> {
    all().iter().copied().find(|kind| kind.info().name == name)
}

/// The names of all games, joined by commas: for messages.
#[cfg(feature = "wire")]
#[must_use]
pub fn names() -> String {
    all().iter().map(|kind| kind.info().name).collect::<Vec<_>>().join(", ")
}

//! The list of games that can be shown. A new game is one more line at its end.

use std::any::Any;
use std::collections::BTreeSet;

use kahua_engine::{Choices, DynGame, GameEntry, OpenGame, PerSeat, Seat, Viewer};

use crate::describe::Describe;
use crate::draw::{self, Draw, Drawn};
use crate::language::{Language, Table, Wording, german};
use crate::shown::{Show, Shown};

macro_rules! games {
    ($($game:path),* $(,)?) => {
        /// The words and the drawing of this game for people.
        ///
        /// # Panics
        /// If the game has no words and no drawing here. All games of the engine's registry have them.
        #[must_use]
        pub fn shown(game: &dyn DynGame) -> &dyn Shown {
            let found = None$(.or_else(|| open::<$game>(game)))*;
            #[cfg(feature = "toy")]
            let found = found.or_else(|| open::<kahua_engine::toy::Toy>(game));
            found.unwrap_or_else(|| panic!("{} is not in the list of games that can be shown", game.info().name))
        }

        /// What this crate says in German.
        pub(crate) const GERMAN: &[&Table] = &[german::COMMON, $(<$game as Describe>::GERMAN),*];

        /// The styles of all games' drawings, for a page that shows [pictures](Shown::picture).
        #[must_use]
        pub fn board_styles() -> String {
            [draw::STYLE, $(<$game as Draw>::STYLE),*].concat()
        }

        /// Visits every game, in the order of the list.
        pub fn visit_all(visitor: &mut impl Visit) {
            $(visitor.visit::<$game>();)*
        }
    };
}

games! {
    kahua_engine::games::haleakala::Haleakala,
    kahua_engine::games::kanaloa::Kanaloa,
    kahua_engine::games::hawaii::Hawaii,
}

/// The drawing of a game for so many before it begins, with the built-in rules and no option chosen; `None` if it isn't for so many.
/// `name` says who sits where.
#[must_use]
pub fn first_drawing(
    game: &dyn GameEntry,
    seats: usize,
    language: Language,
    name: impl Fn(Seat) -> String,
) -> Option<Drawn> {
    let info = game.info();
    let seats = info.seat_count(seats).ok()?;
    let opened = game.built_in_ruleset().open(seats, &Choices::defaults(info.options)).ok()?;
    let names = PerSeat::from_fn(seats, name);
    Some(shown(&*opened).picture(Viewer::Public, Wording { language, names: &names }, &BTreeSet::new()))
}

/// The game behind its erased type, if it is this one.
fn open<G: Show>(game: &dyn DynGame) -> Option<&dyn Shown> {
    let game: &dyn Any = game;
    game.downcast_ref::<OpenGame<G>>().map(|open| open as &dyn Shown)
}

/// Something to be done with the type of every game: a test, for example.
pub trait Visit {
    /// Called once for each game.
    fn visit<G: Show>(&mut self);
}

#[cfg(test)]
mod tests {
    use kahua_engine::{Choices, registry};

    use super::*;

    #[test]
    fn every_game_of_the_registry_can_be_shown() {
        for entry in registry::all() {
            let (info, ruleset) = (entry.info(), entry.built_in_ruleset());
            let seats = info.seat_count(*info.seats.start()).unwrap();
            let game = ruleset.open(seats, &Choices::defaults(info.options)).unwrap();
            assert!(shown(&*game).colours().len() >= seats.get(), "{}", info.name);
            assert!(board_styles().contains(&format!(".{}", info.name)), "{}", info.name);
        }
    }
}

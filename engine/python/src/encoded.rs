//! The encoding of a game whose type is erased: what tables with one number of seats and one ruleset have in common.

use std::any::Any;

use kahua_engine::encode::{Encode, Encoding, Layout, Vocabulary};
use kahua_engine::registry::{Visit, visit_all};
use kahua_engine::{Choices, DynGame, DynRuleset, Event, Game, OpenGame, ParseNotationError, Phase, Ruleset};
use kahua_engine::{Seat, SeatCount, Wire};

use crate::vector::games::{Games, GamesOf, Settings};

/// An [`Encoding`] whose game's type is erased, with the ruleset that it is for.
pub(crate) trait Encoded: Send + Sync {
    fn version(&self) -> u32;
    fn layout(&self) -> &Layout;
    fn vocabulary(&self) -> &Vocabulary;
    fn describe(&self) -> String;
    fn seats(&self) -> SeatCount;
    fn legal_max(&self) -> usize;

    /// Writes what this seat sees.
    fn observe(&self, game: &dyn DynGame, viewer: Seat, out: &mut [u8]);

    /// The ids of the legal actions, in the order of the list.
    fn legal_ids(&self, game: &dyn DynGame) -> Vec<i32>;

    /// Writes what the seat to decide sees after each of its legal actions, one row after the other.
    fn after_states(&self, game: &dyn DynGame, out: &mut [u8]);

    /// The action with this id of this seat, in notation.
    fn notation(&self, id: u32, seat: Seat) -> Option<String>;

    /// The id of this action of this seat.
    fn id(&self, notation: &str, seat: Seat) -> Result<Option<u32>, ParseNotationError>;

    /// Many games at once.
    fn games(&self, count: usize, choices: &Choices, settings: Settings) -> Box<dyn Games>;
}

/// The encoding for tables with this many seats.
///
/// # Panics
/// If the game can't have this number of seats.
pub(crate) fn encoded(ruleset: &dyn DynRuleset, seats: SeatCount) -> Box<dyn Encoded> {
    let mut find = Find { ruleset, seats, found: None };
    visit_all(&mut find);
    find.found.expect("a ruleset's game is in the registry")
}

struct Find<'a> {
    ruleset: &'a dyn DynRuleset,
    seats: SeatCount,
    found: Option<Box<dyn Encoded>>,
}

impl Visit for Find<'_> {
    fn visit<G: Wire + Encode>(&mut self) {
        if G::INFO.name == self.ruleset.info().name {
            let ruleset = Ruleset::<G>::read(self.ruleset.toml()).expect("it was read before");
            let encoding = Encoding::new(self.seats, &ruleset.rules).into();
            self.found = Some(Box::new(Typed { seats: self.seats, ruleset, encoding }));
        }
    }
}

struct Typed<G: Encode> {
    seats: SeatCount,
    ruleset: Ruleset<G>,
    encoding: std::sync::Arc<Encoding<G>>,
}

impl<G: Wire + Encode> Encoded for Typed<G> {
    fn version(&self) -> u32 {
        G::ENCODING_VERSION
    }

    fn layout(&self) -> &Layout {
        self.encoding.layout()
    }

    fn vocabulary(&self) -> &Vocabulary {
        self.encoding.vocabulary()
    }

    fn describe(&self) -> String {
        self.encoding.describe()
    }

    fn seats(&self) -> SeatCount {
        self.seats
    }

    fn legal_max(&self) -> usize {
        G::INFO.legal_max
    }

    fn observe(&self, game: &dyn DynGame, viewer: Seat, out: &mut [u8]) {
        self.encoding.observe_state(of::<G>(game).state(), viewer, out);
    }

    fn legal_ids(&self, game: &dyn DynGame) -> Vec<i32> {
        let Phase::Decide(seat) = *game.phase() else { return Vec::new() };
        let legal = of::<G>(game).legal();
        let mut ids = vec![0; legal.len()];
        self.encoding.ids(legal, seat, &mut ids);
        ids
    }

    fn after_states(&self, game: &dyn DynGame, out: &mut [u8]) {
        let Phase::Decide(seat) = *game.phase() else { return };
        let game = of::<G>(game);
        for (action, out) in game.legal().iter().zip(out.chunks_exact_mut(self.layout().len())) {
            observe_after(&self.encoding, game.state(), *action, seat, out);
        }
    }

    fn notation(&self, id: u32, seat: Seat) -> Option<String> {
        self.encoding.action(id, seat).map(|action| action.to_string())
    }

    fn id(&self, notation: &str, seat: Seat) -> Result<Option<u32>, ParseNotationError> {
        Ok(self.encoding.id(&notation.parse()?, seat))
    }

    fn games(&self, count: usize, choices: &Choices, settings: Settings) -> Box<dyn Games> {
        let options = G::options(choices);
        Box::new(GamesOf::new(count, self.seats, options, &self.ruleset, &self.encoding, settings))
    }
}

/// Writes what this seat sees after its action, before any chance event. Returns the state that it sees.
pub(crate) fn observe_after<G: Encode>(
    encoding: &Encoding<G>,
    state: &G,
    action: G::Action,
    seat: Seat,
    out: &mut [u8],
) -> G {
    let mut after = state.clone();
    after.play_unchecked(Event::Action(action));
    encoding.observe_state(&after, seat, out);
    after
}

fn of<G: Game>(game: &dyn DynGame) -> &OpenGame<G> {
    let game: &dyn Any = game;
    game.downcast_ref().expect("a game of the ruleset that this encoding was made for")
}

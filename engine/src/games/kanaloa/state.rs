//! The state of a game: plain data in canonical form, which holds no order of what is still to be drawn.

use crate::Set;
use crate::seat::{PerSeat, Seat};

use super::fish::Shoal;
use super::god::Cards;
use super::map::{Arrow, Current, Island, Map};
use super::options::Pairing;
use super::player::Player;
use super::ruleset::SharedComponents;
use super::stage::Stage;
use super::supply::{Supply, Tiles};
use super::volcano::Volcano;

/// A game of Kanaloa.
///
/// Bots may read the fields. If you change one by hand, keep what `from_view` checks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kanaloa {
    /// What it is played with.
    pub components: SharedComponents,
    /// The fish on the currents.
    pub shoal: Shoal,
    /// The offerings that lie face up on the islands.
    pub tiles: Tiles,
    /// What each player has.
    pub players: PerSeat<Player>,
    /// Who owns the god cards and the protection cards.
    pub cards: Cards,
    /// The volcano, while one stands.
    pub volcano: Option<Volcano>,
    /// The tiles in the bag and in the reserve.
    pub supply: Supply,
    /// Whose turn it is.
    pub turn: Turn,
    /// The fish whose turning was vetoed in this turn (K26).
    pub refused: Set<Current>,
    /// Which god cards go together. With two players it matters until the cards are dealt. Otherwise it is the default,
    /// so that states with the same future are equal.
    pub pairing: Pairing,
    /// What is to happen next.
    pub stage: Stage,
}

impl Kanaloa {
    /// Protection cards, and freedom from volcanoes, are for four players only.
    pub(super) fn four_play(&self) -> bool {
        self.players.count().get() == 4
    }

    /// The islands and currents in play.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.components.map
    }

    /// The current of an arrow that is known to be on one.
    ///
    /// # Panics
    /// If there is no current between its islands.
    #[must_use]
    pub fn current(&self, arrow: Arrow) -> Current {
        self.map().current(arrow).expect("fish are laid on currents, and pieces move along them")
    }

    /// The player whose turn it is.
    pub(super) fn mover(&self) -> &Player {
        &self.players[self.turn.seat]
    }

    /// The player whose turn it is.
    pub(super) fn mover_mut(&mut self) -> &mut Player {
        &mut self.players[self.turn.seat]
    }

    /// The islands on which any piece stands.
    pub(super) fn occupied(&self) -> Set<Island> {
        self.players.iter().fold(Set::EMPTY, |all, player| all | player.islands())
    }
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Turns begun so far, lost ones included; 0 in the start phase.
    pub number: u16,
    /// The seat whose turn it is; in the start phase, whose card, fish or piece is next.
    pub seat: Seat,
    /// Whether the one god action of the turn is used up (K4).
    pub god_action_spent: bool,
}

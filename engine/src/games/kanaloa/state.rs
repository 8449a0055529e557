//! The state of a game: plain data in canonical form, without any order of what is still hidden.

use std::ops::{Index, IndexMut};

use crate::seat::{PerSeat, Seat, SeatCount};

use super::board::Shared;
use super::fish::Shoal;
use super::map::{Arrow, Current, Island};
use super::options::Pairing;
use super::player::Player;
use super::set::Set;
use super::stage::Stage;
use super::supply::{Supply, Tiles};
use super::tile::God;
use super::volcano::Volcano;

/// A game of Kanaloa.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kanaloa {
    pub(super) board: Shared,
    pub(super) shoal: Shoal,
    pub(super) tiles: Tiles,
    pub(super) players: PerSeat<Player>,
    pub(super) cards: Cards,
    pub(super) volcano: Option<Volcano>,
    pub(super) supply: Supply,
    pub(super) turn: Turn,
    /// The fish whose turning was vetoed in this turn (K26).
    pub(super) refused: Set<Current>,
    /// Which god cards go together. It counts for two players until the cards are dealt; otherwise it is the default, so
    /// that states which play on alike are equal.
    pub(super) pairing: Pairing,
    pub(super) stage: Stage,
}

impl Kanaloa {
    pub(super) fn seat_count(&self) -> SeatCount {
        self.players.count()
    }

    /// Protection cards, and freedom from volcanoes, are for four players only.
    pub(super) fn four_play(&self) -> bool {
        self.seat_count().get() == 4
    }

    /// The current of an arrow that is known to lie on one.
    pub(super) fn current(&self, arrow: Arrow) -> Current {
        self.board.map.current(arrow).expect("fish are laid on currents, and pieces move along them")
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
    /// Whether the turn's one god action is used up (K4).
    pub god_action_spent: bool,
}

/// Who holds a god's two cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Card {
    /// Who owns the god card; nobody while it lies beside the map.
    pub owner: Option<Seat>,
    /// Who owns the protection card; always somebody else, and nobody without an owner of the god card.
    pub protection: Option<Seat>,
}

/// The cards of all four gods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards([Card; 4]);

impl Index<God> for Cards {
    type Output = Card;
    fn index(&self, god: God) -> &Card {
        &self.0[god as usize]
    }
}

impl IndexMut<God> for Cards {
    fn index_mut(&mut self, god: God) -> &mut Card {
        &mut self.0[god as usize]
    }
}

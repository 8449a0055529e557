//! What must happen next: the open decision, or the draw that is due.

use crate::seat::Seat;

use super::action::Change;
use super::god::{Cards, God, Temple};
use super::map::Island;
use super::tile::Tile;

/// The open decision, or the draw that is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Chance: a tile for the next offering place of the map.
    DealTiles,
    /// Chance: a god card for the seat.
    DealCards,
    /// Chance: the direction of the next neutral fish.
    LayNeutral,
    /// Lay a fish onto an empty current.
    LayFish,
    /// Place the first piece.
    PlacePiece,
    /// Give up one of two pieces, because neither of Lono's cards is left.
    RemovePiece,
    /// Leave the dolphin for an island.
    Land,
    /// Take the main action, or swap tiles with Lono's help before it.
    Main,
    /// Add a tile to the sacrifice, or end it.
    Offer(Offering),
    /// The owner of Ku's card may rob a tile.
    Rob(Arrival),
    /// Take a tile from the island.
    TakeTile(Arrival),
    /// Chance: a tile for the island; volcano tiles may come before it.
    Draw(Refill),
    /// Take a god action at the end of the turn, or end it.
    Finish,
    /// Allow or forbid the turning of one's own fish.
    Veto(Change),
    /// Place the volcano.
    PlaceVolcano,
    /// Nothing: the last volcano tile has been drawn.
    Over,
}

impl Stage {
    /// Who decides at this stage of a seat's turn; `None` at chance events and at the end.
    pub(super) fn to_act(self, mover: Seat, cards: &Cards) -> Option<Seat> {
        match self {
            Stage::DealTiles | Stage::DealCards | Stage::LayNeutral | Stage::Draw(_) | Stage::Over => None,
            Stage::Rob(_) => cards[God::Ku].owner,
            Stage::Veto(_) => cards[God::Kanaloa].protection,
            // The owner; without one, the player who drew the volcano tile (K14, K19).
            Stage::PlaceVolcano => Some(cards[God::Pele].owner.unwrap_or(mover)),
            _ => Some(mover),
        }
    }
}

/// A sacrifice while it is being laid down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offering {
    /// The temple that grows.
    pub temple: Temple,
    /// The tile that was added last.
    pub last: Option<Tile>,
    /// The value of the tiles so far, in points.
    pub value: u16,
}

/// A piece that has just come to an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The island.
    pub island: Island,
    /// How it came.
    pub by: Way,
}

/// How a piece comes to an island.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// Along a fish.
    Fish,
    /// From the dolphin, which gets the tile; no god action follows (K23).
    Dolphin,
}

/// The draw after a tile was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refill {
    /// Where the tile was taken and how the piece came there.
    pub arrival: Arrival,
    /// Whether a volcano tile of this draw brings an eruption.
    pub erupts: bool,
}

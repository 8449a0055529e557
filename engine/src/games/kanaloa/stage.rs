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
    /// Give up one of two pieces, since Lono's cards are lost.
    RemovePiece,
    /// Leave the dolphin for an island.
    Land,
    /// The main action, or Lono's swap before it.
    Main,
    /// Add a tile to the sacrifice, or end it.
    Offer(Offering),
    /// Ku's owner may rob.
    Rob(Arrival),
    /// Take a tile of the island.
    TakeTile(Arrival),
    /// Chance: a tile for the island, after any volcanoes.
    Draw(Refill),
    /// God actions at the end of the turn.
    Finish,
    /// Allow or forbid the turning of a fish of the seat's colour.
    Veto(Change),
    /// Place the volcano.
    PlaceVolcano,
    /// The last volcano tile was drawn.
    Over,
}

impl Stage {
    /// Who decides at this stage of a seat's turn; `None` at chance events and at the end.
    pub(super) fn to_act(self, mover: Seat, cards: &Cards) -> Option<Seat> {
        match self {
            Stage::DealTiles | Stage::DealCards | Stage::LayNeutral | Stage::Draw(_) | Stage::Over => None,
            Stage::Rob(_) => cards[God::Ku].owner,
            Stage::Veto(_) => cards[God::Kanaloa].protection,
            // K14, K19.
            Stage::PlaceVolcano => Some(cards[God::Pele].owner.unwrap_or(mover)),
            _ => Some(mover),
        }
    }
}

/// A sacrifice while it is being laid down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offering {
    /// To whom.
    pub temple: Temple,
    /// The tile laid down last.
    pub last: Option<Tile>,
    /// What the tiles so far are worth together, in points.
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

//! The state of a game: plain data in canonical form, without any order of what is still hidden.

use std::fmt;
use std::ops::{Index, IndexMut};

use arrayvec::ArrayVec;

use crate::seat::{PerSeat, Seat, SeatCount};

use super::action::Change;
use super::board::Shared;
use super::fish::Shoal;
use super::map::{Current, ISLANDS_MAX, Island};
use super::set::Set;
use super::tile::{God, Temple, Temples, Tile, TileBag};
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
    pub(super) fn decider(self, mover: Seat, cards: &Cards) -> Option<Seat> {
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

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The pieces in play, sorted: none before the first is placed, then one or two.
    pub pieces: ArrayVec<Piece, 2>,
    /// The values of the temples.
    pub temples: Temples,
    /// The tiles in hand, which everybody sees (K30).
    pub hand: TileBag,
}

impl Player {
    pub(super) fn new() -> Player {
        Player { pieces: ArrayVec::new(), temples: Temples::default(), hand: TileBag::EMPTY }
    }

    /// The islands on which the pieces stand.
    pub(super) fn islands(&self) -> Set<Island> {
        self.pieces.iter().filter_map(|piece| piece.island()).collect()
    }

    /// The islands from which a piece may act: those of the pieces that no volcano blocks.
    pub(super) fn free_islands(&self) -> Set<Island> {
        let free = |piece: &Piece| match *piece {
            Piece::On { island, blocked: false } => Some(island),
            _ => None,
        };
        self.pieces.iter().filter_map(free).collect()
    }

    pub(super) fn is_on_dolphin(&self) -> bool {
        self.pieces.contains(&Piece::Dolphin)
    }

    /// Whether every piece is blocked by a volcano; a piece on the dolphin never is (K7, K15).
    pub(super) fn is_blocked(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::On { blocked: true, .. }))
    }

    pub(super) fn add_piece(&mut self, piece: Piece) {
        self.pieces.push(piece);
        self.pieces.sort_unstable();
    }

    pub(super) fn remove_piece(&mut self, piece: Piece) {
        if let Some(index) = self.pieces.iter().position(|own| *own == piece) {
            self.pieces.remove(index);
        }
    }

    pub(super) fn move_piece(&mut self, from: Piece, to: Piece) {
        self.remove_piece(from);
        self.add_piece(to);
    }

    pub(super) fn block_on(&mut self, islands: Set<Island>) {
        for piece in &mut self.pieces {
            if let Piece::On { island, blocked } = piece {
                *blocked |= islands.contains(*island);
            }
        }
        self.pieces.sort_unstable();
    }

    pub(super) fn unblock(&mut self) {
        for piece in &mut self.pieces {
            if let Piece::On { blocked, .. } = piece {
                *blocked = false;
            }
        }
        self.pieces.sort_unstable();
    }
}

/// A playing piece. `c`, `c:blocked` and `dolphin` in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// On an island.
    On {
        /// Where.
        island: Island,
        /// Whether a volcano takes it out of its owner's next turn.
        blocked: bool,
    },
    /// On the dolphin: it lands in its owner's next turn.
    Dolphin,
}

impl Piece {
    /// A piece that no volcano blocks.
    #[must_use]
    pub const fn free(island: Island) -> Piece {
        Piece::On { island, blocked: false }
    }

    /// Where it stands; `None` on the dolphin.
    #[must_use]
    pub const fn island(self) -> Option<Island> {
        match self {
            Piece::On { island, .. } => Some(island),
            Piece::Dolphin => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::On { island, blocked: false } => write!(f, "{island}"),
            Piece::On { island, blocked: true } => write!(f, "{island}:blocked"),
            Piece::Dolphin => f.write_str("dolphin"),
        }
    }
}

/// The tiles on the islands: two each, but for the draws that fill them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tiles([[Option<Tile>; 2]; ISLANDS_MAX]);

impl Tiles {
    pub(super) const NONE: Tiles = Tiles([[None; 2]; ISLANDS_MAX]);

    /// The tiles of an island, sorted.
    pub fn on(&self, island: Island) -> impl Iterator<Item = Tile> + '_ {
        self.0[island.index()].iter().copied().flatten()
    }

    /// The different tiles of an island, sorted.
    pub(super) fn kinds_on(&self, island: Island) -> impl Iterator<Item = Tile> + use<> {
        let [first, second] = self.0[island.index()];
        first.into_iter().chain(second.filter(|_| second != first))
    }

    pub(super) fn is_full(&self, island: Island) -> bool {
        self.0[island.index()][1].is_some()
    }

    /// Puts a tile onto an island that has room.
    pub(super) fn put(&mut self, island: Island, tile: Tile) {
        let places = &mut self.0[island.index()];
        *places = match *places {
            [Some(other), _] => [Some(other.min(tile)), Some(other.max(tile))],
            _ => [Some(tile), None],
        };
    }

    /// Takes one such tile from an island.
    pub(super) fn take(&mut self, island: Island, tile: Tile) {
        let places = &mut self.0[island.index()];
        *places = if places[0] == Some(tile) { [places[1], None] } else { [places[0], None] };
    }
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

/// The tiles that nobody has seen yet: how many lie in the bag and in the reserve, and which there are in both together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Supply {
    /// The offerings in the bag and the reserve together.
    pub unseen: TileBag,
    /// How many of them are in the bag; the others are in the reserve.
    pub bag_offerings: u8,
    /// The volcano tiles in the bag.
    pub bag_volcanoes: u8,
    /// The volcano tiles in the reserve.
    pub reserve_volcanoes: u8,
    /// The volcano tiles drawn so far.
    pub volcanoes_drawn: u8,
}

impl Supply {
    /// The offerings in the reserve.
    #[must_use]
    pub fn reserve_offerings(&self) -> u8 {
        self.unseen.total() as u8 - self.bag_offerings
    }

    /// Puts the reserve into the bag if a draw would find the bag empty (K32).
    pub(super) fn open_reserve_if_needed(&mut self) {
        if self.bag_offerings == 0 && self.bag_volcanoes == 0 {
            self.bag_offerings = self.unseen.total() as u8;
            self.bag_volcanoes = std::mem::take(&mut self.reserve_volcanoes);
        }
    }
}

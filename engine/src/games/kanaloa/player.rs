//! What belongs to one player: pieces, temples and tiles.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::god::Temples;
use super::map::Island;
use super::tile::TileBag;
use crate::Set;
use crate::game::ParseNotationError;

/// What one player has.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The pieces in play, sorted: none before the first one is placed, then one or two.
    pub pieces: ArrayVec<Piece, 2>,
    /// The values of the temples.
    pub temples: Temples,
    /// The tiles in hand, which all players see (K30).
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

    /// The islands from which a piece may act, since no volcano blocks it.
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
        /// The island.
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

impl FromStr for Piece {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Piece, ParseNotationError> {
        Ok(match (text, text.strip_suffix(":blocked")) {
            ("dolphin", _) => Piece::Dolphin,
            (_, Some(island)) => Piece::On { island: island.parse()?, blocked: true },
            (island, None) => Piece::free(island.parse()?),
        })
    }
}

//! The reasons why an action isn't allowed, as values: cheap to make in the search for legal actions, and readable.

use crate::seat::Seat;

use super::action::Spot;
use super::fish::Colour;
use super::map::{Arrow, Island};
use super::player::Piece;
use super::stage::Stage;
use super::tile::{God, Temple, Tile};
use super::volcano::SeaSpace;

/// Allowed, or why not.
pub(super) type Verdict = Result<(), Refusal>;

/// `Ok` if the condition holds.
pub(super) fn require(holds: bool, otherwise: Refusal) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Why an action isn't allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("no current joins {} and {}", .0.tail, .0.head)]
    NoCurrent(Arrow),
    #[error("a fish lies between {} and {} already", .0.tail, .0.head)]
    FishLiesThere(Arrow),
    #[error("with a fish from {} to {}, {} could no longer be reached from {} ({ruling})", arrow.tail, arrow.head, arrow.tail, arrow.head)]
    CutsOff { arrow: Arrow, ruling: &'static str },
    #[error("{0} is no island in play")]
    NotInPlay(Island),
    #[error("a piece stands on {0}")]
    Occupied(Island),
    #[error("the volcano closes {0} (K20, K21)")]
    Barred(Island),
    #[error("you have no piece {0}")]
    NoSuchPiece(Piece),
    #[error("you have no piece on {0}")]
    NoPieceOn(Island),
    #[error("your piece on {0} is blocked by a volcano (K16)")]
    Blocked(Island),
    #[error("no fish leads from {} to {}", .0.tail, .0.head)]
    NoFish(Arrow),
    #[error("the fish from {} to {} lies {colour} side up, so only its owner may use it", arrow.tail, arrow.head)]
    ForeignFish { arrow: Arrow, colour: Colour },
    #[error("your piece on {0} can move (K22)")]
    CanMove(Island),
    #[error("the fish from {} to {} lies white side up already", .0.tail, .0.head)]
    WhiteAlready(Arrow),
    #[error("the fish from {} to {} is {colour}, no fellow player's (K22)", arrow.tail, arrow.head)]
    NotOpposing { arrow: Arrow, colour: Colour },
    #[error("you don't hold the card of {0} that this needs")]
    NotYourGod(God),
    #[error("the turn's one god action is used up (K4)")]
    GodActionSpent,
    #[error("write the islands of a swap in order: {} before {}", .0.head, .0.tail)]
    OutOfOrder(Arrow),
    #[error("no tile {} lies on {}", .0.tile, .0.island)]
    NotThere(Spot),
    #[error("both tiles are {0}, and a swap needs different kinds")]
    SameKind(Tile),
    #[error("none of your tiles shows {0} (K37)")]
    NoTileFor(Temple),
    #[error("you have no tile {0}")]
    NotInHand(Tile),
    #[error("{tile} doesn't go with a sacrifice to {temple} (K37)")]
    WrongGod { tile: Tile, temple: Temple },
    #[error("the first tile must show {temple}, and {tile} doesn't (K37)")]
    FirstMustShow { tile: Tile, temple: Temple },
    #[error("tiles are laid down in order, and {tile} comes before {last} (K37)")]
    TileOrder { tile: Tile, last: Tile },
    #[error("a sacrifice needs at least one tile (K37)")]
    NothingLaidDown,
    #[error("seat {0} can't be robbed here (K5, K6)")]
    NoVictim(Seat),
    #[error("seat {victim} has no tile {tile}")]
    VictimLacks { victim: Seat, tile: Tile },
    #[error("with two players the volcano is placed in a sea space such as s1 (K20)")]
    VolcanoBelongsAtSea,
    #[error("with three and four players the volcano is placed on an island (K14)")]
    VolcanoBelongsAshore,
    #[error("there is no sea space s{}", .0.number())]
    NoSuchSpace(SeaSpace),
    #[error("the fish from {} to {} was vetoed in this turn (K26)", .0.tail, .0.head)]
    Vetoed(Arrow),
    #[error("the fish from {} to {} is the last way out for the piece of seat {seat} (K25)", arrow.tail, arrow.head)]
    LastWayOut { seat: Seat, arrow: Arrow },
    #[error("your second piece is in play already (K28)")]
    BothInPlay,
    #[error("Lono's god card brings the second piece only after a sacrifice to Lono (K28)")]
    NothingForLono,
}

impl Stage {
    /// The open decision in words, for messages.
    pub(super) const fn question(self) -> &'static str {
        match self {
            Stage::DealTiles | Stage::DealCards | Stage::LayNeutral | Stage::Draw(_) => "none: chance is due",
            Stage::LayFish => "where to lay a fish",
            Stage::PlacePiece => "where to place the first piece",
            Stage::RemovePiece => "which piece to give up (K29)",
            Stage::Land => "where to land from the dolphin",
            Stage::Main => "the main action",
            Stage::Offer(_) => "which tile to add to the sacrifice",
            Stage::Rob(_) => "whom to rob of what",
            Stage::TakeTile(_) => "which tile to take",
            Stage::Finish => "what to do at the end of the turn",
            Stage::Veto(_) => "whether the fish may be turned",
            Stage::PlaceVolcano => "where to place the volcano",
            Stage::Over => "none: the game is over",
        }
    }
}

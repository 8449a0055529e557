//! Why an action isn't allowed. The reasons are values, because making the legal list produces many of them.

use crate::game::Illegal;
use crate::seat::Seat;

use super::action::Spot;
use super::fish::Colour;
use super::god::{God, Temple};
use super::map::{Arrow, Island};
use super::player::Piece;
use super::tile::Tile;
use super::volcano::SeaSpace;

/// `Ok` if the condition holds.
pub(super) fn require(holds: bool, otherwise: Refusal) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Why an action isn't allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("no current joins {} and {}", .0.tail, .0.head)]
    NoCurrent(Arrow),
    #[error("a fish already lies between {} and {}", .0.tail, .0.head)]
    FishLiesThere(Arrow),
    #[error("with a fish from {} to {}, {} could no longer be reached from {} ({ruling})", arrow.tail, arrow.head, arrow.tail, arrow.head)]
    CutsOff { arrow: Arrow, ruling: &'static str },
    #[error("{0} is not an island in play")]
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
    #[error("the fish from {} to {} shows its colour, so only {colour} may use it", arrow.tail, arrow.head)]
    ForeignFish { arrow: Arrow, colour: Colour },
    #[error("the neutral fish from {} to {} is not white side up, so nobody may use it (K36)", .0.tail, .0.head)]
    NeutralFish(Arrow),
    #[error("your piece on {0} can still move (K22)")]
    CanMove(Island),
    #[error("the fish from {} to {} is already white side up", .0.tail, .0.head)]
    WhiteAlready(Arrow),
    #[error("the fish from {} to {} is {colour} and does not belong to another player (K22)", arrow.tail, arrow.head)]
    NotOpposing { arrow: Arrow, colour: Colour },
    #[error("you don't hold the card of {0} that this needs")]
    NotYourGod(God),
    #[error("the one god action of this turn is used up (K4)")]
    GodActionSpent,
    #[error("the islands of a swap must be in order: {} before {}", .0.head, .0.tail)]
    OutOfOrder(Arrow),
    #[error("there is no tile {} on {}", .0.tile, .0.island)]
    NotThere(Spot),
    #[error("both tiles are {0}, and a swap needs different kinds")]
    SameKind(Tile),
    #[error("none of your tiles shows {0} (K37)")]
    NoTileFor(Temple),
    #[error("you have no tile {0}")]
    NotInHand(Tile),
    #[error("{tile} does not fit a sacrifice to {temple} (K37)")]
    WrongGod { tile: Tile, temple: Temple },
    #[error("the first tile must show {temple}, and {tile} does not (K37)")]
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
    #[error("with three or four players the volcano is placed on an island (K14)")]
    VolcanoBelongsAshore,
    #[error("there is no sea space s{0}")]
    NoSuchSpace(SeaSpace),
    #[error("the fish from {} to {} has been vetoed this turn (K26)", .0.tail, .0.head)]
    Vetoed(Arrow),
    #[error("the fish from {} to {} is the last way out for the piece of seat {seat} (K25)", arrow.tail, arrow.head)]
    LastWayOut { seat: Seat, arrow: Arrow },
    #[error("your second piece is already in play (K28)")]
    BothInPlay,
    #[error("Lono's god card brings the second piece only after a sacrifice to Lono (K28)")]
    NothingForLono,
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Illegal {
        Illegal::rule(refusal.to_string())
    }
}

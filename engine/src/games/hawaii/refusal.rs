//! Why the rules don't allow an action, as a value: cheap to make while a legal list is built, and readable.

use std::fmt;

use crate::game::Illegal;
use crate::seat::SeatCount;

use super::boats::Fleet;
use super::home::Row;
use super::places::{Dock, Islet, Place, Site, Spot};
use super::supply::{Due, Payment, Supply};
use super::tiles::{God, Kind, Tile};
use super::tokens::Token;

/// Allowed, or why not.
pub(super) type Verdict = Result<(), Refusal>;

/// `Ok` if the condition holds.
#[inline(always)]
pub(super) fn require(holds: bool, otherwise: Refusal) -> Verdict {
    if holds { Ok(()) } else { Err(otherwise) }
}

/// Why the rules don't allow an action. The message names the rulings that forbid it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("no price token is left at the site {site} on place {place} (W3)")]
    NoToken { place: Place, site: Site },
    #[error("the site {site} on place {place} has no tile left that you can place (W3)")]
    NothingSold { place: Place, site: Site },
    #[error(
        "going to place {place} costs {}, and the lowest price there is {price}: {supply}, with all exchange units, \
         can't pay for both (W3, W4)",
        Feet(*feet)
    )]
    PlaceTooExpensive { place: Place, feet: u8, price: u8, supply: Supply },
    #[error("place {0} of the turn order track is taken (W1)")]
    TrackPlaceTaken(Spot),
    #[error("place {spot} of the turn order track isn't used with {seats} seats, only places 1 to {seats} are (W1)")]
    TrackPlaceUnused { spot: Spot, seats: SeatCount },

    #[error("the cost is {}, but {payment} adds up to {} (W4)", due.in_words(), payment.total())]
    WrongAmount { due: Due, payment: Payment },
    #[error("{payment} is more than you have: {supply} (W4)")]
    NotCovered { payment: Payment, supply: Supply },
    #[error(
        "a payment must be all in {} or all in fruit, except for exchange units: {payment} needs {} of them, and you \
         can use {} (W4, W19)",
        due.coin.plural(),
        payment.units(due.coin),
        due.units
    )]
    TooFewUnits { due: Due, payment: Payment },
    #[error("after paying {0} for the way, you couldn't pay any price there (W3)")]
    LeavesNoPrice(Payment),
    #[error("no token {0} lies here")]
    TokenNotHere(Token),
    #[error("{supply} with {} can't pay {cost} shells (W3, W4)", Units(*units))]
    TooExpensive { cost: u8, units: u8, supply: Supply },

    #[error("{0} isn't sold here")]
    NotSoldHere(Tile),
    #[error("the supply doesn't have {} left (W6, W22)", Tiles(*count, *tile))]
    NotLeft { tile: Tile, count: u8 },
    #[error("you have no space for {} (W6, W17)", Tiles(*count, *tile))]
    NoSpace { tile: Tile, count: u8 },
    #[error("you already have the god {0}, and nobody holds a god twice (W17)")]
    GodHeld(God),
    #[error("village {row} already has a tile of the kind {kind}, and no village holds two of a kind (W17)")]
    KindTwice { row: Row, kind: Kind },
    #[error("village {0} isn't open, and only a hut opens a village (W17)")]
    NotOpened(Row),
    #[error("village {0} can't be opened yet: villages are opened from the top, and none is skipped (W17)")]
    NotNext(Row),

    #[error("the fishing cove is empty (W7)")]
    CoveEmpty,
    #[error("you have no boat that is ready to be sent (W7)")]
    NoBoatReady,
    #[error("each token costs a foot, and {supply} can't pay for {tokens} (W7)")]
    CatchTooExpensive { tokens: u8, supply: Supply },
    #[error("the boats sent hold no more than {} (W7)", Tokens(*room))]
    BoatsFull { room: u16 },
    #[error("each boat sent must carry a token: {count} were sent, and you have caught {} (W7)", Tokens((*caught).into()))]
    BoatsEmpty { count: u8, caught: u8 },
    #[error("no token with {0} fish is in the cove (W7)")]
    NoSuchFish(u8),

    #[error("the islet of dock {0} has already been visited this round (W8)")]
    IsletVisited(Dock),
    #[error("dock {dock} needs boats that hold {}, and those that are ready hold {room} (W8)", Feet(*feet))]
    ReadyBoatsTooSmall { dock: Dock, feet: u8, room: u16 },
    #[error("dock {dock} costs {}, and {supply} can't pay what your boats leave to pay (W8)", Feet(*feet))]
    DockTooExpensive { dock: Dock, feet: u8, supply: Supply },
    #[error("boats {fleet} aren't all ready: {ready} are (starting boat, side I, side II)")]
    BoatsNotReady { fleet: Fleet, ready: Fleet },
    #[error("at least one boat must be sent (W7, W8)")]
    NoBoatSent,
    #[error("each boat must carry a token: {count} are too many for {} in the cove (W7)", Tokens(*tokens))]
    MoreBoatsThanTokens { count: u8, tokens: u16 },
    #[error("each boat must carry a foot: {count} are too many for {} (W8)", Feet(*feet))]
    MoreBoatsThanFeet { count: u8, feet: u8 },
    #[error("dock {dock} needs boats that hold {}, and these hold {room} (W8)", Feet(*feet))]
    BoatsTooSmall { dock: Dock, feet: u8, room: u16 },
    #[error("boats {fleet} leave {} to pay, and {supply} can't pay them (W7, W8)", Feet(*cost))]
    BoatsTooExpensive { cost: u8, fleet: Fleet, supply: Supply },
    #[error("the islet {islet} doesn't offer {tile}")]
    NotOffered { islet: Islet, tile: Tile },
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Illegal {
        Illegal::rule(refusal.to_string())
    }
}

/// A number with its noun, in the singular or the plural.
fn counted(f: &mut fmt::Formatter<'_>, count: u16, one: &str, more: &str) -> fmt::Result {
    write!(f, "{count} {}", if count == 1 { one } else { more })
}

struct Feet(u8);

impl fmt::Display for Feet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        counted(f, self.0.into(), "foot", "feet")
    }
}

struct Tokens(u16);

impl fmt::Display for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        counted(f, self.0, "token", "tokens")
    }
}

struct Units(u8);

impl fmt::Display for Units {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        counted(f, self.0.into(), "exchange unit", "exchange units")
    }
}

struct Tiles(u8, Tile);

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.0, self.1, if self.0 == 1 { "tile" } else { "tiles" })
    }
}

impl fmt::Display for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        counted(f, self.shells, "shell", "shells")?;
        f.write_str(", ")?;
        counted(f, self.feet, "foot", "feet")?;
        write!(f, " and {} fruit", self.fruit)
    }
}

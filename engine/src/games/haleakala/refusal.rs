//! Why a rule forbids an action, as a value and in words.

use super::cards::{Card, DisplayCard};
use super::island::{Segment, Space};
use super::player::{Colour, Disc};
use crate::game::Illegal;

/// Why a rule forbids an action of the right kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("disc {disc} is not in your hand but on beach {beach}")]
    DiscOnBeach { disc: Disc, beach: Segment },
    #[error("disc {0} is in your hand: there is nothing to return")]
    DiscInHand(Disc),
    #[error("the sums on beach {beach} would be equal: {own} and {other} (H6)")]
    EqualSums { beach: Segment, own: u8, other: u8 },
    #[error("invocation discs are played in the tactical variant only")]
    BaseGame,
    #[error("your invocation disc is not at home but on beach {0} (H28)")]
    InvocationOnBeach(Segment),
    #[error("you may move the boat only when all your number discs lie on beaches (H9)")]
    DiscsInHand,
    #[error("the other shaman stands on {0} (H10)")]
    OtherShaman(Space),
    #[error("your shaman stands on {0} already: let him stay instead (H10)")]
    OwnShaman(Space),
    #[error("{0} is not within two steps of which at most one is uphill (H10, H11)")]
    TooFar(Space),
    #[error("{card} does not lie at the boat; there are: {}", names(*.at_boat))]
    NotAtBoat { card: Card, at_boat: [Option<Card>; 2] },
    #[error("{card} is not on the display: {owner} has it")]
    Bought { card: DisplayCard, owner: Colour },
    #[error("{0} lies face down until the next scoring is over")]
    FaceDown(DisplayCard),
    #[error("{card} costs {price} shells, and you have {shells}")]
    TooDear { card: DisplayCard, price: u8, shells: u8 },
    #[error("no lava disc lies on crater {0}")]
    NoLava(Segment),
    #[error("crater {to} is not next to {from}: {} and {} are (H25)", .from.neighbours()[0], .from.neighbours()[1])]
    NotNextTo { from: Segment, to: Segment },
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Illegal {
        Illegal::rule(refusal.to_string())
    }
}

fn names(cards: [Option<Card>; 2]) -> String {
    cards.into_iter().flatten().map(Card::name).collect::<Vec<_>>().join(", ")
}

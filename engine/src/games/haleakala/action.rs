//! Actions and chance outcomes.

use super::cards::{Card, DisplayCard};
use super::island::{Segment, Space};
use super::player::{Colour, Disc};

/// One decision. Each variant is shown in its notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// `place:3@2`: lay this number disc on this beach (actions 1a and 1b).
    Place {
        /// A disc in hand.
        disc: Disc,
        /// On the boat's beach the boat sails, on the others the shaman may move.
        beach: Segment,
    },
    /// `invoke:3`: lay this number disc on the boat's beach together with the invocation disc (tactical variant).
    Invoke {
        /// A disc in hand.
        disc: Disc,
    },
    /// `return:3`: take this number disc back from its beach (action 2).
    Return {
        /// A disc on any beach.
        disc: Disc,
    },
    /// `boat`: move the boat one step (action 3).
    Boat,
    /// `move:g2`: the shaman walks to this space.
    Move(Space),
    /// `stay`: the shaman doesn't walk.
    Stay,
    /// `take:shell`: choose this card of the two at the boat.
    Take(Card),
    /// `buy:forest`: buy this card of the display.
    Buy(DisplayCard),
    /// `buy:none`: buy nothing.
    BuyNothing,
    /// `lava:0-5`: move one lava disc from the first crater to the second.
    Lava {
        /// A crater that holds lava.
        from: Segment,
        /// One of its two neighbours.
        to: Segment,
    },
}

/// One outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// `start:red`: this player begins.
    Start(Colour),
    /// `card:statue`: this card is turned up and placed on the gap.
    Card(Card),
    /// `lava`: a lava card is turned up.
    Lava,
}

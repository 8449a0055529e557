//! Actions and chance outcomes.

use super::cards::{Card, DisplayCard};
use super::island::{Segment, Space};
use super::player::{Colour, Disc};
use crate::actions::actions;

actions! {
    /// One decision. Each variant is shown in its notation.
    pub enum Action: "action of haleakala, such as place:3@2, invoke:3, return:3, boat, move:g2, stay, take:shell, \
                      buy:forest, buy:none or lava:0-5" {
        /// `place:3@2`: lay this number disc on this beach (actions 1a and 1b).
        Place {
            /// A disc in hand.
            disc: Disc,
            /// On the boat's beach the boat sails, on the others the shaman may move.
            beach: Segment,
        } = ["place:" disc "@" beach],
        /// `invoke:3`: lay this number disc on the boat's beach together with the invocation disc (tactical variant).
        Invoke {
            /// A disc in hand.
            disc: Disc,
        } = ["invoke:" disc],
        /// `return:3`: take this number disc back from its beach (action 2).
        Return {
            /// A disc on any beach.
            disc: Disc,
        } = ["return:" disc],
        /// `boat`: move the boat one step (action 3).
        Boat = ["boat"],
        /// `move:g2`: the shaman walks to this space.
        Move(space: Space) = ["move:" space],
        /// `stay`: the shaman doesn't walk.
        Stay = ["stay"],
        /// `take:shell`: choose this card of the two at the boat.
        Take(card: Card) = ["take:" card],
        /// `buy:forest`: buy this card of the display.
        Buy(card: DisplayCard) = ["buy:" card],
        /// `buy:none`: buy nothing.
        BuyNothing = ["buy:none"],
        /// `lava:0-5`: move one lava disc from the first crater to the second.
        Lava {
            /// A crater that holds lava.
            from: Segment,
            /// One of its two neighbours.
            to: Segment,
        } = ["lava:" from "-" to],
    }
}

actions! {
    /// One outcome of chance.
    pub enum Chance: "chance outcome of haleakala, such as start:red, card:statue or lava" {
        /// `start:red`: this player begins.
        Start(colour: Colour) = ["start:" colour],
        /// `card:statue`: this card is turned up and placed on the gap.
        Card(card: Card) = ["card:" card],
        /// `lava`: a lava card is turned up.
        Lava = ["lava"],
    }
}

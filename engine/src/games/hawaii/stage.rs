//! What is open: the draw that is due, or the step of the turn that must be decided (W20, W26).

use super::boats::Fleet;
use super::places::{Dock, Islet, Place, Stack};
use super::supply::{Coin, Due};
use super::tiles::{Side, Tile};

/// What is to happen next: a draw, or a step of the current player's turn (W20, W26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Chance decides.
    Draw(Draw),
    /// Where to go.
    Move,
    /// How to pay.
    Pay(Bill),
    /// Which price token to take.
    Price {
        /// The exchange units left for the purchase.
        units: u8,
    },
    /// Which tile to buy and with which side up.
    Buy {
        /// The number on the token that was taken.
        price: u8,
        /// The exchange units left for the purchase.
        units: u8,
    },
    /// Which village gets the tile.
    Row {
        /// The tile, bought or received.
        tile: Tile,
        /// The side that is up.
        side: Side,
    },
    /// Which boats to send.
    Boats(Harbour),
    /// Which token to catch, or to stop.
    Fish {
        /// The boats sent.
        sent: Fleet,
        /// How many tokens were caught.
        caught: u8,
    },
    /// Which of the tiles that an islet offers to take.
    Reward(Islet),
    /// Nothing: the game is over.
    Over,
}

/// What chance is to bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Draw {
    /// The next site of the island.
    Site,
    /// The next god on top of a stack.
    God(Stack),
    /// The islet at a dock.
    Islet(Dock),
    /// The next seat of the first turn order.
    Seat,
    /// A price token for a place of the island.
    Price(Place),
    /// A token for the turn order track.
    Track,
}

/// Where boats are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harbour {
    /// To the fishing cove.
    Cove,
    /// To the islet of a dock.
    Dock(Dock),
}

/// A payment that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bill {
    /// What it is for.
    pub purpose: Purpose,
    /// How much it is, above 0.
    pub cost: u8,
    /// The exchange units that may be used on it.
    pub units: u8,
}

/// What a payment is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// The way to the place where the chieftain now stands.
    Move,
    /// A location tile.
    Tile(Tile, Side),
    /// The tokens caught in the cove.
    Fish,
    /// The islet of a dock.
    Dock(Dock),
}

impl Bill {
    /// The amount, the resource and the exchange units.
    #[must_use]
    pub const fn due(&self) -> Due {
        let coin = match self.purpose {
            Purpose::Tile(..) => Coin::Shells,
            Purpose::Move | Purpose::Fish | Purpose::Dock(_) => Coin::Feet,
        };
        Due { cost: self.cost, coin, units: self.units }
    }
}

impl Stage {
    /// The open question in words, for messages.
    pub(super) const fn question(self) -> &'static str {
        match self {
            Stage::Move => "where to go",
            Stage::Pay(bill) => match bill.purpose {
                Purpose::Move => "how to pay for the way",
                Purpose::Tile(..) => "how to pay for the tile",
                Purpose::Fish => "how to pay for the tokens caught",
                Purpose::Dock(_) => "how to pay for the islet",
            },
            Stage::Price { .. } => "which price token to take",
            Stage::Buy { .. } => "which tile to buy",
            Stage::Row { .. } => "which village gets the tile",
            Stage::Boats(_) => "which boats to send",
            Stage::Fish { .. } => "which token to catch, or whether to stop",
            Stage::Reward(_) => "which tile to take from the islet",
            Stage::Draw(_) => "none: chance is due",
            Stage::Over => "none: the game is over",
        }
    }
}

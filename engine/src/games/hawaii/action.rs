//! What a seat may do and what chance may bring.

use crate::seat::Seat;

use super::boats::Fleet;
use super::home::Row;
use super::places::{Dock, Islet, Place, Site, Spot};
use super::supply::Payment;
use super::tiles::{God, Side, Tile};
use super::tokens::Token;

/// One small decision. A turn is a sequence of them, each legal only if the turn can still be completed (W3, W26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Move to a place of the island, to buy there.
    Place(Place),
    /// Move to the fishing cove.
    Cove,
    /// Move to a dock, to visit its islet.
    Dock(Dock),
    /// Take a place on the turn order track, which ends the round for the player.
    Track(Spot),
    /// Pay this.
    Pay(Payment),
    /// Take this price token.
    Price(Token),
    /// Buy this tile with this side up; of kahunas and tikis, one or two.
    Buy(Tile, Side),
    /// Send these boats.
    Boats(Fleet),
    /// Catch a token with this number of fish.
    Fish(u8),
    /// Catch no more.
    Stop,
    /// Take this one of the tiles that the islet offers.
    Reward(Tile),
    /// Lay the tile in this village.
    Row(Row),
}

/// What chance brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chance {
    /// This site is laid out at the next place of the island.
    Site(Site),
    /// This god is turned up on top of the stack.
    God(God),
    /// This islet is laid out at the dock.
    Islet(Islet),
    /// This seat is next in the first turn order.
    Seat(Seat),
    /// This token is drawn from the bag.
    Token(Token),
}

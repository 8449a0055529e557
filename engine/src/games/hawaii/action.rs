//! What a seat may do and what chance may bring.

use crate::actions::actions;
use crate::seat::Seat;

use super::boats::Fleet;
use super::home::Row;
use super::places::{Dock, Islet, Place, Site, Spot};
use super::supply::Payment;
use super::tiles::{God, Side, Tile};
use super::tokens::Token;

actions! {
    /// One small decision. A turn is a sequence of them, each legal only if the turn can still be completed (W3, W26).
    pub enum Action: "action such as place:3, pay:2shell+1foot or buy:hula,2" {
        /// Move to a place of the island, to buy there.
        Place(place: Place) = ["place:" place],
        /// Move to the fishing cove.
        Cove = ["cove"],
        /// Move to a dock, to visit its islet.
        Dock(dock: Dock) = ["dock:" dock],
        /// Take a place on the turn order track, which ends the round for the player.
        Track(spot: Spot) = ["track:" spot],
        /// Pay this.
        Pay(payment: Payment) = ["pay:" payment],
        /// Take this price token.
        Price(token: Token) = ["price:" token],
        /// Buy this tile with this side up; of kahunas and tikis, one or two.
        Buy(tile: Tile, side: Side) = ["buy:" tile "," side],
        /// Send these boats.
        Boats(fleet: Fleet) = ["boats:" fleet],
        /// Catch a token with this number of fish.
        Fish(fish: u8) = ["fish:" fish],
        /// Catch no more.
        Stop = ["stop"],
        /// Take this one of the tiles that the islet offers.
        Reward(tile: Tile) = ["reward:" tile],
        /// Lay the tile in this village.
        Row(row: Row) = ["row:" row],
    }
}

actions! {
    /// What chance brings.
    pub enum Chance: "chance outcome such as site:gods, god:kane or token:5s" {
        /// This site is laid out at the next place of the island.
        Site(site: Site) = ["site:" site],
        /// This god is turned up on top of the stack.
        God(god: God) = ["god:" god],
        /// This islet is laid out at the dock.
        Islet(islet: Islet) = ["islet:" islet],
        /// This seat is next in the first turn order.
        Seat(seat: Seat) = ["seat:" seat],
        /// This token is drawn from the bag.
        Token(token: Token) = ["token:" token],
    }
}

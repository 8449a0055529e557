//! Where a chieftain may go on the island and on the turn order track, and how the way may be paid (W1 to W4).

use std::ops::ControlFlow::{Break, Continue};

use crate::Set;
use crate::games::hawaii::boats::Fleet;
use crate::games::hawaii::places::{Place, Spot};
use crate::games::hawaii::refusal::{Refusal, Verdict, require};
use crate::games::hawaii::stage::{Bill, Purpose};
use crate::games::hawaii::state::Hawaii;
use crate::games::hawaii::supply::{Coin, Due, Payment, Purse, Supply};
use crate::games::hawaii::tiles::Tile;

/// What the current player has for a move. It is looked up once for a list, since all moves ask for it.
pub(super) struct Means<'a> {
    /// The feet to each place.
    pub(super) feet: &'a [u8; Place::COUNT],
    /// For a payment in feet.
    pub(super) purse: Purse,
    /// The tiles of which the player could get one, were they on offer and paid.
    pub(super) tiles: Set<Tile>,
    /// The boats that are ready, and the feet that they hold.
    pub(super) ready: Fleet,
    pub(super) room: u16,
}

impl Hawaii {
    #[inline(always)]
    pub(super) fn means(&self) -> Means<'_> {
        let player = self.player();
        Means {
            feet: self.rules.feet_from(player.place()),
            purse: self.purse(Coin::Feet, self.units()),
            tiles: self.within_reach(),
            ready: player.ready,
            room: self.rules.boats.room(player.ready),
        }
    }

    /// W3: only to a place with a token and a tile, where the way and the purchase can both be paid.
    #[inline(always)]
    pub(super) fn may_go_to(&self, place: Place, means: &Means<'_>) -> Verdict {
        let site = self.board.sites[place.index()];
        let price = self.lowest_price(place).ok_or(Refusal::NoToken { place, site })?;
        let (feet, supply) = (means.feet[place.index()], means.purse.supply);
        require(self.affords_place(means, feet, price), Refusal::PlaceTooExpensive { place, feet, price, supply })?;
        require(site.sells_any_of(means.tiles), Refusal::NothingSold { place, site })
    }

    /// W1.
    #[inline(always)]
    pub(super) fn may_retire_to(&self, spot: Spot) -> Verdict {
        let seats = self.board.players.count();
        require(spot.index() < seats.get(), Refusal::TrackPlaceUnused { spot, seats })?;
        require(!self.board.is_taken(spot), Refusal::TrackPlaceTaken(spot))
    }

    #[inline(always)]
    pub(super) fn may_pay(&self, bill: Bill, payment: Payment) -> Verdict {
        let due @ Due { cost, coin, units } = bill.due();
        let supply = self.supply();
        require(payment.total() == u16::from(cost), Refusal::WrongAmount { due, payment })?;
        require(supply.covers(payment), Refusal::NotCovered { payment, supply })?;
        require(payment.units(coin) <= u16::from(units), Refusal::TooFewUnits { due, payment })?;
        let leaves = self.price_to_leave(bill).is_none_or(|price| self.leaves_price(supply, payment, price));
        require(leaves, Refusal::LeavesNoPrice(payment))
    }

    /// The lowest price at this place.
    fn lowest_price(&self, place: Place) -> Option<u8> {
        self.board.tokens[place.index()].first().map(|token| token.number())
    }

    /// Whether some way of paying this many feet leaves enough for this price (W3).
    #[inline(always)]
    fn affords_place(&self, means: &Means<'_>, feet: u8, price: u8) -> bool {
        let Purse { supply, units, most } = means.purse;
        let (cost, least) = (u16::from(feet), u16::from(price));
        // Most often there is enough of everything, or no exchange hut: no need to try the ways one by one.
        if supply.feet >= cost && supply.shells.max(supply.fruit) >= least {
            return true;
        }
        if units == 0 {
            return supply.fruit >= cost && supply.shells.max(supply.fruit - cost) >= least;
        }
        // The ways are only tried if each payment is possible without the other.
        cost <= most && least <= supply.most(Coin::Shells, units) && self.affords_with_units(supply, units, feet, price)
    }

    /// As [`Self::affords_place`], by trying all ways; out of line, as it is seldom needed.
    #[inline(never)]
    fn affords_with_units(&self, supply: Supply, units: u8, feet: u8, price: u8) -> bool {
        let way = Due { cost: feet, coin: Coin::Feet, units };
        let found = way.each_payment(&supply, &mut |payment| {
            if self.leaves_price(supply, payment, price) { Break(()) } else { Continue(()) }
        });
        found.is_break()
    }

    /// What must still be affordable after this payment: after a move, the lowest price at the place (W3).
    pub(super) fn price_to_leave(&self, bill: Bill) -> Option<u8> {
        match bill.purpose {
            Purpose::Move => self.player().place().and_then(|place| self.lowest_price(place)),
            Purpose::Tile(..) | Purpose::Fish | Purpose::Dock(_) => None,
        }
    }

    /// Whether this price can be paid once the way was paid like this (W3, W19).
    pub(super) fn leaves_price(&self, supply: Supply, way: Payment, price: u8) -> bool {
        let (left, price) = (supply.less(way), u16::from(price));
        // Most often no exchange units are needed for the price, so there is no need to count them.
        if price <= left.most(Coin::Shells, 0) {
            return true;
        }
        let units = self.rules.units_after(self.player().exchange_huts(), way.units(Coin::Feet));
        price <= left.most(Coin::Shells, units)
    }
}

//! Where a chieftain may go on the island and on the turn order track, and how the way may be paid (W1 to W4).

use std::ops::ControlFlow::{Break, Continue};

use crate::games::hawaii::places::{Place, Site, Spot};
use crate::games::hawaii::refusal::{Refusal, Verdict, require};
use crate::games::hawaii::stage::{Bill, Purpose};
use crate::games::hawaii::state::Hawaii;
use crate::games::hawaii::supply::{Coin, Due, Payment, Supply};

impl Hawaii {
    /// W3: only to a place with a token and a tile, where the way and the purchase can both be paid.
    #[inline(always)]
    pub(super) fn may_go_to(&self, place: Place) -> Verdict {
        let Some(price) = self.lowest_price(place) else { return Err(self.no_token_at(place)) };
        let feet = self.rules.feet_to(self.player().place(), place);
        let supply = self.supply();
        require(self.affords_place(supply, feet, price), Refusal::PlaceTooExpensive { place, feet, price, supply })?;
        let site = self.board.sites[place.index()];
        require(self.sells_at(site), Refusal::NothingSold { place, site })
    }

    fn no_token_at(&self, place: Place) -> Refusal {
        Refusal::NoToken { place, site: self.board.sites[place.index()] }
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

    /// Whether some tile of this site is left and can be placed.
    fn sells_at(&self, site: Site) -> bool {
        site.wares().iter().any(|tile| self.may_get(*tile, 1).is_ok())
    }

    /// Whether some way of paying this many feet leaves enough for this price (W3).
    fn affords_place(&self, supply: Supply, feet: u8, price: u8) -> bool {
        let (cost, least) = (u16::from(feet), u16::from(price));
        // Most often there is enough of everything, or no exchange hut: no need to try the ways one by one.
        if supply.feet >= cost && supply.shells.max(supply.fruit) >= least {
            return true;
        }
        let units = self.units();
        if units == 0 {
            return supply.fruit >= cost && supply.shells.max(supply.fruit - cost) >= least;
        }
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
        let units = self.rules.units_after(self.player().exchange_huts(), way.units(Coin::Feet));
        u16::from(price) <= supply.less(way).most(Coin::Shells, units)
    }
}

//! What the current player may do: every list in order, and the conditions behind it.

use std::ops::ControlFlow;

use super::action::Action;
use super::boats::Fleet;
use super::home::TIKIS;
use super::places::{Dock, Islet, Place};
use super::state::{Bill, Harbour, Hawaii, Player, Purpose, Stage};
use super::supply::{Coin, Due, Payment, Supply};
use super::tiles::{Kind, Side, Tile};
use super::tokens::Token;

impl Hawaii {
    /// Calls `visit` for every legal action, in order, until it breaks. Nothing is visited where nobody is to act.
    pub(super) fn each_legal<B>(&self, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        match self.board.stage {
            Stage::Move => self.each_move(visit),
            Stage::Pay(bill) => self.each_payment(bill, visit),
            Stage::Price { units } => self.each_price(units, visit),
            Stage::Buy { price, units } => self.each_buy(price, units, visit),
            Stage::Row { tile, .. } => match tile.kind() {
                Some(kind) => self.player().home.room_for(kind).rows().map(Action::Row).try_for_each(visit),
                None => ControlFlow::Continue(()),
            },
            Stage::Boats(harbour) => self.player().ready.each_choice(&mut |fleet| {
                if self.may_send(harbour, fleet) { visit(Action::Boats(fleet)) } else { ControlFlow::Continue(()) }
            }),
            Stage::Fish { sent, caught } => self.each_catch(sent, caught, visit),
            Stage::Reward(islet) => self.rewards(islet).map(Action::Reward).try_for_each(visit),
            Stage::Draw(_) | Stage::Over => ControlFlow::Continue(()),
        }
    }

    /// The one action of a step that has only one; moves are always asked for (W26).
    pub(super) fn forced(&self) -> Option<Action> {
        if matches!(self.board.stage, Stage::Move) {
            return None;
        }
        let mut only = None;
        let second = self.each_legal(&mut |action| match only.replace(action) {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        });
        only.filter(|_| second.is_continue())
    }

    fn each_move<B>(&self, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        for place in Place::ALL.into_iter().filter(|place| self.may_buy_at(*place)) {
            visit(Action::Place(place))?;
        }
        if self.may_fish() {
            visit(Action::Cove)?;
        }
        for dock in Dock::ALL.into_iter().filter(|dock| self.may_visit(*dock)) {
            visit(Action::Dock(dock))?;
        }
        for spot in self.board.spots().filter(|spot| !self.board.is_taken(*spot)) {
            visit(Action::Track(spot))?;
        }
        ControlFlow::Continue(())
    }

    fn each_payment<B>(&self, bill: Bill, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let least = match bill.purpose {
            Purpose::Move => self.player().place().and_then(|place| self.least_price(place)),
            _ => None,
        };
        bill.due().each_payment(&self.supply(), &mut |payment| match least {
            Some(least) if !self.leaves_purchase(payment, least) => ControlFlow::Continue(()),
            _ => visit(Action::Pay(payment)),
        })
    }

    fn each_price<B>(&self, units: u8, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let Some(place) = self.player().place() else { return ControlFlow::Continue(()) };
        let most = self.supply().most(Coin::Shells, units);
        let mut last = None;
        for &token in &self.board.shells[place.index()] {
            if u16::from(token.number()) <= most && last.replace(token) != Some(token) {
                visit(Action::Price(token))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn each_buy<B>(&self, price: u8, units: u8, visit: &mut impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let most = self.supply().most(Coin::Shells, units);
        for &tile in self.wares() {
            for side in Side::ALL {
                if u16::from(price * side.number()) <= most && self.may_get(tile, copies(tile, side)) {
                    visit(Action::Buy(tile, side))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn each_catch<B>(
        &self,
        sent: Fleet,
        caught: u8,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.may_catch_more(sent, caught) {
            let in_cove = self.board.cove.kinds().map(|(kind, _)| self.rules.fish_of(Token::ALL[kind]));
            let numbers = in_cove.fold(0u16, |numbers, fish| numbers | 1 << fish);
            for fish in (1..=9).filter(|fish| numbers >> fish & 1 == 1) {
                visit(Action::Fish(fish))?;
            }
        }
        if caught >= sent.count() { visit(Action::Stop) } else { ControlFlow::Continue(()) }
    }

    /// Whether there is a token and a tile at this place, and the way and the purchase can both be paid (W3).
    pub(super) fn may_buy_at(&self, place: Place) -> bool {
        let Some(least) = self.least_price(place) else { return false };
        self.affords_place(place, least) && self.sells_at(place)
    }

    /// The lowest price at this place.
    pub(super) fn least_price(&self, place: Place) -> Option<u8> {
        self.board.shells[place.index()].first().map(|token| token.number())
    }

    /// Whether some tile of this place is left and can be placed.
    pub(super) fn sells_at(&self, place: Place) -> bool {
        self.board.sites[place.index()].wares().iter().any(|tile| self.may_get(*tile, 1))
    }

    /// Whether some way of paying for going there leaves enough for the lowest price (W3).
    pub(super) fn affords_place(&self, place: Place, least: u8) -> bool {
        let (supply, price) = (self.supply(), u16::from(least));
        let cost = self.rules.feet_to(self.player().place(), place);
        let feet = u16::from(cost);
        if supply.feet >= feet && supply.shells.max(supply.fruit) >= price {
            return true;
        }
        let units = self.units();
        if units == 0 {
            return supply.fruit >= feet && supply.shells.max(supply.fruit - feet) >= price;
        }
        let way = Due { cost, coin: Coin::Feet, units };
        way.each_payment(&supply, &mut |payment| {
            if self.leaves_purchase(payment, least) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Whether this price can be paid after the way was paid so (W3, W19).
    pub(super) fn leaves_purchase(&self, way: Payment, least: u8) -> bool {
        let units = self.rules.units_after(self.player().exchange_huts(), way.units(Coin::Feet));
        u16::from(least) <= self.supply().less(way).most(Coin::Shells, units)
    }

    /// Whether a boat can be sent to the cove for one token (W7).
    pub(super) fn may_fish(&self) -> bool {
        let ready = self.player().ready;
        let cheapest = Fleet { start: 0, ones: 0, twos: ready.twos.min(1) };
        !self.board.cove.is_empty() && ready.count() > 0 && self.affords_feet(self.rules.boats.cost(cheapest, 1))
    }

    /// Whether the islet of this dock is there and some choice of boats lets the player visit it (W8).
    pub(super) fn may_visit(&self, dock: Dock) -> bool {
        let feet = self.rules.docks[dock.index()].feet;
        let ready = self.player().ready;
        if self.board.docks[dock.index()].is_none() || self.rules.boats.room(ready) < u16::from(feet) {
            return false;
        }
        // As every boat holds a foot, the prepaid ones and then the largest, one a foot at most, always do.
        let prepaid = Fleet { start: 0, ones: 0, twos: ready.twos.min(feet) };
        self.affords_feet(self.rules.boats.cost(prepaid, feet))
    }

    /// Whether these ready boats may be sent there (W7, W8).
    pub(super) fn may_send(&self, harbour: Harbour, fleet: Fleet) -> bool {
        let boats = &self.rules.boats;
        let count = fleet.count();
        match harbour {
            Harbour::Cove => u16::from(count) <= self.board.cove.total() && self.affords_feet(boats.cost(fleet, count)),
            Harbour::Dock(dock) => {
                let feet = self.rules.docks[dock.index()].feet;
                count <= feet && boats.room(fleet) >= u16::from(feet) && self.affords_feet(boats.cost(fleet, feet))
            }
        }
    }

    /// Whether there is a token, room for it and a foot to pay for it (W7).
    pub(super) fn may_catch_more(&self, sent: Fleet, caught: u8) -> bool {
        let boats = &self.rules.boats;
        !self.board.cove.is_empty()
            && u16::from(caught) < boats.room(sent)
            && self.affords_feet(boats.cost(sent, caught + 1))
    }

    /// Whether so many feet can be paid as the only payment of a turn.
    pub(super) fn affords_feet(&self, cost: u8) -> bool {
        Due { cost, coin: Coin::Feet, units: self.units() }.is_payable_from(&self.supply())
    }

    /// The tiles that an islet offers and the player can get, in order (W8).
    pub(super) fn rewards(&self, islet: Islet) -> impl Iterator<Item = Tile> {
        islet.rewards().iter().copied().filter(|tile| self.may_get(*tile, self.rules.islet_copies(*tile)))
    }

    /// Whether so many of this tile are left and can be placed.
    pub(super) fn may_get(&self, tile: Tile, count: u8) -> bool {
        self.is_left(tile, count) && self.has_room(tile, count)
    }

    /// Whether so many of this tile are left.
    pub(super) fn is_left(&self, tile: Tile, count: u8) -> bool {
        match tile.stack() {
            Some(stack) => self.board.tops[stack.index()].is_some(),
            None => self.board.piles[tile.index()] >= count,
        }
    }

    /// Whether the current player can place so many of this tile (W6, W17).
    pub(super) fn has_room(&self, tile: Tile, count: u8) -> bool {
        let home = &self.player().home;
        match tile.kind() {
            Some(Kind::God) => {
                let new = self.board.god_of(tile).is_some_and(|god| home.find_god(god).is_none());
                new && !home.room_for(Kind::God).is_empty()
            }
            Some(kind) => !home.room_for(kind).is_empty(),
            None => match tile {
                Tile::Kahuna => usize::from(home.kahunas + count) <= self.rules.beside.kahuna_points.len(),
                Tile::Tiki => usize::from(home.tikis + count) <= TIKIS,
                _ => true,
            },
        }
    }

    /// What is sold where the current player's chieftain stands.
    pub(super) fn wares(&self) -> &'static [Tile] {
        match self.player().place() {
            Some(place) => self.board.sites[place.index()].wares(),
            None => &[],
        }
    }

    /// All exchange units of the current player.
    pub(super) fn units(&self) -> u8 {
        self.rules.units(self.player().exchange_huts())
    }

    /// The current player, as far as everybody sees.
    pub(super) fn player(&self) -> &Player {
        &self.board.players[self.board.current_seat()]
    }

    /// The current player's supply.
    pub(super) fn supply(&self) -> Supply {
        self.supplies[self.board.current_seat()]
    }
}

/// How many of a tile one purchase brings (W6).
pub(super) const fn copies(tile: Tile, side: Side) -> u8 {
    match tile {
        Tile::Kahuna | Tile::Tiki => side.number(),
        _ => 1,
    }
}

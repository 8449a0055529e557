//! Which boats may be sent where, what they may catch, and what an islet gives (W7, W8).

use crate::games::hawaii::boats::Fleet;
use crate::games::hawaii::places::{Dock, Islet};
use crate::games::hawaii::refusal::{Refusal, Verdict, require};
use crate::games::hawaii::stage::Harbour;
use crate::games::hawaii::state::Hawaii;
use crate::games::hawaii::supply::{Coin, Due, Supply};
use crate::games::hawaii::tiles::Tile;
use crate::games::hawaii::tokens::Token;

use super::moving::Means;

impl Hawaii {
    /// W7: only if a boat can be sent for one token.
    #[inline(always)]
    pub(super) fn may_fish(&self, means: &Means<'_>) -> Verdict {
        let ready = means.ready;
        require(!self.board.cove.is_empty(), Refusal::CoveEmpty)?;
        require(ready.count() > 0, Refusal::NoBoatReady)?;
        let cheapest = Fleet { start: 0, ones: 0, twos: ready.twos.min(1) };
        let affords = u16::from(self.rules.boats.cost(cheapest, 1)) <= means.purse.most;
        require(affords, Refusal::CatchTooExpensive { tokens: 1, supply: means.purse.supply })
    }

    /// W8: only if the islet is there and some choice of boats can visit it.
    #[inline(always)]
    pub(super) fn may_visit(&self, dock: Dock, means: &Means<'_>) -> Verdict {
        let feet = self.rules.docks[dock.index()].feet;
        let room = means.room;
        require(self.board.docks[dock.index()].is_some(), Refusal::IsletVisited(dock))?;
        require(room >= u16::from(feet), Refusal::ReadyBoatsTooSmall { dock, feet, room })?;
        // Every boat holds at least a foot. So if all of them are large enough, the choice that begins with the prepaid
        // ones, at most one for each foot, is large enough too, and no other costs less.
        let prepaid = Fleet { start: 0, ones: 0, twos: means.ready.twos.min(feet) };
        let affords = u16::from(self.rules.boats.cost(prepaid, feet)) <= means.purse.most;
        require(affords, Refusal::DockTooExpensive { dock, feet, supply: means.purse.supply })
    }

    #[inline(always)]
    pub(super) fn may_send(&self, harbour: Harbour, fleet: Fleet) -> Verdict {
        let ready = self.player().ready;
        require(fleet.is_within(ready), Refusal::BoatsNotReady { fleet, ready })?;
        require(fleet.count() > 0, Refusal::NoBoatSent)?;
        let (boats, count) = (&self.rules.boats, fleet.count());
        let cost = match harbour {
            Harbour::Cove => {
                let tokens = self.board.cove.total();
                require(u16::from(count) <= tokens, Refusal::MoreBoatsThanTokens { count, tokens })?;
                boats.cost(fleet, count)
            }
            Harbour::Dock(dock) => {
                let feet = self.rules.docks[dock.index()].feet;
                let room = boats.room(fleet);
                require(room >= u16::from(feet), Refusal::BoatsTooSmall { dock, feet, room })?;
                require(count <= feet, Refusal::MoreBoatsThanFeet { count, feet })?;
                boats.cost(fleet, feet)
            }
        };
        let supply = self.supply();
        require(self.affords_feet(supply, cost), Refusal::BoatsTooExpensive { cost, fleet, supply })
    }

    #[inline(always)]
    pub(super) fn may_catch(&self, sent: Fleet, caught: u8, fish: u8) -> Verdict {
        self.may_catch_more(sent, caught)?;
        let mut in_cove = self.board.cove.kinds().map(|(kind, _)| self.rules.fish_of(Token::ALL[kind]));
        require(in_cove.any(|other| other == fish), Refusal::NoSuchFish(fish))
    }

    /// Whether there is a token, room for it and a foot to pay for it (W7).
    #[inline(always)]
    pub(super) fn may_catch_more(&self, sent: Fleet, caught: u8) -> Verdict {
        let boats = &self.rules.boats;
        let (room, tokens) = (boats.room(sent), caught + 1);
        require(!self.board.cove.is_empty(), Refusal::CoveEmpty)?;
        require(u16::from(caught) < room, Refusal::BoatsFull { room })?;
        let supply = self.supply();
        let affords = self.affords_feet(supply, boats.cost(sent, tokens));
        require(affords, Refusal::CatchTooExpensive { tokens, supply })
    }

    /// W7: each boat carries a token.
    #[inline(always)]
    pub(super) fn may_stop(&self, sent: Fleet, caught: u8) -> Verdict {
        let count = sent.count();
        require(caught >= count, Refusal::BoatsEmpty { count, caught })
    }

    #[inline(always)]
    pub(super) fn may_receive(&self, islet: Islet, tile: Tile) -> Verdict {
        require(islet.rewards().contains(&tile), Refusal::NotOffered { islet, tile })?;
        self.may_get(tile, self.rules.islet_copies(tile))
    }

    /// The tiles that an islet offers and the player can get, in order (W8).
    pub(crate) fn rewards(&self, islet: Islet) -> impl Iterator<Item = Tile> {
        islet.rewards().iter().copied().filter(|tile| self.may_get(*tile, self.rules.islet_copies(*tile)).is_ok())
    }

    /// Whether this many feet can be paid as the only payment of a turn.
    fn affords_feet(&self, supply: Supply, cost: u8) -> bool {
        Due { cost, coin: Coin::Feet, units: self.units() }.is_payable_from(&supply)
    }
}

//! Which tokens and tiles may be taken, and where a tile may lie (W4, W6, W17, W22).

use crate::games::hawaii::home::{Row, TIKIS};
use crate::games::hawaii::refusal::{Refusal, Verdict, require};
use crate::games::hawaii::state::Hawaii;
use crate::games::hawaii::supply::Coin;
use crate::games::hawaii::tiles::{Side, Tile};
use crate::games::hawaii::tokens::Token;

impl Hawaii {
    #[inline(always)]
    pub(super) fn may_take(&self, token: Token, units: u8) -> Verdict {
        require(self.tokens_here().contains(&token), Refusal::TokenNotHere(token))?;
        self.may_pay_price(token, units)
    }

    #[inline(always)]
    pub(super) fn may_pay_price(&self, token: Token, units: u8) -> Verdict {
        self.may_pay_shells(token.number(), units)
    }

    #[inline(always)]
    pub(super) fn may_buy(&self, tile: Tile, side: Side, price: u8, units: u8) -> Verdict {
        require(self.wares().contains(&tile), Refusal::NotSoldHere(tile))?;
        self.may_get_for(tile, side, price, units)
    }

    /// Whether a tile that is sold here can be paid and placed.
    #[inline(always)]
    pub(super) fn may_get_for(&self, tile: Tile, side: Side, price: u8, units: u8) -> Verdict {
        self.may_pay_shells(price * side.number(), units)?;
        self.may_get(tile, copies(tile, side))
    }

    #[inline(always)]
    fn may_pay_shells(&self, cost: u8, units: u8) -> Verdict {
        let supply = self.supply();
        let affords = u16::from(cost) <= supply.most(Coin::Shells, units);
        require(affords, Refusal::TooExpensive { cost, units, supply })
    }

    /// Whether this many of the tile are left and can be placed (W6).
    #[inline(always)]
    pub(in super::super) fn may_get(&self, tile: Tile, count: u8) -> Verdict {
        match tile.stack() {
            Some(_) => self.may_get_god(tile),
            None => {
                require(self.board.piles[tile.index()] >= count, Refusal::NotLeft { tile, count })?;
                require(self.has_space(tile, count), Refusal::NoSpace { tile, count })
            }
        }
    }

    /// W22: an empty stack offers nothing, and no player holds a god twice.
    #[inline(always)]
    fn may_get_god(&self, tile: Tile) -> Verdict {
        let home = &self.player().home;
        let god = self.board.god_of(tile).ok_or(Refusal::NotLeft { tile, count: 1 })?;
        require(home.find_god(god).is_none(), Refusal::GodHeld(god))?;
        require(self.has_space(tile, 1), Refusal::NoSpace { tile, count: 1 })
    }

    fn has_space(&self, tile: Tile, count: u8) -> bool {
        let home = &self.player().home;
        match (tile.kind(), tile) {
            (Some(kind), _) => !home.room_for(kind).is_empty(),
            (None, Tile::Kahuna) => usize::from(home.kahunas + count) <= Row::ALL.len(),
            (None, Tile::Tiki) => usize::from(home.tikis + count) <= TIKIS,
            (None, _) => true,
        }
    }

    /// W17.
    #[inline(always)]
    pub(super) fn may_lay(&self, tile: Tile, row: Row) -> Verdict {
        let home = &self.player().home;
        let Some(kind) = tile.kind() else { return Err(Refusal::NotOpened(row)) };
        require(!home.with(kind).contains(row), Refusal::KindTwice { row, kind })?;
        let refusal = if kind.is_hut() { Refusal::NotNext(row) } else { Refusal::NotOpened(row) };
        require(home.room_for(kind).contains(row), refusal)
    }
}

/// How many of a tile one purchase brings (W6).
#[must_use]
pub const fn copies(tile: Tile, side: Side) -> u8 {
    match tile {
        Tile::Kahuna | Tile::Tiki => side.number(),
        _ => 1,
    }
}

//! Which tokens and tiles may be taken, and where a tile may lie (W4, W6, W17, W22).

use crate::Set;
use crate::games::hawaii::home::{Row, TIKIS};
use crate::games::hawaii::refusal::{Refusal, Verdict, require};
use crate::games::hawaii::state::Hawaii;
use crate::games::hawaii::supply::{Coin, Purse};
use crate::games::hawaii::tiles::{Side, Tile};
use crate::games::hawaii::tokens::Token;

impl Hawaii {
    #[inline(always)]
    pub(super) fn may_take(&self, token: Token, units: u8) -> Verdict {
        require(self.tokens_here().contains(&token), Refusal::TokenNotHere(token))?;
        may_pay(token.number(), self.purse(Coin::Shells, units))
    }

    #[inline(always)]
    pub(super) fn may_buy(&self, tile: Tile, side: Side, price: u8, units: u8) -> Verdict {
        require(self.wares().contains(&tile), Refusal::NotSoldHere(tile))?;
        self.may_get_for(tile, side, price, self.purse(Coin::Shells, units))
    }

    /// Whether a tile that is sold here can be paid and placed.
    #[inline(always)]
    pub(super) fn may_get_for(&self, tile: Tile, side: Side, price: u8, purse: Purse) -> Verdict {
        may_pay(price * side.number(), purse)?;
        self.may_get(tile, copies(tile, side))
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

    /// The tiles of which the current player may get one: those that [`Self::may_get`] allows, found together.
    pub(super) fn within_reach(&self) -> Set<Tile> {
        let piles = self.board.piles.iter().enumerate();
        let left: Set<Tile> = Set::from_bits(piles.fold(0, |left, (pile, count)| left | u32::from(*count > 0) << pile));
        let gods = Tile::GODS.iter().copied().filter(|tile| self.may_get_god(*tile).is_ok());
        (left & self.player().home.spaces()) | gods.collect()
    }

    /// W22: an empty stack offers nothing, and no player holds a god twice.
    #[inline(always)]
    fn may_get_god(&self, tile: Tile) -> Verdict {
        let home = &self.player().home;
        let god = self.board.god_of(tile).ok_or(Refusal::NotLeft { tile, count: 1 })?;
        require(home.find_god(god).is_none(), Refusal::GodHeld(god))?;
        require(self.has_space(tile, 1), Refusal::NoSpace { tile, count: 1 })
    }

    #[inline(always)]
    fn has_space(&self, tile: Tile, count: u8) -> bool {
        let home = &self.player().home;
        match (tile.kind(), tile) {
            (Some(kind), _) => home.has_room_for(kind),
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

/// Whether this many shells can be paid.
#[inline(always)]
pub(super) fn may_pay(cost: u8, Purse { supply, units, most }: Purse) -> Verdict {
    require(u16::from(cost) <= most, Refusal::TooExpensive { cost, units, supply })
}

/// How many of a tile one purchase brings (W6).
#[must_use]
pub const fn copies(tile: Tile, side: Side) -> u8 {
    match tile {
        Tile::Kahuna | Tile::Tiki => side.number(),
        _ => 1,
    }
}

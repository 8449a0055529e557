//! The offering tiles on the islands, and what is still to be drawn.

use super::map::{ISLANDS_MAX, Island};
use super::tile::{Tile, TileBag};
use crate::Set;

/// The tiles on the islands: two on each, except while one is being replaced.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tiles([[Option<Tile>; 2]; ISLANDS_MAX]);

impl Tiles {
    pub(super) const NONE: Tiles = Tiles([[None; 2]; ISLANDS_MAX]);

    /// The tiles of an island, sorted.
    pub fn on(&self, island: Island) -> impl Iterator<Item = Tile> + '_ {
        self.0[island.index()].iter().copied().flatten()
    }

    /// The different tiles of an island.
    pub(super) fn kinds_on(&self, island: Island) -> Set<Tile> {
        self.on(island).collect()
    }

    pub(super) fn is_full(&self, island: Island) -> bool {
        self.0[island.index()][1].is_some()
    }

    /// Puts a tile onto an island that has room.
    pub(super) fn put(&mut self, island: Island, tile: Tile) {
        let places = &mut self.0[island.index()];
        *places = match *places {
            [Some(other), _] => [Some(other.min(tile)), Some(other.max(tile))],
            _ => [Some(tile), None],
        };
    }

    /// Takes a tile of this kind from an island.
    pub(super) fn take(&mut self, island: Island, tile: Tile) {
        let places = &mut self.0[island.index()];
        *places = if places[0] == Some(tile) { [places[1], None] } else { [places[0], None] };
    }
}

/// The unseen tiles. The numbers in the bag and in the reserve are known. The kinds are known only for all unseen tiles
/// together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Supply {
    /// The offerings in the bag, in the reserve, and among those that two players left out at random.
    pub unseen: TileBag,
    /// How many of them are in the bag.
    pub bag_offerings: u8,
    /// The volcano tiles in the bag.
    pub bag_volcanoes: u8,
    /// The volcano tiles in the reserve.
    pub reserve_volcanoes: u8,
    /// The volcano tiles drawn so far.
    pub volcanoes_drawn: u8,
}

impl Supply {
    /// The offerings in the reserve, if this many were left out at random.
    #[must_use]
    pub fn reserve_offerings(&self, left_out: u8) -> u8 {
        self.unseen.total() as u8 - self.bag_offerings - left_out
    }

    /// Puts the reserve into the bag if the coming draw would find the bag empty (K32).
    pub(super) fn open_reserve_if_needed(&mut self, left_out: u8) {
        if self.bag_offerings == 0 && self.bag_volcanoes == 0 {
            self.bag_offerings = self.reserve_offerings(left_out);
            self.bag_volcanoes = std::mem::take(&mut self.reserve_volcanoes);
        }
    }
}

//! The figures of one number of seats, ready to use, and the handle by which a state holds them.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::fish::Fish;
use super::map::{Arrow, Island, Map};
use super::set::Set;
use super::tile::Tile;

/// Everything about a game that its ruleset and number of seats decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The islands and currents in play.
    pub(super) map: Map,
    /// The islands that each sea space touches; two players only.
    pub(super) sea_spaces: Vec<Set<Island>>,
    /// The currents of the neutral fish, in the order in which they are laid; two players only.
    pub(super) neutral: Vec<Arrow>,
    /// The fish of the beginners' set-up.
    pub(super) beginner: Vec<Fish>,
    /// How many fish each colour has.
    pub(super) fish_each: u8,
    /// How many tiles there are of each kind.
    pub(super) offerings: [u8; Tile::KINDS],
    /// How many of them are left out of the game at random, which ones nobody knows; two players only.
    pub(super) left_out: u8,
    /// How many volcano tiles there are; the last one ends the game.
    pub(super) volcanoes: u8,
    /// With each so many volcano tiles there is an eruption.
    pub(super) eruption_every: u8,
    /// How many offering tiles lie face down in the reserve.
    pub(super) reserve_offerings: u8,
    /// How many volcano tiles lie face down in the reserve.
    pub(super) reserve_volcanoes: u8,
}

/// A shared [`Board`]. It never changes, so it takes no part in a state's hash.
#[derive(Clone, Debug)]
pub(super) struct Shared(pub(super) Arc<Board>);

impl Deref for Shared {
    type Target = Board;
    fn deref(&self) -> &Board {
        &self.0
    }
}

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for Shared {}

impl Hash for Shared {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

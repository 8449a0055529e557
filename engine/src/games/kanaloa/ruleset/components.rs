//! What a game with a given number of seats is played with, and the handle by which its states share it.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::Set;
use crate::games::kanaloa::fish::Fish;
use crate::games::kanaloa::map::{Arrow, Island, Map};
use crate::games::kanaloa::tile::Tile;

/// Everything that the ruleset and the number of seats decide: the map, the fish and the tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The islands and currents in play.
    pub map: Map,
    /// The islands that each sea space touches; only with two players.
    pub sea_spaces: Vec<Set<Island>>,
    /// The currents of the neutral fish, in the order in which they are laid; only with two players.
    pub neutral: Vec<Arrow>,
    /// The fish of the set-up for beginners.
    pub beginner: Vec<Fish>,
    /// How many fish each colour has.
    pub fish_each: u8,
    /// How many tiles there are of each kind.
    pub offerings: [u8; Tile::COUNT],
    /// How many of them are left out of the game, at random and unseen; only with two players.
    pub left_out: u8,
    /// How many volcano tiles there are; the last one ends the game.
    pub volcanoes: u8,
    /// An eruption comes with each multiple of this number of volcano tiles.
    pub eruption_every: u8,
    /// How many offering tiles lie face down in the reserve.
    pub reserve_offerings: u8,
    /// How many volcano tiles lie face down in the reserve.
    pub reserve_volcanoes: u8,
}

impl Components {
    /// These components with the same number of offerings, but drawn from all offerings of `other`. If `other` has no
    /// more of them, nothing is left to chance, and these components stay as they are.
    pub(super) fn drawing_from(&self, other: &Components) -> Components {
        let count = |components: &Components| components.offerings.iter().sum::<u8>();
        match count(other).checked_sub(count(self)) {
            None | Some(0) => self.clone(),
            Some(left_out) => Components { offerings: other.offerings, left_out, ..self.clone() },
        }
    }
}

/// Shared [`Components`]. They never change, so they take no part in a state's hash.
#[derive(Clone, Debug)]
pub struct SharedComponents(pub Arc<Components>);

impl Deref for SharedComponents {
    type Target = Components;
    fn deref(&self) -> &Components {
        &self.0
    }
}

impl PartialEq for SharedComponents {
    fn eq(&self, other: &SharedComponents) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for SharedComponents {}

impl Hash for SharedComponents {
    fn hash<H: Hasher>(&self, _state: &mut H) {}
}

//! The gods, their cards, and the temples that players raise to them.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::game::ParseNotationError;
use crate::named::named;
use crate::seat::Seat;

named! {
    /// A god, who supports the player with the most sacrifices to him or her.
    pub enum God {
        /// God of the sea: turns fish.
        Kanaloa = "kanaloa",
        /// God of war: robs tiles.
        Ku = "ku",
        /// Goddess of fire: places the volcano.
        Pele = "pele",
        /// God of fertility: swaps tiles, brings the second piece.
        Lono = "lono",
    }
}

/// What a player builds by sacrificing: one temple for each god, and Kane's, which decides what the others are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Temple {
    /// The temple of one of the four gods.
    Of(God),
    /// The temple of Kane.
    Kane,
}

impl Temple {
    /// All five, in order.
    pub const ALL: [Temple; 5] =
        [Temple::Of(God::Kanaloa), Temple::Of(God::Ku), Temple::Of(God::Pele), Temple::Of(God::Lono), Temple::Kane];

    pub(super) const fn index(self) -> usize {
        match self {
            Temple::Of(god) => god.index(),
            Temple::Kane => 4,
        }
    }
}

impl fmt::Display for Temple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Temple::Of(god) => god.fmt(f),
            Temple::Kane => f.write_str("kane"),
        }
    }
}

impl FromStr for Temple {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Temple, ParseNotationError> {
        let god = || text.parse().map(Temple::Of).ok();
        let temple = if text == "kane" { Some(Temple::Kane) } else { god() };
        temple.ok_or_else(|| ParseNotationError::new(text, "temple: kanaloa, ku, pele, lono or kane"))
    }
}

/// The values of one player's temples, in points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Temples([u16; 5]);

impl Temples {
    /// These values, in the order of [`Temple::ALL`].
    #[must_use]
    pub const fn new(values: [u16; 5]) -> Temples {
        Temples(values)
    }

    /// The values in the order of [`Temple::ALL`].
    #[must_use]
    pub const fn values(&self) -> &[u16; 5] {
        &self.0
    }

    /// Whether the temple of this god is at least as high as Kane's: the condition for the god's cards.
    #[must_use]
    pub fn entitle(&self, god: God) -> bool {
        self[Temple::Of(god)] >= self[Temple::Kane]
    }
}

impl Index<Temple> for Temples {
    type Output = u16;
    fn index(&self, temple: Temple) -> &u16 {
        &self.0[temple.index()]
    }
}

impl IndexMut<Temple> for Temples {
    fn index_mut(&mut self, temple: Temple) -> &mut u16 {
        &mut self.0[temple.index()]
    }
}

/// Who owns the two cards of a god.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Card {
    /// The owner of the god card; `None` while it lies next to the map.
    pub owner: Option<Seat>,
    /// The owner of the protection card: never the owner of the god card, and `None` while that has no owner.
    pub protection: Option<Seat>,
}

/// The cards of all four gods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards([Card; 4]);

impl Index<God> for Cards {
    type Output = Card;
    fn index(&self, god: God) -> &Card {
        &self.0[god.index()]
    }
}

impl IndexMut<God> for Cards {
    fn index_mut(&mut self, god: God) -> &mut Card {
        &mut self.0[god.index()]
    }
}

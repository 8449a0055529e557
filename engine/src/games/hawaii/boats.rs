//! Boats: how many of each sort, what they hold, and which of them may be sent.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Deserialize;

use crate::game::ParseNotationError;

use super::ruleset::Sides;
use super::ruleset::file::{sides, unmarked};

/// How many boats of each sort: what a player has ready or has sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fleet {
    /// The boat that the player starts with: 0 or 1.
    pub start: u8,
    /// Boats with side I up.
    pub ones: u8,
    /// Boats with side II up.
    pub twos: u8,
}

impl Fleet {
    /// How many boats in all.
    #[must_use]
    pub const fn count(self) -> u8 {
        self.start + self.ones + self.twos
    }

    /// Whether the others include all of these.
    #[must_use]
    pub const fn is_within(self, others: Fleet) -> bool {
        self.start <= others.start && self.ones <= others.ones && self.twos <= others.twos
    }

    /// These and the others.
    #[must_use]
    pub const fn and(self, others: Fleet) -> Fleet {
        Fleet { start: self.start + others.start, ones: self.ones + others.ones, twos: self.twos + others.twos }
    }

    /// These without the others, which they must include.
    #[must_use]
    pub const fn without(self, others: Fleet) -> Fleet {
        Fleet { start: self.start - others.start, ones: self.ones - others.ones, twos: self.twos - others.twos }
    }

    /// Calls `visit` for every choice of one or more of these boats, in order, until it breaks.
    pub(super) fn each_choice<B>(self, visit: &mut impl FnMut(Fleet) -> ControlFlow<B>) -> ControlFlow<B> {
        for start in 0..=self.start {
            for ones in 0..=self.ones {
                for twos in 0..=self.twos {
                    let chosen = Fleet { start, ones, twos };
                    if chosen.count() > 0 {
                        visit(chosen)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the boats hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoatRules {
    /// Foot symbols on the boat that a player starts with.
    #[serde(deserialize_with = "unmarked")]
    pub start: u8,
    /// Foot symbols on side I and side II.
    #[serde(deserialize_with = "sides")]
    pub holds: Sides,
    /// How many feet are always paid by a boat with side II up.
    #[serde(deserialize_with = "unmarked")]
    pub prepaid: u8,
}

impl BoatRules {
    /// The foot symbols of these boats.
    #[must_use]
    pub fn room(&self, fleet: Fleet) -> u16 {
        let [one, two] = self.holds.map(u16::from);
        u16::from(fleet.start) * u16::from(self.start) + u16::from(fleet.ones) * one + u16::from(fleet.twos) * two
    }

    /// What is left to pay of this number of feet when these boats are sent (W7, W8).
    #[must_use]
    pub fn cost(&self, fleet: Fleet, feet: u8) -> u8 {
        feet.saturating_sub(self.prepaid.saturating_mul(fleet.twos))
    }
}

/// Starting boat, boats with side I up, boats with side II up: `1,0,2`.
impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.start, self.ones, self.twos)
    }
}

impl FromStr for Fleet {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Fleet, ParseNotationError> {
        let numbers: Option<Vec<u8>> = text.split(',').map(|number| number.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[start, ones, twos]) => Ok(Fleet { start, ones, twos }),
            _ => Err(ParseNotationError::new(text, "fleet, such as 1,0,2")),
        }
    }
}

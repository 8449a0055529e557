//! How a game ended: points and places, ties sharing a place.

use std::cmp::Reverse;
use std::fmt;

use crate::seat::PerSeat;

/// A place in the final order: 1 for the winner; tied seats share one (1, 2, 2, 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

impl Place {
    /// The winner's place.
    pub const FIRST: Place = Place(1);

    /// `None` for 0.
    #[must_use]
    pub const fn new(number: u8) -> Option<Place> {
        if number == 0 { None } else { Some(Place(number)) }
    }

    /// 1 for the winner.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The points that the rules count.
    pub scores: PerSeat<i32>,
    /// The places, tie-breaks included.
    pub places: PerSeat<Place>,
}

impl Outcome {
    /// Places by `rank`, the larger the better; equal ranks share a place.
    pub fn ranked<K: Ord>(scores: PerSeat<i32>, rank: &PerSeat<K>) -> Outcome {
        Outcome { scores, places: places_by(rank) }
    }
}

/// Places by `rank`, the larger the better; equal ranks share the best place among them.
pub fn places_by<K: Ord>(rank: &PerSeat<K>) -> PerSeat<Place> {
    rank.map(|own| {
        let better = rank.iter().filter(|other| Reverse(*other) < Reverse(own)).count();
        Place(better as u8 + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_a_place_and_the_next_is_skipped() {
        let rank = PerSeat::from_values([7, 9, 7, 1]).unwrap();
        let places: Vec<u8> = places_by(&rank).iter().map(|p| p.number()).collect();
        assert_eq!(places, [2, 1, 2, 4]);
    }
}

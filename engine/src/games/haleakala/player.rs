//! The two players and what belongs to each.

use super::cards::{Card, DisplaySet};
use super::island::{Segment, SpaceSet};
use super::shaman::Shaman;
use crate::named::{named, numbered};
use crate::seat::Seat;
use crate::set::Set;

named! {
    /// One of the two players: red has seat 0, yellow seat 1.
    pub enum Colour {
        /// Seat 0.
        Red = "red",
        /// Seat 1.
        Yellow = "yellow",
    }
}

impl Colour {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Yellow,
            Colour::Yellow => Colour::Red,
        }
    }

    /// The seat that plays this colour.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }
}

numbered! {
    /// A number disc.
    pub enum Disc(1..=5) { D1, D2, D3, D4, D5 }
}

/// What belongs to one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Player {
    /// The beach on which each number disc lies; `None` for one in hand.
    pub discs: [Option<Segment>; Disc::COUNT],
    /// The beach on which the invocation disc lies; `None` at home. Always at home in the base game.
    pub invocation: Option<Segment>,
    /// Where the shaman stands.
    pub shaman: Shaman,
    /// Where the player's statues stand.
    pub statues: SpaceSet,
    /// Shell cards.
    pub shells: u8,
    /// Fish, pearl and nautilus cards, numbered as in [`Card::ALL`]; the other kinds are always 0 here.
    pub kept: [u8; Card::COUNT],
    /// The scoring cards bought since the last scoring.
    pub bought: DisplaySet,
    /// Points so far.
    pub points: u16,
}

impl Player {
    /// A player at the beginning, with the hut on this beach.
    #[must_use]
    pub fn at(hut: Segment) -> Player {
        Player {
            discs: [None; Disc::COUNT],
            invocation: None,
            shaman: Shaman::Beach(hut),
            statues: SpaceSet::EMPTY,
            shells: 0,
            kept: [0; Card::COUNT],
            bought: DisplaySet::EMPTY,
            points: 0,
        }
    }

    /// The sum of the number discs on each beach.
    #[must_use]
    pub fn sums(&self) -> [u8; Segment::COUNT] {
        // They are added in one word, a byte for each beach and one for the hand: nothing branches, and nothing is stored.
        let sums = Disc::ALL.into_iter().fold(0u64, |sums, disc| {
            let at = self.discs[disc.index()].map_or(Segment::COUNT, Segment::index);
            sums + (u64::from(disc.number()) << (at * 8))
        });
        let bytes = sums.to_le_bytes();
        std::array::from_fn(|beach| bytes[beach])
    }

    /// The number discs in hand.
    #[must_use]
    pub fn in_hand(&self) -> Set<Disc> {
        Disc::ALL.into_iter().filter(|disc| self.discs[disc.index()].is_none()).collect()
    }

    /// The sum of the number discs on this beach.
    #[must_use]
    pub fn sum_on(&self, beach: Segment) -> u8 {
        Disc::ALL.into_iter().filter(|disc| self.discs[disc.index()] == Some(beach)).map(Disc::number).sum()
    }

    /// Whether every number disc lies on some beach: then the boat may be moved by one (H9).
    #[must_use]
    pub fn is_out_of_discs(&self) -> bool {
        self.in_hand().is_empty()
    }

    /// The sum of the baskets on the player's fish cards.
    #[must_use]
    pub fn baskets(&self) -> u16 {
        Card::ALL.iter().map(|card| card.baskets() * u16::from(self.kept[card.index()])).sum()
    }
}

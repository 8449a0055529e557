//! The two players and what belongs to each.

use std::fmt;

use super::board::{Segment, SpaceSet};
use super::cards::{Card, DisplaySet};
use super::shaman::Shaman;
use crate::seat::Seat;

/// One of the two players: red has seat 0, yellow seat 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Seat 0.
    Red,
    /// Seat 1.
    Yellow,
}

impl Colour {
    /// Both.
    pub const BOTH: [Colour; 2] = [Colour::Red, Colour::Yellow];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Red => Colour::Yellow,
            Colour::Yellow => Colour::Red,
        }
    }

    /// 0 for red, 1 for yellow.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat that plays this colour.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat::new(self as u8)
    }

    /// Its name in notation and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Yellow => "yellow",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A number disc.
#[expect(missing_docs, reason = "the names are the numbers")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Disc {
    D1,
    D2,
    D3,
    D4,
    D5,
}

impl Disc {
    /// How many each player has.
    pub const COUNT: usize = 5;

    /// All of them, the smallest first.
    pub const ALL: [Disc; Disc::COUNT] = [Disc::D1, Disc::D2, Disc::D3, Disc::D4, Disc::D5];

    /// The disc with this number, 1 to 5.
    #[must_use]
    pub fn new(number: u32) -> Option<Disc> {
        Disc::ALL.get((number as usize).checked_sub(1)?).copied()
    }

    /// Its place in [`Disc::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The number on it, 1 to 5.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Disc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
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
    /// Where the own statues stand.
    pub statues: SpaceSet,
    /// Shell cards.
    pub shells: u8,
    /// Fish, pearl and nautilus cards, numbered as in [`Card::ALL`]; the other kinds are always 0 here.
    pub kept: [u8; Card::KINDS],
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
            kept: [0; Card::KINDS],
            bought: DisplaySet::EMPTY,
            points: 0,
        }
    }

    /// The sum of the own number discs on each beach.
    #[must_use]
    pub fn sums(&self) -> [u8; Segment::COUNT] {
        let mut sums = [0; Segment::COUNT];
        for disc in Disc::ALL {
            if let Some(beach) = self.discs[disc.index()] {
                sums[beach.index()] += disc.number();
            }
        }
        sums
    }

    /// The sum of the own number discs on this beach.
    #[must_use]
    pub fn sum_on(&self, beach: Segment) -> u8 {
        Disc::ALL.into_iter().filter(|disc| self.discs[disc.index()] == Some(beach)).map(Disc::number).sum()
    }

    /// Whether every number disc lies on some beach: then the boat may be moved by one (H9).
    #[must_use]
    pub fn is_out_of_discs(&self) -> bool {
        self.discs.iter().all(Option::is_some)
    }

    /// The sum of the baskets on the own fish cards.
    #[must_use]
    pub fn baskets(&self) -> u16 {
        Card::ALL.iter().map(|card| card.baskets() * u16::from(self.kept[card.index()])).sum()
    }
}

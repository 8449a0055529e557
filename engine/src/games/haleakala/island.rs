//! The island: six segments in a ring, their gaps for cards, and the building spaces between beach and crater.

use std::fmt;
use std::str::FromStr;

use crate::game::ParseNotationError;
use crate::named::{named, numbered};
use crate::set::{Ordinal, Set};

numbered! {
    /// One sixth of the island, numbered clockwise from 0 (H38).
    pub enum Segment(0..=5) { S0, S1, S2, S3, S4, S5 }
}

impl Segment {
    /// The segment that is this many steps further clockwise.
    #[must_use]
    pub const fn clockwise(self, steps: usize) -> Segment {
        Segment::ALL[(self.index() + steps) % Segment::COUNT]
    }

    /// The segment on the other side of the island.
    #[must_use]
    pub const fn opposite(self) -> Segment {
        self.clockwise(Segment::COUNT / 2)
    }

    /// Both neighbours, the lower number first.
    #[must_use]
    pub fn neighbours(self) -> [Segment; 2] {
        let mut both = [self.clockwise(Segment::COUNT - 1), self.clockwise(1)];
        both.sort_unstable();
        both
    }

    /// Both card gaps of its beach, the lower number first.
    #[must_use]
    pub const fn gaps(self) -> [Gap; 2] {
        [Gap::ALL[self.index() * 2], Gap::ALL[self.index() * 2 + 1]]
    }
}

numbered! {
    /// A place for one palm card next to a beach: gaps `2s` and `2s + 1` belong to segment `s` (H38).
    pub struct Gap(0..=11);
}

impl Gap {
    /// The first one.
    pub const FIRST: Gap = Gap::ALL[0];

    /// The gap with the next number.
    #[must_use]
    pub fn next(self) -> Option<Gap> {
        Gap::ALL.get(self.index() + 1).copied()
    }

    /// The segment at whose beach it is.
    #[must_use]
    pub const fn segment(self) -> Segment {
        Segment::ALL[self.index() / 2]
    }
}

named! {
    /// What a building space lies in, from the beach uphill to the crater; in the notation its first letter.
    pub enum Landscape {
        /// Next to the beach.
        Grassland = "g",
        /// In the middle.
        Forest = "f",
        /// Next to the crater.
        Mountain = "m",
    }
}

/// A building space: one for each landscape of each segment. In the notation `g2`, `f0`, `m5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space {
    /// How far uphill it is.
    pub landscape: Landscape,
    /// In which sixth of the island.
    pub segment: Segment,
}

impl Space {
    /// How many there are.
    pub const COUNT: usize = Landscape::COUNT * Segment::COUNT;

    /// All of them, by their numbers.
    pub const ALL: [Space; Space::COUNT] = {
        let mut all = [Space::new(Landscape::Grassland, Segment::S0); Space::COUNT];
        let mut index = 0;
        while index < all.len() {
            all[index] = Space::new(Landscape::ALL[index / Segment::COUNT], Segment::ALL[index % Segment::COUNT]);
            index += 1;
        }
        all
    };

    /// This landscape of this segment.
    #[must_use]
    pub const fn new(landscape: Landscape, segment: Segment) -> Space {
        Space { landscape, segment }
    }

    /// Its number: grasslands 0 to 5, forests 6 to 11, mountains 12 to 17.
    #[must_use]
    pub const fn index(self) -> usize {
        self.landscape.index() * Segment::COUNT + self.segment.index()
    }
}

impl Ordinal for Space {
    const COUNT: usize = Space::COUNT;

    fn ordinal(self) -> usize {
        self.index()
    }

    fn from_ordinal(ordinal: usize) -> Space {
        Space::ALL[ordinal]
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.landscape, self.segment)
    }
}

impl FromStr for Space {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Space, ParseNotationError> {
        let read = || {
            let (landscape, segment) = text.split_at_checked(1)?;
            Some(Space::new(landscape.parse().ok()?, segment.parse().ok()?))
        };
        read().ok_or_else(|| ParseNotationError::new(text, "building space, such as g2, f0 or m5"))
    }
}

/// A set of building spaces.
pub type SpaceSet = Set<Space>;

impl SpaceSet {
    /// The segments whose space of this landscape is in the set.
    #[must_use]
    pub const fn segments(self, landscape: Landscape) -> Set<Segment> {
        const RING: u32 = (1 << Segment::COUNT) - 1;
        Set::from_bits(self.bits() >> (landscape.index() * Segment::COUNT) & RING)
    }
}

//! The island: six segments in a ring, their gaps for cards, and the building spaces between beach and crater.

use std::fmt;

/// One sixth of the island, numbered clockwise from 0 (H38).
#[expect(missing_docs, reason = "the names are the numbers")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    S0,
    S1,
    S2,
    S3,
    S4,
    S5,
}

impl Segment {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// All of them, clockwise.
    pub const ALL: [Segment; Segment::COUNT] =
        [Segment::S0, Segment::S1, Segment::S2, Segment::S3, Segment::S4, Segment::S5];

    /// The segment with this number, 0 to 5.
    #[must_use]
    pub fn new(number: u32) -> Option<Segment> {
        Segment::ALL.get(number as usize).copied()
    }

    /// Its number, 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

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
        [Gap(self as u8 * 2), Gap(self as u8 * 2 + 1)]
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

/// A place for one palm card beside a beach: gaps `2s` and `2s + 1` belong to segment `s` (H38).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gap(u8);

impl Gap {
    /// How many there are.
    pub const COUNT: usize = 12;

    /// The first one.
    pub const FIRST: Gap = Gap(0);

    /// The gap with this number, 0 to 11.
    #[must_use]
    pub fn new(number: u32) -> Option<Gap> {
        u8::try_from(number).ok().filter(|&number| usize::from(number) < Gap::COUNT).map(Gap)
    }

    /// Its number, 0 to 11.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The gap with the next number.
    #[must_use]
    pub fn next(self) -> Option<Gap> {
        Gap::new(u32::from(self.0) + 1)
    }

    /// The segment at whose beach it is.
    #[must_use]
    pub const fn segment(self) -> Segment {
        Segment::ALL[self.0 as usize / 2]
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What a building space lies in, from the beach to the crater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Landscape {
    /// Next to the beach.
    Grassland,
    /// In the middle.
    Forest,
    /// Next to the crater.
    Mountain,
}

impl Landscape {
    /// All of them, uphill.
    pub const ALL: [Landscape; 3] = [Landscape::Grassland, Landscape::Forest, Landscape::Mountain];

    /// In the notation: its first letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Landscape::Grassland => 'g',
            Landscape::Forest => 'f',
            Landscape::Mountain => 'm',
        }
    }
}

/// A building space: one for each landscape of each segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space {
    /// How far uphill it is.
    pub landscape: Landscape,
    /// In which sixth of the island.
    pub segment: Segment,
}

impl Space {
    /// How many there are.
    pub const COUNT: usize = 18;

    /// This landscape of this segment.
    #[must_use]
    pub const fn new(landscape: Landscape, segment: Segment) -> Space {
        Space { landscape, segment }
    }

    /// The space with this number: grasslands 0 to 5, forests 6 to 11, mountains 12 to 17.
    #[must_use]
    pub fn from_number(number: u32) -> Option<Space> {
        let landscape = *Landscape::ALL.get(number as usize / Segment::COUNT)?;
        Some(Space::new(landscape, Segment::new(number % Segment::COUNT as u32)?))
    }

    /// Its number, 0 to 17.
    #[must_use]
    pub const fn index(self) -> usize {
        self.landscape as usize * Segment::COUNT + self.segment.index()
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.landscape.letter(), self.segment)
    }
}

/// A set of building spaces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SpaceSet(u32);

impl SpaceSet {
    /// No space.
    pub const EMPTY: SpaceSet = SpaceSet(0);

    /// The spaces whose bits are set: bit n for the space of number n.
    pub(super) const fn from_bits(bits: u32) -> SpaceSet {
        SpaceSet(bits)
    }

    /// Whether the space is in it.
    #[must_use]
    pub const fn contains(self, space: Space) -> bool {
        self.0 >> space.index() & 1 == 1
    }

    /// Whether any space is in both.
    #[must_use]
    pub const fn meets(self, other: SpaceSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with this space too.
    #[must_use]
    pub const fn with(self, space: Space) -> SpaceSet {
        SpaceSet(self.0 | 1 << space.index())
    }

    /// The set without this space.
    #[must_use]
    pub const fn without(self, space: Space) -> SpaceSet {
        SpaceSet(self.0 & !(1 << space.index()))
    }

    /// The segments whose space of this landscape is in the set, as a mask: bit `s` for segment `s`.
    #[must_use]
    pub const fn segments(self, landscape: Landscape) -> u32 {
        self.0 >> (landscape as usize * Segment::COUNT) & RING
    }

    /// How many spaces are in it.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The spaces in it, in order.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let space = Space::from_number(left.trailing_zeros())?;
            left &= left - 1;
            Some(space)
        })
    }
}

impl FromIterator<Space> for SpaceSet {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> SpaceSet {
        spaces.into_iter().fold(SpaceSet::EMPTY, SpaceSet::with)
    }
}

impl fmt::Debug for SpaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|space| space.to_string())).finish()
    }
}

/// The six bits of one landscape round the island.
const RING: u32 = 0b11_1111;

//! A shaman's place, and how far he walks from there.

use super::island::{Segment, Space, SpaceSet};

/// Where a shaman stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shaman {
    /// On the beach of his hut, where he starts and to which he never returns.
    Beach(Segment),
    /// On a building space.
    On(Space),
}

impl Shaman {
    /// The building space under him, if he stands on one.
    #[must_use]
    pub const fn space(self) -> Option<Space> {
        match self {
            Shaman::Beach(_) => None,
            Shaman::On(space) => Some(space),
        }
    }

    /// The spaces that one move can take him to: one or two steps, at most one of them uphill, never ending
    /// where he is (H10, H11). The other shaman is ignored.
    #[must_use]
    pub const fn reach(self) -> SpaceSet {
        REACH[match self {
            Shaman::Beach(segment) => segment.index(),
            Shaman::On(space) => Segment::COUNT + space.index(),
        }]
    }
}

/// [`Shaman::reach`] from the six beaches and then from the eighteen building spaces.
static REACH: [SpaceSet; Segment::COUNT + Space::COUNT] = {
    let mut reach = [SpaceSet::EMPTY; Segment::COUNT + Space::COUNT];
    let mut from = 0;
    while from < reach.len() {
        let start = 1 << from;
        let all = level(start) | uphill(start) | level(level(start)) | uphill(level(start)) | level(uphill(start));
        reach[from] = SpaceSet::from_bits((all & !start) >> Segment::COUNT);
        from += 1;
    }
    reach
};

/// The six bits of the beaches.
const BEACHES: u32 = 0b11_1111;

/// One step sideways or downhill from each of these. Like [`uphill`], it takes masks of four rings of six bits: beaches,
/// grasslands, forests, mountains. No shaman walks along the beach or back to it.
const fn level(from: u32) -> u32 {
    const FIRST: u32 = 1 << 6 | 1 << 12 | 1 << 18;
    const LAST: u32 = FIRST << 5;
    let land = from & !BEACHES;
    let clockwise = (land & !LAST) << 1 | (land & LAST) >> 5;
    let anticlockwise = (land & !FIRST) >> 1 | (land & FIRST) << 5;
    clockwise | anticlockwise | (land >> Segment::COUNT & !BEACHES)
}

/// One step uphill from each of these; the crater can't be entered.
const fn uphill(from: u32) -> u32 {
    from << Segment::COUNT & 0xff_ffff
}

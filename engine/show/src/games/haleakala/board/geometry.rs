//! Where things lie on the island: a hexagon with a corner on top, a segment to each of its sides.
//!
//! A place in a segment is given by how far out it is, at right angles to the side of the island, and how far along that
//! side, clockwise. All in whole units.

use kahua_engine::games::haleakala::Segment;

/// The middle of the island.
pub(super) const CENTRE: (i32, i32) = (400, 560);

/// The direction outwards of each segment, in ten-thousandths, clockwise from the upper right.
const OUTWARDS: [(i32, i32); Segment::COUNT] =
    [(5000, -8660), (10_000, 0), (5000, 8660), (-5000, 8660), (-10_000, 0), (-5000, -8660)];

/// How far out the borders of the rings are: around the crater, the mountain, the forest, the grassland and the beach.
pub(super) const CRATER: i32 = 62;
pub(super) const MOUNTAIN: i32 = 122;
pub(super) const FOREST: i32 = 180;
pub(super) const GRASSLAND: i32 = 238;
pub(super) const BEACH: i32 = 320;

/// How far out the boat and the cards lie.
pub(super) const WATER: i32 = 360;
/// How far out and along the bay of a beach reaches, in which they lie.
pub(super) const BAY: (i32, i32) = (BEACH + 62, 156);

/// The point so far out and so far along.
pub(super) fn point(segment: Segment, out: i32, along: i32) -> (i32, i32) {
    let (x, y) = OUTWARDS[segment.index()];
    (CENTRE.0 + rounded(out * x - along * y), CENTRE.1 + rounded(out * y + along * x))
}

/// A transformation that moves what is drawn round (0, 0) to this point.
pub(super) fn at(segment: Segment, out: i32, along: i32) -> String {
    let (x, y) = point(segment, out, along);
    moved(x, y)
}

/// A transformation that moves what is drawn round (0, 0) to here.
pub(super) fn moved(x: i32, y: i32) -> String {
    format!("translate({x} {y})")
}

/// The corners of the part of a segment between two borders, for a polygon.
pub(super) fn strip(segment: Segment, inner: i32, outer: i32) -> String {
    polygon(segment, [(inner, -half(inner)), (outer, -half(outer)), (outer, half(outer)), (inner, half(inner))])
}

/// These corners, each so far out and so far along, for a polygon.
pub(super) fn polygon(segment: Segment, corners: [(i32, i32); 4]) -> String {
    let corners = corners.map(|(out, along)| point(segment, out, along)).map(|(x, y)| format!("{x},{y}"));
    corners.join(" ")
}

/// Half the length of a side that is so far out: its tangent of 30 degrees.
pub(super) const fn half(out: i32) -> i32 {
    rounded(out * 5774)
}

/// Ten-thousandths to whole units.
const fn rounded(parts: i32) -> i32 {
    (parts + if parts < 0 { -5000 } else { 5000 }) / 10_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_meet_at_their_corners() {
        for segment in Segment::ALL {
            let (x, y) = point(segment, BEACH, half(BEACH));
            let (other_x, other_y) = point(segment.clockwise(1), BEACH, -half(BEACH));
            assert!((x - other_x).abs() <= 1 && (y - other_y).abs() <= 1, "{segment}");
        }
    }
}

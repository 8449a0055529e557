//! Where everything lies in the sea, in the drawing's units.

use kahua_engine::Set;
use kahua_engine::games::kanaloa::{Arrow, Island};

/// A point in the sea.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

const fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// The middle of the ring of islands.
const MIDDLE: Point = at(400, 410);

/// How far an island reaches, with its shore.
pub(super) const ISLAND_REACH: i32 = 70;

/// How far the sea goes on below the lowest island, where a sea space may be.
const SHELF: i32 = 20;

/// How far a sea space that touches only two islands is from the current between them.
const BESIDE: i32 = 62;

/// The islands, `a` first. Our maps don't use those from `m` on, which lie below the others.
const ISLANDS: [Point; 16] = [
    at(70, 70),
    at(730, 70),
    at(400, 135),
    at(150, 260),
    at(650, 260),
    at(290, 410),
    at(510, 410),
    at(400, 585),
    at(170, 715),
    at(630, 715),
    at(70, 900),
    at(730, 900),
    at(130, 1080),
    at(310, 1080),
    at(490, 1080),
    at(670, 1080),
];

/// The currents at the rim, which bend outwards: between which islands, and the point to which they bend.
const BENT: [(usize, usize, Point); 4] =
    [(0, 1, at(400, 15)), (0, 10, at(-6, 470)), (1, 11, at(806, 470)), (10, 11, at(400, 980))];

pub(super) const fn island(island: Island) -> Point {
    ISLANDS[island.index()]
}

/// How the islands in play reach from top to bottom.
pub(super) fn span(islands: Set<Island>) -> (i32, i32) {
    let heights = || islands.into_iter().map(|of| island(of).y);
    (heights().min().unwrap_or(0) - ISLAND_REACH, heights().max().unwrap_or(0) + ISLAND_REACH + SHELF)
}

/// The point to which the current between two islands bends; `None` if it is straight.
pub(super) fn bend(arrow: Arrow) -> Option<Point> {
    let (one, other) = (arrow.tail.index().min(arrow.head.index()), arrow.tail.index().max(arrow.head.index()));
    BENT.iter().find(|&&(from, to, _)| (from, to) == (one, other)).map(|&(_, _, point)| point)
}

/// The middle of a current, where its fish lies.
pub(super) fn halfway(arrow: Arrow) -> Point {
    let (from, to) = (island(arrow.tail), island(arrow.head));
    match bend(arrow) {
        None => at((from.x + to.x) / 2, (from.y + to.y) / 2),
        Some(over) => at((from.x + 2 * over.x + to.x) / 4, (from.y + 2 * over.y + to.y) / 4),
    }
}

/// The middle of a sea space that touches these islands: between three of them, or on the outer side of two.
pub(super) fn sea_space(islands: Set<Island>) -> Point {
    let points: Vec<Point> = islands.into_iter().map(island).collect();
    let count = points.len().max(1) as i32;
    let middle = at(points.iter().map(|p| p.x).sum::<i32>() / count, points.iter().map(|p| p.y).sum::<i32>() / count);
    let [one, other] = points[..] else { return middle };
    let (dx, dy) = (other.x - one.x, other.y - one.y);
    let length = (dx * dx + dy * dy).isqrt().max(1);
    let outwards = if (middle.x - MIDDLE.x) * -dy + (middle.y - MIDDLE.y) * dx < 0 { -1 } else { 1 };
    at(middle.x - outwards * dy * BESIDE / length, middle.y + outwards * dx * BESIDE / length)
}

/// A thousand times the sine of every third degree up to 90.
const SINES: [i32; 31] = [
    0, 52, 105, 156, 208, 259, 309, 358, 407, 454, 500, 545, 588, 629, 669, 707, 743, 777, 809, 839, 866, 891, 914,
    934, 951, 966, 978, 988, 995, 999, 1000,
];

/// The direction from the tail to the head, in degrees clockwise from the right: a multiple of three.
pub(super) fn direction(arrow: Arrow) -> i32 {
    let (from, to) = (island(arrow.tail), island(arrow.head));
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // Within a quarter: the step whose line passes nearest.
    let miss = |step: &usize| (dx.abs() * SINES[*step] - dy.abs() * SINES[30 - *step]).abs();
    let sharp = 3 * (0..31).min_by_key(miss).unwrap_or(0) as i32;
    match (dx < 0, dy < 0) {
        (false, false) => sharp,
        (true, false) => 180 - sharp,
        (true, true) => 180 + sharp,
        (false, true) => 360 - sharp,
    }
}

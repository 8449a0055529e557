//! All ways to choose so many out of so many.

use arrayvec::ArrayVec;
use kahua_engine::SeatCount;
use kahua_engine::seat::SEATS_MAX;

/// Positions in a list, in rising order: as many as a table has seats.
pub(super) type Group = ArrayVec<usize, SEATS_MAX>;

/// Every group of `size` positions out of `0..count`, those with low positions first.
pub(super) fn groups(count: usize, size: SeatCount) -> impl Iterator<Item = Group> {
    let first: Group = (0..size.get()).collect();
    std::iter::successors((size.get() <= count).then_some(first), move |group| following(group, count))
}

fn following(group: &Group, count: usize) -> Option<Group> {
    let size = group.len();
    // The last position that can still move up, and all behind it right after it.
    let moving = (0..size).rev().find(|place| group[*place] < count - (size - place))?;
    let mut next = group.clone();
    for place in moving..size {
        next[place] = group[moving] + 1 + place - moving;
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_group_comes_once() {
        for (count, size, expected) in [(4, 2, 6), (5, 5, 1), (7, 3, 35), (12, 5, 792), (1, 2, 0), (0, 1, 0), (3, 1, 3)]
        {
            let all: Vec<Group> = groups(count, SeatCount::new(size).unwrap()).collect();
            assert_eq!(all.len(), expected, "{size} of {count}");
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), expected);
            assert!(all.iter().all(|group| group.is_sorted_by(|a, b| a < b) && group.iter().all(|p| *p < count)));
        }
    }
}

//! Elo ratings, updated after every match: a match of n seats counts as a game between every two of them, with K/(n −
//! 1).
//!
//! The points that two seats exchange are computed once and rounded to thousandths. So a match neither creates nor
//! destroys points, and the order of the seats has no influence.

use std::cmp::Ordering;
use std::f64::consts::LN_10;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg};

/// The most that a rating moves in one match, in Elo points.
pub const K: f64 = 32.0;

/// A difference of this many points means odds of 10 to 1.
const SCALE: f64 = 400.0;

/// A rating in thousandths of an Elo point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(i64);

impl Rating {
    /// The rating that every player starts with: 1500 points.
    pub const START: Rating = Rating(1_500_000);

    /// The rating in Elo points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

/// The amount by which a match changes a rating, in thousandths of an Elo point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change(i64);

impl Change {
    /// The change in Elo points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

/// How a match changes the ratings of its seats. The changes add up to zero.
///
/// Both slices are in seat order. A smaller place is better; seats that share a place have tied.
///
/// ```
/// use kahua_ratings::elo::{Rating, changes};
///
/// let changes = changes(&[Rating::START; 3], &[2, 1, 3]);
/// assert_eq!(changes.iter().map(|change| change.points()).collect::<Vec<_>>(), [0.0, 16.0, -16.0]);
/// ```
///
/// # Panics
/// If the slices differ in length.
#[must_use]
pub fn changes<P: Ord>(ratings: &[Rating], places: &[P]) -> Vec<Change> {
    assert_eq!(ratings.len(), places.len(), "every seat needs a rating and a place");
    let seats = ratings.len();
    let k = K / (seats.max(2) - 1) as f64;
    let exchange = |own: usize, other: usize| {
        exchange(k, ratings[own], ratings[other], Comparison::of(&places[own], &places[other]))
    };
    let change = |own: usize| (0..seats).filter(|other| *other != own).map(|other| exchange(own, other)).sum();
    (0..seats).map(change).collect()
}

/// The points that the first seat gets from the second. Swapping the two gives exactly the opposite, because every step
/// is odd in the difference.
fn exchange(k: f64, own: Rating, other: Rating, comparison: Comparison) -> Change {
    let ahead = (own.0 - other.0) as f64 / 1000.0;
    // This is 1/(1 + 10^(-ahead/400)) - 1/2, which `tanh` computes as an odd function to the last bit.
    let expected_above_half = 0.5 * (ahead * LN_10 / (2.0 * SCALE)).tanh();
    Change((k * (comparison.above_half() - expected_above_half) * 1000.0).round() as i64)
}

/// How one seat did against one other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Win,
    Tie,
    Loss,
}

impl Comparison {
    pub(crate) fn of<P: Ord>(own: &P, other: &P) -> Comparison {
        match own.cmp(other) {
            Ordering::Less => Comparison::Win,
            Ordering::Equal => Comparison::Tie,
            Ordering::Greater => Comparison::Loss,
        }
    }

    pub(crate) fn half_points(self) -> u32 {
        match self {
            Comparison::Win => 2,
            Comparison::Tie => 1,
            Comparison::Loss => 0,
        }
    }

    fn above_half(self) -> f64 {
        f64::from(self.half_points()) / 2.0 - 0.5
    }
}

impl AddAssign<Change> for Rating {
    fn add_assign(&mut self, change: Change) {
        self.0 += change.0;
    }
}

impl Add<Change> for Rating {
    type Output = Rating;
    fn add(mut self, change: Change) -> Rating {
        self += change;
        self
    }
}

impl Neg for Change {
    type Output = Change;
    fn neg(self) -> Change {
        Change(-self.0)
    }
}

impl Sum for Change {
    fn sum<I: Iterator<Item = Change>>(changes: I) -> Change {
        Change(changes.map(|change| change.0).sum())
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1}", self.points())
    }
}

#[cfg(test)]
mod tests;

//! Elo ratings that move with every match: a match of n seats counts as a game between every two of them, with K/(n-1).
//!
//! The points that a pair exchanges are computed once and rounded to thousandths, so no match makes or loses points, and
//! it doesn't matter in which order the seats are looked at.

use std::f64::consts::LN_10;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg};

use kahua_engine::outcome::Place;
use kahua_engine::seat::{PerSeat, Seat};

/// The most that a rating moves in one match, in Elo points.
pub const K: f64 = 32.0;

/// A difference of so many points means odds of 10 to 1.
const SCALE: f64 = 400.0;

/// A rating in thousandths of an Elo point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rating(i64);

impl Rating {
    /// What every bot starts with: 1500 points.
    pub const START: Rating = Rating(1_500_000);

    /// In Elo points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

/// By how much a match moves a rating, in thousandths of an Elo point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Change(i64);

impl Change {
    /// In Elo points.
    #[must_use]
    pub fn points(self) -> f64 {
        self.0 as f64 / 1000.0
    }
}

/// What a match with these places does to these ratings, by seat. Sums to nothing over the seats.
///
/// A seat that is placed better than another has won against it, and one that shares its place has tied with it.
///
/// # Panics
/// If the two are of tables of different sizes.
#[must_use]
pub fn changes(ratings: &PerSeat<Rating>, places: &PerSeat<Place>) -> PerSeat<Change> {
    let seats = ratings.count();
    assert_eq!(seats, places.count(), "ratings and places of one table");
    let k = K / (seats.get().max(2) - 1) as f64;
    let exchange = |own: Seat, other: Seat| exchange(k, ratings[own], ratings[other], Score::of(places, own, other));
    PerSeat::from_fn(seats, |own| seats.others_after(own).map(|other| exchange(own, other)).sum())
}

/// What the first of two gets from the second. With the two swapped it is exactly the opposite: every step is odd in the
/// difference.
fn exchange(k: f64, own: Rating, other: Rating, score: Score) -> Change {
    let ahead = (own.0 - other.0) as f64 / 1000.0;
    // 1/(1 + 10^(-d/400)) - 1/2
    let expected_above_half = 0.5 * (ahead * LN_10 / (2.0 * SCALE)).tanh();
    Change((k * (score.above_half() - expected_above_half) * 1000.0).round() as i64)
}

/// How one seat did against one other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    Win,
    Tie,
    Loss,
}

impl Score {
    pub(super) fn of(places: &PerSeat<Place>, own: Seat, other: Seat) -> Score {
        match places[own].cmp(&places[other]) {
            std::cmp::Ordering::Less => Score::Win,
            std::cmp::Ordering::Equal => Score::Tie,
            std::cmp::Ordering::Greater => Score::Loss,
        }
    }

    pub(super) fn half_points(self) -> u32 {
        match self {
            Score::Win => 2,
            Score::Tie => 1,
            Score::Loss => 0,
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
mod tests {
    use proptest::prelude::*;
    use skillratings::Outcomes;
    use skillratings::elo::{EloConfig, EloRating, elo};

    use super::*;

    fn rating() -> impl Strategy<Value = Rating> {
        (0i64..4_000_000).prop_map(Rating)
    }

    fn table(seats: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<(Rating, Place)>> {
        let seat = |seats| (rating(), (1..=seats as u8).prop_map(|place| Place::new(place).unwrap()));
        seats.prop_flat_map(move |seats| proptest::collection::vec(seat(seats), seats))
    }

    fn changes_of(table: &[(Rating, Place)]) -> Vec<Change> {
        let ratings = PerSeat::from_values(table.iter().map(|seat| seat.0)).unwrap();
        let places = PerSeat::from_values(table.iter().map(|seat| seat.1)).unwrap();
        changes(&ratings, &places).iter().copied().collect()
    }

    proptest! {
        #[test]
        fn no_match_makes_or_loses_points(table in table(1..=5usize)) {
            prop_assert_eq!(changes_of(&table).into_iter().sum::<Change>(), Change(0));
        }

        #[test]
        fn the_order_of_the_seats_does_not_matter(
            (table, order) in table(1..=5usize).prop_flat_map(|table| {
                let order: Vec<usize> = (0..table.len()).collect();
                (Just(table), Just(order).prop_shuffle())
            })
        ) {
            let shuffled: Vec<_> = order.iter().map(|seat| table[*seat]).collect();
            let expected = changes_of(&table);
            let expected: Vec<_> = order.iter().map(|seat| expected[*seat]).collect();
            prop_assert_eq!(changes_of(&shuffled), expected);
        }

        #[test]
        fn no_match_moves_a_rating_by_more_than_k(table in table(1..=5usize)) {
            for change in changes_of(&table) {
                prop_assert!(change.points().abs() <= K + 0.01);
            }
        }

        #[test]
        fn two_seats_are_the_textbook(one in rating(), other in rating(), first in 0..3u8) {
            let places = [(1, 2), (1, 1), (2, 1)][first as usize];
            let places = [places.0, places.1].map(|place| Place::new(place).unwrap());
            let found = changes_of(&[(one, places[0]), (other, places[1])])[0].points();

            let expected = 1.0 / (1.0 + 10f64.powf((other.points() - one.points()) / 400.0));
            let score = [1.0, 0.5, 0.0][first as usize];
            prop_assert!((found - K * (score - expected)).abs() < 0.001);

            let outcome = [Outcomes::WIN, Outcomes::DRAW, Outcomes::LOSS][first as usize];
            let (before, opponent) = (EloRating { rating: one.points() }, EloRating { rating: other.points() });
            let after = elo(&before, &opponent, &outcome, &EloConfig { k: K }).0;
            prop_assert!((found - (after.rating - one.points())).abs() < 0.001);
        }
    }

    #[test]
    fn five_equals_at_one_table_move_no_further_than_two() {
        let table: Vec<_> = (1..=5).map(|place| (Rating::START, Place::new(place).unwrap())).collect();
        let points: Vec<f64> = changes_of(&table).into_iter().map(Change::points).collect();
        assert_eq!(points, [16.0, 8.0, 0.0, -8.0, -16.0]);
    }
}

//! Elo against its invariants, the textbook and another implementation.

use proptest::prelude::*;
use skillratings::Outcomes;
use skillratings::elo::{EloConfig, EloRating, elo};

use super::*;

fn rating() -> impl Strategy<Value = Rating> {
    (0i64..4_000_000).prop_map(Rating)
}

fn table(seats: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<(Rating, u8)>> {
    let seat = |seats| (rating(), 1..=seats as u8);
    seats.prop_flat_map(move |seats| proptest::collection::vec(seat(seats), seats))
}

fn changes_of(table: &[(Rating, u8)]) -> Vec<Change> {
    let (ratings, places): (Vec<Rating>, Vec<u8>) = table.iter().copied().unzip();
    changes(&ratings, &places)
}

proptest! {
    #[test]
    fn no_match_creates_or_destroys_points(table in table(1..=5usize)) {
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
        let found = changes_of(&[(one, places.0), (other, places.1)])[0].points();

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
    let table: Vec<_> = (1..=5).map(|place| (Rating::START, place)).collect();
    let points: Vec<f64> = changes_of(&table).into_iter().map(Change::points).collect();
    assert_eq!(points, [16.0, 8.0, 0.0, -8.0, -16.0]);
}

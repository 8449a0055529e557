//! What a state is worth to each seat, from 0 (lost) to 1 (won).

use engine::seat::SEATS_MAX;
use engine::{Outcome, PerSeat, Seat, SeatCount};

/// One value a seat; the entries of seats that the table doesn't have are 0.
pub(super) type Values = [f32; SEATS_MAX];

/// A lead of so many points is worth about 0.73.
const LEAD: f32 = 8.0;
/// How much of the value of a finished game is its places; the rest is the lead, so that a lost game is still fought for.
const PLACES: f32 = 0.9;

/// The values of a finished game.
pub(super) fn finished(outcome: &Outcome) -> Values {
    let seats = outcome.scores.count();
    let by_lead = by_lead(&outcome.scores);
    each(seats, |seat| PLACES * by_place(outcome, seat) + (1.0 - PLACES) * by_lead[seat.index()])
}

/// The values of a game that stands so.
pub(super) fn by_lead(scores: &PerSeat<i32>) -> Values {
    each(scores.count(), |seat| {
        let others = scores.entries().filter(|(other, _)| *other != seat).map(|(_, score)| *score);
        let best = others.max().unwrap_or_default();
        let lead = (scores[seat] - best) as f32;
        1.0 / (1.0 + (-lead / LEAD).exp())
    })
}

/// The share of the other seats that this seat beat; a shared place counts one half.
fn by_place(outcome: &Outcome, seat: Seat) -> f32 {
    let own = outcome.places[seat];
    let won: f32 = outcome
        .places
        .entries()
        .filter(|(other, _)| *other != seat)
        .map(|(_, place)| match own.cmp(place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        })
        .sum();
    won / (outcome.places.count().get() - 1).max(1) as f32
}

fn each(seats: SeatCount, value: impl Fn(Seat) -> f32) -> Values {
    let mut values = [0.0; SEATS_MAX];
    for seat in seats.seats() {
        values[seat.index()] = value(seat);
    }
    values
}

#[cfg(test)]
mod tests {
    use engine::Place;

    use super::*;

    fn outcome(scores: [i32; 3], places: [u8; 3]) -> Outcome {
        Outcome {
            scores: PerSeat::from_values(scores).unwrap(),
            places: PerSeat::from_values(places.map(|place| Place::new(place).unwrap())).unwrap(),
        }
    }

    #[test]
    fn a_better_place_is_worth_more_than_any_lead() {
        let values = finished(&outcome([10, 90, 90], [3, 1, 2]));
        assert!(values[1] > values[2] && values[2] > values[0], "{values:?}");
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
    }

    #[test]
    fn equal_scores_are_worth_one_half() {
        let values = by_lead(&PerSeat::from_values([7, 7]).unwrap());
        assert_eq!(values[..2], [0.5, 0.5]);
    }
}

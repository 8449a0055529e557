//! What a state is worth to each seat, from 0 (lost) to 1 (won).

use std::cmp::Ordering;

use kahua_engine::seat::SEATS_MAX;
use kahua_engine::{Game, Outcome, PerSeat, Phase, Seat};

/// One value a seat; the entries of seats that the table doesn't have are 0.
pub(super) type Values = [f32; SEATS_MAX];

/// How much of the value of a finished game is its places; the rest is the leads, so that a lost game is still fought for.
const PLACES: f32 = 0.7;
/// The lead that is expected before any was seen, in points.
const FIRST_LEAD: f32 = 8.0;
/// How many leads that expectation counts for.
const FIRST_LEADS: f32 = 8.0;

/// Turns points into values, by the leads that it has seen so far: a usual lead is worth the same in every game.
#[derive(Debug)]
pub(super) struct Judge {
    count: f32,
    squares: f32,
}

impl Judge {
    pub(super) fn new() -> Judge {
        Judge { count: FIRST_LEADS, squares: FIRST_LEADS * FIRST_LEAD * FIRST_LEAD }
    }

    /// The values of a state; of one that isn't finished, by its prospects.
    pub(super) fn values<G: Game>(&mut self, state: &G, prospects: fn(&G) -> PerSeat<f32>) -> Values {
        match state.phase() {
            Phase::Over(outcome) => self.by_outcome(&outcome),
            Phase::Decide(_) | Phase::Chance => self.by_leads(&prospects(state)),
        }
    }

    fn by_outcome(&mut self, outcome: &Outcome) -> Values {
        let mut values = self.by_leads(&outcome.scores.map(|score| *score as f32));
        for seat in outcome.scores.count().seats() {
            let value = &mut values[seat.index()];
            *value = PLACES * share_beaten(outcome, seat) + (1.0 - PLACES) * *value;
        }
        values
    }

    /// How likely a seat's lead over each other is to be a win; the mean over the others.
    fn by_leads(&mut self, scores: &PerSeat<f32>) -> Values {
        let usual_lead = (self.squares / self.count).sqrt().max(1.0);
        let scores = scores.as_slice();
        let others = (scores.len() - 1).max(1) as f32;
        let mut values = [0.0; SEATS_MAX];
        for (one, score) in scores.iter().enumerate() {
            for (other, their_score) in scores[..one].iter().enumerate() {
                let lead = score - their_score;
                let value = 1.0 / (1.0 + (-lead / usual_lead).exp());
                values[one] += value / others;
                values[other] += (1.0 - value) / others;
                self.squares += lead * lead;
                self.count += 1.0;
            }
        }
        values
    }
}

/// The share of the other seats that this seat beat; a shared place counts one half.
fn share_beaten(outcome: &Outcome, seat: Seat) -> f32 {
    let own = outcome.places[seat];
    let others = outcome.places.entries().filter(|(other, _)| *other != seat);
    let beaten: f32 = others
        .map(|(_, place)| match own.cmp(place) {
            Ordering::Less => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Greater => 0.0,
        })
        .sum();
    beaten / (outcome.places.count().get() - 1).max(1) as f32
}

#[cfg(test)]
mod tests {
    use kahua_engine::Place;

    use super::*;

    fn outcome(scores: [i32; 3], places: [u8; 3]) -> Outcome {
        Outcome {
            scores: PerSeat::from_values(scores).unwrap(),
            places: PerSeat::from_values(places.map(|place| Place::new(place).unwrap())).unwrap(),
        }
    }

    #[test]
    fn a_better_place_is_worth_more_than_any_lead() {
        let values = Judge::new().by_outcome(&outcome([10, 90, 90], [3, 1, 2]));
        assert!(values[1] > values[2] && values[2] > values[0], "{values:?}");
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
    }

    #[test]
    fn equal_scores_are_worth_one_half() {
        let values = Judge::new().by_leads(&PerSeat::from_values([7.0, 7.0]).unwrap());
        assert_eq!(values[..2], [0.5, 0.5]);
    }

    #[test]
    fn a_lead_counts_by_the_leads_that_are_usual() {
        let of_ten = |usual: f32| {
            let mut judge = Judge::new();
            (0..1000).for_each(|_| _ = judge.by_leads(&PerSeat::from_values([usual, 0.0]).unwrap()));
            judge.by_leads(&PerSeat::from_values([10.0, 0.0]).unwrap())[0]
        };
        assert!(of_ten(4.0) > 0.85 && of_ten(40.0) < 0.6, "{} {}", of_ten(4.0), of_ten(40.0));
    }
}

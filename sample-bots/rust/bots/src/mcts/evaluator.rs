//! The value of a state for each seat, from 0 (lost) to 1 (won).

use std::cmp::Ordering;

use kahua_engine::seat::SEATS_MAX;
use kahua_engine::{Game, Outcome, PerSeat, Phase, Seat};

/// A value for each seat. The entries of seats that don't exist are 0.
pub(super) type Values = [f32; SEATS_MAX];

/// The share of the places in the value of a finished game. The rest goes to the leads, so that the search still fights for
/// points in a lost game.
const PLACE_WEIGHT: f32 = 0.7;
/// The typical lead that is assumed at first, in points.
const PRIOR_LEAD: f32 = 8.0;
/// How many observed leads that assumption counts for.
const PRIOR_WEIGHT: f32 = 8.0;

/// Turns scores into values. It scales leads by the typical lead so far, so that it suits every game.
#[derive(Debug)]
pub(super) struct Evaluator {
    leads: f32,
    sum_of_squares: f32,
}

impl Evaluator {
    pub(super) fn new() -> Evaluator {
        Evaluator { leads: PRIOR_WEIGHT, sum_of_squares: PRIOR_WEIGHT * PRIOR_LEAD * PRIOR_LEAD }
    }

    /// The values of a state. `evaluate` estimates the final scores if the game isn't over.
    pub(super) fn values<G: Game>(&mut self, state: &G, evaluate: fn(&G) -> PerSeat<f32>) -> Values {
        match state.phase() {
            Phase::Over(outcome) => self.by_outcome(&outcome),
            Phase::Decide(_) | Phase::Chance => self.by_leads(&evaluate(state)),
        }
    }

    fn by_outcome(&mut self, outcome: &Outcome) -> Values {
        let mut values = self.by_leads(&outcome.scores.map(|score| *score as f32));
        for seat in outcome.scores.count().seats() {
            let value = &mut values[seat.index()];
            *value = PLACE_WEIGHT * share_beaten(outcome, seat) + (1.0 - PLACE_WEIGHT) * *value;
        }
        values
    }

    /// The probability that a seat beats another one, by its lead; the mean over all other seats.
    fn by_leads(&mut self, scores: &PerSeat<f32>) -> Values {
        let typical_lead = (self.sum_of_squares / self.leads).sqrt().max(1.0);
        let scores = scores.as_slice();
        let others = (scores.len() - 1).max(1) as f32;
        let mut values = [0.0; SEATS_MAX];
        for (one, score) in scores.iter().enumerate() {
            for (other, their_score) in scores[..one].iter().enumerate() {
                let lead = score - their_score;
                let value = 1.0 / (1.0 + (-lead / typical_lead).exp());
                values[one] += value / others;
                values[other] += (1.0 - value) / others;
                self.sum_of_squares += lead * lead;
                self.leads += 1.0;
            }
        }
        values
    }
}

/// The share of the other seats that this seat beat. A shared place counts as one half.
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
        let values = Evaluator::new().by_outcome(&outcome([10, 90, 90], [3, 1, 2]));
        assert!(values[1] > values[2] && values[2] > values[0], "{values:?}");
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)), "{values:?}");
    }

    #[test]
    fn equal_scores_are_worth_one_half() {
        let values = Evaluator::new().by_leads(&PerSeat::from_values([7.0, 7.0]).unwrap());
        assert_eq!(values[..2], [0.5, 0.5]);
    }

    #[test]
    fn a_lead_counts_in_proportion_to_the_typical_lead() {
        let of_ten = |typical: f32| {
            let mut evaluator = Evaluator::new();
            (0..1000).for_each(|_| _ = evaluator.by_leads(&PerSeat::from_values([typical, 0.0]).unwrap()));
            evaluator.by_leads(&PerSeat::from_values([10.0, 0.0]).unwrap())[0]
        };
        assert!(of_ten(4.0) > 0.85 && of_ten(40.0) < 0.6, "{} {}", of_ten(4.0), of_ten(40.0));
    }
}

//! The likelihood of the results under the strengths of the players: its slope, its curvature and its maximum.

use super::cholesky::Cholesky;
use super::{PairScore, PlayerIndex, SetScores};

/// The weight of the win against an average player that the prior gives to everybody, and of the loss.
pub(super) const PRIOR_WEIGHT: f64 = 0.5;

/// The iteration ends when no strength moves by more than this, in units of the model.
const TOLERANCE: f64 = 1e-10;
/// The most that one step moves a strength, in units of the model; 400 Elo points are 2.3.
const STEP_MAX: f64 = 2.0;
/// A bound that is never reached: some 10 steps are enough.
const STEPS_MAX: usize = 200;

/// The results of all sets together, which is all that the likelihood depends on.
#[derive(Debug)]
pub(super) struct Likelihood {
    totals: SetScores,
}

impl Likelihood {
    pub(super) fn of<'a>(sets: impl Iterator<Item = &'a SetScores>) -> Likelihood {
        let mut totals = SetScores::new();
        for (pair, score) in sets.flatten() {
            let total = totals.entry(*pair).or_default();
            total.half_points += score.half_points;
            total.comparisons += score.comparisons;
        }
        Likelihood { totals }
    }

    /// The most likely strengths, by Newton's method. The logarithm of the likelihood is concave, so there is one maximum.
    pub(super) fn maximize(&self, players: usize) -> Vec<f64> {
        let mut strengths = vec![0.0; players];
        for _ in 0..STEPS_MAX {
            let mut step = self.slope(&strengths);
            self.information(&strengths).solve(&mut step);
            let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
            // A full step from far away may overshoot so much that it doesn't come back.
            let scale = if longest > STEP_MAX { STEP_MAX / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
            if longest < TOLERANCE {
                break;
            }
        }
        strengths
    }

    /// The first derivatives of the logarithm.
    fn slope(&self, strengths: &[f64]) -> Vec<f64> {
        let prior = |strength: &f64| 2.0 * PRIOR_WEIGHT * (0.5 - win_probability(*strength));
        let mut slope: Vec<f64> = strengths.iter().map(prior).collect();
        add_surpluses(strengths, &self.totals, &mut slope);
        slope
    }

    /// The Fisher information: the negative of the second derivatives of the logarithm.
    pub(super) fn information(&self, strengths: &[f64]) -> Cholesky {
        let mut matrix = self.information_of_results(strengths);
        for (player, strength) in strengths.iter().enumerate() {
            matrix[player][player] += 2.0 * PRIOR_WEIGHT * curvature(*strength);
        }
        Cholesky::of(matrix)
    }

    /// The part of the information that doesn't come from the prior.
    pub(super) fn information_of_results(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in &self.totals {
            let curvature = curvature(strengths[one] - strengths[other]) * f64::from(score.comparisons);
            matrix[one][one] += curvature;
            matrix[other][other] += curvature;
            matrix[one][other] -= curvature;
            matrix[other][one] -= curvature;
        }
        matrix
    }

    /// The third central moment of the wins of each pair's first player less those of the second.
    pub(super) fn third_moments(&self, strengths: &[f64]) -> Vec<(PlayerIndex, PlayerIndex, f64)> {
        let moment = |(&(one, other), score): (&(PlayerIndex, PlayerIndex), &PairScore)| {
            let ahead = strengths[one.0] - strengths[other.0];
            let lean = win_probability(ahead) - win_probability(-ahead);
            (one, other, lean * curvature(ahead) * f64::from(score.comparisons))
        };
        self.totals.iter().map(moment).collect()
    }

    pub(super) fn totals(&self) -> &SetScores {
        &self.totals
    }
}

/// How fast the probability to win rises with the strength.
fn curvature(ahead: f64) -> f64 {
    win_probability(ahead) * win_probability(-ahead)
}

/// Adds, for every player, by how many comparisons the results are better than the strengths predict.
pub(super) fn add_surpluses(strengths: &[f64], scores: &SetScores, sums: &mut [f64]) {
    for (&(PlayerIndex(one), PlayerIndex(other)), score) in scores {
        let surplus = surplus(strengths[one] - strengths[other], score);
        sums[one] += surplus;
        sums[other] -= surplus;
    }
}

fn surplus(ahead: f64, score: &PairScore) -> f64 {
    f64::from(score.half_points) / 2.0 - win_probability(ahead) * f64::from(score.comparisons)
}

/// The probability to win against a player who is this far behind.
pub(super) fn win_probability(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

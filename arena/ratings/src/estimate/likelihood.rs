//! The likelihood of the results under the strengths of the players: its slope, its curvature and its maximum.

use std::collections::BTreeMap;

use super::cholesky::Cholesky;
use super::components::{Components, Tie};
use super::{PairScore, PlayerIndex, SetScores};

/// The weight of the prior's win against an average player, and of its loss, for every player.
pub(super) const PRIOR_WEIGHT: f64 = 0.5;

/// The iteration ends when no strength moves by more than this, in units of the model.
const TOLERANCE: f64 = 1e-10;
/// The most that one step moves a strength, in units of the model; 400 Elo points are 2.3.
const STEP_MAX: f64 = 2.0;
/// A bound that is never reached: about 10 steps are enough.
const STEPS_MAX: usize = 200;

/// The results of all sets together, which is all that the likelihood depends on.
#[derive(Debug)]
pub(super) struct Likelihood {
    totals: SetScores,
    hold: Hold,
}

/// What fixes the zero point of the strengths: results tell only differences.
#[derive(Debug)]
enum Hold {
    Prior,
    /// The mean of each of these groups is 0.
    Means(Vec<Vec<PlayerIndex>>),
    /// Strengths are normally distributed around 0, with this precision.
    Spread(f64),
}

impl Likelihood {
    /// The likelihood of all results, with the prior.
    pub(super) fn of(sets: &BTreeMap<&SetScores, u32>) -> Likelihood {
        let mut totals = SetScores::new();
        for (set, times) in sets {
            for (pair, score) in *set {
                let total = totals.entry(*pair).or_default();
                total.half_points += times * score.half_points;
                total.comparisons += times * score.comparisons;
            }
        }
        Likelihood { totals, hold: Hold::Prior }
    }

    /// The likelihood of the results within components, without the prior.
    pub(super) fn within(&self, components: &Components) -> Likelihood {
        let known = self.totals.iter().filter(|((one, other), _)| components.tie(*one, *other) == Tie::Mutual);
        let totals = known.map(|(pair, score)| (*pair, *score)).collect();
        Likelihood { totals, hold: Hold::Means(components.all()) }
    }

    /// The likelihood of all results, with normally distributed strengths of this precision.
    pub(super) fn spread_by(&self, precision: f64) -> Likelihood {
        Likelihood { totals: self.totals.clone(), hold: Hold::Spread(precision) }
    }

    /// The logarithm of the likelihood of the results, without a prior.
    pub(super) fn logarithm(&self, strengths: &[f64]) -> f64 {
        let of = |(&(PlayerIndex(one), PlayerIndex(other)), score): (&(PlayerIndex, PlayerIndex), &PairScore)| {
            let ahead = strengths[one] - strengths[other];
            let won = f64::from(score.half_points) / 2.0;
            won * win_probability(ahead).ln() + (f64::from(score.comparisons) - won) * win_probability(-ahead).ln()
        };
        self.totals.iter().map(of).sum()
    }

    /// The most likely strengths, by Newton's method. The logarithm of the likelihood is concave, so there is one maximum.
    pub(super) fn maximize(&self, players: usize) -> Vec<f64> {
        self.maximize_from(vec![0.0; players])
    }

    /// The same, found from strengths that are close to them.
    pub(super) fn maximize_from(&self, mut strengths: Vec<f64>) -> Vec<f64> {
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
        let prior = |strength: &f64| match &self.hold {
            Hold::Prior => 2.0 * PRIOR_WEIGHT * (0.5 - win_probability(*strength)),
            Hold::Means(_) => 0.0,
            Hold::Spread(precision) => -precision * strength,
        };
        let mut slope: Vec<f64> = strengths.iter().map(prior).collect();
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in &self.totals {
            let surplus = surplus(strengths[one] - strengths[other], score);
            slope[one] += surplus;
            slope[other] -= surplus;
        }
        slope
    }

    /// The Fisher information: the negative of the second derivatives of the logarithm.
    pub(super) fn information(&self, strengths: &[f64]) -> Cholesky {
        let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in &self.totals {
            let curvature = curvature(strengths[one] - strengths[other]) * f64::from(score.comparisons);
            matrix[one][one] += curvature;
            matrix[other][other] += curvature;
            matrix[one][other] -= curvature;
            matrix[other][one] -= curvature;
        }
        match &self.hold {
            Hold::Prior => {
                for (player, strength) in strengths.iter().enumerate() {
                    matrix[player][player] += 2.0 * PRIOR_WEIGHT * curvature(*strength);
                }
            }
            Hold::Spread(precision) => {
                matrix.iter_mut().enumerate().for_each(|(player, row)| row[player] += precision);
            }
            // The term that fixes the mean doesn't change differences.
            Hold::Means(groups) => {
                for group in groups {
                    for PlayerIndex(one) in group {
                        group.iter().for_each(|PlayerIndex(other)| matrix[*one][*other] += 1.0 / group.len() as f64);
                    }
                }
            }
        }
        Cholesky::of(matrix)
    }

    /// By how much the mean of each strength lies beyond its most likely value, if this is the covariance of the strengths: to
    /// the first order, from the third derivatives of the logarithm divided by the dispersion.
    pub(super) fn mean_shift(&self, strengths: &[f64], covariance: &[Vec<f64>], dispersion: f64) -> Vec<f64> {
        let mut push = vec![0.0; strengths.len()];
        for (&(PlayerIndex(one), PlayerIndex(other)), score) in &self.totals {
            let ahead = strengths[one] - strengths[other];
            let variance = covariance[one][one] + covariance[other][other] - 2.0 * covariance[one][other];
            let lean = win_probability(ahead) - win_probability(-ahead);
            let third = lean * curvature(ahead) * f64::from(score.comparisons) / dispersion;
            push[one] += third * variance / 2.0;
            push[other] -= third * variance / 2.0;
        }
        covariance.iter().map(|row| row.iter().zip(&push).map(|(covariance, push)| covariance * push).sum()).collect()
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
pub(super) fn curvature(ahead: f64) -> f64 {
    win_probability(ahead) * win_probability(-ahead)
}

/// By how many comparisons a result is better than the strengths predict.
pub(super) fn surplus(ahead: f64, score: &PairScore) -> f64 {
    f64::from(score.half_points) / 2.0 - win_probability(ahead) * f64::from(score.comparisons)
}

/// The probability to win against a player who is this far behind.
pub(super) fn win_probability(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

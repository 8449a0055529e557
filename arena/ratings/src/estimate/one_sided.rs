//! Players between whom all points went one way. The results tell only that the difference is more than some number.

use std::collections::BTreeMap;

use super::components::{Components, Tie};
use super::likelihood::win_probability;
use super::{PlayerIndex, SetScores};

/// The points that went one way, from the losing component of players to the winning one.
///
/// Nothing tells how much the matches of such a set depend on each other. So a set weighs no more than one game,
/// however many comparisons it has. That is right for any dependence, since all wins of the set together are no
/// likelier than their geometric mean.
#[derive(Debug)]
pub(super) struct OneSided {
    /// For each winner and loser, in sets.
    weights: BTreeMap<(PlayerIndex, PlayerIndex), f64>,
}

impl OneSided {
    pub(super) fn of(components: &Components, sets: &BTreeMap<&SetScores, u32>) -> OneSided {
        let mut weights = BTreeMap::new();
        for (set, times) in sets {
            let one_way: Vec<((PlayerIndex, PlayerIndex), f64)> = set
                .iter()
                .filter_map(|(&(one, other), score)| {
                    let pair = match components.tie(one, other) {
                        Tie::Above => (one, other),
                        Tie::Below => (other, one),
                        Tie::Mutual | Tie::Unknown => return None,
                    };
                    Some((pair, f64::from(score.comparisons)))
                })
                .collect();
            for &((winner, loser), comparisons) in &one_way {
                let alike = |pair: &(PlayerIndex, PlayerIndex)| {
                    components.tie(pair.0, winner) == Tie::Mutual && components.tie(pair.1, loser) == Tie::Mutual
                };
                // Those between the same two components weigh one game together, each by its share.
                let of_these: f64 = one_way.iter().filter(|(pair, _)| alike(pair)).map(|(_, count)| count).sum();
                *weights.entry((winner, loser)).or_insert(0.0) += f64::from(*times) * comparisons / of_these;
            }
        }
        OneSided { weights }
    }

    /// The evidence that one player's component is above another's.
    pub(super) fn between(&self, components: &Components, winner: PlayerIndex, loser: PlayerIndex) -> Evidence {
        let alike = |pair: &(PlayerIndex, PlayerIndex)| {
            components.tie(pair.0, winner) == Tie::Mutual && components.tie(pair.1, loser) == Tie::Mutual
        };
        Evidence(self.weights.iter().filter(|(pair, _)| alike(pair)).map(|(pair, weight)| (*pair, *weight)).collect())
    }
}

/// The weights of the wins of one component against another.
#[derive(Debug)]
pub(super) struct Evidence(Vec<((PlayerIndex, PlayerIndex), f64)>);

impl Evidence {
    /// The confidence that the whole component is less than `shift` further ahead than these strengths say. It is half
    /// of the probability of all of its wins.
    pub(super) fn confidence_below(&self, strengths: &[f64], shift: f64) -> f64 {
        let logarithm = |&((PlayerIndex(winner), PlayerIndex(loser)), weight): &((PlayerIndex, PlayerIndex), f64)| {
            weight * win_probability(strengths[winner] - strengths[loser] + shift).ln()
        };
        0.5 * self.0.iter().map(logarithm).sum::<f64>().exp()
    }

    /// The shift below which the truth lies with this confidence; `None` if there is no evidence.
    pub(super) fn quantile(&self, strengths: &[f64], confidence: f64) -> Option<f64> {
        const SHIFT_MAX: f64 = 60.0;
        if self.0.is_empty() {
            return None;
        }
        let (mut low, mut high) = (-SHIFT_MAX, SHIFT_MAX);
        for _ in 0..40 {
            let middle = f64::midpoint(low, high);
            if self.confidence_below(strengths, middle) < confidence { low = middle } else { high = middle }
        }
        Some(f64::midpoint(low, high))
    }
}

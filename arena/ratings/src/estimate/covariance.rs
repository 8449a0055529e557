//! How far the estimates may be off: by the model alone, and by what the sets of matches show.

use super::likelihood::{Likelihood, add_surpluses};
use super::{PlayerIndex, SetScores};

/// A weighted sum of strengths whose weights add up to zero, such as the difference of two players.
pub(super) type Contrast = [(PlayerIndex, f64)];

/// Errors that lean more are those of a Poisson distribution, as good as.
const LEAN_MAX: f64 = 0.999;

/// What is known of the errors of all estimates.
#[derive(Debug)]
pub(super) struct Covariance {
    /// If every comparison were an independent game, prior included: the inverse of the Fisher information.
    model: Vec<Vec<f64>>,
    /// The same, without what the prior adds.
    predicted: Vec<Vec<f64>>,
    /// By how far the sets are from what the strengths predict.
    observed: Vec<Vec<f64>>,
    /// The third moments of the results of each pair.
    thirds: Vec<(PlayerIndex, PlayerIndex, f64)>,
    /// How many sets each player has played.
    sets: Vec<u32>,
}

/// The variance of a contrast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variance {
    /// If every comparison were an independent game.
    pub(super) model: f64,
    /// How many times more the sets vary than independent games would: 2 if each match of a set of two repeats the other,
    /// and less than 1 if they make up for each other's luck.
    pub(super) inflation: f64,
    /// Which way the errors lean, between -1 and 1: 0 if they are symmetric, and the share of wins less that of losses if they
    /// are those of games between two players.
    pub(super) lean: f64,
}

impl Covariance {
    pub(super) fn of<'a>(
        likelihood: &Likelihood,
        strengths: &[f64],
        sets: impl Iterator<Item = &'a SetScores>,
    ) -> Covariance {
        let players = strengths.len();
        let model = likelihood.information(strengths).inverse();
        let mut observed = vec![vec![0.0; players]; players];
        let mut sets_played = vec![0; players];
        let mut surplus = vec![0.0; players];
        for set in sets {
            add_surpluses(strengths, set, &mut surplus);
            let seated = players_of(set);
            for &PlayerIndex(one) in &seated {
                sets_played[one] += 1;
                for &PlayerIndex(other) in &seated {
                    observed[one][other] += surplus[one] * surplus[other];
                }
            }
            seated.iter().for_each(|player| surplus[player.0] = 0.0);
        }
        let predicted = between(&model, &likelihood.information_of_results(strengths));
        Covariance {
            predicted,
            observed: between(&model, &observed),
            thirds: likelihood.third_moments(strengths),
            model,
            sets: sets_played,
        }
    }

    pub(super) fn variance(&self, contrast: &Contrast) -> Variance {
        let (model, predicted) = (form(&self.model, contrast), form(&self.predicted, contrast));
        // The prior is evidence of its own. It keeps sets that agree by chance from promising certainty.
        let inflation = (form(&self.observed, contrast) + model - predicted) / model;
        // Over a chain of games the errors are more symmetric than in each of them, since they are added up.
        let lean = self.third_moment(contrast) / (model * predicted);
        Variance { model, inflation, lean: if lean.is_finite() { lean.clamp(-LEAN_MAX, LEAN_MAX) } else { 0.0 } }
    }

    /// The third moment of the error of a contrast, as the model has it.
    fn third_moment(&self, contrast: &Contrast) -> f64 {
        let influence = |row: &Vec<f64>| contrast.iter().map(|(player, weight)| weight * row[player.0]).sum::<f64>();
        let influences: Vec<f64> = self.model.iter().map(influence).collect();
        let of_pair = |(one, other, third): &(PlayerIndex, PlayerIndex, f64)| {
            (influences[one.0] - influences[other.0]).powi(3) * third
        };
        self.thirds.iter().map(of_pair).sum()
    }

    /// How many sets this player has played.
    pub(super) fn sets(&self, player: PlayerIndex) -> u32 {
        self.sets[player.0]
    }
}

/// The product of three symmetric matrices, the first being the last too.
fn between(outer: &[Vec<f64>], inner: &[Vec<f64>]) -> Vec<Vec<f64>> {
    product(&product(outer, inner), outer)
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let row = |left: &Vec<f64>| {
        let mut row = vec![0.0; right.len()];
        for (weight, right) in left.iter().zip(right) {
            row.iter_mut().zip(right).for_each(|(sum, value)| *sum += weight * value);
        }
        row
    };
    left.iter().map(row).collect()
}

/// The quadratic form of a matrix: the variance of a contrast, if the matrix is a covariance.
fn form(matrix: &[Vec<f64>], contrast: &Contrast) -> f64 {
    let weighted = |(one, weight): &(PlayerIndex, f64)| {
        contrast.iter().map(|(other, others)| weight * others * matrix[one.0][other.0]).sum::<f64>()
    };
    contrast.iter().map(weighted).sum()
}

fn players_of(set: &SetScores) -> Vec<PlayerIndex> {
    let mut players: Vec<PlayerIndex> = set.keys().flat_map(|(one, other)| [*one, *other]).collect();
    players.sort_unstable();
    players.dedup();
    players
}

//! Strengths from all matches at once: those that make the results most likely in the model of Bradley and Terry, applied
//! to every pair of seats. Their 95 % margins take sets of matches as the unit.
//!
//! The results of one table depend on each other, and so do those of matches with one seed. The margins therefore don't
//! come from the number of comparisons but from how far the sets are from what the strengths predict (the sandwich
//! estimator with sets as clusters). Duplicates that repeat each other add nothing; duplicates that cancel the luck make
//! the margins smaller, and so do seats that change, where seats are unequal.
//!
//! As a prior, every player also has half a win and half a loss against a player of mean strength. It keeps the strength
//! of a player finite who has won everything, weighs as little as one match, and enters the margins as two more pieces of
//! evidence.

mod cholesky;
mod likelihood;
mod margin;
mod student;

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use likelihood::Likelihood;

/// The mean of all estimates of a pool, in Elo points.
pub const MEAN: f64 = 1500.0;

/// Elo points for one unit of the model: a difference of one means odds of e to 1.
const POINTS: f64 = 400.0 / LN_10;

/// A player, by the index in the list of estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerIndex(pub usize);

/// How one player did against another in one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairScore {
    /// Two for every comparison that the first player has won, one for every tie.
    pub half_points: u32,
    /// How often the two were compared.
    pub comparisons: u32,
}

/// The results of one set of matches: for each pair of its players, the lower index first, how the first did.
pub type SetScores = BTreeMap<(PlayerIndex, PlayerIndex), PairScore>;

/// The strength of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The strength in Elo points. The players of a pool have the mean [`MEAN`].
    pub elo: f64,
    /// Half the width of the 95 % confidence interval of the distance from that mean, in Elo points; `None` if the player
    /// has played fewer than two sets.
    pub margin: Option<f64>,
}

/// The strengths of players with the indices from 0 to `players`, from these sets.
///
/// Takes time with the cube of the number of players, and for each set with its square.
///
/// ```
/// use kahua_ratings::estimate::{PairScore, PlayerIndex, SetScores, estimate};
///
/// // Twenty sets of two matches, of which the first player wins three in four.
/// let set = SetScores::from([((PlayerIndex(0), PlayerIndex(1)), PairScore { half_points: 3, comparisons: 2 })]);
/// let estimates = estimate(2, std::iter::repeat_n(&set, 20));
/// let difference = estimates[0].elo - estimates[1].elo;
/// // Three to one is 190.8 Elo points; the prior pulls the players together a little.
/// assert!((185.0..190.8).contains(&difference), "{difference}");
/// ```
///
/// # Panics
/// If a set names a player beyond that number.
#[must_use]
pub fn estimate<'a>(players: usize, sets: impl Iterator<Item = &'a SetScores> + Clone) -> Vec<Estimate> {
    let likelihood = Likelihood::of(sets.clone());
    let strengths = likelihood.maximize(players);
    let margins = margin::margins(&likelihood, &strengths, sets);
    let mean = mean(&strengths);
    strengths
        .iter()
        .zip(margins)
        .map(|(strength, margin)| Estimate { elo: MEAN + POINTS * (strength - mean), margin })
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests;

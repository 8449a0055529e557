//! How far differences of strengths may be off: by the model alone, and by what the sets of matches show.
//!
//! It uses only the results within components, and no prior.

use std::collections::BTreeMap;

use super::likelihood::{Likelihood, curvature, surplus};
use super::student::quantile_95;
use super::{PairScore, PlayerIndex, SetScores};

/// A weighted sum of strengths of one component whose weights add up to zero, such as the difference of two players.
pub(super) type Contrast = [(PlayerIndex, f64)];

/// Errors that lean more than this are practically those of a Poisson distribution.
const LEAN_MAX: f64 = 0.999;

/// The errors of all differences within components.
#[derive(Debug)]
pub(super) struct Spread {
    strengths: Vec<f64>,
    /// If every comparison were an independent game: an inverse of the Fisher information.
    model: Vec<Vec<f64>>,
    /// The third moments of the results of each pair.
    thirds: Vec<(PlayerIndex, PlayerIndex, f64)>,
    sets: Vec<Residuals>,
}

/// How far sets of one kind are from what the strengths predict.
#[derive(Debug)]
struct Residuals {
    /// How many sets ended like this.
    times: f64,
    pairs: Vec<Residual>,
}

#[derive(Debug)]
struct Residual {
    one: PlayerIndex,
    other: PlayerIndex,
    /// How much more the first has scored than the strengths predict.
    surplus: f64,
    /// The standard deviation of the score if all comparisons of the set ended alike.
    if_alike: f64,
}

/// The variance of a contrast.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variance {
    /// If every comparison were an independent game.
    pub(super) model: f64,
    /// How many times more the sets vary than independent games would: 2 if the second match of each set repeats the
    /// first, and less than 1 if the matches make up for each other's luck. It allows for how little a few sets tell of
    /// that.
    pub(super) inflation: f64,
    /// Which way the errors lean, between -1 and 1: 0 if they are symmetric; for games between two players, the share
    /// of wins minus the share of losses.
    pub(super) lean: f64,
}

/// What the sets add to a contrast.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    second: f64,
    fourth: f64,
    /// The second moment if everything in a set ended alike.
    if_alike: f64,
}

impl Spread {
    /// From the results within components, and from the strengths that make these results most likely.
    pub(super) fn of(within: &Likelihood, strengths: Vec<f64>, sets: &BTreeMap<&SetScores, u32>) -> Spread {
        let residuals = sets.iter().map(|(set, times)| Residuals::of(within, &strengths, set, *times));
        Spread {
            model: within.information(&strengths).inverse(),
            thirds: within.third_moments(&strengths),
            sets: residuals.filter(|set| !set.pairs.is_empty()).collect(),
            strengths,
        }
    }

    /// The most likely value of a contrast, without a prior.
    pub(super) fn value(&self, contrast: &Contrast) -> f64 {
        contrast.iter().map(|(player, weight)| weight * self.strengths[player.0]).sum()
    }

    /// The variance of a contrast between players who have played this many sets.
    pub(super) fn variance(&self, contrast: &Contrast, sets: u32) -> Variance {
        let influence = |row: &Vec<f64>| contrast.iter().map(|(player, weight)| weight * row[player.0]).sum::<f64>();
        let influences: Vec<f64> = self.model.iter().map(influence).collect();
        let model = contrast.iter().map(|(player, weight)| weight * influences[player.0]).sum();
        let of_pair = |(one, other, third): &(PlayerIndex, PlayerIndex, f64)| {
            (influences[one.0] - influences[other.0]).powi(3) * third
        };
        let third = self.thirds.iter().map(of_pair).sum::<f64>();
        // Along a chain of games the errors add up, so they are more symmetric than those of each game.
        let lean = third / (model * model);
        Variance {
            model,
            inflation: self.moments(&influences).variance(model, f64::from(sets)) / model,
            lean: if lean.is_finite() { lean.clamp(-LEAN_MAX, LEAN_MAX) } else { 0.0 },
        }
    }

    fn moments(&self, influences: &[f64]) -> Moments {
        let mut sum = Moments::default();
        for Residuals { times, pairs } in &self.sets {
            let (mut error, mut if_alike) = (0.0, 0.0);
            for pair in pairs {
                let influence = influences[pair.one.0] - influences[pair.other.0];
                error += influence * pair.surplus;
                if_alike += influence.abs() * pair.if_alike;
            }
            sum.second += times * error.powi(2);
            sum.fourth += times * error.powi(4);
            sum.if_alike += times * if_alike.powi(2);
        }
        sum
    }
}

impl Residuals {
    fn of(within: &Likelihood, strengths: &[f64], set: &SetScores, times: u32) -> Residuals {
        let residual = |(&(one, other), score): (&(PlayerIndex, PlayerIndex), &PairScore)| {
            let ahead = strengths[one.0] - strengths[other.0];
            let if_alike = f64::from(score.comparisons) * curvature(ahead).sqrt();
            Residual { one, other, surplus: surplus(ahead, score), if_alike }
        };
        let known = set.iter().filter(|(pair, _)| within.totals().contains_key(pair));
        Residuals { times: times.into(), pairs: known.map(residual).collect() }
    }
}

impl Moments {
    /// The variance that these sets show; independent games would have the variance `model`.
    fn variance(self, model: f64, sets: f64) -> f64 {
        // One set more, with independent matches: sets that agree by chance must not promise certainty.
        let (one_more, all) = (model / sets, sets + 1.0);
        let second = self.second + one_more;
        // The fourth moment tells how certain the second one is, as the number of normal errors that would tell as
        // much. Where one side wins nearly always, all evidence comes from the few sets that it has lost. The first
        // factor is there because a few normal errors seldom show how far they can be off.
        let share = (self.fourth + one_more.powi(2)) / second.powi(2);
        let excess = (all + 2.0) / all * share - 1.0 / all;
        let degrees = if excess > 0.0 { 2.0 / excess } else { f64::INFINITY };
        let few = (quantile_95(degrees) / quantile_95(f64::INFINITY)).powi(2);
        // A set is worth one game at least.
        (second * few).min(self.if_alike.max(second))
    }
}

//! Strengths and intervals where the schedule follows the results, as in a Swiss league or a ladder.
//!
//! There, those meet who had the same luck, so their results look more alike than chance alone would make them, and
//! strengths are estimated too far apart. Intervals around the most likely strengths miss the truth too often. But who
//! meets whom depends on nothing but earlier results. So it doesn't change the likelihood, and with it nothing that
//! follows from the likelihood and a prior alone. The prior here is that strengths are normally distributed. How wide they
//! are spread is found from the results, and how certain it is counts: the intervals are those of a mixture of all widths.

use std::collections::BTreeMap;

use super::cholesky::Cholesky;
use super::dispersion::Dispersion;
use super::likelihood::Likelihood;
use super::spread::Contrast;
use super::student::share_below;
use super::{PlayerIndex, SetScores};

/// The narrowest spread of strengths that is tried, as a standard deviation in units of the model: 10 Elo points.
const NARROWEST: f64 = 0.0576;
/// Each further one is wider by this factor; the widest is 1,280 Elo points.
const STEP: f64 = std::f64::consts::SQRT_2;
const WIDTHS: u32 = 15;
/// The spread that is expected beforehand, in units of the model: 200 Elo points.
const USUAL: f64 = 1.151;
/// How little other spreads are expected: one of 50 or 800 points is this power of 2.125 times less likely than one of 200. With
/// less, a few results that look equal by chance would pass for equal strengths.
const USUAL_POWER: f64 = 3.0;
/// Widths that weigh less than this, compared with the likeliest, are left out.
const WEIGHT_MIN: f64 = 1e-4;

/// What is known of all strengths together.
#[derive(Debug)]
pub(super) struct Posterior {
    widths: Vec<OfWidth>,
    /// The degrees of freedom that the dispersion was found from.
    degrees: f64,
}

/// What would be known if the spread of strengths were this.
#[derive(Debug)]
struct OfWidth {
    weight: f64,
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

impl Posterior {
    pub(super) fn of(likelihood: &Likelihood, players: usize, kinds: &BTreeMap<&SetScores, u32>) -> Posterior {
        // The dispersion that comes out of a fit with another one hardly differs from it.
        let first = OfWidth::all(likelihood, players, 1.0);
        let likeliest =
            first.iter().max_by(|one, other| one.weight.total_cmp(&other.weight)).expect("the likeliest is kept");
        let Dispersion { factor, degrees } = Dispersion::of(&likeliest.strengths, &likeliest.covariance, kinds);
        let widths = if factor > 1.0 { OfWidth::all(likelihood, players, factor) } else { first };
        Posterior { widths, degrees }
    }

    /// The expected strengths.
    pub(super) fn strengths(&self) -> Vec<f64> {
        let players = self.widths.first().map_or(0, |width| width.strengths.len());
        let expected = |player: usize| self.widths.iter().map(|width| width.weight * width.strengths[player]).sum();
        (0..players).map(expected).collect()
    }

    /// The value below which this contrast lies with this confidence.
    pub(super) fn quantile(&self, contrast: &Contrast, confidence: f64) -> f64 {
        let parts = self.parts(contrast);
        // Practically nothing lies further out than this, so the value is found between.
        let reach = parts.iter().map(|(_, value, deviation)| value.abs() + 60.0 * deviation).fold(0.0, f64::max);
        let (mut low, mut high) = (-reach, reach);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            if self.confidence(&parts, middle) < confidence { low = middle } else { high = middle }
        }
        f64::midpoint(low, high)
    }

    /// The confidence that this contrast is less than `value`.
    pub(super) fn confidence_below(&self, contrast: &Contrast, value: f64) -> f64 {
        self.confidence(&self.parts(contrast), value)
    }

    fn confidence(&self, parts: &[(f64, f64, f64)], value: f64) -> f64 {
        let below = |(weight, mean, deviation): &(f64, f64, f64)| {
            weight * share_below((value - mean) / deviation, self.degrees)
        };
        parts.iter().map(below).sum()
    }

    /// The weight of each width, with the expected value and the standard deviation of this contrast.
    fn parts(&self, contrast: &Contrast) -> Vec<(f64, f64, f64)> {
        let part = |width: &OfWidth| {
            let value = contrast.iter().map(|(player, weight)| weight * width.strengths[player.0]).sum();
            let of = |(player, weight): &(PlayerIndex, f64)| {
                let row = &width.covariance[player.0];
                weight * contrast.iter().map(|(other, weight)| weight * row[other.0]).sum::<f64>()
            };
            let variance: f64 = contrast.iter().map(of).sum();
            (width.weight, value, variance.max(0.0).sqrt())
        };
        self.widths.iter().map(part).collect()
    }
}

impl OfWidth {
    /// Every width with the weight that the results give it, if the sets have this dispersion.
    fn all(likelihood: &Likelihood, players: usize, dispersion: f64) -> Vec<OfWidth> {
        let mut strengths = vec![0.0; players];
        let mut fits = Vec::new();
        for step in 0..WIDTHS {
            let width = NARROWEST * STEP.powi(step as i32);
            let precision = dispersion / (width * width);
            let held = likelihood.spread_by(precision);
            // The strengths of one width are close to those of the next, so the search begins there.
            strengths = held.maximize_from(strengths);
            let information = held.information(&strengths);
            let squares: f64 = strengths.iter().map(|strength| strength * strength).sum();
            let beforehand = (width / USUAL + USUAL / width).ln();
            // Laplace's approximation of the probability of the results if strengths are spread by this width.
            let logarithm = (held.logarithm(&strengths) - precision * squares / 2.0) / dispersion
                + (players as f64 * precision.ln() - information.ln_determinant()) / 2.0
                - USUAL_POWER * beforehand;
            fits.push((logarithm, strengths.clone(), information));
        }
        let most = fits.iter().map(|(logarithm, ..)| *logarithm).fold(f64::NEG_INFINITY, f64::max);
        fits.retain(|(logarithm, ..)| logarithm - most > WEIGHT_MIN.ln());
        let sum: f64 = fits.iter().map(|(logarithm, ..)| (logarithm - most).exp()).sum();
        let of_width = |(logarithm, strengths, information): (f64, Vec<f64>, Cholesky)| {
            let mut covariance = information.inverse();
            covariance.iter_mut().flatten().for_each(|value| *value *= dispersion);
            let shift = likelihood.mean_shift(&strengths, &covariance, dispersion);
            let strengths = strengths.iter().zip(shift).map(|(strength, shift)| strength + shift).collect();
            OfWidth { weight: (logarithm - most).exp() / sum, strengths, covariance }
        };
        fits.into_iter().map(of_width).collect()
    }
}

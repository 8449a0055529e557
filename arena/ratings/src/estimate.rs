//! Strengths from all matches at once: those under which what happened was most likely (Bradley and Terry's model on every
//! pair of seats), with 95 % margins that take sets of matches as the unit.
//!
//! Results of one table aren't independent of each other, nor are those of matches with one seed. So the margins don't
//! come from the number of comparisons but from how much the sets differ from what the strengths predict (the "sandwich"
//! with sets as clusters): duplicates that repeat each other add nothing, and duplicates that cancel the luck make the
//! margins smaller.
//!
//! Every bot also has half a win and half a loss against a bot of mean strength. That keeps the strength of one that has
//! won everything finite, weighs as little as one match, and counts as two more pieces of evidence in the margins.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

/// The mean of all estimates of a pool, in Elo points.
pub const MEAN: f64 = 1500.0;

/// Elo points for one unit of the model: a difference of one means odds of e to 1.
const POINTS: f64 = 400.0 / LN_10;

/// The weight of the invented win, and of the invented loss.
const INVENTED: f64 = 0.5;

/// The iteration ends when no strength moves by more than this, in units of the model.
const CLOSE: f64 = 1e-10;
/// The most that one step moves a strength, in units of the model; 400 Elo points are 2.3.
const STRIDE_MAX: f64 = 2.0;
/// Never needed: some 10 steps do.
const STEPS_MAX: usize = 200;

/// A bot, by its index in the list of estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotIndex(pub usize);

/// What two bots did against each other in one set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Two for every comparison that the first has won, one for every tie.
    pub half_points: u32,
    /// How often they were compared.
    pub comparisons: u32,
}

/// What one set of matches adds: for each pair of its bots, the lower index first, how the first did.
pub type SetScores = BTreeMap<(BotIndex, BotIndex), Score>;

/// A bot's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// In Elo points; all bots of a pool have the mean [`MEAN`].
    pub elo: f64,
    /// Half the width of the 95 % confidence interval of the distance from that mean, in Elo points; `None` if the bot has
    /// played fewer than two sets.
    pub margin: Option<f64>,
}

/// The strengths of this many bots from these sets. Takes time with the cube of the number of bots.
///
/// # Panics
/// If a set names a bot beyond that number.
#[must_use]
pub fn estimate<'a>(bots: usize, sets: impl Iterator<Item = &'a SetScores> + Clone) -> Vec<Estimate> {
    let totals = totals(sets.clone());
    let strengths = most_likely(bots, &totals);
    let margins = margins(&strengths, &totals, sets);
    let mean = mean(&strengths);
    strengths
        .iter()
        .zip(margins)
        .map(|(strength, margin)| Estimate { elo: MEAN + POINTS * (strength - mean), margin })
        .collect()
}

fn totals<'a>(sets: impl Iterator<Item = &'a SetScores>) -> SetScores {
    let mut totals = SetScores::new();
    for (pair, score) in sets.flatten() {
        let total = totals.entry(*pair).or_default();
        total.half_points += score.half_points;
        total.comparisons += score.comparisons;
    }
    totals
}

/// Newton's method: the likelihood is concave, so there is one summit.
fn most_likely(bots: usize, totals: &SetScores) -> Vec<f64> {
    let mut strengths = vec![0.0; bots];
    for _ in 0..STEPS_MAX {
        let mut step: Vec<f64> = strengths.iter().map(|strength| 2.0 * INVENTED * (0.5 - chance(*strength))).collect();
        for (&(one, other), score) in totals {
            let surplus = surplus(&strengths, one, other, score);
            step[one.0] += surplus;
            step[other.0] -= surplus;
        }
        Cholesky::of(information(&strengths, totals)).solve(&mut step);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let scale = if longest > STRIDE_MAX { STRIDE_MAX / longest } else { 1.0 };
        strengths.iter_mut().zip(&step).for_each(|(strength, part)| *strength += scale * part);
        if longest < CLOSE {
            break;
        }
    }
    strengths
}

fn margins<'a>(strengths: &[f64], totals: &SetScores, sets: impl Iterator<Item = &'a SetScores>) -> Vec<Option<f64>> {
    let bots = strengths.len();
    let information = Cholesky::of(information(strengths, totals));
    let mut variance = vec![0.0; bots];
    let mut add = |mut surplus: Vec<f64>| {
        information.solve(&mut surplus);
        let mean = mean(&surplus);
        variance.iter_mut().zip(&surplus).for_each(|(sum, moved)| *sum += (moved - mean).powi(2));
    };
    for (bot, strength) in strengths.iter().enumerate() {
        for surplus in [1.0 - chance(*strength), -chance(*strength)] {
            let mut alone = vec![0.0; bots];
            alone[bot] = INVENTED * surplus;
            add(alone);
        }
    }
    let mut played = vec![0u32; bots];
    for set in sets {
        let mut of_set = vec![0.0; bots];
        let mut present: Vec<BotIndex> = Vec::new();
        for (&(one, other), score) in set {
            let surplus = surplus(strengths, one, other, score);
            of_set[one.0] += surplus;
            of_set[other.0] -= surplus;
            present.extend([one, other]);
        }
        add(of_set);
        present.sort_unstable();
        present.dedup();
        present.into_iter().for_each(|bot| played[bot.0] += 1);
    }
    let margin = |(variance, sets): (f64, u32)| {
        let spread = (variance * f64::from(sets) / f64::from(sets.checked_sub(1).filter(|left| *left > 0)?)).sqrt();
        Some(POINTS * spread * student_95(sets - 1))
    };
    variance.into_iter().zip(played).map(margin).collect()
}

/// By how many comparisons the first did better than its strength lets expect.
fn surplus(strengths: &[f64], one: BotIndex, other: BotIndex, score: &Score) -> f64 {
    let expected = chance(strengths[one.0] - strengths[other.0]) * f64::from(score.comparisons);
    f64::from(score.half_points) / 2.0 - expected
}

/// How sharply the likelihood is bent: the negative of its second derivatives.
fn information(strengths: &[f64], totals: &SetScores) -> Vec<Vec<f64>> {
    let bend = |ahead: f64| chance(ahead) * chance(-ahead);
    let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
    for (bot, strength) in strengths.iter().enumerate() {
        matrix[bot][bot] = 2.0 * INVENTED * bend(*strength);
    }
    for (&(BotIndex(one), BotIndex(other)), score) in totals {
        let bend = bend(strengths[one] - strengths[other]) * f64::from(score.comparisons);
        matrix[one][one] += bend;
        matrix[other][other] += bend;
        matrix[one][other] -= bend;
        matrix[other][one] -= bend;
    }
    matrix
}

/// The chance to win against somebody who is this far behind.
fn chance(ahead: f64) -> f64 {
    1.0 / (1.0 + (-ahead).exp())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Within so many standard errors on either side lies 95 % of Student's distribution.
fn student_95(degrees: u32) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    let normal: f64 = 1.959_964;
    match degrees {
        0 => f64::INFINITY,
        1..=30 => TABLE[degrees as usize - 1],
        // The first terms of the series in 1/degrees: right to three places from here on.
        _ => {
            let (degrees, cube) = (f64::from(degrees), normal.powi(3));
            let first = (cube + normal) / 4.0;
            let second = (5.0 * normal.powi(5) + 16.0 * cube + 3.0 * normal) / 96.0;
            normal + first / degrees + second / degrees.powi(2)
        }
    }
}

/// A symmetric, positive definite matrix as the product of a lower triangle and its mirror image.
struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    fn of(mut matrix: Vec<Vec<f64>>) -> Cholesky {
        for row in 0..matrix.len() {
            for column in 0..=row {
                let (above, below) = matrix.split_at_mut(row);
                let other = if column == row { &below[0] } else { &above[column] };
                let known: f64 = (0..column).map(|k| below[0][k] * other[k]).sum();
                let left = below[0][column] - known;
                below[0][column] = if column == row { left.sqrt() } else { left / other[column] };
            }
        }
        Cholesky(matrix)
    }

    /// Replaces `values` by what the matrix makes `values` of.
    fn solve(&self, values: &mut [f64]) {
        let Cholesky(lower) = self;
        for row in 0..values.len() {
            let known: f64 = (0..row).map(|k| lower[row][k] * values[k]).sum();
            values[row] = (values[row] - known) / lower[row][row];
        }
        for row in (0..values.len()).rev() {
            let known: f64 = (row + 1..values.len()).map(|k| lower[k][row] * values[k]).sum();
            values[row] = (values[row] - known) / lower[row][row];
        }
    }
}

#[cfg(test)]
mod tests;

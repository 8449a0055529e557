//! Is one player stronger than another? A sequential probability ratio test on the scores of whole sets, which may be
//! evaluated after every set.
//!
//! The test statistic is the generalized likelihood ratio with logistic Elo, as in fishtest: how much likelier the scores
//! are under the likeliest distribution with the mean of one hypothesis than under that with the mean of the other. Sets of
//! two matches give the pentanomial statistics; larger sets have more kinds of scores.
//!
//! ```
//! use kahua_ratings::sprt::{Hypothesis, ScoreCounts, Sprt};
//!
//! // Is the first player stronger by 20 Elo points (H1), or not at all (H0)? Each error has a probability of 5 %.
//! let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05)?;
//! let mut counts = ScoreCounts::new(2);
//! while sprt.accepted(&counts).is_none() {
//!     let half_points = 4; // The first player has won both matches of the set.
//!     counts.add(half_points);
//! }
//! assert_eq!(sprt.accepted(&counts), Some(Hypothesis::H1));
//! assert_eq!(counts.counts(), [0, 0, 0, 0, 53]);
//! # Ok::<(), kahua_ratings::sprt::SprtError>(())
//! ```

use std::ops::AddAssign;

/// A test between two hypotheses on how many Elo points the first player is stronger than the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

/// Why a test can't be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are the same, or in the wrong order.
    #[error("elo0 must be less than elo1")]
    Hypotheses,
    /// A probability of error is out of range.
    #[error("alpha and beta must be greater than 0 and less than 0.5")]
    ErrorRate,
}

/// One of the two hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The first player is stronger by `elo0` or less.
    H0,
    /// The first player is stronger by `elo1` or more.
    H1,
}

/// How often each score of a set came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreCounts(Vec<u64>);

impl ScoreCounts {
    /// No sets yet. In each of them the two players will meet `comparisons` times: twice in a pair of two-seat matches.
    #[must_use]
    pub fn new(comparisons: u32) -> ScoreCounts {
        ScoreCounts(vec![0; 2 * comparisons as usize + 1])
    }

    /// Adds a set in which the first player made this many half points: two for a win, one for a tie. A number above
    /// the maximum of a set counts as the maximum.
    pub fn add(&mut self, half_points: u32) {
        let last = self.0.len() - 1;
        self.0[last.min(half_points as usize)] += 1;
    }

    /// The number of sets with 0, 1, 2 and more half points.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.0
    }

    /// The number of sets.
    #[must_use]
    pub fn sets(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of all points that the first player made, from 0 to 1; one half without any sets.
    #[must_use]
    pub fn score(&self) -> f64 {
        let half_points: u64 = self.0.iter().zip(0..).map(|(count, half_points)| count * half_points).sum();
        let last = self.0.len() as u64 - 1;
        if self.sets() == 0 { 0.5 } else { half_points as f64 / (last * self.sets()) as f64 }
    }
}

/// # Panics
/// If the sets of the two have different numbers of comparisons.
impl AddAssign<&ScoreCounts> for ScoreCounts {
    fn add_assign(&mut self, other: &ScoreCounts) {
        assert_eq!(self.0.len(), other.0.len(), "sets of different sizes can't be added");
        self.0.iter_mut().zip(&other.0).for_each(|(sum, count)| *sum += count);
    }
}

impl Sprt {
    /// A test between H0, "stronger by `elo0`", and H1, "stronger by `elo1`". It accepts H1 wrongly with a probability of
    /// at most `alpha`, and H0 with at most `beta`.
    ///
    /// # Errors
    /// If `elo0` isn't less than `elo1`, or a probability isn't between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if elo0.partial_cmp(&elo1) != Some(std::cmp::Ordering::Less) {
            return Err(SprtError::Hypotheses);
        }
        if [alpha, beta].iter().any(|rate| !(*rate > 0.0 && *rate < 0.5)) {
            return Err(SprtError::ErrorRate);
        }
        Ok(Sprt { elo0, elo1, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() })
    }

    /// By how many Elo points the first player is stronger under H0, and under H1.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The bounds of the log-likelihood ratio: H0 is accepted at or below the first, H1 at or above the second.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The hypothesis that these scores have decided on; `None` if more sets are needed.
    #[must_use]
    pub fn accepted(&self, counts: &ScoreCounts) -> Option<Hypothesis> {
        match self.llr(counts) {
            llr if llr <= self.lower => Some(Hypothesis::H0),
            llr if llr >= self.upper => Some(Hypothesis::H1),
            _ => None,
        }
    }

    /// The log-likelihood ratio of these scores; 0 without any.
    #[must_use]
    pub fn llr(&self, counts: &ScoreCounts) -> f64 {
        if counts.0.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let last = (counts.0.len() - 1) as f64;
        // A score that hasn't come up yet must not count as impossible.
        let regularized = counts.0.iter().map(|count| (*count as f64).max(1e-3));
        let weighted: Vec<(f64, f64)> =
            regularized.enumerate().map(|(score, count)| (score as f64 / last, count)).collect();
        log_likelihood(&weighted, expected_score(self.elo1)) - log_likelihood(&weighted, expected_score(self.elo0))
    }
}

/// The mean score of a player who is this many Elo points stronger.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The log-likelihood of these counts under the likeliest distribution whose mean is `mean`, apart from a constant.
///
/// That distribution has p/(1 + x (score - mean)) in place of each observed share p, with the x that gives it this mean.
fn log_likelihood(counts: &[(f64, f64)], mean: f64) -> f64 {
    // Falls from +infinity to -infinity between the two poles.
    let pull =
        |x: f64| counts.iter().map(|(score, count)| count * (score - mean) / (1.0 + x * (score - mean))).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Halving an interval of length 8 at most 64 times exhausts the digits.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if pull(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    -counts.iter().map(|(score, count)| count * (x * (score - mean)).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(counts: &[u64], elo0: f64, elo1: f64) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(&ScoreCounts(counts.to_vec()))
    }

    #[test]
    fn ratios_are_those_of_fishtest() {
        // From fishtest's own LLR_logistic: sets of two, then single matches.
        for (counts, elo0, elo1, expected) in [
            (&[3, 20, 50, 22, 5][..], 0.0, 20.0, 0.040_320_372_416_706_79),
            (&[3, 20, 50, 22, 5], 0.0, 5.0, 0.178_380_224_381_881_25),
            (&[3, 20, 50, 22, 5], -10.0, 10.0, 0.934_472_911_388_982_9),
            (&[0, 10, 30, 12, 0], 0.0, 20.0, -0.270_414_536_288_852_04),
            (&[12, 40, 60, 30, 8], 0.0, 20.0, -2.997_301_135_158_272_3),
            (&[30, 40, 50], 0.0, 20.0, 1.433_371_799_770_413_6),
        ] {
            let found = llr(counts, elo0, elo1);
            assert!((found - expected).abs() < 1e-9, "{counts:?} {elo0} {elo1}: {found}, not {expected}");
        }
    }

    #[test]
    fn ratios_are_those_published_of_large_tests() {
        // Tests of Stockfish patches, as in fastchess's test suite.
        for (counts, elo0, elo1, expected) in [
            (&[223, 9863, 20279 + 1000, 10037, 246][..], 0.5, 2.5, -3.07),
            (&[871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, -4.98),
            (&[21184, 40708, 21404], 0.5, 2.5, -1.57),
            (&[57030, 106_593, 57433], 0.0, 2.0, -2.59),
        ] {
            let found = llr(counts, elo0, elo1);
            assert!((found - expected).abs() < 0.03, "{counts:?} {elo0} {elo1}: {found}, not {expected}");
        }
    }

    #[test]
    fn a_hypothesis_is_accepted_when_its_bound_is_crossed() {
        let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944_438_979_166_440_3).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        let after = |half_points: u32, sets: u32| {
            let mut counts = ScoreCounts::new(2);
            (0..sets).for_each(|_| counts.add(half_points));
            sprt.accepted(&counts)
        };
        assert_eq!(after(4, 0), None);
        assert_eq!([after(4, 52), after(4, 53)], [None, Some(Hypothesis::H1)]);
        assert_eq!(after(0, 400), Some(Hypothesis::H0));
    }

    #[test]
    fn scores_are_shares_of_all_points_and_add_up() {
        let mut counts = ScoreCounts::new(2);
        assert_eq!((counts.sets(), counts.score()), (0, 0.5));
        [4, 3, 0].into_iter().for_each(|half_points| counts.add(half_points));
        assert_eq!((counts.sets(), counts.score()), (3, 7.0 / 12.0));
        counts += &counts.clone();
        assert_eq!(counts.counts(), [2, 0, 0, 2, 2]);
    }

    #[test]
    fn tests_that_cannot_be_made_are_refused() {
        assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Hypotheses));
        assert_eq!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Hypotheses));
        assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05), Err(SprtError::ErrorRate));
        assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.5), Err(SprtError::ErrorRate));
    }
}

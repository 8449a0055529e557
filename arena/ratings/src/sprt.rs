//! Is one bot stronger than another? A sequential test on the scores of whole sets, which may be looked at after every set.
//!
//! The generalized likelihood ratio of Van den Bergh's fishtest with logistic Elo: how much likelier the scores are under
//! the likeliest distribution with one mean than under that with the other. With sets of two matches these are the
//! pentanomial statistics; larger sets have more kinds of scores.

/// Two claims about by how many Elo points the first bot is stronger, and how often the test may be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

/// Claims or error rates that no test can work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SprtError {
    /// The claims are the same or swapped.
    #[error("the second claim must be more Elo points than the first")]
    Claims,
    /// An error rate isn't one.
    #[error("an error rate must be above 0 and below 0.5")]
    ErrorRate,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first claim holds.
    First,
    /// The second claim holds.
    Second,
    /// More sets are needed.
    Open,
}

/// How often each score of a set came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores(Vec<u64>);

impl Scores {
    /// No sets yet, each of which will have so many comparisons between the two bots (2 for a pair of two-seat matches).
    #[must_use]
    pub fn new(comparisons: u32) -> Scores {
        Scores(vec![0; 2 * comparisons as usize + 1])
    }

    /// Adds a set in which the first bot made so many half points: two for a win, one for a tie. More than there are in a
    /// set count as all of them.
    pub fn add(&mut self, half_points: u32) {
        let last = self.0.len() - 1;
        self.0[last.min(half_points as usize)] += 1;
    }

    /// How many sets came to 0, 1, 2 and more half points.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.0
    }
}

impl Sprt {
    /// A test between "stronger by `elo0`" and "stronger by `elo1`", which wrongly gives the second with probability
    /// `alpha` at most and the first with `beta`.
    ///
    /// # Errors
    /// If `elo0` isn't below `elo1`, or a probability isn't between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        if elo0.partial_cmp(&elo1) != Some(std::cmp::Ordering::Less) {
            return Err(SprtError::Claims);
        }
        if [alpha, beta].iter().any(|rate| !(*rate > 0.0 && *rate < 0.5)) {
            return Err(SprtError::ErrorRate);
        }
        Ok(Sprt { elo0, elo1, lower: (beta / (1.0 - alpha)).ln(), upper: ((1.0 - beta) / alpha).ln() })
    }

    /// The log-likelihood ratio below which the first claim, and that above which the second holds.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// What these scores say.
    #[must_use]
    pub fn verdict(&self, scores: &Scores) -> Verdict {
        match self.llr(scores) {
            llr if llr <= self.lower => Verdict::First,
            llr if llr >= self.upper => Verdict::Second,
            _ => Verdict::Open,
        }
    }

    /// The log-likelihood ratio of these scores; 0 without any.
    #[must_use]
    pub fn llr(&self, scores: &Scores) -> f64 {
        if scores.0.iter().all(|count| *count == 0) {
            return 0.0;
        }
        let last = (scores.0.len() - 1) as f64;
        // A score that never came isn't impossible.
        let counts = scores.0.iter().map(|count| (*count as f64).max(1e-3));
        let counts: Vec<(f64, f64)> = counts.enumerate().map(|(score, count)| (score as f64 / last, count)).collect();
        log_likelihood(&counts, expected(self.elo1)) - log_likelihood(&counts, expected(self.elo0))
    }
}

/// The mean score of somebody who is this much stronger.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The log-likelihood of these counts under the likeliest distribution whose mean is `mean`, apart from a constant.
///
/// That distribution has p/(1 + x (score - mean)) in place of each observed share p, where x makes its mean right.
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

    fn scores(counts: &[u64]) -> Scores {
        Scores(counts.to_vec())
    }

    fn llr(counts: &[u64], elo0: f64, elo1: f64) -> f64 {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(&scores(counts))
    }

    #[test]
    fn ratios_are_those_of_fishtest() {
        // From its own program (LLR_logistic): sets of two, then single matches.
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
        // Tests of Stockfish patches, as in the test suite of fastchess.
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
    fn a_verdict_comes_when_a_bound_is_crossed() {
        let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944_438_979_166_440_3).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
        let after = |half_points: u32, sets: u32| {
            let mut scores = Scores::new(2);
            (0..sets).for_each(|_| scores.add(half_points));
            sprt.verdict(&scores)
        };
        assert_eq!(after(4, 0), Verdict::Open);
        assert_eq!([after(4, 52), after(4, 53)], [Verdict::Open, Verdict::Second]);
        assert_eq!(after(0, 400), Verdict::First);
    }

    #[test]
    fn senseless_tests_are_refused() {
        assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Claims));
        assert_eq!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Claims));
        assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05), Err(SprtError::ErrorRate));
        assert_eq!(Sprt::new(0.0, 5.0, 0.05, 0.5), Err(SprtError::ErrorRate));
    }
}

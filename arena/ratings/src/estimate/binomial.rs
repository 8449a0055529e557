//! What a number of wins says about the probability to win: the mid-P distribution of confidence, for numbers that need not
//! be whole.

/// Games that were won and lost. They stand for other evidence that is worth as much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Games {
    pub(super) won: f64,
    pub(super) lost: f64,
}

/// Odds beyond e to this power are treated as certainty.
const LOGIT_MAX: f64 = 40.0;
/// The confidence is found to within this.
const TOLERANCE: f64 = 1e-10;
/// Some ten steps are enough.
const STEPS_MAX: u32 = 100;

impl Games {
    /// The confidence that the logarithm of the odds to win is less than `logit`: the probability of more wins than these,
    /// and half of that of exactly these, if the odds are that.
    pub(super) fn confidence_below(self, logit: f64) -> f64 {
        let Games { won, lost } = self;
        let win = 1.0 / (1.0 + (-logit).exp());
        f64::midpoint(incomplete_beta(won, lost + 1.0, win), incomplete_beta(won + 1.0, lost, win))
    }

    /// The logarithm of the odds below which the truth lies with this confidence. Infinite if no wins, or no losses, leave
    /// that side open.
    pub(super) fn quantile(self, confidence: f64) -> f64 {
        if self.confidence_below(-LOGIT_MAX) >= confidence {
            return f64::NEG_INFINITY;
        }
        if self.confidence_below(LOGIT_MAX) <= confidence {
            return f64::INFINITY;
        }
        let surplus = |logit| self.confidence_below(logit) - confidence;
        let (mut low, mut high) = self.bracket(surplus);
        let (mut below, mut above) = (surplus(low), surplus(high));
        // The false position, with half the weight for an end that stays, as in the rule of Illinois.
        for _ in 0..STEPS_MAX {
            let middle = high - above * (high - low) / (above - below);
            let found = surplus(middle);
            if found < 0.0 {
                (low, below, above) = (middle, found, above / 2.0);
            } else {
                (high, above, below) = (middle, found, below / 2.0);
            }
            if found.abs() < TOLERANCE {
                return middle;
            }
        }
        f64::midpoint(low, high)
    }

    /// Logarithms of odds between which the surplus changes its sign.
    fn bracket(self, surplus: impl Fn(f64) -> f64) -> (f64, f64) {
        let (won, lost) = (self.won + 0.5, self.lost + 0.5);
        let (middle, deviation) = ((won / lost).ln(), (1.0 / won + 1.0 / lost).sqrt());
        let (mut below, mut above) = (2.0 * deviation, 2.0 * deviation);
        while below < 2.0 * LOGIT_MAX && surplus(middle - below) >= 0.0 {
            below *= 1.5;
        }
        while above < 2.0 * LOGIT_MAX && surplus(middle + above) <= 0.0 {
            above *= 1.5;
        }
        (middle - below, middle + above)
    }
}

/// The regularized incomplete beta function I_x(a, b), with its limits where a or b is 0.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if a <= 0.0 || b <= 0.0 {
        return if a <= 0.0 { 1.0 } else { 0.0 };
    }
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast below the mean, and the function is symmetric.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp() / a;
    front * continued_fraction(a, b, x)
}

/// The continued fraction of the incomplete beta function, by Lentz's method.
fn continued_fraction(a: f64, b: f64, x: f64) -> f64 {
    const TINY: f64 = 1e-300;
    /// Some hundred terms are enough for a million games.
    const TERMS_MAX: u32 = 10_000;
    // The method divides by these values. The fraction stays the same if one that is zero is tiny instead.
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0)));
    let mut fraction = d;
    for step in 1..TERMS_MAX {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for numerator in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + numerator * d);
            c = away_from_zero(1.0 + numerator / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() <= 1e-13 * fraction.abs() {
            break;
        }
    }
    fraction
}

/// The logarithm of the gamma function, by Lanczos's approximation with the coefficients of P. Godfrey.
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    // The approximation is for larger numbers. The reflection formula leads there.
    if x < 0.5 {
        return (std::f64::consts::PI / (std::f64::consts::PI * x).sin()).ln() - ln_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let sum: f64 = COEFFICIENTS[0] + (1..9).map(|k| COEFFICIENTS[k] / (x + k as f64)).sum::<f64>();
    let base = x + 7.5;
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * base.ln() - base + sum.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(logit: f64) -> f64 {
        1.0 / (1.0 + (-logit).exp())
    }

    /// The same confidence from the binomial probabilities themselves.
    fn by_summation(won: u32, games: u32, win: f64) -> f64 {
        let mut probability = (1.0 - win).powi(games as i32);
        let mut sum = 0.0;
        for wins in 0..=games {
            sum += match wins.cmp(&won) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => probability / 2.0,
                std::cmp::Ordering::Greater => probability,
            };
            probability *= f64::from(games - wins) / f64::from(wins + 1) * win / (1.0 - win);
        }
        sum
    }

    #[test]
    fn confidence_is_the_mid_p_of_the_binomial_distribution() {
        for (won, games) in [(0, 5), (1, 5), (5, 5), (7, 20), (39, 40), (60, 100)] {
            for logit in [-3.0, -0.5, 0.0, 1.0, 4.0] {
                let found = Games { won: won.into(), lost: (games - won).into() }.confidence_below(logit);
                let expected = by_summation(won, games, share(logit));
                assert!((found - expected).abs() < 1e-10, "{won} of {games} at {logit}: {found}, not {expected}");
            }
        }
    }

    #[test]
    fn quantiles_have_their_confidence() {
        let games = Games { won: 12.5, lost: 3.25 };
        for confidence in [0.025, 0.5, 0.975] {
            assert!((games.confidence_below(games.quantile(confidence)) - confidence).abs() < 1e-9);
        }
    }

    #[test]
    fn who_has_lost_nothing_may_be_stronger_by_any_number() {
        let games = Games { won: 40.0, lost: 0.0 };
        assert_eq!(games.quantile(0.975), f64::INFINITY);
        // Of 40 games, one in twenty players with this share wins all.
        assert!((share(games.quantile(0.025)).powi(40) - 0.05).abs() < 1e-9);
        assert_eq!(Games { won: 0.0, lost: 40.0 }.quantile(0.025), f64::NEG_INFINITY);
    }

    #[test]
    fn many_games_are_no_problem() {
        let games = Games { won: 600_000.0, lost: 400_000.0 };
        let (low, high) = (share(games.quantile(0.025)), share(games.quantile(0.975)));
        assert!((low - (0.6 - 0.000_96)).abs() < 1e-5 && (high - (0.6 + 0.000_96)).abs() < 1e-5, "{low} {high}");
    }
}

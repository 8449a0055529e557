//! Student's t distribution.

/// Its 97.5 % quantile: 95 % of the distribution lies within this many standard errors on either side. The degrees of freedom
/// need not be whole.
pub(super) fn quantile_95(degrees: f64) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
        2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    ];
    let normal: f64 = 1.959_964;
    let at = |degrees: f64| TABLE[degrees as usize - 1];
    match degrees {
        ..1.0 => f64::INFINITY,
        // Nearly linear in 1/degrees.
        1.0..30.0 => {
            let (low, high) = (degrees.floor(), degrees.floor() + 1.0);
            let share = (1.0 / low - 1.0 / degrees) / (1.0 / low - 1.0 / high);
            at(low) + share * (at(high) - at(low))
        }
        // The first terms of the Cornish-Fisher series in 1/degrees, which are right to three decimals from here on.
        _ => {
            let cube = normal.powi(3);
            let first = (cube + normal) / 4.0;
            let second = (5.0 * normal.powi(5) + 16.0 * cube + 3.0 * normal) / 96.0;
            normal + first / degrees + second / degrees.powi(2)
        }
    }
}

/// The share of the distribution below this many standard errors.
pub(super) fn share_below(errors: f64, degrees: f64) -> f64 {
    // Stretched so that 95 % lies between the quantiles; what is left to the normal distribution then is its shape.
    normal_share_below(errors * quantile_95(f64::INFINITY) / quantile_95(degrees))
}

/// The share of the normal distribution below this many standard deviations, to within 2e-7, by the approximation 7.1.26 of
/// M. Abramowitz and I. A. Stegun.
fn normal_share_below(deviations: f64) -> f64 {
    const COEFFICIENTS: [f64; 5] = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let x = deviations.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    let beyond = 0.5 * series * (-x * x).exp();
    if deviations < 0.0 { beyond } else { 1.0 - beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_those_of_tables() {
        assert!((share_below(1.0, f64::INFINITY) - 0.841_345).abs() < 1e-5);
        assert!((share_below(-1.959_964, f64::INFINITY) - 0.025).abs() < 1e-6);
        assert!((share_below(2.228, 10.0) - 0.975).abs() < 1e-6 && (share_below(0.0, 3.0) - 0.5).abs() < 1e-6);
    }

    #[test]
    fn the_series_continues_the_table() {
        assert!((quantile_95(31.0) - 2.0395).abs() < 0.0005);
        assert!((quantile_95(60.0) - 2.0003).abs() < 0.0005);
        assert!((quantile_95(f64::INFINITY) - 1.95996).abs() < 0.0005);
    }
}

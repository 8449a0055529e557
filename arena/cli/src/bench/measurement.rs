//! The result of a measurement.

use std::time::Duration;

/// How fast asks were answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measurement {
    /// Answers a second.
    pub(super) per_s: f64,
    /// The median time, in microseconds.
    pub(super) p50_us: f64,
    /// The time that 99 of 100 answers don't exceed, in microseconds.
    pub(super) p99_us: f64,
}

impl Measurement {
    /// The measurement of these times, which were taken within `elapsed`; `None` if there are none.
    pub(super) fn of(mut times: Vec<Duration>, elapsed: Duration) -> Option<Measurement> {
        times.sort_unstable();
        let last = times.len().checked_sub(1)?;
        let quantile = |percent: usize| times[last * percent / 100].as_nanos() as f64 / 1000.0;
        Some(Measurement {
            per_s: times.len() as f64 / elapsed.as_secs_f64(),
            p50_us: quantile(50),
            p99_us: quantile(99),
        })
    }

    /// The median of each value.
    pub(super) fn median(runs: &[Measurement]) -> Measurement {
        let median = |value: fn(&Measurement) -> f64| {
            let mut all: Vec<f64> = runs.iter().map(value).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        Measurement {
            per_s: median(|run| run.per_s),
            p50_us: median(|run| run.p50_us),
            p99_us: median(|run| run.p99_us),
        }
    }
}

/// To one decimal.
pub(super) fn tenths(value: f64) -> f64 {
    (10.0 * value).round() / 10.0
}

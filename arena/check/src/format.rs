//! The answer times of a match, in the same words in every step.

use std::time::Duration;

use kahua_core::words::{count, measured};

use super::notes::MatchLog;

/// How long the answers of a match took: their number, the median, the 99th percentile and the longest.
pub(crate) fn times(of: &MatchLog) -> String {
    let mut took: Vec<Duration> = of.asks.values().filter_map(|ask| ask.took).collect();
    took.sort_unstable();
    let Some(last) = took.len().checked_sub(1) else { return "no ask was answered".into() };
    // The nearest rank: the smallest time that is at least as long as this percentage of all.
    let rank = |hundredths: usize| measured(took[(took.len() * hundredths).div_ceil(100).saturating_sub(1)]);
    let (asks, median, most) = (count(took.len() as u64, "ask", "asks"), rank(50), rank(99));
    format!("{asks}: median {median}, 99 % {most}, longest {}", measured(took[last]))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::notes::Asked;
    use super::*;

    #[test]
    fn times_are_nearest_ranks_over_the_answered_asks() {
        let ask = |ms: u32| Asked { at: Instant::now(), took: Some(Duration::from_millis(ms.into())) };
        let mut of = MatchLog::default();
        assert_eq!(times(&of), "no ask was answered");
        of.asks = (1..=200).map(|ms| (ms, ask(ms))).collect();
        of.asks.insert(999, Asked { at: Instant::now(), took: None });
        assert_eq!(times(&of), "200 asks: median 100 ms, 99 % 198 ms, longest 200 ms");
    }
}

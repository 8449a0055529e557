//! How numbers and times are written, the same in every step.

use std::time::Duration;

use super::notes::MatchLog;

/// A duration for people: `0.31 ms`, `12 ms`, `3.1 s`.
pub(crate) fn millis(span: Duration) -> String {
    match span.as_micros() {
        micros @ 0..10_000 => format!("{}.{:02} ms", micros / 1000, micros % 1000 / 10),
        micros @ 10_000..1_000_000 => format!("{} ms", micros / 1000),
        micros => format!("{}.{} s", micros / 1_000_000, micros % 1_000_000 / 100_000),
    }
}

/// A count with its noun: `1 match`, `2 matches`.
pub(crate) fn plural(count: u64, what: &str) -> String {
    match (count, what.ends_with("ch")) {
        (1, _) => format!("1 {what}"),
        (_, true) => format!("{count} {what}es"),
        (_, false) => format!("{count} {what}s"),
    }
}

/// How long the answers of a match took: their number, the median, the 99th percentile and the longest.
pub(crate) fn times(of: &MatchLog) -> String {
    let mut took: Vec<Duration> = of.asks.values().filter_map(|ask| ask.took).collect();
    took.sort_unstable();
    let Some(last) = took.len().checked_sub(1) else { return "no ask was answered".into() };
    // The nearest rank: the smallest time that is at least as long as this percentage of all.
    let rank = |hundredths: usize| millis(took[(took.len() * hundredths).div_ceil(100).saturating_sub(1)]);
    let (asks, median, most) = (plural(took.len() as u64, "ask"), rank(50), rank(99));
    format!("{asks}: median {median}, 99 % {most}, longest {}", millis(took[last]))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::super::notes::Asked;
    use super::*;

    #[test]
    fn durations_are_as_exact_as_they_are_short() {
        let of = |micros| millis(Duration::from_micros(micros));
        assert_eq!((of(315).as_str(), of(9_999).as_str()), ("0.31 ms", "9.99 ms"));
        assert_eq!((of(10_000).as_str(), of(999_999).as_str(), of(3_190_000).as_str()), ("10 ms", "999 ms", "3.1 s"));
    }

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!(
            (plural(1, "match"), plural(2, "match"), plural(0, "ask")),
            ("1 match".into(), "2 matches".into(), "0 asks".into())
        );
    }

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

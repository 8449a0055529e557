//! Counts and durations in words: the same in logs, in reports and on pages.

use std::time::Duration;

/// A number and what is counted: `1 match`, `3 matches`.
#[must_use]
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// About how long something takes: `3 minutes`.
#[must_use]
pub fn about(time: Duration) -> String {
    const UNITS: [(u64, &str, &str); 4] =
        [(86_400, "day", "days"), (3600, "hour", "hours"), (60, "minute", "minutes"), (1, "second", "seconds")];
    let seconds = time.as_secs().max(1);
    // A unit is used from two of it on: a single one would be too rough.
    let (unit, one, many) = UNITS.into_iter().find(|(unit, ..)| seconds >= 2 * unit).unwrap_or(UNITS[3]);
    count((seconds + unit / 2) / unit, one, many)
}

/// How long something took, short and easy to compare: `1.3 ms`. Times that are too short to measure over a network are
/// given in words.
#[must_use]
pub fn measured(time: Duration) -> String {
    let tenths = |number: u128| format!("{}.{}", number / 10, number % 10);
    match time.as_micros() {
        0..100 => "< 0.1 ms".to_owned(),
        us @ 100..10_000 => format!("{} ms", tenths((us + 50) / 100)),
        us @ 10_000..1_000_000 => format!("{} ms", (us + 500) / 1000),
        us => format!("{} s", tenths((us + 50_000) / 100_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_their_number() {
        assert_eq!([0, 1, 2].map(|number| count(number, "match", "matches")), ["0 matches", "1 match", "2 matches"]);
    }

    #[test]
    fn times_are_told_in_a_unit_that_fits() {
        let about = |seconds| about(Duration::from_secs(seconds));
        assert_eq!(
            [0, 1, 119, 120, 5400, 7200, 200_000].map(about).join(", "),
            "1 second, 1 second, 119 seconds, 2 minutes, 90 minutes, 2 hours, 2 days"
        );
        let measured = |us| measured(Duration::from_micros(us));
        assert_eq!(
            [0, 99, 100, 1300, 12_345, 2_500_000].map(measured).join(", "),
            "< 0.1 ms, < 0.1 ms, 0.1 ms, 1.3 ms, 12 ms, 2.5 s"
        );
    }
}

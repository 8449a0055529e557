//! Counts and durations in words: the same in logs, in reports and on pages.

use std::time::Duration;

/// A number and what is counted: `1 match`, `3 matches`.
#[must_use]
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// A unit of time in which people tell how long something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 24 hours.
    Day,
    /// 60 minutes.
    Hour,
    /// 60 seconds.
    Minute,
    /// One second.
    Second,
}

/// About how long something takes: a number of a unit that fits, at least one second.
#[must_use]
pub fn rounded(time: Duration) -> (u64, Unit) {
    const UNITS: [(u64, Unit); 4] = [(86_400, Unit::Day), (3600, Unit::Hour), (60, Unit::Minute), (1, Unit::Second)];
    let seconds = time.as_secs().max(1);
    // A unit is used from two of it on: a single one would be too rough.
    let (length, unit) = UNITS.into_iter().find(|(length, _)| seconds >= 2 * length).unwrap_or(UNITS[3]);
    ((seconds + length / 2) / length, unit)
}

/// The same in words: `3 minutes`.
#[must_use]
pub fn about(time: Duration) -> String {
    let (number, unit) = rounded(time);
    let (one, many) = match unit {
        Unit::Day => ("day", "days"),
        Unit::Hour => ("hour", "hours"),
        Unit::Minute => ("minute", "minutes"),
        Unit::Second => ("second", "seconds"),
    };
    count(number, one, many)
}

/// A duration in milliseconds with one decimal: `12.3 ms`.
#[must_use]
pub fn milliseconds(time: Duration) -> String {
    format!("{} ms", tenths((time.as_nanos() + 50_000) / 100_000))
}

/// How long something took, short and easy to compare: `1.3 ms`. Times that are too short to measure over a network are
/// given in words.
#[must_use]
pub fn measured(time: Duration) -> String {
    match time.as_micros() {
        0..100 => "< 0.1 ms".to_owned(),
        us @ 100..10_000 => format!("{} ms", tenths((us + 50) / 100)),
        us @ 10_000..1_000_000 => format!("{} ms", (us + 500) / 1000),
        us => format!("{} s", tenths((us + 50_000) / 100_000)),
    }
}

fn tenths(number: u128) -> String {
    format!("{}.{}", number / 10, number % 10)
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
        assert_eq!(
            [0, 49, 50, 1_234_950].map(|us| milliseconds(Duration::from_micros(us))).join(", "),
            "0.0 ms, 0.0 ms, 0.1 ms, 1235.0 ms"
        );
        let measured = |us| measured(Duration::from_micros(us));
        assert_eq!(
            [0, 99, 100, 1300, 12_345, 2_500_000].map(measured).join(", "),
            "< 0.1 ms, < 0.1 ms, 0.1 ms, 1.3 ms, 12 ms, 2.5 s"
        );
    }
}

//! Points in time: milliseconds since 1970-01-01 UTC, as records have them, and as messages of the services have them.

pub use prost_types::Timestamp;

const MS_PER_S: i64 = 1000;
const NS_PER_MS: i32 = 1_000_000;
const NS_PER_S: i32 = 1_000_000_000;

/// This point in time as a message.
#[must_use]
pub fn timestamp(unix_ms: i64) -> Timestamp {
    let nanos = unix_ms.rem_euclid(MS_PER_S) as i32 * NS_PER_MS;
    Timestamp { seconds: unix_ms.div_euclid(MS_PER_S), nanos }
}

/// The first millisecond that isn't before this point in time; `None` if the message isn't valid, or too far away.
#[must_use]
pub fn unix_ms(time: &Timestamp) -> Option<i64> {
    if !(0..NS_PER_S).contains(&time.nanos) {
        return None;
    }
    let ms = (i64::from(time.nanos) + i64::from(NS_PER_MS) - 1) / i64::from(NS_PER_MS);
    time.seconds.checked_mul(MS_PER_S)?.checked_add(ms)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn milliseconds_come_back_as_they_were() {
        for ms in [0, 1, 999, 1000, 1_800_000_000_123, -1, -1000, -1001] {
            assert_eq!(unix_ms(&timestamp(ms)), Some(ms));
        }
        assert_eq!(timestamp(-1), Timestamp { seconds: -1, nanos: 999_000_000 });
    }

    #[test]
    fn parts_of_a_millisecond_are_rounded_up_and_nonsense_is_refused() {
        assert_eq!(unix_ms(&Timestamp { seconds: 1, nanos: 1 }), Some(1001));
        assert_eq!(unix_ms(&Timestamp { seconds: 1, nanos: 999_999_999 }), Some(2000));
        assert_eq!(unix_ms(&Timestamp { seconds: 0, nanos: -1 }), None);
        assert_eq!(unix_ms(&Timestamp { seconds: 0, nanos: 1_000_000_000 }), None);
        assert_eq!(unix_ms(&Timestamp { seconds: i64::MAX, nanos: 0 }), None);
    }
}

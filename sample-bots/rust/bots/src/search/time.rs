//! How long a decision may take, by what the ask says of the clock.

use std::time::Duration;

use kahua_client::pb;

/// What the way to the arena and a busy machine may take of an ask's time.
const MARGIN: Duration = Duration::from_millis(10);
/// A bank must last for so many decisions more. As it shrinks, so does what each of them gets; it never runs out.
const DECISIONS_LEFT: u32 = 30;

/// How long to think: `most` at most, and never so long that this ask or the bank is in danger.
pub(super) fn think_time(most: Duration, ask: &pb::Ask, control: Option<&pb::TimeControl>) -> Duration {
    let of_ask = ask.ask_ms.map(|limit| most_of(Duration::from_millis(limit)));
    let increment = control.and_then(|control| control.increment_ms).unwrap_or(0);
    let of_bank = ask.bank_ms.map(|bank| {
        let share = Duration::from_millis(bank) / DECISIONS_LEFT + most_of(Duration::from_millis(increment));
        share.min(most_of(Duration::from_millis(bank)))
    });
    [of_ask, of_bank].into_iter().flatten().fold(most, Duration::min)
}

/// Three quarters, less the margin.
fn most_of(limit: Duration) -> Duration {
    (limit * 3 / 4).saturating_sub(MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_the_level_unless_the_clock_allows_less() {
        // (most, ask_ms, bank_ms, increment_ms) -> ms
        let cases = [
            ((500, None, None, None), 500),
            ((500, Some(5_000), None, None), 500),
            ((500, Some(400), None, None), 290),
            ((500, Some(13), None, None), 0),
            ((500, Some(5_000), Some(60_000), Some(100)), 500),
            ((500, Some(5_000), Some(6_000), None), 200),
            ((500, Some(5_000), Some(6_000), Some(100)), 265),
            ((500, Some(30), Some(30), None), 1),
            ((500, Some(30), Some(30), Some(1_000)), 12),
            ((50, Some(5_000), Some(60_000), None), 50),
            ((2_000, Some(u64::MAX), Some(u64::MAX), Some(u64::MAX)), 2_000),
        ];
        for ((most, ask_ms, bank_ms, increment_ms), expected) in cases {
            let ask = pb::Ask { ask_ms, bank_ms, ..Default::default() };
            let control = pb::TimeControl { increment_ms, ..Default::default() };
            let time = think_time(Duration::from_millis(most), &ask, Some(&control));
            assert_eq!(time.as_millis(), expected, "{most} {ask_ms:?} {bank_ms:?} {increment_ms:?}");
        }
    }

    #[test]
    fn a_bank_without_increment_outlasts_any_game() {
        let mut bank_ms = 10_000;
        for _ in 0..1_000 {
            let ask = pb::Ask { ask_ms: Some(bank_ms), bank_ms: Some(bank_ms), ..Default::default() };
            let used = think_time(Duration::from_millis(500), &ask, None).as_millis() as u64;
            assert!(used < bank_ms.max(1), "{used} of {bank_ms}");
            bank_ms -= used;
        }
        assert!(bank_ms > 0);
    }
}

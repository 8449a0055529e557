//! How long the bot may think about a decision, by the clock of the ask.

use std::time::Duration;

use kahua_client::pb;

/// The time that the network and a busy machine may take of an ask's time.
const MARGIN: Duration = Duration::from_millis(10);
/// The bank is shared out among this number of further decisions. As the bank shrinks, so do the shares, so it never runs
/// out.
const DECISIONS_LEFT: u32 = 30;

/// How long to think: at most `level`, and less where it would use up the time of the ask or the bank.
pub(super) fn think_time(level: Duration, ask: &pb::Ask, control: Option<&pb::TimeControl>) -> Duration {
    let of_ask = ask.ask_ms.map(|limit| usable(Duration::from_millis(limit)));
    let increment = control.and_then(|control| control.increment_ms).unwrap_or(0);
    let of_bank = ask.bank_ms.map(|bank| {
        let share = Duration::from_millis(bank) / DECISIONS_LEFT + usable(Duration::from_millis(increment));
        share.min(usable(Duration::from_millis(bank)))
    });
    [of_ask, of_bank].into_iter().flatten().fold(level, Duration::min)
}

/// Three quarters of a limit, minus the margin.
fn usable(limit: Duration) -> Duration {
    (limit * 3 / 4).saturating_sub(MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_the_level_unless_the_clock_allows_less() {
        // (level, ask_ms, bank_ms, increment_ms) -> ms
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
        for ((level, ask_ms, bank_ms, increment_ms), expected) in cases {
            let ask = pb::Ask { ask_ms, bank_ms, ..Default::default() };
            let control = pb::TimeControl { increment_ms, ..Default::default() };
            let time = think_time(Duration::from_millis(level), &ask, Some(&control));
            assert_eq!(time.as_millis(), expected, "{level} {ask_ms:?} {bank_ms:?} {increment_ms:?}");
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

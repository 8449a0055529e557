//! How the arena's own delays are measured, and what follows from them.

use std::time::Duration;

/// The most of the arena's own lag that is subtracted for an ask on its way out, and again for its answer on the way
/// back. The bound is there so that a bot gains little by making the arena slow.
pub const LAG_MAX: Duration = Duration::from_secs(1);

/// If no thread of the arena ran for this long, the arena stood still, and all of that time is the arena's own. A
/// shorter delay is a lag. The thread that measures lags runs every [`LAG_INTERVAL`].
pub const STANDSTILL_MIN: Duration = Duration::from_millis(500);

/// A shorter lag than this counts as none: time controls are in whole milliseconds.
pub const LAG_MIN: Duration = Duration::from_millis(1);

/// How often the arena measures its lag. It may miss a shorter delay.
pub const LAG_INTERVAL: Duration = Duration::from_millis(5);

/// For how long a measured lag counts. Longer than the time between two measurements, so that one covers every answer.
pub const LAG_WINDOW: Duration = Duration::from_millis(100);

/// Above this lag of the arena, no more matches begin than the machine has cores. Small against the usual allowance of
/// 50 ms.
pub const PAIRING_LAG_MAX: Duration = Duration::from_millis(20);

/// How long the lag must have been small before matches begin as usual again.
pub const PAIRING_PAUSE: Duration = Duration::from_secs(1);

/// How long no match must have waited because of the arena's lag before the log says that the arena keeps up again.
pub const LAG_CALM: Duration = Duration::from_secs(300);

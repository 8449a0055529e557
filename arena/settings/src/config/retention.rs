//! How long the arena keeps the data of matches.

use std::num::NonZeroU32;

use serde::Deserialize;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// How long the moves of a match are kept. Its result is never deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetentionSettings {
    /// For this many days after the match has ended.
    pub keep_days: NonZeroU32,
}

impl RetentionSettings {
    /// The same time in milliseconds.
    pub fn keep_ms(self) -> i64 {
        i64::from(self.keep_days.get()) * DAY_MS
    }
}

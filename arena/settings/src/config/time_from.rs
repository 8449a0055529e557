//! Another time control from a match of the season on.

use std::num::NonZeroU64;

use kahua_core::clock::TimeControl;
use serde::Deserialize;

use super::deserialize::from_text;

/// Another time control from a match of the season on: `{ match = 200, time = "30s+100ms/5s~50ms" }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeFrom {
    /// The number of the first match with it. The matches of a season are counted as they begin, from 1.
    #[serde(rename = "match")]
    pub first_match: NonZeroU64,
    /// The time control.
    #[serde(deserialize_with = "from_text")]
    pub time: TimeControl,
}

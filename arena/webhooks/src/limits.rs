//! The bounds of webhooks.

use std::time::Duration;

/// How often a webhook looks for what is new.
pub(crate) const LOOK_INTERVAL: Duration = Duration::from_secs(1);

/// The most events that wait to be sent to one webhook. Of more, the oldest are given up.
pub(crate) const WAITING_MAX: usize = 100;

/// With this many events waiting, further results stay in the store until there is room.
pub(crate) const WAITING_WITH_RESULTS_MAX: usize = 50;

/// How long a try may take, from its connection to the first line of the answer.
pub(crate) const TRY_TIMEOUT: Duration = Duration::from_secs(15);

/// The pause after the first try has failed. Each further pause is twice as long.
pub(crate) const RETRY_PAUSE_MIN: Duration = Duration::from_secs(1);

/// The longest pause between two tries.
pub(crate) const RETRY_PAUSE_MAX: Duration = Duration::from_secs(3600);

/// How often an event is tried before it is given up: for six hours.
pub(crate) const TRIES_MAX: u32 = 18;

/// How long the arena must be unwell before a webhook tells of it, and how long it must be well again.
pub(crate) const HEALTH_SETTLES: Duration = Duration::from_secs(60);

/// The longest sentence about an event, in bytes; longer ones are cut.
pub(crate) const TEXT_BYTES_MAX: usize = 1000;

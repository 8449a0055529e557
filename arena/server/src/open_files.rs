//! How many files a process may have open: each connection is one.

use std::num::NonZeroU16;

use kahua_core::limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tracing::warn;

/// As many as a full arena has in which so many bots may be connected.
#[must_use]
pub fn wanted(bots_at_once: NonZeroU16) -> u64 {
    (network_connections(bots_at_once) + limits::SIDE_FILES_RESERVED + limits::FILES_RESERVED) as u64
}

/// The most network connections at the main address of an arena in which so many bots may be connected.
pub(crate) fn network_connections(bots_at_once: NonZeroU16) -> usize {
    usize::from(bots_at_once.get()) + limits::NETWORK_CONNECTIONS_BESIDE_BOTS
}

/// Raises the limit of this process and of its child processes to so many, or as far as the system allows. Returns the
/// new limit; `None` means no limit.
///
/// The soft limit is usually 1,024, for programs that use `select`. Other programs may raise it.
pub fn raise(wanted: u64) -> Option<u64> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let possible = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    if current.is_some_and(|current| current < possible)
        && let Err(problem) = setrlimit(Resource::Nofile, Rlimit { current: Some(possible), maximum })
    {
        warn!(%problem, "can't raise the limit of open files");
    }
    limit()
}

/// The present limit; `None` means no limit.
#[must_use]
pub fn limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// The highest limit that this process may set; `None` means no limit.
#[must_use]
pub fn highest() -> Option<u64> {
    getrlimit(Resource::Nofile).maximum
}

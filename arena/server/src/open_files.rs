//! How many files a process may have open: each connection is one.

use kahua_core::limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tracing::warn;

/// As many as a full arena has.
pub const WANTED: u64 = (limits::NETWORK_CONNECTIONS_MAX + limits::SIDE_FILES_RESERVED + limits::FILES_RESERVED) as u64;

/// Raises the limit of this process and of its child processes to [`WANTED`], or as far as the system allows. Returns
/// the new limit; `None` means no limit.
///
/// The soft limit is usually 1,024, for programs that use `select`. Other programs may raise it.
pub fn raise() -> Option<u64> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let possible = maximum.map_or(WANTED, |maximum| maximum.min(WANTED));
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

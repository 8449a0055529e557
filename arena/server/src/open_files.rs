//! How many files a process may have open: each connection is one.

use kahua_core::limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tracing::warn;

/// As many as a full arena has.
pub const WANTED: u64 = (limits::NETWORK_CONNECTIONS_MAX + limits::SIDE_FILES_RESERVED + limits::FILES_RESERVED) as u64;

/// Raises the limit of this process, and of those that it starts, to [`WANTED`] or as far as the system allows. Returns the
/// limit that holds then; `None` stands for no limit.
///
/// The soft limit is usually 1,024, for the sake of programs that use `select`; a program that doesn't may raise it.
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

/// The limit that holds now; `None` stands for no limit.
#[must_use]
pub fn limit() -> Option<u64> {
    getrlimit(Resource::Nofile).current
}

/// The highest limit that the system lets this process set; `None` stands for no limit.
#[must_use]
pub fn highest() -> Option<u64> {
    getrlimit(Resource::Nofile).maximum
}

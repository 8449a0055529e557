//! How many connections the system allows: each is an open file.

use std::num::NonZeroU16;

use kahua_core::limits;
use tracing::{info, warn};

use crate::open_files;

/// Raises the limit of open files as far as an arena with so many bots can use it, and returns how many connections it
/// allows.
pub(crate) fn connections_max(bots_at_once: NonZeroU16) -> usize {
    let limit = open_files::raise(open_files::wanted(bots_at_once));
    let wanted = open_files::network_connections(bots_at_once);
    let allowed = limit.map_or(wanted, |limit| allowed_by(limit, wanted));
    match limit {
        Some(open_files_max) if allowed < wanted => warn!(
            open_files_max,
            connections_max = allowed,
            "the limit of open files allows fewer than {wanted} connections; raise it with `ulimit -n` or LimitNOFILE="
        ),
        _ => info!(open_files_max = limit, connections_max = allowed, "open files"),
    }
    allowed
}

/// If the limit is so small that the reserve would take most of it, connections get half of it.
fn allowed_by(limit: u64, wanted: usize) -> usize {
    let files = usize::try_from(limit).unwrap_or(usize::MAX);
    let reserved = limits::FILES_RESERVED + limits::SIDE_FILES_RESERVED;
    files.saturating_sub(reserved).max(files / 2).min(wanted)
}

/// How many connections an address other than the main one may have. That is `wanted`, or less if the limit of open
/// files is low, so that most files are left for other uses.
pub(crate) fn side_connections_max(wanted: usize) -> usize {
    open_files::limit().map_or(wanted, |limit| side_allowed_by(limit, wanted))
}

fn side_allowed_by(limit: u64, wanted: usize) -> usize {
    let files = usize::try_from(limit).unwrap_or(usize::MAX);
    wanted.min(files / limits::SIDE_FILES_PART).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_kinds_keep_a_part_of_the_limit() {
        assert_eq!(allowed_by(1 << 20, 4096), 4096);
        assert_eq!(allowed_by(1024, 4096), 1024 - limits::FILES_RESERVED - limits::SIDE_FILES_RESERVED);
        assert_eq!(allowed_by(64, 4096), 32);
        assert_eq!([1 << 20, 512, 64].map(|limit| side_allowed_by(limit, 64)), [64, 32, 4]);
    }
}

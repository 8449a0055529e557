//! The limits that the system sets to every process.

use rustix::process::{Resource, getrlimit};

use super::finding::Finding;
use kahua_core::limits::CONNECTIONS_MAX;

/// Files that an arena has open besides a connection for each bot: the store, its log, the listener, and connections of
/// spectators and organizers.
const FILES_BESIDES: u64 = 256;

pub(super) fn look() -> Vec<Finding> {
    vec![open_files()]
}

fn open_files() -> Finding {
    let needed = CONNECTIONS_MAX as u64 + FILES_BESIDES;
    let limit = getrlimit(Resource::Nofile);
    let text = |limit: Option<u64>| limit.map_or("unlimited".to_owned(), |limit| limit.to_string());
    let (soft, hard) = (text(limit.current), text(limit.maximum));
    if limit.current.is_none_or(|limit| limit >= needed) {
        return Finding::ok("open files", format!("a process may have {soft} at once"));
    }
    let advice = format!("set `ulimit -n {needed}`, or LimitNOFILE={needed} in the unit, where the arena is started");
    let text = format!("a process may have {soft} at once (at most {hard}), but a full arena has {needed}");
    Finding::warn("open files", text, advice)
}

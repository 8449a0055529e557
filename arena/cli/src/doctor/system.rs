//! The limits that the system sets to every process.

use std::num::NonZeroU16;

use super::finding::Finding;
use kahua_server::open_files::{highest, wanted};

/// Looks at them for an arena in which so many bots may be connected.
pub(super) fn look(bots_at_once: NonZeroU16) -> Vec<Finding> {
    vec![open_files(highest(), wanted(bots_at_once))]
}

/// The lower limit at the start doesn't matter: the arena raises it up to this one.
fn open_files(highest: Option<u64>, wanted: u64) -> Finding {
    let Some(highest) = highest else { return Finding::ok("open files", "as many as a process wants") };
    if highest >= wanted {
        return Finding::ok("open files", format!("a process may have {highest} at once"));
    }
    let advice = format!("set `ulimit -Hn {wanted}`, or LimitNOFILE={wanted} in the unit, where the arena is started");
    let text = format!("a process may have {highest} at once, but a full arena has {wanted}");
    Finding::warn("open files", text, advice)
}

#[cfg(test)]
mod tests {
    use kahua_core::limits::BOTS_AT_ONCE;

    use super::*;
    use crate::doctor::finding::Level;

    #[test]
    fn fewer_files_than_the_arena_wants_are_told() {
        let wanted = wanted(BOTS_AT_ONCE);
        assert_eq!(open_files(None, wanted).level, Level::Ok);
        assert_eq!(open_files(Some(wanted), wanted).level, Level::Ok);
        let few = open_files(Some(wanted - 1), wanted);
        assert_eq!(few.level, Level::Warn);
        assert!(few.to_string().contains("at once, but a full arena has 4320"), "{few}");
    }
}

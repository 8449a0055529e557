//! The limits that the system sets to every process.

use super::finding::Finding;
use kahua_server::open_files::{WANTED, highest};

pub(super) fn look() -> Vec<Finding> {
    vec![open_files(highest())]
}

/// The lower limit at the start doesn't matter: the arena raises it up to this one.
fn open_files(highest: Option<u64>) -> Finding {
    let Some(highest) = highest else { return Finding::ok("open files", "as many as a process wants") };
    if highest >= WANTED {
        return Finding::ok("open files", format!("a process may have {highest} at once"));
    }
    let advice = format!("set `ulimit -Hn {WANTED}`, or LimitNOFILE={WANTED} in the unit, where the arena is started");
    let text = format!("a process may have {highest} at once, but a full arena has {WANTED}");
    Finding::warn("open files", text, advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::Level;

    #[test]
    fn fewer_files_than_the_arena_wants_are_told() {
        assert_eq!(open_files(None).level, Level::Ok);
        assert_eq!(open_files(Some(WANTED)).level, Level::Ok);
        let few = open_files(Some(WANTED - 1));
        assert_eq!(few.level, Level::Warn);
        assert!(few.to_string().contains("at once, but a full arena has 4320"), "{few}");
    }
}

//! Which of the matches that no node plays this node takes: at first those of its own bots, whose messages go nowhere else then.

use std::collections::BTreeMap;
use std::time::Instant;

use kahua_core::limits::{NODE_PREFERS_ITS_BOTS, NODE_TAKES_AT_ONCE};
use kahua_store::FreeMatch;

/// The matches without bots of this node that were free when it looked last, and since when it has seen them.
#[derive(Debug, Default)]
pub(super) struct MatchPicker {
    seen: BTreeMap<String, Instant>,
}

impl MatchPicker {
    /// The ids of the matches to take now, those that have waited longest first. A match whose bots are all elsewhere is left to
    /// their nodes for a moment; these may have enough to do.
    pub(super) fn choose(&mut self, free: Vec<FreeMatch>, is_here: impl Fn(&str) -> bool, now: Instant) -> Vec<String> {
        let mut chosen = Vec::new();
        let mut left = BTreeMap::new();
        for FreeMatch { id, players } in free {
            let since = self.seen.get(&id).copied().unwrap_or(now);
            let is_wanted = players.iter().any(|name| is_here(name)) || now - since >= NODE_PREFERS_ITS_BOTS;
            if is_wanted && chosen.len() < NODE_TAKES_AT_ONCE as usize {
                chosen.push(id);
            } else {
                left.insert(id, since);
            }
        }
        self.seen = left;
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(matches: &[(&str, [&str; 2])]) -> Vec<FreeMatch> {
        let free = |(id, players): &(&str, [&str; 2])| FreeMatch {
            id: (*id).to_owned(),
            players: players.map(str::to_owned).into(),
        };
        matches.iter().map(free).collect()
    }

    #[test]
    fn matches_of_bots_that_are_here_come_first() {
        let (mut taking, now) = (MatchPicker::default(), Instant::now());
        let is_here = |name: &str| name == "ann";
        let found = [("1", ["bob", "cid"]), ("2", ["bob", "ann"]), ("3", ["ann", "cid"])];
        assert_eq!(taking.choose(free(&found), is_here, now), ["2", "3"]);
        assert!(taking.choose(free(&found[..1]), is_here, now).is_empty());
        assert_eq!(taking.choose(free(&found[..1]), is_here, now + NODE_PREFERS_ITS_BOTS), ["1"]);
    }

    #[test]
    fn no_node_takes_all() {
        let (mut taking, now) = (MatchPicker::default(), Instant::now());
        let found = [("1", ["a", "b"]), ("2", ["a", "b"]), ("3", ["a", "b"]), ("4", ["a", "b"]), ("5", ["a", "b"])];
        assert_eq!(taking.choose(free(&found), |_| true, now), ["1", "2", "3", "4"]);
    }

    #[test]
    fn a_match_that_was_taken_elsewhere_and_is_free_again_waits_anew() {
        let (mut taking, now) = (MatchPicker::default(), Instant::now());
        let found = [("1", ["a", "b"])];
        let later = now + NODE_PREFERS_ITS_BOTS;
        assert!(taking.choose(free(&found), |_| false, now).is_empty());
        assert!(taking.choose(Vec::new(), |_| false, now).is_empty());
        assert!(taking.choose(free(&found), |_| false, later).is_empty());
    }
}

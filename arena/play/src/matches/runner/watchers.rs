//! The spectators of a match, as the match knows them: somebody to ring for. A match that nobody watches spends nothing on
//! them, and one that is watched no more than a ring.

use std::sync::{Arc, Weak};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::match_tap::{MatchTap, MatchUpdate, WatchPoint};
use kahua_core::clock::Micros;
use kahua_core::referee::Referee;

/// Everybody who watches one match.
#[derive(Debug, Default)]
pub(super) struct Watchers {
    tap: Weak<MatchTap>,
    clock_starts: u32,
}

impl Watchers {
    /// Shows the match from the event with this number on, and rings this tap from now on.
    pub(super) fn look(&mut self, referee: &Referee, from: usize, now: Micros, tap: &Arc<MatchTap>) -> MatchUpdate {
        self.tap = Arc::downgrade(tap);
        let point = WatchPoint { next: referee.event_count(), clock_starts: self.clock_starts };
        MatchUpdate { shown: referee.shown(from, now), point }
    }

    /// Tells that something has happened.
    pub(super) fn ring(&self) {
        if let Some(tap) = self.tap.upgrade() {
            tap.ring();
        }
    }

    /// Tells that a clock has started, of which no event tells.
    pub(super) fn clock_started(&mut self) {
        self.clock_starts += 1;
        self.ring();
    }

    /// Shows the end.
    pub(super) fn end(&self, referee: &Referee, now: Micros, ended: pb::Ended) {
        if let Some(tap) = self.tap.upgrade() {
            tap.end(pb::WatchMatchResponse { ended: Some(ended), ..referee.shown(tap.seen(), now) });
        }
    }
}

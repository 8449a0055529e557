//! The match's side of its spectators. For the match, spectators cost nothing if there are none, and one ring for each
//! change if there are some.

use std::sync::{Arc, Weak};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::match_tap::{MatchTap, MatchUpdate, WatchPoint};
use kahua_core::clock::Micros;
use kahua_core::referee::Referee;

/// The spectators of one match.
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

    /// Signals that something has happened.
    pub(super) fn ring(&self) {
        if let Some(tap) = self.tap.upgrade() {
            tap.ring();
        }
    }

    /// Signals that a clock has started, for which there is no event.
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

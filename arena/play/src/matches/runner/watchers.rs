//! The spectators of a match, as the match knows them: somebody to ring for. A match that nobody watches spends nothing on
//! them, and one that is watched no more than a ring.

use std::sync::{Arc, Weak};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::stage::{Look, Point, Stage};
use kahua_core::clock::Micros;
use kahua_core::referee::Referee;

/// Everybody who watches one match.
#[derive(Debug, Default)]
pub(super) struct Watchers {
    stage: Weak<Stage>,
    clock_starts: u32,
}

impl Watchers {
    /// Shows the match from the event with this number on, and rings this stage from now on.
    pub(super) fn look(&mut self, referee: &Referee, from: usize, now: Micros, stage: &Arc<Stage>) -> Look {
        self.stage = Arc::downgrade(stage);
        let point = Point { next: referee.event_count(), clock_starts: self.clock_starts };
        Look { shown: referee.shown(from, now), point }
    }

    /// Tells that something has happened.
    pub(super) fn ring(&self) {
        if let Some(stage) = self.stage.upgrade() {
            stage.ring();
        }
    }

    /// Tells that a clock has started, of which no event tells.
    pub(super) fn clock_started(&mut self) {
        self.clock_starts += 1;
        self.ring();
    }

    /// Shows the end.
    pub(super) fn end(&self, referee: &Referee, now: Micros, ended: pb::Ended) {
        if let Some(stage) = self.stage.upgrade() {
            stage.end(pb::WatchMatchResponse { ended: Some(ended), ..referee.shown(stage.seen(), now) });
        }
    }
}

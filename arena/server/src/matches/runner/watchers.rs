//! The spectators of a match, as the match knows them: somebody to ring for. A match that nobody watches spends nothing on
//! them, and one that is watched no more than a ring.

use std::sync::{Arc, Weak};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::stage::{Look, Stage};
use kahua_core::clock::Micros;
use kahua_core::referee::Referee;

/// Everybody who watches one match.
#[derive(Debug, Default)]
pub(super) struct Watchers(Weak<Stage>);

impl Watchers {
    /// Shows the match from the event with this number on, and rings this stage from now on.
    pub(super) fn look(&mut self, referee: &Referee, from: usize, now: Micros, stage: &Arc<Stage>) -> Look {
        self.0 = Arc::downgrade(stage);
        Look { shown: referee.shown(from, now), next: referee.event_count() }
    }

    /// Tells that something has happened.
    pub(super) fn ring(&self) {
        if let Some(stage) = self.0.upgrade() {
            stage.ring();
        }
    }

    /// Shows the end.
    pub(super) fn end(&self, referee: &Referee, now: Micros, ended: pb::Ended) {
        if let Some(stage) = self.0.upgrade() {
            stage.end(pb::WatchMatchResponse { ended: Some(ended), ..referee.shown(stage.seen(), now) });
        }
    }
}

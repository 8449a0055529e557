//! The spectators of a match, as the match knows them: somebody to ring for. A match that nobody watches spends nothing on
//! them, and one that is watched no more than a ring.

use std::sync::{Arc, Weak};

use kahua_proto::pb::arena::v1 as pb;

use crate::bots::stage::{Look, Stage};
use kahua_core::referee::Referee;

/// Everybody who watches one match.
#[derive(Debug, Default)]
pub(super) struct Watchers(Weak<Stage>);

impl Watchers {
    /// Shows the match from the event with this number on, and rings this stage from now on.
    pub(super) fn look(&mut self, referee: &Referee, from: usize, stage: &Arc<Stage>) -> Look {
        self.0 = Arc::downgrade(stage);
        let (events, view) = (referee.public_events(from), Some(referee.public_view()));
        Look { shown: pb::WatchMatchResponse { events, view, ended: None }, next: referee.event_count() }
    }

    /// Tells that something has happened.
    pub(super) fn ring(&self) {
        if let Some(stage) = self.0.upgrade() {
            stage.ring();
        }
    }

    /// Shows the end.
    pub(super) fn end(&self, referee: &Referee, ended: pb::Ended) {
        if let Some(stage) = self.0.upgrade() {
            let (events, view) = (referee.public_events(stage.seen()), Some(referee.public_view()));
            stage.end(pb::WatchMatchResponse { events, view, ended: Some(ended) });
        }
    }
}

//! The spectators of a match. A match that nobody watches spends nothing on them.

use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::broadcast;

use crate::bots::match_handle::Watching;
use kahua_core::limits;
use kahua_core::referee::Referee;

/// Everybody who watches one match.
#[derive(Debug, Default)]
pub(super) struct Watchers(Option<broadcast::Sender<pb::WatchMatchResponse>>);

impl Watchers {
    /// Lets one more watch: from the start of the match.
    pub(super) fn join(&mut self, referee: &Referee) -> Watching {
        let sender = self.0.get_or_insert_with(|| broadcast::channel(limits::WATCHER_QUEUE).0);
        Watching { first: shown(referee, 0), rest: sender.subscribe() }
    }

    /// Shows what happened from the event with this number on.
    pub(super) fn show(&mut self, referee: &Referee, from: usize) {
        if let Some(sender) = &self.0
            && sender.send(shown(referee, from)).is_err()
        {
            self.0 = None;
        }
    }

    /// Shows the end.
    pub(super) fn end(&mut self, referee: &Referee, ended: pb::Ended) {
        if let Some(sender) = self.0.take() {
            let last =
                pb::WatchMatchResponse { events: Vec::new(), view: Some(referee.public_view()), ended: Some(ended) };
            let _nobody_watches_any_more = sender.send(last);
        }
    }
}

fn shown(referee: &Referee, from: usize) -> pb::WatchMatchResponse {
    let view = Some(referee.public_view());
    pb::WatchMatchResponse { events: referee.public_events(from), view, ended: None }
}
